"""The grid: hexes by their shortest triple of steps, neighbours, distances, places in a drawing, and how they are written.

The six directions are consecutive turns of 60 degrees, so that a step along z and one along x make one along y:
``(x, y, z)`` and ``(x + t, y - t, z + t)`` are one hex (AET-075). Of these triples the one of fewest steps names it (AET-076).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import AfterValidator

from tracker.core.rule import rule
from tracker.mechanics.drawing.hex_grid import OFFSETS, number_of, place_of

Hex: TypeAlias = tuple[int, int, int]
"""A hex by its reduced triple of steps from the origin: along Mouth, along Ashe, along North."""
ORIGIN: Hex = (0, 0, 0)
STEPS: tuple[Hex, ...] = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""One step in each direction, in the order in which the rules list the directions (AET-081)."""
MOST = 10**9
"""No ordinate that people write is greater."""


# --- geometry ---------------------------------------------------------------------------------------------------------


@rule("AET-075", "AET-076")
def reduced(x: int, y: int, z: int) -> Hex:
    """The triple of fewest steps for the same hex (AET-076): of all of them exactly one has the smallest sum of absolutes."""
    t = sorted((-x, y, -z))[1]
    return (x + t, y - t, z + t)


def _checked(at: Hex) -> Hex:
    if max(map(abs, at)) > MOST:
        raise ValueError(f"no ordinate is beyond {MOST}")
    return reduced(*at)


Place = Annotated[Hex, AfterValidator(_checked)]
"""A hex as a field of the gamestate: any triple of it is taken, the reduced one is kept."""


@rule("AET-081")
def step(at: Hex, direction: int) -> Hex:
    """The hex one step away in the direction of that place in the list, from 0."""
    x, y, z = STEPS[direction]
    return reduced(at[0] + x, at[1] + y, at[2] + z)


@rule("AET-082")
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes around, in the order of the directions."""
    return tuple(of_code(code(at) + offset) for offset in OFFSETS)


def distance(one: Hex, other: Hex) -> int:
    """The fewest steps from one hex to another (AET-076)."""
    return sum(map(abs, reduced(one[0] - other[0], one[1] - other[1], one[2] - other[2])))


def is_on_axis(at: Hex) -> bool:
    """Whether a hex lies straight from the origin in one of the directions: at most one ordinate is not 0 (AET-174)."""
    return at.count(0) >= len(at) - 1


def axial(at: Hex) -> tuple[int, int]:
    """The place in a drawing of hexes with a flat top: columns q to the right, r downwards within a column (AET-075)."""
    return (at[0] + at[1], -at[1] - at[2])


def from_axial(q: int, r: int) -> Hex:
    """The hex at a place in a drawing."""
    y = sorted((0, q, -r))[1]
    return (q - y, y, -r - y)


HERE = "here"


def place_meant(place: str | int | Sequence[int], here: Hex) -> Hex:
    """The hex that a place is for somebody: coordinates, the number of a direction in the list (from 0), or ``here``."""
    if isinstance(place, int):
        return step(here, place)
    if isinstance(place, str):
        return here
    x, y, z = place
    return reduced(x, y, z)


# --- one number for a hex ---------------------------------------------------------------------------------------------


def code(at: Hex) -> int:
    """One whole number for a hex, so that a step is one addition."""
    return number_of(*axial(at))


def of_code(number: int) -> Hex:
    """The hex of a number."""
    return from_axial(*place_of(number))


# --- in words ---------------------------------------------------------------------------------------------------------


def key(at: Hex) -> str:
    """A hex as the gamestate names it: ``0,1,0``."""
    return f"{at[0]},{at[1]},{at[2]}"


def of_key(name: str) -> Hex:
    """The hex of such a name. Raises ValueError for any other."""
    x, y, z = map(int, name.split(","))
    return (x, y, z)


def shown(at: Hex) -> str:
    """A hex as the rules write it: ``(0,1,0)``."""
    return f"({key(at)})"
