"""Duck Old One: it may not exist, and yet acts after the first game action of each week, by a bare count of God Eggs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.chat_play import GoodsChange, Moment

from .flock import complete, is_ownerless, quack, shown
from .general import is_over, lose
from .law import of_ducks
from .periods import week
from .random_choice import pick, roll
from .state import GOD_EGG, World
from .titles import OLD_ONE

_GAIN, _ATTACK = "old_one", "eldritch_attack"


@rule("DUCK-156")
def without_old_one(moment: Moment[World], stated: Mapping[str, Any]) -> dict[str, Any]:
    """A stated gamestate without players and ducks that are called Duck Old One: they are removed at once."""
    kept = dict(stated)
    for part, called in (("players", "id"), ("ducks", "name")):
        entities = stated.get(part)
        if not isinstance(entities, Sequence) or isinstance(entities, str):
            continue
        kept[part] = [each for each in entities if not (isinstance(each, Mapping) and each.get(called) == OLD_ONE)]
        if len(kept[part]) < len(entities):
            text = f"an entity called {OLD_ONE}, among the {part}, is removed at once: there may be none"
            moment.note("OLD_ONE_CREATED", "DUCK-156", text)
    return kept


@rule("DUCK-157", "DUCK-158", "DUCK-160")
def tasks(moment: Moment[World], n: int) -> list[Task]:
    """What follows on a game action that is the first of its week: once, and nothing is made up for later."""
    world, begun = moment.world, week(moment)
    has_acted = world.old_one_week is not None and world.old_one_week >= begun
    if has_acted or moment.law.chooses("old_one_acts", "never"):
        return []
    world.old_one_week = begun
    return [Task(_GAIN, n)]


@rule("DUCK-157", "DUCK-158")
def gain(moment: Moment[World], task: Task) -> bool:
    """Count its new God Eggs, and let its attack follow."""
    world, law = moment.world, moment.law
    faces = roll(
        moment, _GAIN, task.n, of_ducks(law).dice("old_one_dice").each, f"the God Eggs of the {OLD_ONE}", "DUCK-158"
    )
    if faces is None:
        return False
    gained, old = sum(faces), world.old_one_eggs
    world.old_one_eggs = old + gained
    text = f"after the week's first game action the {OLD_ONE} gains {gained} God Eggs"
    world.changes.append(GoodsChange(OLD_ONE, GOD_EGG, old, old + gained, moment.now, "DUCK-158", text, moment.row))
    moment.tell("old_one_gained", "DUCK-158", text, gained=gained, god_eggs=world.old_one_eggs)
    among = [duck.number for duck in complete(world) if not is_ownerless(duck)]
    if among:
        then(moment, Task(_ATTACK, task.n, {"among": among}))
    return True


@rule("DUCK-127", "DUCK-159")
def attack(moment: Moment[World], task: Task) -> bool:
    """Let a random complete duck that a player owns lose as many Quacks as the count."""
    if is_over(moment):
        return True
    purpose = "the Eldritch Quack Attack: which duck"
    number = pick(moment, _ATTACK, task.n, task.data["among"], purpose, "DUCK-159")
    if number is None:
        return False
    world = moment.world
    if (duck := world.ducks.get(number)) is not None:
        text = f"the Eldritch Quack Attack hits {shown(duck)} for {world.old_one_eggs} Quacks"
        quack(moment, duck, -world.old_one_eggs, "DUCK-159", text)
        moment.tell("eldritch_attack", "DUCK-159", text, duck=number, quacks=world.old_one_eggs)
    return True


@rule("DUCK-161")
def after_change(moment: Moment[World]) -> None:
    """All players lose the round as soon as the count is that high."""
    if has_won(moment):
        lose(moment, f"the {OLD_ONE} has {moment.world.old_one_eggs} God Eggs", "DUCK-161")


def has_won(moment: Moment[World]) -> bool:
    """Whether it has as many God Eggs as that takes."""
    return moment.world.old_one_eggs >= moment.law.number("old_one_losing_god_eggs")


TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {_GAIN: gain, _ATTACK: attack}
