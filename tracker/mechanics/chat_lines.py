"""Lines of an answer in a chat, fitted into one message: what people must know is kept whole or in fewer words, the rest goes first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

ROOM = 2000
"""How many characters Discord takes in one message."""
LENGTH = 280
"""How long a line is at most, in characters, where there is room."""
_SHORTER = (LENGTH, 200, 150, 110, 80, 60, 40)
"""How long lines that must be kept are at most, the first of them with which all fit."""
_MORE = "… and {} more; the wiki has all of it"
_GROWING = re.compile(
    r"[\\*_~`|@]|\](?=\()|:(?=//)|discord(?=\.(?:gg|com|app)\b)|(?<=discord)\.|^ *(?:[#+-]|\d+[.)])",
    re.MULTILINE | re.IGNORECASE,
)
"""What may become a character longer when a text is made harmless before it is sent."""


class ChatLine(NamedTuple):
    """One line: its ``head`` and ``tail`` are never shortened. ``rank`` 0 goes before all others where not all fit, 2 is cut first."""

    text: str
    head: str = ""
    tail: str = ""
    rank: int = 2

    def said(self, length: int) -> str:
        """The line with so many characters at most, as far as its text alone can be shortened."""
        return f"{self.head}{shortened(self.text, max(1, length - len(self.head) - len(self.tail)))}{self.tail}"


def shortened(line: str, length: int = LENGTH) -> str:
    """A text as one line of so many characters at most."""
    whole = " ".join(line.split())
    return whole if len(whole) <= length else f"{whole[: length - 1]}…"


def length_sent(text: str) -> int:
    """How many characters a text takes at most when it is sent: with each mark-up behind a backslash, as Discord counts them."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2 + len(_GROWING.findall(text))


def fitted(lines: Sequence[ChatLine], room: int = ROOM) -> str:
    """The lines in their order, as many as there is room for, and how many are left out.

    Those that are not cut first are said in fewer words, all alike, where otherwise not all of them fit.
    """
    shown = next((said for length in _SHORTER if (said := _shown(lines, length, room)).is_enough), None)
    said = shown or _shown(lines, _SHORTER[-1], room)
    return "\n".join([*said.lines, _MORE.format(said.left)] if said.left else said.lines)


class _Shown(NamedTuple):
    """The lines that there is room for, how many are left out, and whether all are here but those that are cut first."""

    lines: list[str]
    left: int
    is_enough: bool


def _shown(lines: Sequence[ChatLine], length: int, room: int) -> _Shown:
    """What is shown where lines that are not cut first have so many characters at most."""
    said = [line.said(LENGTH if line.rank > 1 else length) for line in lines]
    kept = _kept(lines, said, room)
    is_enough = all(place in kept for place, line in enumerate(lines) if line.rank <= 1)
    return _Shown([text for place, text in enumerate(said) if place in kept], len(said) - len(kept), is_enough)


def _kept(lines: Sequence[ChatLine], said: Sequence[str], room: int) -> set[int]:
    """Which lines there is room for, by rank and then in their order: none is kept behind one of its rank that was not."""
    sizes = [length_sent(text) + 1 for text in said]
    if sum(sizes) <= room:
        return set(range(len(said)))
    left, kept = room - length_sent(_MORE.format(len(said))) - 1, set[int]()
    for rank in (0, 1, 2):
        for place in (place for place, line in enumerate(lines) if line.rank == rank):
            if sizes[place] > left:
                return kept
            kept.add(place)
            left -= sizes[place]
    return kept
