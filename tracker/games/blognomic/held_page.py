"""Who wrote what while the table's page could not be read: whoever mends the page is not its author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.rule import rule
from tracker.mechanics.table_page import CellChange, PageReading, line_digest, written_lines

from .gndt_records import Gndt


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
    for key in (*_numbered(written_lines(text), before["lines"]), *_cells(before["rows"], reading["rows"])):
        first.setdefault(key, told)


def line_writers(kept: Gndt, texts: Sequence[str]) -> list[Writer | None]:
    """Who first wrote lines that stand on a page that is sound again; None for what its own revision brought."""
    first = kept.memory.get("held")
    if not first or kept.reading is None:
        return [None] * len(texts)
    return [_writer(first.get(key)) for key in _following(texts, kept.reading["lines"])]


def cell_writer(kept: Gndt, cell: CellChange) -> Writer | None:
    """Who first gave a cell its new value while the page was held; None where its own revision did."""
    return _writer(kept.memory.get("held", {}).get(_cell_key(cell.player, cell.column, cell.new)))


def _writer(told: Sequence[str] | None) -> Writer | None:
    return Writer(told[0], told[1], datetime.fromisoformat(told[2])) if told else None


def _numbered(lines: Iterable[str], before: Sequence[str]) -> Iterator[str]:
    """A key for each line beyond the equal ones that stood there before."""
    stood = Counter(before)
    for text, count in Counter(lines).items():
        yield from (f"{line_digest(text)}:{nth}" for nth in range(stood[text], count))


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
