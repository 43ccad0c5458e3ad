"""Requests, rulings, how these are overturned, and until when to the millisecond."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.mechanics.chat.invented import Done, at, look, said, stated_again, step
from tracker.mechanics.chat import rulings, votes
from tracker.mechanics.chat.rows import Message, Reacted
from tracker.mechanics.chat.rulings import Court, Ruling
from tracker.mechanics.chat.votes import NONE, UP, Voting

ALL = {"ana", "bob", "cleo"}
CANCELLING = Voting(both=NONE)


def court(**rulings_of: str) -> Court:
    world = look(Court(judge="ana").rooted())
    for name, by in rulings_of.items():
        world.rulings[name] = Ruling(by=by, made_at=at())
    return world


def call(world: Court, message: Message, ruling: str = "r1", when: datetime | None = None, **how: Any) -> Done:
    return step(world, rulings.call_vote, message, ruling, when=when, **how)


def decide(world: Court, matter: str = "v1", voting: Voting = CANCELLING) -> Done:
    return step(world, rulings.decide_confidence, matter, voting, ALL, when=world.confidence_votes[matter].ends)


def react(world: Court, user: str, emoji: str, seen: datetime | None = None) -> None:
    votes.react(world, Reacted("v1", emoji, user, seen_late=seen), Voting())


def test_a_request_is_answered_by_the_judge_once() -> None:
    world = court()
    asked = step(world, rulings.ask, said("zed", "q1", "Is it so?"), "Is it so?")
    assert asked.fields("justice_requested") == {"request": "q1", "player": "zed", "obliges": True, "kind": "question"}
    assert step(world, rulings.answer, said("bob", "r1"), "q1", "Yes").code == "NOT_THE_JUDGE"
    assert step(world, rulings.answer, said("ana", "r1"), "q9", "Yes").code == "NO_SUCH_REQUEST"
    world = stated_again(world)
    done = step(world, rulings.answer, said("ana", "r1", reply_to="q1"), "", "Yes")
    assert done.fields("ruling_made") == {"ruling": "r1", "request": "q1", "player": "ana", "truth": None}
    assert world.requests["q1"].status == "answered"
    assert step(world, rulings.answer, said("ana", "r2"), "1", "No").code == "ANSWERED_ALREADY"


def test_a_request_of_the_judge_obliges_nobody_or_is_refused() -> None:
    world = court()
    assert step(world, rulings.ask, said("ana", "q1"), "It is so").notes == ["REQUEST_NOT_OBLIGING"]
    assert step(world, rulings.ask, said("ana", "q2"), "It is so", judge_may=False).code == "OWN_REQUEST"


def test_a_statement_wants_true_or_false() -> None:
    world = court()
    step(world, rulings.ask, said("bob", "q1"), "It is so")
    assert step(world, rulings.answer, said("ana", "r1"), "", "perhaps", must_say=True).code == "NO_TRUTH_VALUE"
    assert step(world, rulings.answer, said("ana", "r1"), "", "perhaps").notes == ["NO_TRUTH_VALUE"]


def test_two_things_of_one_message_have_names_of_their_own() -> None:
    world = court()
    step(world, rulings.ask, said("bob", "q1"), "It is so")
    step(world, rulings.ask, said("bob", "q1", part=2), "It is not")
    assert [(name, each.number) for name, each in world.requests.items()] == [("q1", 1), ("q1-2", 2)]
    assert rulings.find(world.requests, "q1") is None
    assert rulings.find(world.requests, "#2") == "q1-2"
    assert step(world, rulings.answer, said("ana", "r1"), "q1", "", True).events == ["ruling_made"]


@pytest.mark.parametrize(
    ("by", "hours", "more", "whose", "code"),
    [
        ("ana", 168, 0, "own", ""),
        ("ana", 168, 1, "own", "TOO_LATE"),
        ("bob", 1, 0, "own", "NOT_THE_JUDGE_WHO_RULED"),
        ("bob", 1, 0, "any", "NOT_THE_JUDGE_WHO_RULED"),
    ],
)
def test_the_judge_overturns_an_own_ruling_in_time(by: str, hours: int, more: int, whose: str, code: str) -> None:
    world = court(r1="ana")
    when = at(hours, milliseconds=more)
    done = step(world, rulings.overturn_own, said(by), "r1", whose=whose, when=when)
    assert done.code == code
    if not code:
        assert done.fields("ruling_overturned") == {"ruling": "r1", "player": "ana"}
        assert done.notes == ["RULING_WITHOUT_BEARING", "NEW_RULING_DUE"]
        assert step(world, rulings.overturn_own, said(by), "r1").code == "OVERTURNED_ALREADY"


@pytest.mark.parametrize(("who", "allowed"), [("ana", {"any"}), ("bob", {"ruled"}), ("cleo", set())])
def test_a_ruling_of_a_former_judge_is_overturned_by_whom_the_game_says(who: str, allowed: set[str]) -> None:
    for whose in ("own", "any", "ruled"):
        done = step(court(r1="bob"), rulings.overturn_own, said(who), "r1", whose=whose)
        assert (done.code == "") == (whose in allowed)


def test_an_overturned_ruling_opens_its_request_again_and_ends_votes_on_it() -> None:
    world = court()
    step(world, rulings.ask, said("bob", "q1"), "Is it so?")
    step(world, rulings.answer, said("ana", "r1"), "", "No")
    call(world, said("bob", "v1"), "1")
    react(world, "bob", "👎")
    step(world, rulings.overturn_own, said("ana"), "")
    assert world.requests["q1"].status == "open"
    assert world.confidence_votes["v1"].status == "lapsed"
    assert not world.thumbs
    assert decide(world).events == []
    assert not list(rulings.closings(world, 1, "decide"))


@pytest.mark.parametrize(("more", "code"), [(0, ""), (1, "TOO_LATE")])
def test_a_vote_of_confidence_is_started_in_time(more: int, code: str) -> None:
    world = court(r1="ana")
    when = at(96, milliseconds=more)
    done = call(world, said("bob", "v1"), when=when)
    assert done.code == code
    if not code:
        told = {"ruling": "r1", "ends": "2021-08-08T12:00:00Z", "message": "v1"}
        assert done.fields("confidence_opened") == told
        assert [each.at for each in rulings.closings(world, 1, "decide")] == [at(144)]


@pytest.mark.parametrize(
    ("reactions", "voting", "reverse", "counts", "falls"),
    [
        (["ana👍", "bob👎"], Voting(), False, (1, 1), False),
        (["ana👍", "bob👎", "cleo👎", "zed👍"], Voting(), False, (1, 2), True),
        (["ana👍", "ana👎"], Voting(both=NONE), False, (0, 0), False),
        (["ana👍", "ana👎"], Voting(both=UP), False, (1, 0), False),
        (["ana👍"], Voting(), True, (0, 1), True),
        ([], Voting(), False, (0, 0), False),
    ],
)
def test_strictly_more_must_want_to_overturn(
    reactions: list[str], voting: Voting, reverse: bool, counts: tuple[int, int], falls: bool
) -> None:
    world = court(r1="ana")
    call(world, said("bob", "v1"), is_reversed=reverse)
    for each in reactions:
        react(world, each[:-1], each[-1])
    world = stated_again(world)
    done = decide(world, voting=voting)
    event = "ruling_overturned" if falls else "ruling_stands"
    assert done.fields(event) == {"ruling": "r1", "affirm": counts[0], "overturn": counts[1]}
    assert world.rulings["r1"].status == ("overturned" if falls else "standing")
    assert done.notes == (["RULING_WITHOUT_BEARING"] if falls else [])


def test_the_last_word_counts_before_reactions_and_until_the_end() -> None:
    world = court(r1="ana")
    assert step(world, rulings.say, said("bob"), "r1", "overturn").code == "NO_SUCH_VOTE"
    call(world, said("bob", "v1"))
    react(world, "bob", "👍")
    for word in ("affirm", "overturn"):
        done = step(world, rulings.say, said("bob", reply_to="v1"), "", word)
        assert done.fields("confidence_voted") == {"ruling": "r1", "player": "bob", "vote": word}
    assert decide(world).fields("ruling_overturned")["overturn"] == 1
    assert step(world, rulings.say, said("bob"), "r1", "affirm").code == "TOO_LATE"


def test_two_votes_of_one_message_share_its_reactions_and_a_word_must_name_one() -> None:
    world = court(r1="ana", r2="ana")
    call(world, said("bob", "v1"), "r1")
    call(world, said("bob", "v1", part=2), "r2")
    react(world, "bob", "👎")
    assert step(world, rulings.say, said("ana", reply_to="v1"), "", "affirm").code == "NO_SUCH_VOTE"
    step(world, rulings.say, said("ana"), "r1", "affirm")
    assert decide(world).events == ["ruling_stands"]
    assert rulings.is_poll(world, "v1")
    assert decide(world, "v1-2").events == ["ruling_overturned"]
    assert not world.thumbs


def test_two_votes_on_one_ruling_overturn_it_once() -> None:
    world = court(r1="ana")
    call(world, said("bob", "v1"))
    call(world, said("cleo", "v2"))
    react(world, "bob", "👎")
    assert decide(world).events == ["ruling_overturned"]
    assert decide(world, "v2").events == []
    assert call(world, said("cleo", "v3")).code == "OVERTURNED_ALREADY"


def test_the_poll_may_be_another_message_and_late_sight_is_told() -> None:
    world = court(r1="ana")
    react(world, "bob", "👎", seen=at(200))
    call(world, said("bob", "v2"), poll="v1")
    done = decide(world, "v2")
    assert done.events == ["ruling_overturned"]
    assert "VOTE_SEEN_LATE" in done.notes
    assert call(world, said("bob", "v3"), "r7").code == "NO_SUCH_RULING"
