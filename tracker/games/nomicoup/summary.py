"""Nomicoup in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board
from tracker.games.chat_summary import how_many
from tracker.games.chat_view import PLAYING

COLUMNS = ("proposition", "title", "proponent", "up", "right", "down", "majority", "ends_at")


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Whose turn it is until when, what everybody has, what is pending, and the propositions that are voted on.

    ``names`` are how people are shown.
    """
    open_ones = [_row(number, each, names) for number, each in values["propositions"].items() if _is_open(each)]
    parts = (_standing(values, names), _players(values, names), _pending(values["pending"], names))
    return Board("; ".join(part for part in parts if part), COLUMNS, open_ones)


def _standing(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """How far the game is; where people must decide whether it was won, or has started, that it perhaps is so."""
    status, winner = values["status"], values["winner"]
    if status == "over":
        return f"won by {_winners(winner, names)}"
    if status == "waiting":
        return "not started"
    standing = f"{_round(values, names)}, treasury {values['treasury']}, deck {values['deck_count']}"
    if winner == UNDETERMINED:
        return f"perhaps won; {standing}"
    return standing if status == "running" else f"perhaps not started; {standing}"


def _winners(winner: Any, names: Mapping[str, str]) -> str:
    return " and ".join(_name(each, names) for each in (winner if isinstance(winner, list) else [winner]))


def _round(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    turn = values["turn"]
    is_known = isinstance(turn, Mapping)
    whose = f"turn of {_name(turn['player'], names)} until {turn['ends_at']}" if is_known else _turn(turn)
    return f"round {values['round']}, {whose}"


def _turn(turn: Any) -> str:
    return "nobody's turn" if turn is None else f"turn {turn}"


def _players(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """How many play, and what each has; before the start who they are."""
    playing = {id: entry["status"] for id, entry in values["roster"].items() if id in values["players"]}
    count = how_many([each if each == UNDETERMINED else each == PLAYING for each in playing.values()])
    told = [_player(id, values, names) for id in values["players"]]
    head = f"{count} {'player' if count == '1' else 'players'}"
    return f"{head}: {', '.join(told)}" if told else "nobody plays"


def _player(id: str, values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    each, status = values["players"][id], values["roster"][id]["status"]
    name = _name(id, names) if status == PLAYING else f"perhaps {_name(id, names)}"
    if values["status"] == "waiting" or each == UNDETERMINED:
        return name
    told = f"{each['credits']} credits, {each['influence']} face down, {each['exiles']} exiles"
    return f"{name}: {told}"


def _pending(pending: Any, names: Mapping[str, str]) -> str:
    if not isinstance(pending, Mapping):
        return "" if pending is None else f"pending {pending}"
    at = f" against {_name(pending['target'], names)}" if pending["target"] else ""
    return f"pending: {pending['kind']} of {_name(pending['actor'], names)}{at}"


def _name(id: Any, names: Mapping[str, str]) -> str:
    return names.get(id, id) if isinstance(id, str) else "nobody"


def _is_open(each: Any) -> bool:
    return each == UNDETERMINED or each["status"] in ("active", UNDETERMINED)


def _row(number: str, each: Any, names: Mapping[str, str]) -> tuple[Any, ...]:
    if each == UNDETERMINED:
        return (number, *(UNDETERMINED for _ in COLUMNS[1:]))
    rest = (each[name] for name in COLUMNS[3:])
    return number, each["title"] or "", _name(each["proponent"], names), *rest
