"""What was told of a chat game leaves the live state: day by day, grouped by month, with the messages that nothing hangs on any more."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol, TypeVar

from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.chat_dice import dice_names
from tracker.mechanics.chat_log import Between, ChatLog
from tracker.mechanics.chat_play import ChatState, ChatWorld, Event, GoodsChange, Refused
from tracker.mechanics.chat_record import message_cited
from tracker.mechanics.judges import Bench
from tracker.mechanics.voting_periods import Proposal

from .chat_unfollowed import unfollowed_since

Dated = TypeVar("Dated", Event, Refused, GoodsChange)
_MARK_LENGTH = 16


class Matter(Protocol):
    """Anything that a message brought about."""

    message: str


@dataclass(slots=True)
class Told:
    """What came about on one day, how goods changed, and what was refused; ``places`` are those of the messages of what came about."""

    events: list[Event] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    changes: list[GoodsChange] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)


def told_by_day(
    state: ChatState,
    worlds: Sequence[ChatWorld],
    limit: datetime,
    day_of: Callable[[datetime], date],
    is_counted: Callable[[str], bool],
) -> list[SettledRecord]:
    """Each day before an instant that was not stored before, up to the first one of which the worlds tell differently.

    How something came to be held at last stays live, too; of an item that ``is_counted`` also how it came to be none.
    """
    told, *others = [_days_of(world, limit, day_of) for world in worlds]
    differing = {day for other in others for day in {*told, *other} if told.get(day) != other.get(day)}
    if (since := unfollowed_since(state, worlds)) is not None:
        differing.add(day_of(since))
    if differing:
        limit = min(limit, datetime.combine(min(differing), time(), UTC))
    for world in worlds:
        _forget_told(world, limit, is_counted)
    done = {day: told[day] for day in sorted(told) if day < limit.date()}
    records = [_record(day, each, state.log) for day, each in done.items()]
    for record, each in zip(records, done.values(), strict=True):
        _mark(state, record, each)
    return records


def _days_of(world: ChatWorld, limit: datetime, day_of: Callable[[datetime], date]) -> dict[date, Told]:
    days: dict[date, Told] = {}
    for event in _between(world.events, world.told_to, limit):
        days.setdefault(day_of(event.at), Told()).events.append(event)
    for refusal in _between(world.refused, world.told_to, limit):
        days.setdefault(day_of(refusal.at), Told()).refused.append(refusal)
    for change in _between(world.changes, world.told_to, limit):
        days.setdefault(day_of(change.at), Told()).changes.append(change)
    return days


def _forget_told(world: ChatWorld, limit: datetime, is_counted: Callable[[str], bool]) -> None:
    """Let what was stored leave the world; how something came to be held at last stays live, too."""
    world.told_to = limit if world.told_to is None else max(limit, world.told_to)
    newest = {(change.holder, change.item): place for place, change in enumerate(world.changes)}
    world.changes = [
        change
        for place, change in enumerate(world.changes)
        if change.at >= limit
        or ((change.new or is_counted(change.item)) and newest[change.holder, change.item] == place)
    ]
    world.events = [each for each in world.events if each.at >= limit]
    world.refused = [each for each in world.refused if each.at >= limit]


def _between(told: Iterable[Dated], start: datetime | None, end: datetime) -> Iterator[Dated]:
    return (each for each in told if (start is None or each.at >= start) and each.at < end)


def _record(day: date, told: Told, log: ChatLog) -> SettledRecord:
    cited = (message_cited(event.row) for event in told.events)
    told.places = {id: place for id in cited if (place := log.place_of(id))}
    over = datetime.combine(day + timedelta(days=1), time(), UTC)
    return SettledRecord(f"told:{day.isoformat()}", f"{day:%Y-%m}", over, freezing.frozen(Told, told).decode())


def _mark(state: ChatState, record: SettledRecord, told: Told) -> None:
    """Let the mark of a month stand for one more day of it; where nothing but refusals was told in a month, it has none."""
    state.told_months = sorted({record.group, *state.told_months})
    before = state.told_marks.get(record.group)
    if told.events or before:
        state.told_marks[record.group] = hashlib.sha256(f"{before}{record.content}".encode()).hexdigest()[:_MARK_LENGTH]


def forget_messages(state: ChatState, limit: datetime, needed: Collection[str], cited: Collection[str]) -> None:
    """Let messages leave the log that are older than an instant and that nothing open hangs on; of those ``cited`` stays where they are."""
    log = state.log
    places = {id: log.place_of(id) for id in cited}
    log.messages = {id: each for id, each in log.messages.items() if each.at >= limit or id in needed}
    log.places = {id: place for id, place in places.items() if place and id not in log.messages}
    log.gone = {id: at for id, at in log.gone.items() if at.by >= limit}
    log.left, log.told_left = _since(log.left, limit), _since(log.told_left, limit)


def _since(departures: Mapping[str, list[Between]], limit: datetime) -> dict[str, list[Between]]:
    return {user: kept for user, ats in departures.items() if (kept := [at for at in ats if at.by >= limit])}


def cited_by(state: ChatState, worlds: Iterable[ChatWorld], matters: Iterable[Matter]) -> set[str]:
    """The messages that pages cite: those of some matters, and of what came about, was refused or is to be looked at."""
    cited = {each.message for each in matters} | {note.row for note in state.notes}
    for world in worlds:
        cited |= {message_cited(event.row) for event in world.events} | {each.row for each in world.refused}
        cited |= {note.row for note in world.notes}
    return cited


def matters_of(bench: Bench) -> Iterator[Matter]:
    """The requests, rulings and votes of a bench."""
    yield from bench.requests.values()
    yield from bench.rulings.values()
    yield from bench.votes.values()


def forget_rolls(state: ChatState, worlds: Iterable[ChatWorld], instants: Collection[str] = ()) -> None:
    """Let dice that were used go with the messages that they were for; those of an instant stay while it is among ``instants``."""
    awaited = {
        name for world in worlds for key, each in world.requests.items() for name in dice_names(key, len(each.sides))
    }
    state.rolls = {
        name: face
        for name, face in state.rolls.items()
        if name in awaited or _is_needed(name.partition(":")[2].rpartition(":")[0], state, instants)
    }


def _is_needed(place: str, state: ChatState, instants: Collection[str]) -> bool:
    """Whether dice are those of a message's action, ``MESSAGE:N``, that is here, or of an instant that is needed."""
    return place in instants or place.rpartition(":")[0] in state.log.messages


def not_long_closed(proposals: Mapping[str, Proposal], limit: datetime) -> dict[str, Proposal]:
    """The proposals that are open, or were at an instant or later."""
    return {id: each for id, each in proposals.items() if each.closed_at is None or each.closed_at >= limit}
