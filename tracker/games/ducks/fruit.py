"""Fruit: what can be added to a feeding, and Smoothies, which do what their Fruits and their style do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .law import Law, of_ducks
from .names import fault_of, is_hidden, loosely
from .reading import item_names
from .smoothie import Smoothie, description, is_telling, smoothie_made, smoothie_of
from .spoken import Goods
from .state import SEEDS, World

GRAPES, BLOOD_ORANGE, WATERMELON_SLICE = "Grapes", "Blood Orange", "Watermelon Slice"
MANGO_SLICE, AMBROSIA = "Mango Slice", "Ambrosia"
"""The Fruits besides Seeds by their names in the gamestate."""
ICY, LIGHT = "Icy", "Light"
"""The styles of Smoothies (DUCK-119)."""


@dataclass(frozen=True, slots=True)
class Added:
    """What is added to a feeding: so many of an item ("": none), the Fruits whose benefits apply, and a Smoothie's style.

    ``fault`` says why it is not one valid Fruit: a sentence's part, "" where it is.
    """

    item: str = ""
    count: int = 0
    fruits: tuple[str, ...] = ()
    style: str = ""
    fault: str = ""


NONE_ADDED = Added()
_AND = re.compile(r" *(?:, *(?:and )?|[&+]| and ) *")
"""What parts several Fruits, as the grammar has it."""


# --- what is fed ------------------------------------------------------------------------------------------------------


@rule("DUCK-065", "DUCK-109")
def added(moment: Moment[World], goods: Sequence[Goods]) -> Added:
    """What a feeding adds: at most one Fruit, and no fewer or more of it than are fed at once."""
    goods = _whole_name(moment, goods)
    every = [_one(moment, each) for each in goods]
    if len(every) < 2:
        return every[0] if every else NONE_ADDED
    return Added(
        fruits=tuple(fruit for each in every for fruit in each.fruits), fault="a feeding takes one Fruit at most"
    )


def _whole_name(moment: Moment[World], goods: Sequence[Goods]) -> Sequence[Goods]:
    """The Smoothie whose own name the words of several Fruits are together, such as "Icy Grapes and Seeds"; else the goods."""
    if len(goods) < 2 or any(each.duck or each.count is not None for each in goods[1:]):
        return goods
    names = item_names(moment.law)
    said = [each.item or each.said.casefold() for each in goods]
    for own, made in moment.world.smoothie_names.items():
        if not is_hidden(own) and [names.item(part) or part for part in _AND.split(own)] == said:
            return [Goods(made, goods[0].count)]
    return goods


@rule("DUCK-109", "DUCK-113")
def _one(moment: Moment[World], goods: Goods) -> Added:
    law, item = of_ducks(moment.law), item_of(moment.world, goods)
    smoothie = as_smoothie(law, item)
    if smoothie is None and item not in law.fruits:
        return Added(fault=f"{item or goods.said or 'a duck'} is no Fruit")
    count = portion(law, item)
    fault = f"{count} {item} are fed at once, not {goods.count}" if goods.count not in (None, count) else ""
    return Added(item, count, _benefits(law, item, smoothie), smoothie.style if smoothie else "", fault)


def item_of(world: World, goods: Goods) -> str:
    """The item that words name, also by a name that a player gave a Smoothie; "" for none."""
    return goods.item or meant_by(world, goods.said)


def meant_by(world: World, own_name: str) -> str:
    """The Smoothie's usual name that a player's own name stands for; "" where it stands for none."""
    known = world.smoothie_names
    if found := known.get(called(own_name)):
        return found
    alike = (made for each, made in known.items() if is_hidden(each) or is_hidden(own_name) if _is_one(each, own_name))
    return next(alike, "")


def _is_one(one: str, other: str) -> bool:
    return loosely(one) == loosely(other)


def called(own_name: str) -> str:
    """A player's own name for a Smoothie as it is kept and looked for: blanks and letter case do not matter."""
    return own_name if is_hidden(own_name) else " ".join(own_name.casefold().split())


@rule("DUCK-118")
def tells(law: Law, own_name: str, made: Smoothie) -> bool:
    """Whether a player's own name tells without doubt which Smoothie it is; of a redacted one that was found when it was given."""
    if is_hidden(own_name):
        return not fault_of(own_name)
    return is_telling(own_name, made, law.fruits, tuple(law.value("styles")))


def as_smoothie(law: Law, item: str) -> Smoothie | None:
    """The Smoothie that an item is; None where it is none (DUCK-124)."""
    return smoothie_of(item, law.fruits, tuple(law.value("styles")))


@rule("DUCK-113")
def portion(law: Law, fruit: str) -> int:
    """How many of a Fruit are fed at once."""
    return law.number("seeds_per_feeding") if fruit == SEEDS else 1


@rule("DUCK-120")
def _benefits(law: Law, item: str, smoothie: Smoothie | None) -> tuple[str, ...]:
    """The Fruits whose benefits a feeding with an item has: of a Smoothie all of which it is made.

    Seeds in it do nothing where it is ruled that it takes as many Smoothies as Seeds to have theirs.
    """
    if smoothie is None:
        return (item,)
    seeds_count = law.chooses("smoothies_fed_as_seeds", "one")
    return tuple(fruit for fruit in smoothie.fruits if fruit != SEEDS or seeds_count)


# --- Smoothies --------------------------------------------------------------------------------------------------------


@rule("DUCK-117", "DUCK-119", "DUCK-124")
def mixed(moment: Moment[World], goods: Sequence[Goods], styles: Sequence[str]) -> Smoothie | tuple[str, str]:
    """The Smoothie that is to be made, or the code and the words of what bars it."""
    law = of_ducks(moment.law)
    known = tuple(law.value("styles"))
    has_another = bool(styles) and any(each.said.title() in known for each in goods)
    fault = None if has_another else _ingredients_fault(law, goods)
    if fault is None and (has_another or len(styles) > 1 or not set(styles) <= set(known)):
        fault = ("bad_style", f"a Smoothie has one style at most: {', '.join(known)}")
    if fault is not None:
        return fault
    return smoothie_made([each.item for each in goods], styles[0] if styles else "", law.fruits)


def _ingredients_fault(law: Law, goods: Sequence[Goods]) -> tuple[str, str] | None:
    wanted = law.number("fruits_per_smoothie")
    if len(goods) < wanted:
        return "missing_parameter", f"a Smoothie is made of {wanted} Fruits"
    others = [each for each in goods if each.item not in law.fruits]
    if others:
        return "bad_fruit", f"{others[0].item or others[0].said or 'a duck'} is no Fruit that a Smoothie is made of"
    if len(goods) > wanted or len({each.item for each in goods}) < wanted:
        return "bad_fruit", f"a Smoothie is made of {wanted} different Fruits"
    wrong = [each for each in goods if each.count not in (None, ingredient(law, each.item))]
    if wrong:
        count = ingredient(law, wrong[0].item)
        return "bad_fruit", f"{count} {wrong[0].item} go into a Smoothie, not {wrong[0].count}"
    return None


@rule("DUCK-117")
def ingredient(law: Law, fruit: str) -> int:
    """How many of a Fruit go into a Smoothie."""
    whole = law.chooses("seeds_in_a_smoothie", "as many as are fed")
    return portion(law, fruit) if whole else 1


def ingredients(law: Law, smoothie: Smoothie) -> Mapping[str, int]:
    """What a Smoothie uses up: Fruit -> how many."""
    return {fruit: ingredient(law, fruit) for fruit in smoothie.fruits}


@rule("DUCK-118", "DUCK-120")
def description_of(law: Law, item: str) -> str:
    """What a Fruit's or Smoothie's description says; "" for what is neither."""
    smoothie = as_smoothie(law, item)
    fruits: Mapping[str, str] = law.value("fruits")
    if smoothie is None:
        return fruits.get(item, "")
    amounts = {SEEDS: f"{portion(law, SEEDS)} seeds"}
    return description(smoothie, fruits, law.value("styles"), amounts, smoothie.name)
