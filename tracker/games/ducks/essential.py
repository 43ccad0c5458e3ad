"""Essential Attributes: which duck, or which other entity, words mean; how ducks come to be and go, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.mechanics.chat.carrying import Needed, happens, note, refuse, require, rule
from tracker.mechanics.state.keeping import changed_so_far

from .state import DISCIPLE, DUCK, DUCK_GOD, EGG, NOTHING, OLD_ONE, Disciple, Duck, Ducks, Gone

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
    mine = {number: world.ducks[number] for number in sorted(owned_by(world, owner))}
    return {number: duck for number, duck in mine.items() if duck.is_complete}


def total(ducks: Iterable[Duck]) -> int:
    """The Quacks of some ducks together."""
    return sum(duck.quacks for duck in ducks)


def touched(world: Ducks) -> list[int]:
    """The ducks that what is being carried out has changed so far."""
    places = (change.place.split("/") for change in changed_so_far())
    numbers = {int(place[1]) for place in places if place[0] == "ducks" and place[1:]}
    return sorted(number for number in numbers if number in world.ducks)


# --- how ducks come and go ---------------------------------------------------------------------------------------------


@rule("DUCK-050", "DUCK-052")
def create(world: Ducks, owner: str, how: str, parent: int | None = None) -> int:
    """A new duck: the next number, no name, no pond, no Quacks."""
    number = world.next_duck
    world.ducks[number] = Duck(owner=owner, parent=parent, pond_roll_due=True)
    world.next_duck += 1
    happens("duck_created", f"duck #{number} is created for {owner}: {how}", duck=number, owner=owner, parent=parent)
    return number


@rule("DUCK-101")
def remove(world: Ducks, number: int, how: str) -> Duck:
    """A duck is gone, with its mission and all that it holds; rolls that are due for it stay due."""
    told = f"{called(world, number)} is out of the game: {how}"
    duck = world.ducks.pop(number)
    world.gone[number] = Gone(
        name=duck.name,
        parent=duck.parent,
        owner=duck.owner,
        at=world.now,
        how=how,
        loot_due_to=list(duck.loot_due_to),
        pond_roll_due=duck.pond_roll_due,
    )
    if world.auctions.pop(number, None):
        happens("auction_cancelled", f"the auction of duck #{number} is cancelled: it is gone", duck=number)
    happens("duck_removed", told, duck=number, how=how)
    return duck


@rule("DUCK-066")
def change_owner(world: Ducks, number: int, owner: str | None) -> None:
    """A duck has another owner, or none; all that is the duck's goes with it."""
    world.ducks[number].owner = owner
    text = f"{called(world, number)} is {f'{owner}’s' if owner else 'nobody’s'} duck now"
    happens("duck_changed_hands", text, duck=number, owner=owner)


@rule("DUCK-053", "DUCK-127")
def collapse(world: Ducks, among: Iterable[int]) -> None:
    """A duck that possesses an Abundant Nothing is gone, and its owner gains an Egg."""
    for number in [each for each in among if world.ducks[each].is_complete and world.ducks[each].amount(NOTHING)]:
        duck = remove(world, number, f"it possessed an {NOTHING}")
        if duck.owner in world.players:
            world.players[duck.owner].gain({EGG: world.law.number("eggs_of_a_collapse")})


@rule("DUCK-156")
def remove_old_one(world: Ducks) -> None:
    """What is called Duck Old One is removed at once."""
    for number in [number for number, duck in world.ducks.items() if duck.name == OLD_ONE]:
        remove(world, number, f"the {OLD_ONE} may not exist")
        note("OLD_ONE_CREATED", f"duck #{number} was called {OLD_ONE} and is removed")
    if OLD_ONE in world.players:
        del world.players[OLD_ONE]
        note("OLD_ONE_CREATED", f"a player called {OLD_ONE} is removed")


@rule("DUCK-010")
def keep_to_the_floor(world: Ducks, among: Iterable[int]) -> None:
    """Quacks have no floor, unless it is ruled otherwise."""
    if world.law.chooses("quacks_below_zero", "become 0"):
        for number in among:
            world.ducks[number].quacks = max(0, world.ducks[number].quacks)


@rule("DUCK-009", "DUCK-066")
def set_free(world: Ducks, owner: str) -> None:
    """All ducks of somebody are nobody's from now on."""
    for number in [number for number, duck in world.ducks.items() if duck.owner == owner]:
        change_owner(world, number, None)


@rule("DUCK-130")
def give_to_duck(world: Ducks, given: int, to: int) -> None:
    """People decided that a duck is given to a duck: no player owns it any more."""
    owner, items = world.ducks[given].owner, {f"{DUCK}{given}": 1}
    change_owner(world, given, f"{DUCK}{to}")
    text = f"{owner} gives {called(world, given)} to {called(world, to)}"
    happens("given_to_duck", text, player=owner, duck=to, items=items)


def richest_first(world: Ducks, owner: str) -> list[int]:
    """Somebody's complete ducks, those with most Quacks first, of equals the older."""
    mine = complete_of(world, owner)
    return sorted(mine, key=lambda number: (-mine[number].quacks, number))
