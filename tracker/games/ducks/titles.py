"""Duck Titles: who holds which, as things are now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.trades import Holding

from .state import DISCIPLE, DUCK, DUCK_GOD, GOD_EGG, Ducks


@rule("DUCK-105")
def alone_at_the_top(amounts: Mapping[str, int]) -> str | None:
    """Who has most; nobody where that is shared, or nothing."""
    most = max(amounts.values(), default=0)
    leading = [name for name, amount in amounts.items() if amount == most]
    return leading[0] if most > 0 and len(leading) == 1 else None


def holders(world: Ducks) -> dict[str, Holding]:
    """All entities that hold items."""
    ducks: dict[str, Holding] = {f"{DUCK}{number}": duck for number, duck in world.ducks.items()}
    beings: dict[str, Holding] = {DUCK_GOD: world.duck_god}
    return {**beings, **({DISCIPLE: world.disciple} if world.disciple else {}), **world.players, **ducks}


def god_eggs(world: Ducks) -> dict[str, int]:
    """The God Eggs of each entity."""
    return {name: holder.amount(GOD_EGG) for name, holder in holders(world).items()}


def ducks_owned(world: Ducks) -> dict[str, int]:
    """How many complete ducks everybody owns."""
    return Counter(duck.owner for duck in world.complete().values() if duck.owner)


def quacks_owned(world: Ducks) -> dict[str, int]:
    """The Quacks of everybody's complete ducks together."""
    found: Counter[str] = Counter()
    for duck in world.complete().values():
        if duck.owner:
            found[duck.owner] += duck.quacks
    return found


@rule("DUCK-102", "DUCK-157")
def deity(world: Ducks) -> str | None:
    """The entity with most God Eggs, each by its own holdings."""
    return alone_at_the_top(god_eggs(world))


@rule("DUCK-103")
def king(world: Ducks) -> str | None:
    """Who has most complete ducks."""
    return alone_at_the_top(ducks_owned(world))


@rule("DUCK-104")
def lord(world: Ducks) -> str | None:
    """Who has most Quacks among all own complete ducks."""
    return alone_at_the_top(quacks_owned(world))


@rule("DUCK-106")
def duke(world: Ducks) -> str | None:
    """Who is both King and Lord."""
    most = king(world)
    return most if most == lord(world) else None


@rule("DUCK-107", "DUCK-108")
def is_royal(world: Ducks, who: str) -> bool:
    """King, Lord and DUKE are Royalty, by the titles of this instant."""
    return who in (king(world), lord(world), duke(world))


TITLES: Mapping[str, Callable[[Ducks], str | None]] = {"Deity": deity, "King": king, "Lord": lord, "DUKE": duke}
