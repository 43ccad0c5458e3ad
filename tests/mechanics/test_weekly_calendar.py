"""The weekly calendar: weeks and phases that start at the same weekdays and hours every week."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.weekly_calendar import WEEK, WeeklyCalendar

SUNDAYS = WeeklyCalendar(6, (("Auction", 0, 0), ("Bartering", 3, 0)))
MONDAYS = WeeklyCalendar(0, (("One", 6, 12), ("Two", 2, 18), ("Three", 2, 6)))
SUNDAY = datetime(2021, 8, 8, tzinfo=UTC)
MONDAY, THURSDAY = SUNDAY + timedelta(days=1), SUNDAY - timedelta(days=3)
MILLISECOND = timedelta(milliseconds=1)
instants = st.integers(0, 100 * 365 * 24 * 3600 * 1000).map(lambda number: SUNDAY + (number - 10**12) * MILLISECOND)
calendars = st.sampled_from([SUNDAYS, MONDAYS, WeeklyCalendar(3, (("Only", 5, 23),))])


@pytest.mark.parametrize(
    ("when", "name"),
    [
        (MONDAY, "Auction"),
        (MONDAY - MILLISECOND, "Bartering"),
        (THURSDAY, "Bartering"),
        (THURSDAY - MILLISECOND, "Auction"),
        (SUNDAY + timedelta(hours=12), "Bartering"),
    ],
)
def test_a_phase_holds_from_its_first_instant_and_over_the_weeks_end(when: datetime, name: str) -> None:
    assert SUNDAYS.phase_at(when).name == name


def test_a_phase_names_its_start_and_end() -> None:
    phase = SUNDAYS.phase_at(SUNDAY)
    assert (phase.start, phase.end) == (THURSDAY, MONDAY)
    assert SUNDAYS.phase_after(SUNDAY).start == MONDAY
    assert SUNDAYS.phase_after(MONDAY).start == MONDAY + timedelta(days=3)


def test_the_next_phase_starts_strictly_later() -> None:
    assert SUNDAYS.next_phase_start(SUNDAY) == MONDAY
    assert SUNDAYS.next_phase_start(THURSDAY) == MONDAY


def test_weeks_start_on_their_weekday() -> None:
    assert (SUNDAYS.week_of(SUNDAY), SUNDAYS.week_of(SUNDAY - MILLISECOND)) == (SUNDAY, SUNDAY - WEEK)
    assert SUNDAYS.next_week(SUNDAY) == SUNDAY + WEEK
    assert (MONDAYS.week_of(SUNDAY), MONDAYS.next_week(SUNDAY)) == (MONDAY - WEEK, MONDAY)


def test_other_zones_are_read_as_utc() -> None:
    local = datetime(2021, 8, 4, 21, 30, tzinfo=timezone(-timedelta(hours=3)))
    assert SUNDAYS.phase_at(local).name == "Bartering"
    assert SUNDAYS.week_of(local).tzinfo is UTC


@given(calendars, instants)
def test_every_instant_lies_in_its_phase_and_its_week(calendar: WeeklyCalendar, when: datetime) -> None:
    phase = calendar.phase_at(when)
    assert phase.start <= when < phase.end
    assert calendar.phase_at(phase.start) == phase
    assert calendar.phase_at(phase.end).start == phase.end == calendar.next_phase_start(phase.start)
    assert calendar.phase_at(phase.end - MILLISECOND) == phase
    assert calendar.week_of(when) <= when < calendar.next_week(when) == calendar.week_of(when) + WEEK
    assert calendar.week_of(when).weekday() == calendar.week_starts


@given(calendars, instants)
def test_the_phases_of_a_week_are_those_given(calendar: WeeklyCalendar, when: datetime) -> None:
    start = calendar.phase_at(when).start
    names = []
    for _ in calendar.phases:
        names.append(calendar.phase_at(start).name)
        start = calendar.next_phase_start(start)
    assert sorted(names) == sorted(name for name, _, _ in calendar.phases)
    assert start == calendar.phase_at(when).start + WEEK


@pytest.mark.parametrize(
    ("week_starts", "phases", "why"),
    [
        (0, (), "at least one phase"),
        (0, (("A", 0, 0), ("B", 0, 0)), "no two that start at one instant"),
        (7, (("A", 0, 0),), "weekday 7"),
        (0, (("A", 0, 24),), "hour 24"),
        (0, (("A", -1, 0),), "weekday -1"),
    ],
)
def test_an_impossible_calendar_is_refused(
    week_starts: int, phases: tuple[tuple[str, int, int], ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        WeeklyCalendar(week_starts, phases)
