"""What the readers of a chat remember from one look to the next, kept as JSON text in the archive."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

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


@dataclass(slots=True)
class DiscordCursor:
    """What the reader of a guild remembers.

    ``channels`` and ``forums`` are ids by the config's names, ``problems`` says of each of the other names what is wrong with
    it. ``members`` are those of the server at ``members_at``, ``nicks`` their names there. ``whole_at`` is the last look
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
    has_no_members: bool = False
    are_authors_checked: bool = False
    whole_at: str = ""
    awaits: str = ""
    unread: dict[str, list[str]] = field(default_factory=dict)
    is_deaf: bool = False

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
class ExportCursor:
    """The exported files that were read, by path."""

    files: dict[str, FileMark] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None) -> ExportCursor:
        """Read a cursor; none, or one that cannot be read, is that of a first look."""
        try:
            return cls({path: FileMark(**mark) for path, mark in json.loads(text or "{}").get("files", {}).items()})
        except (ValueError, TypeError, AttributeError):
            return cls()

    def text(self) -> str:
        """As the archive keeps it."""
        return json.dumps(asdict(self), sort_keys=True)
