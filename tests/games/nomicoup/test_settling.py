"""Going on from a checkpoint says what a fold at once says (law 4), and what leaves the live state is stored by day."""

import json
from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.nomicoup.test_cases import CASES
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.chat_game.state import ChatState
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.state import Coup, State
from tracker.mechanics.freezing import frozen, thawed
from tracker.mechanics.state.described import printed as state_printed

CHAPTERS = {chapter: list(cases) for chapter, cases in groupby(CASES, key=lambda case: case.chapter)}


def told_of(state: ChatState[Coup]) -> str:
    """What is said of a situation: events, refusals and the gamestate."""
    events = [each.record() for each in state.told.events]
    refused = [[each.row, each.name, each.text] for each in state.told.refused]
    return json.dumps([events, refused, state_printed(state.world)], sort_keys=True)


def differs_with_stops(case: ChatCase) -> bool:
    """Whether anything kept of a situation changes where each of its rows is a tick of its own."""
    rows = rows_of(GAME, records(case))
    if any(row.observation.reaches_back for row in rows):
        return False
    instants = sorted({row.observation.happened_at for row in rows})
    end = instants[-1] + timedelta(days=8)
    done: Folded[ChatState[Coup]] | None = None
    for stop in (*instants, *(instant + TICKLE for instant in instants), end):
        if done is None or stop > done.as_of:
            done = fold(GAME, rows, stop, start=done)
            done.state = thawed(State, frozen(State, done.state))
    assert done is not None
    return told_of(done.state) != told_of(fold(GAME, rows, end).state)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_situation_goes_on_from_a_checkpoint_after_each_row(chapter: str) -> None:
    assert [case.name for case in CHAPTERS[chapter] if differs_with_stops(case)] == []


OPENING = {
    "players": [{"id": "ana", "hand": ["Duke", "Duke"]}, {"id": "ben", "hand": ["Captain", "Captain"]}],
    "deck": ["Contessa"],
    "turn": {"player": "ana", "started_at": "2021-05-01T09:00:00Z"},
}
STORY = """
2021-05-01 09:00:00 opening OPENING
2021-05-01 10:00:00 ana in general m1: I take Foreign Aid.
2021-05-01 11:00:00 ana in propositions p1: Type: Deletion\\nRule: 4.4.1
2021-05-01 12:00:00 ben in general m2: Good evening.
2021-05-02 10:00:00 ana in propositions p2: Type: Title Edit\\nRule: 4.4.2\\nNew title: Help
2021-05-02 12:00:00 ben ⬆️ p2
"""


def test_what_was_told_is_stored_by_day_and_leaves_the_live_state() -> None:
    done = fold(
        GAME,
        rows_of(GAME, told(STORY.replace("OPENING", json.dumps(OPENING)), "nomicoup")),
        parse_instant("2021-07-20T00:00:00Z"),
    )
    stored = GAME.settle(done.state, done.as_of)
    world = done.state.world
    assert [record.key for record in stored][:2] == ["told:2021-05-01", "told:2021-05-02"]
    assert min(event.at for event in done.state.told.events) >= parse_instant("2021-06-15T00:00:00Z")
    assert world.pending is not None
    assert set(done.state.said) == {"m1"}, "only what a pending action hangs on is remembered"
    assert world.propositions_made == 2
    assert GAME.view(done.state, done.as_of, done.seq, done.context).values["players"]["ana"]["credits"] == 2
