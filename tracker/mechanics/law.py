"""The law of an instant: the numbers, words and switches in force, dated parameters overlaid by what settings changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, ClassVar, Self

from tracker.core.clause import Parameters, is_shaped_like
from tracker.core.instants import iso
from tracker.core.leaning import lean_on


class LawBook:
    """A game's parameters, with those values looked up once that hold at every instant.

    Most do, and a fold of years asks for them millions of times.
    """

    def __init__(self, parameters: Parameters) -> None:
        """Look the lasting values up."""
        self.parameters = parameters
        self.clause_of = {name: (each.clause,) for name, each in parameters.items()}
        self.lasting = {name: each.values[0].value for name, each in parameters.items() if each.is_lasting}
        self.lasting_words = {name: tuple(value) for name, value in self.lasting.items() if isinstance(value, list)}

    def fits(self, name: str, value: object) -> bool:
        """Whether a value can be a parameter's: of its type, one of its choices, in its bounds; lists and dicts hold what it does."""
        parameter = self.parameters[name]
        if not parameter.bounds(value):
            return False
        known = parameter.values[-1].value
        if parameter.choices:
            return value in parameter.choices
        if parameter.is_open:
            return is_shaped_like(value, known)
        if isinstance(known, int):
            return _is_number(value)
        if isinstance(known, dict):
            return isinstance(value, dict) and all(isinstance(key, str) for key in value) and _fit_table(known, value)
        if isinstance(known, list):
            return isinstance(value, list) and all(isinstance(word, str) for word in value)
        if parameter.unit == "month-day":
            return isinstance(value, str) and _is_month_day(value)
        if parameter.unit == "edition":
            return isinstance(value, str) and (value == known or is_edition(value))
        return isinstance(value, str) and bool(value.strip())


def _fit_table(known: Mapping[str, object], table: Mapping[str, object]) -> bool:
    if all(map(_is_number, known.values())):
        return all(map(_is_number, table.values()))
    words = tuple(known.values())
    return all(word in words for word in table.values())


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_edition(text: str) -> bool:
    """Whether a text names an edition of a ruleset: by its number, or by a date."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return text.isdecimal()
    return True


def _is_month_day(text: str) -> bool:
    try:
        datetime.strptime(f"2019-{text}", "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1024)
def _span(unit: str, number: int) -> timedelta:
    return timedelta(**{unit: number})


class Law:
    """What holds at ``when``; asked for something outside its dates it raises NotInForceError (law 6).

    A game's own subclass names its ``book``.
    """

    book: ClassVar[LawBook]
    __slots__ = ("_page", "_settings", "when")

    def __init__(self, when: datetime, settings: Mapping[str, Any], page: Mapping[str, Any] | None = None) -> None:
        """``settings`` are the operator's dated settings that hold at ``when``: parameter name -> value.

        ``page`` are the values that the ruleset page tells by then, with the amendments that people confirmed.
        """
        self.when = when
        self._settings = settings
        self._page = page or {}

    def at(self, when: datetime) -> Self:
        """What holds at another instant, if the settings are the same then."""
        return type(self)(when, self._settings, self._page)

    def value(self, name: str) -> Any:
        """The value in force of a parameter: the operator's, else the ruleset page's, else the game's own."""
        lean_on(self.book.clause_of[name])
        if name in self._settings:
            return self._settings[name]
        if name in self._page:
            return self._page[name]
        lasting = self.book.lasting
        return lasting[name] if name in lasting else self.book.parameters[name].at(self.when)

    def number(self, name: str) -> int:
        """A whole number of the rules, in the parameter's own unit."""
        return int(self.value(name))

    def word(self, name: str) -> str:
        """A word of the rules."""
        return str(self.value(name))

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words."""
        lean_on(self.book.clause_of[name])
        if name in self.book.lasting_words and name not in self._settings and name not in self._page:
            return self.book.lasting_words[name]
        return tuple(self.value(name))

    def is_usual(self, names: frozenset[str]) -> bool:
        """Whether these parameters are the game's own: neither set by the operator nor told by the ruleset page."""
        is_lasting = names <= self.book.lasting.keys()
        return is_lasting and self._settings.keys().isdisjoint(names) and self._page.keys().isdisjoint(names)

    def span(self, name: str) -> timedelta:
        """A span of time, by the parameter's unit (hours, minutes or days)."""
        unit = self.book.parameters[name].unit
        return _span(unit, self.number(name))

    def chooses(self, name: str, reading: str) -> bool:
        """Whether the switch (a reading marked RULING) stands at this reading."""
        choices = self.book.parameters[name].choices
        if reading not in choices:
            raise ValueError(f"switch {name} has no reading {reading!r}: {choices}")
        return bool(self.value(name) == reading)

    def __repr__(self) -> str:
        """For test failures."""
        return f"Law({iso(self.when)}, {dict(self._settings)!r}, {dict(self._page)!r})"
