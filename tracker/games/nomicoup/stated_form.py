"""The form in which people state a gamestate of Nomicoup: entries, numbers, instants, people and cards, with what is amiss in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import parse_instant
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.stated import StatedReader

from .state import World

NOT_UNDERSTOOD, NOTED = "OPENING_NOT_UNDERSTOOD", "OPENING_NOTED"
"""The findings that a part of what is stated cannot be, and that something else holds than people may think."""
_CLAUSE = "COUP-040"


class Form:
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default. No card is named in a note."""

    def __init__(self, moment: Moment[World]) -> None:
        self.moment = moment
        self.reader = StatedReader(self.amiss)
        self.only = self.reader.only
        self.person = moment.state.person

    def entries(self, name: str, stated: Any, known: Collection[str]) -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a map by id, no two of one id; one that is but an id has nothing else."""
        if isinstance(stated, list):
            stated = [{"id": each} if isinstance(each, str) else each for each in stated]
        yield from self.reader.entries(name, stated, known)

    def numbered(self, name: str, stated: Any, known: Collection[str]) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The entries of a map by numbers from 1 on, or of a list with their ``number``, in the order of the numbers."""
        if isinstance(stated, list):
            stated = {str(each.get("number", "")) if isinstance(each, Mapping) else "": each for each in stated}
        found = dict[int, Mapping[str, Any]]()
        for key, entry in self.table(stated, name).items():
            number = int(key) if str(key).isdecimal() and len(str(key)) < 10 else 0
            if number and isinstance(entry, Mapping):
                self.only(f"{name}: {key}", entry, known)
                found[number] = entry
            else:
                self.amiss(f"{name}: {key!r} is no number of an entry")
        yield from sorted(found.items())

    def text(self, value: Any) -> str:
        """A text; "" for none."""
        return "" if value is None else str(value)

    def people(self, name: str, value: Any) -> list[str]:
        """People by their own ids, each once."""
        return list(dict.fromkeys(map(self.person, self.reader.texts(name, value))))

    def table(self, value: Any, name: str, known: Collection[str] = ()) -> Mapping[str, Any]:
        """A map, with some fields only where these are given; an empty one where there is none."""
        if value is not None and not isinstance(value, Mapping):
            self.amiss(f"{name} must be a map, not {value!r}")
        if isinstance(value, Mapping) and known:
            self.only(name, value, known)
        return value if isinstance(value, Mapping) else {}

    def count(self, entry: Mapping[str, Any], name: str, who: str, default: int = 0) -> int:
        """A whole number from 0 on."""
        return default if entry.get(name) is None else self.reader.count(who, name, entry[name])

    def flag(self, entry: Mapping[str, Any], name: str, who: str, *, default: bool = False) -> bool:
        """True or false."""
        return self.reader.flag(who, name, entry[name]) if entry.get(name) is not None else default

    def cards(self, value: Any, who: str) -> list[str]:
        """Characters by their names, whatever the case of the letters; which one is none is not told, as cards are secret."""
        names = {name.casefold(): name for name in self.moment.law.words("characters")}
        stated = value if isinstance(value, list) else []
        found = [names[str(card).casefold()] for card in stated if str(card).casefold() in names]
        if (value is not None and not isinstance(value, list)) or len(found) != len(stated):
            self.amiss(f"{who}: cards are a list of {', '.join(names.values())}")
        return found

    def instant(self, entry: Mapping[str, Any], name: str, who: str) -> datetime | None:
        """An instant; a mere date is its first."""
        value = entry.get(name)
        if value is None:
            return None
        words = str(value)
        try:
            return parse_instant(words if "T" in words or " " in words else f"{words}T00:00:00Z")
        except ValueError:
            self.amiss(f"{who}: {name} must be an instant such as 2021-05-01T12:00:00Z, not {value!r}")
            return None

    def at(self, entry: Mapping[str, Any], name: str, who: str) -> datetime:
        """An instant; that of the statement where it is not stated."""
        return self.instant(entry, name, who) or self.moment.when

    def amiss(self, text: str, clause: str = _CLAUSE) -> None:
        """Note what cannot be read."""
        self.moment.note(NOT_UNDERSTOOD, clause, text)

    def noted(self, text: str, clause: str = _CLAUSE) -> None:
        """Note what is left out or strange, so that something else holds than people may think."""
        self.moment.note(NOTED, clause, text, is_mild=True)
