"""Going on from a checkpoint says what a fold at once says (law 4), and what leaves the live state is stored by day."""

from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.round10.test_cases import CASES
from tests.games.round10.test_properties import told as said
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.chat_game.state import ChatState
from tracker.games.round10 import GAME
from tracker.games.round10.game import State
from tracker.games.round10.state import Round10
from tracker.mechanics.freezing import frozen, thawed

CHAPTERS = {chapter: list(cases) for chapter, cases in groupby(CASES, key=lambda case: case.chapter)}


def differs_with_stops(case: ChatCase) -> bool:
    """Whether anything said of a situation changes where each of its rows is a tick of its own."""
    rows = rows_of(GAME, records(case))
    if any(row.observation.reaches_back for row in rows):
        return False
    instants = sorted({row.observation.happened_at for row in rows})
    end = instants[-1] + timedelta(days=8)
    done: Folded[ChatState[Round10]] | None = None
    for stop in (*instants, *(instant + TICKLE for instant in instants), end):
        if done is None or stop > done.as_of:
            done = fold(GAME, rows, stop, start=done)
            done.state = thawed(State, frozen(State, done.state))
    assert done is not None
    return said(done.state) != said(fold(GAME, rows, end).state)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_situation_goes_on_from_a_checkpoint_after_each_row(chapter: str) -> None:
    assert [case.name for case in CHAPTERS[chapter] if differs_with_stops(case)] == []


STORY = """
2021-08-05 00:00:00 opening {players = [{id = "ana", player = true, chips = 50}, {id = "bob", player = true}]}
2021-08-05 10:00:00 ana in game-actions m1: I give 5 chips to bob
2021-08-05 11:00:00 bob in game-actions m2 re m1: I accept
2021-08-05 12:00:00 bob in game-actions m3: I join the game
2021-08-05 13:00:00 bob in general m4: good evening
2021-08-06 10:00:00 ana in game-actions m5: I give 6 chips to bob
2021-08-06 11:00:00 ana in auctions m6: Bid: nothing
"""


def test_what_was_told_is_stored_by_day_and_leaves_the_live_state() -> None:
    done = fold(GAME, rows_of(GAME, told(STORY, "round10")), parse_instant("2021-09-20T00:00:00Z"))
    stored = GAME.settle(done.state, done.as_of)
    assert [record.key for record in stored][:2] == ["told:2021-08-05", "told:2021-08-06"]
    assert all(event.at >= parse_instant("2021-08-16T00:00:00Z") for event in done.state.told.events)
    assert done.state.told.refused == []
    assert GAME.settle(done.state, done.as_of) == []


LATE = (
    STORY
    + """
2021-08-09 10:00:00 ana in auctions b1: Bid: {sha256:Bid 5 chips on Lot 1. salt: x}
2021-08-10 10:00:00 ana in auctions b2: Bid: {sha256:Bid 6 chips on Lot 1. salt: x}
2021-08-10 11:00:00 ana in proposals p1: [Urgent] It is so.
2021-08-15 12:00:00 ana in game-actions g1: I generate a lot
2021-08-15 12:00:01 rolls d12,d20,d12,d20,d12,d20: 1 1 1 1 1 1
2021-08-16 10:00:00 ana in game-actions g2: I exchange 3 Trungs for 1 Gold Star
"""
)


def test_what_is_closed_leaves_the_live_state_and_what_is_open_stays() -> None:
    done = fold(GAME, rows_of(GAME, told(LATE, "round10")), parse_instant("2021-10-20T00:00:00Z"))
    world = done.state.world
    assert [*world.offers, *world.proposals, *world.secrets] == ["m1", "m5", "p1", "b1", "b2"]
    GAME.settle(done.state, done.as_of)
    assert [*world.offers, *world.proposals, *world.secrets] == ["m5"]
