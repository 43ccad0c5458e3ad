"""The week and its two periods, and what happens once as one of them begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from tracker.core.instants import EPOCH, TICKLE, start_of_day
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


@rule("DUCK-001", "DUCK-002")
def day_of(when: datetime) -> date:
    """The day of an instant, in UTC whatever zone it was told in; its first instant is its own."""
    return start_of_day(when).date()


@rule("DUCK-033", "DUCK-034")
def calendar(law: Law) -> WeeklyCalendar:
    """The weeks and periods of an instant: each begins with the first instant of its first weekday (UTC)."""
    periods = tuple((name, tuple(days)) for name, days in law.value("periods").items())
    return _calendar(law.word("week_start"), periods)


@lru_cache(maxsize=16)
def _calendar(week_start: str, periods: tuple[tuple[str, tuple[str, ...]], ...]) -> WeeklyCalendar:
    return WeeklyCalendar(
        WEEKDAYS.index(week_start), tuple((name, WEEKDAYS.index(days[0]), 0) for name, days in periods)
    )


def problem(name: str, value: object) -> str:
    """Why a setting of the periods makes no calendar; "" where it does, and for any other setting."""
    if name != "periods" or not isinstance(value, Mapping):
        return ""
    strange = [day for days in value.values() for day in days if day not in WEEKDAYS]
    if strange:
        return f"{strange[0]!r} is no weekday"
    first = [days[0] for days in value.values() if days]
    is_sound = bool(first) and len(first) == len(value) == len(set(first))
    return "" if is_sound else "each period needs weekdays, and no two may start on the same one"


@rule("DUCK-003")
def after(law: Law, when: datetime, span: timedelta) -> datetime:
    """The instant so long after another: exactly, unless it is ruled that spans end with their last day."""
    if law.chooses("lengths_of_time", "are exact"):
        return when + span
    return start_of_day(when + span) + timedelta(days=1)


def period(moment: Moment[World]) -> Phase:
    """Period One or Two, in which this instant lies; one that the calendar was changed to began with that, unless it ran by then."""
    kept = moment.world.kept
    if kept is None:
        return _newly(moment)
    return phase_under(calendar(moment.law), moment.when, kept)


def _newly(moment: Moment[World]) -> Phase:
    """The same by the calendar of now alone."""
    return _period_of_day(calendar(moment.law), start_of_day(moment.when))


@lru_cache(maxsize=64)
def _period_of_day(weeks: WeeklyCalendar, day: datetime) -> Phase:
    """The period of a whole day: periods begin with days."""
    return weeks.phase_at(day)


@lru_cache(maxsize=64)
def _next_after_day(weeks: WeeklyCalendar, day: datetime) -> tuple[datetime, datetime]:
    """When the next period and the next week begin after any instant of a day."""
    return weeks.next_phase_start(day), weeks.next_week(day)


def week(moment: Moment[World]) -> datetime:
    """The first instant of this week."""
    return week_at(moment)[0]


def week_at(moment: Moment[World], when: datetime | None = None) -> tuple[datetime, datetime]:
    """The first instants of the week of an instant (this one) and of the next; one that had begun keeps its end."""
    return week_under(calendar(moment.law), when or moment.when, moment.world.kept)


def law_changed(before: Moment[World], after: Moment[World]) -> None:
    """Note what had begun by this instant where the weeks or periods change: it goes on as it was to (DUCK-045)."""
    if calendar(before.law) != calendar(after.law):
        earlier = replace(before, law=before.law.at(before.when - TICKLE))
        now = period(earlier)
        before.world.kept = KeptCalendar(before.when, (now.name, now.start), week_at(earlier))


@rule("DUCK-035")
def start(moment: Moment[World]) -> datetime:
    """The first instant of the voting period that feeding, scouting, auctions, the Disciple and ponds go by.

    Every period is one, whether or not anything is voted on, unless it is ruled that only periods with normal proposals are.
    """
    if moment.law.chooses("periods_elsewhere", "every period"):
        return period(moment).start
    return moment.world.voting_since or EPOCH


def next_period_end(law: Law, when: datetime) -> datetime:
    """The end of the period that follows on that of an instant."""
    weeks = calendar(law)
    return weeks.phase_at(weeks.next_phase_start(when)).end


# --- what happens as a period begins ----------------------------------------------------------------------------------


def once(
    moment: Moment[World], name: str, happen: Callable[[Moment[World]], None], *, weekly: bool = False
) -> Due[World] | None:
    """What happens once as each voting period begins, or as each week does; None where it has happened or nothing begins."""
    begins = week(moment) if weekly else _newly(moment).start
    if begins != moment.when or moment.world.done.get(name) == moment.when:
        return None
    if not weekly and start(moment) != moment.when:
        return None

    def happens(then: Moment[World], _: str) -> None:
        then.world.done[name] = then.when
        happen(then)

    return Due(happens)


def reset_due(moment: Moment[World]) -> Due[World] | None:
    """Whether a period begins in which something is voted on: what counts by periods counts anew from it (DUCK-037)."""
    if moment.law.chooses("periods_elsewhere", "every period") or _newly(moment).start != moment.when:
        return None
    is_voted_on = any(each.start == moment.when and not each.is_closed for each in moment.world.proposals.values())
    if not is_voted_on or moment.world.voting_since == moment.when:
        return None

    def happens(then: Moment[World], _: str) -> None:
        then.world.voting_since = then.when

    return Due(happens)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the next period and the next week begin."""
    next_period, next_week = _next_after_day(calendar(moment.law), start_of_day(moment.when))
    yield next_period
    yield next_week if moment.world.kept is None else week_at(moment)[1]
