"""What all games played in chat do in one way: rows become steps of the rules, and what came of them is told.

A game imports ``game.ChatGame`` and, for its pages, ``pages`` and ``shown``. Read in this order: ``state``, ``play`` (one step),
``hearing`` (rows), ``game``; then ``view``, ``pages``, ``replies``, ``settling``, ``trail``.
"""
