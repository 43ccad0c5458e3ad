"""Who plays: joining, leaving, coming back, how long somebody has played, and as whom somebody speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import Field, model_validator

from tracker.core.instants import iso
from tracker.mechanics.state import described
from tracker.mechanics.state.described import Instant, Part

from .carrying import happens, refuse
from .rows import Boundary
from .world import World


class Person(Part):
    """Somebody who plays or has played.

    ``joined`` is when they last became a player (None: before anybody can remember), ``left`` when they last stopped.
    """

    player: Annotated[bool, Field(title="Plays")] = True
    joined: Annotated[Instant | None, Field(title="Joined")] = None
    left: Annotated[Instant | None, Field(title="Left")] = None

    @model_validator(mode="after")
    def _who_left_plays_no_more(self) -> Self:
        if "player" not in self.model_fields_set and self.left is not None:
            self.player = self.joined is not None and self.joined > self.left
        return self


P = TypeVar("P", bound=Person)


class People(World, Generic[P]):
    """What a gamestate with players has."""

    players: dict[described.Person, P] = Field(default={})


def join(world: People[P], who: str, newcomer: Callable[[], P], wait: timedelta | None = None, **told: Any) -> P:
    """Let somebody become a player, who finds again what they left.

    ``wait`` is how long they must not have been one: exactly so long is enough. ``told`` are more fields of what is told.
    """
    before = world.players.get(who)
    if who in playing(world):
        refuse("ALREADY_PLAYER", f"{who} is a player already")
    if before is not None and before.left is not None and wait is not None and world.now < before.left + wait:
        refuse("TOO_SOON", f"{who} may join again from {iso(before.left + wait)} on")
    person = world.players.setdefault(who, before or newcomer())
    person.player, person.joined = True, world.now
    happens("player_joined", f"{who} joins the game", player=who, **told)
    return person


def leave(world: People[P], who: str) -> P:
    """Let a player be none any more; what they hold stays as it is."""
    person = must_play(world, who)
    person.player, person.left = False, world.now
    happens("player_left", f"{who} leaves the game", player=who)
    return person


def must_play(world: People[P], who: str) -> P:
    """The player of that name; refuses who is none."""
    person = world.players.get(who)
    return person if person is not None and person.player else refuse("NOT_A_PLAYER", f"{who} is not a player")


def playing(world: People[P]) -> dict[str, P]:
    """Those who are players now."""
    return {who: person for who, person in world.players.items() if person.player}


def has_played_for(world: People[Any], who: str, span: timedelta) -> bool:
    """Whether somebody has been a player all through the last days; exactly so long is enough."""
    person = world.players.get(who)
    return person is not None and person.player and (person.joined is None or person.joined + span <= world.now)


def was_there_by(world: People[Any], who: str, at: datetime) -> bool:
    """Whether somebody has been a player without a break since an instant, or since before it."""
    person = world.players.get(who)
    return person is not None and person.player and (person.joined is None or person.joined <= at)


def so_long(world: People[Any], span: timedelta, order: tuple[Any, ...], kind: str) -> Iterator[Boundary]:
    """The instants at which players have been such for a time; the act is told who it is (``player``)."""
    for who, person in playing(world).items():
        if person.joined is not None and person.joined + span >= world.now:
            yield Boundary(person.joined + span, (*order, who), kind, {"player": who})
