"""How biomes, landmarks and features look on the map: colours that differ in lightness too, and a pattern or sign of its own for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tracker.mechanics.drawings import Disc, Part, Polygon, Words, box, line

from .map_layout import APOTHEM, RADIUS, corners
from .world import (
    BOARDWALK,
    CORRUPTED,
    DUNES,
    FLAG,
    FOREST,
    LAKE,
    MEADOW,
    PASS,
    PYLON,
    STATION,
    SWAMP,
    TOWN,
)

EDGE, UNKNOWN, OTHER, GROUND = "edge", "unknown", "other", "ground_"
"""The stamps of an indeterminate hex beside a generated one, of a hex of which not all is known, and of what proposals added.

``GROUND`` and a number is that of the ground on which so many letters of coordinates stand.
"""
LONGEST_GROUND = 16
BORDER = "#202122"


class Paint(NamedTuple):
    """The colour of a biome's hexes, and that of its pattern."""

    fill: str
    ink: str


PAINTS: Mapping[str, Paint] = {
    MEADOW: Paint("#eaf3c8", "#5d7a1e"),
    DUNES: Paint("#f0a830", "#6b3f00"),
    FOREST: Paint("#0f5c3c", "#bfe6cf"),
    PASS: Paint("#a0a4a8", "#2b2d30"),
    SWAMP: Paint("#6d4a86", "#e3cdf0"),
    LAKE: Paint("#58b2ea", "#0a3f78"),
}
SIGNS: Mapping[str, tuple[str, float, float]] = {
    TOWN: ("#b3261e", -16, -16),
    STATION: ("#7a4a00", 0, -18),
    PYLON: ("#ffffff", 16, -16),
    FLAG: ("", -20, 2),
    BOARDWALK: ("#c98f4a", 0, 14),
    CORRUPTED: ("#c4005a", 0, 0),
}
"""The landmark and the features that are drawn -> their colour, and where in a hex their signs have their middles."""
FACTION_PAINTS = (
    *("#d55e00", "#0072b2", "#f0e442", "#000000", "#cc79a7", "#009e73", "#ffffff", "#56b4e9", "#8c1515", "#5d3a9b"),
)
"""Of a faction's flag; its letter tells factions apart to those who do not see colours, and where there are more of them."""
PLAYER = ("#ffffff", "#000000")


def stamp_of(name: str) -> str:
    """The name of the stamp of a biome, a landmark or a feature."""
    return name.casefold().replace(" ", "_")


def stamps() -> dict[str, tuple[Part, ...]]:
    """Every stamp by its name, each around the middle of a hex."""
    biomes = {stamp_of(biome): _hex(paint, _PATTERNS[biome]) for biome, paint in PAINTS.items()}
    signs = {stamp_of(name): _SIGNS[name] for name in _SIGNS}
    grounds = {f"{GROUND}{letters}": (_ground(letters),) for letters in range(5, LONGEST_GROUND + 1)}
    return {**biomes, **signs, EDGE: _EDGE, UNKNOWN: _blank("?"), OTHER: _blank(""), **grounds}


def _ground(letters: int) -> Part:
    width = 5 * letters + 4
    return box(-width / 2, APOTHEM - 11, width, 9, "#ffffff")


def _hex(paint: Paint, pattern: Pattern) -> tuple[Part, ...]:
    marks = [line(*points, colour=paint.ink, width=1.5) for points in pattern]
    return (Polygon(corners(), paint.fill, BORDER), *marks)


def _blank(sign: str) -> tuple[Part, ...]:
    frame = Polygon(corners(), "#ffffff", BORDER)
    return (frame, Words(sign, 0, 4, 14, "#000000", "middle", is_bold=True)) if sign else (frame,)


Pattern = tuple[tuple[tuple[float, float], ...], ...]
_SPOTS = ((-15, -9), (9, -9), (-3, 6), (21, 6), (-21, 10), (9, 20), (-11, 22))
"""Where a pattern's marks stand in a hex."""


def _scattered(*mark: tuple[float, float]) -> Pattern:
    """The same mark at every spot."""
    return tuple(tuple((x + left, y + top) for left, top in mark) for x, y in _SPOTS)


_PATTERNS: Mapping[str, Pattern] = {
    MEADOW: _scattered((-3, -3), (0, 2), (3, -3)),
    DUNES: tuple(
        ((x, y), (x + 5, y - 4), (x + 10, y), (x + 15, y - 4), (x + 20, y)) for x, y in ((-23, -4), (-1, 9), (-15, 22))
    ),
    FOREST: _scattered((-4, 4), (0, -5), (4, 4), (-4, 4)),
    PASS: tuple(((x - 9, y + 7), (x, y - 8), (x + 4, y - 2), (x + 9, y + 7)) for x, y in ((-12, 0), (10, 6))),
    SWAMP: _scattered((-5, 0), (5, 0)),
    LAKE: tuple(((-20, y), (-14, y - 3), (-8, y), (-2, y - 3), (4, y), (10, y - 3), (16, y)) for y in (-8, 6, 20)),
}
_EDGE: tuple[Part, ...] = (Polygon(corners(), line="#a2a9b1"),)
_RING = RADIUS * 0.8
_SIGNS: Mapping[str, tuple[Part, ...]] = {
    TOWN: (
        Polygon(((-6, 6), (-6, -1), (0, -7), (6, -1), (6, 6)), SIGNS[TOWN][0], "#ffffff"),
        box(-2, 1, 4, 5, "#ffffff"),
    ),
    STATION: (
        Disc(0, 0, 7, "#ffffff", SIGNS[STATION][0], 2),
        line((-4, -3), (0, 2), (4, -3), colour=SIGNS[STATION][0], width=2),
        line((0, 5), (0, -1), colour=SIGNS[STATION][0], width=2),
    ),
    PYLON: (
        Polygon(((-5, 7), (0, -8), (5, 7)), SIGNS[PYLON][0], "#000000", 1.5),
        line((-2, 2), (2, 2), colour="#000000", width=1.5),
    ),
    FLAG: (line((-5, 9), (-5, -8), colour="#000000", width=2),),
    BOARDWALK: (
        box(-17, -4, 34, 8, SIGNS[BOARDWALK][0], "#4a2f0b"),
        *(line((x, -4), (x, 4), colour="#4a2f0b") for x in (-11, -5, 1, 7, 13)),
    ),
    CORRUPTED: (
        Polygon(corners(_RING), line="#ffffff", width=6),
        Polygon(corners(_RING), line=SIGNS[CORRUPTED][0], width=3),
        *(
            line(
                (x - 3, y - 3),
                (x + 3, y + 3),
                (x, y),
                (x - 3, y + 3),
                (x + 3, y - 3),
                colour=SIGNS[CORRUPTED][0],
                width=2,
            )
            for x, y in ((-_RING, 0), (_RING / 2, -_RING * 0.87), (_RING / 2, _RING * 0.87))
        ),
    ),
}


def flag(colour: str, letter: str) -> tuple[Part, ...]:
    """The cloth of a faction's flag with its letter, around the middle of the flag's sign."""
    dark = colour in ("#0072b2", "#000000", "#009e73", "#8c1515", "#5d3a9b", "#d55e00")
    ink = "#ffffff" if dark else "#000000"
    cloth = Polygon(((-5, -8), (9, -8), (9, 2), (-5, 2)), colour, "#000000")
    return (cloth, Words(letter, 2, 0, 8, ink, "middle", is_bold=True))
