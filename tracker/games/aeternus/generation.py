"""5.3 Generation: the biome, landmark and features of a hex, drawn from what lies around it, and the Lakes in pockets that it closes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tracker.mechanics.chat.carrying import happens, rule

from .features import around, is_protected
from .hexes import Hex, shown
from .law import Law
from .randomness import MAP, chance, weighted
from .state import BARREN, CORRUPTED, LAKE, Aeternus, Cell, RandomMatter, Step

RANDOM = "random"
"""The entry of a pool that stands for all biomes."""
Pool = list[tuple[str, Fraction]]
"""Biomes (or ``RANDOM``) or landmarks, each as often as it is in the pool."""


# --- pools ------------------------------------------------------------------------------------------------------------


@rule("AET-084", "AET-087")
def pool(world: Aeternus, at: Hex) -> Pool:
    """The pool that a biome is drawn from: each generated neighbour in the order of the directions, then any biome."""
    beside = around(world, at)
    kept_out = suppressed(law_of(world), [cell.biome for _, cell in beside])
    entries = [(cell.biome, _weight(world, each, cell.biome, kept_out)) for each, cell in beside]
    return [*entries, (RANDOM, Fraction(law_of(world).number("random_entry_weight")))]


@rule("AET-085", "AET-086", "AET-090", "AET-091", "AET-094", "AET-095", "AET-097", "AET-100")
def _weight(world: Aeternus, at: Hex, biome: str, kept_out: Collection[str]) -> Fraction:
    """A neighbour's bias by the size of its mass."""
    return Fraction(0) if biome in kept_out else Fraction(law_of(world).bias(biome), world.terrain.mass_size(at))


@rule("AET-092", "AET-098")
def suppressed(law: Law, beside: Collection[str]) -> frozenset[str]:
    """The biomes without any weight beside these."""
    return frozenset(biome for biome, rival in law.value("suppressed_beside").items() if rival in beside)


@rule("AET-089")
def random_pool(world: Aeternus, at: Hex) -> Pool:
    """The pool of all biomes by their weights, as it is for a hex."""
    kept_out = suppressed(law_of(world), [cell.biome for _, cell in around(world, at)])
    weights = law_of(world).biome_weights.items()
    return [(biome, Fraction(0 if biome in kept_out else weight)) for biome, weight in weights]


@rule("AET-103", "AET-104", "AET-105")
def landmarks(law: Law, biome: str) -> Pool:
    """The landmarks of a biome by their weights."""
    return [(name, Fraction(weight)) for name, weight in law.landmark_weights(biome).items()]


def law_of(world: Aeternus) -> Law:
    """The law of now, as this game's."""
    assert isinstance(world.law, Law)  # noqa: S101 - for the type checker  # nosec B101
    return world.law


def biome_odds(world: Aeternus, at: Hex) -> dict[str, Fraction]:
    """How likely each biome is for an indeterminate hex, those that are possible in the order of the rules."""
    drawn, among_all, zero = _shares(pool(world, at)), _shares(random_pool(world, at)), Fraction(0)
    biomes = law_of(world).words("biomes")
    odds = {biome: drawn.get(biome, zero) + drawn[RANDOM] * among_all.get(biome, zero) for biome in biomes}
    return {biome: chance for biome, chance in odds.items() if chance}


def _shares(entries: Pool) -> dict[str, Fraction]:
    """Name -> its part of the whole weight."""
    total, found = sum(weight for _, weight in entries), dict[str, Fraction]()
    for name, weight in entries:
        found[name] = found.get(name, Fraction(0)) + weight / total
    return found


# --- a hex ------------------------------------------------------------------------------------------------------------


@rule("AET-083", "AET-073", "AET-106")
def generate(world: Aeternus, hex: Sequence[int], message: object = None) -> None:
    """Generate a hex, and the Lakes in what it encloses; nothing, where it is generated already."""
    x, y, z = hex
    at: Hex = (x, y, z)
    if world.cell(at) is not None:
        return
    cell = _drawn(world, at)
    lakes = {each: _lake(world, each) for each in world.terrain.closed_by(at)}
    world.terrain.add(at, cell)
    features = sorted(cell.features)
    text = f"{shown(at)} is generated: {', '.join([cell.biome, cell.landmark, *features])}"
    happens("hex_generated", text, hex=list(at), biome=cell.biome, landmark=cell.landmark, features=features)
    _fill(world, lakes)


@rule("AET-077", "AET-078", "AET-083")
def _drawn(world: Aeternus, at: Hex) -> Cell:
    """Its biome, then its landmark, then whether it is corrupted."""
    biome = _biome(world, at)
    landmark = weighted(world, "landmark", landmarks(law_of(world), biome), f"the landmark of {shown(at)}", at)
    if is_corrupted(world, at):
        return _noted(world, at, Cell(biome=biome, features={CORRUPTED}))
    return Cell(biome=biome, landmark=landmark)


@rule("AET-088")
def _biome(world: Aeternus, at: Hex) -> str:
    """The biome that is drawn from the pool, and for the random entry from the pool of all."""
    name = weighted(world, "biome", pool(world, at), f"the biome of {shown(at)}", at)
    if name != RANDOM:
        return name
    return weighted(world, "random biome", random_pool(world, at), f"the random biome of {shown(at)}", at)


@rule("AET-108")
def is_corrupted(world: Aeternus, at: Hex) -> bool:
    """Whether a new hex is corrupted: not where it is protected, for which no die is rolled."""
    percent = world.law.number("corruption_percent")
    return not is_protected(world, at) and chance(world, "corrupt", percent, f"whether {shown(at)} is corrupted", at)


def _noted(world: Aeternus, at: Hex, cell: Cell) -> Cell:
    for feature in cell.features:
        world.sites.add(feature, f"{at[0]},{at[1]},{at[2]}")
    return cell


# --- Lakes ------------------------------------------------------------------------------------------------------------


@rule("AET-101")
def fill(world: Aeternus) -> None:
    """Let all hexes that are enclosed on a stated map become Lakes."""
    _fill(world, {at: _lake(world, at) for at in world.terrain.enclosed()})


def look_for_pockets(world: Aeternus) -> None:
    """Let what a stated map encloses become Lakes as soon as their dice fell."""
    if MAP not in world.random_matters and world.terrain.enclosed():
        world.random_matters[MAP] = RandomMatter(owner="", at=world.now, steps=[Step(kind="fill", n=0)])


def _lake(world: Aeternus, at: Hex) -> Cell:
    """A Lake with Barren, corrupted or not."""
    if is_corrupted(world, at):
        return _noted(world, at, Cell(biome=LAKE, features={CORRUPTED}))
    return Cell(biome=LAKE, landmark=BARREN)


@rule("AET-101")
def _fill(world: Aeternus, lakes: dict[Hex, Cell]) -> None:
    for at, cell in lakes.items():
        world.terrain.add(at, cell)
        text = f"{shown(at)} is enclosed and becomes a Lake"
        happens("lake_formed", text, hex=list(at), features=sorted(cell.features))
