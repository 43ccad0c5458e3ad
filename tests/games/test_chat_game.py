"""What all chat games share, told with Round 10: doubts become worlds, dice find their requests, chatter leaves the log."""

import pytest
from tracker.mechanics.forked_worlds import MOST_WORLDS, is_overflowed

from tests.games.chat_stories import told
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import TICKLE, parse_instant
from tracker.games.round10 import GAME
from tracker.games.round10.state import State

OPENING = (
    '2021-08-05 00:00:00 opening {players = [{id = "ana", player = true, chips = 50}, {id = "bob", player = true}]}'
)


def folded(story: str, until: str) -> Folded[State]:
    return fold(GAME, rows_of(GAME, told(f"{OPENING}\n{story}", "round10")), parse_instant(until))


def test_a_doubt_makes_worlds_that_are_one_again_once_people_decide() -> None:
    story = "2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server"
    decided = "2021-08-10 00:00:00 decide departed:ana:2021-08-09T00:00:00Z before by dan"
    open_worlds = folded(story, "2021-08-10T00:00:00Z").state
    assert [world.players["ana"].goods["chips"] for world in open_worlds.worlds] == [50, 150]
    assert [question.id for question in GAME.questions(open_worlds, {})] == ["departed:ana:2021-08-09T00:00:00Z"]
    after = folded(f"{story}\n{decided}", "2021-08-10T00:00:00Z")
    assert [world.players["ana"].goods["chips"] for world in after.state.worlds] == [50]
    assert GAME.questions(after.state, after.context.decisions) == ()


def test_an_answer_that_is_not_possible_settles_nothing() -> None:
    story = """
    2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
    2021-08-10 00:00:00 decide departed:ana:2021-08-09T00:00:00Z maybe by dan
    """
    after = folded(story, "2021-08-10T00:00:00Z")
    assert len(after.state.worlds) == 2
    assert len(GAME.questions(after.state, after.context.decisions)) == 1


def test_what_came_about_in_one_of_several_worlds_only_is_not_told() -> None:
    story = """
    2021-08-08 22:00:00 ana in game-actions m1: I trade 120 chips to @bob for 1 chip
    2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
    2021-08-09 00:30:00 bob in game-actions m2 re m1: I accept
    """
    state = folded(story, "2021-08-09T00:30:00Z").state
    assert len(state.worlds) > 1
    assert {len(world.refused) for world in state.worlds} == {0, 1}
    assert [event["player"] for event in GAME.events(state) if event["event"] == "chips_granted"] == ["bob"]
    assert "trade_done" not in {event["event"] for event in GAME.events(state)}
    assert GAME.refusals(state) == ()


def test_a_world_that_somebodys_words_refute_is_gone() -> None:
    story = """
    2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
    2021-08-09 00:30:00 ana in general m1: good evening
    """
    assert len(folded(story, "2021-08-09T00:29:00Z").state.worlds) == 2
    after = folded(story, "2021-08-09T00:30:00Z").state
    assert [world.players["ana"].goods["chips"] for world in after.worlds] == [150]
    assert GAME.questions(after, {}) == ()


def test_chatter_leaves_the_log_with_its_instant() -> None:
    story = """
    2021-08-05 10:00:00 ana in general m1: good evening
    2021-08-05 10:00:00 bob in general m2: hello
    2021-08-05 11:00:00 bob in game-actions m3: I leave the game
    """
    assert set(folded(story, "2021-08-05T10:59:59Z").state.log.messages) == {"m1", "m2"}
    assert set(folded(story, "2021-08-05T11:00:00Z").state.log.messages) == {"m3"}


def test_dice_that_are_asked_for_are_told_one_by_one() -> None:
    state = folded("2021-08-05 10:00:00 ana in game-actions m1: I generate a lot", "2021-08-05T10:00:00Z").state
    requests = GAME.requests(state)
    assert [request.sides for request in requests] == [12, 20] * 3
    assert {request.asked_at for request in requests} == {parse_instant("2021-08-05T10:00:00Z")}


@pytest.mark.parametrize(("turned", "chips"), [("", 50), ("2021-08-05 01:00:00 set order_at_one_instant = %s", 150)])
def test_whoever_looks_at_a_boundary_sees_what_belongs_to_it(turned: str, chips: int) -> None:
    story = turned.replace("%s", '"messages, then boundaries"') or "2021-08-05 01:00:00 look discord"
    done = folded(story, "2021-08-09T00:00:00Z")
    seen = GAME.up_to(done.state, done.as_of, done.context)
    assert done.state.worlds[0].players["ana"].goods["chips"] == 200 - chips
    assert seen.worlds[0].players["ana"].goods["chips"] == 150
    later = fold(GAME, [], done.as_of + TICKLE, start=done)
    assert later.state.worlds[0].players["ana"].goods["chips"] == 150


def test_nothing_happens_by_itself_before_the_first_row_that_is_no_setting() -> None:
    rows = rows_of(GAME, told("1970-01-01 00:00:00 set lots_minimum = 4", "round10"))
    done = fold(GAME, rows, parse_instant("2021-08-05T00:00:00Z"))
    assert GAME.due_at(done.state) is None
    rows += rows_of(GAME, told("2021-08-05 10:00:00 ana in game-actions m1: I join the game", "round10"))
    joined = fold(GAME, rows, parse_instant("2021-08-05T10:00:00Z")).state
    assert GAME.due_at(joined) == parse_instant("2021-08-08T00:00:00Z")


def test_a_setting_that_cannot_be_used_is_reported() -> None:
    story = """
    2021-08-05 10:00:00 set players_per_group = 0
    2021-08-05 10:00:01 set no_such_thing = 3
    2021-08-05 10:00:02 set lots_minimum = "many"
    2021-08-05 10:00:03 set suits = {}
    2021-08-05 10:00:04 set identities = 5
    2021-08-05 10:00:05 set lots_minimum = 4
    """
    state = folded(story, "2021-08-06T00:00:00Z").state
    assert [finding.code for finding in GAME.findings(state)] == ["UNKNOWN_SETTING"] * 5
    assert state.settings == {"lots_minimum": 4}


def test_more_doubts_than_can_be_followed_are_told() -> None:
    people = [f"p{number}" for number in range(8)]
    joins = [f"2021-08-05 10:00:0{n} {who} in game-actions j{n}: I join the game" for n, who in enumerate(people)]
    doubts = [f"2021-08-08 23:00:00..2021-08-09 01:00:00 {who} leaves the server" for who in people]
    state = folded("\n".join([*joins, *doubts]), "2021-08-10T00:00:00Z").state
    assert len(state.worlds) <= MOST_WORLDS
    assert is_overflowed(state.worlds)
    asked = {question.id for question in GAME.questions(state, {})}
    assert asked == {f"departed:{who}:2021-08-09T00:00:00Z" for who in people}
    assert "NOT_ALL_FOLLOWED" in {finding.code for finding in GAME.findings(state)}


def test_a_doubt_that_makes_no_difference_is_settled_once() -> None:
    story = """
    2021-08-05 10:00:00 set chips_per_auction_phase = 0
    2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
    2021-08-12 00:00:00 look discord
    """
    assert {world.players["ana"].is_playing for world in folded(story, "2021-08-12T00:00:00Z").state.worlds} == {False}
