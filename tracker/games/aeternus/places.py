"""Places as players name them, and a hex that comes about where one of them is reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .general import told
from .generation import generate
from .hexes import ORIGIN, STEPS, Hex, distance, read_place, step
from .law import of_aeternus
from .randomness import roller
from .state import World

Place: TypeAlias = tuple[int, ...]
"""A place as somebody names it: nothing for their own hex, one number for the direction of that place in the list, three for coordinates."""
HERE: Place = ()


def place_called(words: str, directions: Sequence[str]) -> Place | None:
    """The place that words without coordinates mean: here, a direction or its first letter; None for nothing."""
    beside = read_place(words, ORIGIN, directions)
    return None if beside is None else HERE if beside == ORIGIN else (STEPS.index(beside),)


@rule("AET-081")
def hex_of(place: Sequence[int], here: Hex) -> Hex:
    """The hex that a place is for somebody who is ``here``."""
    if not place:
        return here
    return step(here, place[0]) if len(place) == 1 else (place[0], place[1], place[2])


def is_out_of_range(moment: Moment[World], user: str, at: Hex, n: int, clause: str, *, reach: int = 1) -> bool:
    """Whether a hex is farther from a player than that many steps: then what they would do there is refused."""
    steps = distance(moment.world.players[user].at, at)
    if steps > reach:
        text = f"it is {steps} steps away, and {reach} is the most"
        moment.refuse("OUT_OF_RANGE", clause, text, n)
    return steps > reach


@rule("AET-080", "AET-083")
def is_generated(moment: Moment[World], n: int, at: Hex) -> bool:
    """Let a hex be generated if it is not; False while its dice have not fallen, and nothing changed."""
    came = generate(moment.world.map, of_aeternus(moment.law), at, roller(moment, n))
    told(moment, came or ())
    return came is not None
