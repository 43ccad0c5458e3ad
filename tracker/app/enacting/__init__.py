"""Changing the ruleset page for a matter that was enacted: shown, written, read back, and taken back.

From outside come ``enact`` (by a person), ``enact_by_tick`` and ``enactment_book`` (how far each matter is). Read
``enactment_book``, ``enact``, ``enact_by_tick``, ``enact_later``, then the others.
"""
