"""What can matter no more leaves the live state: old messages, secret actions, offers, proposals and dice, and day by day what was told."""

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

from .general import day_of
from .secrets import is_over
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, State, World

_OF_EVERYBODY = frozenset({CHIPS, TRUNGS, GOLD_STARS, MAKERS})
"""What everybody has a number of: how it came to be none stays told, too."""


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
        _forget_actions(world, limit)
        _forget_what_is_closed(world, limit)
        world.notes = [note for note in world.notes if note.at >= limit]
    state.notes = [note for note in state.notes if note.at >= limit]
    made = {lot.row for world in state.worlds for lot in world.lots.values()}
    cited = made | cited_by(state, state.worlds, (each for world in state.worlds for each in _matters(world)))
    forget_messages(state, limit, {id for world in state.worlds for id in _needed(world)}, cited)
    forget_rolls(state, state.worlds)
    told = told_by_day(state, state.worlds, start_of_day(limit), day_of, lambda item: item in _OF_EVERYBODY)
    return [*dice_log.settle(state.dice, limit), *told]


# --- messages and secret actions --------------------------------------------------------------------------------------


def _forget_actions(world: World, limit: datetime) -> None:
    over = [key for key, each in world.secrets.items() if is_over(each, limit)]
    for key in over:
        action = world.secrets.pop(key)
        world.hashes_over.setdefault(action.revelation, []).append(action.hash)
        world.bids.pop(key, None)
        world.hands.pop(key, None)
        world.cards_when_posted.pop(key, None)
    world.acted = {message: at for message, at in world.acted.items() if at >= limit}


def _forget_what_is_closed(world: World, limit: datetime) -> None:
    world.offers = known(world.offers, limit)
    world.proposals = not_long_closed(world.proposals, limit)


def _matters(world: World) -> Iterator[Matter]:
    """What pages show with the message that brought it about, besides lots."""
    yield from world.offers.values()
    yield from world.contracts.values()
    yield from world.proposals.values()
    yield from world.placements
    yield from matters_of(world.bench)


def _needed(world: World) -> set[str]:
    """The messages that something open still hangs on, however old they are."""
    secrets = {each.message for each in world.secrets.values()}
    open_votes = {each.message for each in world.proposals.values() if not each.is_closed}
    offers = {each.message for each in world.offers.values() if each.status == "open"}
    contracts = {each.message for each in world.contracts.values()}
    votes = {each.message for each in world.bench.votes.values() if each.status == "open"}
    waiting = {each.row for each in world.requests.values()}
    return {*secrets, *open_votes, *offers, *contracts, *votes, *waiting, *world.candidacies}
