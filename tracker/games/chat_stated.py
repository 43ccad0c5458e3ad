"""The form in which people state a gamestate of a chat game: entries, instants, counts and words, with what is amiss in them."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from textwrap import shorten
from typing import Any, ClassVar, Generic, TypeVar

from tracker.core.instants import EPOCH, instant_of_play
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.stated import MOST, TO_FILL_IN, StatedReader

World = TypeVar("World", bound=ChatWorld)
Word = TypeVar("Word", bound=str)
NOT_UNDERSTOOD, NOTED = "OPENING_NOT_UNDERSTOOD", "OPENING_NOTED"
"""The findings that a part of what is stated cannot be, and that something else holds than people may think."""
_LONGEST = 120


class StatedForm(Generic[World]):
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default.

    A game's own form says by which clause a gamestate holds, and reads what only that game has.
    """

    clause: ClassVar[str]

    def __init__(self, moment: Moment[World]) -> None:
        self.moment = moment
        self.reader = StatedReader(self.amiss)
        self.only = self.reader.only
        self.person = moment.state.person

    def entries(self, name: str, stated: Any, known: Collection[str], id: str = "id") -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a map by id, no two of one id; one that is but an id has nothing else."""
        if isinstance(stated, Mapping):
            stated = [{id: key, **entry} if isinstance(entry, Mapping) else {id: None} for key, entry in stated.items()]
        if stated is not None and not isinstance(stated, list):
            self.amiss(f"{name} is no list: {stated!r}")
        seen = set[str]()
        for given in self.list(stated):
            entry = {id: given} if isinstance(given, str | int) and not isinstance(given, bool) else given
            if not isinstance(entry, Mapping) or entry.get(id) in (None, "", TO_FILL_IN):
                self.amiss(f"an entry of {name} has no {id}: {given!r}")
                continue
            if (called := str(entry[id])) in seen:
                self.amiss(f"{name}: {called} is stated twice; the later entry counts")
            seen.add(called)
            self.only(f"{name}: {called}", entry, known)
            yield entry

    def text(self, value: Any) -> str:
        """A text; "" for none."""
        return "" if value is None else str(value)

    def written(self, entry: Mapping[str, Any], name: str, who: str) -> str:
        """A text that is stated, also a number as its digits; "" for none."""
        value = entry.get(name)
        if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
            return self.text(value)
        self.amiss(f"{who}: {name} is a text, not {brief(value)}")
        return ""

    def list(self, value: Any) -> builtins.list[Any]:
        """A list; an empty one where there is none."""
        return value if isinstance(value, builtins.list) else []

    def texts(self, entry: Mapping[str, Any], name: Any, who: str) -> builtins.list[str]:
        """The texts of a list."""
        return self.reader.texts(f"{who}: {name}", entry.get(name))

    def one_of(self, entry: Mapping[str, Any], name: Any, who: str, words: Sequence[Word], default: Word) -> Word:
        """One of some words."""
        value = entry.get(name)
        if value is None:
            return default
        found = next((word for word in words if word == value), None)
        if found is None:
            self.amiss(f"{who}: {name} is {' or '.join(words)}, not {value!r}")
        return default if found is None else found

    def at(self, entry: Mapping[str, Any], name: str, who: str) -> datetime:
        """An instant; that of the statement where it is not stated."""
        if entry.get(name) is None:
            self.noted(f"{who}: it is not stated when it was ({name}): it counts as made now")
        return self.told_past(entry, name, who) or self.moment.when

    def past(self, entry: Mapping[str, Any], name: str, who: str) -> datetime | None:
        """An instant that is not later than that of the statement, where that is known; a later one counts as that."""
        found = self.told_past(entry, name, who, "it counts as then")
        return min(found, self.moment.when) if found and self.moment.when > EPOCH else found

    def told_past(
        self, entry: Mapping[str, Any], name: str, who: str, holds: str = "it stands as stated"
    ) -> datetime | None:
        """An instant; that it is later than that of the statement is told, with what ``holds`` then."""
        found, now = self.instant(entry, name, who), self.moment.when
        if found is not None and EPOCH < now < found:
            self.amiss(f"{who}: {name} is {entry[name]!r}, and that is later than the gamestate is stated for: {holds}")
        return found

    def table(self, value: Any, name: str, known: Collection[str] = ()) -> Mapping[str, Any]:
        """A map, with some fields only where these are given; an empty one where there is none."""
        if value is not None and not isinstance(value, Mapping):
            self.amiss(f"{name} must be a map, not {value!r}")
        if isinstance(value, Mapping) and known:
            self.only(name, value, known)
        return value if isinstance(value, Mapping) else {}

    def flag(self, entry: Mapping[str, Any], name: str, who: str, *, default: bool) -> bool:
        """True or false."""
        return self.reader.flag(who, name, entry[name]) if entry.get(name) is not None else default

    def count(
        self,
        entry: Mapping[str, Any],
        name: str,
        who: str,
        default: int = 0,
        *,
        least: int | None = 0,
        most: int = MOST,
    ) -> int:
        """A whole number of at least ``least`` (None: any), and ``most`` at most."""
        value = entry.get(name)
        if value is None:
            return default
        lowest = -MOST if least is None else least
        if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= most:
            return value
        self.amiss(f"{who} cannot have {brief(value)} as {name}; it counts as {max(0, lowest)}")
        return max(0, lowest)

    def instant(self, entry: Mapping[str, Any], name: str, who: str) -> datetime | None:
        """An instant at which a nomic may be played; a mere date is its first."""
        value = entry.get(name)
        if value is None:
            return None
        words = str(value)
        try:
            return instant_of_play(words if "T" in words or " " in words else f"{words}T00:00:00Z")
        except ValueError:
            example = "2025-02-05T15:00:00Z, of the years 1970 to 2199"
            self.amiss(f"{who}: {name} must be an instant such as {example}, not {brief(value)}")
            return None

    def amiss(self, text: str, clause: str = "") -> None:
        """Note what cannot be read."""
        self.moment.note(NOT_UNDERSTOOD, clause or self.clause, text)

    def noted(self, text: str, clause: str = "") -> None:
        """Note what is left out or worked out, so that something else holds than people may think."""
        self.moment.note(NOTED, clause or self.clause, text, is_mild=True)

    def compare(self, name: str, stated: Any, now: Any) -> None:
        """Note what is stated otherwise than it follows from the rest, which holds."""
        if stated != now:
            self.noted(f"{name} is worked out and not stated: it is {brief(now)}, not {brief(stated)}")


def brief(value: Any) -> str:
    """A value as it is shown, cut where it is long."""
    return shorten(repr(value), _LONGEST, placeholder=" …")
