"""1 Time: the week and its two phases, the Phase Number, and what happens once as a phase begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law
from tracker.mechanics.weekly_calendar import (
    WEEKDAYS,
    KeptCalendar,
    Phase,
    WeeklyCalendar,
    phase_under,
    week_under,
)

from .state import World

PHASE = "phase"
"""The start of a phase as the business of a boundary (``World.done``)."""


@rule("AET-001", "AET-003", "AET-004", "AET-005", "AET-006")
def calendar(law: Law) -> WeeklyCalendar:
    """The weeks and phases of an instant: phases start with the first instant of their first weekday, and nowhere else."""
    phases = tuple((name, tuple(days)) for name, days in law.value("phases").items())
    return _calendar(law.word("week_start"), phases, law.chooses("phase_over_week_start", "a new phase"))


@lru_cache(maxsize=16)
def _calendar(
    week_start: str, phases: tuple[tuple[str, tuple[str, ...]], ...], splits_at_week_start: bool
) -> WeeklyCalendar:
    """The calendar of these phases; by one reading the week's start begins the phase anew that it lies in."""
    first_day = WEEKDAYS.index(week_start)
    starts = [(name, WEEKDAYS.index(days[0]), 0) for name, days in phases]
    if splits_at_week_start:
        starts += [(name, first_day, 0) for name, days in phases if week_start in days[1:]]
    return WeeklyCalendar(first_day, tuple(starts))


def problem(name: str, value: object) -> str:
    """Why a setting of the week's start or of the phases makes no calendar; "" where it does, and for any other setting."""
    if name == "week_start":
        return "" if value in WEEKDAYS else f"{value!r} is no weekday"
    if name != "phases" or not isinstance(value, Mapping):
        return ""
    days = [day for days in value.values() for day in days]
    strange = [day for day in days if day not in WEEKDAYS]
    if strange:
        return f"{strange[0]!r} is no weekday"
    missing = [day for day in WEEKDAYS if days.count(day) != 1]
    if missing:
        return f"each weekday must stand in it once: {missing[0]} stands in it {days.count(missing[0])} times"
    parted = [name for name, days in value.items() if not days or not _follow(days)]
    return f"the days of {parted[0]} must follow one another, the first first" if parted else ""


def _follow(days: Sequence[str]) -> bool:
    return all((WEEKDAYS.index(day) + 1) % len(WEEKDAYS) == WEEKDAYS.index(after) for day, after in pairwise(days))


def phase_at(moment: Moment[World]) -> Phase:
    """The phase of this instant."""
    return phase_under(calendar(moment.law), moment.when, moment.world.kept)


def week_at(moment: Moment[World], when: datetime | None = None) -> tuple[datetime, datetime]:
    """The first instants of the week of an instant (this one) and of the next."""
    return week_under(calendar(moment.law), when or moment.when, moment.world.kept)


def law_changed(before: Moment[World], after: Moment[World]) -> None:
    """Note what had begun by this instant where the weeks or phases change: it goes on as it was to."""
    if calendar(before.law) != calendar(after.law):
        earlier = replace(before, law=before.law.at(before.when - TICKLE))
        phase = phase_at(earlier)
        before.world.kept = KeptCalendar(before.when, (phase.name, phase.start), week_at(earlier))


# --- the Phase Number -------------------------------------------------------------------------------------------------


@rule("AET-007")
def number_between(law: Law, start: datetime, when: datetime) -> int:
    """How many phases have started after the one in which the cycle began at ``start``, up to an instant and with it."""
    weeks, count = calendar(law), 0
    while (start := weeks.next_phase_start(start)) <= when:
        count += 1
    return count


def starts_now(moment: Moment[World]) -> bool:
    """Whether a phase after the cycle's first begins at this very instant."""
    began = moment.world.cycle_started
    return began is not None and began < moment.when and calendar(moment.law).phase_at(moment.when).start == moment.when


def due(moment: Moment[World], begin: Callable[[Moment[World]], None]) -> Due[World] | None:
    """A phase that begins now; ``begin`` is what happens at its start."""
    if not starts_now(moment) or moment.world.done.get(PHASE) == moment.when:
        return None

    def happen(then: Moment[World], _: str) -> None:
        _start(then)
        begin(then)

    return Due(happen)


@rule("AET-007")
def _start(moment: Moment[World]) -> None:
    world = moment.world
    world.done[PHASE] = moment.when
    world.phase_number += 1
    name, number = phase_at(moment).name, world.phase_number
    moment.tell(
        "phase_started", "AET-007", f"Phase {name} begins, the Phase Number is {number}", phase=name, number=number
    )


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the next phase and the next week begin."""
    if moment.world.cycle_started is not None:
        yield calendar(moment.law).next_phase_start(moment.when)
    yield week_at(moment)[1]


def until(moment: Moment[World]) -> str:
    """The phase of this instant and its end, in words."""
    phase = phase_at(moment)
    return f"Phase {phase.name} lasts until {iso(phase.end)}"
