"""Starting in mid-game: the gamestate as people state it at one instant, taken over with defaults for what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import parse_instant
from tracker.core.rule import rule

from .dynasties import crown
from .moment import Moment
from .players import take_roster
from .special_case import status_in_title

KEYS = frozenset({"roster", "emperor", "dynasty_since", "interregnum_since", "special_cases", "dov_bars"})
"""What an opening may state; matters and votes are read from the blog, not stated."""


@rule("BN-011", "BN-015", "BN-029", "BN-096", "BN-165")
def take_opening(moment: Moment, row: str, stated: Mapping[str, Any]) -> None:
    """Take the stated gamestate over; keys that this game does not know are reported and change nothing."""
    state = moment.state
    for unknown in sorted(stated.keys() - KEYS):
        state.note("UNKNOWN_SETTING", "BN-200", f"an opening states {unknown!r}, which is unknown", row, at=moment.when)
    _take_people(moment, row, stated)
    if stated.get("emperor"):
        crown(moment, state.key_of(str(stated["emperor"])))
    state.dynasty_since = _instant(stated.get("dynasty_since"))
    state.awaiting_address = _instant(stated.get("interregnum_since"))
    for title, status in dict(stated.get("special_cases") or {}).items():
        name, is_active, _ = status_in_title(f"{title} [{status}]")
        state.special_cases[name] = is_active
    for name, until in dict(stated.get("dov_bars") or {}).items():
        state.dov_bars[state.key_of(str(name))] = parse_instant(str(until))


def _take_people(moment: Moment, row: str, stated: Mapping[str, Any]) -> None:
    people: Mapping[str, Mapping[str, Any]] = stated.get("roster") or {}
    emperor = stated.get("emperor")
    entries = [
        {
            "name": name,
            "status": said.get("status", "player"),
            "admin": bool(said.get("admin", False)),
            "emperor": bool(said.get("emperor", name == emperor)),
        }
        for name, said in people.items()
    ]
    if entries:
        take_roster(moment, row, entries)
    for name, said in people.items():
        person = moment.state.people[moment.state.key_of(name)]
        person.since = _instant(said.get("idle_since")) or person.since
        person.last_activity = _instant(said.get("last_post_or_comment"))
        person.last_activity_id = row if person.last_activity else ""


def _instant(text: object) -> datetime | None:
    return parse_instant(str(text)) if text else None
