"""How people name what a message announced: by its message's id, or by that id's last digits, with the action's number in the message.

Nothing else decides, so that what is found late or decided later never gives the name of one thing to another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, TypeVar

DIGITS = 5
"""So many digits of a long id are shown, and name it; where two end alike more are asked for."""
_END = re.compile(r"[0-9]+$")
_SAID = re.compile(r"(?P<message>.+?)(?:[-#](?P<n>[0-9]{1,4}))?")


class Announcement(Protocol):
    """What the action number ``n`` (from 1) of a message made that holds ``of`` actions."""

    message: str
    n: int
    of: int


Thing = TypeVar("Thing", bound=Announcement)


def key_of(message: str, n: int) -> str:
    """The key under which a state keeps what an action of a message made."""
    return message if n == 1 else f"{message}#{n}"


def parts_of(key: str) -> tuple[str, int]:
    """The message and the number in it of what is kept under a key."""
    message, hash_sign, n = key.rpartition("#")
    return (
        (message, int(n)) if hash_sign and message and n.isascii() and n.isdecimal() and len(n) < DIGITS else (key, 1)
    )


def short_id(thing: Announcement) -> str:
    """What is shown of its id: of a long one the last digits; and the action's number where the message holds several."""
    return _with_number(_short(thing.message), thing)


@lru_cache(maxsize=4096)
def _short(message: str) -> str:
    """The last digits of a long id; it is asked for of every offer, for every player in every world."""
    end = _END.search(message) if len(message) > DIGITS else None
    return end[0][-DIGITS:] if end else message


def _with_number(id: str, thing: Announcement) -> str:
    return id if thing.of == 1 else f"{id}-{thing.n}"


def unmistakable(things: Iterable[Thing]) -> dict[str, str]:
    """An id for each thing, by its key, that means no other: the short one, or the whole one where short ones are alike."""
    among = [(each, short_id(each)) for each in things]
    alike = Counter(short for _, short in among)
    return {
        key_of(each.message, each.n): short if alike[short] == 1 else _with_number(each.message, each)
        for each, short in among
    }


def named(things: Iterable[Thing], name: str) -> list[Thing]:
    """The things that a name means: by the whole id of a message, else by its last digits; with an action's number, that one."""
    wanted, among = name.casefold().strip().lstrip("#"), list(things)
    if found := [each for each in among if each.message.casefold() == wanted]:
        return found
    if (said := _SAID.fullmatch(wanted)) is None:
        return []
    meant = [each for each in among if said["n"] is None or each.n == int(said["n"])]
    whole = [each for each in meant if each.message.casefold() == said["message"]]
    return whole or [each for each in meant if _ends_so(each.message, said["message"])]


def _ends_so(message: str, digits: str) -> bool:
    end = _END.search(message)
    return end is not None and (end[0] == digits or (len(digits) >= DIGITS and end[0].endswith(digits)))
