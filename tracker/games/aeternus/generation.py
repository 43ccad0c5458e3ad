"""Generation: the biome, landmark and features of a hex, drawn from what lies around it, and the Lakes in pockets that it closes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tracker.core.rule import rule

from .chances import Draw, Roll, chance, weighted
from .hexes import Hex, shown
from .law import Law
from .world import BARREN, CORRUPTED, LAKE, Cell, Happening, WorldMap, at_hex

RANDOM = "random"
"""The entry of a pool that stands for all biomes."""
BIOME, RANDOM_BIOME, LANDMARK, CORRUPT = "biome", "random biome", "landmark", "corrupt"
"""The labels of the dice, in the order in which they are rolled."""


class Entry(NamedTuple):
    """One entry of a pool: a biome or ``RANDOM``, how often it is in the pool, and the neighbour that it is there for."""

    name: str
    weight: Fraction
    source: Hex | None = None


# --- pools ------------------------------------------------------------------------------------------------------------


@rule(
    "AET-080",
    "AET-084",
    "AET-085",
    "AET-086",
    "AET-087",
    "AET-090",
    "AET-091",
    "AET-094",
    "AET-095",
    "AET-097",
    "AET-100",
)
def pool(world: WorldMap, law: Law, at: Hex) -> tuple[Entry, ...]:
    """The pool that the biome of a hex is drawn from: each generated neighbour with its bias by its mass, in the order of the directions.

    It takes as long in a large world as in a small one.
    """
    found = world.beside(at)
    suppressed = _suppressed(law, [biome for _, biome, _ in found])
    entries = [Entry(biome, _weight(law, biome, size, suppressed), each) for each, biome, size in found]
    if len(entries) < len(law.directions) and law.chooses("indeterminate_neighbours", "count as the usual biome"):
        missing = len(law.directions) - len(entries)
        entries += [Entry(law.word("usual_biome"), Fraction(law.bias(law.word("usual_biome"))))] * missing
    last = Entry(RANDOM, Fraction(law.number("random_entry_weight")))
    return (*entries, last) if law.chooses("random_entry_stands", "last") else (last, *entries)


def _weight(law: Law, biome: str, size: int, suppressed: frozenset[str]) -> Fraction:
    return Fraction(0) if biome in suppressed else Fraction(law.bias(biome), size)


@rule("AET-092", "AET-098")
def _suppressed(law: Law, around: Collection[str]) -> frozenset[str]:
    """The biomes without any weight beside these."""
    return frozenset(biome for biome, rival in law.value("suppressed_beside").items() if rival in around)


@rule("AET-089", "AET-092", "AET-098")
def random_pool(world: WorldMap, law: Law, at: Hex) -> tuple[Entry, ...]:
    """The pool of all biomes by their weights, as it is for a hex."""
    suppressed = _suppressed(law, world.biomes_around(at))
    return tuple(
        Entry(biome, Fraction(0 if biome in suppressed else weight)) for biome, weight in law.biome_weights.items()
    )


def landmarks(law: Law, biome: str) -> tuple[Entry, ...]:
    """The landmarks of a biome by their weights (AET-103 to AET-105)."""
    return tuple(Entry(name, Fraction(weight)) for name, weight in law.landmark_weights(biome).items())


def biome_odds(world: WorldMap, law: Law, at: Hex) -> dict[str, Fraction]:
    """How likely each biome is for an indeterminate hex, those that are possible in the order of the rules."""
    if world.is_enclosed(at):
        return {LAKE: Fraction(1)}
    usual, zero = law.word("usual_biome"), Fraction(0)
    drawn, among_all = _shares(pool(world, law, at), usual), _shares(random_pool(world, law, at), usual)
    odds = {
        biome: drawn.get(biome, zero) + drawn.get(RANDOM, zero) * among_all.get(biome, zero)
        for biome in dict.fromkeys([*law.biome_weights, *drawn])
        if biome != RANDOM
    }
    return {biome: chance for biome, chance in odds.items() if chance}


def landmark_odds(law: Law, biome: str) -> dict[str, Fraction]:
    """How likely each landmark is on a new hex of a biome, before corruption."""
    return _shares(landmarks(law, biome), BARREN)


def _shares(entries: Sequence[Entry], usual: str) -> dict[str, Fraction]:
    """Name -> its part of the whole weight; what is usual where nothing has any."""
    total = sum((entry.weight for entry in entries), Fraction(0))
    if not total:
        return {usual: Fraction(1)}
    found: dict[str, Fraction] = {}
    for entry in entries:
        found[entry.name] = found.get(entry.name, Fraction(0)) + entry.weight / total
    return found


# --- a hex ------------------------------------------------------------------------------------------------------------


@rule("AET-073", "AET-083", "AET-106")
def generate(world: WorldMap, law: Law, at: Hex, roll: Roll) -> tuple[Happening, ...] | None:
    """Generate a hex, and the Lakes in what it encloses; () where it is generated already.

    None: a die has not fallen. Then nothing changed, and asked again with the same faces it goes the same way.
    """
    if at in world:
        return ()
    cell = _lake(world, law, at, roll) if world.is_enclosed(at) else _cell(world, law, at, roll)
    if cell is None:
        return None
    lakes = _lakes(world, law, world.pockets_closed_by(at), roll)
    if lakes is None:
        return None
    world.put(at, cell)
    features = sorted(cell.features)
    text = f"is generated: {', '.join([cell.biome, cell.landmark, *features])}"
    told = at_hex("hex_generated", "AET-083", text, at, biome=cell.biome, landmark=cell.landmark, features=features)
    return (told, *_fill(world, lakes))


def _cell(world: WorldMap, law: Law, at: Hex, roll: Roll) -> Cell | None:
    """Its biome, then its landmark, then whether it is corrupted."""
    biome = _biome(world, law, at, roll)
    if biome is None:
        return None
    draw = Draw(LANDMARK, "AET-103", f"the landmark of {shown(at)}", at)
    landmark = _drawn(law, roll, draw, landmarks(law, biome), BARREN)
    corrupt = _is_corrupted(world, law, at, roll) if landmark else None
    if landmark is None or corrupt is None:
        return None
    return Cell(biome, BARREN, frozenset({CORRUPTED})) if corrupt else Cell(biome, landmark)


@rule("AET-087", "AET-088", "AET-089")
def _biome(world: WorldMap, law: Law, at: Hex, roll: Roll) -> str | None:
    """The biome that is drawn from the pool, and for the random entry from the pool of all."""
    usual = law.word("usual_biome")
    name = _drawn(law, roll, Draw(BIOME, "AET-088", f"the biome of {shown(at)}", at), pool(world, law, at), usual)
    if name != RANDOM:
        return name
    draw = Draw(RANDOM_BIOME, "AET-089", f"the random biome of {shown(at)}", at)
    return _drawn(law, roll, draw, random_pool(world, law, at), usual)


@rule("AET-077", "AET-078", "AET-103", "AET-104", "AET-105")
def _drawn(law: Law, roll: Roll, draw: Draw, entries: Sequence[Entry], usual: str) -> str | None:
    """What is drawn; what is usual where nothing has any weight."""
    if not any(entry.weight for entry in entries):
        return usual
    return weighted(law, roll, draw, [(entry.name, entry.weight) for entry in entries])


@rule("AET-108", "AET-116")
def _is_corrupted(world: WorldMap, law: Law, at: Hex, roll: Roll) -> bool | None:
    """Whether a new hex is corrupted: not where it is protected, for which no die is rolled."""
    is_protected = world.is_protected(at)
    if is_protected and law.chooses("chances_without_effect", "are not rolled"):
        return False
    draw = Draw(CORRUPT, "AET-108", f"whether {shown(at)} is corrupted", at)
    corrupted = chance(law, roll, draw, law.number("corruption_percent"))
    return None if corrupted is None else corrupted and not is_protected


# --- Lakes ------------------------------------------------------------------------------------------------------------


@rule("AET-101")
def fill_enclosed(world: WorldMap, law: Law, roll: Roll) -> tuple[Happening, ...] | None:
    """Let all hexes that are enclosed become Lakes, where they do so at once; None: a die has not fallen, and nothing changed."""
    lakes = _lakes(world, law, world.enclosed, roll)
    return None if lakes is None else _fill(world, lakes)


def _lakes(world: WorldMap, law: Law, enclosed: Sequence[Hex], roll: Roll) -> dict[Hex, Cell] | None:
    """The Lakes that enclosed hexes become at once, each corrupted or not; None while a die has not fallen: all are asked for."""
    if law.chooses("enclosed_hexes", "become Lakes when generated"):
        return {}
    order = enclosed if law.chooses("lakes_of_a_pocket", "in ascending order") else enclosed[::-1]
    found = {at: _lake(world, law, at, roll) for at in order}
    lakes = {at: lake for at, lake in found.items() if lake}
    return lakes if len(lakes) == len(found) else None


def _lake(world: WorldMap, law: Law, at: Hex, roll: Roll) -> Cell | None:
    """A Lake with Barren, corrupted or not."""
    corrupt = _is_corrupted(world, law, at, roll)
    return None if corrupt is None else Cell(LAKE, BARREN, frozenset({CORRUPTED} if corrupt else ()))


def _fill(world: WorldMap, lakes: Mapping[Hex, Cell]) -> tuple[Happening, ...]:
    for at, cell in lakes.items():
        world.put(at, cell)
    return tuple(
        at_hex("lake_formed", "AET-101", "is enclosed and becomes a Lake", at, features=sorted(cell.features))
        for at, cell in lakes.items()
    )
