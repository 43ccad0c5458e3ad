"""What all games played in chat do in one way: rows become steps of the rules, and what came of them is told.

A game imports ``game.ChatGame`` and, for its pages, ``pages``. Read in this order: ``nomic`` (what a game gives),
``state``, ``play`` (one step), ``hearing`` (rows), ``stating``, ``dice``, ``game`` (the fold); then ``standing`` (what is shown),
``pages``, ``replies``, ``settling``.
"""
