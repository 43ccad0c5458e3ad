"""Daily, weekly and communal actions, actions at the same time, and what is told of actions of several steps."""

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.blognomic.dynasties.limits import Limit, Taken, at_the_same_time, atomic_findings, bar_of, use_of
from tracker.games.blognomic.gndt.gndt_records import Use
from tracker.games.blognomic.law import Law
from tracker.mechanics.table.atomic_actions import Logged, Step, judge

CASES = tomllib.loads(Path(__file__).with_name("limits.toml").read_text(encoding="utf-8"))
NAMES = {"A": "Ada", "B": "Bo"}


def instant(text: str) -> datetime:
    return datetime.fromisoformat(f"2019-10-{text}+00:00").astimezone(UTC)


def use(text: str) -> Use:
    holder, at, *action = text.split()
    return Use(holder, action[0] if action else "gather", instant(at))


def law(at: datetime, **settings: object) -> Law:
    return Law(at, settings)


def told(limit: str, done: list[str], asked: str, **settings: object) -> tuple[str, str]:
    """The refusal in one line, and its sentence; both empty where it may be taken."""
    who, at = asked.split()
    uses = [use(text) for text in done]
    bar = bar_of(law(instant(at), **settings), Limit(limit), "gather", who, uses, NAMES.__getitem__)
    return (f"{bar.code} {bar.clause} until {bar.until:%dT%H:%M:%S}", bar.text) if bar else ("", "")


@pytest.mark.parametrize(
    ("case", "asked"),
    [(case, asked) for case in CASES["case"] for asked in case["asks"]],
    ids=lambda value: value["why"] if isinstance(value, dict) else value[0],
)
def test_whether_an_action_may_be_taken(case: dict[str, Any], asked: list[str]) -> None:
    who, expected, *sentence = asked
    said = told(case["limit"], case["done"], who)
    assert said[0] == expected
    assert sentence in ([], [said[1]])


def test_the_gaps_are_those_in_force() -> None:
    assert told("daily", ["A 01T20:00:00"], "A 02T00:00:00", daily_gap_hours=4) == ("", "")
    assert told("weekly", ["A 06T12:00:00"], "A 07T12:00:00", weekly_gap_hours=36)[0].endswith("until 08T00:00:00")


def test_exactly_the_gap_later_it_is_allowed() -> None:
    assert told("daily", ["A 01T20:00:00"], "A 02T06:00:00") == ("", "")


HOURS = st.integers(0, 24 * 20).map(lambda hours: instant("01T00:00:00") + timedelta(hours=hours))
USES = st.lists(st.builds(Use, st.sampled_from("AB"), st.just("gather"), HOURS), max_size=6)


@given(st.sampled_from(list(Limit)), USES, HOURS)
def test_an_action_returns_at_the_instant_said_and_no_second_before(
    limit: Limit, uses: list[Use], at: datetime
) -> None:
    known = [use for use in uses if use.at <= at]
    bar = bar_of(law(at), limit, "gather", "A", known)
    again = bar.until if bar else None
    if again is None:
        return
    assert again > at
    assert bar_of(law(again), limit, "gather", "A", known) is None
    last = bar_of(law(again - timedelta(seconds=1)), limit, "gather", "A", known)
    assert last is not None
    assert last.until == again


def taken(text: str) -> Taken:
    who, span, _, update = text.split()
    began, _, ended = span.partition("..")
    return Taken(who, f"action of {update}", instant(began), instant(ended) if ended else None, update)


@pytest.mark.parametrize("case", CASES["together"], ids=lambda case: case["why"])
def test_two_actions_at_the_same_time(case: dict[str, Any]) -> None:
    asked, other = taken(case["asked"]), taken(case["other"])
    assert at_the_same_time(law(asked.began), asked, [other]) == (other if case["reported"] else None)


def test_what_one_update_lists_is_taken_one_after_the_other() -> None:
    asked = other = taken("A 01T10:00:00..01T10:00:00 in r1")
    assert at_the_same_time(law(asked.began), asked, [other]) is None


def test_how_long_an_action_may_be_open_is_the_rules_number() -> None:
    asked, other = taken("A 01T12:59:00..01T12:59:00 in r2"), taken("A 01T10:00:00.. in r1")
    assert at_the_same_time(law(asked.began, ongoing_hours=2), asked, [other]) is None


STEPS = [Step("S1"), Step("S2", ("S1",)), Step("S3"), Step("S4")]


def logged(text: str, how: Any = "done") -> Logged:
    step, at = text.split()
    return Logged(step, instant(at), how, f"row of {step}")


def test_an_atomic_action_spends_its_use_when_it_is_complete() -> None:
    complete = judge(STEPS[:2], [logged("S1 01T23:50:00"), logged("S2 02T00:03:00")])
    spent = use_of(complete, "A", "gather")
    assert spent == Use("A", "gather", instant("02T00:03:00"))
    assert told("daily", ["A 02T00:03:00"], "A 02T23:00:00")[0].startswith("ALREADY_TODAY")


def test_an_unfinished_atomic_action_spends_no_use() -> None:
    assert use_of(judge(STEPS, [logged("S1 01T10:00:00")]), "A", "gather") is None


def test_what_is_told_of_an_unfinished_atomic_action() -> None:
    still_open = judge(STEPS, [logged("S1 01T10:00:00"), logged("S2 01T10:01:00")])
    move = Taken("A", "a move", instant("01T10:05:00"), instant("01T10:05:00"), "r7")
    found = atomic_findings(law(instant("02T16:00:00")), still_open, "Ada", "the rite", [move])
    assert [(each.code, each.clause, each.is_note) for each in found] == [
        ("ATOMIC_INCOMPLETE", "BN-107", True),
        ("DURING_ATOMIC", "BN-171", False),
    ]
    assert found[0].text == "the rite by Ada has been open for 30 h with 2 of 4 steps done"
    assert found[0].observations == ("row of S1", "row of S2")
    assert found[1].text == "Ada took a move at 2019-10-01T10:05:00Z while the rite was not complete"


def test_what_is_told_of_steps_to_redo() -> None:
    wrong = judge(STEPS, [logged("S2 01T10:00:00"), logged("S1 01T10:01:00"), logged("S3 01T10:02:00")])
    texts = [each.text for each in atomic_findings(law(instant("01T11:00:00")), wrong, "Ada", "the rite")]
    assert texts == [
        "the rite by Ada: to be done again: S2; the other steps stand",
        "the rite by Ada has been open for 1 h with 2 of 4 steps done",
    ]


def test_nothing_is_told_of_a_complete_atomic_action() -> None:
    complete = judge(STEPS[:2], [logged("S1 01T10:00:00"), logged("S2 01T10:01:00")])
    assert atomic_findings(law(instant("01T11:00:00")), complete, "Ada", "the rite") == []
