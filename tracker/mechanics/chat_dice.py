"""Dice that actions in a chat ask for: what they wait for, by whose seed they fall, and what people answer where none can be drawn.

Dice follow from the seed of the day on which they are surely called for. Where people must first decide how a line is to be read,
that is the day of their decision: its seed is committed to and not shown by then, so that nobody who decides can know the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core.gamestate import RollRequest
from tracker.core.instants import iso
from tracker.mechanics.chat_readings import Unusable

DICE_LINE = "dice-line:"
"""How questions begin that ask what becomes of an action whose dice can never be drawn."""
DRAW, VOID = "draw", "void"
"""The answers by which dice are drawn after all, from the seed of the day of the answer, and by which the action comes to nothing."""


@dataclass(slots=True)
class Awaited:
    """Dice that an action waits for: the sides of each in order, what for, the clause, and the message that asked for them.

    ``at`` is when they were surely called for, ``said_at`` when the action was announced; they differ where ``decided`` names the
    questions that people had to decide before, each with when they did, and where the action waited for other dice. While
    ``waits_for`` names a question they are not surely called for, and none may be drawn: whether and how the message announced it
    is for people to say.
    """

    sides: list[int]
    purpose: str
    clause: str
    at: datetime
    row: str
    said_at: datetime
    decided: dict[str, datetime] = field(default_factory=dict)
    waits_for: str = ""

    @property
    def turn(self) -> datetime:
        """By which of two actions the one is that waits first: when it was said or, where people decided since, called for."""
        return self.at if self.decided else self.said_at

    @property
    def reason(self) -> str:
        """What they are for, as it is shown; with the action and the decision, where they are called for by both."""
        if not self.decided:
            return self.purpose
        decided_at = max(self.decided.values())
        return f"{self.purpose}: said {iso(self.said_at)}, decided {iso(decided_at)} ({', '.join(self.decided)})"


@dataclass(slots=True)
class LooseRoll:
    """A die that a file gives without its key: it is used in the file's order, for whatever its label allows.

    ``label`` is the row or the purpose that it is for; "" where it is for anything. ``is_own``: the tracker drew it.
    """

    sides: int
    face: int
    row: str
    label: str = ""
    is_own: bool = False
    at: datetime | None = None


@dataclass(slots=True)
class LostDice:
    """Why dice that were asked for at an instant can never be drawn."""

    why: str
    at: datetime


def dice_names(key: str, count: int) -> list[str]:
    """The name of each die of a key, by which its roll is asked for."""
    return [f"{key}:{index}" for index in range(1, count + 1)]


def roll_requests(awaited: Mapping[str, Awaited]) -> list[RollRequest]:
    """The dice asked for, one request for each die: key, sides, what for."""
    return [
        RollRequest(name, sides, 1, each.reason, each.clause, each.at)
        for key, each in awaited.items()
        if not each.waits_for
        for name, sides in zip(dice_names(key, len(each.sides)), each.sides, strict=True)
    ]


def dice_question(key: str) -> str:
    """The id of the question what becomes of an action whose dice are lost."""
    return f"{DICE_LINE}{key}"


def faces_meant(answer: str, sides: Sequence[int]) -> list[int] | Unusable:
    """The faces that people say fell by hand, one for each die in order."""
    words = answer.replace(",", " ").split()
    if not all(word.isdecimal() and word.isascii() for word in words):
        return Unusable(f"it is neither {DRAW} nor {VOID}, nor faces as numbers")
    if len(words) != len(sides):
        return Unusable(f"it has {len(words)} faces, and {len(sides)} dice are wanted")
    for word, most in zip(words, sides, strict=True):
        if len(word) > len(str(most)) or not 1 <= int(word) <= most:
            return Unusable(f"a die of {most} sides cannot show {word[:20]}")
    return list(map(int, words))
