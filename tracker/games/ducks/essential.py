"""Essential Attributes, and what words of an announcement mean: which duck, or which other entity."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.mechanics.chat.carrying import refuse, require, rule
from tracker.mechanics.chat.dice import Needed

from .state import DISCIPLE, DUCK, DUCK_GOD, OLD_ONE, Disciple, Duck, Ducks

ENTITIES = {"god": DUCK_GOD, "disciple": DISCIPLE, "one": OLD_ONE}
"""Entities by the last word of what they are called."""
MY_DUCK = "my duck"


def called(world: Ducks, number: int) -> str:
    """A duck as it is told of."""
    return world.ducks[number].name or f"duck #{number}"


@rule("DUCK-126", "DUCK-125", "DUCK-127", "DUCK-101")
def must_be_complete(world: Ducks, *numbers: int) -> None:
    """Nobody deals with a duck that lacks an essential attribute."""
    for number in numbers:
        require(world.ducks[number].is_complete, "duck_incomplete", f"{called(world, number)} lacks a name or a pond")


def must_own(world: Ducks, who: str, number: int) -> None:
    """Only its owner disposes of a duck."""
    require(world.ducks[number].owner == who, "not_owner", f"{called(world, number)} is not {who}'s duck")


def owned_by(world: Ducks, who: str | None) -> list[int]:
    """The ducks of somebody, or those of nobody."""
    return [number for number, duck in world.ducks.items() if duck.owner == who]


def own_duck(world: Ducks, who: str, said: str | None) -> int:
    """A complete duck of whoever speaks; the only one need not be named."""
    number = the_duck(world, who, said)
    must_own(world, who, number)
    must_be_complete(world, number)
    return number


def the_duck(world: Ducks, who: str, said: str | None) -> int:
    """The duck that is meant: by number, by name, or the only one of whoever speaks."""
    mine = owned_by(world, who)
    require(said or len(mine) == 1, "missing_parameter", "it does not say which duck")
    return found(list(mine) if said in (None, MY_DUCK) else named(world, str(said)), said or MY_DUCK)


@rule("DUCK-016")
def found(meant: list[int], said: str) -> int:
    """The only duck that words may mean."""
    require(len(meant) < 2, "ambiguous_duck", f"several ducks may be meant by {said}")
    return meant[0] if meant else refuse("unknown_duck", f"there is no duck {said}")


def named(world: Ducks, said: str) -> list[int]:
    """The ducks of that number or name, in the letters of just that case or else in any."""
    if said[:1] == "#" and said[1:].isdecimal():
        return [number for number in world.ducks if number == int(said[1:])]
    return by_name({number: duck.name for number, duck in world.ducks.items()}, said)


def by_name(names: dict[int, str | None], said: str) -> list[int]:
    """The ducks that go by a name."""
    exactly = [number for number, name in names.items() if name == said]
    return exactly or [number for number, name in names.items() if name and name.casefold() == said.casefold()]


# --- targets ----------------------------------------------------------------------------------------------------------


def entity_of(world: Ducks, said: str) -> str:
    """The divine being that words mean, "" where they mean none; a Disciple goes by its name, too."""
    words = said.casefold().removeprefix("the ").removeprefix("duck ").split()
    if world.disciple and said.casefold() == world.disciple.name.casefold():
        return DISCIPLE
    return ENTITIES.get(words[-1], "") if " ".join(words) in ("god", "disciple", "old one") else ""


@rule("DUCK-070", "DUCK-156")
def aimed_at(world: Ducks, who: str, said: str) -> str:
    """The entity that a Quacktion is aimed at: ``duck:12``, a player, the Duck God or the Disciple."""
    being = entity_of(world, said)
    require(being != OLD_ONE, "bad_target", f"the {OLD_ONE} does not exist")
    if being == DISCIPLE:
        the_disciple(world)
    if said.startswith("@"):
        require(said[1:] in world.players, "bad_target", f"{said[1:]} is no player")
        return said[1:]
    return being or f"{DUCK}{the_duck(world, who, said)}"


@rule("DUCK-147")
def the_disciple(world: Ducks) -> Disciple:
    """The Disciple; who aims at one that is about to come waits for it."""
    if world.disciple_due:
        raise Needed({}, "the new Duck Disciple")
    return world.disciple or refuse("bad_target", f"there is no {DISCIPLE}")


def number_of(target: str) -> int:
    """The number of a target that has to be a duck."""
    is_duck = target.startswith(DUCK)
    return int(target.removeprefix(DUCK)) if is_duck else refuse("bad_target", f"{target} is no duck")


def complete_of(world: Ducks, owner: str) -> dict[int, Duck]:
    """The complete ducks of somebody."""
    return {number: duck for number, duck in world.complete().items() if duck.owner == owner}


def total(ducks: Iterable[Duck]) -> int:
    """The Quacks of some ducks together."""
    return sum(duck.quacks for duck in ducks)
