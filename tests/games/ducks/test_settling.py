"""Going on from a checkpoint says what a fold at once says (law 4), and what leaves the live state is stored by day."""

from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.blognomic.settled import Store
from tests.games.chat_stories import ChatCase, records, told
from tests.games.ducks.test_cases import CASES
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.chat_earlier import told_in
from tracker.games.ducks import GAME
from tracker.games.ducks.state import State
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


ROLLED = STORY.replace('"owner": "ana"}', '"owner": "ana", "pond_roll_due": true}')
LATE = f"""{ROLLED}
2021-03-10 10:00:00 ana in proposals p1: Urgent Proposal: It is so.
2021-03-10 11:00:00 rolls d6: 4
2021-03-10 11:00:00 ana in game-actions m7: I roll for a new pond
2021-05-20 10:00:00 ben in game-actions z1: SAID
"""


def test_what_is_closed_leaves_the_live_state_and_what_is_open_stays() -> None:
    done = fold(GAME, rows_of(GAME, told(LATE, "ducks")), parse_instant("2021-05-20T00:00:00Z"))
    world = done.state.worlds[0]
    assert [*world.offers, *world.proposals] == ["m1", "m5", "p1"]
    assert done.state.rolls
    GAME.settle(done.state, done.as_of)
    assert [*world.offers, *world.proposals, *done.state.rolls] == ["m5"]
    assert (
        {"Seeds", "quacks"} >= {change.item for change in world.changes if change.holder in ("ana", "ben")} >= {"Seeds"}
    )


@pytest.mark.parametrize(
    ("said", "code"), [("I accept trade m1", "no_such_offer"), ("I accept trade m9", "no_such_offer")]
)
@pytest.mark.parametrize("is_settled", [False, True])
def test_what_was_said_of_what_left_the_live_state_is_told_as_of_what_did_not(
    said: str, code: str, is_settled: bool
) -> None:
    rows = rows_of(GAME, told(LATE.replace("SAID", said), "ducks"))
    done = fold(GAME, rows, parse_instant("2021-05-01T00:00:00Z"))
    if is_settled:
        GAME.settle(done.state, done.as_of)
        done.state = thawed(State, frozen(State, done.state))
    done = fold(GAME, rows, parse_instant("2021-05-21T00:00:00Z"), start=done)
    (found,) = [each for each in GAME.refusals(done.state) if each.observation == "z1"]
    assert (found.code, found.text) == (code, "there is no such offer")


PROPOSED = """
2021-03-18 10:00:00 ana in proposals p2: Urgent Proposal: It is so.
2021-03-18 10:01:00 ben updownTrung p2
2021-03-18 10:01:00 zoe updownTrung p2
2021-03-18 09:00:00 zoe in game-actions z8: I join the game
2021-03-18 09:00:00 yan in game-actions z9: I join the game
2021-03-18 10:02:00 yan updownTrung p2
2021-03-20 09:55:00..2021-03-20 10:05:00 yan removes updownTrung p2
"""


def test_what_was_told_is_stored_up_to_the_first_day_on_which_worlds_differ() -> None:
    """A vote taken back between two looks: whether the proposal of that day is adopted hangs on it."""
    done = fold(GAME, rows_of(GAME, told(STORY + PROPOSED, "ducks")), parse_instant("2021-06-20T00:00:00Z"))
    assert len(done.state.worlds) == 2
    stored = GAME.settle(done.state, done.as_of)
    days = [record.key for record in stored]
    assert days[0] == "told:2021-03-08"
    assert "told:2021-03-18" in days
    assert max(days) < "told:2021-03-20"
    assert [event.name for event in told_in(Store(stored), "2021-03")["2021-03-08"].events][-2:] == [
        "trade_offered",
        "trade_done",
    ]
    for world in done.state.worlds:
        assert min(event.at for event in world.events) >= parse_instant("2021-03-20T00:00:00Z")
