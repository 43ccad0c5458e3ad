"""The game of Coup: players, turns, actions and what is said against them, influence, credits, winning.

The game and its pages import it. Read in this order: ``players``, ``turns`` with ``orders``, ``actions``, ``answers``,
``holdings``, ``winning``, ``options``.
"""
