"""5.1 Hexes and 5.3.3 Features: what hexes are, what stands on them, and what corrupts, protects and destroys it."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.mechanics.chat.carrying import happens, rule

from .hexes import Hex, key, neighbours, shown
from .state import BARREN, CORRUPTED, FLAG, LAKE, PYLON, Aeternus, Cell

# --- what is where ----------------------------------------------------------------------------------------------------


@rule("AET-080")
def around(world: Aeternus, at: Hex) -> list[tuple[Hex, Cell]]:
    """The generated hexes beside a hex, in the order of the directions; an indeterminate one has no data."""
    found = ((each, world.cell(each)) for each in neighbours(at))
    return [(each, cell) for each, cell in found if cell is not None]


def lakes_around(world: Aeternus, at: Hex) -> list[Hex]:
    """The Lakes beside a hex, in the order of the directions."""
    return [each for each, cell in around(world, at) if cell.biome == LAKE]


def biome(world: Aeternus, at: Hex) -> str:
    """The biome of a hex; "" where it is indeterminate."""
    cell = world.cell(at)
    return cell.biome if cell else ""


@rule("AET-107")
def has(world: Aeternus, at: Hex, feature: str) -> bool:
    """Whether a feature stands on a hex: with Corrupted it is corrupted."""
    cell = world.cell(at)
    return cell is not None and feature in cell.features


# --- what stands on a hex ---------------------------------------------------------------------------------------------


@rule("AET-079", "AET-113", "AET-114")
def put(world: Aeternus, at: Hex, feature: str, owner: str | None = None) -> None:
    """Let a feature stand on a generated hex; a flag is its owner's, who occupies the hex."""
    cell = world.world[key(at)]
    cell.features.add(feature)
    if feature == FLAG:
        cell.flag_owner = owner
    world.sites.add(feature, key(at), owner)


def remove(world: Aeternus, at: Hex, features: Iterable[str]) -> None:
    """Let features of a hex be destroyed: it is told of each, and of a flag also whose it was."""
    cell, name = world.world[key(at)], key(at)
    for feature in sorted(cell.features.intersection(features)):
        owner = cell.flag_owner if feature == FLAG else None
        world.sites.discard(feature, name, owner)
        cell.features.discard(feature)
        happens("feature_destroyed", f"{shown(at)} has no {feature} any more", feature=feature, hex=list(at))
        if feature == FLAG:
            cell.flag_owner = None
            text = f"{shown(at)} is occupied by {owner} no more"
            happens("flag_destroyed", text, hex=list(at), faction=owner)


def bare(world: Aeternus, at: Hex) -> None:
    """Let everything that stands on a hex be destroyed, its landmark with it."""
    cell = world.world[key(at)]
    cell.landmark = BARREN
    remove(world, at, set(cell.features))


# --- corruption -------------------------------------------------------------------------------------------------------


@rule("AET-116")
def is_protected(world: Aeternus, at: Hex) -> bool:
    """Whether a pylon stands on a hex or beside it: then it cannot be corrupted."""
    return world.sites.count(PYLON) > 0 and any(world.sites.has(PYLON, each) for each in (at, *neighbours(at)))


@rule("AET-109")
def corrupt(world: Aeternus, at: Hex) -> None:
    """Corrupt a hex, unless it is so already or protected: its landmark becomes Barren, every other feature goes."""
    if has(world, at, CORRUPTED) or is_protected(world, at):
        return
    happens("hex_corrupted", f"{shown(at)} is corrupted", hex=list(at))
    bare(world, at)
    put(world, at, CORRUPTED)


@rule("AET-117")
def purify_around(world: Aeternus, pylon: Hex) -> None:
    """Let every corrupted hex beside a pylon be so no more; what it lost is not given back."""
    for at, cell in around(world, pylon):
        if CORRUPTED in cell.features:
            world.sites.discard(CORRUPTED, key(at))
            cell.features.discard(CORRUPTED)
            happens("hex_purified", f"{shown(at)} is corrupted no more", hex=list(at))


# --- flags ------------------------------------------------------------------------------------------------------------


@rule("AET-114")
def occupied(world: Aeternus, faction: str) -> int:
    """How many hexes a faction occupies: those on which its flags stand."""
    return world.sites.count(FLAG, faction)


@rule("AET-020")
def hand_over_flags(world: Aeternus, old: str, new: str) -> None:
    """Let the flags of one faction be another's."""
    for at in world.sites.where(FLAG, old):
        world.sites.discard(FLAG, key(at), old)
        world.world[key(at)].flag_owner = new
        world.sites.add(FLAG, key(at), new)


@rule("AET-023")
def destroy_flags(world: Aeternus, faction: str) -> None:
    """Let every flag of a faction be gone."""
    for at in world.sites.where(FLAG, faction):
        remove(world, at, [FLAG])
