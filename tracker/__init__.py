"""Keeps a nomic's paperwork: observes its blog, wiki and chat, and keeps the wiki's pages true.

Read ``docs/architecture.md`` first, then ``core``, ``games``, ``app.tick``.
"""

__version__ = "0.1.0"
