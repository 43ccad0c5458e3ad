"""7.3.2 Medallion Fish: which types somebody is eligible for who fishes in a Lake, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.people import playing

from .features import has, lakes_around
from .hexes import Hex, is_on_axis, reduced, shown
from .law import CLASSIC_ROD, NO_ROD, one_of
from .state import CORRUPTED, DUNES, FOREST, LAKE, PASS, SWAMP, TOWN, Aeternus, Cell


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
        return self.world.players[self.user].at

    @property
    def cell(self) -> Cell:
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


def _mass(cast: Cast) -> tuple[int, str]:
    size = cast.world.terrain.mass_size(cast.lake)
    return size, f"the mass of the Lake is {size}"


@rule("AET-160")
def _goldfish(cast: Cast) -> tuple[bool, str]:
    size, why = _mass(cast)
    return size == cast.world.law.number("goldfish_mass"), why


@rule("AET-161")
def _blue_whale(cast: Cast) -> tuple[bool, str]:
    size, why = _mass(cast)
    return size >= cast.world.law.number("blue_whale_least_mass"), why


@rule("AET-162")
def _megalodon(cast: Cast) -> tuple[bool, str]:
    size, why = _mass(cast)
    return size >= cast.world.law.number("megalodon_least_mass"), why


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
    "Goldfish": _goldfish,
    "Blue Whale": _blue_whale,
    "Megalodon": _megalodon,
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
