"""An invented world for the chapters about people and things: a fair where stall keepers swap ribbons, marbles and what not."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from pydantic import Field

from tracker.core.clause import Parameters
from tracker.mechanics import law
from tracker.mechanics.chat.carrying import Outcome, Refused, carrying_out
from tracker.mechanics.chat.contracts import Contracts
from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat.people import People, Person
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.secrets import Vault
from tracker.mechanics.chat.trades import Holding, Offer
from tracker.mechanics.state.described import Count, opened, printed
from tracker.mechanics.state.keeping import journalled

START = datetime(2024, 5, 6, tzinfo=UTC)
"""A Monday."""


class Law(law.Law):
    """Every word is its own: a parameter of a channel names the channel."""

    book = law.LawBook(Parameters([]))
    __slots__ = ()

    def word(self, name: str) -> str:
        return name


class Keeper(Person, Holding):
    counted: ClassVar[Sequence[str]] = ("ribbons", "marbles")
    loose: ClassVar[str] = "toys"
    ribbons: Count = 0
    marbles: Count = 0
    toys: dict[str, Count] = Field(default={})


class Fair(People[Keeper], Contracts[Offer], Vault):
    def holder(self, who: str) -> Holding:
        return self.players[who] if who in self.players else self.contracts[who]


def at(world: Fair, hours: float) -> datetime:
    """Let it be so many hours after the start."""
    world.look(Names(), Law(START + timedelta(hours=hours), {}))
    return world.now


def fair(*keepers: str, **things: int) -> Fair:
    """A fair with some keepers, the first of whom holds things."""
    world = Fair().rooted()
    for who in keepers:
        world.players[who] = Keeper()
    if keepers:
        world.players[keepers[0]].gain(things)
    at(world, 0)
    return world


def says(author: str, id: str, reply_to: str = "", text: str = "", channel: str = "stage", **more: Any) -> Message:
    return Message(id, channel, author, START, text, reply_to, **more)


def again(world: Fair) -> Fair:
    """The gamestate as it is when what is printed of it is stated."""
    stated = opened(Fair, printed(world))
    stated.look(Names(), world.law)
    return stated


def refusal(act: Callable[[], object]) -> str:
    """The code under which something is refused."""
    with pytest.raises(Refused) as why:
        act()
    return why.value.code


@contextmanager
def told() -> Iterator[Outcome]:
    with journalled(), carrying_out() as outcome:
        yield outcome
