"""The Treasury: the credits that no player has; with those of all players they are as many at every instant."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Any

from tracker.core.rule import rule
from tracker.mechanics.chat_play import GoodsChange, Moment

from .state import World

CREDITS = "credits"
_REAL = re.compile(r"\s*[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})\s*", re.ASCII)
_HALF = Fraction(1, 2)


@rule("COUP-038")
def take(moment: Moment[World], player: str, wanted: int, clause: str, text: str) -> int:
    """Let a player take credits from the Treasury, only as many as it holds: how many that are."""
    taken = max(0, min(wanted, moment.world.treasury))
    moment.world.treasury -= taken
    _change(moment, player, taken, clause, text)
    return taken


@rule("COUP-038")
def pay(moment: Moment[World], player: str, amount: int, clause: str, text: str) -> int:
    """Let a player pay credits to the Treasury, only as many as they have: how many that are."""
    paid = max(0, min(amount, moment.world.players[player].credits))
    moment.world.treasury += paid
    _change(moment, player, -paid, clause, text)
    return paid


@rule("COUP-038")
def move(moment: Moment[World], giver: str, taker: str, amount: int, clause: str, text: str) -> int:
    """Let credits pass from one player to another, only as many as the one has: how many that are."""
    moved = max(0, min(amount, moment.world.players[giver].credits))
    _change(moment, giver, -moved, clause, text)
    _change(moment, taker, moved, clause, text)
    return moved


def _change(moment: Moment[World], player: str, delta: int, clause: str, text: str) -> None:
    held = moment.world.players[player]
    if delta:
        old, held.credits = held.credits, held.credits + delta
        moment.world.changes.append(
            GoodsChange(player, CREDITS, old, held.credits, moment.now, clause, text, moment.row)
        )


# --- whole credits ----------------------------------------------------------------------------------------------------


@rule("COUP-039")
def whole(moment: Moment[World], amount: Any) -> int:
    """The whole number of credits that an amount is when it is carried out; of zero, a negative or no real number it is 0."""
    number = _real(amount)
    if number is None or number <= 0:
        return 0
    return floor(number + _HALF) if moment.law.chooses("half_credits", "are rounded up") else round(number)


def _real(amount: Any) -> Fraction | None:
    """A number, or one written in digits with a point; None for anything else."""
    if isinstance(amount, bool):
        return None
    if isinstance(amount, (int, Fraction)):
        return Fraction(amount)
    written = repr(amount) if isinstance(amount, float) else str(amount)
    return Fraction(written.strip()) if _REAL.fullmatch(written) else None
