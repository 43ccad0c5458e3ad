"""The game of Coup: players, turns, actions and what is said against them, influence, credits, winning.

Read in this order: ``coup`` (the whole), ``starting``, ``players``, ``turns`` with ``orders``, ``actions``, ``challenges``, ``counteractions``,
``influence``, ``treasury``, ``winning``.
"""
