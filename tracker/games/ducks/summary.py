"""Ducks in a few lines, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board
from tracker.games.chat_summary import how_many

from .state import DUCK

COLUMNS = ("proposal", "class", "for", "against", "status")
_OPEN = frozenset({"voting-pending", "voting"})


def board_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Board:
    """Who plays with how many ducks, the period, how near the round is to being lost, the titles, and the open proposals.

    ``names`` are how people are shown.
    """
    proposals = [_row(id, each) for id, each in values["proposals"].items() if _is_open(each)]
    return Board(f"{_round(values)}; {_titles(values, names)}", COLUMNS, proposals)


def _round(values: Mapping[str, Any]) -> str:
    players = how_many([each if each == UNDETERMINED else each["player"] for each in values["players"].values()])
    period, lost = values["period"]["name"], values["god_eggs_to_losing"]
    ducks = how_many(values["ducks"].values())
    counts = f"{players} players, {ducks} ducks, {values['ponds']} ponds, Period {period}"
    if values["status"] == "lost":
        return f"lost by all ({values['cause']}); {counts}"
    if values["status"] == UNDETERMINED:
        return f"perhaps lost; {counts}"
    return f"{counts}, lost by {lost['duck_god']} God Eggs more of Duck God or {lost['old_one']} of the Duck Old One"


def _titles(values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    titles = values["titles"]
    if titles == UNDETERMINED:
        return "titles undetermined"
    ducks = values["ducks"]
    return ", ".join(f"{title}: {_holder(holder, ducks, names) or 'vacant'}" for title, holder in titles.items())


def _holder(holder: str | None, ducks: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A title's holder by name; a duck by its own, or by its number where it has none for certain."""
    number = (holder or "").removeprefix(DUCK)
    if not holder or number == holder:
        return names.get(holder or "", holder or "")
    duck = ducks.get(number)
    called = duck["name"] if isinstance(duck, Mapping) else None
    return f"duck #{number}" if called in (None, UNDETERMINED) else f"duck {called}"


def _is_open(proposal: Any) -> bool:
    return proposal == UNDETERMINED or proposal["status"] == UNDETERMINED or proposal["status"] in _OPEN


def _row(id: str, proposal: Any) -> tuple[Any, ...]:
    if proposal == UNDETERMINED:
        return (id, *(UNDETERMINED for _ in COLUMNS[1:]))
    return id, *(proposal[name] for name in COLUMNS[1:])
