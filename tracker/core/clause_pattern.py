"""Patterns: quotations of a clause with the values marked, by which a parameter finds its number or word in the text."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from tracker.core.written_numbers import KINDS
from tracker.errors import RuleError

_SLOT = re.compile(r"\{(?P<words>[^{}]+?)(?::(?P<kind>[a-z-]*[a-z])(?P<offset>[+-]\d+)?)?\}")
_UNIT_KINDS: Mapping[str, str] = {
    **{unit: unit for unit in ("minutes", "hours", "days", "months", "word", "month-day", "date")},
    **{"URLs": "folder", "files": "file"},
}
_OTHER = "other"
"""The kind of a mark whose value is another parameter's: any number may stand there."""
_GAP = r"\s+(?:[•#]\s+)*"
"""What stands between two words: white space, perhaps with the bullet of a new line."""
_BETWEEN_ROWS = re.compile(r"(?:\|-|[\s•#|;,.])*(?:and\s+)?")
_ROW_ENDS = r"(?=\s*(?:[•#|;]|$))"


class PatternFault(ValueError):  # noqa: N818  (what it says is a fault of the text, no error of ours)
    """A pattern that does not find its place, finds several, or finds what cannot be a value; the text says which."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """A stretch of a text (offsets in characters) and the words that stand there in the text that the code knows."""

    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class PatternReading:
    """What a pattern read: the value, and where it stood."""

    value: Any
    places: tuple[PutBack, ...]


def with_known_words(text: str, places: Sequence[PutBack]) -> str:
    """The text with the words that the code knows in the places of the values; of places inside one another the outer counts."""
    pieces, at = [], 0
    for place in sorted(places, key=lambda place: (place.start, -place.end)):
        if place.start >= at:
            pieces += [text[at : place.start], place.words]
            at = place.end
    return "".join([*pieces, text[at:]])


class ValuePattern(ABC):
    """How one parameter's value is found in the normalised text of its clause."""

    @property
    def quoted(self) -> tuple[Quotation, ...]:
        """The stretches of the known text by which it is found; none of a table whose rows come and go."""
        return ()

    @abstractmethod
    def read(self, text: str) -> PatternReading:
        """The value with its places; raises PatternFault, saying what is amiss."""


@dataclass(frozen=True)
class Quotation:
    """A stretch of the known text in which ``{48 hours}`` marks a value; ``{2:number-1}`` names its kind and what is added to it.

    Several marks in one quotation must agree, but for ``{5:other}``, where a number of another parameter stands.
    """

    text: str
    kind: str

    @cached_property
    def known(self) -> str:
        """The stretch as the known text has it."""
        return _known_words(self.text)

    @cached_property
    def slots(self) -> tuple[tuple[str, str, int], ...]:
        """Each mark: its known words, its kind, and what is added to what is read."""
        found = [
            (slot["words"], slot["kind"] or self.kind, int(slot["offset"] or 0)) for slot in _SLOT.finditer(self.text)
        ]
        unknown = [kind for _, kind, _ in found if kind not in KINDS and kind != _OTHER]
        if unknown or all(kind == _OTHER for _, kind, _ in found):
            fault = f"no kind {unknown[0]!r}" if unknown else "no value is marked"
            raise RuleError(f"the pattern {self.text!r}: {fault}", place="parameters.toml")
        return tuple(found)

    @cached_property
    def marks(self) -> tuple[tuple[str, str, str], ...]:
        """Each value of its own as the known text has it: what stands before it, its own words, and what stands behind it."""
        return tuple(
            (_known_words(self.text[: slot.start()]), slot["words"], _known_words(self.text[slot.end() :]))
            for slot in _SLOT.finditer(self.text)
            if slot["kind"] != _OTHER
        )

    @cached_property
    def form(self) -> re.Pattern[str]:
        """What is searched for."""
        literals = _SLOT.split(self.text)[:: _SLOT.groups + 1]
        pieces = [_literal(literals[0])]
        for (_, kind, _), literal in zip(self.slots, literals[1:], strict=True):
            pieces += [f"({KINDS['number' if kind == _OTHER else kind].form})", _literal(literal)]
        lead, tail = (r"(?<!\w)" if self.known[0].isalnum() else ""), (r"(?!\w)" if self.known[-1].isalnum() else "")
        return re.compile(f"{lead}{''.join(pieces)}{tail}", re.IGNORECASE)

    def read(self, text: str) -> PatternReading:
        """The one value that stands there; raises PatternFault."""
        found = list(self.form.finditer(text))
        if len(found) != 1:
            what = "is nowhere in it" if not found else f"stands {len(found)} times in it"
            raise PatternFault(f"“{_shown(self.known)}” {what}")
        values, places = [], []
        for group, (words, kind, offset) in enumerate(self.slots, start=1):
            if kind == _OTHER:
                continue
            values.append(_value(kind, found[0][group], offset))
            places.append(PutBack(*found[0].span(group), words))
        return PatternReading(_agreed(values), tuple(places))


def _known_words(text: str) -> str:
    return _SLOT.sub(lambda slot: slot["words"], text)


@lru_cache(maxsize=256)
def _literal(text: str) -> str:
    """Escaped, any white space (and bullets) between the words."""
    ends = (_GAP if text[:1].isspace() else "", _GAP if text[-1:].isspace() and text.strip() else "")
    return ends[0] + _GAP.join(map(re.escape, text.split())) + ends[1]


def _value(kind: str, words: str, offset: int) -> Any:
    try:
        value = KINDS[kind].read(words)
    except ValueError as error:
        raise PatternFault(str(error)) from error
    return value + offset if offset else value


def _agreed(values: Sequence[Any]) -> Any:
    if any(value != values[0] for value in values):
        raise PatternFault(
            f"it is told differently in several places: {', '.join(map(str, dict.fromkeys(map(str, values))))}"
        )
    return values[0]


def _shown(text: str) -> str:
    words = text.split()
    return text if len(words) <= 12 else f"{' '.join(words[:12])}…"


@dataclass(frozen=True)
class ScalarPattern(ValuePattern):
    """One value that stands in one or several places, which must agree; ``as_list`` for parameters that hold a list."""

    quotations: tuple[Quotation, ...]
    as_list: bool = False

    @property
    def quoted(self) -> tuple[Quotation, ...]:
        """Every place in which it stands."""
        return self.quotations

    def read(self, text: str) -> PatternReading:
        """The value on which all places agree."""
        found = [quotation.read(text) for quotation in self.quotations]
        value = _agreed([reading.value for reading in found])
        places = tuple(place for reading in found for place in reading.places)
        return PatternReading([value] if self.as_list and not isinstance(value, list) else value, places)


@dataclass(frozen=True)
class EntriesPattern(ValuePattern):
    """A table of fixed entries, each with its own quotation; ``reads_keys`` where an entry names a value and its key is read."""

    entries: tuple[tuple[str, Quotation], ...]
    reads_keys: bool = False

    @property
    def quoted(self) -> tuple[Quotation, ...]:
        """That of each entry."""
        return tuple(quotation for _, quotation in self.entries)

    def read(self, text: str) -> PatternReading:
        """The table as a dict."""
        found = [(name, quotation.read(text)) for name, quotation in self.entries]
        places = tuple(place for _, reading in found for place in reading.places)
        table = {
            reading.value if self.reads_keys else name: name if self.reads_keys else reading.value
            for name, reading in found
        }
        if len(table) != len(found):
            raise PatternFault("two entries of its table read alike")
        return PatternReading(table, places)


@dataclass(frozen=True)
class TablesPattern(ValuePattern):
    """A table of tables, each with its own entries; what the text does not tell of one is as ``known`` has it."""

    tables: tuple[tuple[str, EntriesPattern], ...]
    known: Mapping[str, Mapping[str, Any]]

    @property
    def quoted(self) -> tuple[Quotation, ...]:
        """Those of each table."""
        return tuple(quotation for _, entries in self.tables for quotation in entries.quoted)

    def read(self, text: str) -> PatternReading:
        """The table of tables as a dict of dicts."""
        found = {name: entries.read(text) for name, entries in self.tables}
        told = {name: {**self.known[name], **reading.value} for name, reading in found.items()}
        places = tuple(place for reading in found.values() for place in reading.places)
        return PatternReading({**self.known, **told}, places)


@dataclass(frozen=True)
class RowsPattern(ValuePattern):
    """A table whose rows come and go: what stands before and after it, the form of a row, and the rows of the known text.

    A row marks ``{key}`` and ``{value}``, each perhaps with its kind: ``{key:range}: {value:phrase}``.
    """

    before: str
    row: str
    after: str
    rows: str

    @cached_property
    def slots(self) -> dict[str, str]:
        """Name of a mark (``key``, ``value``) -> its kind."""
        return {slot["words"]: slot["kind"] or "phrase" for slot in _SLOT.finditer(self.row)}

    @cached_property
    def row_form(self) -> re.Pattern[str]:
        """What one row looks like."""
        literals = _SLOT.split(self.row)[:: _SLOT.groups + 1]
        pieces = [_literal(literals[0])]
        for (name, kind), literal in zip(self.slots.items(), literals[1:], strict=True):
            pieces += [f"(?P<{name}>{KINDS[kind].form})", _literal(literal)]
        return re.compile(f"{''.join(pieces)}{_ROW_ENDS}", re.IGNORECASE)

    @cached_property
    def form(self) -> re.Pattern[str]:
        """The whole table with what stands around it."""
        end = _literal(self.after) if self.after else r"\Z"
        return re.compile(rf"{_literal(self.before)}(?P<rows>.*?){end}", re.IGNORECASE | re.DOTALL)

    def read(self, text: str) -> PatternReading:
        """The table as a dict."""
        found = list(self.form.finditer(text))
        if len(found) != 1:
            what = "is nowhere in it" if not found else f"stands {len(found)} times in it"
            raise PatternFault(f"the table after “{_shown(self.before)}” {what}")
        rows = found[0]["rows"]
        table = self._table(rows)
        start, end = found[0].span("rows")
        lead, tail = len(rows) - len(rows.lstrip()), len(rows) - len(rows.rstrip())
        return PatternReading(table, (PutBack(start + lead, end - tail, self.rows),))

    def _table(self, rows: str) -> dict[Any, Any]:
        table: dict[Any, Any] = {}
        at = self._skip(rows, 0)
        while at < len(rows):
            found = self.row_form.match(rows, at)
            if found is None:
                raise PatternFault(f"a row of its table cannot be read: “{_shown(rows[at:])}”")
            key = _value(self.slots["key"], found["key"], 0)
            if key in table:
                raise PatternFault(f"two rows of its table are called {key!r}")
            table[key] = _value(self.slots["value"], found["value"], 0)
            at = self._skip(rows, found.end())
        if not table:
            raise PatternFault("its table is empty")
        return table

    def _skip(self, rows: str, at: int) -> int:
        between = _BETWEEN_ROWS.match(rows, at)
        return between.end() if between else at


# --- from a file ------------------------------------------------------------------------------------------------------


def pattern_of(entry: Mapping[str, Any], like: Any) -> ValuePattern | None:
    """The pattern of an entry of ``parameters.toml`` whose value is ``like``; None where it has none.

    ``pattern`` is a quotation, a list of quotations, entry -> quotation, or table -> entry -> quotation; ``table`` has
    ``before``, ``row``, ``after``, ``rows``.
    """
    if "table" in entry:
        return RowsPattern(**entry["table"])
    given = entry.get("pattern")
    if given is None:
        return None
    kind = str(entry.get("reads") or _kind_of(str(entry.get("unit", "")), like))
    if isinstance(given, dict):
        if all(isinstance(entries, dict) for entries in given.values()):
            return TablesPattern(tuple((name, _entries(entries, kind)) for name, entries in given.items()), like)
        return _entries(given, kind, reads_keys=not set(given) & set(like))
    texts = [given] if isinstance(given, str) else given
    return ScalarPattern(tuple(Quotation(text, kind) for text in texts), isinstance(like, list))


def _entries(given: Mapping[str, str], kind: str, *, reads_keys: bool = False) -> EntriesPattern:
    return EntriesPattern(tuple((name, Quotation(text, kind)) for name, text in given.items()), reads_keys)


def _kind_of(unit: str, like: Any) -> str:
    """How a value of that unit is written: spans in their unit, other whole numbers as numbers, all else as words."""
    if unit in _UNIT_KINDS:
        return _UNIT_KINDS[unit]
    one = next(iter(like.values()), "") if isinstance(like, dict) else like
    return "number" if isinstance(one, int) else "phrase"
