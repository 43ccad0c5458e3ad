"""The world told plainly and slowly, by walking it: what the quick ways must agree with."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tracker.games.aeternus.hexes import Hex, distance, neighbours, ring

BIASES = {"Meadow": 12, "Deceased Dunes": 10, "Forest": 10, "Perilous Pass": 5, "Swamp": 10, "Lake": 0}
RIVALS = {"Deceased Dunes": "Swamp", "Swamp": "Deceased Dunes"}


def mass(biomes: Mapping[Hex, str], at: Hex) -> set[Hex]:
    """The connected hexes of one biome around a hex, by a flood."""
    return flood([at], {each for each, biome in biomes.items() if biome == biomes[at]})


def pool(biomes: Mapping[Hex, str], at: Hex) -> list[tuple[str, Fraction]]:
    """The pool of a hex as the rules tell it, entry by entry."""
    around = [each for each in neighbours(at) if each in biomes]
    entries = []
    for each in around:
        biome = biomes[each]
        is_suppressed = any(biomes[other] == RIVALS.get(biome) for other in around)
        bias = 0 if is_suppressed else BIASES[biome]
        entries.append((biome, Fraction(bias, len(mass(biomes, each)))))
    return [*entries, ("random", Fraction(3))]


def pockets(generated: Iterable[Hex]) -> list[set[Hex]]:
    """The enclosed groups of indeterminate hexes: what a flood from a ring outside everything generated does not reach."""
    known = set(generated)
    if not known:
        return []
    middle = min(known)
    radius = max(distance(middle, at) for at in known) + 1
    disc = {at for each in range(radius + 1) for at in ring(middle, each)}
    outside = flood(ring(middle, radius), disc - known)
    return list(groups(disc - known - outside))


def groups(left: set[Hex]) -> Iterator[set[Hex]]:
    """The connected groups that a set of hexes falls into."""
    while left:
        group = flood([min(left)], left)
        yield group
        left = left - group


def flood(starts: Iterable[Hex], within: set[Hex]) -> set[Hex]:
    """Everything within a set that can be walked to."""
    seen, frontier = set(starts), list(starts)
    while frontier:
        new = [each for each in neighbours(frontier.pop()) if each in within and each not in seen]
        seen.update(new)
        frontier += new
    return seen
