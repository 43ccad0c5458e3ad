"""Openings: to start in mid-game, the players as they are now are drafted as of an earlier instant for a person to confirm."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import iso
from tracker.core.observation import Observation

NOTES = (
    "This is the list of players as the blog shows it now, dated {at}.",
    "Correct it to what it was at that instant: who has joined, idled, returned or become admin since?",
    'Mark the head of the dynasty with "emperor": true; nobody else.',
    "Then archive it: tracker archive import FILE",
)
"""What a person must do with a draft."""


def draft_opening(roster: Observation, at: datetime) -> dict[str, Any]:
    """A roster seen now as a record of the interchange format that holds from an earlier instant (UTC)."""
    players = [_player(player) for player in roster.payload["players"]]
    return {"kind": "roster", "id": f"opening:{iso(at)}", "at": iso(at), "players": players}


def _player(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player with everything that a person may have to correct."""
    return {**player, "admin": bool(player.get("admin")), "emperor": bool(player.get("emperor"))}


def notes(at: datetime) -> list[str]:
    """What to tell the person who is given a draft."""
    return [note.format(at=iso(at)) for note in NOTES]
