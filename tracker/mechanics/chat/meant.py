"""Which of several things somebody means: by an id or its last digits, by a number, by the message replied to, or the only one.

Things that a message announced are kept under its id, with the action's number behind it from the second on (``812#2``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from .carrying import refuse
from .rows import Message

DIGITS = 5
"""So many digits of a long id are shown, and name it; where two end alike more are asked for."""
_END = re.compile(r"[0-9]+$")
_SAID = re.compile(r"(?P<message>.+?)(?:[-#](?P<n>[0-9]{1,4}))?")


def key_of(message: Message) -> str:
    """The key under which a gamestate keeps what this part of a message makes."""
    return message.id if message.part == 1 else f"{message.id}#{message.part}"


def message_of(key: str) -> str:
    """The message that made what is kept under a key."""
    return key.partition("#")[0]


def short_ids(keys: Collection[str]) -> dict[str, str]:
    """What is shown for each key and means no other: the last digits of a long id, the whole one where two end alike."""
    short = {key: _short(key) for key in keys}
    alike = Counter(short.values())
    return {key: shown if alike[shown] == 1 else key.replace("#", "-") for key, shown in short.items()}


def _short(key: str) -> str:
    message, _, number = key.partition("#")
    end = _END.search(message) if len(message) > DIGITS else None
    return "-".join(filter(None, (end[0][-DIGITS:] if end else message, number)))


def named(keys: Iterable[str], said: str, numbers: Mapping[str, int] | None = None) -> list[str]:
    """The keys that a name means: those of a message by its whole id, by a number of their own, or by the id's last digits.

    With an action's number behind it (``812-2``) it means that one.
    """
    among, wanted = list(keys), said.casefold().strip().lstrip("#")
    whole = [key for key in among if message_of(key).casefold() == wanted]
    if numbered := [key for key in among if numbers and str(numbers.get(key)) == wanted]:
        return whole or numbered
    said_as = _SAID.fullmatch(wanted)
    if whole or said_as is None:
        return whole
    meant = [key for key in among if said_as["n"] is None or (key.partition("#")[2] or "1") == said_as["n"]]
    exact = [key for key in meant if message_of(key).casefold() == said_as["message"]]
    return exact or [key for key in meant if _ends_so(message_of(key), said_as["message"])]


def _ends_so(message: str, digits: str) -> bool:
    end = _END.search(message)
    return end is not None and (end[0] == digits or (len(digits) >= DIGITS and end[0].endswith(digits)))


def meant(
    open: Collection[str],
    said: str = "",
    reply_to: str = "",
    known: Collection[str] = (),
    numbers: Mapping[str, int] | None = None,
) -> list[str]:
    """What of the open things is meant: what is named, else what the message is a reply to, else all of them.

    A reply to something ``known`` that is not open means nothing.
    """
    if said:
        return named(open, said, numbers)
    found = [key for key in open if message_of(key) == reply_to]
    return found if any(message_of(key) == reply_to for key in known) else found or list(open)


def the_one(found: Sequence[str], code: str, text: str, line: str = "{}") -> str:
    """The only one found; refuses none under a code, and several as unclear, with a line to write instead for each."""
    if not found:
        refuse(code, text)
    if len(found) > 1:
        shown = short_ids(found)
        refuse("UNCLEAR", "more than one may be meant", suggestions=tuple(line.format(shown[key]) for key in found[:3]))
    return found[0]
