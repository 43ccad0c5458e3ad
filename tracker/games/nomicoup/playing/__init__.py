"""The game of Coup: players, turns, actions and what is said against them, influence, credits, winning.

The game and its pages import it. Read in this order: ``coup`` (the whole), ``starting``, ``players``, ``turns`` with
``orders``, ``actions``, ``challenges``, ``counteractions``, ``influence``, ``treasury``, ``winning``.
"""
