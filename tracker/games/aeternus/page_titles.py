"""The pages of Aeternus by key with their default titles; ``{month}`` in a title becomes ``2025-02``."""

from __future__ import annotations

from collections.abc import Mapping

PICTURE = "map_picture"
"""The key of the picture of the map, whose title is that of its file's page."""
CATALOGUE: Mapping[str, str] = {
    "map": "Tracker/Map",
    PICTURE: "File:Tracker map of Aeternus.svg",
    "players": "Tracker/Players",
    "factions": "Tracker/Factions",
    "abilities": "Tracker/What can I do now",
    "odds": "Tracker/Odds here and now",
    "trades": "Tracker/Trades",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes."""
