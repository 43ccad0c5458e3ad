"""What can matter no more leaves the live state: old messages, secret actions, offers, proposals and dice, and day by day what was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from tracker.core.fold import SettledMatters
from tracker.core.instants import start_of_day
from tracker.core.ports import SettledRecord
from tracker.mechanics import dice_log, freezing
from tracker.mechanics.chat_dice import dice_names
from tracker.mechanics.chat_log import Between
from tracker.mechanics.chat_play import Event, GoodsChange, Refused
from tracker.mechanics.law import Law
from tracker.mechanics.trades import known

from .general import day_of
from .secrets import is_over
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, State, World

Dated = TypeVar("Dated", Event, Refused, GoodsChange)


@dataclass(slots=True)
class Told:
    """What came about on one day, how goods changed, and what was refused."""

    events: list[Event] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    changes: list[GoodsChange] = field(default_factory=list)


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
    _forget_messages(state, limit)
    _forget_rolls(state)
    return [*dice_log.settle(state.dice, limit), *_told_by_day(state.worlds, start_of_day(limit))]


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def _told_by_day(worlds: Sequence[World], limit: datetime) -> Iterator[SettledRecord]:
    """Each day before an instant that was not stored before, up to the first one of which the worlds tell differently."""
    told, *others = [_days_of(world, limit) for world in worlds]
    differing = {day for other in others for day in {*told, *other} if told.get(day) != other.get(day)}
    if differing:
        limit = datetime.combine(min(differing), time(), UTC)
    for world in worlds:
        _forget_told(world, limit)
    return (_record(day, told[day]) for day in sorted(told) if day < limit.date())


def _days_of(world: World, limit: datetime) -> dict[date, Told]:
    days: dict[date, Told] = {}
    for event in _between(world.events, world.told_to, limit):
        days.setdefault(day_of(event.at), Told()).events.append(event)
    for refusal in _between(world.refused, world.told_to, limit):
        days.setdefault(day_of(refusal.at), Told()).refused.append(refusal)
    for change in _between(world.changes, world.told_to, limit):
        days.setdefault(day_of(change.at), Told()).changes.append(change)
    return days


def _forget_told(world: World, limit: datetime) -> None:
    """Let what was stored leave the world; how something came to be held at last stays live, too."""
    world.told_to = limit if world.told_to is None else max(limit, world.told_to)
    newest = {(change.holder, change.item): place for place, change in enumerate(world.changes)}
    world.changes = [
        change
        for place, change in enumerate(world.changes)
        if change.at >= limit or (_is_held(change) and newest[change.holder, change.item] == place)
    ]
    world.events = [each for each in world.events if each.at >= limit]
    world.refused = [each for each in world.refused if each.at >= limit]


def _is_held(change: GoodsChange) -> bool:
    """Whether it says how something came to be held; of what everybody has a number of, how it came to be none, too."""
    return bool(change.new) or change.item in (CHIPS, TRUNGS, GOLD_STARS, MAKERS)


def _between(told: Iterable[Dated], start: datetime | None, end: datetime) -> Iterator[Dated]:
    return (each for each in told if (start is None or each.at >= start) and each.at < end)


def _record(day: date, told: Told) -> SettledRecord:
    over = datetime.combine(day + timedelta(days=1), time(), UTC)
    return SettledRecord(f"told:{day.isoformat()}", f"{day:%Y-%m}", over, freezing.frozen(Told, told).decode())


# --- messages and secret actions --------------------------------------------------------------------------------------


def _forget_messages(state: State, limit: datetime) -> None:
    needed = {id for world in state.worlds for id in _needed(world)}
    log = state.log
    log.messages = {id: each for id, each in log.messages.items() if each.at >= limit or id in needed}
    log.gone = {id: at for id, at in log.gone.items() if at.by >= limit}
    log.left, log.told_left = _since(log.left, limit), _since(log.told_left, limit)


def _since(departures: Mapping[str, list[Between]], limit: datetime) -> dict[str, list[Between]]:
    return {user: kept for user, ats in departures.items() if (kept := [at for at in ats if at.by >= limit])}


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
    world.proposals = {
        id: each for id, each in world.proposals.items() if each.closed_at is None or each.closed_at >= limit
    }


def _forget_rolls(state: State) -> None:
    """Let dice that were used go with the messages that they were for."""
    awaited = {
        name
        for world in state.worlds
        for key, each in world.requests.items()
        for name in dice_names(key, len(each.sides))
    }
    state.rolls = {
        name: face
        for name, face in state.rolls.items()
        if name in awaited or name.partition(":")[2].rsplit(":", 2)[0] in state.log.messages
    }


def _needed(world: World) -> set[str]:
    """The messages that something open still hangs on, however old they are."""
    secrets = {each.message for each in world.secrets.values()}
    open_votes = {each.message for each in world.proposals.values() if not each.is_closed}
    offers = {each.message for each in world.offers.values() if each.status == "open"}
    contracts = {each.message for each in world.contracts.values()}
    votes = {each.message for each in world.bench.votes.values() if each.status == "open"}
    waiting = {each.row for each in world.requests.values()}
    return {*secrets, *open_votes, *offers, *contracts, *votes, *waiting, *world.candidacies}
