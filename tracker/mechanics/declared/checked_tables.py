"""Reads tables of a TOML file that people write, and gathers everything that is wrong with them, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from tracker.mechanics.declared.declared_keys import MAX_WORDS, Key
from tracker.mechanics.declared.expressions import nearest
from tracker.mechanics.declared.toml_places import Places
from tracker.mechanics.holdings import MAX_DIGITS

Table = Mapping[str, Any]
At = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong with a file: the line (from 1), what is wrong, and what would be right."""

    line: int
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        """One line, as people read it."""
        return f"line {self.line}: {self.what}{f' ({self.remedy})' if self.remedy else ''}"


@dataclass(slots=True)
class CheckedTables:
    """A file's tables, with what was wrong so far."""

    table: Table
    places: Places
    faults: list[Fault] = field(default_factory=list, kw_only=True)

    def fault(self, at: At, what: str, remedy: str = "") -> None:
        """Note what is wrong at a place."""
        self.faults.append(Fault(self.places.line(*at), what, remedy))

    def check_keys(self, table: Table, at: At, keys: Sequence[Key], besides: Sequence[str] = ()) -> None:
        """Unknown keys, and those that are missing."""
        known = [key.name for key in keys] + list(besides)
        for name in table:
            if name not in known:
                self.fault((*at, name), f"there is no key {name!r} here", nearest(name, known))
        for key in keys:
            if key.is_needed and key.name not in table:
                self.fault(at, f"the key {key.name!r} is missing", f"write {key.name} = ... ({key.form})")

    def text(self, table: Table, at: At, key: str, default: str = "", longest: int = MAX_WORDS) -> str:
        """A short text on one line."""
        value: Any = table.get(key, default)
        if not isinstance(value, str):
            self.fault((*at, key), f"{key} is {said(value)}, and a text is needed", f'write {key} = "..."')
            return default
        if len(value) > longest:
            self.fault((*at, key), f"{key} has more than {longest} characters")
            return default
        if not value.isprintable() or (key in table and value != " ".join(value.split())):
            self.fault(
                (*at, key), f"{key} has blanks or signs that cannot be seen", "write it on one line, with single blanks"
            )
            return default
        if key in table and not value and default:
            self.fault((*at, key), f"{key} is empty", f"leave it out for {default!r}")
        return str(value)

    def word(self, table: Table, at: At, key: str, allowed: Sequence[str], default: str) -> str:
        """One of some words."""
        value = self.text(table, at, key, default)
        if value not in allowed:
            self.fault((*at, key), f"{key} cannot be {value!r}", one_of(value, allowed))
            return default
        return value

    def number(self, table: Table, at: At, key: str) -> int | None:
        """A whole number of bounded size."""
        value = table.get(key)
        if value is None:
            return None
        if not is_whole(value):
            self.fault((*at, key), f"{key} is {said(value)}, and a whole number is needed", f"write {key} = 3")
            return None
        if abs(value) >= 10**MAX_DIGITS:
            self.fault((*at, key), f"{key} has more than {MAX_DIGITS} digits")
            return None
        return int(value)

    def flag(self, table: Table, at: At, key: str, default: bool) -> bool:
        """True or false."""
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.fault((*at, key), f"{key} is {said(value)}", f"write {key} = true or {key} = false")
            return default
        return value

    def entries(self, table: Table, at: At, key: str, most: int) -> list[tuple[At, Any]]:
        """The entries of a list with their places, no more than there may be."""
        value = table.get(key, [])
        if not isinstance(value, list):
            self.fault((*at, key), f"{key} is {said(value)}, and a list is needed", f"write {key} = [...]")
            return []
        if len(value) > most:
            self.fault((*at, key, most), f"{key} has more than {most} entries")
        return [((*at, key, nth), entry) for nth, entry in enumerate(value[:most])]

    def texts(self, table: Table, at: At, key: str, most: int, longest: int = MAX_WORDS) -> list[tuple[At, str]]:
        """The texts of a list with their places."""
        found = []
        for place, entry in self.entries(table, at, key, most):
            if isinstance(entry, str) and 0 < len(entry) <= longest:
                found.append((place, entry))
            else:
                what = "is empty" if entry == "" else f"has more than {longest} characters"
                self.fault(
                    place,
                    f"an entry of {key} {what if isinstance(entry, str) else f'is {said(entry)}, and a text is needed'}",
                )
        return found

    def tables(self, key: str, most: int) -> Iterator[tuple[At, Table]]:
        """Each ``[[key]]`` with its place."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            self.fault((key,), f"{key} is one table or value", f"begin each with [[{key}]], in two pairs of brackets")
            return
        if len(value) > most:
            self.fault((key, most), f"there are more than {most} of [[{key}]]")
        for nth, entry in enumerate(value[:most]):
            if isinstance(entry, dict):
                yield (key, nth), entry
            else:
                self.fault((key, nth), f"an entry of {key} is {said(entry)}", f"begin each with [[{key}]]")


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number: true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def said(value: Any) -> str:
    """What a value of the file is, in words."""
    for kind, word in _WORDS:
        if isinstance(value, kind):
            return word
    return "no value of these"


def one_of(value: str, allowed: Sequence[str]) -> str:
    """What would be right in the place of a word that is none of those allowed."""
    hint = nearest(value, allowed)
    return hint if hint.startswith("did") else f"write {', '.join(allowed[:-1])} or {allowed[-1]}"


_WORDS: Sequence[tuple[type, str]] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number with a fraction"),
    (str, "a text"),
    (datetime, "a date with a time"),
    (date, "a date"),
    (list, "a list"),
    (dict, "a table"),
)
