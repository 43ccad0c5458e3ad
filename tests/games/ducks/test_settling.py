"""Going on from a checkpoint says what a fold at once says (law 4), and what leaves the live state is stored by day."""

from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.ducks.test_cases import CASES
from tracker.app.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.ducks import GAME
from tracker.games.ducks.state import State
from tracker.mechanics.freezing import frozen, thawed

CHAPTERS = {chapter: list(cases) for chapter, cases in groupby(CASES, key=lambda case: case.chapter)}


def differs_with_stops(case: ChatCase) -> bool:
    """Whether anything kept of a situation changes where each of its rows is a tick of its own."""
    rows = rows_of(GAME, records(case))
    if any(row.observation.kind == "decision" for row in rows):
        return False
    instants = sorted({row.observation.happened_at for row in rows})
    end = instants[-1] + timedelta(days=8)
    done: Folded[State] | None = None
    for stop in (*instants, *(instant + TICKLE for instant in instants), end):
        if done is None or stop > done.as_of:
            done = fold(GAME, rows, stop, start=done)
            done.state = thawed(State, frozen(State, done.state))
    assert done is not None
    return bool(done.state.worlds != fold(GAME, rows, end).state.worlds)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_situation_goes_on_from_a_checkpoint_after_each_row(chapter: str) -> None:
    assert [case.name for case in CHAPTERS[chapter] if differs_with_stops(case)] == []


STORY = """
2021-03-07 00:00:00 opening {"players": [{"id": "ana", "items": {"Seeds": 30}}, {"id": "ben"}], "ponds": 1, "ducks": [{"id": 1, "owner": "ana"}]}
2021-03-07 00:00:00 set old_one_acts = "never"
2021-03-08 09:00:00 ana in game-actions m0: I name duck #1 "Puddle"; I assign "Puddle" to pond 1
2021-03-08 10:00:00 ana in game-actions m1: I give 5 Seeds to @ben
2021-03-08 11:00:00 ben in game-actions m2 re m1: agreed
2021-03-08 12:00:00 ben in game-actions m3: I join the game
2021-03-08 13:00:00 ben in general m4: good evening
2021-03-09 10:00:00 ana in game-actions m5: I give 6 Seeds to @ben
2021-03-09 11:00:00 ana in game-actions m6: I send "Puddle" scouting
"""


def test_what_was_told_is_stored_by_day_and_leaves_the_live_state() -> None:
    done = fold(GAME, rows_of(GAME, told(STORY, "ducks")), parse_instant("2021-05-20T00:00:00Z"))
    stored = GAME.settle(done.state, done.as_of)
    world = done.state.worlds[0]
    assert [record.key for record in stored][:2] == ["told:2021-03-08", "told:2021-03-09"]
    assert {record.group for record in stored} == {"2021-03", "2021-04"}
    assert not world.refused
    assert min(event.at for event in world.events) >= parse_instant("2021-04-15T00:00:00Z")
    assert {"m5", "m6"} <= done.state.log.messages.keys(), "an offer is open, and a mission waits for its dice"
    assert not {"m1", "m3", "m4"} & done.state.log.messages.keys()
