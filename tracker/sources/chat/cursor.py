"""What the readers of a chat remember from one look to the next, kept as JSON text in the archive."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.instants import iso, parse_instant
from tracker.core.secrecy import PRIVATE_CHANNEL

NOT_READ = -1
"""In place of a number: who set the emoji is still to be read."""


@dataclass(slots=True)
class Count:
    """How many set an emoji at the last look, and the instant (ISO) at which it was last known who."""

    number: int
    who_at: str


@dataclass(slots=True)
class Entry:
    """A message that is looked at again: when it was seen last, its newest edit then (ISO, or empty), its reactions by emoji's key."""

    seen_at: str
    edited: str = ""
    reactions: dict[str, Count] = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """A channel, a thread or a forum post in which people write.

    ``channel`` is the name in the config, of threads that of the channel they belong to; ``last`` the id up to which all was
    read, ``first`` that after which it is told of; ``newest`` the last message that a list of threads named. ``is_begun``: it
    has been read up to its end once. ``entries`` are the messages that are looked at again, by id.
    """

    channel: str
    is_voting: bool = False
    thread: str = ""
    parent: str = ""
    first: int = 0
    last: int = 0
    newest: str = ""
    is_begun: bool = False
    is_archived: bool = False
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def is_private(self) -> bool:
        """Whether people write there to the bot alone."""
        return self.channel == PRIVATE_CHANNEL


@dataclass(slots=True)
class DiscordCursor:
    """What the reader of a guild remembers; ``me`` is the bot's own account.

    ``channels`` and ``forums`` are ids by the config's names, ``problems`` says of each of the other names what is wrong with
    it. ``members`` are those of the server at ``members_at``, ``nicks`` their names there, ``named`` the names that were told last of
    whomever any were told, that shown first; ``has_no_members``: they were not shown
    when they were asked for last, at ``members_refused_at``. ``whole_at`` is the last look
    that read everything, ``awaits`` an instant at which something was due and after which none has. ``unread`` are the places that
    the last look could not read wholly, each with since when and why; ``is_deaf``: nothing was heard when it looked. Instants are ISO texts or empty.
    """

    guild: str = ""
    listed_at: str = ""
    channels: dict[str, str] = field(default_factory=dict)
    forums: dict[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    members_at: str = ""
    members: list[str] = field(default_factory=list)
    nicks: dict[str, str] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)
    has_no_members: bool = False
    members_refused_at: str = ""
    are_authors_checked: bool = False
    whole_at: str = ""
    awaits: str = ""
    unread: dict[str, list[str]] = field(default_factory=dict)
    is_deaf: bool = False
    me: str = ""

    @classmethod
    def parse(cls, text: str | None, guild: str) -> DiscordCursor:
        """Read a cursor; none, one of another guild, or one that cannot be read, is that of a first look."""
        try:
            stored = json.loads(text or "{}")
            made = cls(**{**stored, "places": {id: _place(place) for id, place in stored.get("places", {}).items()}})
        except (ValueError, TypeError, AttributeError, KeyError):
            return cls(guild)
        return made if made.guild == guild else cls(guild)

    def text(self) -> str:
        """As the archive keeps it."""
        kept = {name: getattr(self, name) for name in self.__dataclass_fields__}
        kept["places"] = {id: _written(place) for id, place in self.places.items()}
        return json.dumps(kept, sort_keys=True, separators=(",", ":"))


def _written(place: Place) -> dict[str, Any]:
    # By hand, as every look writes it: what dataclasses offer for it copies each part.
    kept = {name: getattr(place, name) for name in place.__dataclass_fields__}
    kept["entries"] = {
        id: [entry.seen_at, entry.edited, {key: [count.number, count.who_at] for key, count in entry.reactions.items()}]
        for id, entry in place.entries.items()
    }
    return kept


def _place(stored: dict[str, Any]) -> Place:
    entries = {}
    for id, (seen_at, edited, reactions) in stored.get("entries", {}).items():
        entries[id] = Entry(seen_at, edited, {emoji: Count(*count) for emoji, count in reactions.items()})
    return Place(**{**stored, "entries": entries})


@dataclass(slots=True)
class FileMark:
    """An exported file as it was read last: when it was written (nanoseconds), its length, its SHA-256, and what was wrong."""

    written: int = 0
    length: int = 0
    digest: str = ""
    problems: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class ChannelRead:
    """The stretches of which files tell all that was said in a channel: its name, and from when to when, in order (UTC)."""

    name: str = ""
    stretches: list[list[str]] = field(default_factory=list)

    @property
    def up_to(self) -> datetime:
        """Up to when everything is read: the end of the first stretch, as nothing is known of what comes between it and the next."""
        return parse_instant(self.stretches[0][1])

    @property
    def newest(self) -> datetime:
        """Up to when the newest stretch goes, whatever is missing before it."""
        return parse_instant(self.stretches[-1][1])

    def add(self, after: datetime, by: datetime) -> None:
        """Note one more stretch of time that files tell wholly; stretches that touch or overlap become one."""
        known = [(parse_instant(one), parse_instant(other)) for one, other in self.stretches]
        joined: list[tuple[datetime, datetime]] = []
        for start, end in sorted([*known, (after, by)]):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        self.stretches = [[iso(start), iso(end)] for start, end in joined]


@dataclass(slots=True)
class ExportCursor:
    """The exported files that were read, by path, and what they tell all of.

    ``channels`` are by id; under the id and a slash are a channel's threads, all together. ``whole_at`` is up to when it was told
    that everything was read.
    """

    files: dict[str, FileMark] = field(default_factory=dict)
    channels: dict[str, ChannelRead] = field(default_factory=dict)
    whole_at: str = ""

    @classmethod
    def parse(cls, text: str | None) -> ExportCursor:
        """Read a cursor; none, or one that cannot be read or tells of no channels yet, is that of a first look."""
        try:
            stored = json.loads(text or "{}")
            channels = {id: ChannelRead(**read) for id, read in stored["channels"].items()}
            return cls({path: FileMark(**mark) for path, mark in stored["files"].items()}, channels, stored["whole_at"])
        except (ValueError, TypeError, AttributeError, KeyError):
            return cls()

    def note(self, id: str, name: str, after: datetime, by: datetime) -> None:
        """Note that a file tells all that was said in a channel between two instants."""
        read = self.channels.setdefault(id, ChannelRead())
        read.name = name
        read.add(after, by)

    def whole_up_to(self, names: Collection[str]) -> datetime | None:
        """Up to when everything said in these channels is read, in all that files tell of where none is named.

        None where that is nothing at all: no file tells of one of them. The threads of a channel count where it has no messages
        of its own, as a forum has none.
        """
        return None if self.untold(names) else min((read.up_to for read in self._asked(names)), default=None)

    def untold(self, names: Collection[str]) -> list[str]:
        """The channels of these for which no exported file says up to when it tells everything."""
        return sorted({*names} - {read.name for read in self._asked(names)})

    def newest(self, names: Collection[str]) -> dict[str, datetime]:
        """Up to when the newest file of each of these channels tells, by name; of all where none is named."""
        return {read.name: read.newest for read in self._asked(names)}

    def _asked(self, names: Collection[str]) -> list[ChannelRead]:
        found = [
            read for id, read in self.channels.items() if id.removesuffix("/") == id or id[:-1] not in self.channels
        ]
        return [read for read in found if read.name in names] if names else found

    def text(self) -> str:
        """As the archive keeps it."""
        return json.dumps(asdict(self), sort_keys=True)
