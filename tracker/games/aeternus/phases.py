"""1 Time: the week and its two phases, and the Phase Number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from tracker.core.instants import iso
from tracker.mechanics.chat import calendar
from tracker.mechanics.chat.calendar import Phases, Rhythm
from tracker.mechanics.chat.carrying import happens, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Boundary

from .state import Aeternus, full_points


@rule("AET-001", "AET-002", "AET-004", "AET-005", "AET-006")
def phases(world: Aeternus) -> Phases:
    """The phases: each starts with the first instant (UTC) of its first weekday, and nowhere else."""
    days: Mapping[str, Any] = world.law.value("phases")
    return _phases(tuple((name, listed[0]) for name, listed in days.items()))


@lru_cache(maxsize=16)
def _phases(firsts: tuple[tuple[str, str], ...]) -> Phases:
    return Phases({name: Rhythm.weekly(day) for name, day in firsts})


@rule("AET-003")
def weeks(world: Aeternus) -> Rhythm:
    """The first instants of weeks."""
    return Rhythm.weekly(world.law.word("week_start"))


def began(world: Aeternus) -> datetime:
    """When the phase of now began."""
    return phases(world).began(world.now)


@rule("AET-007")
def number_since(world: Aeternus, start: datetime) -> int:
    """How many phases have started after the one in which the cycle began."""
    count, when = 0, phases(world).next_start(start)
    while when <= world.now:
        count, when = count + 1, phases(world).next_start(when)
    return count


@rule("AET-007", "AET-121", "AET-127", ap_replenished="AET-127")
def begin(world: Aeternus, phase: str) -> None:
    """A phase begins: points are set anew, nothing carries over, and whoever had travelled may act again."""
    if world.cycle_started is None or world.cycle_started >= world.now:
        return
    world.phase_number += 1
    text = f"Phase {phase} begins, the Phase Number is {world.phase_number}"
    happens("phase_started", text, phase=phase, number=world.phase_number)
    for id, player in playing(world).items():
        player.barred, player.ap = False, full_points(world, player)
        happens("ap_replenished", f"{id} has {player.ap} action points", player=id, ap=player.ap)


def starts(world: Aeternus, order: int) -> Iterator[Boundary]:
    """When phases begin."""
    return calendar.each_phase(world, phases(world), (order,), "phase")


def until(world: Aeternus) -> str:
    """The phase of now and its end, in words."""
    return f"Phase {phases(world).phase(world.now)} lasts until {iso(phases(world).next_start(world.now))}"
