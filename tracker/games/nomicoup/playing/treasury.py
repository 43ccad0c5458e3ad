"""The Treasury: the credits that no player has; with those of all players they are as many at every instant."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Any

from tracker.mechanics.chat.carrying import rule

from ..state import Coup

_REAL = re.compile(r"\s*[+-]?(?:\d{1,999}(?:\.\d{0,12})?|\.\d{1,12})\s*", re.ASCII)
_HALF = Fraction(1, 2)


@rule("COUP-038")
def take(world: Coup, player: str, wanted: int) -> int:
    """Let a player take credits from the Treasury, only as many as it holds: how many that are."""
    taken = max(0, min(wanted, world.treasury))
    world.players[player].credits += taken
    return taken


@rule("COUP-038")
def pay(world: Coup, player: str, amount: int) -> None:
    """Let a player pay credits to the Treasury, only as many as they have."""
    world.players[player].credits -= max(0, min(amount, world.players[player].credits))


@rule("COUP-038")
def move(world: Coup, giver: str, taker: str, amount: int) -> int:
    """Let credits pass from one player to another, only as many as the one has: how many that are."""
    moved = max(0, min(amount, world.players[giver].credits))
    world.players[giver].credits -= moved
    world.players[taker].credits += moved
    return moved


# --- whole credits ----------------------------------------------------------------------------------------------------


@rule("COUP-039")
def whole(amount: Any) -> int:
    """The whole number of credits that an amount is when it is carried out; of zero, a negative or no real number it is 0."""
    number = _real(amount)
    return 0 if number is None or number <= 0 else floor(number + _HALF)


def _real(amount: Any) -> Fraction | None:
    """A number, or one written in digits with a point; None for anything else."""
    written = "" if isinstance(amount, bool) else str(amount)
    return Fraction(written.strip()) if _REAL.fullmatch(written) else None
