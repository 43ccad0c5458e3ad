"""Small invented worlds for the chapters: a law with a few numbers, a clock, and what a step brought about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from tracker.core.clause import Dated, Parameter, Parameters
from tracker.core.instants import EPOCH
from tracker.mechanics.chat.carrying import Outcome, Refused, carrying_out
from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.world import World
from tracker.mechanics.law import Law, LawBook
from tracker.mechanics.state.described import opened, printed
from tracker.mechanics.state.keeping import journalled

W = TypeVar("W", bound=World)
START = datetime(2021, 8, 2, 12, tzinfo=UTC)
NUMBERS = {
    "removal_assents": (2, "players"),
    "appointment_assents": (2, "players"),
    "confidence_start_hours": (96, "hours"),
    "confidence_voting_hours": (48, "hours"),
    "self_overturn_hours": (168, "hours"),
}


class InventedLaw(Law):
    """The law of no game."""

    book = LawBook(
        Parameters(Parameter(name, "X-1", unit, (Dated(EPOCH, value),)) for name, (value, unit) in NUMBERS.items())
    )


def at(hours: float = 0, **more: float) -> datetime:
    """An instant, that much after the start."""
    return START + timedelta(hours=hours, **more)


def look(world: W, when: datetime = START) -> W:
    """The world as it is looked at in an instant."""
    world.look(Names(), InventedLaw(when, {}))
    return world


@dataclass
class Done:
    """What a step brought about."""

    outcome: Outcome
    code: str = ""

    @property
    def events(self) -> list[str]:
        """The names of what happened."""
        return [each.name for each in self.outcome.happened]

    @property
    def notes(self) -> list[str]:
        """The codes of what is to be looked at."""
        return [each.code for each in self.outcome.noted]

    def fields(self, event: str) -> dict[str, Any]:
        """What the last event of a name tells."""
        return [each for each in self.outcome.happened if each.name == event][-1].fields


def step(world: World, function: Callable[..., Any], *args: Any, when: datetime | None = None, **kwargs: Any) -> Done:
    """Carry something out as a whole, or not at all."""
    if when is not None:
        look(world, when)
    with journalled() as journal, carrying_out() as outcome:
        try:
            function(world, *args, **kwargs)
        except Refused as why:
            journal.undo()
            return Done(outcome, why.code)
    return Done(outcome)


def stated_again(world: W) -> W:
    """The world as its print states it, looked at in the same instant."""
    again = opened(type(world), printed(world))
    assert printed(again) == printed(world)
    return look(again, world.now)


def said(author: str, id: str = "m1", text: str = "so it is", reply_to: str = "", part: int = 1) -> Message:
    """A message of somebody."""
    return Message(id, "talk", author, START, text, reply_to, part=part)
