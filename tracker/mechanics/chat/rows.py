"""What was seen in a chat, as rules take it: messages, edits, reactions, departures; and what they ask the rules to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

OVERHEARD = "overheard"
"""Of redacted words: what stays of them for the rules although they announced nothing."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was first seen: who wrote what in which channel (without #), and to which message it replies.

    ``is_edited``: it was changed before anybody read it, so nobody knows what it said first. ``part`` numbers what it announces.
    ``kept`` is what had been read in words that were redacted since.
    """

    id: str
    channel: str
    author: str
    at: datetime
    text: str
    reply_to: str = ""
    is_edited: bool = False
    is_bot: bool = False
    thread: str = ""
    place: str = ""
    part: int = 1
    kept: Mapping[str, Any] = field(default_factory=dict)

    def saying(self, text: str, at: datetime) -> Self:
        """The same message with other words, said at another instant."""
        return replace(self, text=text, at=at, is_edited=False)


@dataclass(frozen=True, slots=True)
class Edited:
    """A message says something else now. ``before`` is what it said first, where anything came of that."""

    id: str
    text: str
    channel: str = ""
    author: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message is gone. ``before`` is what it said, where anything came of that."""

    id: str
    channel: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Reacted:
    """Somebody set a reaction on a message, or took it away.

    It counts from the last look before it was seen; ``seen_late`` is the look that saw it, where that is not the same instant.
    """

    message: str
    emoji: str
    user: str
    is_set: bool = True
    seen_late: datetime | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left the server."""

    user: str


Row = Message | Edited | Deleted | Reacted | Left


@dataclass(slots=True)
class Act:
    """Something that the rules are to do: its kind, by which the game knows what carries it out, and what it needs for that.

    ``message`` is the one that announced it; None for what happens by itself. ``said`` is the canonical line that it was read as.
    """

    kind: str
    fields: dict[str, Any] = field(default_factory=dict)
    message: Message | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Boundary:
    """Something that happens by itself at an instant (UTC); of those at one instant the lower ``order`` comes first."""

    at: datetime
    order: tuple[Any, ...]
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Open:
    """Something that stands open in the gamestate until its dice fell: the act that goes on with it, and what its dice are named after.

    It is tried again after every step, and must not stay as it is once it was done.
    """

    act: Act
    row: str
    part: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Something of a message that is nearly an action: its author is asked, with lines that they may confirm."""

    message: Message
    suggestions: tuple[str, ...]
