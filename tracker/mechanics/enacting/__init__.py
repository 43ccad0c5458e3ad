"""Reading what a matter orders to be done to a ruleset page, carrying it out, and how far an enactment is.

Read in this order: ``proposal_text`` (a body as sentences and quotations), ``signs``, ``orders`` and ``reading`` (each order
rewritten as a line of the ``notation``), ``instructions`` (what such a line means), ``targets`` and ``placing`` (where),
``amending`` (one of them), ``amendments`` (all of a matter), ``enactment`` (from draft to confirmed).
"""
