"""What the few lines of chat games on a terminal have in common: counts of things of which some may be undetermined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.core.gamestate import UNDETERMINED


def how_many(things: Iterable[Any]) -> str:
    """In words how many of some things hold, where each is false where it does not and undetermined where that is not known."""
    told = list(things)
    certain = sum(each != UNDETERMINED and bool(each) for each in told)
    if UNDETERMINED not in told:
        return str(certain)
    return f"at least {certain}" if certain else "an undetermined number of"
