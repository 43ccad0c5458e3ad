"""What a game would say in its chat: how things stand, and below people's messages what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of all that one message announced: its id, channel (without #) and instant (UTC), and the words for it.

    ``suggestions`` are the canonical lines, as the words number them, of which its author may confirm one by a reaction.
    """

    message: str
    channel: str
    at: datetime
    text: str
    clause: str = ""
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """What some people are called for in a channel (without #), once, at an instant (UTC); ``key`` tells it from all other calls.

    The first line of ``text`` is that of no other call.
    """

    key: str
    channel: str
    at: datetime
    text: str
    people: tuple[str, ...]
    clause: str = ""


@dataclass(frozen=True, slots=True)
class ChatAnswers:
    """``status`` says how things stand ("" for nothing); its first line is always the same.

    ``replies`` are those to every message since ``since`` (UTC) of which anything came, and perhaps to earlier ones; messages of
    which nothing came get none. ``calls`` are those that people still need.
    """

    status: str
    replies: tuple[Reply, ...]
    since: datetime
    calls: tuple[Call, ...] = ()
