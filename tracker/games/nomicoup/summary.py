"""Nomicoup in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board

COLUMNS = ("proposition", "title", "proponent", "up", "right", "down", "majority", "ends_at")


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Whose turn it is until when, what everybody has, what is pending, and the propositions that are voted on.

    ``names`` are how people are shown.
    """
    open_ones = [_row(number, each, names) for number, each in values["propositions"].items() if _is_open(each)]
    parts = (_standing(values, names), _players(values, names), _pending(values["pending"], names))
    return Board("; ".join(part for part in parts if part), COLUMNS, open_ones)


def _standing(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    status, turn = values["status"], values["turn"]
    if status == "over":
        won = values["winner"]
        winners = won if isinstance(won, list) else [won]
        return f"won by {' and '.join(_name(each, names) for each in winners)}"
    if status != "running":
        return "not started" if status == "waiting" else UNDETERMINED
    whose = (
        f"turn of {_name(turn['player'], names)} until {turn['ends_at']}" if isinstance(turn, Mapping) else _word(turn)
    )
    return f"round {values['round']}, {whose}, treasury {values['treasury']}, deck {values['deck_count']}"


def _players(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if values["status"] == "waiting":
        return f"entered: {', '.join(_name(id, names) for id in values['players']) or 'nobody'}"
    return ", ".join(_player(id, each, names) for id, each in values["players"].items()) or "nobody plays"


def _player(id: str, each: Any, names: Mapping[str, str]) -> str:
    if each == UNDETERMINED:
        return f"{_name(id, names)} {UNDETERMINED}"
    told = f"{each['credits']} credits, {each['influence']} face down, {each['exiles']} exiles"
    return f"{_name(id, names)}: {told}"


def _pending(pending: Any, names: Mapping[str, str]) -> str:
    if not isinstance(pending, Mapping):
        return "" if pending is None else f"pending {_word(pending)}"
    at = f" against {_name(pending['target'], names)}" if pending["target"] else ""
    return f"pending: {pending['kind']} of {_name(pending['actor'], names)}{at}"


def _word(value: Any) -> str:
    return "nobody's turn" if value is None else str(value)


def _name(id: Any, names: Mapping[str, str]) -> str:
    return names.get(id, id) if isinstance(id, str) else UNDETERMINED


def _is_open(each: Any) -> bool:
    return each == UNDETERMINED or each["status"] in ("active", UNDETERMINED)


def _row(number: str, each: Any, names: Mapping[str, str]) -> tuple[Any, ...]:
    if each == UNDETERMINED:
        return (number, *(UNDETERMINED for _ in COLUMNS[1:]))
    rest = (each[name] for name in COLUMNS[3:])
    return number, each["title"] or "", _name(each["proponent"], names), *rest
