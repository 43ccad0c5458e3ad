"""The pages of Round 10 by key with their default titles; ``{month}`` in a title becomes ``2021-08``."""

from __future__ import annotations

from collections.abc import Mapping

CATALOGUE: Mapping[str, str] = {
    "players": "Tracker/Players and holdings",
    "auction": "Tracker/Auction",
    "hands": "Tracker/Hands",
    "agreements": "Tracker/Trades and contracts",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "abilities": "Tracker/What can I do now",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes."""
