"""Dice: seeds are committed to beforehand, faces follow from them in a tick, and everybody checks them afterwards.

From outside come ``dice_days`` and ``dice_verify``. Read ``dice_key``, ``dice``, ``dice_days``, ``dice_verify``.
"""
