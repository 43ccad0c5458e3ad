"""The dice of the tracker: each day has a secret seed in the archive, from which that day's faces follow."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, date
from typing import Protocol

from tracker.core.gamestate import RollRequest
from tracker.mechanics.dice import faces


class DaySeeds(Protocol):
    """Where the seeds are kept (the archive)."""

    def day_seed(self, day: date, make: Callable[[], bytes]) -> bytes:
        """The seed of a day; made and committed at its first use."""
        ...


def new_seed() -> bytes:
    """Thirty-two bytes that nobody can guess."""
    return secrets.token_bytes(32)


class ArchiveDice:
    """Draws dice from the seed of the day on which they were asked for (port ``DiceRoller``).

    The day is that of the request, not of the drawing: a drawing that a crash delays past midnight gives the same faces.
    """

    def __init__(self, seeds: DaySeeds, make: Callable[[], bytes] = new_seed) -> None:
        """``make`` gives a new day its seed."""
        self._seeds = seeds
        self._make = make

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """As many faces 1..sides as the request asks for; the same key and day give the same faces."""
        seed = self._seeds.day_seed(request.asked_at.astimezone(UTC).date(), self._make)
        return faces(seed, request.key, request.sides, request.count)
