"""What can matter no more leaves the live state: old messages and secret actions, and day by day what came about and was refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from tracker.core.fold import SettledMatters
from tracker.core.instants import start_of_day
from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.chat_play import Event, GoodsChange, Refused
from tracker.mechanics.law import Law

from .general import day_of
from .state import State, World

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
    While worlds differ nothing that was told is stored: people may still decide what is true.
    """
    limit = limit_of(law)
    for world in state.worlds:
        _forget_actions(world, limit)
        world.notes = [note for note in world.notes if note.at >= limit]
    state.notes = [note for note in state.notes if note.at >= limit]
    _forget_messages(state, limit)
    return list(_told_by_day(state.worlds[0], start_of_day(limit))) if len(state.worlds) == 1 else []


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def _told_by_day(world: World, limit: datetime) -> Iterator[SettledRecord]:
    """Each day before an instant that was not stored before; how something came to be held at last stays live, too."""
    days: dict[date, Told] = {}
    for event in _between(world.events, world.told_to, limit):
        days.setdefault(day_of(event.at), Told()).events.append(event)
    for refusal in _between(world.refused, world.told_to, limit):
        days.setdefault(day_of(refusal.at), Told()).refused.append(refusal)
    for change in _between(world.changes, world.told_to, limit):
        days.setdefault(day_of(change.at), Told()).changes.append(change)
    world.told_to = limit
    newest = {(change.holder, change.item): place for place, change in enumerate(world.changes)}
    world.changes = [
        change
        for place, change in enumerate(world.changes)
        if change.at >= limit or newest[change.holder, change.item] == place
    ]
    world.events = [each for each in world.events if each.at >= limit]
    world.refused = [each for each in world.refused if each.at >= limit]
    return (_record(day, told) for day, told in sorted(days.items()))


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
    log.left = {user: kept for user, ats in log.left.items() if (kept := [at for at in ats if at.by >= limit])}


def _forget_actions(world: World, limit: datetime) -> None:
    over = [key for key, each in world.secrets.items() if each.status != "live" and each.revelation < limit]
    for key in over:
        del world.secrets[key]
        world.bids.pop(key, None)
        world.hands.pop(key, None)
        world.cards_when_posted.pop(key, None)
    world.acted = {message: at for message, at in world.acted.items() if at >= limit}


def _needed(world: World) -> set[str]:
    """The messages that something open still hangs on, however old they are."""
    secrets = {each.message for each in world.secrets.values()}
    open_votes = {each.message for each in world.proposals.values() if not each.is_closed}
    offers = {each.message for each in world.offers.values() if each.status == "open"}
    contracts = {each.message for each in world.contracts.values()}
    votes = {each.message for each in world.bench.votes.values() if each.status == "open"}
    waiting = {each.row for each in world.requests.values()}
    return {*secrets, *open_votes, *offers, *contracts, *votes, *waiting, *world.candidacies}
