"""Which channels, threads and forum posts of a server are read: the config's names found among what Discord lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any

from tracker.core.instants import iso, parse_instant
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.errors import SourceUnreadableError
from tracker.sources.chat.config import DiscordConfig
from tracker.sources.chat.cursor import DiscordCursor, Place
from tracker.sources.chat.discord_json import instant_of
from tracker.sources.chat.rest import DiscordRest, TokenRefusedError, Told
from tracker.sources.chat.rows import is_snowflake, snowflake_before

CATEGORY = 4
FORUMS = frozenset({15, 16})
"""The types of channels that hold threads alone: forums and galleries."""
LIST_EVERY = timedelta(days=1)
"""How often channels and archived threads are listed anew."""


@dataclass(slots=True)
class Directory:
    """The places that are read, as the cursor keeps them, brought up to date with what Discord lists."""

    config: DiscordConfig
    cursor: DiscordCursor
    rest: DiscordRest
    now: datetime
    has_listed: bool = field(default=False)

    def heed_config(self) -> None:
        """Take over what the config now says of places that are read: from when on, and where votes are."""
        cursor, first = self.cursor, snowflake_before(self.config.since)
        ids = {**cursor.channels, **cursor.forums}
        voting = {ids[name] for name in self.config.voting_channels if name in ids}
        for id, place in cursor.places.items():
            place.is_voting = (place.parent or id) in voting
            if first < place.first:
                place.last, place.is_begun = first, False
                cursor.listed_at = ""
            place.first = first
        for id in self.config.private():
            self._place(id, PRIVATE_CHANNEL, parent="", thread="")

    @property
    def is_due(self) -> bool:
        """Whether the channels have to be listed: never yet, long ago, or the config names others."""
        cursor = self.cursor
        if not cursor.listed_at or self.now - parse_instant(cursor.listed_at) >= LIST_EVERY:
            return True
        return {*self.config.channels} != {*cursor.channels, *cursor.forums, *cursor.problems}

    def find_channels(self) -> Told:
        """Find each name of the config among the server's channels, which are given; raises SourceError."""
        told = self.rest.channels(self.config.guild)
        listed = [one for one in told.listed(f"server {self.config.guild}") if _is_channel(one)]
        cursor = self.cursor
        before = {**cursor.channels, **cursor.forums}
        cursor.channels, cursor.forums, cursor.problems = {}, {}, {}
        for name in self.config.channels:
            self._find(name, listed, before.get(name, ""))
        return told

    def list_channels(self) -> None:
        """Learn which channels and which archived threads of theirs are read; raises SourceError where they cannot be listed."""
        cursor, since = self.cursor, self.cursor.listed_at
        asked_at = self.find_channels().asked_at
        self.has_listed = True
        wanted = {*cursor.channels.values(), *cursor.forums.values()}
        wanted |= {id for id, place in cursor.places.items() if place.is_private}
        for id in [id for id, place in cursor.places.items() if (place.parent or id) not in wanted]:
            del cursor.places[id]
        for name, id in cursor.channels.items():
            self._place(id, name, parent="", thread="")
        for name, id in (*cursor.channels.items(), *cursor.forums.items()):
            try:
                self._list_archived(id, name, since)
            except TokenRefusedError:
                raise
            except SourceUnreadableError as error:
                # A channel that cannot be read is told of when it is read; a forum is read by its threads alone.
                if name in cursor.forums:
                    cursor.problems[name] = f"{error.message}; {error.remedy}"
        cursor.listed_at = iso(asked_at)

    def follow_threads(self) -> None:
        """Learn which threads are active, by one request; nothing is asked where there can be none."""
        alive = any(place.parent and not place.is_archived for place in self.cursor.places.values())
        if not (self.cursor.forums or alive or self.has_listed):
            return
        place = f"threads of server {self.config.guild}"
        told = self.rest.active_threads(self.config.guild).named(place).get("threads")
        listed = {one["id"]: one for one in told or [] if _is_channel(one)}
        for thread in listed.values():
            self.take_thread(thread)
        for id, known in self.cursor.places.items():
            known.is_archived = bool(known.parent) and id not in listed

    def take_thread(self, thread: Mapping[str, Any]) -> None:
        """Read a thread from now on, where it is of a channel that is read."""
        names = {id: name for name, id in (*self.cursor.channels.items(), *self.cursor.forums.items())}
        parent = str(thread.get("parent_id") or "")
        if not is_snowflake(thread.get("id")) or parent not in names:
            return
        title = thread.get("name")
        place = self._place(
            thread["id"], names[parent], parent=parent, thread=title if isinstance(title, str) else "thread"
        )
        place.newest = str(thread.get("last_message_id") or place.newest)
        place.is_archived = False

    def to_read(self, *, is_open: Iterable[str]) -> Iterator[tuple[str, Place]]:
        """The places that a look reads: every channel, and the threads with news, with open messages, or not listed lately."""
        opened = {*is_open}
        for id, place in list(self.cursor.places.items()):
            if (
                not place.parent
                or not place.is_begun
                or id in opened
                or _has_news(place)
                or (self.has_listed and not place.is_archived)
            ):
                yield id, place

    def _find(self, name: str, listed: list[Mapping[str, Any]], before: str) -> None:
        wanted = name.removeprefix("#").casefold()
        found = [one for one in listed if one["id"] == wanted or str(one.get("name")).casefold() == wanted]
        # Renamed: what was found once under a name of the config stays what it means.
        found = found or [one for one in listed if one["id"] == before]
        if len(found) == 1:
            chosen = self.cursor.forums if found[0].get("type") in FORUMS else self.cursor.channels
            chosen[name] = found[0]["id"]
        else:
            self.cursor.problems[name] = _ambiguous(found) if found else _unknown(wanted, listed)

    def _place(self, id: str, name: str, *, parent: str, thread: str) -> Place:
        place = self.cursor.places.get(id)
        if place is None:
            first = snowflake_before(self.config.since)
            place = self.cursor.places[id] = Place(name.removeprefix("#"), parent=parent, first=first, last=first)
        place.thread = thread
        place.is_voting = name in self.config.voting_channels
        return place

    def _list_archived(self, id: str, name: str, since: str) -> None:
        """The threads of a channel that were archived since they were listed last, or since the reading begins."""
        start = parse_instant(since) if since else self.config.since
        before = ""
        while True:
            told = self.rest.archived_threads(id, before).named(f"channel {name}")
            threads = [one for one in told.get("threads") or [] if _is_channel(one)]
            for thread in threads:
                when = _archived_at(thread)
                if start is None or when is None or when >= start:
                    self.take_thread({**thread, "parent_id": id})
                    self.cursor.places[thread["id"]].is_archived = True
            ends = [when for thread in threads if (when := _archived_at(thread)) is not None]
            if not told.get("has_more") or not ends or (start is not None and min(ends) < start):
                return
            if before == (before := min(ends).isoformat()):
                return


def _has_news(place: Place) -> bool:
    return is_snowflake(place.newest) and int(place.newest) > place.last


def _is_channel(one: object) -> bool:
    return isinstance(one, Mapping) and is_snowflake(one.get("id")) and one.get("type") != CATEGORY


def _archived_at(thread: Mapping[str, Any]) -> datetime | None:
    details = thread.get("thread_metadata")
    return instant_of(details.get("archive_timestamp")) if isinstance(details, Mapping) else None


def _ambiguous(found: list[Mapping[str, Any]]) -> str:
    return f"{len(found)} channels are called so; write the id of the one that is meant: {', '.join(one['id'] for one in found)}"


def _unknown(name: str, listed: list[Mapping[str, Any]]) -> str:
    names = sorted({str(one.get("name")) for one in listed})
    near = get_close_matches(name, names, n=3)
    if near:
        return f"the server has no such channel that the bot may see; did you mean {', '.join(near)}?"
    return f"the server has no such channel that the bot may see; there are {', '.join(names[:20]) or 'none'}"
