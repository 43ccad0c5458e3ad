"""Openings: to start in mid-game, the gamestate as the blog shows it now is drafted as of an earlier instant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import iso
from tracker.core.observation import Observation

NOTES = (
    "This is the list of players as the blog shows it now, dated {at}.",
    "Correct it to what it was at that instant: who has joined, idled, returned or become admin since?",
    "Fill in the head of the dynasty (null: nobody) and since when; leave out what you do not know.",
    "Then archive it: tracker archive import FILE",
)
"""What a person must do with a draft."""


def draft_opening(roster: Observation, game: str, at: datetime) -> dict[str, Any]:
    """A roster seen now as an ``opening`` of the interchange format that holds from an earlier instant (UTC)."""
    players = roster.payload["players"]
    emperors = [player["name"] for player in players if player.get("emperor")]
    state = {
        "roster": {player["name"]: _person(player) for player in players},
        "emperor": emperors[0] if emperors else None,
        "dynasty_since": None,
    }
    return {"kind": "opening", "id": f"opening:{iso(at)}", "at": iso(at), "game": game, "state": state}


def _person(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player with everything that a person may have to correct, and the member id, by which posts are matched."""
    known = {"member_id": player["member_id"]} if player.get("member_id") else {}
    return {"status": player["status"], "admin": bool(player.get("admin")), **known}


def notes(at: datetime) -> list[str]:
    """What to tell the person who is given a draft."""
    return [note.format(at=iso(at)) for note in NOTES]
