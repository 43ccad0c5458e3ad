"""What was heard of a server as it happened, as rows: the same as reading would give, with the instant instead of two looks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.snowflakes import place_of
from tracker.sources.chat.cursor import NOT_READ, Count, DiscordCursor, Entry, Place
from tracker.sources.chat.discord_json import Json, emoji_of, is_peoples, message_of, person_of
from tracker.sources.chat.memory import ChatMemory
from tracker.sources.chat.rows import (
    LIVE,
    Person,
    SeenMessage,
    Span,
    deleted_row,
    emoji_key,
    is_snowflake,
    left_row,
    message_rows,
    named_row,
    reaction_row,
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the gateway told: its name, what it said, and when it was heard (after a gap: between which instants)."""

    name: str
    told: Json
    span: Span


def heard_rows(
    event: Event, cursor: DiscordCursor, memory: ChatMemory, known: Collection[str] = ()
) -> list[Observation]:
    """The rows of an event; none where it tells nothing new, or nothing of the places that are read.

    Names are told of those alone of whom any were told before, or whose accounts are ``known``.
    """
    told = event.told
    if event.name == "GUILD_MEMBER_REMOVE":
        return _left(event, cursor)
    if event.name in _MEMBERS:
        return _named(event, cursor, known)
    place = cursor.places.get(str(told.get("channel_id")))
    if place is None:
        return []
    if event.name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
        return _written(event, place, cursor, memory)
    if event.name in {"MESSAGE_DELETE", "MESSAGE_DELETE_BULK"}:
        return _deleted(event, memory)
    return _reacted(event, place, memory) if event.name in _REACTIONS else []


def _left(event: Event, cursor: DiscordCursor) -> list[Observation]:
    person = person_of(event.told.get("user"), cursor.nicks)
    if person is None or str(event.told.get("guild_id")) != cursor.guild:
        return []
    cursor.members = [id for id in cursor.members if id != person.id]
    return [left_row(person, event.span, LIVE)]


def _named(event: Event, cursor: DiscordCursor, known: Collection[str]) -> list[Observation]:
    nicks = _nick(event.told) if "nick" in event.told else cursor.nicks
    person = person_of(event.told.get("user"), nicks)
    if person is None or str(event.told.get("guild_id")) != cursor.guild:
        return []
    cursor.nicks.pop(person.id, None)
    if nick := nicks.get(person.id):
        cursor.nicks[person.id] = nick
    before = cursor.named.get(person.id)
    if before == person.called or (before is None and person.id not in known):
        return []
    return [named_row(person, event.span, LIVE)]


def _written(event: Event, place: Place, cursor: DiscordCursor, memory: ChatMemory) -> list[Observation]:
    told = event.told
    member = told.get("member")
    nick = member.get("nick") if isinstance(member, Mapping) else None
    author = told.get("author")
    nicks = {**cursor.nicks, str(author.get("id")): nick} if nick and isinstance(author, Mapping) else cursor.nicks
    # What is told of a change may be a part of the message alone.
    if not is_peoples(told) or "content" not in told or not isinstance(author, Mapping):
        return []
    try:
        where = place_of(cursor.guild, told["channel_id"])
        seen = message_of(told, place.channel, place.thread, nicks, where)
    except ValueError:
        return []
    before = memory.message(seen.id)
    if seen.is_blank or int(seen.id) <= place.first or (event.name == "MESSAGE_UPDATE" and before is None):
        return []
    rows = message_rows(seen, before, event.span.by, LIVE)
    if before is None:
        _note(place, seen, event)
    return rows


def _note(place: Place, seen: SeenMessage, event: Event) -> None:
    """A message that was heard of is known to have no reactions yet."""
    place.entries[seen.id] = Entry(iso(max(seen.at, event.span.after)))


def _deleted(event: Event, memory: ChatMemory) -> list[Observation]:
    ids = event.told.get("ids") or [event.told.get("id")]
    archived = memory.messages(id for id in ids if is_snowflake(id)).values()
    there = [row for row in archived if row.kind != "message_deleted"]
    return [deleted_row(row, event.span.since(row.happened_at), LIVE) for row in there]


# --- reactions --------------------------------------------------------------------------------------------------------

_SET = "MESSAGE_REACTION_ADD"
_TAKEN_BACK = frozenset({"MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE_ALL", "MESSAGE_REACTION_REMOVE_EMOJI"})
_REACTIONS = _TAKEN_BACK | {_SET}
_MEMBERS = frozenset({"GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE"})
_MESSAGES = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"})
NAMES = frozenset({"GUILD_MEMBER_REMOVE", *_MEMBERS, *_MESSAGES, *_REACTIONS})
"""The names of the events that are listened for."""


def _reacted(event: Event, place: Place, memory: ChatMemory) -> list[Observation]:
    told, id = event.told, str(event.told.get("message_id"))
    message = memory.message(id)
    if message is None:
        return []
    emoji, user = emoji_of(told.get("emoji")), told.get("user_id")
    stood = memory.reactions(id)
    keys = [emoji_key(emoji)] if emoji else list(stood)
    _mark(place, id, keys)
    if event.name == _SET:
        return list(_set(event, id, emoji, stood.get(keys[0], {}))) if emoji and is_snowflake(user) else []
    rows = [row for key in keys for row in stood.get(key, {}).values() if row.kind == "reaction"]
    return [_removed(event, id, row) for row in rows if user is None or row.text("user") == user]


def _mark(place: Place, id: str, keys: Iterable[str]) -> None:
    """Have the next look ask who set these emoji, as reactions may have been missed beside the one that was heard."""
    entry = place.entries.get(id)
    if entry is None:
        return
    for key in keys:
        was = entry.reactions.get(key)
        entry.reactions[key] = Count(NOT_READ, was.who_at if was else entry.seen_at)


def _set(event: Event, id: str, emoji: str, stood: Mapping[str, Observation]) -> Iterable[Observation]:
    user: Any = event.told.get("user_id")
    known = stood.get(user)
    if known is not None and known.kind == "reaction":
        return
    member = event.told.get("member")
    person = person_of(member.get("user"), _nick(member)) if isinstance(member, Mapping) else None
    named = known.text("emoji") if known else emoji
    after = [known.happened_at] if known else []
    yield reaction_row(id, named, person or Person(user), event.span.since(*after), LIVE)


def _nick(member: Mapping[str, Any]) -> Mapping[str, str]:
    user, nick = member.get("user"), member.get("nick")
    return {str(user.get("id")): nick} if isinstance(user, Mapping) and isinstance(nick, str) else {}


def _removed(event: Event, id: str, row: Observation) -> Observation:
    person = Person(row.text("user"), row.text("name"), is_bot=bool(row.payload.get("bot")))
    span = event.span.since(row.possible_from)
    return reaction_row(id, row.text("emoji"), person, span, LIVE, is_set=False)
