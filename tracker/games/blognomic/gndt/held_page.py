"""Who wrote what while the table's page could not be read: whoever mends the page is not its author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.table.table_page import CellChange, PageReading, line_digest, written_lines

from .gndt_records import Gndt

LONGEST_KEPT = 80
"""Characters of a line that are remembered, to say which it was."""
_ACTION = re.compile(r"[*#](?![:*#])(?!\s*'{3})")
"""How a line that may be somebody's action begins: no answer, no talk, no value above the table."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who first wrote something, in the revision of which row, and when (UTC)."""

    editor: str
    row: str
    at: datetime


@rule("BN-224", "BN-225")
def remember(kept: Gndt, text: str, reading: PageReading, writer: Writer) -> None:
    """Remember of a revision that is held who first wrote each line and value that the last sound one had not."""
    before: Mapping[str, Any] | None = kept.reading
    if before is None:
        return
    first = kept.memory.setdefault("held", {})
    told = [writer.editor, writer.row, writer.at.isoformat()]
    for key, line in _numbered(written_lines(text), before["lines"]):
        first.setdefault(key, [*told, line[:LONGEST_KEPT]] if _ACTION.match(line) else told)
    for key in _cells(before["rows"], reading["rows"]):
        first.setdefault(key, told)


@rule("BN-225")
def lost_lines(moment: Moment, reading: PageReading) -> list[str]:
    """What players wrote while the page was held and the sound page of a reading has not, as sentences for everybody."""
    held: Mapping[str, Sequence[str]] = moment.state.gndt.memory.get("held", {})
    if not held:
        return []
    stand = Counter(map(line_digest, reading["lines"]))
    state, found = moment.state, []
    for key, (editor, _, _, *kept) in held.items():
        digest, _, nth = key.partition(":")
        if kept and stand[digest] <= int(nth) and state.counts(state.account_key(editor)):
            found.append(f"the line {kept[0]!r} by {editor}, written while the page was held, is gone; write it again")
    return found


def line_writers(kept: Gndt, texts: Sequence[str]) -> list[Writer | None]:
    """Who first wrote lines that stand on a page that is sound again; None for what its own revision brought."""
    first = kept.memory.get("held")
    if not first or kept.reading is None:
        return [None] * len(texts)
    return [_writer(first.get(key)) for key in _following(texts, kept.reading["lines"])]


def cell_writer(kept: Gndt, cell: CellChange) -> Writer | None:
    """Who first gave a cell its new value while the page was held; None where its own revision did."""
    first = kept.memory.get("held")
    return _writer(first.get(_cell_key(cell.player, cell.column, cell.new))) if first else None


def _writer(told: Sequence[str] | None) -> Writer | None:
    return Writer(told[0], told[1], datetime.fromisoformat(told[2])) if told else None


def _numbered(lines: Iterable[str], before: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A key for each line beyond the equal ones that stood there before, with its text."""
    stood = Counter(before)
    for text, count in Counter(lines).items():
        yield from ((f"{line_digest(text)}:{nth}", text) for nth in range(stood[text], count))


def _following(texts: Iterable[str], before: Sequence[str]) -> Iterator[str]:
    """The keys of new lines: the first is numbered behind the equal ones that stood there before, and so on."""
    stood = Counter(before)
    for text in texts:
        yield f"{line_digest(text)}:{stood[text]}"
        stood[text] += 1


def _cells(before: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for player, row in now.items():
        old = before.get(player, {})
        yield from (_cell_key(player, column, value) for column, value in row.items() if old.get(column) != value)


def _cell_key(player: str, column: str, value: str) -> str:
    return f"cell {line_digest(chr(0).join((player, column, value)))}"
