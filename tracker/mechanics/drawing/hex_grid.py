"""Hexes on an endless grid by whole numbers: groups of them that only grow, and the pockets that they enclose, without walking them all."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator

_SPAN = 2**32 + 40503
_HALF = _SPAN // 2
"""How far apart the numbers of two columns are: no power of two, so that in a table of hashes hexes of one row lie apart."""


def number_of(q: int, r: int) -> int:
    """One whole number for a hex by its column and its row within that, so that a step is one addition (``OFFSETS``)."""
    return q * _SPAN + r


def place_of(number: int) -> tuple[int, int]:
    """The column and row of a number."""
    r = (number + _HALF) % _SPAN - _HALF
    return (number - r) // _SPAN, r


OFFSETS: tuple[int, ...] = tuple(number_of(q, r) for q, r in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)))
"""What a step in each of the six directions adds to the number of a hex, clockwise from upwards."""


class Masses:
    """Groups of hexes that only grow together, kept as a forest (disjoint sets, joined by size, paths halved when walked)."""

    def __init__(self) -> None:
        """No group at all."""
        self._above: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def add(self, item: int) -> None:
        """A group of one."""
        self._above[item], self._sizes[item] = item, 1

    def find(self, item: int) -> int:
        """The item that stands for the whole group until the group grows."""
        above = self._above
        while (parent := above[item]) != item:
            above[item] = item = above[parent]
        return item

    def join(self, one: int, other: int) -> None:
        """Make the groups of two items one."""
        one, other = self.find(one), self.find(other)
        if one != other:
            if self._sizes[one] < self._sizes[other]:
                one, other = other, one
            self._above[other] = one
            self._sizes[one] += self._sizes.pop(other)

    def size(self, item: int) -> int:
        """How many the group of an item holds."""
        return self._sizes[self.find(item)]


# --- pockets ----------------------------------------------------------------------------------------------------------


def pockets_closed_by(at: int, generated: Container[int], groups: Masses) -> Iterator[frozenset[int]]:
    """The pockets that come about when an indeterminate hex is generated which was in the infinite mass; hexes by their numbers.

    ``groups`` are the generated hexes before that. Two stretches of generated hexes beside ``at`` that hang together elsewhere
    make a ring with it, and only then what lies between them on one side is cut off from the other. So it is known how many of
    the searches will come to an end, and as they go on in step, none goes much farther than the largest pocket.
    """
    searches = [_Search(at, starts, generated) for starts in _openings(at, generated, groups)]
    while len(searches) > 1:
        for search in searches:
            search.look_at_one()
        yield from (frozenset(search.seen) for search in searches if not search.frontier)
        searches = [search for search in searches if search.frontier]


def _openings(at: int, generated: Container[int], groups: Masses) -> list[list[int]]:
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
