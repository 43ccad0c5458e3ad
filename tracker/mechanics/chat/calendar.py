"""Phases and weeks: instants that come round, and which stretch between them an instant lies in.

A calendar may change while something runs: a game makes it anew from the parameters of each instant, and notes of whatever begins
when it is over (a voting period, a secret action, a term), so that this keeps its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any, Self

from .rows import Boundary
from .world import World

WEEK = timedelta(days=7)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONDAY = datetime(2018, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Instants that come round: one of them, and how long it takes to the next."""

    first: datetime
    period: timedelta = WEEK

    @classmethod
    def weekly(cls, weekday: str) -> Self:
        """Every first instant of a weekday, named in English."""
        return cls(_MONDAY + timedelta(days=WEEKDAYS.index(weekday)))

    def last(self, at: datetime) -> datetime:
        """The latest of the instants that is not later."""
        return self.first + (at - self.first) // self.period * self.period

    def next(self, at: datetime) -> datetime:
        """The earliest of the instants that is strictly later."""
        return self.last(at) + self.period


@dataclass(frozen=True, slots=True)
class Phases:
    """Named phases that follow each other, each from the instants of its rhythm until another begins."""

    starts: Mapping[str, Rhythm]

    @classmethod
    def following(cls, first: datetime, hours: Mapping[str, int]) -> Self:
        """Phases of so many hours each, one after another and then anew, of which the first begins at that instant."""
        period = timedelta(hours=sum(hours.values()))
        begins = accumulate(hours.values(), initial=0)
        return cls({name: Rhythm(first + timedelta(hours=hour), period) for name, hour in zip(hours, begins)})  # noqa: B905

    @classmethod
    def of_weekdays(cls, days: Mapping[str, Sequence[str]]) -> Self:
        """Phases of whole weekdays, in order; each begins with the first instant of its first."""
        return cls({name: Rhythm.weekly(listed[0]) for name, listed in days.items()})

    def phase(self, at: datetime) -> str:
        """The phase an instant lies in; its first instant belongs to it."""
        return max(self.starts, key=lambda name: self.starts[name].last(at))

    def began(self, at: datetime) -> datetime:
        """When the phase began that an instant lies in."""
        return max(rhythm.last(at) for rhythm in self.starts.values())

    def next_start(self, at: datetime) -> datetime:
        """When the first phase begins that starts strictly later."""
        return min(rhythm.next(at) for rhythm in self.starts.values())


def share_the_week(days: Mapping[str, Sequence[str]]) -> bool:
    """Whether phases can have these weekdays: each day belongs to just one, and those of a phase follow each other."""
    listed = sorted(day for phase in days.values() for day in phase)
    in_order = " ".join(WEEKDAYS * 2)
    return listed == sorted(WEEKDAYS) and all(phase and " ".join(phase) in in_order for phase in days.values())


def ends(kept: datetime | None, rhythm: Rhythm, now: datetime) -> datetime:
    """When what runs now is over: as it was noted when it began, whatever calendar holds since, else at the rhythm's next instant."""
    return kept if kept is not None and kept >= now else rhythm.next(now)


# --- what happens by itself ---------------------------------------------------------------------------------------------


def each(world: World, rhythm: Rhythm, order: tuple[Any, ...], kind: str, **fields: Any) -> Iterator[Boundary]:
    """What is done every time an instant comes round, at this very instant and the next time."""
    for at in (rhythm.last(world.now), rhythm.next(world.now)):
        yield Boundary(at, order, kind, fields)


def each_phase(world: World, phases: Phases, order: tuple[Any, ...], kind: str) -> Iterator[Boundary]:
    """What is done whenever a phase begins; the act is told which (``phase``)."""
    for name, rhythm in phases.starts.items():
        yield from each(world, rhythm, order, kind, phase=name)
