"""Messages, reactions and accounts out of the JSON in which Discord's REST interface and its gateway tell them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from tracker.core.snowflakes import snowflake_instant
from tracker.sources.chat.rows import Person, SeenMessage, SeenReaction, is_snowflake

Json = Mapping[str, Any]

PEOPLES_TYPES = frozenset({0, 19, 20, 23})
"""The types of messages that somebody wrote: plain ones, replies and what commands brought; the others the server makes."""
THREAD_MADE = 18
_CONTENTS = (
    "content", "embeds", "attachments", "components", "sticker_items", "poll", "message_snapshots", "activity", "application"
)  # fmt: skip
NOBODY = Person("unknown")


def message_of(
    raw: object, channel: str = "", thread: str = "", nicks: Mapping[str, str] | None = None, place: str = ""
) -> SeenMessage:
    """A message of a channel and thread, by their names, at a place; raises ValueError where what came is none."""
    if not isinstance(raw, Mapping) or not is_snowflake(raw.get("id")):
        raise ValueError("a message without an id")
    author = author_of(raw, nicks or {})
    return SeenMessage(
        id=raw["id"],
        at=snowflake_instant(raw["id"]),
        author=author,
        text=_text(raw.get("content")),
        edited_at=instant_of(raw.get("edited_timestamp")),
        reply_to=_reply(raw),
        channel=channel,
        thread=thread,
        place=place,
        reactions=tuple(_reactions(raw.get("reactions"))),
        is_blank=not author.is_bot and not any(raw.get(name) for name in _CONTENTS),
    )


def is_peoples(raw: Json) -> bool:
    """Whether somebody wrote a message, rather than the server telling what happened."""
    return raw.get("type", 0) in PEOPLES_TYPES


def author_of(raw: Json, nicks: Mapping[str, str]) -> Person:
    """Who wrote a message; a webhook is a bot that takes whatever name it likes, so its name is that of the message."""
    person = person_of(raw.get("author"), nicks) or NOBODY
    return replace(person, is_bot=True) if raw.get("webhook_id") else person


def person_of(raw: object, nicks: Mapping[str, str] | None = None) -> Person | None:
    """An account; None where what came is none. Its name here goes before its name everywhere, and that before its user name."""
    if not isinstance(raw, Mapping) or not is_snowflake(raw.get("id")):
        return None
    told = ((nicks or {}).get(raw["id"], ""), _text(raw.get("global_name")), _text(raw.get("username")))
    name, *also = [*dict.fromkeys(filter(None, told)), ""]
    return Person(raw["id"], name, is_bot=raw.get("bot") is True, also=tuple(filter(None, also)))


def emoji_of(raw: object) -> str:
    """An emoji: the character with its tone as it was set, or ``name:id``; empty where it cannot be told."""
    if not isinstance(raw, Mapping):
        return ""
    name = _text(raw.get("name"))
    # One that the server made and deleted since has lost its name.
    return f"{name or '_'}:{raw['id']}" if raw.get("id") else name


def instant_of(value: object) -> datetime | None:
    """An instant with a zone; None where there is none, or none that can be read."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        return found.astimezone(UTC) if found is not None and found.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _reply(raw: Json) -> str:
    reference = raw.get("message_reference")
    answered = reference.get("message_id") if isinstance(reference, Mapping) and raw.get("type") == 19 else ""
    return answered if isinstance(answered, str) else ""


def _reactions(raw: object) -> list[SeenReaction]:
    told = [one for one in raw if isinstance(one, Mapping)] if isinstance(raw, list) else []
    found: dict[str, SeenReaction] = {}
    for one in told:
        emoji, details = emoji_of(one.get("emoji")), one.get("count_details")
        burst = _count(details.get("burst")) if isinstance(details, Mapping) else 0
        if emoji and _count(one.get("count")):
            found.setdefault(emoji, SeenReaction(emoji, _count(one.get("count")), burst))
    return list(found.values())


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
