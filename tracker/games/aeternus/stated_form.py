"""The form in which people state a gamestate of Aeternus: hexes, items, factions and words, with what is amiss in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tracker.games.chat_stated import StatedForm
from tracker.mechanics.goods import Bag

from . import factions
from .general import CYCLE_WON, LAPSED
from .hexes import MOST, Hex, read_triple, triple
from .reading import item_names
from .spoken import item_called
from .state import World
from .world import FEATURES

_VOTED_ON = ("merges", "proposals", "requests", "confidence_votes")
"""What lapses only by the cycle's being won, and is kept as it was then."""
_OFFERS = "offers"
"""What lapses by being too old, too: then no reason is printed."""


def _was_open(name: str, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is of what was open when the cycle was won."""
    is_by_the_end = name in _VOTED_ON or (name == _OFFERS and entry.get("reason") == CYCLE_WON)
    return is_by_the_end and entry.get("status") == LAPSED


class Form(StatedForm[World]):
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default."""

    clause = "AET-074"

    def entries(self, name: str, stated: Any, known: Collection[str], id: str = "id") -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a map by id; what lapsed with the cycle's end is open so long as it stands as won."""
        fields = (*known, "reason") if name == _OFFERS else known
        for entry in super().entries(name, stated, fields, id):
            yield {key: value for key, value in entry.items() if key != "status"} if _was_open(name, entry) else entry

    def faction(self, said: str, who: str, clause: str) -> str:
        """The faction that words mean: by its name, or by a name of a player whose own it is; "" where there is none such."""
        known = factions.members(self.moment.world)
        found = said if said in known else factions.called(self.moment, said)
        if found is None:
            person = self.moment.state.person(said)
            player = self.moment.world.players.get(person)
            why = f"{said} is in {player.faction}" if player and player.is_playing else "no player is in it"
            there_are = ", ".join(known) or "none"
            self.amiss(f"{who}: there is no faction {said!r}, for {why}; there are {there_are}", clause)
        return found or ""

    def place(self, entry: Mapping[str, Any], name: str, who: str) -> Hex | None:
        """A hex by any triple of its coordinates, as a list or in words; None where there is none."""
        value = entry.get(name)
        if value is None:
            return None
        found = triple(value) if isinstance(value, list) else read_triple(value) if isinstance(value, str) else None
        if found is None:
            self.amiss(
                f"{who}: {name} must be three whole numbers such as [0, 1, 0], none beyond {MOST}, not {value!r}"
            )
        return found

    def among(self, entry: Mapping[str, Any], name: str, known: Sequence[str], at: Hex) -> str:
        """One of the known words, whatever the case of its letters; "" where none is given."""
        value = entry.get(name)
        if value is None:
            return ""
        found = next((word for word in known if word.casefold() == str(value).casefold()), "")
        if not found:
            self.amiss(f"the hex {list(at)} has no {name} {value!r}; there are {', '.join(known)}")
        return found

    def is_feature(self, name: str, at: Hex) -> bool:
        """Whether there is such a feature."""
        if name not in FEATURES:
            self.amiss(f"the hex {list(at)} has no feature {name!r}; there are {', '.join(FEATURES)}")
        return name in FEATURES

    def goods(self, stated: Any, who: str) -> Bag:
        """Items by their names, whatever the case of the letters."""
        names, found = item_names(self.moment), dict[str, int]()
        if stated is not None and not isinstance(stated, Mapping):
            self.amiss(f"{who}: an inventory is written as items with numbers, not {stated!r}")
            return found
        for name, count in (stated or {}).items():
            item = item_called(str(name), names)
            if not item:
                self.amiss(f"{who}: there is no item {name!r}")
            elif number := self.reader.count(who, item, count):
                found[item] = found.get(item, 0) + number
        return found

    def quality_names(self, stated: Mapping[str, Any]) -> list[str]:
        """The names of qualities beyond those of the rules: a list of all of them begins with the rules' own."""
        said = self.reader.texts("quality_names", stated.get("quality_names"))
        own = list(self.moment.law.words("quality_names"))
        return said[len(own) :] if said[: len(own)] == own else said
