"""What can matter no more leaves the gamestate."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from .hidden import letters
from .state import Coup


def forget(world: Coup, limit: datetime) -> None:
    """Let propositions, clarifications and private messages go that were over before an instant."""
    for number, each in list(world.propositions.items()):
        over = each.closed_at or (each.made_at if each.status == "illegal" else None)
        if over is not None and over < limit:
            del world.propositions[number]
    for number, raised in list(world.clarifications.items()):
        if raised.resolved_at is not None and raised.resolved_at < limit:
            del world.clarifications[number]
    if world.status == "running":
        world.letters = [
            each for each in world.letters if each.at >= limit or not (each.draw or letters.is_past(world, each))
        ]
    world.posts = {message: number for message, number in world.posts.items() if number in world.propositions}


def cited(world: Coup) -> Iterator[str]:
    """The messages of what is open."""
    yield from (each.message for each in world.propositions.values())
    for raised in world.clarifications.values():
        yield from (raised.message, *(each.message for each in raised.suggestions))
    yield from (each.message for each in (world.pending, world.past_pending) if each is not None)
    yield from (row for ask in world.asks.values() for row in ask.rows)
    yield from world.posts
