"""Dice that a bot showed in a chat: what it rolled for whom, and what people may say of an attempt that seems to have been repeated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.chat_text import without_invisible
from tracker.mechanics.redacted_texts import words_of

VALID, INVALID, WITH = "valid", "invalid", "with "
"""What people may say of an attempt: it counts, it is void, or it has the values of an earlier one, ``with 2``."""
_DICE_OF_A_BOT = re.compile(
    r"(?<!\w)([0-9]{0,2})d([0-9]{1,4})(?!\w)[^0-9\n]{1,20}([0-9](?:[0-9 ,+]{0,60}[0-9])?)(?![0-9]*d[0-9])",
    re.IGNORECASE,
)
"""The faces end before the number of the next dice: ``d100: 30, 1d3: 3``."""
_ASKS = re.compile(r"\broll|(?<!\w)[0-9]{0,2}d[0-9]{1,4}(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+")


@dataclass(slots=True)
class Rolled:
    """Dice that somebody rolled by a bot, in the message ``row``, and that no action has used."""

    by: str
    purpose: str
    sides: list[int]
    faces: list[int]
    at: datetime
    row: str

    @property
    def shown(self) -> str:
        """The dice in words."""
        return ", ".join(f"d{die} = {face}" for die, face in zip(self.sides, self.faces, strict=True))


def dice_in(text: str) -> list[tuple[list[int], list[int]]]:
    """The sides and faces that a text shows, such as ``d12: 2`` or ``2d6 = 3 5``."""
    found = []
    for count, sides, shown in _DICE_OF_A_BOT.findall(without_invisible(text)):
        faces = [int(face) for face in _NUMBER.findall(shown)][: int(count or 1)]
        if len(faces) == int(count or 1) and all(1 <= face <= int(sides) for face in faces):
            found.append(([int(sides)] * len(faces), faces))
    return found


def asks(text: str) -> bool:
    """Whether a text may ask a bot for dice."""
    return _ASKS.search(text) is not None


def asks_for_dice(message: ChatMessage) -> bool:
    """Whether somebody may have asked a bot for dice: what it answers is a roll of theirs."""
    return not message.is_bot and asks(words_of(message))


def shows_dice(message: ChatMessage) -> bool:
    """Whether a bot's message shows dice."""
    return message.is_bot and bool(dice_in(words_of(message)))


# --- attempts that were repeated --------------------------------------------------------------------------------------


def attempt_of(message: str, n: int) -> str:
    """The id of the question whether an attempt is valid."""
    return f"attempt:{message}:{n}"


def attempt_meant(answer: str, sides: Sequence[int]) -> str | Unusable:
    """What people say of an attempt: whether it counts, or the faces with which it does, as its dice can show them."""
    if answer.startswith((VALID, INVALID)):
        return answer
    if not answer.startswith(WITH):
        return Unusable(f"it is neither {VALID}, {INVALID} nor {WITH}FACES")
    faces = [int(face) for face in _NUMBER.findall(answer)]
    fits = len(faces) == len(sides) and all(1 <= face <= die for face, die in zip(faces, sides, strict=True))
    dice = ", ".join(f"d{die}" for die in sides)
    return answer if fits else Unusable(f"these are no faces of {dice}")


def faces_said(answer: str, sides: Sequence[int]) -> list[int] | None:
    """The values with which people said that an attempt stands, where they fit these dice."""
    if not answer.startswith(WITH) or isinstance(attempt_meant(answer, sides), Unusable):
        return None
    return [int(face) for face in _NUMBER.findall(answer)]
