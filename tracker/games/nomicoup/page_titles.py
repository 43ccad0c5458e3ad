"""The pages of Nomicoup by key with their default titles; ``{month}`` in a title becomes ``2021-05``."""

from __future__ import annotations

from collections.abc import Mapping

CATALOGUE: Mapping[str, str] = {
    "game": "Tracker/Game of Coup",
    "propositions": "Tracker/Propositions",
    "rules": "Tracker/Rules",
    "clarifications": "Tracker/Clarifications",
    "abilities": "Tracker/What can I do now",
    "deck": "Tracker/Court Deck",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes."""
