"""What Aeternus costs: a world of a hundred thousand hexes generated, and its last thousand beside its first."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from bench.table import Measure, print_table
from tracker.core.instants import EPOCH
from tracker.games.aeternus.chances import Draw
from tracker.games.aeternus.generation import generate
from tracker.games.aeternus.hexes import ORIGIN, Hex, neighbours
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.world import WorldMap

HEXES, BATCH = 100_000, 1000
SECONDS, RATIO = 20.0, 1.5
"""The targets: processor seconds for the whole world, and what the last thousand hexes cost by the first thousand."""


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    return print_table(world_measures())


# --- the world --------------------------------------------------------------------------------------------------------


def world_measures() -> list[Measure]:
    """What generating hexes costs."""
    world, batches = WorldMap.plain(), []
    explorer = Explorer(7)
    for size in range(BATCH, HEXES + 1, BATCH):
        begun = time.process_time()
        explorer.explore(world, size)
        batches.append(time.process_time() - begun)
    lakes = sum(cell.biome == "Lake" for cell in world.numbered.values())
    return [
        Measure(f"generating {HEXES:,} hexes, {lakes:,} of them Lakes", sum(batches), "s", SECONDS),
        Measure(f"the first {BATCH:,} of them", batches[0], "s"),
        Measure(f"the last {BATCH:,} of them", batches[-1], "s"),
        Measure("the last by the first", batches[-1] / batches[0], "times", RATIO),
    ]


class Explorer:
    """Generates hexes at the edge of what is known, now here and now there, so that pockets of all sizes are closed."""

    def __init__(self, seed: int) -> None:
        """The same seed explores the same world."""
        self.chance = Random(seed)  # noqa: S311  (a benchmark)
        self.edge: list[Hex] = list(neighbours(ORIGIN))
        self.law = Law(EPOCH, {})

    def explore(self, world: WorldMap, size: int) -> None:
        """Go on until the world has so many hexes; one or a pocket more."""
        while len(world) < size:
            at = self._next(world)
            generate(world, self.law, at, self._roll)
            self.edge += self._beyond(world, at)

    def _next(self, world: WorldMap) -> Hex:
        while True:
            place = self.chance.randrange(len(self.edge))
            self.edge[place], self.edge[-1] = self.edge[-1], self.edge[place]
            at = self.edge.pop()
            if at not in world:
                return at

    def _beyond(self, world: WorldMap, at: Hex) -> Iterator[Hex]:
        return (each for each in neighbours(at) if each not in world)

    def _roll(self, draw: Draw) -> int:
        return self.chance.randint(1, draw.sides)


if __name__ == "__main__":
    sys.exit(main())
