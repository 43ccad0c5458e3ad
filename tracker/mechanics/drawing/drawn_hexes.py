"""Maps of hexes with flat tops as drawings: the region around the middle, and regions far away in panels of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from tracker.mechanics.drawing.drawings import Part, Polygon, Words
from tracker.mechanics.drawing.drawings import at as moved

Axial = tuple[int, int]
"""A hex by its column, to the right, and its row, downwards within the column."""
RADIUS = 34.0
"""From the middle of a hex to its corners, in pixels."""
APOTHEM = RADIUS * sqrt(3) / 2
"""From the middle of a hex to its edges."""
_COLUMNS, _ROWS = 30, 24
"""A panel shows at most so many columns and rows: hexes are shown in the panel of their tile, and never change it."""
_MOST_PANELS = 40
_GAP, _HEAD, _WIDEST = 40, 30, 3200
"""In pixels: between panels, for their headings, and up to which width they stand beside each other."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Hexes that are shown together, the rectangle that they take up around the middle's place, and where that is put."""

    hexes: Sequence[Axial]
    left: float
    top: float
    right: float
    bottom: float
    x: float = 0
    y: float = 0


def middle(at: Axial) -> tuple[float, float]:
    """The middle of a hex, in pixels to the right of and below that of the hex (0, 0)."""
    q, r = at
    return q * RADIUS * 1.5, (r + q / 2) * 2 * APOTHEM


def outline(fill: str = "", line: str = "", width: float = 1, radius: float = RADIUS) -> Polygon:
    """A hex around its middle."""
    half, high = radius / 2, radius * sqrt(3) / 2
    corners = ((radius, 0), (half, high), (-half, high), (-radius, 0), (-half, -high), (half, -high))
    return Polygon(corners, fill, line, width)


def panels(hexes: Collection[Axial], left: float) -> tuple[list[Panel], int]:
    """All hexes in panels, placed to the right of ``left``, the middle one first; and how many hexes have no room any more."""
    tiles: dict[Axial, list[Axial]] = {}
    for at in sorted(hexes, key=lambda at: (_steps(at), at)):
        tiles.setdefault(_tile(at), []).append(at)
    found = sorted(tiles.values(), key=lambda each: _steps(each[0]))
    return list(_placed(map(_panel, found[:_MOST_PANELS]), left)), sum(map(len, found[_MOST_PANELS:]))


def _steps(at: Axial) -> int:
    q, r = at
    return max(abs(q), abs(r), abs(q + r))


def _tile(at: Axial) -> Axial:
    q, r = at
    return (q + _COLUMNS // 2) // _COLUMNS, ((2 * r + q) // 2 + _ROWS // 2) // _ROWS


def _panel(hexes: Sequence[Axial]) -> Panel:
    middles = list(map(middle, hexes))
    lefts, tops = [x for x, _ in middles], [y for _, y in middles]
    return Panel(hexes, min(lefts) - RADIUS, min(tops) - APOTHEM, max(lefts) + RADIUS, max(tops) + APOTHEM)


def _placed(found: Iterator[Panel], first: float) -> Iterator[Panel]:
    left, top, lowest = first, 16.0, 0.0
    for each in found:
        width, height = max(each.right - each.left, 200), _HEAD + each.bottom - each.top
        if left > first and left + width > _WIDEST:
            left, top, lowest = first, lowest + _GAP, 0.0
        yield Panel(each.hexes, each.left, each.top, each.right, each.bottom, left - each.left, top + _HEAD - each.top)
        left, lowest = left + width + _GAP, max(lowest, top + height)


def drawn(panel: Panel, title: Callable[[Axial], str], hexes: Mapping[Axial, Part]) -> Iterator[Part]:
    """A panel with its heading, each hex around its middle; ``hexes`` are groups around their own middle."""
    yield Words(title(panel.hexes[0]), panel.x + panel.left, panel.y + panel.top - 8, 13, is_bold=True)
    for each in panel.hexes:
        left, top = middle(each)
        yield moved(hexes[each], panel.x + left, panel.y + top)
