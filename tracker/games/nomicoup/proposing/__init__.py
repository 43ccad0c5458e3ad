"""Propositions and clarifications: how they are written, voted on, and what becomes of the rules by them.

The game and its pages import it. Read in this order: ``propositions``, ``proposition_reading``, ``voting``,
``adopting``, ``wording``, ``clarifications``.
"""
