"""The pages of Aeternus by key with their default titles; ``{month}`` in a title becomes ``2025-02``."""

from __future__ import annotations

from collections.abc import Mapping

CATALOGUE: Mapping[str, str] = {
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
}
"""Every page that the tracker writes."""
