"""What the tables and dice of Ducks' parameters say: dice such as 3d20, rows of loot, colours by number, and what is amiss in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tracker.mechanics.weekly_calendar import WEEKDAYS

QUACKS = "Quacks"
"""What a cost may ask for besides items."""
LEAST, MOST = "least", "most"
"""The bounds of a colour, both included."""
CLASSES = ("normal", "urgent")
"""The classes of proposals (DUCK-046)."""
_MOST_DICE, _MOST_SIDES = 100, 1000
_DICE = re.compile(r"([0-9]{1,3})d([0-9]{1,4})")
_RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
_GAIN = re.compile(r"(?:(?P<count>[0-9]{1,4})|(?P<dice>[0-9]+d[0-9]+)) (?P<item>.+)")


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice that are rolled together and added: ``count`` of ``sides``."""

    count: int
    sides: int

    @property
    def each(self) -> list[int]:
        """The sides of each die in order, as rolls are asked for."""
        return [self.sides] * self.count

    def __str__(self) -> str:
        """As the rules write them: ``2d6``."""
        return f"{self.count}d{self.sides}"


def dice_of(words: str) -> Dice:
    """Dice as the rules write them, ``3d20``; raises ValueError for anything else, no dice at all, and absurdly many."""
    found = _DICE.fullmatch(words.strip().casefold())
    dice = Dice(int(found[1]), int(found[2])) if found else None
    if dice is None or not (1 <= dice.count <= _MOST_DICE and 1 <= dice.sides <= _MOST_SIDES):
        raise ValueError(f"{words!r} are no dice such as 3d20")
    return dice


@dataclass(frozen=True, slots=True)
class Loot:
    """A row of a loot table: for a roll from ``least`` to ``most``, so many of an item: ``count``, or what ``dice`` show."""

    least: int
    most: int
    item: str
    count: int = 0
    dice: Dice | None = None


def loot_of(rows: Mapping[str, str], items: Iterable[str], *, known_only: bool = False) -> tuple[Loot, ...]:
    """The rows of a loot table, ``{"1-4": "2d6 seeds"}``, by rolls; items in any case of letters, in singular or plural.

    Raises ValueError, naming the row, for what is no row, for rolls that stand twice (DUCK-100), and with ``known_only`` for items
    that are not among ``items``: else an unknown one is called as it is written.
    """
    known = {_stem(item): item for item in items}
    found = sorted((_row(rolls, gain, known, known_only) for rolls, gain in rows.items()), key=lambda row: row.least)
    for one, following in pairwise(found):
        if following.least <= one.most:
            raise ValueError(f"the roll {following.least} stands in two rows")
    return tuple(found)


def _row(rolls: str, gain: str, known: Mapping[str, str], known_only: bool) -> Loot:
    span, said = _RANGE.fullmatch(rolls.strip()), _GAIN.fullmatch(gain.strip())
    if not span or not said or (known_only and _stem(said["item"]) not in known):
        raise ValueError(f'"{rolls} = {gain}" is no row such as "1-4 = 2d6 Seeds" with a known item')
    least, most = int(span[1]), int(span[2] or span[1])
    if least > most:
        raise ValueError(f"the rolls {rolls} go backwards")
    dice = dice_of(said["dice"]) if said["dice"] else None
    return Loot(least, most, known.get(_stem(said["item"]), said["item"].strip()), int(said["count"] or 0), dice)


def _stem(item: str) -> str:
    return " ".join(item.casefold().split()).removesuffix("s")


def colour_of(number: int, colours: Mapping[str, Mapping[str, int]]) -> str:
    """The colour whose bounds hold a number; "" where none does (DUCK-088)."""
    return next((colour for colour, bounds in colours.items() if _is_within(number, bounds)), "")


def _is_within(number: int, bounds: Mapping[str, int]) -> bool:
    return bounds.get(LEAST, number) <= number <= bounds.get(MOST, number)


# --- what is amiss ----------------------------------------------------------------------------------------------------


def problem(name: str, unit: str, value: Any, items: Sequence[str] | None) -> str:
    """Why a parameter's value that is well formed is of no use all the same; "" where it is. ``items`` are those known (None: any)."""
    if name in _CHECKS:
        return _CHECKS[name](value)
    if unit == "dice":
        return _told(lambda: dice_of(value))
    if unit == "loot":
        return _told(lambda: loot_of(value, items or (), known_only=items is not None))
    return ""


def _told(read: Callable[[], object]) -> str:
    try:
        read()
    except ValueError as error:
        return str(error)
    return ""


def _colours_problem(colours: Mapping[str, Mapping[str, int]]) -> str:
    for colour, bounds in colours.items():
        if not bounds or not bounds.keys() <= {LEAST, MOST}:
            return f"{colour} must have {LEAST}, {MOST} or both, and nothing else"
        ends = [bounds[end] for end in (LEAST, MOST) if end in bounds]
        if ends != sorted(ends):
            return f"{colour} has a {LEAST} above its {MOST}"
        others = [other for other in colours if other != colour]
        twice = [other for other in others if any(_is_within(end, colours[other]) for end in ends)]
        if twice:
            return f"{colour} and {twice[0]} share a number"
    return ""


def _weekday_problem(word: str) -> str:
    return "" if word in WEEKDAYS else f"{word!r} is no weekday"


def _class_problem(word: str) -> str:
    return "" if word in CLASSES else f"a proposal's class is {' or '.join(CLASSES)}"


_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "colours": _colours_problem,
    "duck_god_weekday": _weekday_problem,
    "default_proposal_class": _class_problem,
}
"""Parameters whose values have a check of their own."""
