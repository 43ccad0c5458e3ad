"""Going on from a checkpoint says what a fold at once says (law 4), and what leaves the live state is stored by day."""

from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.aeternus.test_cases import CASES
from tests.games.chat_stories import ChatCase, records, told
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.aeternus import GAME
from tracker.games.aeternus.state import State
from tracker.mechanics.freezing import frozen, thawed

CHAPTERS = {chapter: list(cases) for chapter, cases in groupby(CASES, key=lambda case: case.chapter)}


def differs_with_stops(case: ChatCase) -> bool:
    """Whether anything kept of a situation changes where each of its rows is a tick of its own."""
    rows = rows_of(GAME, records(case))
    if any(row.observation.reaches_back for row in rows):
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
2025-02-03 10:00:00 opening {"cycle_started": "2025-02-03T10:00:00Z", "players": [{"id": "ana", "inventory": {"Wood": 9}}, {"id": "ben"}]}
2025-02-04 10:00:00 ana in trades m1: I give 5 Wood to @ben
2025-02-04 11:00:00 ben in trades m2 re m1: agreed
2025-02-04 12:00:00 ben in game-actions m3: I join the game
2025-02-04 13:00:00 ben in general m4: good evening
2025-02-04 13:01:00 ben in proposals m5: It is so.
2025-02-05 10:00:00 ana in game-actions m6: Merge request: ana + ben as "Duo"
2025-02-05 11:00:00 ben in game-actions m7: Forage
2025-02-05 11:00:01 roll 6 6
2025-04-20 10:00:00 ana in trades m8: I give 1 Wood to @ben
2025-04-20 11:00:00 ana in game-actions m9: Merge request: ana + ben as "Duo"
"""


def test_what_is_closed_leaves_the_live_state_and_what_is_open_stays() -> None:
    done = fold(GAME, rows_of(GAME, told(STORY, "aeternus")), parse_instant("2025-04-21T00:00:00Z"))
    world = done.state.worlds[0]
    assert [*world.offers, *world.proposals, *world.merges] == ["m1", "m8", "m5", "m6", "m9"]
    stored = GAME.settle(done.state, done.as_of)
    assert [record.key for record in stored][:2] == ["told:2025-02-04", "told:2025-02-05"]
    assert [*world.offers, *world.proposals, *world.merges] == ["m8", "m9"]
    assert not {"m1", "m3", "m4", "m5", "m6"} & done.state.log.messages.keys()
    assert {"m8", "m9"} <= done.state.log.messages.keys()
    assert not world.refused
    assert done.state.rolls == {}
    assert thawed(State, frozen(State, done.state)) == done.state
