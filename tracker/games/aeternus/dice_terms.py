"""4.2 Dice Rolls: what ``NdK``, with or without a target number, gives for the faces that fell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.core.rule import rule
from tracker.mechanics.chat_readings import Unusable

_TERM = re.compile(
    r"(?P<count>[0-9]{1,4})d(?P<sides>[0-9]{1,6})(?:(?: *, *| +)(?P<target>[0-9]{1,6})\+)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DiceTerm:
    """So many dice of so many sides; with a ``target``, those are counted that meet or exceed it."""

    count: int
    sides: int
    target: int | None = None


@rule("AET-069", "AET-070", "AET-071")
def value_of(term: DiceTerm, faces: Sequence[int]) -> int:
    """The sum of the faces, or how many reach the target; of no dice 0. Raises ValueError where these dice cannot fall so."""
    if len(faces) != term.count or not all(1 <= face <= term.sides for face in faces):
        raise ValueError(f"{list(faces)} are no {term.count} faces from 1 to {term.sides}")
    return sum(faces) if term.target is None else sum(face >= term.target for face in faces)


@rule("AET-069", "AET-072")
def dice_term(text: str) -> DiceTerm | Unusable:
    """What a text such as ``5d6``, ``5d6 4+`` or ``5d6, 4+`` asks for; a target needs a space or comma before it."""
    found = _TERM.fullmatch(text.strip())
    if found is None:
        return Unusable(f"“{text.strip()}” is not written as 5d6, or as 5d6 4+ with a target number")
    sides = int(found["sides"])
    if not sides:
        return Unusable("a die has at least one side")
    return DiceTerm(int(found["count"]), sides, int(found["target"]) if found["target"] else None)
