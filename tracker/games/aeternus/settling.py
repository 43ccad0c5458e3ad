"""What can matter no more leaves the live state: old messages, offers, votes and dice, and day by day what was told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tracker.core.instants import start_of_day
from tracker.core.ports import SettledRecord
from tracker.games.chat_settling import (
    Matter,
    cited_by,
    forget_messages,
    forget_rolls,
    matters_of,
    not_long_closed,
    told_by_day,
)
from tracker.mechanics import dice_log
from tracker.mechanics.law import Law
from tracker.mechanics.trades import known

from .factions import messages_needed
from .general import day_of
from .state import State, World


def limit_of(law: Law) -> datetime:
    """What is older than this instant has left the live state, and nothing hangs on it."""
    return law.when - law.span("settle_after_hours")


def settle(state: State, law: Law) -> list[SettledRecord]:
    """Take what is over out of the live state; what was told on whole days that are over is stored by day, grouped by month.

    Only the law's instant and what happened decide, so that going on from a checkpoint says what a fold at once says (law 4).
    Where worlds differ, what was told is stored up to the first day on which they do: people may still decide what is true.
    """
    limit = limit_of(law)
    for world in state.worlds:
        _forget_what_is_over(world, limit)
    state.notes = [note for note in state.notes if note.at >= limit]
    cited = cited_by(state, state.worlds, (each for world in state.worlds for each in _matters(world)))
    forget_messages(state, limit, {id for world in state.worlds for id in _needed(world)}, cited)
    forget_rolls(state, state.worlds)
    told = told_by_day(state, state.worlds, start_of_day(limit), day_of, lambda item: True)
    return [*dice_log.settle(state.dice, limit), *told]


def _forget_what_is_over(world: World, limit: datetime) -> None:
    world.notes = [note for note in world.notes if note.at >= limit]
    world.unused_rolls = [each for each in world.unused_rolls if each.at >= limit]
    world.lapsed = {key: each for key, each in world.lapsed.items() if each.at >= limit}
    world.offers = known(world.offers, limit)
    world.merges = {id: each for id, each in world.merges.items() if each.status == "open" or each.end >= limit}
    world.proposals = not_long_closed(world.proposals, limit)
    world.acted = {message: at for message, at in world.acted.items() if at >= limit}


def _matters(world: World) -> Iterator[Matter]:
    """What pages show with the message that brought it about."""
    yield from world.offers.values()
    yield from world.merges.values()
    yield from world.proposals.values()
    yield from matters_of(world.bench)


def _needed(world: World) -> set[str]:
    """The messages that something open still hangs on, however old they are."""
    open_votes = {each.message for each in world.proposals.values() if not each.is_closed}
    offers = {each.message for each in world.offers.values() if each.is_open}
    votes = {each.message for each in world.bench.votes.values() if each.status == "open"}
    waiting = {*(each.row for each in world.strands), *(each.row for each in world.requests.values())}
    return {*open_votes, *offers, *votes, *messages_needed(world), *waiting, *world.candidacies}
