"""The form in which people state a gamestate of Nomicoup: what only it has, such as cards, with what is amiss in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import EPOCH
from tracker.games.chat_stated import StatedForm
from tracker.mechanics.chat_play import Moment

from .state import World


class Form(StatedForm[World]):
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default. No card is named in a note."""

    clause = "COUP-040"

    def __init__(self, moment: Moment[World]) -> None:
        """Nothing is read yet."""
        super().__init__(moment)
        self._messages: dict[str, str] = {}

    def numbered(self, name: str, stated: Any, known: Collection[str]) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The entries of a map by numbers from 1 on, or of a list with their ``number``, in the order of the numbers."""
        if isinstance(stated, list):
            stated = {str(each.get("number", "")) if isinstance(each, Mapping) else "": each for each in stated}
        found = dict[int, Mapping[str, Any]]()
        for key, entry in self.table(stated, name).items():
            number = int(key) if str(key).isdecimal() and len(str(key)) < 10 else 0
            own = entry.get("number", number) if isinstance(entry, Mapping) else 0
            if number and own in (number, str(number)) and isinstance(entry, Mapping):
                self.only(f"{name}: {key}", entry, known)
                found[number] = entry
            else:
                self.amiss(f"{name}: {key!r} is no number of an entry")
        yield from sorted(found.items())

    def listed(self, name: str, value: Any) -> list[Any]:
        """A list; an empty one where there is none."""
        if value is not None and not isinstance(value, list):
            self.amiss(f"{name} is no list: {value!r}")
        return self.list(value)

    def is_over(self, end: datetime) -> bool:
        """Whether what ends at an instant was over when the gamestate is stated for, as far as that is known."""
        return self.moment.when > EPOCH and end <= self.moment.when

    def is_new_message(self, message: str, who: str, clause: str) -> bool:
        """Whether a message is stated, and nothing else that is voted on stands in it."""
        if message in self._messages:
            self.amiss(f"{who}: in the message {message} stands {self._messages[message]}, too", clause)
            return False
        if message:
            self._messages[message] = who
        return bool(message)

    def people(self, name: str, value: Any) -> list[str]:
        """People by their own ids, each once."""
        return list(dict.fromkeys(map(self.person, self.reader.texts(name, value))))

    def known(self, name: str, value: Any, clause: str) -> str:
        """Somebody who plays or left, by their own id; "" for nobody."""
        found = self.person(self.text(value))
        if found and found not in self.moment.world.players:
            self.amiss(f"{name} is {found}, who is not among the players, nor among the former ones", clause)
            return ""
        return found

    def cards(self, value: Any, who: str) -> list[str]:
        """Characters by their names, whatever the case of the letters; which one is none is not told, as cards are secret."""
        names = {name.casefold(): name for name in self.moment.law.words("characters")}
        stated = self.list(value)
        found = [names[str(card).casefold()] for card in stated if str(card).casefold() in names]
        if (value is not None and not isinstance(value, list)) or len(found) != len(stated):
            self.amiss(f"{who}: cards are a list of {', '.join(names.values())}")
        return found
