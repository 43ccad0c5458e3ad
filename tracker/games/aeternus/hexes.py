"""The grid: hexes by their shortest triple of steps, neighbours, distances, places in a drawing, and coordinates as people write them.

The six directions are consecutive turns of 60 degrees, so that a step along z and one along x make one along y:
``(x, y, z)`` and ``(x + t, y - t, z + t)`` are one hex (AET-075). Of these triples the one of fewest steps names it (AET-076).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tracker.core.rule import rule

Hex: TypeAlias = tuple[int, int, int]
"""A hex by its reduced triple of steps from the origin: along Mouth, along Ashe, along North."""
ORIGIN: Hex = (0, 0, 0)
STEPS: tuple[Hex, ...] = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""One step in each direction, in the order in which the rules list the directions (AET-081)."""
MOST = 10**9
"""No ordinate that people write is greater."""
_SPAN = 2**32 + 40503
_HALF = _SPAN // 2
"""How far apart the numbers of two columns are: no power of two, so that in a table of hashes hexes of one row lie apart."""
_MINUS = str.maketrans(dict.fromkeys("\u2212\u2013\u2014\u2010\u2011\ufe63\uff0d", "-"))
_ORDINATE = r"[+-]?\s?[0-9]{1,12}"
_SEPARATOR = r"\s*[,;/|]\s*|\s+"
_TRIPLE = re.compile(
    rf"(?:x\s*[=:]?\s*)?({_ORDINATE})(?:{_SEPARATOR})(?:y\s*[=:]?\s*)?({_ORDINATE})(?:{_SEPARATOR})(?:z\s*[=:]?\s*)?({_ORDINATE})",
    re.IGNORECASE,
)
_BRACKETS = ("()", "[]", "{}", "<>")
_HERE = frozenset({"here", "my hex", "this hex", "my own hex", "where i am"})


# --- geometry ---------------------------------------------------------------------------------------------------------


@rule("AET-075", "AET-076")
def reduced(x: int, y: int, z: int) -> Hex:
    """The triple of fewest steps for the same hex (AET-076): of all of them exactly one has the smallest sum of absolutes."""
    t = sorted((-x, y, -z))[1]
    return (x + t, y - t, z + t)


def step(at: Hex, direction: int) -> Hex:
    """The hex one step away in the direction of that place in the list, from 0 (AET-081)."""
    x, y, z = STEPS[direction]
    return reduced(at[0] + x, at[1] + y, at[2] + z)


@rule("AET-081", "AET-082")
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes around, in the order of the directions (AET-082)."""
    x, y, z = at
    return tuple(reduced(x + dx, y + dy, z + dz) for dx, dy, dz in STEPS)


def distance(one: Hex, other: Hex) -> int:
    """The fewest steps from one hex to another (AET-076)."""
    return sum(map(abs, reduced(one[0] - other[0], one[1] - other[1], one[2] - other[2])))


def is_adjacent(one: Hex, other: Hex) -> bool:
    """Whether one step leads from one to the other."""
    return distance(one, other) == 1


def ring(at: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly that distance: the middle alone for 0, else six times as many as the radius, all the way round."""
    if radius == 0:
        return (at,)
    found = []
    corner = STEPS[0]
    here = reduced(*(ordinate + radius * one for ordinate, one in zip(at, corner, strict=True)))
    for side in range(len(STEPS)):
        for _ in range(radius):
            found.append(here)
            here = step(here, (side + 2) % len(STEPS))
    return tuple(found)


def within(at: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at most so far away, from the middle outwards."""
    for each in range(radius + 1):
        yield from ring(at, each)


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


# --- one number for a hex ---------------------------------------------------------------------------------------------


def code(at: Hex) -> int:
    """One whole number for a hex, so that a step is one addition (``OFFSETS``); hexes up to ``2 * MOST`` away have different ones."""
    x, y, z = at
    return (x + y) * _SPAN - y - z


def of_code(number: int) -> Hex:
    """The hex of a number."""
    r = (number + _HALF) % _SPAN - _HALF
    return from_axial((number - r) // _SPAN, r)


OFFSETS: tuple[int, ...] = tuple(map(code, STEPS))
"""What a step in each direction adds to the number of a hex, in the order of the directions."""


# --- in words ---------------------------------------------------------------------------------------------------------


def shown(at: Hex) -> str:
    """A hex as the rules write it: ``(0,1,0)``."""
    return f"({key(at)})"


def key(at: Hex) -> str:
    """A hex as the gamestate names it: ``0,1,0``."""
    return ",".join(map(str, at))


def counted(count: object) -> str:
    """So many hexes, in words: ``1 hex``, ``3 hexes``."""
    return f"{count} {'hex' if count in (1, '1') else 'hexes'}"


def read_triple(text: str) -> Hex | None:
    """The hex that coordinates mean, reduced; None for anything else and for ordinates beyond ``MOST``.

    Tolerated are brackets of any kind, blanks, semicolons or bars between the ordinates, ``x=``, plus signs and any dash as minus.
    """
    said = _bare(text.translate(_MINUS).strip())
    found = _TRIPLE.fullmatch(said)
    if found is None:
        return None
    return triple([int(each.replace(" ", "")) for each in found.groups()])


def triple(ordinates: Sequence[object]) -> Hex | None:
    """The hex of three ordinates, reduced; None for anything else, and where one is beyond ``MOST``, also once it is reduced."""
    numbers = [each for each in ordinates if type(each) is int and abs(each) <= MOST]
    if len(numbers) != len(STEPS[0]) or len(ordinates) != len(numbers):
        return None
    found = reduced(numbers[0], numbers[1], numbers[2])
    return found if max(map(abs, found)) <= MOST else None


def _bare(said: str) -> str:
    """Without brackets around the whole."""
    is_bracketed = said[:1] + said[-1:] in _BRACKETS
    return said[1:-1].strip() if is_bracketed else said


def read_place(text: str, here: Hex, directions: Sequence[str]) -> Hex | None:
    """The hex that words mean for somebody at ``here``: here, a direction or its first letter, or coordinates; None for nothing."""
    said = " ".join(text.casefold().split()).removeprefix("to the ").removeprefix("the ")
    if said in _HERE:
        return here
    named = [place for place, name in enumerate(directions) if said in (name.casefold(), name[:1].casefold())]
    return step(here, named[0]) if len(named) == 1 else read_triple(text)
