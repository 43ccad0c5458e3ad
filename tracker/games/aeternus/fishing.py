"""6.3 Fish and 7.3 Fish: casts into a Lake, what is caught, and of which quality a medallion fish is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import action_points, holdings, medallions, naming, places, randomness
from .action_points import medallion
from .chances import CERTAIN, Draw, chance, uniform
from .general import author
from .hexes import Hex, distance, shown
from .law import CLASSIC_ROD, MIDAS_ROD, NO_ROD, Law, of_aeternus, one_of
from .state import World
from .world import LAKE

CAST = "cast"


# --- what a cast may bring --------------------------------------------------------------------------------------------


@rule("AET-131", "AET-132")
def lakes(world: World, user: str) -> list[Hex]:
    """The Lake hexes in which a player may fish: the own hex first, then those around in the order of the directions."""
    here = world.players[user].at
    own = [here] if world.map.biome(here) == LAKE else []
    return [*own, *world.map.lakes_around(here)]


@rule("AET-134")
def rods_of(law: Law, goods: Mapping[str, int]) -> list[str]:
    """The rods that somebody with these goods may fish with: none, and each that they own."""
    return [rod for rod in law.rods if rod == NO_ROD or goods.get(rod)]


@rule("AET-133", "AET-185", "AET-186", "AET-187", "AET-188", "AET-189")
def catch_percent(law: Law, rod: str) -> int:
    """The chance in percent to catch a fish with a rod."""
    return min(law.rods[rod], CERTAIN)


@rule("AET-157", "AET-188", "AET-189")
def medallion_percent(law: Law, rod: str, eligible: int) -> int:
    """The chance in percent that a catch is a medallion fish, by the number of types that the player is eligible for."""
    if rod == CLASSIC_ROD or not eligible:
        return 0
    return CERTAIN if rod == MIDAS_ROD else law.medallion_percent(eligible)


# --- fishing ----------------------------------------------------------------------------------------------------------


@rule("AET-128", "AET-131", "AET-134")
def fish(moment: Moment[World], said: Announced) -> bool:
    """Pay for a cast into one of the Lakes in reach, with one rod of one's own or none."""
    user, law = author(moment), of_aeternus(moment.law)
    lake, rod = _lake(moment, user, said), str(said.fields["rod"])
    if lake is None:
        return False
    if rod != NO_ROD and holdings.lacks(moment, user, {rod: 1}, "AET-134", said.n, f"fishing with {one_of(rod)}"):
        return False
    if action_points.lacks(moment, user, law.number("fish_cost"), "AET-131", said.n):
        return False
    randomness.spend(moment, said.n, user, law.number("fish_cost"))
    eligible = medallions.eligible(moment.world, law, user, lake, rod)
    odds = {"catch_chance": catch_percent(law, rod), "medallion_chance": medallion_percent(law, rod, len(eligible))}
    cast = {"player": user, "lake": list(lake), "eligible": list(eligible), **odds}
    text = f"{user} fishes in {shown(lake)} {'without a rod' if rod == NO_ROD else f'with {one_of(rod)}'}"
    moment.tell("fishing", "AET-131", text, **cast)
    then(moment, Task(CAST, said.n, {**cast, "rod": rod}))
    return True


@rule("AET-131", "AET-132")
def _lake(moment: Moment[World], user: str, said: Announced) -> Hex | None:
    """The Lake hex that somebody fishes in; where there is none, or it is open which one is meant, that is refused."""
    found, place = lakes(moment.world, user), said.fields["hex"]
    if not found:
        moment.refuse("NO_LAKE", "AET-131", f"no Lake is at or beside {user}'s hex", said.n)
        return None
    if place is not None:
        return _named_lake(moment, user, said, found)
    if len(found) > 1 and moment.law.chooses("unnamed_lake", "is asked for"):
        text = f"several Lakes could be meant: {', '.join(map(shown, found))}"
        moment.refuse("CHOOSE_LAKE", "AET-132", text, said.n)
        return None
    return found[0]


def _named_lake(moment: Moment[World], user: str, said: Announced, found: Sequence[Hex]) -> Hex | None:
    here = moment.world.players[user].at
    lake = places.hex_of(said.fields["hex"], here)
    if lake in found:
        return lake
    code = "OUT_OF_RANGE" if distance(here, lake) > 1 else "NO_LAKE"
    moment.refuse(code, "AET-132", f"{shown(lake)} is no Lake at or beside {user}'s hex", said.n)
    return None


@rule("AET-065", "AET-156", "AET-158", "AET-159")
def _cast(moment: Moment[World], task: Task) -> bool:
    """See whether something is caught and what; nothing is in the inventory before all its dice have fallen."""
    law, data = of_aeternus(moment.law), task.data
    user, roll = data["player"], randomness.roller(moment, task.n)
    is_caught = chance(law, roll, Draw("catch", "AET-133", f"whether {user} catches a fish"), data["catch_chance"])
    if is_caught is None:
        return False
    if not is_caught:
        moment.tell("nothing_caught", "AET-133", f"{user} catches nothing", player=user)
        return True
    draw = Draw("medallion", "AET-157", f"whether {user} catches a medallion fish")
    is_medallion = chance(law, roll, draw, data["medallion_chance"])
    if is_medallion:
        return _medallion(moment, task)
    caught = None if is_medallion is None else uniform(law, roll, _which("standard fish", "AET-159", user), law.fish)
    if caught is None:
        return False
    _caught(moment, user, caught, caught, "AET-159")
    return True


def _which(label: str, clause: str, user: str) -> Draw:
    return Draw(label, clause, f"which fish {user} catches")


def _caught(moment: Moment[World], user: str, item: str, fish: str, clause: str, **quality: Any) -> None:
    """Let somebody have what they caught; ``quality`` is that of a medallion fish with its name."""
    text = f"{user} catches {item}"
    holdings.gain(moment, user, {item: 1}, clause, text)
    moment.tell("caught", clause, text, player=user, fish=fish, **{"quality": None, "name": None, **quality})


# --- medallion fish ---------------------------------------------------------------------------------------------------


@rule("AET-065", "AET-175", "AET-176", "AET-177")
def _medallion(moment: Moment[World], task: Task) -> bool:
    """Catch a medallion fish once its type and quality are known."""
    if moment.law.chooses("order_of_fishing_dice", "type, then quality"):
        type = _type(moment, task)
        quality = _quality(moment, task) if type else None
    else:
        quality = _quality(moment, task)
        type = _type(moment, task) if quality else None
    if not type or not quality:
        return False
    user, name = task.data["player"], naming.name_of(moment, quality)
    _caught(moment, user, medallion(type, quality), type, "AET-176", quality=quality, name=name)
    naming.caught(moment, user, quality)
    return True


@rule("AET-175")
def _type(moment: Moment[World], task: Task) -> str | None:
    """Which of the types is caught: each is as likely, or by another reading the first of the table is."""
    eligible = task.data["eligible"]
    if moment.law.chooses("medallion_chosen", "first in the table"):
        return str(eligible[0])
    draw = _which("which medallion", "AET-175", task.data["player"])
    return uniform(moment.law, randomness.roller(moment, task.n), draw, eligible)


@rule("AET-176", "AET-189")
def _quality(moment: Moment[World], task: Task) -> int | None:
    """How often the die is rolled until it ends; what a Midas' Rod catches is at least of a quality. None: not rolled yet."""
    law, with_midas = moment.law, task.data["rod"] == MIDAS_ROD
    least = law.number("midas_rod_least_quality") if with_midas else 1
    draw = Draw("quality", "AET-176", f"the quality of {task.data['player']}'s fish").of(law.number("quality_die"))
    rolls = quality = 0
    while True:
        rolls, quality = rolls + 1, quality + 1
        face = randomness.roller(moment, task.n, rolls)(draw)
        if face is None:
            return None
        if face == law.number("quality_ends_with"):
            if quality >= least or law.chooses("midas_rod_low_qualities", "are raised"):
                return max(quality, least)
            quality = 0


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"fish": fish}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {CAST: _cast}
