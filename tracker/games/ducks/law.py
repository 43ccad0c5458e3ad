"""Ducks' clauses and parameters, and the law of an instant made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law

from . import tables
from .tables import Dice, Loot

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
POSTED_CLAUSE = "DUCK-019"
"""The clause by which an announcement is what was posted, whatever it was edited into."""


class Law(law.Law):
    """What holds in Ducks at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()

    @property
    def fruits(self) -> tuple[str, ...]:
        """The Fruits besides Smoothies, in the order of the rule's table (DUCK-109)."""
        described = self.value("fruits")
        return tuple(item for item in self.words("items") if item in described)

    def dice(self, name: str) -> Dice:
        """Dice of the rules."""
        return tables.dice_of(self.word(name))

    def loot(self, name: str) -> tuple[Loot, ...]:
        """The rows of a loot table, ``loot`` or ``disciple_loot``, by their rolls (DUCK-100, DUCK-152)."""
        return tables.loot_of(self.value(name), self.words("items"))

    def looted(self, name: str, face: int) -> Loot | None:
        """The row of a loot table for a roll; None where no row has it."""
        return next((row for row in self.loot(name) if row.least <= face <= row.most), None)

    def colour(self, number: int) -> str:
        """The colour that a number gives an uncoloured duck; "" for none (DUCK-088)."""
        return tables.colour_of(number, self.value("colours"))

    def costs(self, quacktion: str) -> Mapping[str, int]:
        """What a Quacktion costs, Quacks among the items; empty for "None" and for those whose cost is announced (DUCK-068)."""
        found: Mapping[str, int] = self.value("quacktion_costs").get(quacktion, {})
        return found


def of_ducks(common: law.Law) -> Law:
    """The law of an instant as this game's; raises TypeError for another game's."""
    if not isinstance(common, Law):
        raise TypeError(f"{common!r} is no law of Ducks")
    return common
