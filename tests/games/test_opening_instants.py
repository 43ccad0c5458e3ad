"""In every game that is played in a chat: an instant at which nobody can have played is refused, and stops nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tracker.app.asking.replay import gamestates
from tracker.app.keeping.interchange import read_lines
from tracker.core.instants import parse_instant
from tracker.errors import InputError, UsageError
from tracker.games.registry import game

AT = "2025-06-02T12:00:00Z"
NEVER = ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+05:00", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z")
PLAYERS = [{"id": "ana"}, {"id": "bob"}]
STATED: dict[str, list[dict[str, Any]]] = {
    "aeternus": [
        {"players": [{"id": "ana", "joined": "?"}]},
        {"players": PLAYERS, "cycle_started": "?"},
        {"players": PLAYERS, "offers": [{"id": "m", "from": "ana", "to": "bob", "at": "?"}]},
        {
            "players": PLAYERS,
            "proposals": [{"id": "m", "author": "ana", "class": "Urgent", "created": "?", "start": AT, "end": AT}],
        },
    ],
    "ducks": [
        {"players": PLAYERS, "offers": [{"id": "m", "from": "ana", "to": "bob", "at": "?"}]},
        {
            "players": PLAYERS,
            "proposals": [{"id": "m", "author": "ana", "class": "Urgent", "created": AT, "start": AT, "end": "?"}],
        },
        {"players": PLAYERS, "requests": [{"id": "m", "by": "ana", "text": "?!", "at": "?"}]},
    ],
    "nomicoup": [
        {"players": ["ana", "bob"], "turn": {"player": "ana", "started_at": "?"}},
        {"players": ["ana", "bob"], "turn": {"player": "ana", "started_at": AT, "ends_at": "?"}},
        {"players": ["ana"], "clarifications": {"1": {"raiser": "ana", "judge": "ana", "chosen_at": "?"}}},
    ],
    "round10": [{"players": PLAYERS, "rulings": [{"id": "m", "by": "ana", "made_at": "?"}]}],
}
"""Openings with the instant that is to be told."""


def each_opening() -> Iterator[Any]:
    for slug, openings in STATED.items():
        for number, stated in enumerate(openings):
            yield pytest.param(slug, stated, id=f"{slug}-{number}")


@pytest.mark.parametrize("never", NEVER)
@pytest.mark.parametrize(("slug", "stated"), list(each_opening()))
def test_an_instant_of_no_play_is_refused_with_its_place_and_stops_nothing(
    slug: str, stated: dict[str, Any], never: str
) -> None:
    state = json.loads(json.dumps(stated).replace('"?"', json.dumps(never)))
    assert any(never in text for text in game(slug).opening_problems(state, {}, parse_instant(AT)))
    row = {"kind": "opening", "id": "o", "game": slug, "at": AT, "state": state}
    found = gamestates(game(slug), [row], ["2025-07-02T12:00:00Z"])[-1]
    assert any(finding.code.endswith("NOT_UNDERSTOOD") for finding in found.findings)


@pytest.mark.parametrize("never", NEVER)
@pytest.mark.parametrize("kind", ["opening", "setting"])
def test_no_row_is_of_such_an_instant(kind: str, never: str) -> None:
    stated = (
        {"game": "nomicoup", "state": {"players": ["ana"]}}
        if kind == "opening"
        else {"name": "turn_hours", "value": 24}
    )
    with pytest.raises(InputError, match=r"is not within the years 1970 to 2199|is no instant of any year"):
        read_lines([json.dumps({"kind": kind, "id": "o", "at": never, **stated}).encode()], "rows.jsonl")


@pytest.mark.parametrize("slug", STATED)
def test_the_longest_hours_stop_nothing(slug: str) -> None:
    played = game(slug)
    most = [each for each in played.parameters.values() if each.unit in ("hours", "days", "minutes")]
    rows = [{"kind": "setting", "id": each.name, "name": each.name, "value": each.most, "at": AT} for each in most]
    opening = {"kind": "opening", "id": "o", "game": slug, "at": AT, "state": {"players": ["ana", "bob"]}}
    assert gamestates(played, [*rows, opening], [AT, "2025-09-02T12:00:00Z"])


def test_nobody_looks_at_such_an_instant() -> None:
    for never in NEVER:
        with pytest.raises(UsageError, match="is no instant of play"):
            gamestates(game("nomicoup"), [], [never])
