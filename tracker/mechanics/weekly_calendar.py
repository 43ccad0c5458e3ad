"""A calendar of weeks and of phases that start at the same weekdays and hours every week, in UTC."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from tracker.core.instants import start_of_day

WEEK = timedelta(days=7)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Phase:
    """One run of a phase: from its first instant to the first instant of the next."""

    name: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class WeeklyCalendar:
    """When weeks and phases start; weekdays from 0, a Monday, to 6, a Sunday; hours from 0 to 23.

    A phase that is the last to start before the week's end runs on into the next week. Raises ValueError where there is no phase,
    two start at once, or a weekday or an hour is none.
    """

    week_starts: int
    phases: tuple[tuple[str, int, int], ...]

    def __post_init__(self) -> None:
        starts = [(weekday, hour) for _, weekday, hour in self.phases]
        if not starts or len(set(starts)) < len(starts):
            raise ValueError("a calendar needs at least one phase, and no two that start at one instant")
        for weekday, hour in [*starts, (self.week_starts, 0)]:
            if not (0 <= weekday <= 6 and 0 <= hour <= 23):
                raise ValueError(f"weekday {weekday}, hour {hour}: weekdays go from 0 to 6, hours from 0 to 23")

    def phase_at(self, when: datetime) -> Phase:
        """The phase that an instant lies in; its first instant is its own, its end is the next phase's."""
        start, name = max((start, name) for start, name in self._starts_near(when) if start <= when)
        return Phase(name, start, self.next_phase_start(when))

    def next_phase_start(self, after: datetime) -> datetime:
        """The first instant strictly later at which a phase starts."""
        return min(start for start, _ in self._starts_near(after) if start > after)

    def phase_after(self, after: datetime) -> Phase:
        """The first phase that starts strictly later, as a whole."""
        return self.phase_at(self.next_phase_start(after))

    def week_of(self, when: datetime) -> datetime:
        """The first instant of the week that an instant lies in."""
        return _day_on_or_before(when, self.week_starts)

    def next_week(self, after: datetime) -> datetime:
        """The first instant strictly later at which a week starts."""
        return self.week_of(after) + WEEK

    def _starts_near(self, when: datetime) -> tuple[tuple[datetime, str], ...]:
        """Every phase's starts in the week before an instant and in the week after it."""
        return _starts_near(self.phases, when)


# --- a calendar that was changed ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class KeptCalendar:
    """What had begun by an instant at which the calendar changed: ``phase`` is the name and first instant of the phase that ran.

    ``week`` are the first instants of the week and of the next, which it keeps.
    """

    at: datetime
    phase: tuple[str, datetime]
    week: tuple[datetime, datetime]


def phase_under(weeks: WeeklyCalendar, when: datetime, kept: KeptCalendar | None) -> Phase:
    """The phase of an instant; one that the calendar was changed to began with the change, or before if it ran by then."""
    phase = weeks.phase_at(when)
    if kept is None or phase.start >= kept.at:
        return phase
    return replace(phase, start=kept.phase[1] if kept.phase[0] == phase.name else kept.at)


def week_under(weeks: WeeklyCalendar, when: datetime, kept: KeptCalendar | None) -> tuple[datetime, datetime]:
    """The first instants of the week of an instant and of the next; a week that had begun keeps its end."""
    if kept is not None and kept.week[0] <= when < kept.week[1]:
        return kept.week
    start = weeks.week_of(when)
    return (max(start, kept.week[1]) if kept is not None and kept.week[1] <= when else start), weeks.next_week(when)


@lru_cache(maxsize=64)  # many worlds ask for one instant
def _starts_near(phases: tuple[tuple[str, int, int], ...], when: datetime) -> tuple[tuple[datetime, str], ...]:
    starts = [(_day_on_or_before(when, weekday) + timedelta(hours=hour), name) for name, weekday, hour in phases]
    return tuple((start + weeks * WEEK, name) for start, name in starts for weeks in (-1, 0, 1))


def _day_on_or_before(when: datetime, weekday: int) -> datetime:
    today = start_of_day(when.astimezone(UTC))
    return today - timedelta(days=(today.weekday() - weekday) % 7)
