"""The form in which people state a gamestate of Ducks: entries, items, instants and words, with what is amiss in them."""

from __future__ import annotations

from typing import Any

from tracker.games.chat_stated import StatedForm
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

from .reading import item_names
from .state import World
from .tables import QUACKS


class Form(StatedForm[World]):
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default."""

    clause = "DUCK-050"

    def __init__(self, moment: Moment[World]) -> None:
        super().__init__(moment)
        self.pond_rolls: list[int] = []

    def number(self, value: Any) -> int:
        """The number of a duck; 0 for none."""
        words = str(value).removeprefix("duck:").removeprefix("#")
        return int(words) if words.isascii() and words.isdecimal() and len(words) < 10 else 0

    def goods(self, stated: Any, who: str) -> Bag:
        """Items by their names, Smoothies by theirs, whatever the case of the letters."""
        names = item_names(self.moment.law)
        items = self.table(stated, f"the items of {who}")
        found: Bag = {}
        for name in items:
            item = names.item(str(name).lower())
            if item in ("", QUACKS):
                self.amiss(f"{who}: there is no item {name!r}")
            elif count := self.count(items, name, who):
                found[item] = found.get(item, 0) + count
        return found
