"""One exported file of a chat, as DiscordChatExporter writes it: its messages, and what it tells all of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tracker.core.nesting import read_json
from tracker.core.observation import ReadingWarning
from tracker.core.snowflakes import FIRST_MILLISECOND, place_of, snowflake_instant
from tracker.sources.chat.config import CONTENT_OFF, Code, warning
from tracker.sources.chat.discord_json import NOBODY, emoji_of
from tracker.sources.chat.rows import (
    Person,
    SeenMessage,
    SeenReaction,
    is_snowflake,
)

PEOPLES_TYPES = frozenset({"Default", "Reply", "20", "23", "ChatInputCommand", "ContextMenuCommand"})
_QUARTER = timedelta(minutes=15)
_CONTENTS = ("content", "attachments", "embeds", "stickers", "components", "forwardedMessage")


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a file tells all of: a channel by its id (see ``ExportCursor``) and name, after one instant and by another (UTC)."""

    id: str
    channel: str
    after: datetime
    by: datetime


@dataclass(frozen=True, slots=True)
class Export:
    """A file that was read: when its messages were seen at the earliest and by when, and what was wrong with some of it.

    ``whole`` is None where it cannot be told what the file tells all of.
    """

    messages: tuple[SeenMessage, ...]
    seen_from: datetime
    seen_by: datetime
    problems: tuple[ReadingWarning, ...] = ()
    whole: Stretch | None = None


class BrokenExportError(ValueError):
    """A file that is no export, or not a whole one."""


def read_export(content: bytes, name: str, written_by: datetime) -> Export:
    """What an exported file tells; ``written_by`` is when it was surely written. Raises BrokenExportError."""
    told = _document(content)
    (channel, thread), place = _channel(told.get("channel")), _place(told)
    seen_from = _instant(told.get("exportedAt"), timedelta()) or written_by
    found: dict[str, SeenMessage] = {}
    problems: list[ReadingWarning] = []
    for number, raw in enumerate(told["messages"], start=1):
        try:
            seen = _message(raw, channel, thread, place)
        except ValueError as error:
            text = f"message {number}: {error}; it is left out"
            problems += [] if problems else [warning(Code.UNREADABLE_MESSAGE, name, text)]
            continue
        if seen is not None:
            found[seen.id] = _newer(found.get(seen.id), seen)
    messages = tuple(sorted(found.values(), key=lambda seen: (seen.at, seen.id)))
    if (
        messages
        and all(seen.is_blank for seen in messages if not seen.author.is_bot)
        and any(seen.is_blank for seen in messages)
    ):
        text = f"{CONTENT_OFF}, then export anew"
        return Export((), seen_from, written_by, (warning(Code.EXPORT_EMPTY, name, text),))
    unnamed = [seen.id for seen in messages if not all(reaction.is_named for reaction in seen.reactions)]
    if unnamed:
        text = (
            f"does not say who reacted to {len(unnamed)} messages, the first of them {unnamed[0]}, so that votes there are unknown: "
            "export anew, as JSON, with a DiscordChatExporter newer than July 2023, which writes the users of each reaction"
        )
        problems.append(warning(Code.EXPORT_WITHOUT_USERS, name, text))
    return Export(messages, seen_from, max(seen_from, written_by), tuple(problems), _whole(told, messages))


def _document(content: bytes) -> Mapping[str, Any]:
    try:
        told = read_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BrokenExportError(f"byte {error.start + 1} is not UTF-8: export it anew") from error
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise BrokenExportError(f"{problem}; it is damaged or only half written: export it anew") from error
    except ValueError as error:
        raise BrokenExportError(
            "it is nested too deeply, or holds a number that is too long: export it anew"
        ) from error
    if not isinstance(told, Mapping) or not isinstance(told.get("messages"), list):
        raise BrokenExportError("is no export of DiscordChatExporter: it holds no list of messages; export as JSON")
    return told


def _whole(told: Mapping[str, Any], messages: Sequence[SeenMessage]) -> Stretch | None:
    """What a file tells all of: up to its export or, where it does not say when that was, up to its newest message."""
    place, dates = told["channel"], told.get("dateRange")
    channel, thread = _channel(place)
    after, before = (dates.get("after"), dates.get("before")) if isinstance(dates, Mapping) else (None, None)
    since, until = (_instant(each, None) if each else None for each in (after, before))
    by = _instant(told.get("exportedAt"), None) or max((seen.at for seen in messages), default=None)
    if by is None or bool(after) != bool(since) or bool(before) != bool(until):
        return None
    id = f"{_text(place.get('categoryId')) or channel}/" if thread else _text(place.get("id")) or channel
    return Stretch(id, channel, since or FIRST_MILLISECOND, min(by, until or by))


def _channel(raw: Any) -> tuple[str, str]:
    """The channel's name, and the title where it is a thread: of that the file calls the channel it belongs to its category."""
    told = raw if isinstance(raw, Mapping) else {}
    name = _text(told.get("name")).removeprefix("#")
    parent = _text(told.get("category")).removeprefix("#")
    if not name:
        raise BrokenExportError("does not say of which channel it is: export it anew")
    return (parent, name) if "Thread" in _text(told.get("type")) and parent else (name, "")


def _place(told: Mapping[str, Any]) -> str:
    """The ids of the server and of the channel or thread; "" where the file does not tell both."""
    guild, channel = (
        each.get("id") if isinstance(each, Mapping) else None for each in map(told.get, ("guild", "channel"))
    )
    return place_of(guild, channel)


def _message(raw: Any, channel: str, thread: str, place: str) -> SeenMessage | None:
    """A message; None where the server made it. Raises ValueError where it cannot be read."""
    if not isinstance(raw, Mapping) or not _text(raw.get("id")):
        raise ValueError("has no id")
    if str(raw.get("type", "Default")) not in PEOPLES_TYPES:
        return None
    id = raw["id"]
    if is_snowflake(id):
        at = snowflake_instant(id)
    elif (told := _instant(raw.get("timestamp"), None)) is not None:
        at = told
    else:
        raise ValueError("tells no instant with its zone")
    author = _person(raw.get("author")) or NOBODY
    reference = raw.get("reference") if raw.get("type") == "Reply" else None
    return SeenMessage(
        id=id,
        at=at,
        author=author,
        text=_text(raw.get("content")),
        edited_at=_edited(raw, at),
        reply_to=_text(reference.get("messageId")) if isinstance(reference, Mapping) else "",
        channel=channel,
        thread=thread,
        place=place,
        reactions=tuple(_reactions(raw.get("reactions"))),
        mentioned=_people(raw.get("mentions")),
        is_blank=not author.is_bot and not any(raw.get(name) for name in _CONTENTS),
    )


def _edited(raw: Mapping[str, Any], at: datetime) -> datetime | None:
    """When a message was edited last; of a file whose instants name no zone, by what its own instant is off."""
    edited = _instant(raw.get("timestampEdited"), _offset(raw.get("timestamp"), at))
    return edited if edited is not None and edited > at else None


def _offset(value: Any, at: datetime) -> timedelta | None:
    """What an instant without a zone is ahead of UTC, to a quarter of an hour; None where it cannot be told."""
    shown = _instant(value, timedelta())
    return None if shown is None else round((shown - at) / _QUARTER) * _QUARTER


def _instant(value: Any, offset: timedelta | None) -> datetime | None:
    """A text of the file as an instant, shifted by the file's offset where it names no zone; None where it is no instant."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        if found is None:
            return None
        if found.tzinfo is not None:
            return found.astimezone(UTC)
        return None if offset is None else found.replace(tzinfo=UTC) - offset
    except (ValueError, OverflowError):
        return None


def _person(raw: Any) -> Person | None:
    if not isinstance(raw, Mapping) or not _text(raw.get("id")):
        return None
    name, own = _text(raw.get("nickname")), _text(raw.get("name"))
    also = (own,) if own and name not in ("", own) else ()
    return Person(raw["id"], name or own, is_bot=raw.get("isBot") is True, also=also)


def _people(raw: Any) -> tuple[Person, ...]:
    return tuple(person for one in raw if (person := _person(one))) if isinstance(raw, list) else ()


def _reactions(raw: Any) -> Iterator[SeenReaction]:
    for one in raw if isinstance(raw, list) else ():
        if not isinstance(one, Mapping) or not (emoji := emoji_of(one.get("emoji"))):
            continue
        users = one.get("users")
        people = _people(users) if isinstance(users, list) else None
        count = one.get("count")
        yield SeenReaction(emoji, count if isinstance(count, int) else len(people or ()), users=people)


def _newer(known: SeenMessage | None, seen: SeenMessage) -> SeenMessage:
    """Of two tellings of a message in one file the one that was edited later; the reactions of both."""
    if known is None:
        return seen
    newest = seen if (seen.edited_at or seen.at) >= (known.edited_at or known.at) else known
    return replace(newest, reactions=tuple(_joined((*known.reactions, *seen.reactions))))


def _joined(reactions: Iterable[SeenReaction]) -> Iterator[SeenReaction]:
    by_emoji: dict[str, list[SeenReaction]] = {}
    for reaction in reactions:
        by_emoji.setdefault(reaction.emoji, []).append(reaction)
    for emoji, told in by_emoji.items():
        people = {person.id: person for one in told for person in one.users or ()}
        users = None if all(one.users is None for one in told) else tuple(people.values())
        yield SeenReaction(emoji, max(one.count for one in told), users=users)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
