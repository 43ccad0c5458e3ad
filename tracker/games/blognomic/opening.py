"""Starting in mid-game: the gamestate as people state it at one instant, taken over with defaults for what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import parse_instant
from tracker.core.rule import rule

from .core.dynasties import crown
from .core.players import take_roster
from .gndt import gndt
from .moment import Moment
from .special_case.special_case import status_in_title
from .state import Status

GAME = "blognomic"
"""What an opening calls this game."""
NOTE = (
    "The players are those whom the blog shows now: who has joined, idled, returned or become admin since that instant? Fill in"
    " the head of the dynasty (null: nobody) and since when; leave out what you do not know."
)
"""What a person has to do with a drafted opening besides correcting the list of players."""


def draft(players: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What a drafted opening states besides the list of players, from that list as the blog shows it."""
    emperors = [player["name"] for player in players if player.get("emperor")]
    return {"emperor": emperors[0] if emperors else None, "dynasty_since": None}


@rule("BN-011", "BN-015", "BN-029", "BN-096", "BN-165")
def take_opening(moment: Moment, row: str, payload: Mapping[str, Any]) -> None:
    """Take the stated gamestate over; keys that this game does not know are reported and change nothing.

    So is an opening of another game.
    """
    state = moment.state
    if payload["game"] != GAME:
        text = f"an opening of the game {payload['game']!r} is none of {GAME}; it is left out"
        state.note("UNKNOWN_SETTING", "BN-200", text, row, at=moment.when)
        return
    of_table = gndt.opening_names(moment)
    stated = {
        name: value
        for name, value in payload["state"].items()
        if name not in of_table and _is_readable(moment, row, name, value)
    }
    _take_people(moment, row, stated)
    if stated.get("emperor"):
        crown(moment, state.key_of(stated["emperor"]))
    state.dynasty_since = _instant(stated.get("dynasty_since"))
    state.awaiting_address = _instant(stated.get("interregnum_since"))
    for title, status in stated.get("special_cases", {}).items():
        name, is_active, _ = status_in_title(f"{title} [{status}]")
        state.special_cases[name] = is_active
    for name, until in stated.get("dov_bars", {}).items():
        state.dov_bars[state.key_of(name)] = parse_instant(until)
    gndt.follow_people(moment, row)
    gndt.take_opening(moment, row, {name: payload["state"][name] for name in of_table if name in payload["state"]})


def _is_readable(moment: Moment, row: str, name: str, value: Any) -> bool:
    """Whether a part of the opening is known and well formed; what is not is reported and left at its default."""
    if name not in SHAPES:
        text = f"an opening states {name!r}, which is unknown"
    elif SHAPES[name](value):
        return True
    else:
        text = f"an opening states {name} in a form that cannot be read"
    moment.state.note("UNKNOWN_SETTING", "BN-200", text, row, at=moment.when)
    return False


def _is_instant(value: object) -> bool:
    try:
        parse_instant(str(value))
    except ValueError:
        return False
    return isinstance(value, str)


def _is_roster(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(said, dict) and _is_person(said) for said in value.values())


def _is_person(said: Mapping[str, Any]) -> bool:
    instants = (said.get(name) for name in ("idle_since", "last_post_or_comment"))
    is_known = said.get("status", "player") in (Status.PLAYER.value, Status.IDLE.value)
    return is_known and all(when is None or _is_instant(when) for when in instants)


SHAPES: Mapping[str, Callable[[Any], bool]] = {
    "roster": _is_roster,
    "emperor": lambda value: value is None or isinstance(value, str),
    "dynasty_since": lambda value: value is None or _is_instant(value),
    "interregnum_since": lambda value: value is None or _is_instant(value),
    "special_cases": lambda value: isinstance(value, dict),
    "dov_bars": lambda value: isinstance(value, dict) and all(map(_is_instant, value.values())),
}
"""What an opening may state, each with whether a value of it is well formed; matters and votes are read from the blog."""


def _take_people(moment: Moment, row: str, stated: Mapping[str, Any]) -> None:
    people: Mapping[str, Mapping[str, Any]] = stated.get("roster") or {}
    emperor = stated.get("emperor")
    entries = [
        {
            "name": name,
            "member_id": str(said.get("member_id") or ""),
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
