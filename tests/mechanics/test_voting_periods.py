"""Voting periods: when they run, what done to a message retracts its proposal, and what the votes decide."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chats import NOON, at, message
from tracker.core.instants import FAR_FUTURE
from tracker.mechanics.chat_log import Between, ChatMessage
from tracker.mechanics.reaction_votes import Tally, tally
from tracker.mechanics.voting_periods import (
    Change,
    ClassRule,
    Proposal,
    RetractionRule,
    at_least_share,
    at_most_against,
    between,
    changes,
    doubtful_at_start,
    doubts_in_words,
    ended,
    stretches,
    surely_retracting,
    voting_period,
    with_author,
)
from tracker.mechanics.weekly_calendar import WeeklyCalendar

HALF = at_least_share(1, 2, without_votes=False)
EDITS_STAY = RetractionRule(frozenset({"deleted"}), gives_back=True)
ALL_RETRACTS = RetractionRule(frozenset({"edited", "deleted"}))
THU_AND_MON = WeeklyCalendar(6, (("Auction", 0, 0), ("Bartering", 3, 0)))


def proposal() -> Proposal:
    """A proposal of noon that is voted on from 12:10 and to 12:20."""
    return Proposal("m1", "bob", "Standard", NOON, at(10), at(20), "first")


def people(count: int, prefix: str = "p") -> frozenset[str]:
    return frozenset(f"{prefix}{number}" for number in range(count))


# --- periods and what passes


def test_a_period_starts_at_once_or_with_the_first_phase_strictly_later() -> None:
    monday = NOON.replace(hour=0)
    hours = timedelta(hours=48)
    assert voting_period(ClassRule(HALF, hours), NOON, THU_AND_MON) == (NOON, NOON + hours)
    thursday = monday + timedelta(days=3)
    assert voting_period(ClassRule(HALF), monday, THU_AND_MON) == (thursday, thursday + timedelta(days=4))
    assert voting_period(ClassRule(HALF), monday - timedelta(milliseconds=1), THU_AND_MON) == (monday, thursday)


@pytest.mark.parametrize(
    ("pro", "contra", "passes"), [(1, 1, True), (1, 2, False), (0, 0, False), (2, 1, True), (0, 1, False)]
)
def test_a_share_of_the_votes(pro: int, contra: int, passes: bool) -> None:
    assert HALF(people(pro), people(contra)) is passes


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 5), st.integers(1, 5))
def test_a_share_is_that_of_fractions(pro: int, contra: int, dividend: int, divisor: int) -> None:
    passes = at_least_share(dividend, divisor, without_votes=True)(people(pro), people(contra))
    assert passes == (pro + contra == 0 or pro / (pro + contra) >= dividend / divisor - 1e-12)


def test_at_most_so_many_against_whatever_is_for() -> None:
    assert at_most_against(2)(people(0), people(2))
    assert not at_most_against(2)(people(9), people(3))


def test_an_author_who_is_not_against_is_for() -> None:
    ana, bob, nobody = frozenset({"ana"}), frozenset({"bob"}), frozenset[str]()
    doubtful = Tally(((bob, nobody), (bob, ana)))
    assert with_author(doubtful, "ana").ways == ((bob | ana, nobody), (bob, ana))


# --- what happens to the message


@pytest.mark.parametrize(
    ("row", "where"),
    [
        ("12:09 edit m1: x", {"before"}),
        ("12:10 edit m1: x", {"during"}),
        ("12:19 delete m1", {"during"}),
        ("12:20 delete m1", {"after"}),
        ("12:08..12:10 edit m1: x", {"before", "during"}),
        ("12:10..12:19 edit m1: x", {"during"}),
        ("12:08..12:21 delete m1", {"before", "during", "after"}),
        ("12:19..12:20 delete m1", {"during", "after"}),
        ("12:20..12:30 delete m1", {"after"}),
    ],
)
def test_where_a_change_may_lie(row: str, where: set[str]) -> None:
    (change,) = changes(message(row))
    assert stretches(proposal(), change) == where


def test_what_was_decided_at_the_start_holds_at_the_end() -> None:
    change = Change("edited", Between(at(8), at(21)))
    judged = proposal()
    judged.was_before["edited"] = False
    assert stretches(judged, change) == {"during", "after"}
    judged.was_before["edited"] = True
    assert stretches(judged, change) == {"before"}


@given(st.integers(0, 30), st.integers(0, 30))
def test_an_interval_may_lie_wherever_some_instant_of_it_does(start: int, length: int) -> None:
    at_once = {where for tenth in range(1, length * 10 + 1) for where in _where(start + tenth / 10)}
    found = stretches(proposal(), Change("deleted", Between(at(start), at(start + length))))
    assert found == (at_once if length else set(_where(start)))


def _where(minute: float) -> frozenset[str]:
    return stretches(proposal(), Change("deleted", Between.exactly(at(minute))))


def test_a_message_first_seen_edited_has_an_edit_that_nobody_saw() -> None:
    told = ChatMessage("m1", "x", "bob", NOON, "second", seen=at(3), seen_edited=True)
    assert changes(told) == (Change("edited", Between(NOON, at(3)), "second"),)
    told.seen = None
    assert changes(told)[0].at == Between(NOON, FAR_FUTURE)


@pytest.mark.parametrize(
    ("rule", "row", "retracts"),
    [
        (EDITS_STAY, "12:05 edit m1: x", False),
        (EDITS_STAY, "12:05 delete m1", True),
        (EDITS_STAY, "12:10 edit m1: x", True),
        (EDITS_STAY, "12:20 edit m1: x", False),
        (EDITS_STAY, "12:08..12:12 edit m1: x", False),
        (EDITS_STAY, "12:12..12:14 edit m1: x", True),
        (ALL_RETRACTS, "12:05 edit m1: x", True),
        (ALL_RETRACTS, "12:08..12:12 edit m1: x", True),
        (ALL_RETRACTS, "12:12..12:22 edit m1: x", False),
    ],
)
def test_what_surely_retracts(rule: RetractionRule, row: str, retracts: bool) -> None:
    assert (surely_retracting(proposal(), message(row), rule, at(30)) is not None) is retracts


def test_nothing_retracts_before_it_surely_happened() -> None:
    told = message("12:12..12:14 edit m1: x")
    assert surely_retracting(proposal(), told, ALL_RETRACTS, at(13)) is None


def test_a_doubt_at_the_start_matters_where_the_rule_tells_before_from_during() -> None:
    edited, deleted = message("12:08..12:12 edit m1: x"), message("12:08..12:12 delete m1")
    assert doubtful_at_start(proposal(), edited, EDITS_STAY) == changes(edited)[0]
    assert doubtful_at_start(proposal(), deleted, EDITS_STAY) == changes(deleted)[0]
    assert doubtful_at_start(proposal(), edited, ALL_RETRACTS) is None
    assert doubtful_at_start(proposal(), message("12:09 edit m1: x"), EDITS_STAY) is None


# --- the end


def verdicts(rows: str) -> tuple[str, ...]:
    told = message(rows)
    votes = tally(told, "+1", "-1", at(20), lambda _: True, "each")
    return ended(proposal(), told, votes, HALF, EDITS_STAY).verdicts


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("12:11 ana +1 m1", ("took effect",)),
        ("12:11 ana -1 m1", ("failed",)),
        ("12:11 ana +1 m1\n12:19..12:21 cleo -1 m1", ("took effect",)),
        ("12:11 ana +1 m1\n12:12 bob -1 m1\n12:19..12:21 cleo -1 m1", ("took effect", "failed")),
        ("12:11 ana +1 m1\n12:19..12:21 delete m1", ("took effect", "retracted")),
        ("12:11 ana +1 m1\n12:12..12:15 delete m1", ("retracted",)),
        ("12:11 ana +1 m1\n12:20..12:25 delete m1", ("took effect",)),
        ("12:19..12:21 ana +1 m1\n12:19..12:21 edit m1: x", ("took effect", "failed", "retracted")),
    ],
)
def test_what_may_have_become_of_it(rows: str, expected: tuple[str, ...]) -> None:
    assert verdicts(rows) == expected


def test_the_votes_are_those_that_lead_to_the_verdict() -> None:
    told = message("12:11 ana +1 m1\n12:12 bob -1 m1\n12:19..12:21 cleo -1 m1")
    votes = tally(told, "+1", "-1", at(20), lambda _: True, "each")
    found = ended(proposal(), told, votes, HALF, EDITS_STAY)
    counted = proposal()
    counted.count(found.ways("failed", HALF))
    assert (counted.for_, counted.against, counted.voters_against) == (1, 2, ("bob", "cleo"))
    counted.count(votes)
    assert (counted.for_, counted.against, counted.voters_against) == (1, None, ("bob",))


@given(st.lists(st.sampled_from(["+1", "-1", "?+", "?-"]), max_size=6))
def test_the_verdicts_are_those_of_some_way_to_read_the_doubts(cast: list[str]) -> None:
    rows = []
    for number, vote in enumerate(cast):
        when = "12:19..12:21" if vote[0] == "?" else "12:11"
        rows.append(f"{when} p{number} {'+1' if '+' in vote else '-1'} m1")
    sure_for, sure_against = cast.count("+1"), cast.count("-1")
    possible = {
        "took effect" if HALF(people(sure_for + more), people(sure_against + others)) else "failed"
        for more in range(cast.count("?+") + 1)
        for others in range(cast.count("?-") + 1)
    }
    assert set(verdicts("\n".join(rows))) == possible


def test_a_proposal_closes_once() -> None:
    closed = proposal()
    closed.close("failed", at(20))
    assert closed.is_closed
    with pytest.raises(ValueError, match="is failed and cannot become retracted"):
        closed.close("retracted", at(21))
    with pytest.raises(ValueError, match="cannot become open"):
        proposal().close("open", at(21))


def test_doubts_name_both_looks() -> None:
    votes = tally(message("12:19..12:21 ana +1 m1"), "+1", "-1", at(20), lambda _: True, "each")
    looks = "between 2021-08-02 12:19 and 2021-08-02 12:21"
    assert doubts_in_words(votes) == [f"a reaction of ana was cast or taken back {looks}"]
    assert between(Between.exactly(at(0.5))) == "at 2021-08-02 12:00:30"
    assert between(Between(at(0), FAR_FUTURE)) == "after 2021-08-02 12:00"
