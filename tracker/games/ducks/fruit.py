"""Fruit: what each does to a fed duck, and Smoothies, which do what both their Fruits and their style do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.rows import Message

from .assist import ask_people
from .state import DUCK, Ducks

SEEDS, GRAPES, MANGO, WATERMELON, BLOOD_ORANGE, AMBROSIA = (
    *("Seeds", "Grapes", "Mango Slice"),
    *("Watermelon Slice", "Blood Orange", "Ambrosia"),
)
ICY, LIGHT = "Icy", "Light"


@dataclass(frozen=True, slots=True)
class Fruit:
    """What a Fruit is of: of itself, or as a Smoothie of two and perhaps in a style; what is none is of nothing."""

    parts: frozenset[str] = frozenset()
    style: str = ""


@rule("DUCK-109", "DUCK-120")
def as_fruit(world: Ducks, item: str) -> Fruit:
    """An item as a Fruit."""
    if item in world.law.fruits:
        return Fruit(frozenset({item}))
    words, _, last = item.rpartition(" ")
    style = next((each for each in world.law.value("styles") if words.startswith(f"{each} ")), "")
    parts = words.removeprefix(f"{style} ").split("-")
    is_smoothie = last == "Smoothie" and len(parts) > 1 and set(parts) <= set(world.law.fruits)
    return Fruit(frozenset(parts), style) if is_smoothie else Fruit()


@rule("DUCK-118", "DUCK-124")
def usual_name(world: Ducks, fruits: Iterable[str], style: str = "") -> str:
    """The usual name of a Smoothie, so that like ones are one kind of item: its style, and its Fruits in the order of the table."""
    in_order = "-".join(sorted(fruits, key=world.law.fruits.index))
    return f"{style} {in_order} Smoothie".lstrip()


@rule("DUCK-113")
def fed_at_once(world: Ducks, item: str) -> int:
    """How many of a Fruit a feeding takes."""
    return world.law.number("seeds_per_feeding") if item == SEEDS else 1


@rule("DUCK-113", "DUCK-121", "DUCK-122")
def quacks_added(world: Ducks, fruit: Fruit) -> int:
    """What Seeds and ice add to the Quacks of a feeding; something Light is without any of its own."""
    if fruit.style == LIGHT:
        return 0
    seeds = world.law.number("seeds_quacks") if SEEDS in fruit.parts else 0
    return seeds + (world.law.number("icy_quacks") if fruit.style == ICY else 0)


@rule("DUCK-111", "DUCK-116")
def number_added(world: Ducks, fruit: Fruit) -> int:
    """What Fruits add to the number that tells an uncoloured duck's colour."""
    more = world.law.number("blood_orange_adds") if BLOOD_ORANGE in fruit.parts else 0
    return more - (world.law.number("ambrosia_subtracts") if AMBROSIA in fruit.parts else 0)


# --- Smoothies --------------------------------------------------------------------------------------------------------


@rule("DUCK-117", bad_style="DUCK-119")
def ingredients(world: Ducks, said: Amounts, style: str) -> dict[str, int]:
    """What a Smoothie uses up: different Fruits, one of each; Seeds as many as are fed. Its style must be one that there is."""
    require(style in ("", *world.law.value("styles")), "bad_style", f"{style} is not one of the styles of Smoothies")
    fruits, wanted = meant_by(world, said), world.law.number("fruits_per_smoothie")
    require(fruits and [*said.values()] not in ([None], [1]), "missing_parameter", "it does not say of which Fruits")
    are_fruits = all(item in world.law.fruits and n in (1, fed_at_once(world, item)) for item, n in fruits.items())
    require(are_fruits and len(fruits) == wanted, "bad_fruit", f"a Smoothie is made of {wanted} different Fruits")
    as_one = world.law.chooses("seeds_in_a_smoothie", "one")
    return {item: 1 if as_one else fed_at_once(world, item) for item in fruits}


@rule("DUCK-118")
def call_smoothie(world: Ducks, message: Message, smoothie: str, own_name: str) -> None:
    """A player's own name of a Smoothie is good where it tells its Fruits and its style; else people say whether it is."""
    if is_telling(world, own_name, as_fruit(world, smoothie)):
        keep_smoothie_name(world, own_name, smoothie)
        return
    text = f"may the {smoothie} be called {own_name}, so that everybody knows what it is made of?"
    fields = {"own_name": own_name, "smoothie": smoothie}
    ask_people(world, "SMOOTHIE_NAME", "smoothie", message, text, ["yes", "no"], "keep_smoothie_name", **fields)


@rule("DUCK-118")
def keep_smoothie_name(world: Ducks, own_name: str, smoothie: str) -> None:
    """A Smoothie goes by a player's own name, too."""
    world.smoothie_names[own_name.strip().casefold()] = smoothie
    happens("smoothie_called", f"a {smoothie} may be called {own_name}", called=own_name, smoothie=smoothie)


def is_telling(world: Ducks, own_name: str, fruit: Fruit) -> bool:
    """Whether the Fruits and the style that stand in a name are just those of a Smoothie."""
    left, said = f" {_singular(own_name)} ", set[str]()
    for word in sorted((*world.law.fruits, *world.law.value("styles")), key=len, reverse=True):
        if f" {_singular(word)} " in left:
            said.add(word)
            left = left.replace(f" {_singular(word)} ", "  ")
    return said == {*fruit.parts, *filter(None, (fruit.style,))}


def _singular(words: str) -> str:
    return "  ".join(word.rstrip("s") for word in re.findall(r"\w+", words.casefold())).replace("  ", " ")


Amounts = Mapping[str, float | None]
"""Things as they were said, each with how many; None where that was left out."""


@rule("DUCK-065", "DUCK-109")
def meant_by(world: Ducks, items: Amounts) -> dict[str, float]:
    """Fruits as the table calls them, and a Smoothie by a player's own name as what that means; as many as are used at once."""
    called = {item.removeprefix(DUCK): n for item, n in items.items()}
    known = {world.smoothie_names.get(item.casefold(), item): n for item, n in called.items()}
    return {item: fed_at_once(world, item) if n is None else n for item, n in known.items()}
