"""Duck Colour: an uncoloured duck is coloured by the die of its feeding, and a Mango Slice takes a colour away."""

from __future__ import annotations

from collections.abc import Collection

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .flock import shown
from .fruit import AMBROSIA, BLOOD_ORANGE, MANGO_SLICE
from .law import Law, of_ducks
from .state import Duck, World


def follow_feeding(
    moment: Moment[World], duck: Duck, rolled: int, fruits: Collection[str], *, was_coloured: bool
) -> None:
    """Let a feeding change a duck's colour; ``was_coloured`` tells whether it had one when the feeding began (DUCK-114)."""
    if not was_coloured and not duck.colour and _may_be_coloured(moment, duck):
        _give_colour(moment, duck, number_of(of_ducks(moment.law), rolled, fruits))
    if MANGO_SLICE in fruits and duck.colour and (was_coloured or _takes_any(moment)):
        _take_colour(moment, duck)


@rule("DUCK-087", "DUCK-089")
def _may_be_coloured(moment: Moment[World], duck: Duck) -> bool:
    """Whether an uncoloured duck is coloured by a feeding: in each uncoloured spell, unless it is ruled that it is but once."""
    return not duck.was_coloured or moment.law.chooses("first_feeding_is", "of each uncoloured spell")


@rule("DUCK-088", "DUCK-111", "DUCK-116")
def number_of(law: Law, rolled: int, fruits: Collection[str]) -> int:
    """The number that tells an uncoloured duck's colour: what the dice show, changed by Fruit."""
    more = law.number("blood_orange_adds") if BLOOD_ORANGE in fruits else 0
    less = law.number("ambrosia_subtracts") if AMBROSIA in fruits else 0
    return rolled + more - less


@rule("DUCK-088")
def _give_colour(moment: Moment[World], duck: Duck, number: int) -> None:
    colour = of_ducks(moment.law).colour(number)
    if colour:
        duck.colour, duck.was_coloured = colour, True
        text = f"{shown(duck)} becomes {colour} by the number {number}"
        moment.tell("duck_coloured", "DUCK-088", text, duck=duck.number, colour=colour, number=number)


@rule("DUCK-114")
def _takes_any(moment: Moment[World]) -> bool:
    """Whether a Mango Slice takes a colour too that its own feeding gave, as may be ruled."""
    return moment.law.chooses("mango_slice_looks_at", "the colour after it")


@rule("DUCK-114")
def _take_colour(moment: Moment[World], duck: Duck) -> None:
    text = f"{shown(duck)} is {duck.colour} no more"
    duck.colour, duck.was_coloured = "", True
    moment.tell("duck_uncoloured", "DUCK-114", text, duck=duck.number)
