"""A wikitable as people may have edited it by hand: header, rows, cells with their places, and what cannot be read.

Lines are taken as MediaWiki takes them (its line-based table syntax), after comments are gone and with templates, raw tags
and HTML tags as one thing each, so that no bar inside them parts cells.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from tracker.core.region import opaque_spans

FAULTS: Mapping[str, str] = {
    "no table": "There is no table.",
    "second table": "A second table follows; only the first is read.",
    "nested table": "A table stands inside a cell; what it holds is not read.",
    "unclosed table": "The table is never closed with |}.",
    "table in HTML": "A piece of the table is written with HTML tags.",
    "no header": "The first row has no header cell (a line that begins with !).",
    "doubled header": "The header stands twice.",
    "doubled column": "Two columns have the same title.",
    "merged cells": "A cell spans several columns or rows.",
    "too few cells": "A row has fewer cells than the header.",
    "too many cells": "A row has more cells than the header.",
    "text outside cells": "Text stands in the table outside its cells.",
}
"""Every kind of fault with one sentence."""

_BLANKS = " \t\r\v"
_OPAQUE = "\0"
"""Stands for one character that is no table syntax whatever it is."""
_TAG_NAMES = (
    "abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins kbd "
    "li link mark meta ol p q rb rbc rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt u ul var wbr"
)
"""What MediaWiki takes for HTML; any other tag is shown as it is written."""
_TAG = re.compile(rf"</?(?:{_TAG_NAMES.replace(' ', '|')})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_TABLE_TAG = re.compile(r"</?(?:table|tr|td|th|caption)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_BRACES = re.compile(r"\{{2,}|\}{2,}|\[{2,}|\]{2,}")
_CLOSED_BY = {"{": "}", "[": "]"}
_OPENS_TABLE = re.compile(r":*[ \t\r\v]*\{\|")
_BARS, _HEADER_BARS = re.compile(r"\|\|"), re.compile(r"\|\||!!")
_LINE_BREAK = re.compile("\n")
_ROW = re.compile(r"\|-+")
_NO_ATTRIBUTES = re.compile(r"\[\[|-\{")
_SPANS = re.compile(r"""\b(col|row)span\s*=\s*["']?\s*(\d*)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that cannot be read: its kind (a key of ``FAULTS``), its line (from 1), and a sentence."""

    kind: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its wikitext, comments too, without blanks around, its value as readers see it, and where it stands.

    ``start`` and ``end`` are offsets of ``text`` in the wikitext that was read, ``line`` counts from 1, ``attributes`` is
    what stands before the bar.
    """

    text: str
    value: str
    start: int
    end: int
    line: int
    is_header: bool
    attributes: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells, its first line, its attributes, and the kind of fault for which its values cannot be told."""

    cells: tuple[Cell, ...]
    line: int
    attributes: str = ""
    fault: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values of its cells."""
        return tuple(cell.value for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """A table as read: the header's cells (none where there is no header), the rows below it, and the faults.

    A row with a ``fault`` is among the rows; its cells must not be matched with the header.
    """

    header: tuple[Cell, ...] = ()
    rows: tuple[Row, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return tuple(cell.value for cell in self.header)


def read_table(wikitext: str, first_line: int = 1) -> Table:
    """Read the first table of a wikitext; whatever cannot be read is a fault, never an error.

    ``first_line`` is the number of the text's first line on its page; the lines of cells and faults count from there.
    """
    reader = _Reader(wikitext, _Shape.of(wikitext), first_line)
    reader.read()
    return _judged(reader.rows, reader.faults)


# --- what the table code sees of a text -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """A text without its comments and with every opaque character as NUL; ``places`` are the offsets in the original."""

    text: str
    places: Sequence[int]

    @classmethod
    def of(cls, wikitext: str) -> _Shape:
        pieces, places, at = [], list[int](), 0
        for span, is_comment in opaque_spans(wikitext):
            pieces.append(wikitext[at : span.start])
            places += range(at, span.start)
            if not is_comment:
                pieces.append(_OPAQUE * (span.end - span.start))
                places += range(span.start, span.end)
            at = span.end
        return cls("".join([*pieces, wikitext[at:]]), [*places, *range(at, len(wikitext))])._without_templates()

    def _without_templates(self) -> _Shape:
        """The same with tags and templates as opaque characters; the magic word ``{{!}}`` is the bar that it makes."""
        text = _TAG.sub(lambda found: _OPAQUE * len(found[0]), self.text)
        pieces, places, at = [], list[int](), 0
        for start, end in _templates(text):
            inner = text[start + 2 : end - 2].strip()
            pieces += [text[at:start], "|" if inner == "!" else _OPAQUE * (end - start)]
            places += self.places[at : start + 1 if inner == "!" else end]
            at = end
        return _Shape("".join([*pieces, text[at:]]), [*places, *self.places[at:]])

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original for a span of the shape."""
        if start < end:
            return self.places[start], self.places[end - 1] + 1
        place = self.places[start] if start < len(self.places) else self.places[-1] + 1 if self.places else 0
        return place, place


def _templates(text: str) -> Iterator[tuple[int, int]]:
    """The outermost pairs of double braces, in order; open brackets keep braces from closing, as in MediaWiki."""
    open_runs: list[list[int]] = []
    found: list[tuple[int, int]] = []
    for run in _BRACES.finditer(text):
        if run[0][0] in _CLOSED_BY:
            open_runs.append([run.start(), run.end()])
        else:
            _close(text, open_runs, run, found)
    found.sort()
    end = 0
    for start, closed in found:
        if start >= end:
            yield start, closed
            end = closed


def _close(text: str, open_runs: list[list[int]], run: re.Match[str], found: list[tuple[int, int]]) -> None:
    """Match a run of closing braces or brackets with the runs opened last, as far as it reaches."""
    at = run.start()
    while open_runs and run.end() - at >= 2 and _CLOSED_BY[text[open_runs[-1][0]]] == run[0][0]:
        opened = open_runs[-1]
        size = min(opened[1] - opened[0], run.end() - at, 3 if run[0][0] == "}" else 2)
        opened[1] -= size
        at += size
        if run[0][0] == "}":
            found.append((opened[1], at))
        if opened[1] - opened[0] < 2:
            open_runs.pop()


# --- lines to cells ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """A cell being read, as offsets in the shape."""

    start: int
    end: int
    is_header: bool
    attributes: tuple[int, int]


@dataclass(slots=True)
class _OpenRow:
    attributes: tuple[int, int] = (0, 0)
    cells: list[_Open] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """Goes over the lines; ``depth`` is how many tables are open, ``in_cell`` whether text would belong to a cell."""

    wikitext: str
    shape: _Shape
    first_line: int
    rows: list[Row] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    row: _OpenRow = field(default_factory=_OpenRow)
    depth: int = 0
    in_cell: bool = False
    in_caption: bool = False
    is_over: bool = False
    breaks: Sequence[int] = ()

    def read(self) -> None:
        self.breaks = [found.start() for found in _LINE_BREAK.finditer(self.wikitext)]
        lines = self.shape.text.split("\n")
        for start, line in zip(accumulate((len(line) + 1 for line in lines), initial=0), lines, strict=False):
            self._line(line, start)
        if self.depth:
            self._fault("unclosed table", len(self.shape.text))
            self._end_row()
        if not self.rows:
            self._fault("no table", 0)

    def _fault(self, kind: str, at: int) -> None:
        self.faults.append(Fault(kind, self._line_number(self.shape.source(at, at)[0]), FAULTS[kind]))

    def _line_number(self, place: int) -> int:
        return self.first_line + bisect_right(self.breaks, place - 1)

    def _line(self, line: str, start: int) -> None:
        bare = line.strip(_BLANKS)
        at = start + line.find(bare)
        if _OPENS_TABLE.match(bare):
            self._open_table(start, start + len(line))
        elif self.depth == 0 or not bare:
            return
        elif bare.startswith("|}"):
            self._close_table(start, start + len(line))
        elif self.depth > 1 or bare[0] not in "|!":
            self._text(start, start + len(line))
        elif bare.startswith("|-"):
            self._end_row()
            found = _ROW.match(bare)
            self.row.attributes = (at + (found.end() if found else 0), at + len(bare))
        elif bare.startswith("|+"):
            self._end_row()
            self.in_caption = True
        else:
            self._cells(at, at + len(bare), is_header=bare[0] == "!")

    def _open_table(self, start: int, end: int) -> None:
        if self.is_over:
            self._fault("second table", start)
            return
        self.depth += 1
        if self.depth > 1:
            self._fault("nested table", start)
            self._text(start, end)

    def _close_table(self, start: int, end: int) -> None:
        self.depth -= 1
        if self.depth:
            self._text(start, end)
        else:
            self._end_row()
            self.is_over = True

    def _text(self, start: int, end: int) -> None:
        """A line that goes on with what stands before it."""
        if self.in_cell:
            self.row.cells[-1].end = end
        elif not self.in_caption and self.depth == 1:
            self._fault("text outside cells", start)

    def _cells(self, start: int, end: int, *, is_header: bool) -> None:
        text = self.shape.text
        at = start + 1
        for bars in (_HEADER_BARS if is_header else _BARS).finditer(text, at, end):
            self._cell(at, bars.start(), is_header=is_header)
            at = bars.end()
        self._cell(at, end, is_header=is_header)

    def _cell(self, start: int, end: int, *, is_header: bool) -> None:
        bar = self.shape.text.find("|", start, end)
        attributes = (start, start)
        if bar >= 0 and not _NO_ATTRIBUTES.search(self.shape.text, start, bar):
            attributes, start = (start, bar), bar + 1
        self.row.cells.append(_Open(start, end, is_header, attributes))
        self.in_cell, self.in_caption = True, False

    # --- closing ------------------------------------------------------------------------------------------------------

    def _end_row(self) -> None:
        cells = tuple(self._closed(cell) for cell in self.row.cells)
        if cells:
            self.rows.append(Row(cells, cells[0].line, self._source(*self.row.attributes)))
        self.row, self.in_cell, self.in_caption = _OpenRow(), False, False

    def _closed(self, cell: _Open) -> Cell:
        shown = self.shape.text[cell.start : cell.end]
        begins_below = "\n" in shown[: len(shown) - len(shown.lstrip(_BLANKS + "\n"))]
        start, end = self._around(cell)
        written = self.wikitext[start:end].lstrip(_BLANKS + "\n")
        start, text = end - len(written), written.rstrip(_BLANKS + "\n")
        end = start + len(text)
        line = self._line_number(self.shape.source(cell.start, cell.end)[0])
        if _TABLE_TAG.search(text):
            self.faults.append(Fault("table in HTML", line, FAULTS["table in HTML"]))
        return Cell(
            text,
            cell_value(f"\n{text}" if begins_below else text),
            start,
            end,
            line,
            cell.is_header,
            self._source(*cell.attributes),
        )

    def _around(self, cell: _Open) -> tuple[int, int]:
        """The span of the original from behind the bar before a cell to what ends it: comments at its edges are its own."""
        places, text = self.shape.places, self.shape.text
        bar, end = places[cell.start - 1], cell.end
        while end < len(text) and text[end] in _BLANKS:
            end += 1
        start = self.wikitext.index("}}", bar) + 2 if self.wikitext[bar] == "{" else bar + 1
        return start, places[end] if end < len(text) else len(self.wikitext)

    def _source(self, start: int, end: int) -> str:
        first, last = self.shape.source(start, end)
        return self.wikitext[first:last].strip()


# --- rows to a table --------------------------------------------------------------------------------------------------


def _judged(rows: Sequence[Row], found: Sequence[Fault]) -> Table:
    """The rows with the first as header, and each named that does not fit it."""
    faults = list(found)
    if not rows:
        return Table(faults=tuple(faults))
    has_header = any(cell.is_header for cell in rows[0].cells)
    header = rows[0].cells if has_header else ()
    faults += _faults_of_header(rows[0], has_header=has_header)
    kept = [row for row in rows[1 if has_header else 0 :] if not _repeats(row, header)]
    faults += [_fault("doubled header", row) for row in rows[1:] if has_header and _repeats(row, header)]
    judged = _with_faults(kept, len(header))
    faults += [_fault(row.fault, row) for row in judged if row.fault]
    return Table(header, tuple(judged), tuple(sorted(faults, key=lambda fault: fault.line)))


def _fault(kind: str, row: Row) -> Fault:
    return Fault(kind, row.line, FAULTS[kind])


def _faults_of_header(row: Row, *, has_header: bool) -> list[Fault]:
    if not has_header:
        return [_fault("no header", row)]
    titles = Counter(value.casefold() for value in row.values)
    faults = [_fault("doubled column", row)] if any(count > 1 for title, count in titles.items() if title) else []
    return faults + ([_fault("merged cells", row)] if any(_span(cell, "col") > 1 for cell in row.cells) else [])


def _repeats(row: Row, header: Sequence[Cell]) -> bool:
    values = [cell.value.casefold() for cell in header]
    return bool(values) and [value.casefold() for value in row.values] == values


def _with_faults(rows: Sequence[Row], width: int) -> list[Row]:
    judged, merged_until = [], 0
    for number, row in enumerate(rows):
        rowspan = max(_span(cell, "row") for cell in row.cells)
        merged_until = max(merged_until, number + rowspan if rowspan > 1 else 0)
        is_merged = number < merged_until or any(_span(cell, "col") > 1 for cell in row.cells)
        fewer = "too few cells" if len(row.cells) < width else "too many cells"
        judged.append(
            replace(row, fault="merged cells" if is_merged else fewer if width and len(row.cells) != width else "")
        )
    return judged


def _span(cell: Cell, direction: str) -> int:
    """How many columns (``col``) or rows (``row``) a cell takes; 0 reaches to the end, which counts as many."""
    sizes = [int(found[2][:4] or 1) for found in _SPANS.finditer(cell.attributes) if found[1].lower() == direction]
    return sizes[-1] or 1000 if sizes else 1


# --- what a cell says -------------------------------------------------------------------------------------------------

_MARK = r"<sup\s[^<>]*class\s*=\s*[\"']?tracker[^<>]*>.*?(?:</sup\s*>|\Z)"
_OURS = re.compile(_MARK, re.IGNORECASE | re.DOTALL)
_UNREAD = re.compile(
    rf"{_MARK}|<(s|del|strike)(?=[\s>])[^<>]*>.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_LINK = re.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]")
_NOT_SHOWN = re.compile(r"\s*(?:category|file|image)\s*:", re.IGNORECASE)
_EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]+\s+([^\[\]]*)\]", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|hr|p|/p|div|/div|li|/li)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_LIST_MARKS = re.compile(r"(?<=\n)[*#:;]+")
_QUOTES = re.compile(r"'{2,}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_KEPT = re.compile(f"{_OPAQUE}(\\d+){_OPAQUE}")
_INNER = re.compile(r"<[^<>]*>(.*)</[^<>]*>", re.DOTALL)
_PLAIN = re.compile(r"[^\[<'&\0\n]*")


def cell_value(text: str) -> str:
    """What a cell's wikitext says in plain words, on one line.

    Comments, quotes of bold and italic, tags, what is struck out, and our own marks (``<sup class="tracker...">``) are left
    out; a link is its label; entities are the characters they stand for; what is in ``<nowiki>`` stays; a template stays as
    it is written.
    """
    if _PLAIN.fullmatch(text):
        return " ".join(text.split())
    kept: list[str] = []
    return _restored(_words(_hidden(text, kept)), kept)


def unmarked(text: str) -> str:
    """A cell's wikitext without our own marks, as people wrote it."""
    return _OURS.sub("", text).strip() if "<" in text else text


def _hidden(text: str, kept: list[str]) -> str:
    """The text without comments, and with a number between NULs for each raw tag; what those hold is put aside."""
    pieces, at, plain = [], 0, text.replace(_OPAQUE, "")
    for span, is_comment in opaque_spans(plain):
        pieces.append(plain[at : span.start])
        at = span.end
        if not is_comment:
            inner = _INNER.fullmatch(plain, span.start, span.end)
            kept.append(inner[1] if inner else "")
            pieces.append(f"{_OPAQUE}{len(kept) - 1}{_OPAQUE}")
    return "".join([*pieces, plain[at:]])


def _words(text: str) -> str:
    unmarked = _EXTERNAL.sub(r"\1", _LINK.sub(_label, _UNREAD.sub("", text)))
    bare = _LIST_MARKS.sub(" ", _TAG.sub("", _BREAK.sub(" ", unmarked)))
    return _QUOTES.sub(_apostrophes, bare)


def _label(link: re.Match[str]) -> str:
    target, label = link[1], link[2]
    if _NOT_SHOWN.match(target):
        return ""
    return label if label else target.strip().removeprefix(":")


def _apostrophes(quotes: re.Match[str]) -> str:
    """What MediaWiki shows of a run of apostrophes: bold and italic take 2, 3 or 5 of them."""
    count = len(quotes[0])
    return "'" * (1 if count == 4 else max(count - 5, 0))


def _restored(text: str, kept: Sequence[str]) -> str:
    """The words with the characters of entities, and with what was put aside back in its place."""
    told = _KEPT.sub(lambda found: kept[int(found[1])], text)
    return " ".join(_ENTITY.sub(lambda found: html.unescape(found[0]), told).split())
