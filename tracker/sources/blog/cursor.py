"""The blog source's cursor: what it remembers from one tick to the next, kept as JSON text in the archive."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.instants import parse_instant
from tracker.core.observation import canonical_json


@dataclass(slots=True)
class Watch:
    """When a post was last asked for, and when it was last read completely; either may be empty.

    ``shown_at``: when its page was last read to the end, whatever settings made of it.
    """

    asked_at: str = ""
    complete_at: str = ""
    shown_at: str = ""


@dataclass(slots=True)
class Walk:
    """How far a walk through the month archives is: the next month, the first and the last, and the month's posts done.

    ``tries``: how often the next month could not be listed. ``is_resync``: what is archived of a month and is not listed
    there any more is read too. An empty ``last`` is the month of the look that begins it.
    """

    first: str
    next: str
    last: str
    done: list[str] = field(default_factory=list)
    tries: int = 0
    is_resync: bool = False


@dataclass(slots=True)
class BlogCursor:
    """What the blog source remembers; it satisfies the ``EngineMemory`` port too.

    ``fingerprints``: by hint place, the fingerprint of each entry seen last. ``hinted``: posts that a hint named and that
    no answer came for yet. ``watched``: the posts that are still looked at, by slug. ``full_at``: when the last full
    reading began; ``full_since``: when one began that is not finished. ``unread``: since when the archive knows of a
    part (``post:SLUG``, ``roster``, ``site``) that it cannot be read wholly; ``unread_ahead``: the same, noted by a clock that
    was ahead. Instants are ISO texts or empty.
    """

    validators: dict[str, tuple[str, str]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    fingerprints: dict[str, dict[str, str]] = field(default_factory=dict)
    hinted: dict[str, str] = field(default_factory=dict)
    watched: dict[str, Watch] = field(default_factory=dict)
    walk: Walk | None = None
    has_walked: bool = False
    turn: int = 0
    full_at: str = ""
    full_since: str = ""
    roster_at: str = ""
    roster_shown_at: str = ""
    unread: dict[str, str] = field(default_factory=dict)
    unread_ahead: dict[str, str] = field(default_factory=dict)
    wait_until: str = ""

    @classmethod
    def parse(cls, text: str | None) -> BlogCursor:
        """Read a cursor; none, or one that cannot be read, is that of a first run (nothing is lost by looking again)."""
        try:
            stored = json.loads(text or "{}")
            return cls._from_stored(stored) if isinstance(stored, dict) else cls()
        except (ValueError, TypeError, AttributeError):
            return cls()

    @classmethod
    def _from_stored(cls, stored: Mapping[str, Any]) -> BlogCursor:
        known = {name: value for name, value in stored.items() if name in cls.__dataclass_fields__}
        cursor = cls(**known)
        cursor.validators = {url: (pair[0], pair[1]) for url, pair in cursor.validators.items()}
        watched = known.get("watched", {})
        cursor.watched = {slug: Watch(**watch) for slug, watch in watched.items()}
        cursor.walk = Walk(**known["walk"]) if known.get("walk") else None
        return cursor

    def forget_what_is_to_come(self, now: datetime) -> None:
        """Take instants later than now for none: the clock was wrong when they were noted, and nothing is put off by them."""
        self.full_at, self.full_since = _past(self.full_at, now), _past(self.full_since, now)
        self.roster_at, self.roster_shown_at = _past(self.roster_at, now), _past(self.roster_shown_at, now)
        for watch in self.watched.values():
            watch.asked_at, watch.complete_at = _past(watch.asked_at, now), _past(watch.complete_at, now)
            watch.shown_at = _past(watch.shown_at, now)
        ahead = {part: at for part, at in self.unread.items() if not _past(at, now)}
        self.unread = {part: at for part, at in self.unread.items() if part not in ahead}
        self.unread_ahead |= ahead

    def text(self) -> str:
        """The cursor as canonical JSON."""
        return canonical_json(asdict(self))


def instant_or_none(text: str) -> datetime | None:
    """An instant kept as text; None where it is empty."""
    return parse_instant(text) if text else None


def _past(text: str, now: datetime) -> str:
    """An instant kept as text where it is not later than now; else none."""
    instant = instant_or_none(text)
    return text if instant is not None and instant <= now else ""
