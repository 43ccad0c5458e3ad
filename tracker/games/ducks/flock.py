"""Ducks as such: how they come into the game, change hands, gain and lose Quacks, and leave it."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.chat_play import GoodsChange, Moment

from .state import DISCIPLE, DUCK, QUACKS, Disciple, Duck, GoneDuck, World


def create(moment: Moment[World], owner: str, clause: str, text: str, parent: int = 0) -> Duck:
    """A new duck: nameless, pondless, uncoloured, without Quacks; its creation lets players roll once for a new pond."""
    world = moment.world
    world.highest_duck += 1
    duck = Duck(world.highest_duck, owner, moment.when, parent=parent)
    world.ducks[duck.number] = duck
    world.register_anew()
    world.pond_rolls.append(duck.number)
    told = {"parent": parent} if parent else {}
    moment.tell("duck_created", clause, text, duck=duck.number, owner=owner, **told)
    return duck


def remove(moment: Moment[World], duck: Duck, clause: str, how: str) -> None:
    """Take a duck out of the game, with all it holds and its mission (DUCK-101); rolls for its loot stay due (DUCK-100)."""
    world = moment.world
    del world.ducks[duck.number]
    world.register_anew()
    gone = GoneDuck(duck.number, duck.name, duck.parent, duck.owner, moment.when, how, duck.loot, duck.attempted_in)
    world.gone[duck.number] = gone
    moment.tell("duck_removed", clause, f"{shown(duck)} is out of the game: {how}", duck=duck.number, how=how)


@rule("DUCK-066")
def give_to(moment: Moment[World], duck: Duck, owner: str, clause: str, text: str) -> None:
    """Let a duck change hands with its Quacks, items and mission; ``owner`` "" for nobody."""
    duck.owner = owner
    moment.world.register_anew()
    moment.tell("duck_changed_hands", clause, text, duck=duck.number, owner=owner or None)


@rule("DUCK-010")
def quack(moment: Moment[World], duck: Duck | Disciple, delta: int, clause: str, text: str) -> None:
    """Let a duck or the Disciple gain or lose Quacks, without a floor unless it is ruled otherwise."""
    old, new = duck.quacks, duck.quacks + delta
    if new < 0 and isinstance(duck, Duck) and moment.law.chooses("quacks_below_zero", "become 0"):
        new = 0
    duck.quacks = new
    if new != old:
        holder = duck.holder if isinstance(duck, Duck) else DISCIPLE
        moment.world.changes.append(GoodsChange(holder, QUACKS, old, new, moment.now, clause, text, moment.row))


def shown(duck: Duck | GoneDuck) -> str:
    """A duck as it is told of: by its name, or by its number where it has none."""
    return duck.name or f"duck #{duck.number}"


def is_ownerless(duck: Duck) -> bool:
    """Whether no player owns a duck: nobody does, or a duck."""
    return not duck.owner or duck.owner.startswith(DUCK)


def ducks_of(world: World, player: str) -> list[Duck]:
    """The ducks of a player, in the order of creation; of "" the ownerless ones."""
    return [world.ducks[number] for number in world.register.owned.get(player, ())]


def complete_of(world: World, player: str) -> list[Duck]:
    """The ducks of a player with all essential attributes."""
    return [world.ducks[number] for number in world.register.complete.get(player, ())]


def complete(world: World) -> list[Duck]:
    """All ducks with all essential attributes, in the order of creation (DUCK-127)."""
    return [duck for duck in world.ducks.values() if duck.is_complete]


def total(world: World, player: str) -> int:
    """The Quacks of a player's complete ducks together."""
    return sum([world.ducks[number].quacks for number in world.register.complete.get(player, ())])
