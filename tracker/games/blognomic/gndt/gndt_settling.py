"""What happened to players' values long ago leaves the live state, by player and month; what may decide later stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.ports import SettledRecord
from tracker.games.blognomic.appendix.keywords import week_of
from tracker.games.blognomic.law import Law
from tracker.mechanics import freezing

from .gndt_records import Entry, Gndt, Line, Use, line_of

_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Trail:
    """What happened to one holder's values, or by their actions, in one month; oldest first."""

    entries: tuple[Entry, ...]


def settle(gndt: Gndt, law: Law) -> list[SettledRecord]:
    """Take out of the live state what is older than the law's instant less the hours after which matters settle.

    What happened leaves by whole months, each of which so is filed once. Lines stay while they stand on the page or wait for
    dice, uses while they may bar an action, and of everybody's uses of an action the newest; rolls until their line is done.
    """
    limit = law.when - law.span("settle_after_hours")
    waiting = gndt.waiting()
    records = _file(gndt, _month(limit))
    over = [line for line in gndt.lines.values() if is_over(line, limit)]
    gndt.lines = {id: line for id, line in gndt.lines.items() if not is_over(line, limit)}
    left = {key: [id for id in ids if id in gndt.lines] for key, ids in gndt.memory.get("left", {}).items()}
    gndt.memory["left"] = {key: ids for key, ids in left.items() if ids}
    ids = {line.id for line in waiting}
    gndt.rolls = {key: roll for key, roll in gndt.rolls.items() if line_of(key) in ids}
    gndt.uses = _uses_since(gndt.uses, _first_that_bars(law, min([law.when, *(line.at for line in waiting)])))
    gndt.atomic = [each for each in gndt.atomic if each.ended is None or each.ended >= limit]
    toggles = ((cell, [pair for pair in written if pair[0] >= limit]) for cell, written in gndt.toggles.items())
    gndt.toggles = {cell: written for cell, written in toggles if written}
    return [*records, *(SettledRecord(_line_key(line.id), "lines", line.at, "{}") for line in over if _is_told(line))]


def make_room(gndt: Gndt, line: Line, settled: SettledMatters) -> None:
    """Give a new line an id of its own: a file may tell of two lines by the same one, long after the first was settled."""
    while line.id in gndt.lines or (_is_told(line) and settled.settled(_line_key(line.id)) is not None):
        line.id += "'"


def _is_told(line: Line) -> bool:
    """Whether a row of its own tells of a line, and no revision of the page."""
    return line.id.rstrip("'") == line.row


def _line_key(id: str) -> str:
    return f"line:{id}"


def succeeded(before: Gndt, after: Gndt) -> Gndt:
    """Another dynasty's table, which keeps what happened in the earlier one until that is settled."""
    after.past = [entry for entry in _everything(before) if _month(entry.settled_at) >= before.settled_to]
    after.settled_to, after.months = before.settled_to, before.months
    return after


def entries_of(gndt: Gndt, holder: str, settled: SettledMatters) -> Iterator[Entry]:
    """Everything that happened to a holder's values or by their actions, settled months too, oldest first."""
    for month in gndt.months:
        record = settled.settled(_key(holder, month))
        yield from _thawed(record) if record is not None else ()
    for entry in _everything(gndt):
        if holder in _holders(entry) and _month(entry.settled_at) >= gndt.settled_to:
            yield entry


def _thawed(record: Mapping[str, Any]) -> tuple[Entry, ...]:
    trail: Trail = freezing.restored(Trail, record)
    return trail.entries


# --- what happened ----------------------------------------------------------------------------------------------------


def _everything(gndt: Gndt) -> list[Entry]:
    """All live entries in the order in which they came about."""
    return sorted([*gndt.past, *gndt.starts, *gndt.entries], key=lambda entry: entry.settled_at)


def _file(gndt: Gndt, before: str) -> list[SettledRecord]:
    """Take out what happened before a month; one record for each person and month."""
    before = max(before, gndt.settled_to)
    filed: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in _everything(gndt):
        month = _month(entry.settled_at)
        if gndt.settled_to <= month < before:
            for holder in _holders(entry):
                filed[month, holder].append(entry)
    gndt.past = [entry for entry in gndt.past if _month(entry.settled_at) >= before]
    gndt.starts = [entry for entry in gndt.starts if _month(entry.settled_at) >= before]
    gndt.entries = _live(gndt.entries, before)
    gndt.settled_to, gndt.months = before, sorted({month for month, _ in filed}.union(gndt.months))
    return [_record(month, holder, entries) for (month, holder), entries in filed.items()]


def _live(entries: list[Entry], before: str) -> list[Entry]:
    """What stays: everything since a month, the newest change of each value, and the last thing that happened."""
    changed: set[tuple[str, str]] = set()
    kept: list[Entry] = []
    for entry in reversed(entries):
        cells = {(change.holder, change.variable) for change in entry.changes}
        if _month(entry.settled_at) >= before or cells - changed or not kept:
            kept.append(entry)
        changed |= cells
    return kept[::-1]


def _holders(entry: Entry) -> Mapping[str, None]:
    """Whose an entry is: who acted, and those whose values it changed."""
    return dict.fromkeys([entry.who, *(change.holder for change in entry.changes)])


def _record(month: str, holder: str, entries: list[Entry]) -> SettledRecord:
    content = freezing.frozen(Trail, Trail(tuple(entries))).decode()
    return SettledRecord(_key(holder, month), _group(month), entries[-1].settled_at, content)


def _key(holder: str, month: str) -> str:
    return f"trail:{holder}:{month}"


def _group(month: str) -> str:
    return f"trail {month}"


def _month(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y-%m}"


# --- what may decide later --------------------------------------------------------------------------------------------


def is_over(line: Line, limit: datetime) -> bool:
    """Whether nothing can come of a line any more: it is settled, older than the limit, and not on the page."""
    return line.standing != "waiting" and line.index is None and line.at < limit


def _first_that_bars(law: Law, when: datetime) -> datetime:
    """Since when uses may bar an action at an instant: those of this week, and what is too short before it."""
    monday = datetime.combine(week_of(when), time(), UTC)
    return monday - max(_WEEK, law.span("weekly_gap_hours"), law.span("daily_gap_hours"))


def _uses_since(uses: Iterable[Use], limit: datetime) -> list[Use]:
    """Uses since an instant, and of the older ones the newest of each person and action: that it was done at all is lasting."""
    kept = list(uses)
    newest = {(use.holder, use.action): nth for nth, use in enumerate(kept)}
    return [use for nth, use in enumerate(kept) if use.at >= limit or newest[use.holder, use.action] == nth]
