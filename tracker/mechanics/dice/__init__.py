"""Dice: seeds and faces, how they are written, their logs and pages, how they are checked, and words that are mixed in.

From outside comes all of it. Read in this order: ``seeds``, ``dice_grammar``, ``dice_log``, ``dice_page``,
``dice_check``, ``dice_words``.
"""
