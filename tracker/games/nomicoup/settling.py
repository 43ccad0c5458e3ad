"""What can matter no more leaves the live state: old messages, propositions and clarifications, and day by day what came about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from tracker.core.instants import start_of_day
from tracker.core.ports import SettledRecord
from tracker.games.chat_settling import cited_by, forget_messages, forget_rolls, told_by_day
from tracker.mechanics import dice_log
from tracker.mechanics.law import Law

from .challenges import claims_of, open_actions
from .state import Clarification, Pledge, Proposition, State, Suggestion, World


def limit_of(law: Law) -> datetime:
    """What is older than this instant has left the live state, and nothing hangs on it."""
    return law.when - law.span("settle_after_hours")


def settle(state: State, law: Law) -> list[SettledRecord]:
    """Take what is over out of the live state; what was told on whole days that are over is stored by day, grouped by month.

    Clarifications stay, as they bind, and so do propositions that the last edits of rules name; their messages go. Only the law's instant
    and what happened decide, so that going on from a checkpoint says what a fold at once says (law 4).
    """
    limit = limit_of(law)
    for world in state.worlds:
        world.notes = [note for note in world.notes if note.at >= limit]
        world.letters = [letter for letter in world.letters if letter.at >= limit]
        world.acted = {message: at for message, at in world.acted.items() if at >= limit}
        _forget_propositions(world, limit)
    state.notes = [note for note in state.notes if note.at >= limit]
    cited = cited_by(state, state.worlds, (each for world in state.worlds for each in _cited(world)))
    forget_messages(state, limit, {id for world in state.worlds for id in _needed(world)}, cited)
    forget_rolls(state, state.worlds)
    told = told_by_day(state, state.worlds, start_of_day(limit), _day_of, lambda item: True)
    return [*dice_log.settle(state.dice, limit), *told]


def _forget_propositions(world: World, limit: datetime) -> None:
    """Let propositions go that were closed before an instant, or made before it and never legal, and that nothing names any more."""
    named = {world.upcoming_proposition, *(each.edited_by for each in world.rules.rules.values())}
    world.propositions = {
        number: each
        for number, each in world.propositions.items()
        if number in named or number in world.open_propositions or (each.closed_at or each.made_at) >= limit
    }
    world.proposed_in = {id: number for id, number in world.proposed_in.items() if number in world.propositions}


def _cited(world: World) -> Iterator[Proposition | Clarification | Suggestion | Pledge]:
    """What pages cite by its message for as long as it is told of."""
    yield from world.propositions.values()
    yield from world.clarifications.values()
    yield from (suggestion for each in world.clarifications.values() for suggestion in each.suggestions)
    yield from world.pledges.values()


def _day_of(when: datetime) -> date:
    return when.date()


def _needed(world: World) -> Iterator[str]:
    """The messages that something open still hangs on, however old they are."""
    for number in world.open_propositions:
        yield world.propositions[number].message
        yield from world.propositions[number].reposts
    for clarification in world.clarifications.values():
        if clarification.resolved_at is None:
            yield clarification.message
            yield from (each.message for each in clarification.suggestions)
    for pending in open_actions(world):
        yield pending.message
        for claim in claims_of(pending):
            yield from (claim.message, claim.challenged_in)
    yield from (message for each in world.players.values() for message in each.losses_owed_in)
    yield from (each.message for each in world.waiting)
    yield from (each.message for each in world.entering.values())
    yield from (each.row for each in world.requests.values())
    yield from (each.row for each in world.card_steps)
