"""What is remembered of the map, so that nothing walks all of it: masses, what is enclosed, and where features stand.

It follows from the hexes: it is made anew when people state these, and kept up to date while the rules generate more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.mechanics.drawing.hex_grid import OFFSETS, Masses, pockets_closed_by
from tracker.mechanics.state.keeping import Bag, Map, Wide

from .hexes import Hex, code, key, of_code, of_key


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
        """All indeterminate hexes that are enclosed, in ascending (x, y, z): it takes as long as the world is large."""
        grown, found = Index({}), set[int]()
        for name, cell in self.items():
            number = code(of_key(name))
            found.update(*pockets_closed_by(number, grown.biomes, grown.generated))
            grown.enter(number, cell.biome)
        return sorted(of_code(number) for number in found if number not in grown.biomes)


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

    def most(self, feature: str) -> int:
        """How many of a feature that has owners one of them has."""
        return max((len(names) for site, names in self._found.items() if site.startswith(feature)), default=0)

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
