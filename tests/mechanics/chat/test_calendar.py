from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chat.fairs import START, at, fair
from tracker.mechanics.chat.calendar import WEEK, Phases, Rhythm, each, each_phase, ends, share_the_week

MARKET = {"Early": ["Monday", "Tuesday", "Wednesday"], "Late": ["Thursday", "Friday", "Saturday", "Sunday"]}
INSTANTS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(INSTANTS)
def test_every_instant_lies_between_the_last_start_and_the_next(now: datetime) -> None:
    phases = Phases.of_weekdays(MARKET)
    began, until = phases.began(now), phases.next_start(now)
    assert began <= now < until
    assert phases.phase(began) == phases.phase(now) != phases.phase(until)
    assert until - began == timedelta(days=3 if phases.phase(now) == "Early" else 4)


@given(INSTANTS)
def test_phases_stated_in_hours_are_those_stated_in_weekdays(now: datetime) -> None:
    hours = Phases.following(START, {"Early": 72, "Late": 96})
    days = Phases.of_weekdays(MARKET)
    assert (hours.phase(now), hours.began(now), hours.next_start(now)) == (
        days.phase(now), days.began(now), days.next_start(now),
    )  # fmt: skip


def test_the_first_instant_of_a_phase_is_its_own() -> None:
    phases, thursday = Phases.of_weekdays(MARKET), START + timedelta(days=3)
    assert phases.phase(thursday) == "Late"
    assert phases.phase(thursday - timedelta(milliseconds=1)) == "Early"
    assert phases.next_start(thursday) == START + WEEK
    assert Rhythm.weekly("Monday").next(START) == START + WEEK


def test_what_runs_keeps_the_end_that_was_noted() -> None:
    rhythm = Rhythm.weekly("Wednesday")
    assert ends(None, rhythm, START) == START + timedelta(days=2)
    assert ends(START + WEEK, rhythm, START) == START + WEEK
    assert ends(START, rhythm, START) == START
    assert ends(START, rhythm, START + timedelta(seconds=1)) == START + timedelta(days=2)


def test_what_comes_round_is_due_at_its_instant_and_at_the_next() -> None:
    world = fair()
    now = at(world, 0)
    assert [due.at for due in each(world, Rhythm.weekly("Monday"), (1,), "elect")] == [now, now + WEEK]
    begins = {(due.at, due.fields["phase"]) for due in each_phase(world, Phases.of_weekdays(MARKET), (1,), "begin")}
    assert (now, "Early") in begins
    assert (now + timedelta(days=3), "Late") in begins


@pytest.mark.parametrize(
    ("days", "is_good"),
    [
        (MARKET, True),
        ({"All": ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]}, True),
        ({**MARKET, "Late": ["Thursday", "Saturday", "Friday", "Sunday"]}, False),
        ({**MARKET, "Late": ["Thursday"]}, False),
        ({**MARKET, "None": []}, False),
    ],
)
def test_phases_share_the_weekdays_out(days: dict[str, list[str]], is_good: bool) -> None:
    assert share_the_week(days) == is_good
