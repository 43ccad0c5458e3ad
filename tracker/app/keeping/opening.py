"""Openings: to start in mid-game, the gamestate as the blog shows it now is drafted as of an earlier instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.instants import iso
from tracker.games.base import Game

NOTES = (
    "This is dated {at}: correct it to what it was then.",
    "{note}",
    "Then archive it: tracker archive import FILE",
)
"""What a person must do with a draft."""


def draft_opening(players: Sequence[Mapping[str, Any]], game: Game[Any], at: datetime) -> dict[str, Any]:
    """A list of players seen now as an ``opening`` of the interchange format that holds from an earlier instant (UTC).

    Where none was seen the game gives an example of what can be stated.
    """
    roster = {"roster": {player["name"]: _person(player) for player in players}} if players else {}
    state = {**roster, **game.opening_draft(players)}
    return {"kind": "opening", "id": f"opening:{iso(at)}", "at": iso(at), "game": game.slug, "state": state}


def _person(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player with everything that a person may have to correct, and the member id, by which posts are matched."""
    known = {"member_id": player["member_id"]} if player.get("member_id") else {}
    return {"status": player["status"], "admin": bool(player.get("admin")), **known}


def notes(game: Game[Any], at: datetime) -> list[str]:
    """What to tell the person who is given a draft."""
    return [note.format(at=iso(at), note=game.opening_note) for note in NOTES]
