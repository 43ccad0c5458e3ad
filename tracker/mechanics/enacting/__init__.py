"""Carrying typed instructions out on the tree of a ruleset page, and how far an enactment is.

From outside come ``instructions``, ``amendments`` and ``enactment``; what a matter's words mean is read in
``reading_orders``. Read in this order: ``instructions`` (their types), ``targets`` and ``placing`` (where),
``amending`` (one of them), ``amendments`` (all of a matter), ``enactment`` (from draft to confirmed).
"""
