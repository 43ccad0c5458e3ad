"""The Treasury: the credits that no player has; with those of all players they are as many at every instant."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Any

from tracker.mechanics.chat.carrying import rule

from ..state import Coup

_REAL = re.compile(r"\s*[+-]?(?:\d{1,999}(?:\.\d{0,12})?|\.\d{1,12})\s*", re.ASCII)


@rule("COUP-038")
def take(world: Coup, player: str, wanted: int) -> None:
    """Let a player take credits from the Treasury, only as many as it holds."""
    world.players[player].credits += max(0, min(wanted, world.treasury))


@rule("COUP-038")
def pay(world: Coup, player: str, amount: int) -> None:
    """Let a player pay credits to the Treasury, only as many as they have."""
    world.players[player].credits -= min(amount, world.players[player].credits)


@rule("COUP-039")
def whole(amount: Any) -> int:
    """The whole number of credits that an amount is when it is carried out; of zero, a negative or no real number it is 0."""
    written = "" if isinstance(amount, bool) else str(amount)
    number = Fraction(written.strip()) if _REAL.fullmatch(written) else Fraction(0)
    return max(0, floor(number + Fraction(1, 2)))
