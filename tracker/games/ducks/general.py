"""General, and the weeks and periods of Proposals: when things are, in UTC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from tracker.mechanics.chat.calendar import Phases, Rhythm
from tracker.mechanics.chat.carrying import rule

from .state import Ducks


def periods(world: Ducks) -> Phases:
    """The two periods of a week."""
    days: Mapping[str, Sequence[str]] = world.law.value("periods")
    return _phases(tuple((name, tuple(listed)) for name, listed in days.items()))


@lru_cache(maxsize=16)
def _phases(days: tuple[tuple[str, tuple[str, ...]], ...]) -> Phases:
    return Phases.of_weekdays(dict(days))


@rule("DUCK-034")
def weeks(world: Ducks) -> Rhythm:
    """Weeks begin with the first period."""
    return next(iter(periods(world).starts.values()))


@rule("DUCK-033", "DUCK-001", "DUCK-002")
def period(world: Ducks) -> str:
    """The period of this instant; a boundary belongs to the later one."""
    return periods(world).phase(world.now)


@rule("DUCK-035", "DUCK-033")
def period_began(world: Ducks) -> datetime:
    """When this voting period began: every period is one, whether or not anything is voted on."""
    return world.period_began or periods(world).began(world.now)


@rule("DUCK-035", "DUCK-033")
def period_ends(world: Ducks, at: datetime | None = None) -> datetime:
    """When the voting period of an instant, or this one, is over."""
    return periods(world).next_start(at or world.now)


def note_period(world: Ducks) -> None:
    """Note when the period began that runs, so that it goes on as it was where the calendar changes."""
    world.period_began = world.period_began or periods(world).began(world.now)


def week(world: Ducks) -> str:
    """The Sunday of this week."""
    return f"{weeks(world).last(world.now):%Y-%m-%d}"


@rule("DUCK-037", "DUCK-063", "DUCK-147", "DUCK-095")
def begin_period(world: Ducks, phase: str = "") -> None:
    """What counts for a voting period begins anew."""
    world.period_began = world.now
    for player in world.players.values():
        player.fed_others_this_period = player.disciple_quacktion_this_period = 0
    for duck in world.ducks.values():
        duck.watermelons_this_period = 0
