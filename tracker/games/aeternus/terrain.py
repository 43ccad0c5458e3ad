"""What is remembered of the map, so that nothing walks all of it: masses, what is enclosed, and where features stand.

It follows from the hexes: it is made anew when people state these, and kept up to date while the rules generate more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from tracker.mechanics.state.keeping import Bag, Map, Wide

from .hexes import OFFSETS, Hex, axial, code, key, of_code, of_key


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


class Index:
    """The generated hexes by their numbers: the masses of their biomes, and which hang together."""

    def __init__(self, cells: Mapping[str, Any]) -> None:
        """Every hex of a map, in its order."""
        self.biomes: dict[int, str] = {}
        self.masses, self.generated = Masses(), Masses()
        for name, cell in cells.items():
            self.enter(code(of_key(name)), cell.biome)

    def enter(self, number: int, biome: str) -> None:
        """Let a new hex join the masses of its biome and the generated hexes around it."""
        self.biomes[number] = biome
        self.masses.add(number)
        self.generated.add(number)
        for beside in (number + offset for offset in OFFSETS):
            if beside in self.biomes:
                self.generated.join(number, beside)
                if self.biomes[beside] == biome:
                    self.masses.join(number, beside)


class Terrain(Wide):
    """Every generated hex by its triple."""

    __slots__ = ("_index",)
    _index: Index | None

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._index = None

    def __deepcopy__(self, memo: Any) -> Terrain:
        """The same hexes apart, without what is remembered of them."""
        return Terrain({name: cell.model_copy(deep=True) for name, cell in self.items()})

    @property
    def index(self) -> Index:
        """What is remembered of the hexes."""
        if self._index is None:
            self._index = Index(self)
        return self._index

    def add(self, at: Hex, cell: Any) -> None:
        """Let a hex be generated."""
        index = self.index
        self[key(at)] = cell
        index.enter(code(at), cell.biome)

    def restore(self, snapshot: dict[Any, Any]) -> None:
        """Let it hold that again."""
        super().restore(snapshot)
        if snapshot:
            self._index = None

    # --- masses -------------------------------------------------------------------------------------------------------

    def mass_size(self, at: Hex) -> int:
        """How many hexes the mass of a generated hex holds."""
        return self.index.masses.size(code(at))

    def same_mass(self, one: Hex, other: Hex) -> bool:
        """Whether two generated hexes lie in one mass."""
        find = self.index.masses.find
        return find(code(one)) == find(code(other))

    # --- what is enclosed ---------------------------------------------------------------------------------------------

    def closed_by(self, at: Hex) -> list[Hex]:
        """The indeterminate hexes that are enclosed once this one is generated, in ascending (x, y, z)."""
        index = self.index
        found = pockets_closed_by(code(at), index.biomes, index.generated)
        return sorted(of_code(each) for pocket in found for each in pocket)

    def enclosed(self) -> list[Hex]:
        """All indeterminate hexes that are enclosed, in ascending (x, y, z): it takes as long as the world is large.

        What is reached from outside of everything generated, through hexes that are not, is in the infinite mass (AET-101).
        """
        generated = self.index.biomes
        places = [axial(of_code(number)) for number in generated]
        (left, right), (top, bottom) = ((min(side) - 1, max(side) + 1) for side in zip(*places, strict=True))
        edge = code((left, 0, 0)) + (code((0, 0, -1)) * top)
        seen, frontier = {edge}, deque([edge])
        while frontier:
            here = frontier.popleft()
            for each in (here + offset for offset in OFFSETS):
                q, r = axial(of_code(each))
                if each not in seen and each not in generated and left <= q <= right and top <= r <= bottom:
                    seen.add(each)
                    frontier.append(each)
        beside = {number + offset for number in generated for offset in OFFSETS}
        inside = {each for each in beside if each not in generated and each not in seen}
        return sorted(of_code(each) for each in _filled(inside, generated))


def _filled(starts: Iterable[int], generated: Container[int]) -> set[int]:
    """All indeterminate hexes that hang together with some."""
    seen = set(starts)
    frontier = deque(seen)
    while frontier:
        here = frontier.popleft()
        for each in (here + offset for offset in OFFSETS):
            if each not in seen and each not in generated:
                seen.add(each)
                frontier.append(each)
    return seen


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


# --- where features stand ---------------------------------------------------------------------------------------------


class Sites:
    """The hexes on which a feature stands; of flags those of each faction. What is written to it is undone with its step."""

    def __init__(self, found: Mapping[str, Bag]) -> None:
        """``found``: what stands -> the names of the hexes."""
        self._found = Map(found)

    @classmethod
    def of(cls, cells: Mapping[str, Any]) -> Sites:
        """All that stands on a map."""
        found: dict[str, Bag] = {}
        for name, cell in cells.items():
            for feature in cell.features:
                set.add(found.setdefault(_site(feature, cell.flag_owner), Bag()), name)
        return cls(found)

    def where(self, feature: str, owner: str | None = None) -> list[Hex]:
        """The hexes with a feature, of flags those of a faction, in ascending (x, y, z)."""
        return sorted(map(of_key, self._found.get(_site(feature, owner), ())))

    def count(self, feature: str, owner: str | None = None) -> int:
        """How many there are."""
        return len(self._found.get(_site(feature, owner), ()))

    def has(self, feature: str, at: Hex) -> bool:
        """Whether a feature, no flag, stands there."""
        return key(at) in self._found.get(_site(feature, None), ())

    def add(self, feature: str, name: str, owner: str | None = None) -> None:
        """Note that a feature stands on a hex now."""
        self._found.setdefault(_site(feature, owner), Bag()).add(name)

    def discard(self, feature: str, name: str, owner: str | None = None) -> None:
        """Note that a feature stands there no more."""
        self._found.setdefault(_site(feature, owner), Bag()).discard(name)


def _site(feature: str, owner: str | None) -> str:
    return f"{feature} of {owner}" if feature == "Flag" else feature
