"""Ducks, and Duck as Property: how they come to be and go, and whose they are."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, note, rule

from .essential import called, complete_of
from .state import DUCK, EGG, NOTHING, OLD_ONE, Duck, Ducks, Gone


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
    left = {"name": duck.name, "parent": duck.parent, "owner": duck.owner, "at": world.now, "how": how}
    world.gone[number] = Gone(**left, loot_due_to=list(duck.loot_due_to), pond_roll_due=duck.pond_roll_due)
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
def collapse(world: Ducks) -> None:
    """A duck that possesses an Abundant Nothing is gone, and its owner gains an Egg."""
    for number in [number for number, duck in world.complete().items() if duck.amount(NOTHING)]:
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
def keep_to_the_floor(world: Ducks) -> None:
    """Quacks have no floor, unless it is ruled otherwise."""
    if world.law.chooses("quacks_below_zero", "become 0"):
        for duck in world.ducks.values():
            duck.quacks = max(0, duck.quacks)


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
