"""Pockets: groups of indeterminate hexes that generated ones enclose on all sides (AET-101), found without walking the world."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator
from typing import Protocol

from .hexes import OFFSETS


class Groups(Protocol):
    """Generated hexes in groups that hang together."""

    def find(self, item: int) -> int:
        """What stands for the group of a hex."""
        ...


def closed_by(at: int, generated: Container[int], groups: Groups) -> Iterator[frozenset[int]]:
    """The pockets that come about when an indeterminate hex is generated which was in the infinite mass; hexes by their codes.

    ``groups`` are the generated hexes before that. Each hex that is not generated must be in the infinite mass or in a pocket
    known before. Two stretches of generated hexes beside ``at`` that hang together elsewhere make a ring with it, and only then
    what lies between them on one side is cut off from the other. So it is known how many of the searches will come to an end,
    and as they go on in step, none goes much farther than the largest pocket.
    """
    searches = [_Search(at, starts, generated) for starts in _openings(at, generated, groups)]
    while len(searches) > 1:
        for search in searches:
            search.look_at_one()
        yield from (frozenset(search.seen) for search in searches if not search.frontier)
        searches = [search for search in searches if search.frontier]


def _openings(at: int, generated: Container[int], groups: Groups) -> list[list[int]]:
    """The indeterminate neighbours, those together that stay connected with each other."""
    around = [at + offset for offset in OFFSETS]
    is_open = [each not in generated for each in around]
    starts = [place for place in range(len(around)) if is_open[place] and not is_open[place - 1]]
    if len(starts) < 2:
        return []
    walls = [groups.find(around[start - 1]) for start in starts]
    found: list[list[int]] = []
    for start, wall in zip(starts, walls, strict=True):
        if found and walls.count(wall) == 1:
            found[-1].append(around[start])
        else:
            found.append([around[start]])
    if len(found) > 1 and walls.count(walls[0]) == 1:
        found[0] += found.pop()
    return found


class _Search:
    """One search through indeterminate hexes; it is over when its frontier is empty."""

    def __init__(self, at: int, starts: Iterable[int], generated: Container[int]) -> None:
        self.at, self.generated = at, generated
        self.seen = set(starts)
        self.frontier = deque(self.seen)

    def look_at_one(self) -> None:
        here = self.frontier.popleft()
        for offset in OFFSETS:
            each = here + offset
            if each != self.at and each not in self.seen and each not in self.generated:
                self.seen.add(each)
                self.frontier.append(each)
