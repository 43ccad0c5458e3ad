"""Duck God: its God Egg of each week, and the round that all players lose once it has many of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from tracker.core.instants import start_of_day
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.weekly_calendar import WEEK, WEEKDAYS

from .general import lose
from .holdings import change
from .state import DUCK_GOD, GOD_EGG, World

_GAINS = "Duck God gains"


@rule("DUCK-143", "DUCK-144")
def due(moment: Moment[World]) -> Due[World] | None:
    """Its God Egg, once as each such day begins, right after the proposals that end then."""
    if _day_at_or_before(moment) != moment.when or moment.world.done.get(_GAINS) == moment.when:
        return None
    return Due(_gain)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the next such day begins."""
    yield _day_at_or_before(moment) + WEEK


def _day_at_or_before(moment: Moment[World]) -> datetime:
    """The newest first instant of the day of the week on which Duck God gains."""
    today = start_of_day(moment.when)
    return today - timedelta(days=(today.weekday() - WEEKDAYS.index(moment.law.word("duck_god_weekday"))) % 7)


def _gain(moment: Moment[World], _: str) -> None:
    world, gained = moment.world, moment.law.number("duck_god_weekly_god_eggs")
    world.done[_GAINS] = moment.when
    text = f"Duck God gains {gained} God Egg each {moment.law.word('duck_god_weekday')}"
    change(moment, DUCK_GOD, GOD_EGG, gained, "DUCK-144", text)
    moment.tell("duck_god_gained", "DUCK-144", text, god_eggs=world.duck_god.get(GOD_EGG, 0))


@rule("DUCK-145")
def after_change(moment: Moment[World]) -> None:
    """All players lose the round as soon as Duck God has that many God Eggs."""
    if has_won(moment):
        lose(moment, f"Duck God has {moment.world.duck_god[GOD_EGG]} God Eggs", "DUCK-145")


def has_won(moment: Moment[World]) -> bool:
    """Whether Duck God has as many God Eggs as that takes."""
    return moment.world.duck_god.get(GOD_EGG, 0) >= moment.law.number("duck_god_losing_god_eggs")
