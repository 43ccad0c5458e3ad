"""What was told of a chat game leaves the live state: day by day, grouped by month, with the messages that nothing hangs on any more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from tracker.core.fold import SettledMatters
from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.chat_play import ChatState, ChatWorld, Event, GoodsChange, Refused

Dated = TypeVar("Dated", Event, Refused, GoodsChange)


@dataclass(slots=True)
class Told:
    """What came about on one day, how goods changed, and what was refused."""

    events: list[Event] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    changes: list[GoodsChange] = field(default_factory=list)


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def told_by_day(world: ChatWorld, limit: datetime, day_of: Callable[[datetime], date]) -> Iterator[SettledRecord]:
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


def forget_messages(state: ChatState, limit: datetime, needed: Collection[str]) -> None:
    """Let messages leave the log that are older than an instant and that nothing open hangs on."""
    log = state.log
    log.messages = {id: each for id, each in log.messages.items() if each.at >= limit or id in needed}
    log.gone = {id: at for id, at in log.gone.items() if at.by >= limit}
    log.left = {user: kept for user, ats in log.left.items() if (kept := [at for at in ats if at.by >= limit])}
