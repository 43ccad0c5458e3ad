"""Where a matter stands in a few words: its tally and its verdict, out of a gamestate's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED


def votes(matter: Mapping[str, Any]) -> str:
    """The tally in a few words."""
    counts = (("for", "FOR"), ("against", "AGAINST"), ("deferential_unresolved", "DEF"))
    return " ".join(f"{matter.get(name, 0)} {word}" for name, word in counts if matter.get(name) or name == "for")


def verdict(matter: Mapping[str, Any]) -> str:
    """One word for where a matter stands."""
    if matter["state"] != "Pending":
        return str(matter["state"]).lower()
    for name, word in (("vetoed", "vetoed"), ("self_killed", "self-killed")):
        if matter.get(name):
            return word
    if UNDETERMINED in (matter.get("popular"), matter.get("unpopular")):
        return UNDETERMINED
    return "popular" if matter.get("popular") else "unpopular" if matter.get("unpopular") else "pending"
