"""Wikitext from templates: what a game wants to stand in a region becomes the text that stands there.

Only the wiring imports ``pages``. Read ``pages``, ``environment``, ``escaping``, ``cells``.
"""
