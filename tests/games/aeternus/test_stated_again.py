"""The gamestate is whole: printed at any instant, stated again and followed by the same rows it comes to the same end."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.games.aeternus.wide_waters import story
from tests.games.situations import Record
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import iso, parse_instant
from tracker.games.aeternus import GAME
from tracker.mechanics.state.described import printed

STORY = story()
END = parse_instant("2025-03-01T00:00:00Z")
FIRST = parse_instant(STORY[0]["at"])
EVERY = [FIRST + n * (END - FIRST) / 50 for n in range(1, 50)]
"""Instants all over the story; at the end of its first day, when an action has cost points, too."""
DICE_WAIT: list[Record] = [
    {"kind": "opening", "id": "o", "game": "aeternus", "state": {"players": [{"id": "ana", "ap": 3}]}},
    {"kind": "message", "id": "m1", "channel": "game-actions", "author": "ana", "text": "Scout North and South"},
    {"kind": "message", "id": "m2", "channel": "game-actions", "author": "ana", "text": "Traverse North\nForage"},
    *({"kind": "roll", "sides": sides, "face": 1} for sides in (15, 22, 100)),
    *({"kind": "roll", "sides": sides, "face": 2} for sides in (15, 22, 100, 6)),
]


def world_at(rows: Sequence[Record], instant: datetime) -> Any:
    return json.loads(json.dumps(printed(fold(GAME, rows_of(GAME, rows), instant).state.world)))


def from_the_middle(rows: Sequence[Record], instant: datetime) -> Any:
    """The end of rows of which those up to an instant are only known by the gamestate then."""
    opening = {
        "kind": "opening",
        "id": "again",
        "game": "aeternus",
        "at": iso(instant),
        "state": world_at(rows, instant),
    }
    return world_at([opening, *(each for each in rows if parse_instant(each["at"]) > instant)], END)


@pytest.fixture(scope="module")
def end() -> Any:
    return world_at(STORY, END)


@pytest.mark.parametrize("instant", [FIRST + timedelta(hours=9), *EVERY], ids=iso)
def test_stated_again_it_comes_to_the_same_end(instant: datetime, end: Any) -> None:
    assert from_the_middle(STORY, instant.replace(microsecond=0)) == end


@pytest.mark.parametrize("minute", range(len(DICE_WAIT)))
def test_so_it_does_while_dice_are_open(minute: int) -> None:
    start = parse_instant("2025-02-03T12:00:00Z")
    rows = [{**each, "id": f"r{n}", "at": iso(start + timedelta(minutes=n))} for n, each in enumerate(DICE_WAIT)]
    assert from_the_middle(rows, start + timedelta(minutes=minute)) == world_at(rows, END)
    assert "1,0,0" not in world_at(rows, END)["world"]
    assert "0,0,1" in world_at(rows, END)["world"]
