"""6.3 Fish and 7.3 Fish: casts into a Lake, what is caught, of which quality a medallion fish is, and who names qualities."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from .actions import must_afford, spend
from .features import biome, has, lakes_around
from .generation import law_of
from .hexes import Hex, distance, is_on_axis, place_meant, reduced, shown
from .law import CLASSIC_ROD, MIDAS_ROD, NO_ROD, Law, one_of
from .randomness import CERTAIN, chance, must_not_hang_on_dice, roll, then, uniform
from .state import CORRUPTED, DUNES, FOREST, LAKE, PASS, SWAMP, TOWN, Aeternus, Cell, medallion

# --- what a cast may bring --------------------------------------------------------------------------------------------


@rule("AET-131")
def lakes(world: Aeternus, here: Hex) -> list[Hex]:
    """The Lakes in which somebody may fish: the own hex first, then those around in the order of the directions."""
    return [*([here] if biome(world, here) == LAKE else []), *lakes_around(world, here)]


@rule("AET-134")
def rods_of(law: Law, goods: Mapping[str, int]) -> list[str]:
    """The rods that somebody with these goods may fish with: none, and each that they own."""
    return [rod for rod in law.rods if rod == NO_ROD or goods.get(rod)]


@rule("AET-133", "AET-185", "AET-186", "AET-187", "AET-188", "AET-189")
def catch_percent(law: Law, rod: str) -> int:
    """The chance in percent to catch a fish with a rod."""
    return min(law.rods[rod], CERTAIN)


@rule("AET-157", "AET-188", "AET-189")
def medallion_percent(law: Law, rod: str, types: int) -> int:
    """The chance in percent that a catch is a medallion fish, by the number of types that the player is eligible for."""
    if rod == CLASSIC_ROD or not types:
        return 0
    return CERTAIN if rod == MIDAS_ROD else law.medallion_percent(types)


# --- fishing ----------------------------------------------------------------------------------------------------------


@rule("AET-131", INSUFFICIENT_ITEMS="AET-134", NO_MORE_ACTIONS="AET-121")
def fish(world: Aeternus, message: Message, hex: Sequence[int] | int | str | None = None, rod: str = NO_ROD) -> None:
    """Pay for a cast into one of the Lakes in reach, with one rod of one's own or none."""
    user, law = message.author, law_of(world)
    player, cost = world.players[user], law.number("fish_cost")
    must_not_hang_on_dice(world, message)
    require(lakes(world, player.at), "NO_LAKE", f"no Lake is at or beside {shown(player.at)}")
    lake = _lake(world, player.at, hex)
    require(rod == NO_ROD or player.amount(rod), "INSUFFICIENT_ITEMS", f"{user} has no {rod}")
    must_afford(player, cost)
    spend(player, cost)
    types = eligible(Cast(world, user, lake, rod))
    odds = {"catch_chance": catch_percent(law, rod), "medallion_chance": medallion_percent(law, rod, len(types))}
    text = f"{user} fishes in {shown(lake)} {'without a rod' if rod == NO_ROD else f'with {one_of(rod)}'}"
    happens("fishing", text, player=user, lake=list(lake), eligible=types, **odds)
    then(world, message, "cast", rod=rod, eligible=types, **odds)


@rule("AET-132")
def _lake(world: Aeternus, here: Hex, hex: Sequence[int] | int | str | None) -> Hex:
    """The Lake that somebody fishes in; where there is none, or it is open which one is meant, that is refused."""
    found = lakes(world, here)
    several = f"several Lakes could be meant: {', '.join(map(shown, found))}"
    require(hex is not None or len(found) == 1, "CHOOSE_LAKE", several)
    lake = found[0] if hex is None else place_meant(hex, here)
    require(distance(here, lake) <= 1, "OUT_OF_RANGE", f"{shown(lake)} is not at or beside {shown(here)}")
    require(biome(world, lake) == LAKE, "NO_LAKE", f"{shown(lake)} is no Lake")
    return lake


@rule("AET-133", "AET-156", "AET-158")
def cast(
    world: Aeternus, message: Message, rod: str, eligible: list[str], catch_chance: int, medallion_chance: int
) -> None:
    """See whether something is caught and what; nothing is in the inventory before all its dice have fallen."""
    user = message.author
    if not chance(world, "catch", catch_chance, f"whether {user} catches a fish"):
        happens("nothing_caught", f"{user} catches nothing", player=user)
    elif chance(world, "medallion", medallion_chance, f"whether {user} catches a medallion fish"):
        _catch_medallion(world, message, rod, eligible)
    else:
        _catch_standard(world, message)


@rule("AET-159")
def _catch_standard(world: Aeternus, message: Message) -> None:
    """Catch one of the standard fish, each as likely."""
    caught = uniform(world, "standard fish", world.law.words("standard_fish"), f"which fish {message.author} catches")
    world.players[message.author].gain({caught: 1})
    text = f"{message.author} catches {caught}"
    happens("caught", text, player=message.author, fish=caught, quality=None, name=None)


@rule("AET-175", "AET-065")
def _catch_medallion(world: Aeternus, message: Message, rod: str, eligible: list[str]) -> None:
    """Catch one of the types that the player was eligible for, each as likely, once its quality is known, too."""
    user = message.author
    type = uniform(world, "which medallion", eligible, f"which fish {user} catches")
    quality = _quality(world, user, rod)
    world.players[user].gain({medallion(type, quality): 1})
    name = name_of(world, quality)
    happens("caught", f"{user} catches {medallion(type, quality)}", player=user, fish=type, quality=quality, name=name)
    let_name(world, user, quality)


@rule("AET-176", "AET-189")
def _quality(world: Aeternus, user: str, rod: str) -> int:
    """How often the die is rolled until it ends; what a Midas' Rod catches is at least of a quality."""
    law, quality, face = world.law, 0, 0
    while face != law.number("quality_ends_with"):
        quality += 1
        face = roll(world, "quality", [law.number("quality_die")], f"the quality of {user}'s fish", turn=quality)[0]
    return max(quality, law.number("midas_rod_least_quality")) if rod == MIDAS_ROD else quality


# --- the names of qualities -------------------------------------------------------------------------------------------


@rule("AET-177")
def name_of(world: Aeternus, quality: int) -> str | None:
    """The name of a quality; None while it has none."""
    return world.quality_names[quality - 1] if quality <= len(world.quality_names) else None


@rule("AET-178")
def let_name(world: Aeternus, user: str, quality: int) -> None:
    """Whoever catches a higher quality than any before must name all below it that have no name."""
    if quality <= world.highest_quality:
        return
    unnamed = list(range(len(world.quality_names) + 1, quality))
    world.highest_quality, world.naming_due = quality, dict.fromkeys(unnamed, user)
    if unnamed:
        text = f"{user} must name the qualities {', '.join(map(str, unnamed))}"
        happens("names_due", text, player=user, qualities=unnamed)


@rule("AET-178")
def name_quality(world: Aeternus, message: Message, quality: int, name: str) -> None:
    """Give the lowest quality that is to be named its name, if it is the author's to name."""
    must_not_hang_on_dice(world, message)
    lowest = min(world.naming_due, default=0)
    if quality != lowest or world.naming_due[lowest] != message.author:
        due = f"quality {lowest} is next, for {world.naming_due[lowest]}" if lowest else "none is to be named"
        refuse("NOTHING_TO_NAME", f"{message.author} has not to name quality {quality} now: {due}")
    is_taken = name.casefold() in (each.casefold() for each in world.quality_names)
    require(not is_taken, "UNCLEAR", f"another quality is called {name}")
    del world.naming_due[quality]
    world.quality_names.append(name)
    happens("quality_named", f"{message.author} names quality {quality} {name}", quality=quality, name=name)


# --- who is eligible for which medallion fish ---------------------------------------------------------------------------


class Condition(NamedTuple):
    """Whether somebody is eligible for a type of medallion fish; ``why`` says what decides it, either way."""

    type: str
    holds: bool
    why: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Somebody who fishes: where they stand, in which Lake, and with which rod."""

    world: Aeternus
    user: str
    lake: Hex
    rod: str

    @property
    def at(self) -> Hex:
        """Where they stand."""
        return self.world.players[self.user].at

    @property
    def cell(self) -> Cell:
        """What that hex is."""
        return self.world.cell(self.at) or Cell()


_Test = Callable[[Cast], tuple[bool, str]]


def conditions(cast: Cast) -> list[Condition]:
    """Whether somebody is eligible for each type, in the order of the table."""
    found = ((type, *_TESTS[type](cast)) for type in cast.world.law.words("medallion_fish"))
    if cast.rod == CLASSIC_ROD:
        return [Condition(type, False, f"the rod is {one_of(CLASSIC_ROD)}") for type, _, _ in found]
    return [Condition(*each) for each in found]


@rule("AET-157", "AET-188")
def eligible(cast: Cast) -> list[str]:
    """The types that somebody is eligible for, in the order of the table; none with a Classic Rod."""
    return [each.type for each in conditions(cast) if each.holds]


# --- the Lake ---------------------------------------------------------------------------------------------------------


@rule("AET-160", "AET-161", "AET-162")
def _mass(cast: Cast, least: int, most: int) -> tuple[bool, str]:
    size = cast.world.terrain.mass_size(cast.lake)
    return least <= size <= most, f"the mass of the Lake is {size}"


def _mass_of(name: str, *, exactly: bool = False) -> _Test:
    def fits(cast: Cast) -> tuple[bool, str]:
        least = cast.world.law.number(name)
        return _mass(cast, least, least if exactly else sys.maxsize)

    return fits


@rule("AET-107", "AET-169")
def _corrupt_lake(cast: Cast) -> tuple[bool, str]:
    is_corrupt = has(cast.world, cast.lake, CORRUPTED)
    return is_corrupt, f"the Lake is {'' if is_corrupt else 'not '}corrupted"


@rule("AET-174")
def _aligned(cast: Cast) -> tuple[bool, str]:
    """Whether the Lake lies straight from the origin; by another reading from the player, which it always does."""
    if cast.world.law.chooses("aligned_fish_axis", "through the origin"):
        on_axis = is_on_axis(cast.lake)
        return on_axis, f"{shown(cast.lake)} lies {'' if on_axis else 'not '}on an axis through the origin"
    x, y, z = (there - here for there, here in zip(cast.lake, cast.at, strict=True))
    return is_on_axis(reduced(x, y, z)), "the Lake lies in a cardinal direction"


# --- the player's hex -------------------------------------------------------------------------------------------------


@rule("AET-163")
def _pefisula(cast: Cast) -> tuple[bool, str]:
    lakes = len(lakes_around(cast.world, cast.at))
    return lakes == cast.world.law.number("pefisula_lakes"), f"Lakes beside the own hex: {lakes}"


@rule("AET-164", "AET-165", "AET-166", "AET-167", "AET-168")
def _standing_on(biome: str) -> _Test:
    return lambda cast: (cast.cell.biome == biome, f"the own hex is {cast.cell.biome or 'indeterminate'}")


@rule("AET-170")
def _civilised(cast: Cast) -> tuple[bool, str]:
    return cast.cell.landmark == TOWN, f"the landmark of the own hex is {cast.cell.landmark}"


@rule("AET-171")
def _napoleon(cast: Cast) -> tuple[bool, str]:
    owner = cast.cell.flag_owner
    is_anothers = owner not in (None, cast.world.players[cast.user].faction)
    return is_anothers, f"the flag on the own hex is {owner}'s" if owner else "no flag is on the own hex"


@rule("AET-172")
def _student(cast: Cast) -> tuple[bool, str]:
    others = [id for id, each in playing(cast.world).items() if each.at == cast.at]
    beside = [each for each in others if each != cast.user]
    return bool(beside), f"in the same hex: {', '.join(beside) or 'nobody else'}"


@rule("AET-173")
def _vanille(cast: Cast) -> tuple[bool, str]:
    return cast.rod == NO_ROD, "no rod is used" if cast.rod == NO_ROD else f"the rod is {one_of(cast.rod)}"


_TESTS: Mapping[str, _Test] = {
    "Goldfish": _mass_of("goldfish_mass", exactly=True),
    "Blue Whale": _mass_of("blue_whale_least_mass"),
    "Megalodon": _mass_of("megalodon_least_mass"),
    "Pefisula": _pefisula,
    "Carcharias": _standing_on(DUNES),
    "Flying Fish": _standing_on(PASS),
    "Gudgeon": _standing_on(FOREST),
    "Mudskipper": _standing_on(SWAMP),
    "Fishy Fish": _standing_on(LAKE),
    "SvGCMkWr_zQ": _corrupt_lake,
    "Civilised Fish": _civilised,
    "Napoleon Fish": _napoleon,
    "Student Fish": _student,
    "Vanille": _vanille,
    "Aligned Fish": _aligned,
}
"""What each type takes."""
