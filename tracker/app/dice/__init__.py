"""The dice: seeds committed to beforehand (``dice``), drawn in a tick (``dice_days``), and checked by anybody (``dice_verify``)."""
