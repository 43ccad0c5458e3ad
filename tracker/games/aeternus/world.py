"""The world map: generated hexes with their masses, what stands on them, what corrupts and protects them, and what they enclose.

Only generated hexes are kept. Whatever is asked while the game goes on costs the same in a world of ten hexes and of a million.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tracker.core.rule import rule

from . import pockets
from .hexes import OFFSETS, ORIGIN, Hex, code, of_code, shown
from .masses import Masses

MEADOW, DUNES, FOREST, PASS, SWAMP, LAKE = "Meadow", "Deceased Dunes", "Forest", "Perilous Pass", "Swamp", "Lake"
"""The biomes whose names the rules of movement and of fishing speak of."""
BARREN, TOWN = "Barren", "Town"
CORRUPTED, FLAG, PYLON, STATION, BOARDWALK = "Corrupted", "Flag", "Pylon of Purity", "Stag Station", "Boardwalk"
FLAG_DESTROYED = "flag_destroyed"
"""The event that tells that a faction lost a hex with its flag."""
FEATURES = (BOARDWALK, CORRUPTED, FLAG, PYLON, STATION)
"""Every feature, as the gamestate sorts them (AET-106)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a generated hex is: its biome, its landmark, its features, and the faction whose flag stands on it ("": none)."""

    biome: str = MEADOW
    landmark: str = BARREN
    features: frozenset[str] = frozenset()
    flag_owner: str = ""

    def without(self, features: Iterable[str]) -> Cell:
        """The same hex with some features gone; a flag that goes has no owner."""
        left = self.features.difference(features)
        return replace(self, features=left, flag_owner=self.flag_owner if FLAG in left else "")

    @property
    def is_plain(self) -> bool:
        """Whether it is barren and bears nothing (AET-135)."""
        return self.landmark == BARREN and not self.features


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that came about on the map: the name of its event, its clause, a sentence, and the event's fields."""

    name: str
    clause: str
    text: str
    fields: Mapping[str, Any]


def at_hex(name: str, clause: str, text: str, at: Hex, **fields: Any) -> Happening:
    """What came about at a hex; ``text`` says what, after the hex."""
    return Happening(name, clause, f"{shown(at)} {text}", {"at": list(at), **fields})


class _Index:
    """What is remembered of a map for quick answers; it follows from the cells."""

    __slots__ = ("flags", "generated", "masses", "pylons", "stations")

    def __init__(self) -> None:
        self.masses, self.generated = Masses(), Masses()
        self.flags: dict[str, set[int]] = {}
        self.pylons: set[int] = set()
        self.stations: set[int] = set()

    def enter(self, number: int, cell: Cell, cells: Mapping[int, Cell]) -> None:
        """Let a new hex join the masses of its biome and the generated hexes around it."""
        self.masses.add(number)
        self.generated.add(number)
        for offset in OFFSETS:
            beside = cells.get(number + offset)
            if beside is not None and number + offset in self.generated:
                self.generated.join(number, number + offset)
                if beside.biome == cell.biome:
                    self.masses.join(number, number + offset)

    def mark(self, number: int, cell: Cell) -> None:
        """Note what stands on a hex."""
        for feature, marked in ((PYLON, self.pylons), (STATION, self.stations)):
            (marked.add if feature in cell.features else marked.discard)(number)
        if FLAG in cell.features:
            self.flags.setdefault(cell.flag_owner, set()).add(number)

    def unmark(self, number: int, cell: Cell) -> None:
        """Forget whose flag stood on a hex."""
        flags = self.flags.get(cell.flag_owner)
        if flags is not None:
            flags.discard(number)
            if not flags:
                del self.flags[cell.flag_owner]

    def copy(self) -> _Index:
        """The same for a twin of the map."""
        twin = _Index()
        twin.masses, twin.generated = self.masses.copy(), self.generated.copy()
        twin.flags = {owner: set(found) for owner, found in self.flags.items()}
        twin.pylons, twin.stations = set(self.pylons), set(self.stations)
        return twin


class _Indexing:
    """A map that remembers its index; what is remembered is neither stored nor compared."""

    __slots__ = ("_remembered",)
    _remembered: _Index | None
    numbered: dict[int, Cell]

    @property
    def _index(self) -> _Index:
        found: _Index | None = getattr(self, "_remembered", None)
        if found is None:
            found = self._remembered = _Index()
            for number, cell in self.numbered.items():
                found.enter(number, cell, self.numbered)
                found.mark(number, cell)
        return found

    def _forget_index(self) -> None:
        self._remembered = None

    def _share_index(self, twin: _Indexing) -> None:
        """Let a map of the same cells remember a copy of what this one does."""
        index: _Index | None = getattr(self, "_remembered", None)
        twin._remembered = index.copy() if index else None


@dataclass(slots=True)
class WorldMap(_Indexing):
    """Every generated hex, by its number (``hexes.code``); all others are indeterminate (AET-080).

    ``closed`` are the numbers of the indeterminate hexes that are known to be enclosed: all of them, as hexes are only generated
    through this map. A copy shares no more than what cannot change.
    """

    numbered: dict[int, Cell] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)

    @classmethod
    @rule("AET-074")
    def plain(cls) -> WorldMap:
        """The origin alone: Meadow, Barren, without features."""
        return cls({code(ORIGIN): Cell()})

    def __deepcopy__(self, memo: Any) -> WorldMap:
        """A map that changes apart from this one; what is remembered of it goes along."""
        twin = WorldMap(self.numbered.copy(), self.closed.copy())
        self._share_index(twin)
        return twin

    # --- what is where ------------------------------------------------------------------------------------------------

    def __contains__(self, at: Hex) -> bool:
        """Whether a hex is generated."""
        return code(at) in self.numbered

    def __len__(self) -> int:
        """How many hexes are generated."""
        return len(self.numbered)

    def cell(self, at: Hex) -> Cell | None:
        """What a hex is; None where it is indeterminate."""
        return self.numbered.get(code(at))

    def biome(self, at: Hex) -> str:
        """The biome of a hex; "" where it is indeterminate."""
        cell = self.numbered.get(code(at))
        return cell.biome if cell else ""

    def has(self, at: Hex, feature: str) -> bool:
        """Whether a feature stands on a hex."""
        cell = self.numbered.get(code(at))
        return cell is not None and feature in cell.features

    def hexes(self) -> list[Hex]:
        """Every generated hex in ascending (x, y, z)."""
        return sorted(map(of_code, self.numbered))

    @property
    def cells(self) -> Mapping[Hex, Cell]:
        """Every generated hex with what it is, in ascending (x, y, z); made anew whenever it is asked for."""
        return MappingProxyType({at: self.numbered[code(at)] for at in self.hexes()})

    @property
    def enclosed(self) -> list[Hex]:
        """The indeterminate hexes that are enclosed, in ascending (x, y, z) (AET-101)."""
        return sorted(map(of_code, self.closed))

    def is_enclosed(self, at: Hex) -> bool:
        """Whether an indeterminate hex is known to be enclosed."""
        return code(at) in self.closed

    def around(self, at: Hex) -> list[tuple[Hex, Cell]]:
        """The generated hexes beside a hex, in the order of the directions."""
        middle, get = code(at), self.numbered.get
        found = [(middle + offset, get(middle + offset)) for offset in OFFSETS]
        return [(of_code(number), cell) for number, cell in found if cell]

    def biomes_around(self, at: Hex) -> set[str]:
        """The biomes of the generated hexes beside a hex."""
        middle, get = code(at), self.numbered.get
        found = [get(middle + offset) for offset in OFFSETS]
        return {cell.biome for cell in found if cell}

    def lakes_around(self, at: Hex) -> tuple[Hex, ...]:
        """The Lakes beside a hex, in the order of the directions."""
        return tuple(each for each, cell in self.around(at) if cell.biome == LAKE)

    # --- masses -------------------------------------------------------------------------------------------------------

    @rule("AET-086")
    def mass_size(self, at: Hex) -> int:
        """How many hexes the mass of a generated hex holds; 0 for an indeterminate one."""
        return self._index.masses.size(code(at)) if at in self else 0

    def same_mass(self, one: Hex, other: Hex) -> bool:
        """Whether two generated hexes lie in one mass."""
        find = self._index.masses.find
        return one in self and other in self and find(code(one)) == find(code(other))

    def mass(self, at: Hex) -> frozenset[Hex]:
        """The hexes of the mass of a generated hex: it takes as long as the mass is large. Empty for an indeterminate one."""
        biome, seen = self.biome(at), {code(at)} if at in self else set()
        frontier = list(seen)
        while frontier:
            for number in _beside(frontier.pop()):
                cell = self.numbered.get(number)
                if cell and cell.biome == biome and number not in seen:
                    seen.add(number)
                    frontier.append(number)
        return frozenset(map(of_code, seen))

    def beside(self, at: Hex) -> list[tuple[Hex, str, int]]:
        """The generated hexes beside a hex in the order of the directions, each with its biome and the size of its mass."""
        size = self._index.masses.size
        return [(each, cell.biome, size(code(each))) for each, cell in self.around(at)]

    # --- hexes that come about ----------------------------------------------------------------------------------------

    @rule("AET-101")
    def pockets_closed_by(self, at: Hex) -> list[Hex]:
        """The indeterminate hexes that would be enclosed if this one were generated now, in ascending (x, y, z)."""
        number = code(at)
        if number in self.numbered or number in self.closed:
            return []
        found = pockets.closed_by(number, self.numbered, self._index.generated)
        return sorted(of_code(each) for pocket in found for each in pocket)

    @rule("AET-077", "AET-078", "AET-079")
    def put(self, at: Hex, cell: Cell) -> None:
        """Let a hex be generated with what it is, or be something else from now on; what it encloses is noted.

        A generated hex of another biome than before makes its masses be counted anew, which takes as long as the world is large.
        """
        number, before = code(at), self.numbered.get(code(at))
        if before is None:
            self.closed.update(map(code, self.pockets_closed_by(at)))
            self.closed.discard(number)
            index = self._index
            self.numbered[number] = cell
            index.enter(number, cell, self.numbered)
            index.mark(number, cell)
        else:
            self._change(number, cell)
            if before.biome != cell.biome:
                self._forget_index()

    def _change(self, number: int, cell: Cell) -> None:
        self._index.unmark(number, self.numbered[number])
        self.numbered[number] = cell
        self._index.mark(number, cell)

    # --- corruption ---------------------------------------------------------------------------------------------------

    @rule("AET-107")
    def is_corrupt(self, at: Hex) -> bool:
        """Whether a hex has the feature Corrupted."""
        return self.has(at, CORRUPTED)

    @rule("AET-116")
    def is_protected(self, at: Hex) -> bool:
        """Whether a pylon stands on a hex or beside it: then it cannot be corrupted."""
        pylons, number = self._index.pylons, code(at)
        return bool(pylons) and not pylons.isdisjoint((number, *_beside(number)))

    @rule("AET-109", "AET-116")
    def corrupt(self, at: Hex) -> tuple[Happening, ...]:
        """Corrupt a hex: its landmark becomes Barren, every other feature goes. Nothing, where it is so already or protected."""
        cell = self.cell(at)
        if cell is None or CORRUPTED in cell.features or self.is_protected(at):
            return ()
        self._change(code(at), Cell(cell.biome, BARREN, frozenset({CORRUPTED})))
        told = at_hex("hex_corrupted", "AET-109", "is corrupted", at)
        return (told, *_gone(at, cell, sorted(cell.features), "AET-109"))

    @rule("AET-117")
    def purify_around_pylons(self) -> tuple[Happening, ...]:
        """Let every corrupted hex beside a pylon be so no more; what it lost is not given back."""
        beside = {number for pylon in self._index.pylons for number in _beside(pylon)}
        return tuple(told for at in sorted(map(of_code, beside)) for told in self._purify(at))

    def _purify(self, at: Hex) -> tuple[Happening, ...]:
        cell = self.cell(at)
        if cell is None or CORRUPTED not in cell.features:
            return ()
        self._change(code(at), cell.without([CORRUPTED]))
        return (at_hex("hex_purified", "AET-117", "is corrupted no more", at),)

    # --- features -----------------------------------------------------------------------------------------------------

    @rule("AET-113", "AET-117", "AET-124")
    def construct(self, at: Hex, feature: str, owner: str = "") -> tuple[Happening, ...]:
        """Let a feature stand on a generated hex, a flag as ``owner``'s; what comes of it: hexes that a pylon purifies.

        Whether it may be built there is for whoever builds it to ask. Raises KeyError for an indeterminate hex.
        """
        number = code(at)
        cell = self.numbered[number]
        flag_owner = owner if feature == FLAG else cell.flag_owner
        self._change(number, replace(cell, features=cell.features | {feature}, flag_owner=flag_owner))
        return (
            tuple(told for each in _beside(number) for told in self._purify(of_code(each))) if feature == PYLON else ()
        )

    def destroy(self, at: Hex, feature: str, clause: str = "AET-191") -> tuple[Happening, ...]:
        """Let a feature of a hex be gone; () where it is not there."""
        cell = self.cell(at)
        if cell is None or feature not in cell.features:
            return ()
        self._change(code(at), cell.without([feature]))
        return tuple(_gone(at, cell, [feature], clause))

    @rule("AET-193")
    def explode(self, at: Hex) -> tuple[Happening, ...]:
        """Let every landmark and feature of a hex and those around it be gone; biomes stay, indeterminate hexes too."""
        cell = self.cell(at)
        hit = [*([(at, cell)] if cell else []), *self.around(at)]
        for each, before in hit:
            self._change(code(each), Cell(before.biome))
        return tuple(told for each, before in hit for told in _gone(each, before, sorted(before.features), "AET-193"))

    # --- flags --------------------------------------------------------------------------------------------------------

    @property
    def flags(self) -> Mapping[str, list[Hex]]:
        """Each faction that has flags -> the hexes that it occupies, in ascending (x, y, z) (AET-114)."""
        return {owner: sorted(map(of_code, found)) for owner, found in self._index.flags.items()}

    @rule("AET-114")
    def occupied(self, faction: str) -> int:
        """How many hexes a faction occupies."""
        return len(self._index.flags.get(faction, ()))

    @property
    def most_occupied(self) -> int:
        """How many hexes the faction occupies that occupies the most."""
        return max(map(len, self._index.flags.values()), default=0)

    @property
    def stations(self) -> list[Hex]:
        """The hexes with a Stag Station, in ascending (x, y, z)."""
        return sorted(map(of_code, self._index.stations))

    @property
    def pylons(self) -> list[Hex]:
        """The hexes with a Pylon of Purity, in ascending (x, y, z)."""
        return sorted(map(of_code, self._index.pylons))

    @rule("AET-020")
    def hand_over_flags(self, old: str, new: str) -> None:
        """Let the flags of one faction be another's."""
        for number in list(self._index.flags.get(old, ())):
            self._change(number, replace(self.numbered[number], flag_owner=new))

    @rule("AET-023")
    def destroy_flags(self, faction: str) -> tuple[Happening, ...]:
        """Let every flag of a faction be gone."""
        found = self.flags.get(faction, [])
        return tuple(told for at in found for told in self.destroy(at, FLAG, "AET-023") if told.name == FLAG_DESTROYED)


def _beside(number: int) -> Iterator[int]:
    return (number + offset for offset in OFFSETS)


def _gone(at: Hex, cell: Cell, features: Iterable[str], clause: str) -> Iterator[Happening]:
    """What is told of features that a hex had: of each that it is destroyed, of a flag also whose it was."""
    for feature in features:
        yield at_hex("feature_destroyed", clause, f"has no {feature} any more", at, feature=feature)
        if feature == FLAG:
            text = f"is occupied by {cell.flag_owner} no more"
            yield at_hex(FLAG_DESTROYED, clause, text, at, faction=cell.flag_owner)
