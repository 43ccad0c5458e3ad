"""Where hexes stand in the picture of the map: the region around the origin first, regions far away each in a panel of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from .hexes import ORIGIN, STEPS, Hex, axial, distance, neighbours

RADIUS = 34.0
"""From the middle of a hex to its corners, in pixels."""
APOTHEM = RADIUS * sqrt(3) / 2
"""From the middle of a hex to its edges."""
_COLUMNS, _ROWS = 30, 24
"""A panel shows at most so many columns and rows of hexes: a larger region is cut into panels of this size."""
_GAP = 2
"""Columns or rows that a panel may reach beyond its tile, so that a few hexes at the border need no panel of their own."""
MOST_PANELS = 40
_STEPS = tuple(map(axial, STEPS))
_Place: TypeAlias = tuple[int, ...]
"""What a panel is known by: its tile, or the nearest hex of its region."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Hexes that are shown together, and the rectangle that they take up around the origin's middle, in pixels.

    ``edge`` are the indeterminate hexes beside them.
    """

    hexes: tuple[Hex, ...]
    edge: tuple[Hex, ...]
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """In pixels."""
        return self.bottom - self.top

    @property
    def nearest(self) -> Hex:
        """The hex with the fewest steps from the origin."""
        return min(self.hexes, key=lambda at: (distance(at, ORIGIN), at))


def middle(at: Hex, *, is_mirrored: bool = False) -> tuple[float, float]:
    """The middle of a hex, in pixels to the right of and below that of the origin (AET-075): flat edges are above and below."""
    q, r = axial(at)
    return (-q if is_mirrored else q) * RADIUS * 1.5, (r + q / 2) * 2 * APOTHEM


def panels(hexes: Collection[Hex], *, is_mirrored: bool = False) -> list[Panel]:
    """All hexes in panels, the origin's first, then the nearest: a region far away in one, unless it is larger than a panel.

    What is larger is cut by tiles, and a hex never changes its tile, however the world grows.
    """
    nearest = sorted(hexes, key=lambda each: (distance(each, ORIGIN), each))
    tiles: dict[_Place, list[Hex]] = {}
    for at in nearest:
        tiles.setdefault(_tile(at), []).append(at)
    homes = dict(_whole(nearest, _with_borders(tiles)))
    found: dict[_Place, list[Hex]] = {(0, 0): []}
    for at in nearest:
        found.setdefault(homes[at], []).append(at)
    return [_panel(each, hexes, is_mirrored=is_mirrored) for each in found.values() if each]


def _whole(nearest: Sequence[Hex], tiles: Mapping[_Place, Sequence[Hex]]) -> Iterator[tuple[Hex, _Place]]:
    """Where each hex is shown: in its tile, or where its region lies in several and yet fits in one panel, with that.

    The region of the origin stays in the tiles, so that the first panel is the middle one.
    """
    homes = {at: tile for tile, found in tiles.items() for at in found}
    for region in _regions(nearest):
        is_cut = len({homes[at] for at in region}) > 1 and ORIGIN not in region
        for at in region:
            yield at, region[0] if is_cut and _fits(region) else homes[at]


def _regions(nearest: Sequence[Hex]) -> Iterator[list[Hex]]:
    """The hexes that hang together, the nearest first; each region begins with its nearest."""
    left = {axial(at): at for at in nearest}
    for at in nearest:
        found = [left.pop(axial(at))] if axial(at) in left else []
        for each in found:
            q, r = axial(each)
            found += [left.pop(beside) for dq, dr in _STEPS if (beside := (q + dq, r + dr)) in left]
        if found:
            yield found


def _fits(region: Sequence[Hex]) -> bool:
    """Whether a region is no larger than a panel."""
    for ordinates, most in zip(zip(*map(_column_and_row, region), strict=True), (_COLUMNS, _ROWS), strict=True):
        if max(ordinates) - min(ordinates) >= most:
            return False
    return True


def _column_and_row(at: Hex) -> tuple[int, int]:
    q, r = axial(at)
    return q, (2 * r + q) // 2


def _tile(at: Hex, beyond: int = 0) -> _Place:
    """The tile of a hex by its column and row; of the middle one also those a little beyond it."""
    column, row = _column_and_row(at)
    if abs(column) <= _COLUMNS // 2 + beyond and abs(row) <= _ROWS // 2 + beyond:
        return (0, 0)
    return (column + _COLUMNS // 2) // _COLUMNS, (row + _ROWS // 2) // _ROWS


def _with_borders(tiles: Mapping[_Place, list[Hex]]) -> dict[_Place, list[Hex]]:
    """The tiles with those few hexes in the middle one that lie just beyond it, where nothing else is in theirs."""
    found: dict[_Place, list[Hex]] = {}
    for tile, hexes in tiles.items():
        is_border = all(_tile(at, _GAP) == (0, 0) for at in hexes)
        found.setdefault((0, 0) if is_border else tile, []).extend(hexes)
    return found


def _panel(hexes: list[Hex], generated: Collection[Hex], *, is_mirrored: bool) -> Panel:
    edge = sorted({each for at in hexes for each in neighbours(at)}.difference(generated))
    middles = [middle(at, is_mirrored=is_mirrored) for at in (*hexes, *edge)]
    lefts, tops = [x for x, _ in middles], [y for _, y in middles]
    bounds = (min(lefts) - RADIUS, min(tops) - APOTHEM, max(lefts) + RADIUS, max(tops) + APOTHEM)
    return Panel(tuple(hexes), tuple(edge), *bounds)


def corners(radius: float = RADIUS) -> tuple[tuple[float, float], ...]:
    """The corners of a hex around its middle."""
    half, high = radius / 2, radius * sqrt(3) / 2
    return ((radius, 0), (half, high), (-half, high), (-radius, 0), (-half, -high), (half, -high))
