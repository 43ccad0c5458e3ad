"""Blogs as sources: which pages are read when, what they show, and one module for each blog engine.

From outside come ``source`` and the engines ``expressionengine`` and ``wordpress``. Read ``reading`` (what an engine
gives), ``source``, ``subject``, ``roster``, ``fragments``, then an engine.
"""
