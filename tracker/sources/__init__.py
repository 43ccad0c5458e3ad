"""Readers of the outside world; each turns what it sees into observations (the port ``Source``).

Only the wiring imports them. Read ``http``, then ``blog``, ``wiki_pages`` and ``chat``.
"""
