"""Dice that a bot showed in a chat: which it rolled, and whether a message asks for such."""

from __future__ import annotations

import re

from tracker.mechanics.chat_text import without_invisible

_DICE_OF_A_BOT = re.compile(
    r"(?<!\w)([0-9]{0,2})d([0-9]{1,4})(?!\w)[^0-9\n]{1,20}([0-9](?:[0-9 ,+]{0,60}[0-9])?)(?![0-9]*d[0-9])",
    re.IGNORECASE,
)
"""The faces end before the number of the next dice: ``d100: 30, 1d3: 3``."""
_ASKS = re.compile(r"\broll|(?<!\w)[0-9]{0,2}d[0-9]{1,4}(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+")


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
