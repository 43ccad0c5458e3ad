"""What games played in chat need in the same way; each chapter takes parameters, and none knows a game.

Games import any of it. Read in this order: ``carrying`` (rules, refusals, what comes about), ``rows`` and ``world``,
``dice``; ``talk``, ``frames``, ``reading``, ``listening`` (what people announce); then the chapters of rules:
``people``, ``calendar``, ``votes``, ``proposals``, ``judges``, ``rulings``, ``trades``, ``contracts``, ``secrets``.
"""
