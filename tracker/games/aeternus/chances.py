"""Random choices as dice: chances in percent, weighted draws with exact fractions, and even choices, in one fixed way."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from tracker.core.rule import rule
from tracker.mechanics.law import Law

from .hexes import Hex

T = TypeVar("T")
CERTAIN = 100
"""Per cent."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One die that is asked for: its label in the dice log, the clause, what it is for, the hex that it is about, and its sides."""

    label: str
    clause: str
    purpose: str
    at: Hex | None = None
    sides: int = 0

    def of(self, sides: int) -> Draw:
        """The same with so many sides."""
        return Draw(self.label, self.clause, self.purpose, self.at, sides)


Roll: TypeAlias = Callable[[Draw], int | None]
"""Rolls a die: its face, or None where it has not fallen yet (it was asked for thereby)."""


@rule("AET-062")
def chance(law: Law, roll: Roll, draw: Draw, percent: int) -> bool | None:
    """Whether something with that chance happens: 1d100, at most the percentage. What is sure is not rolled for. None: no die yet."""
    if not 0 < percent < CERTAIN and law.chooses("sure_chances", "are not rolled"):
        return percent >= CERTAIN
    face = roll(draw.of(CERTAIN))
    return None if face is None else face <= percent


@rule("AET-088")
def weighted(law: Law, roll: Roll, draw: Draw, entries: Sequence[tuple[T, Fraction]]) -> T | None:
    """One of the entries, each as often as it weighs: one die with as many sides as all together. None: no die yet.

    Entries of weight 0 are dropped; the only one left needs no die. Raises ValueError where none is left.
    """
    heavy = [(entry, weight) for entry, weight in entries if weight]
    if not heavy:
        raise ValueError(f"{draw.purpose}: nothing can be drawn")
    if len(heavy) == 1 and law.chooses("sure_chances", "are not rolled"):
        return heavy[0][0]
    counts = whole_weights(law, [weight for _, weight in heavy])
    face = roll(draw.of(sum(counts)))
    if face is None:
        return None
    for (entry, _), count in zip(heavy, counts, strict=True):
        if face <= count:
            return entry
        face -= count
    raise ValueError(f"{draw.purpose}: the die showed more than {sum(counts)}")


def whole_weights(law: Law, weights: Sequence[Fraction]) -> list[int]:
    """Weights times the least common multiple of their denominators; a common factor that they have then stays."""
    multiple = math.lcm(*(weight.denominator for weight in weights))
    counts = [weight.numerator * (multiple // weight.denominator) for weight in weights]
    if law.chooses("weights_on_dice", "in lowest terms"):
        shared = math.gcd(*counts)
        counts = [count // shared for count in counts]
    return counts


@rule("AET-062")
def uniform(law: Law, roll: Roll, draw: Draw, names: Sequence[str]) -> str | None:
    """One of several, each as likely, in the listed order: 1dn; the only one needs no die. None: no die yet.

    Raises ValueError where there is none.
    """
    if not names:
        raise ValueError(f"{draw.purpose}: there is nothing to choose from")
    if len(names) == 1 and law.chooses("sure_chances", "are not rolled"):
        return names[0]
    face = roll(draw.of(len(names)))
    return None if face is None else in_order_of_choice(law, names)[face - 1]


def in_order_of_choice(law: Law, names: Sequence[str]) -> list[str]:
    """The order in which a die counts several things of which each is as likely."""
    return list(names) if law.chooses("even_choices", "as listed") else sorted(names, key=str.casefold)
