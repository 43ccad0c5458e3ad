"""What people enter as the effects of an adopted proposal: how many of what somebody gains, loses or holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from .flock import quack
from .holdings import goods_of, hold
from .spoken import DuckSaid, numbers_of
from .state import DUCK_GOD, EGG, GOD_EGG, NOTHING, Disciple, Duck, World

NO_EFFECTS = "none"
EXAMPLE = "ana: Seeds -3; Puddle: Quacks +10; ponds +1"
"""How people may say what an adopted text changes."""
_QUACKS, _PONDS = "quacks", "ponds"
_CHANGE = re.compile(
    r"(?P<what>[^=+\-−0-9][^=+\-−]*?) *(?P<how>=|\+|-|−) *(?P<count>[+\-−]? *[0-9]{1,12}(?:\.[0-9]{1,6})?)"
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One change that people entered: of what ``holder`` has of an ``item``, or of Quacks or ponds, to a new number."""

    holder: Duck | Disciple | str
    item: str
    new: Fraction


@rule("DUCK-045")
def effects_meant(moment: Moment[World], answer: str) -> list[Effect] | Unusable:
    """What people say that a text changes, ``ana: Seeds -3; Puddle: Quacks +10; ponds +1``: all of it must be certain."""
    if answer.strip().casefold() == NO_EFFECTS:
        return []
    found: list[Effect] = []
    for part in (part.strip() for part in re.split(r"[;\n]", answer)):
        effect = _effect(moment, part, found) if part else None
        if isinstance(effect, Unusable):
            return effect
        found += [effect] if effect else []
    return found or Unusable(f"it holds no change: write {EXAMPLE}, or {NO_EFFECTS}")


@rule("DUCK-045")
def apply_effects(moment: Moment[World], effects: Iterable[Effect], text: str) -> None:
    """Carry out what people entered."""
    for each in effects:
        if each.item == _PONDS:
            moment.world.ponds = int(each.new)
        elif isinstance(each.holder, Duck | Disciple):
            quack(moment, each.holder, int(each.new) - each.holder.quacks, "DUCK-045", text)
        else:
            hold(moment, each.holder, each.item, each.new, "DUCK-045", text)


def _effect(moment: Moment[World], part: str, before: Iterable[Effect]) -> Effect | Unusable:
    whose, colon, words = part.rpartition(":")
    found = _CHANGE.fullmatch(words.strip())
    if found is None:
        return Unusable(f"“{part}” is no change: write {EXAMPLE}")
    what = found["what"].strip()
    target = _target(moment, whose.strip(), what) if colon else _ponds(what)
    if isinstance(target, Unusable):
        return target
    earlier = [each.new for each in before if (each.holder, each.item) == target]
    old = earlier[-1] if earlier else _count(moment.world, *target)
    count = Fraction(found["count"].replace("−", "-").replace(" ", ""))
    new = count if found["how"] == "=" else old - count if found["how"] in ("-", "−") else old + count
    return (
        Effect(*target, new) if _is_possible(moment.world, *target, new) else Unusable(f"“{part}” would make it {new}")
    )


def _ponds(what: str) -> tuple[str, str] | Unusable:
    return ("", _PONDS) if what.casefold() == _PONDS else Unusable(f"“{what}” stands without whose it is")


def _target(moment: Moment[World], whose: str, what: str) -> tuple[Duck | Disciple | str, str] | Unusable:
    """Who has what changes: of a duck and of the Disciple Quacks are theirs, items those that they hold."""
    holder = _holder(moment, whose)
    if holder is None:
        return Unusable(f"“{whose}” is no player and no duck")
    if isinstance(holder, Duck | Disciple) and what.casefold() in (_QUACKS, "quack"):
        return holder, _QUACKS
    item = _item(moment, what)
    if not item or isinstance(holder, Disciple):
        return Unusable(f"“{what}” is nothing that {whose} holds")
    return holder.holder if isinstance(holder, Duck) else holder, item


def _count(world: World, holder: Duck | Disciple | str, item: str) -> Fraction:
    if item == _PONDS:
        return Fraction(world.ponds)
    return Fraction(goods_of(world, holder).get(item, 0) if isinstance(holder, str) else holder.quacks)


def _is_possible(world: World, holder: Duck | Disciple | str, item: str, new: Fraction) -> bool:
    """Whether there can be that many: of Quacks any whole number; a player holds none where it is no natural one (DUCK-010)."""
    if isinstance(holder, Duck | Disciple):
        return new.denominator == 1
    return holder in world.players or (new >= 0 and new.denominator == 1)


def _holder(moment: Moment[World], whose: str) -> Duck | Disciple | str | None:
    """The player, duck, Disciple or Duck God that words mean, in this order."""
    world, words = moment.world, whose.removeprefix("@").strip('"“”')
    called = {name.casefold(): id for id, name in moment.state.log.names.items()}
    person = moment.state.person(words)
    player = person if person in world.players else called.get(words.casefold(), "")
    if player in world.players:
        return player
    number = words.casefold().removeprefix("duck").strip().removeprefix("#")
    if number.isdecimal() and int(number) in world.ducks:
        return world.ducks[int(number)]
    if world.disciple is not None and words in ("Duck Disciple", world.disciple.name):
        return world.disciple
    same = numbers_of(DuckSaid(words), world.register.called, ())
    duck = world.ducks[same[0]] if len(same) == 1 else None
    return duck or (DUCK_GOD if words == DUCK_GOD else None)


def _item(moment: Moment[World], what: str) -> str:
    """The item that words name, in singular or plural; "" for none."""
    words = what.casefold().rstrip("s")
    known = (*moment.law.words("items"), EGG, GOD_EGG, NOTHING)
    held = (item for player in moment.world.players.values() for item in player.goods)
    return next((item for item in (*known, *held) if item.casefold().rstrip("s") == words), "")
