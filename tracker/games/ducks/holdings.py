"""Who holds what: the one place at which items come, go and change hands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tracker.core.rule import rule
from tracker.mechanics.chat_play import GoodsChange, Moment
from tracker.mechanics.goods import Bag

from .flock import give_to
from .state import DISCIPLE, DUCK, DUCK_GOD, EGG, GOD_EGG, QUACKS, Duck, World
from .titles import OLD_ONE

_NUMBERED = re.compile(r"(?:duck )?#([0-9]{1,9})")


def duck_called(world: World, holder: str) -> Duck | None:
    """The duck that a holder's or an item's name means; None where it means none that there is."""
    number = holder.removeprefix(DUCK)
    return world.ducks.get(int(number)) if holder.startswith(DUCK) and number.isdecimal() else None


def goods_of(world: World, holder: str) -> Bag:
    """The items of a player, a duck (``duck:12``), Duck God or the Disciple; nothing where there is none of that name."""
    if holder.startswith(DUCK):
        duck = duck_called(world, holder)
        return duck.goods if duck else {}
    if holder == DUCK_GOD:
        return world.duck_god
    if holder == DISCIPLE:
        return world.disciple.goods if world.disciple else {}
    player = world.players.get(holder)
    return player.goods if player else {}


def eggs_of(world: World, holder: str) -> list[int]:
    """The parents of somebody's Eggs, longest held first (DUCK-075)."""
    if holder.startswith(DUCK):
        duck = duck_called(world, holder)
        return duck.eggs if duck else []
    if holder == DISCIPLE:
        return world.disciple.eggs if world.disciple else []
    player = world.players.get(holder)
    return player.eggs if player else []


def held(world: World, holder: str, item: str) -> int:
    """How many of an item somebody holds; of a duck 1 where it is theirs."""
    duck = duck_called(world, item)
    if duck is not None:
        return int(duck.owner == holder)
    return goods_of(world, holder).get(item, 0)


def change(moment: Moment[World], holder: str, item: str, delta: int, clause: str, text: str) -> None:
    """Add to, or take from, what somebody holds; new Eggs have no parent, and those held longest go first.

    A player who would hold a negative number holds none (DUCK-010); raises ValueError where anybody else would.
    """
    old = goods_of(moment.world, holder).get(item, 0)
    _set(moment, holder, item, _owned(moment, holder, item, old + delta), clause, text)


@rule("DUCK-010")
def _owned(moment: Moment[World], holder: str, item: str, count: int) -> int:
    if count >= 0:
        return count
    if holder in moment.world.players:
        return 0
    raise ValueError(f"{holder} cannot hold {count} {item}")


def _set(moment: Moment[World], holder: str, item: str, count: int, clause: str, text: str) -> None:
    goods = goods_of(moment.world, holder)
    old = goods.get(item, 0)
    if count:
        goods[item] = count
    else:
        goods.pop(item, None)
    if item == EGG:
        _match(eggs_of(moment.world, holder), count)
    if count != old:
        moment.world.changes.append(GoodsChange(holder, item, old, count, moment.now, clause, text, moment.row))


def _match(eggs: list[int], count: int) -> None:
    """Let there be as many parents as Eggs."""
    del eggs[: max(0, len(eggs) - count)]
    eggs.extend([0] * (count - len(eggs)))


@rule("DUCK-010")
def hold(moment: Moment[World], holder: str, item: str, count: Fraction | int, clause: str, text: str) -> None:
    """Let somebody hold that many, as people entered it; a player a number that is negative or not whole: none.

    Raises ValueError where anybody else would hold such a number.
    """
    is_natural = count >= 0 and count.denominator == 1
    if not is_natural and holder not in moment.world.players:
        raise ValueError(f"{holder} cannot hold {count} {item}")
    _set(moment, holder, item, int(count) if is_natural else 0, clause, text)


def holding_of(world: World, holder: str) -> dict[str, int]:
    """What somebody holds, and the Quacks that a duck has; nothing where there is none of that name."""
    duck = duck_called(world, holder)
    return {**({QUACKS: duck.quacks} if duck else {}), **goods_of(world, holder)}


def held_by_all(world: World) -> dict[str, dict[str, int]]:
    """What everybody and everything holds, by holder."""
    ducks = [duck.holder for duck in world.ducks.values()]
    found = {holder: holding_of(world, holder) for holder in (*world.players, *ducks, DUCK_GOD, DISCIPLE)}
    if world.disciple:
        found[DISCIPLE][QUACKS] = world.disciple.quacks
    return {**found, OLD_ONE: {GOD_EGG: world.old_one_eggs}}


def ducks_named(worlds: Iterable[World], name: str) -> list[str]:
    """The ducks that bear a name in any world, whatever its letter case, each as a holder; ``#3`` is a duck's number."""
    wanted = " ".join(name.split()).casefold()
    numbered = _NUMBERED.fullmatch(wanted)
    ducks = (duck for world in worlds for duck in world.ducks.values())
    found = (
        duck.holder
        for duck in ducks
        if (duck.number == int(numbered[1]) if numbered else duck.name and duck.name.casefold() == wanted)
    )
    return list(dict.fromkeys(found))


# --- Eggs and what moves ----------------------------------------------------------------------------------------------


@rule("DUCK-075")
def lay(moment: Moment[World], holder: str, parent: int, clause: str, text: str) -> None:
    """Give somebody an Egg that remembers the duck that laid it (0: none)."""
    change(moment, holder, EGG, 1, clause, text)
    eggs = eggs_of(moment.world, holder)
    if eggs:
        eggs[-1] = parent


def take_egg(moment: Moment[World], holder: str, clause: str, text: str, place: int = 0) -> int:
    """Take an Egg from somebody, by its place among those held, longest held first; gives its parent (0: none)."""
    eggs = eggs_of(moment.world, holder)
    parent = eggs.pop(place)
    eggs.insert(0, parent)
    change(moment, holder, EGG, -1, clause, text)
    return parent


def transfer(moment: Moment[World], giver: str, taker: str, items: Mapping[str, int], clause: str, text: str) -> None:
    """Move items; Eggs go with their parents, longest held first, and ducks with all that is theirs.

    Raises ValueError where the giver is short: whoever calls must have looked.
    """
    for item, count in items.items():
        if held(moment.world, giver, item) < count:
            raise ValueError(f"{giver} holds {held(moment.world, giver, item)} {item}, not {count}")
        duck = duck_called(moment.world, item)
        if duck is not None:
            give_to(moment, duck, taker, clause, text)
            continue
        parents = eggs_of(moment.world, giver)[:count] if item == EGG else []
        change(moment, giver, item, -count, clause, text)
        change(moment, taker, item, count, clause, text)
        if parents:
            eggs_of(moment.world, taker)[-count:] = parents
