"""What is over leaves the live state: what was told day by day, grouped by month, and the messages that nothing hangs on any more."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.instants import start_of_day
from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.dice import dice_log

from .nomic import ChatNomic
from .state import ChatState, Event, Told

_MARK_LENGTH = 16
_TEXTS = re.compile(r'"((?:[^"\\]|\\.)*)"')


def settle(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime) -> list[SettledRecord]:
    """Take what is over out of the live state; what was told on whole days that are over is stored by day, grouped by month.

    Only the instant and what happened decide, so that going on from a checkpoint says what a fold at once says (law 4).
    """
    law = game.law_at(state, as_of)
    limit = as_of - law.span("settle_after_hours")
    state.world.look(state.names, law)
    game.forget(state.world, limit)
    state.notes = [note for note in state.notes if note.at >= limit]
    waited_for = {name for each in state.waiting for name in each.dice}
    state.requests = {
        name: each for name, each in state.requests.items() if each.asked_at >= limit or name in waited_for
    }
    records = _told_by_day(state, start_of_day(limit))
    _forget_messages(game, state, limit)
    used = {name for name in state.dice.used if state.dice.named[name].at < limit}
    state.dice.used -= used
    state.dice.named = {name: each for name, each in state.dice.named.items() if name not in used}
    return [*dice_log.settle(state.dice_log, limit), *records]


def _told_by_day(state: ChatState[Any], limit: datetime) -> list[SettledRecord]:
    """Each day before an instant that was not stored before, which leaves the live state; how each value came to be what it is stays."""
    told, days = state.told, dict[date, Told]()
    for name in ("events", "refused", "changes"):
        for each in getattr(told, name):
            if (state.told_to is None or each.at >= state.told_to) and each.at < limit:
                day = days.setdefault(each.at.astimezone(UTC).date(), Told())
                getattr(day, name).append(each)
    records = [_record(state, day, days[day]) for day in sorted(days)]
    newest = {change.place: change for change in told.changes}
    told.events = [event for event in told.events if event.at >= limit]
    told.refused = [refused for refused in told.refused if refused.at >= limit]
    told.changes = [change for change in told.changes if change.at >= limit or newest[change.place] is change]
    state.told_to = limit if state.told_to is None else max(limit, state.told_to)
    return records


def _record(state: ChatState[Any], day: date, told: Told) -> SettledRecord:
    """What is stored of a day; the mark of its month then stands for that, too, unless nothing but refusals was told in it."""
    told.places = {event.row: place for event in told.events if (place := state.place_of(event.row))}
    over, month = datetime.combine(day + timedelta(days=1), time(), UTC), f"{day:%Y-%m}"
    record = SettledRecord(f"told:{day.isoformat()}", month, over, freezing.frozen(Told, told).decode())
    mark = state.told_marks.setdefault(month, "")
    if told.events or mark:
        state.told_marks[month] = hashlib.sha256(f"{mark}{record.content}".encode()).hexdigest()[:_MARK_LENGTH]
    return record


def _forget_messages(game: ChatNomic[Any], state: ChatState[Any], limit: datetime) -> None:
    """Let messages leave the live state that are older than an instant and that nothing open hangs on; where they stand stays known."""
    needed = {*game.cited(state.world), *(each.row for each in state.waiting)}
    told = {change.row for change in state.told.changes} | {event.row for event in state.told.events}
    # Whatever text of the gamestate is a message's id may be cited on a page.
    cited = told.union(_TEXTS.findall(state.world.model_dump_json(by_alias=True)))
    gone = {id: said for id, said in state.said.items() if said.at < limit and id not in needed}
    state.told.places = {id: place for id in cited if (place := state.place_of(id))}
    state.said = {id: said for id, said in state.said.items() if id not in gone}
    state.answers = {id: each for id, each in state.answers.items() if each.of in state.said}


# --- what was stored --------------------------------------------------------------------------------------------------


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def told_on(settled: SettledMatters, months: Iterable[str]) -> Iterator[Told]:
    """What was told on every settled day of some months, oldest first."""
    return (day for month in sorted(months) for day in told_in(settled, month).values())


def events_of(settled: SettledMatters, month: str) -> tuple[list[Event], dict[str, str]]:
    """What came about on the settled days of a month, oldest first, and where the messages stand that it cites."""
    days = list(told_in(settled, month).values())
    events = sorted((event for day in days for event in day.events), key=lambda event: event.at)
    return events, {id: place for day in days for id, place in day.places.items()}
