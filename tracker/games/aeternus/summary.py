"""Aeternus in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board
from tracker.games.chat_summary import how_many

from .hexes import counted

COLUMNS = ("proposal", "class", "for", "against", "status")
_OPEN = frozenset({"waiting", "open", UNDETERMINED})


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Who plays, how large the world is, the phase, the factions by influence, the Judge, and what is voted on: proposals and merge requests.

    ``names`` are how people are shown. Once the cycle is won nothing is open any more (AET-195).
    """
    judge = values["judge"] or "nobody"
    headline = f"{_cycle(values)}; {_factions(values, names)}; Judge: {names.get(judge, judge)}"
    return Board(headline, COLUMNS, [] if _is_over(values) else list(_rows(values, names)))


def _is_over(values: Mapping[str, Any]) -> bool:
    return values["winner"] not in (None, UNDETERMINED)


def _rows(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    yield from (_row(id, each) for id, each in values["proposals"].items() if _is_open(each))
    yield from (_merge_row(id, each, names) for id, each in values["merges"].items() if _is_open(each))


def _cycle(values: Mapping[str, Any]) -> str:
    players = how_many([each if each == UNDETERMINED else each["player"] for each in values["players"].values()])
    counts = f"{players} players, {counted(how_many(values['world'].values()))}"
    if _is_over(values):
        return f"won by {values['winner']}; {counts}"
    if values["winner"] == UNDETERMINED:
        counts = f"perhaps won; {counts}"
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


def _merge_row(id: str, merge: Any, names: Mapping[str, str]) -> tuple[Any, ...]:
    """A merge request under the names of proposals' columns; its factions stand beside its id."""
    if merge == UNDETERMINED:
        return (id, "merge", *(UNDETERMINED for _ in COLUMNS[2:]))
    one, other = (names.get(each, each) for each in merge["factions"])
    counts = (_count(merge, "for"), _count(merge, "against"))
    return f"{id}: {one} + {other} as {merge['name']}", "merge", *counts, merge["status"]


def _count(merge: Mapping[str, Any], side: str) -> int | str:
    """The votes of a side: those of the end, or while it is open those that stand now."""
    voters = merge.get(f"voters_{side}", UNDETERMINED)
    return merge[side] if side in merge else UNDETERMINED if voters == UNDETERMINED else len(voters)
