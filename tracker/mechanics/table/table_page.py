"""A table page, a managed table and below it a log that people write, read revision by revision.

Reading is the dear part, done once for each revision and kept beside it; ``page_changes`` tells two readings apart. Neither
knows what a column or a line means.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypedDict

from tracker.core.change import given_answers, is_answer
from tracker.core.region import Region, Section, find_region, find_regions, find_section
from tracker.errors import RegionError
from tracker.mechanics.table.authored_lines import shown_text
from tracker.mechanics.table.wikitable import Row, Table, cell_value, read_table, unmarked

NAMES_CLASS = "tracker-names"
"""The class of the header cell above the players' names; without one the first column holds them."""

FAULTS: Mapping[str, str] = {
    "no region": "The markers of the table's region are missing, doubled or crossed.",
    "no log": "The section of the log is missing or stands twice.",
    "doubled row": "A player has two rows.",
    "row without name": "A row names no player.",
    "partly hidden line": "A line of the log is partly hidden (a comment, nowiki, struck out): it is not read.",
}
"""Every kind of fault of a page, besides those of ``tracker.mechanics.table.wikitable.FAULTS``, with one sentence."""

MOST_FAULTS = 50
"""So many faults of one page are told; a page with more is rubbish."""


class FoundFault(TypedDict):
    """A fault of a page: its kind, its line on the page (from 1), and a sentence."""

    kind: str
    line: int
    text: str


class PageReading(TypedDict):
    """One revision of a table page, as plain JSON values.

    ``names`` is the title of the column of names, ``columns`` are the titles of the others as they stand. ``rows`` gives
    player -> column -> value for every row that can be read; the row of the player "" are the game's own values, which
    stand above the table in lines ``* '''Title''': value``. ``order`` are the names of all rows as they stand, those of
    ``unread`` rows (doubled, merged, too few or many cells) among them. ``written`` gives player -> column ("" for that of
    names) -> wikitext of each cell whose wikitext is not its value ("" where alone it says something else). ``lines`` are the
    log's lines in order, as they stand but for blanks at their ends; ``nth`` says of a line's index (as a text) which of
    several equal ones it is, where it is not the first (``AnswerLine.nth``). ``answers`` are the words of our answers in the
    log by key (``AnswerLine.key``). ``digest`` is equal for readings that say the same.
    """

    has_region: bool
    has_log: bool
    names: str
    columns: list[str]
    rows: dict[str, dict[str, str]]
    order: list[str]
    unread: list[str]
    written: dict[str, dict[str, str]]
    lines: list[str]
    nth: dict[str, int]
    answers: dict[str, str]
    faults: list[FoundFault]
    digest: str


def nth_of(reading: PageReading, index: int) -> int:
    """Which of several equal lines the log's line of that index is, as ``AnswerLine.nth`` counts them."""
    return reading["nth"].get(str(index), 0)


def wikitext_of(reading: Mapping[str, Any], name: str, column: str, is_meant: Callable[[str], bool]) -> str:
    """What people wrote into a cell (column "": into that of names), where its value is meant; else, and where nobody knows, ""."""
    value = reading.get("rows", {}).get(name, {}).get(column, "" if column else name)
    is_known = "written" in reading and name in reading["rows"] and is_meant(value)
    return str(reading["written"].get(name, {}).get(column, value)) if is_known else ""


# --- reading ----------------------------------------------------------------------------------------------------------


def read_page(text: str, region: str, log_heading: str) -> PageReading:
    """Read one revision of a table page: the table in the region of that name, the log in the section of that heading.

    Nothing raises: what cannot be read is a fault. Of the log only lines count of which readers see all; our own answers,
    indented lines (talk), headings, tables and lines in managed regions are none.
    """
    faults: list[FoundFault] = []
    regions = _regions(text, region, faults)
    names, columns, rows, order, written = _table(text, regions.get(region), faults)
    section = _section(text, log_heading, faults)
    lines, nth, answers = _log(text, section, tuple(regions.values()), faults) if section else ([], {}, {})
    counts = Counter(order)
    unread = [name for name in counts if name not in rows]
    told = json.dumps([sorted(columns), rows, sorted(order), lines, answers], sort_keys=True, ensure_ascii=False)
    return {
        "has_region": region in regions,
        "has_log": section is not None,
        "names": names,
        "columns": columns,
        "rows": rows,
        "order": order,
        "unread": unread,
        "written": written,
        "lines": lines,
        "nth": nth,
        "answers": answers,
        "faults": faults[:MOST_FAULTS],
        "digest": line_digest(told),
    }


def line_digest(text: str) -> str:
    """Equal for equal texts, and short."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _add_fault(faults: list[FoundFault], kind: str, line: int, text: str = "") -> None:
    faults.append({"kind": kind, "line": line, "text": text or FAULTS[kind]})


def _line_of(text: str, place: int) -> int:
    return 1 + text.count("\n", 0, place)


def _regions(text: str, region: str, faults: list[FoundFault]) -> Mapping[str, Region]:
    """The page's regions; none where any marker is faulty."""
    try:
        find_region(text, region)
        return find_regions(text)
    except RegionError as error:
        _add_fault(faults, "no region", 1, error.message)
        return {}


def _section(text: str, heading: str, faults: list[FoundFault]) -> Section | None:
    try:
        return find_section(text, heading)
    except RegionError as error:
        _add_fault(faults, "no log", 1, error.message)
        return None


def _table(
    text: str, region: Region | None, faults: list[FoundFault]
) -> tuple[str, list[str], dict[str, dict[str, str]], list[str], dict[str, dict[str, str]]]:
    """The title of the column of names, the other titles, the rows that can be read, the names of all, and what is written in cells."""
    if region is None:
        return "", [], {}, [], {}
    table = read_table(region.span, _line_of(text, region.start))
    faults += ({"kind": fault.kind, "line": fault.line, "text": fault.text} for fault in table.faults)
    if not table.header:
        return "", [], {}, [], {}
    at = next((place for place, cell in enumerate(table.header) if NAMES_CLASS in cell.attributes), 0)
    columns = _columns(table, at)
    named = [(_name(row, at), row) for row in table.rows]
    counts = Counter(name for name, _ in named)
    rows: dict[str, dict[str, str]] = {}
    written: dict[str, dict[str, str]] = {}
    for name, row in named:
        if not name or counts[name] > 1:
            _add_fault(faults, "doubled row" if name else "row without name", row.line)
        elif not row.fault:
            rows[name] = {title: row.cells[place].value for place, title in columns.items()}
            cells = ((title, row.cells[place]) for place, title in {**columns, at: ""}.items())
            written[name] = _written((title, cell.text, cell.value) for title, cell in cells)
    if game := _game(region.span):
        rows[""] = {title: cell_value(text) for title, text in game.items()}
        written[""] = _written((title, text, rows[""][title]) for title, text in game.items())
    written = {name: texts for name, texts in written.items() if texts}
    return table.titles[at], list(columns.values()), rows, [name for name, _ in named if name], written


def _game(span: str) -> dict[str, str]:
    """What is written as values of the game itself: lines ``* '''Title''': value`` above the table."""
    found = [_GAME_LINE.fullmatch(line) for line in span.partition("\n{|")[0].split("\n")]
    return {cell_value(line[1]): line[2].strip() for line in reversed(found) if line}


def _written(cells: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """By title the wikitext of each cell, of title, wikitext and value, that is other than its value; "" where alone it says another."""
    plain = ((title, unmarked(text), value) for title, text, value in cells)
    return {title: text if cell_value(text) == value else "" for title, text, value in plain if text != value}


_GAME_LINE = re.compile(r"\*\s*'''(.+?)''':(.*)")


def _columns(table: Table, names: int) -> dict[int, str]:
    """Place -> title of every column but that of the names; what has no title of its own is none."""
    counts = Counter(title.casefold() for place, title in enumerate(table.titles) if place != names)
    titles = ((place, title) for place, title in enumerate(table.titles) if place != names)
    return {place: title for place, title in titles if title and counts[title.casefold()] == 1}


def _name(row: Row, at: int) -> str:
    return row.cells[at].value if at < len(row.cells) else ""


_NO_LINE = re.compile(r"=.*=\s*$|----|:|[*#;]+[*#:;]|\s*(?:\{\||\|)")
"""Headings, rules, indented lines (talk) and tables."""
_LIST_MARKS = "*#:; \t\0"


def _log(
    text: str, section: Section, regions: Sequence[Region], faults: list[FoundFault]
) -> tuple[list[str], dict[str, int], dict[str, str]]:
    """The log's lines, which of several equal ones each is where it is not the first, and the words of our answers by key."""
    lines: list[str] = []
    answers: dict[str, str] = {}
    nth: dict[str, int] = {}
    counts: Counter[str] = Counter()
    starts = [region.start for region in regions]
    for number, place, line, shown in _shown_lines(text, section):
        around = regions[bisect_right(starts, place) - 1] if regions else None
        is_ours = around is not None and around.start <= place <= around.end
        if not is_ours and _is_line(line, shown):
            nth |= {str(len(lines)): counts[line]} if counts[line] else {}
            lines.append(line)
        elif "<!--" in line and is_answer(line):
            answers |= dict.fromkeys(given_answers(line), line.rpartition("<!--")[0].strip())
        elif "\0" in shown and shown.strip(_LIST_MARKS) and not is_ours:
            _add_fault(faults, "partly hidden line", number)
        counts[line] += 1
    return lines, nth, answers


def _shown_lines(text: str, section: Section) -> Iterator[tuple[int, int, str, str]]:
    """Number, place, text without blanks at the end, and what readers see of it (the rest as NUL), of each line with text."""
    place, first = section.start, _line_of(text, section.start)
    shown_lines = shown_text(text)[section.start : section.end].split("\n")
    lines = zip(text[section.start : section.end].split("\n"), shown_lines, strict=True)
    for number, (line, shown) in enumerate(lines, start=first):
        if line.strip():
            yield number, place, line.rstrip(), shown
        place += len(line) + 1


def _is_line(line: str, shown: str) -> bool:
    return "\0" not in shown and not _NO_LINE.match(line) and bool(line.strip(_LIST_MARKS))
