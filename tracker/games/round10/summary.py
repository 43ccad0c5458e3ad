"""Round 10 in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board
from tracker.games.chat_summary import how_many

COLUMNS = ("proposal", "class", "for", "against", "status")
_OVER = frozenset({"took effect", "failed", "retracted"})


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Who plays, the phase, the Judge, and the proposals that are not decided; ``names`` are how people are shown."""
    players = how_many([each if each == UNDETERMINED else each["player"] for each in values["players"].values()])
    judge = names.get(values["judge"], values["judge"]) or "nobody"
    lots = how_many(values["lots"].values())
    headline = f"{players} players, {values['phase']} Phase, Judge: {judge}, {lots} lots"
    if values["winner"] == UNDETERMINED:
        headline = f"perhaps won; {headline}"
    elif values["winner"]:
        headline = f"won by {names.get(values['winner'], values['winner'])}; {headline}"
    return Board(headline, COLUMNS, [_row(id, each) for id, each in values["proposals"].items() if not _is_over(each)])


def _is_over(proposal: Any) -> bool:
    return proposal != UNDETERMINED and proposal["status"] in _OVER


def _row(id: str, proposal: Any) -> tuple[Any, ...]:
    if proposal == UNDETERMINED:
        return (id, *(UNDETERMINED for _ in COLUMNS[1:]))
    return id, *(proposal[name] for name in COLUMNS[1:])
