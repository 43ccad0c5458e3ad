"""Aeternus in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board

COLUMNS = ("proposal", "class", "for", "against", "status")
_OPEN = frozenset({"waiting", "open", UNDETERMINED})


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Who plays, how large the world is, the phase, the factions by influence, the Judge, and the open proposals.

    ``names`` are how people are shown.
    """
    proposals = [_row(id, each) for id, each in values["proposals"].items() if _is_open(each)]
    judge = values["judge"] or "nobody"
    return Board(f"{_cycle(values)}; {_factions(values, names)}; Judge: {names.get(judge, judge)}", COLUMNS, proposals)


def _cycle(values: Mapping[str, Any]) -> str:
    players = [each for each in values["players"].values() if each != UNDETERMINED and each["player"] is True]
    counts = f"{len(players)} players, {len(values['world'])} hexes"
    if values["winner"]:
        return f"won by {values['winner']}; {counts}"
    return f"{counts}, Phase {values['phase']} (Phase Number {values['phase_number']})"


def _factions(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The factions that have any influence, the most influential first."""
    from fractions import Fraction

    influence = values["influence"]
    if UNDETERMINED in (influence, *(influence.values() if influence != UNDETERMINED else ())):
        return "influence undetermined"
    found = sorted(influence.items(), key=lambda pair: -Fraction(pair[1]))
    strong = [f"{names.get(name, name)} {value}" for name, value in found if value != "0"]
    return f"influence: {', '.join(strong) or 'none'}"


def _is_open(proposal: Any) -> bool:
    return proposal == UNDETERMINED or proposal["status"] in _OPEN


def _row(id: str, proposal: Any) -> tuple[Any, ...]:
    if proposal == UNDETERMINED:
        return (id, *(UNDETERMINED for _ in COLUMNS[1:]))
    return id, *(proposal[name] for name in COLUMNS[1:])
