"""What readers of a chat see, in one shape whatever told it, and the observations that it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.core.changes import same_content
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.snowflakes import first_id

LIVE = "discord"
EXPORTED = "chat_export"
CHATS = (LIVE, EXPORTED)
"""The sources whose rows tell of the same messages."""

_LONGEST_ID = 20


@dataclass(frozen=True, slots=True)
class Person:
    """Who wrote or reacted: the account's id, the name that it showed, whether it is a bot or a webhook, and its names elsewhere."""

    id: str
    name: str = ""
    is_bot: bool = False
    also: tuple[str, ...] = ()

    def details(self) -> dict[str, Any]:
        """The optional fields of a row that say so."""
        return ({"name": self.name} if self.name else {}) | ({"bot": True} if self.is_bot else {})

    @property
    def called(self) -> list[str]:
        """Every name of the account, the one that it showed first."""
        return [name for name in (self.name, *self.also) if name]

    def names(self) -> dict[str, Any]:
        """The optional field of a row that says by which other names the account goes."""
        return {"also": list(self.also)} if self.also else {}


@dataclass(frozen=True, slots=True)
class SeenReaction:
    """An emoji under a message, and how many set it: ``count`` altogether, ``super_count`` of them as super reactions.

    ``users`` are those who did, where that is told; ``emoji`` is the character or, where the server made it, ``name:id``.
    """

    emoji: str
    count: int
    super_count: int = 0
    users: tuple[Person, ...] | None = None

    @property
    def is_named(self) -> bool:
        """Whether everybody who set the emoji is known."""
        return self.users is not None and len(self.users) >= self.count


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as it stood at a look; ``edited_at`` is the newest edit's instant, ``thread`` the title of where it stands.

    ``place`` are the ids of where it stands (``core.snowflakes.place_of``), "" where they are not told.
    ``mentioned`` are the people whom it mentions, where they are told by name.
    ``is_blank``: nothing of what it holds was shown, as where the bot may not read contents.
    """

    id: str
    at: datetime
    author: Person
    text: str
    edited_at: datetime | None = None
    reply_to: str = ""
    channel: str = ""
    thread: str = ""
    place: str = ""
    reactions: tuple[SeenReaction, ...] = ()
    mentioned: tuple[Person, ...] = ()
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """When something happened: after one look and by another (UTC); at one very instant where both are the same."""

    after: datetime
    by: datetime

    @classmethod
    def exactly(cls, when: datetime) -> Span:
        """The very instant."""
        return cls(when, when)

    def since(self, *instants: datetime) -> Span:
        """The same, known to be later than these instants as far as it can be."""
        return Span(min(max([self.after, *instants]), self.by), self.by)

    def times(self) -> dict[str, Any]:
        """The fields of an observation that say so."""
        return {"at": self.by} if self.after >= self.by else {"not_before": self.after, "not_after": self.by}


# --- ids --------------------------------------------------------------------------------------------------------------


def is_snowflake(text: object) -> bool:
    """Whether a text may be an id that Discord gave."""
    return isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID


def snowflake_before(when: datetime | None) -> int:
    """The id just before the first one that Discord gives at an instant; 0 where none is named."""
    return 0 if when is None else max(1, first_id(when)) - 1


def emoji_key(emoji: str) -> str:
    """What stays of an emoji when the server renames it: its id, or the character itself."""
    name, colon, id = emoji.rpartition(":")
    return id if colon and name and id.isdecimal() else emoji


# --- rows -------------------------------------------------------------------------------------------------------------


def message_rows(seen: SeenMessage, before: Observation | None, looked_at: datetime, source: str) -> list[Observation]:
    """What a sight of a message adds to the newest row that the archive has of it (None: it has none).

    A text changes by an edit alone, and the chat dates the newest one: so another text without a later edit is the same
    message told in another way (an export writes names where the chat writes ids), or an older sight of it.
    """
    if before is None:
        first = _message_row("message", seen, {"at": seen.at}, looked_at, source)
        return (
            [first]
            if seen.edited_at is None
            else [_marked(first), _edited_row(seen, seen.edited_at, looked_at, source)]
        )
    if before.kind == "message_deleted" or seen.edited_at is None or seen.edited_at <= before.happened_at:
        return []
    if before.is_interval and same_content(before.payload.get("text"), seen.text):
        return []
    return [_edited_row(seen, seen.edited_at, looked_at, source)]


def _edited_row(seen: SeenMessage, at: datetime, looked_at: datetime, source: str) -> Observation:
    return _message_row("message_edited", seen, {"at": at}, looked_at, source)


def _marked(row: Observation) -> Observation:
    return Observation(
        row.kind, row.id, {**row.payload, "seen_edited": True}, at=row.at, seen_at=row.seen_at, source=row.source
    )


def _message_row(kind: str, seen: SeenMessage, times: dict[str, Any], looked_at: datetime, source: str) -> Observation:
    payload = {
        "channel": seen.channel,
        "author": seen.author.id,
        "text": seen.text,
        **seen.author.details(),
    } | seen.author.names()
    place = seen.place if kind == "message" else ""
    more = (("reply_to", seen.reply_to), ("thread", seen.thread), ("place", place))
    payload |= {name: value for name, value in more if value}
    return Observation(kind, seen.id, payload, **times, seen_at=looked_at, source=source)


def without_own_words(rows: Iterable[Observation], me: str) -> Iterator[Observation]:
    """Rows without the texts of the bot's own messages: they quote words of people, which may be redacted, and tell nothing new."""
    for row in rows:
        is_own = bool(me) and row.payload.get("author") == me and bool(row.payload.get("text"))
        yield replace(row, payload={**row.payload, "text": ""}) if is_own else row


def deleted_row(before: Observation, span: Span, source: str) -> Observation:
    """The tombstone of a message, by the newest row of it."""
    kept = {
        name: before.payload[name]
        for name in ("channel", "author", "name", "bot", "thread")
        if before.payload.get(name)
    }
    return Observation("message_deleted", before.id, kept, **span.times(), seen_at=span.by, source=source)


def reaction_row(
    message: str, emoji: str, person: Person, span: Span, source: str, *, is_set: bool = True
) -> Observation:
    """Somebody's reaction, or that it was taken back."""
    payload = {"message": message, "emoji": emoji, "user": person.id, **person.details()}
    kind = "reaction" if is_set else "reaction_removed"
    id = f"reaction:{message}:{emoji}:{person.id}"
    return Observation(kind, id, payload, **span.times(), seen_at=span.by, source=source)


def unnamed_row(
    message: str, emoji: str, count: int, span: Span, source: str, *, is_named: bool = False
) -> Observation:
    """The row that says how many set an emoji where nobody tells who did, or that by now it is told (``is_named``)."""
    part = f"{source}:reactions:{message}:{emoji}"
    payload = {"source": part, "complete": is_named} | ({} if is_named else {"reactions": count})
    return Observation("look", f"look:{part}", payload, **span.times(), seen_at=span.by, source=source)


def whole_row(span: Span, seen_at: datetime, source: str, *, is_whole: bool = True) -> Observation:
    """The row that says whether everything was read between the last whole look and this one."""
    id, told = f"look:{source}:{iso(span.by)}", {"source": source, "complete": is_whole}
    return Observation("look", id, told, not_before=span.after, not_after=span.by, seen_at=seen_at, source=source)


def named_row(person: Person, span: Span, source: str) -> Observation:
    """By which names somebody on the server goes since they changed."""
    id = f"named:{person.id}:{span.by:%Y-%m-%dT%H:%M:%S}"
    payload = {"user": person.id, **person.details(), **person.names()}
    return Observation("member_named", id, payload, **span.times(), seen_at=span.by, source=source)


_NAMING = frozenset({"message", "message_edited", "member_named"})
"""The kinds of rows that say by which names an account goes."""


def names_told(rows: Iterable[Observation]) -> dict[str, list[str]]:
    """By which names accounts go, as rows say, the one that is shown first; of each by the last row that says so."""
    return {
        row.text("user") or row.text("author"): [
            name for name in (row.text("name"), *(row.payload.get("also") or ())) if name
        ]
        for row in rows
        if row.kind in _NAMING
    }


def left_row(person: Person, span: Span, source: str) -> Observation:
    """Somebody's leaving of the server; whoever comes back may leave again."""
    id = f"left:{person.id}:{span.by:%Y-%m-%dT%H:%M:%S}"
    return Observation(
        "member_left", id, {"user": person.id, **person.details()}, **span.times(), seen_at=span.by, source=source
    )
