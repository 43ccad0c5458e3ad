"""The game of Coup: players, turns, actions and what is said against them, influence, credits, winning.

Read in this order: ``players``, ``turns`` with ``orders``, ``actions``, ``answers``, ``holdings``, ``winning``, ``options``.
"""
