"""Quacktion: what a player does through a duck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from . import disciple, essential, fruit
from .essential import aimed_at, by_name, called, must_be_complete, named, number_of, own_duck
from .fruit import Amounts
from .random_choice import roll
from .state import DISCIPLE, DUCK, EGG, GOD_EGG, NOTHING, Duck, Ducks, Player
from .titles import deity, duke, holders, is_royal
from .trade import QUACKS


@dataclass(frozen=True, slots=True)
class Performed:
    """A Quacktion as somebody performs it: through which duck, at whom, for how many Quacks, and what else is said."""

    world: Ducks
    message: Message
    name: str
    number: int
    aim: str = ""
    amount: float = 0
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def who(self) -> str:
        """The player."""
        return self.message.author

    @property
    def player(self) -> Player:
        """The player's holdings."""
        return self.world.players[self.who]

    @property
    def duck(self) -> Duck:
        """The acting duck."""
        return self.world.ducks[self.number]

    def tell(self, **fields: Any) -> None:
        """Tell that it was performed."""
        on = number_of(self.aim) if self.aim.startswith(DUCK) else self.aim or None
        aim = f" on {called(self.world, on) if isinstance(on, int) else on}" if on else ""
        text = f"{called(self.world, self.number)} performs {self.name}{aim}"
        told = {"player": self.who, "duck": self.number, "quacktion": self.name, "target": on}
        happens("quacktion_performed", text, **told, **fields)


@dataclass(frozen=True, slots=True)
class Quacktion:
    """A Quacktion of the table: its name, what it does, whether it is aimed at something, and whether it is with N Quacks."""

    name: str
    effect: Callable[[Performed], None]
    is_aimed: bool = False
    has_amount: bool = False

    def perform(
        self,
        world: Ducks,
        message: Message,
        duck: str | None = None,
        target: str | None = None,
        amount: float | None = None,
        **more: Any,
    ) -> None:
        """A player performs it through an own, complete duck; target and amount stand in the same message."""
        must_say(bool(target) or not self.is_aimed, "at whom")
        must_say(amount is not None or not self.has_amount, "with how many Quacks")
        number = through(world, message.author, duck, self.name)
        aim = aim_of(world, message.author, str(target)) if self.is_aimed else ""
        self.effect(Performed(world, message, self.name, number, aim, amount or 0, more))
        if aim == DISCIPLE:
            disciple.answer(world, message.author, number)


@rule("DUCK-070")
def must_say(is_said: bool, what: str) -> None:
    """Nothing that is needed may be supplied by another message."""
    require(is_said, "missing_parameter", f"it does not say {what}")


@rule("DUCK-067")
def through(world: Ducks, who: str, said: str | None, name: str) -> int:
    """The acting duck: a complete one of the player's own; the rules must list the Quacktion."""
    require(name in world.law.value("quacktions"), "unclear", f"the rules know no Quacktion {name}")
    return own_duck(world, who, said)


@rule("DUCK-073", "DUCK-147", disciple_used="DUCK-147")
def aim_of(world: Ducks, who: str, said: str) -> str:
    """The target, if it may be one now: any complete duck, another entity, the Disciple so often in a period."""
    aim = aimed_at(world, who, said)
    if aim.startswith(DUCK):
        must_be_complete(world, number_of(aim))
    used, most = (
        world.players[who].disciple_quacktion_this_period,
        world.law.number("disciple_quacktions_per_period"),
    )
    require(aim != DISCIPLE or used < most, "disciple_used", "they have acted against it in this voting period")
    return aim


def multiple(done: Performed, of: int = 1) -> int:
    """The number of Quacks of a Quacktion, which has to be a positive multiple."""
    wanted = f"a multiple of {of}" if of > 1 else "a whole number"
    text = f"the number of Quacks must be {wanted} above 0"
    require(done.amount > 0 and done.amount % of == 0, "bad_amount", text)
    return int(done.amount)


@rule("DUCK-068", "DUCK-069")
def pay(done: Performed, costs: Mapping[str, int]) -> None:
    """The acting duck pays first: Quacks, and items that it holds itself."""
    quacks, items = costs.get(QUACKS, 0), {item: n for item, n in costs.items() if item != QUACKS}
    has_enough = done.duck.quacks >= quacks or not quacks
    require(has_enough, "not_enough_quacks", f"{called(done.world, done.number)} has {done.duck.quacks} Quacks")
    require(done.duck.has(items), "missing_items", f"{called(done.world, done.number)} does not hold what it costs")
    done.duck.quacks -= quacks
    done.duck.lose(items)


# --- those of the table -----------------------------------------------------------------------------------------------


@rule("DUCK-072", bad_amount="DUCK-071", bad_target="DUCK-073")
def quack_attack(done: Performed) -> None:
    """The target, a duck or the Disciple, loses half as many Quacks as were paid."""
    world = done.world
    victim = world.disciple if done.aim == DISCIPLE else world.ducks[number_of(done.aim)]
    quacks = multiple(done, world.law.number("quack_attack_even_divisor"))
    lost = quacks // world.law.number("quack_attack_damage_divisor")
    pay(done, {QUACKS: quacks})
    done.tell(quacks=quacks, damage=lost)
    if victim is not None:
        victim.quacks -= lost
    if done.aim == DISCIPLE:
        disciple.remember(world, done.number, done.who, lost)


@rule("DUCK-074", "DUCK-075")
def lay_egg(done: Performed) -> None:
    """A die has as many sides as Quacks were paid; ten or more is an Egg, which remembers the duck."""
    world, quacks = done.world, multiple(done)
    pay(done, {QUACKS: quacks})
    done.tell(quacks=quacks)
    (face,) = roll(world, "lay_egg", [quacks], f"an Egg of {called(world, done.number)}", done.who)
    laid = world.law.number("eggs_laid") if face >= world.law.number("lay_egg_least_roll") else 0
    done.duck.keep_eggs([*done.duck.layers(), *[done.number] * laid])
    text = f"{called(world, done.number)} lays {'an Egg' if laid else 'no Egg'} by a {face}"
    happens("egg_laid" if laid else "no_egg_laid", text, duck=done.number, roll=face)


@rule("DUCK-076", "DUCK-075")
def hatch_egg(done: Performed) -> None:
    """An Egg becomes a duck of the same owner; who laid the Egg is its parent."""
    said, eggs = done.more.get("layer"), done.duck.layers()
    parent = eggs.pop(egg_meant(done.world, eggs, said) if said else 0) if eggs else None
    pay(done, done.world.law.costs(done.name))
    done.tell(quacks=done.world.law.costs(done.name).get(QUACKS, 0))
    done.duck.keep_eggs(eggs[: done.duck.amount(EGG)])
    new = essential.create(done.world, done.who, f"hatched through {called(done.world, done.number)}", parent)
    text = f"{called(done.world, done.number)} hatches an Egg: duck #{new}"
    happens("egg_hatched", text, player=done.who, duck=done.number, new=new, parent=parent)


@rule("DUCK-077")
def egg_meant(world: Ducks, eggs: list[int | None], layer: str) -> int:
    """The place of the Egg that a duck laid, also one that is gone; without a word it is the Egg held longest."""
    gone = {number: each.name for number, each in world.gone.items()}
    layers = named(world, layer) or by_name(gone, layer) or [number for number in gone if f"#{number}" == layer]
    require(layers, "unknown_duck", f"there is no duck {layer}")
    place = next((place for place, number in enumerate(eggs) if number in layers), None)
    return place if place is not None else refuse("missing_items", f"it holds no Egg laid by {layer}")


@rule("DUCK-078")
def divine_scrambler(done: Performed) -> None:
    """So many Quacks for each God Egg that comes from an entity which has some."""
    holder, per_egg = holders(done.world)[done.aim], done.world.law.number("scrambler_divisor")
    quacks = multiple(done, per_egg)
    require(holder.amount(GOD_EGG), "bad_target", "the target has no God Egg")
    moved = {GOD_EGG: scrambled(done, quacks // per_egg, holder.amount(GOD_EGG))}
    pay(done, {QUACKS: quacks})
    holder.lose(moved)
    done.player.gain(moved)
    done.tell(quacks=quacks, god_eggs=moved[GOD_EGG])


@rule("DUCK-079")
def scrambled(done: Performed, wanted: int, there: int) -> int:
    """As many God Eggs move as there are, at most those that were paid for."""
    may = wanted <= there or done.world.law.chooses("scrambling_more_than_there_is", "moves what there is")
    require(may, "bad_target", f"the target has {there} God Eggs, and {wanted} would move")
    return min(wanted, there)


@rule("DUCK-080", royalty="DUCK-081")
def steal_duck(done: Performed) -> None:
    """A duck of the DUKE with many Quacks changes owner, for as many Quacks."""
    world, least = done.world, done.world.law.number("steal_duck_more_than")
    require(not is_royal(world, done.who), "royalty", f"{done.who} is Duck Royalty")
    number, owner = number_of(done.aim), duke(world)
    stolen = world.ducks[number]
    all_of_theirs = sum(each.quacks for each in world.complete().values() if each.owner == owner)
    rich = stolen.quacks if world.law.chooses("more_than_ten_quacks_has", "the duck") else all_of_theirs
    text = f"the target must be a duck of the DUCK DUKE with more than {least} Quacks"
    require(owner is not None and stolen.owner == owner and rich > least, "bad_target", text)
    pay(done, {QUACKS: stolen.quacks})
    done.tell(quacks=stolen.quacks)
    essential.change_owner(world, number, done.who)


@rule("DUCK-082")
def cannibalism(done: Performed) -> None:
    """A duck eats another of the same owner, and gains its Quacks and ten more."""
    eaten = sibling(done)
    gained = done.world.law.number("cannibalism_quacks") + eaten.quacks
    done.duck.quacks += gained
    done.tell(quacks=gained)
    if number_of(done.aim) == done.number:
        tell_self_eating(done)
    essential.remove(done.world, number_of(done.aim), f"eaten by {called(done.world, done.number)}")


@rule("DUCK-083")
def tell_self_eating(done: Performed) -> None:
    """Nothing keeps a duck from eating itself."""
    note("ATE_ITSELF", f"{called(done.world, done.number)} eats itself: was that meant?")


@rule("DUCK-084")
def adopt(done: Performed) -> None:
    """A duck becomes the parent of one without a parent."""
    child = sibling(done)
    require(child.parent is None, "bad_target", "the target has a parent")
    child.parent = done.number
    done.tell()


def sibling(done: Performed) -> Duck:
    """The target, which has to be of the same owner."""
    target = done.world.ducks[number_of(done.aim)]
    return target if target.owner == done.who else refuse("bad_target", f"the target is not {done.who}’s duck")


@rule("DUCK-085", "DUCK-117")
def make_smoothie(done: Performed) -> None:
    """The player's Fruits become a Smoothie, for some Quacks of the duck."""
    said: Amounts = done.more.get("fruits") or {}
    style, own_name = str(done.more.get("style") or ""), done.more.get("new")
    used = fruit.ingredients(done.world, said, style)
    pay(done, done.world.law.costs(done.name))
    mix(done, used)
    made = fruit.usual_name(done.world, used, style)
    done.player.gain({made: 1})
    text = f"{called(done.world, done.number)} makes a {made}"
    happens("smoothie_made", text, player=done.who, duck=done.number, smoothie=made, called=own_name or made)
    if own_name:
        fruit.call_smoothie(done.world, done.message, made, str(own_name))


@rule("DUCK-117")
def mix(done: Performed, used: dict[str, int]) -> None:
    """The Fruits come from the player and are used up."""
    done.player.lose(used)


@rule("DUCK-086", missing_items="DUCK-068", not_enough_quacks="DUCK-068")
def divine_cocktail(done: Performed) -> None:
    """The Duck Deity makes Ambrosia; what no duck can hold comes from its owner."""
    require(deity(done.world) == done.who, "not_deity", f"{done.who} is not the Duck Deity")
    costs = dict(done.world.law.costs(done.name))
    owners = {NOTHING: costs.pop(NOTHING, 0)}
    pay(done, costs)
    require(done.player.has(owners), "missing_items", f"{done.who} holds too little {NOTHING}")
    done.player.lose(owners)
    done.duck.gain({fruit.AMBROSIA: 1})
    done.tell(quacks=costs.get(QUACKS, 0))


QUACKTIONS: Mapping[str, Quacktion] = {
    "quack_attack": Quacktion("Quack Attack", quack_attack, is_aimed=True, has_amount=True),
    "lay_egg": Quacktion("Lay Egg", lay_egg, has_amount=True),
    "hatch_egg": Quacktion("Hatch Egg", hatch_egg),
    "divine_scrambler": Quacktion("Divine Scrambler", divine_scrambler, is_aimed=True, has_amount=True),
    "steal_duck": Quacktion("Steal Duck", steal_duck, is_aimed=True),
    "cannibalism": Quacktion("Cannibalism", cannibalism, is_aimed=True),
    "adopt": Quacktion("Adopt", adopt, is_aimed=True),
    "make_smoothie": Quacktion("Make Smoothie", make_smoothie),
    "divine_cocktail": Quacktion("Divine Cocktail", divine_cocktail),
}
