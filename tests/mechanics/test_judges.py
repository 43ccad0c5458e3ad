"""The bench: the office, requests and rulings, and votes of confidence."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.mechanics.chats import NOON, at, message
from tracker.mechanics.judges import (
    Bench,
    ConfidenceVote,
    Overturner,
    Request,
    Ruling,
    Word,
    appoint,
    assent_to_removal,
    call_confidence,
    close_vote,
    confidence_answers,
    confidence_tally,
    is_within,
    overturn,
    overturn_own,
    request,
    resign,
    rule_on,
    vacate,
)
from tracker.mechanics.reaction_votes import Tally

HOUR = timedelta(hours=1)
TIMES: dict[str, Any] = {"limit": HOUR, "with_end": True, "lasts": HOUR}


def bench(judge: str = "ana") -> Bench:
    return Bench(judge, NOON, at(600))


def ruled(text: str = "It is so.", judge: str = "ana") -> tuple[Bench, Request, Ruling]:
    """A bench with one request and the ruling on it of 12:10."""
    held = bench(judge)
    asked = request(held, Request("bob", text, at(0), "m1"))
    ruling = Ruling(asked.id, judge, at(10), "m2", text="TRUE", truth=True)
    assert rule_on(held, asked, ruling) is None
    return held, asked, ruling


def call(held: Bench, ruling: Ruling, when: datetime, id: str = "m3") -> Any:
    return call_confidence(held, ruling, "bob", when, id, **TIMES)


# --- the office


def test_two_different_people_remove_the_judge() -> None:
    held = bench()
    assert assent_to_removal(held, "bob", at(1), 2) is False
    assert assent_to_removal(held, "bob", at(2), 2) is False
    assert assent_to_removal(held, "cleo", at(3), 2) is True
    assert (held.judge, held.assents, held.term_end) == ("", {}, None)
    assert assent_to_removal(held, "dev", at(4), 2) == "no judge"
    assert held.assents == {}


def test_assents_end_with_the_term_unless_they_are_kept_for_the_same_person() -> None:
    held = bench()
    assent_to_removal(held, "bob", at(1), 2)
    appoint(held, "ana", at(2), at(3), keep_assents=True)
    assert list(held.assents) == ["bob"]
    appoint(held, "cleo", at(3), at(4), keep_assents=True)
    assert held.assents == {}
    assent_to_removal(held, "bob", at(5), 2)
    appoint(held, "cleo", at(6), at(7))
    assert (held.judge, held.since, held.term_end, held.assents) == ("cleo", at(6), at(7), {})


def test_only_the_judge_resigns() -> None:
    held = bench()
    assert resign(held, "bob") == "not the judge"
    assert resign(held, "ana") is None
    assert resign(held, "") == "not the judge"
    assert held.judge == ""


def test_vacating_tells_who_it_was() -> None:
    held = bench()
    assert (vacate(held), held.judge, held.since) == ("ana", "", None)


# --- requests and rulings


@pytest.mark.parametrize(
    ("text", "is_question"),
    [("Is it so?", True), ("**Is it so?** ", True), ("It is so.", False), ("Why? Because.", False)],
)
def test_a_request_is_a_question_or_a_statement(text: str, is_question: bool) -> None:
    assert Request("bob", text, at(0), "m1").is_question is is_question


def test_a_request_of_the_judge_obliges_nobody() -> None:
    held = bench()
    assert request(held, Request("ana", "Is it?", at(0), "m1")).obliges is False
    assert request(held, Request("bob", "Is it?", at(0), "m2")).obliges is True


def test_several_requests_of_one_message_have_ids_of_their_own() -> None:
    held = bench()
    first, second = (request(held, Request("bob", "Is it?", at(0), "m1", n, 2)) for n in (1, 2))
    assert (first.id, second.id, list(held.requests)) == ("m1", "m1#2", ["m1", "m1#2"])
    assert (first.short, second.short) == ("m1-1", "m1-2")


def test_only_the_judge_rules_and_only_on_what_is_open() -> None:
    held, asked, ruling = ruled()
    assert (asked.status, ruling.request, ruling.truth, ruling.short) == ("answered", "m1", True, "m2")
    assert rule_on(held, asked, Ruling("m1", "ana", at(11), "m3")) == "answered"
    other = request(held, Request("bob", "Is it?", at(12), "m4"))
    assert rule_on(held, other, Ruling("m4", "bob", at(13), "m5")) == "not the judge"
    vacate(held)
    assert rule_on(held, other, Ruling("m4", "", at(13), "m5")) == "not the judge"
    assert (other.status, list(held.rulings)) == ("open", ["m2"])


@pytest.mark.parametrize(("minute", "with_end", "is_so"), [(59, False, True), (60, True, True), (60, False, False)])
def test_within_may_include_its_end(minute: int, with_end: bool, is_so: bool) -> None:
    assert is_within(NOON, at(minute), HOUR, with_end=with_end) is is_so
    assert is_within(NOON, at(60.001), HOUR, with_end=True) is False


def test_who_ruled_overturns_in_time_and_the_request_is_open_again() -> None:
    held, asked, ruling = ruled()
    times: dict[str, Any] = {"limit": HOUR, "with_end": True, "who": "the judge who ruled"}
    assert overturn_own(held, ruling, "bob", at(20), **times) == "not who ruled"
    assert overturn_own(held, ruling, "ana", at(70.001), **times) == "too late"
    assert overturn_own(held, ruling, "ana", at(70), **times) is None
    assert (ruling.status, ruling.overturned_at, asked.status) == ("overturned", at(70), "open")
    assert overturn_own(held, ruling, "ana", at(70), **times) == "overturned"
    with pytest.raises(ValueError, match="overturned already"):
        overturn(held, ruling, at(71))


@pytest.mark.parametrize(
    ("who", "may"), [("the judge who ruled", set()), ("who ruled", {"ana"}), ("the judge", {"bob"})]
)
def test_who_may_overturn_a_ruling_of_a_former_judge(who: Overturner, may: set[str]) -> None:
    found = set[str]()
    for by in ("ana", "bob", "cleo"):
        held, _, ruling = ruled()
        appoint(held, "bob", at(11), None)
        found |= {by} if overturn_own(held, ruling, by, at(20), HOUR, with_end=True, who=who) is None else set()
    assert found == may


# --- votes of confidence


def test_a_vote_is_called_in_time_on_a_ruling_that_stands() -> None:
    held, _, ruling = ruled()
    assert call(held, ruling, at(70.001)) == "too late"
    vote = call(held, ruling, at(70))
    assert (vote.start, vote.end, held.votes["m3"]) == (at(70), at(130), vote)
    overturn(held, ruling, at(80))
    assert (vote.status, call(held, ruling, at(40), "m4")) == ("void", "overturned")


def test_several_votes_that_one_message_calls_have_ids_of_their_own() -> None:
    held, asked, ruling = ruled()
    overturn_own(held, ruling, "ana", at(11), HOUR, with_end=True, who="the judge who ruled")
    other = Ruling(asked.id, "ana", at(12), "m5")
    assert rule_on(held, asked, other) is None
    votes = [call_confidence(held, other, "bob", at(13), "m6", n, **TIMES) for n in (1, 2)]
    assert list(held.votes) == ["m6", "m6#2"]
    assert list(held.votes.values()) == votes


def tallied(rows: str, words: dict[str, Word], may_vote: bool | None = True) -> Tally:
    vote = ConfidenceVote("m1", "m1", "r1", "bob", NOON, at(60), words)
    return confidence_tally(vote, message(rows), "+1", "-1", at(60), lambda _: may_vote, "none")


def test_words_count_instead_of_reactions() -> None:
    rows = "12:01 ana +1 m1\n12:01 bob +1 m1\n12:02 cleo +1 m1\n12:03 cleo -1 m1"
    bob, ana = frozenset({"bob"}), frozenset({"ana"})
    assert tallied(rows, {"bob": "overturn"}).ways == ((ana, bob),)
    assert tallied("12:01 ana -1 m1", {"bob": "affirm"}).ways == ((bob, ana),)


def test_words_of_who_may_not_vote_or_perhaps_not() -> None:
    nobody, bob = frozenset[str](), frozenset({"bob"})
    assert tallied("", {"bob": "overturn"}, may_vote=False).ways == ((nobody, nobody),)
    assert set(tallied("", {"bob": "overturn"}, may_vote=None).ways) == {(nobody, nobody), (nobody, bob)}


@pytest.mark.parametrize(
    ("affirm", "against", "decided"), [(2, 2, "stands"), (2, 3, "overturned"), (0, 0, "stands"), (1, 0, "stands")]
)
def test_strictly_more_overturn(affirm: int, against: int, decided: str) -> None:
    people = [frozenset(f"{side}{n}" for n in range(count)) for side, count in (("a", affirm), ("o", against))]
    votes = Tally(((people[0], people[1]),))
    assert confidence_answers(votes) == (decided,)
    vote = ConfidenceVote("m1", "m1", "r1", "bob", NOON, at(60))
    close_vote(vote, decided, votes)
    assert (vote.status, vote.affirm, vote.overturn) == (decided, affirm, against)


def test_counts_are_those_that_lead_to_what_was_decided() -> None:
    votes = tallied("12:01 ana -1 m1\n12:02 bob +1 m1\n12:59..13:01 cleo -1 m1", {})
    assert confidence_answers(votes) == ("stands", "overturned")
    vote = ConfidenceVote("m1", "m1", "r1", "bob", NOON, at(60))
    close_vote(vote, "overturned", votes)
    assert (vote.affirm, vote.overturn) == (1, 2)
