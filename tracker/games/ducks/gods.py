"""Duck God, and the Duck Old One, which does not exist and acts all the same; and how all players lose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracker.mechanics.chat.calendar import Rhythm
from tracker.mechanics.chat.carrying import happens, refuse, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.state.keeping import changed_so_far

from .essential import called
from .general import week
from .random_choice import pick, roll
from .state import DUCK_GOD, GOD_EGG, OLD_ONE, Ducks

ALTERED = frozenset({"players", "ducks", "ponds", "auctions", "duck_god", "disciple", "judge"})
"""What a game action alters: offers, requests and assents alone are none."""


@rule("DUCK-144")
def egg_days(world: Ducks) -> Rhythm:
    """When the Duck God gains its God Egg."""
    return Rhythm.weekly(world.law.word("duck_god_weekday"))


@rule("DUCK-144", "DUCK-143", "DUCK-037")
def gain_weekly_egg(world: Ducks) -> None:
    """Every Sunday the Duck God gains a God Egg."""
    gained = world.law.number("duck_god_weekly_god_eggs")
    world.duck_god.gain({GOD_EGG: gained})
    held = world.duck_god.amount(GOD_EGG)
    happens("duck_god_gained", f"{DUCK_GOD} gains {gained} God Eggs and has {held}", gained=gained, god_eggs=held)


# --- the end ----------------------------------------------------------------------------------------------------------


def look_whether_lost(world: Ducks) -> None:
    """With enough God Eggs of the Duck God or of the Duck Old One all players lose, and the round is over."""
    lose_by_duck_god(world)
    lose_by_old_one(world)


@rule("DUCK-145")
def lose_by_duck_god(world: Ducks) -> None:
    """The Duck God has so many God Eggs that all lose."""
    held = world.duck_god.amount(GOD_EGG)
    if held >= world.law.number("duck_god_losing_god_eggs"):
        lose(world, f"{DUCK_GOD} has {held} God Eggs")


@rule("DUCK-161")
def lose_by_old_one(world: Ducks) -> None:
    """The Duck Old One has so many God Eggs that all lose."""
    if world.old_one.god_eggs >= world.law.number("old_one_losing_god_eggs"):
        lose(world, f"the {OLD_ONE} has {world.old_one.god_eggs} God Eggs")


def lose(world: Ducks, cause: str) -> None:
    """All players lose, once."""
    if not is_over(world):
        world.status, world.cause, world.lost_at = "lost", cause, world.now
        happens("round_lost", f"all players lose the round: {cause}", cause=cause)


def is_over(world: Ducks) -> bool:
    """Whether the round is lost: nothing happens any more then."""
    return world.status == "lost"


@rule("DUCK-145")
def must_go_on(world: Ducks) -> None:
    """Nobody acts any more once the round is lost."""
    if is_over(world):
        refuse("round_over", f"the round is over: {world.cause}")


# --- Duck Old One -----------------------------------------------------------------------------------------------------


def waking(act: Callable[..., None]) -> Callable[..., None]:
    """An announcement as a game action."""
    return lambda world, message, **fields: carry_out(act, world, message, fields)


@rule("DUCK-013", "DUCK-012", "DUCK-015", "DUCK-018")
def carry_out(act: Callable[..., None], world: Ducks, message: Message, fields: Mapping[str, Any]) -> None:
    """A game action: the first of a player in a week that alters something wakes the Duck Old One."""
    is_players = message.author in playing(world)
    act(world, message=message, **fields)
    if is_players:
        wake_old_one(world)


@rule("DUCK-158", "DUCK-012", "DUCK-160")
def wake_old_one(world: Ducks) -> None:
    """The first game action of a week, one that altered something, is followed by what the Duck Old One does."""
    this = week(world)
    has_altered = any(change.place.partition("/")[0] in ALTERED for change in changed_so_far())
    if has_altered and (world.old_one.acted_week or "") < this and world.law.chooses("old_one_acts", "all the same"):
        world.old_one.acted_week, world.old_one.is_awake = this, True


@rule("DUCK-158", "DUCK-157")
def act_as_old_one(world: Ducks) -> None:
    """It gains God Eggs; then, if the round goes on, it strikes."""
    world.old_one.is_awake = False
    gained = sum(roll(world, "old_one", world.law.dice("old_one_dice"), f"the God Eggs of the {OLD_ONE}"))
    world.old_one.god_eggs += gained
    text = f"the {OLD_ONE} gains {gained} God Eggs and has {world.old_one.god_eggs}"
    happens("old_one_gained", text, gained=gained, god_eggs=world.old_one.god_eggs)
    lose_by_old_one(world)
    if not is_over(world):
        strike(world)


@rule("DUCK-159")
def strike(world: Ducks) -> None:
    """A random duck of a player loses as many Quacks as the Duck Old One has God Eggs."""
    candidates = [number for number, duck in world.complete().items() if duck.owner in world.players]
    number = pick(world, "eldritch_attack", candidates, "the target of the Eldritch Quack Attack")
    if number is not None:
        lost = world.old_one.god_eggs
        world.ducks[number].quacks -= lost
        text = f"the Eldritch Quack Attack hits {called(world, number)}, which loses {lost} Quacks"
        happens("eldritch_attack", text, duck=number, quacks=lost)
