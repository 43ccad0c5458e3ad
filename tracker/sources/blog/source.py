"""The blog as a source: which pages are read when, and what they bring to the archive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import Known, Progress
from tracker.errors import ConfigError, SourceError, SourceUnreachableError, SourceUnreadableError
from tracker.sources.blog.cursor import BlogCursor, Walk, Watch, instant_or_none
from tracker.sources.blog.reading import (
    BlogEngine,
    Code,
    Hint,
    ListedPost,
    Month,
    MonthReading,
    RosterReading,
    SubjectReading,
    warning,
)
from tracker.sources.blog.roster import ROSTER_ID, roster_observation
from tracker.sources.blog.subject import Subjects
from tracker.sources.http import AskedToWaitError

ROSTER_CODES = frozenset({Code.ROSTER_COUNT, Code.ROSTER_EMPTY})
FAILURES_BEFORE_GIVING_UP = 3
"""How many pages in a row may fail before the site is taken to be down."""


@dataclass(frozen=True, slots=True)
class BlogConfig:
    """When a blog is read.

    ``full_reading_minutes``: how often each open votable matter is read in full, whatever the hints say (304 is never
    trusted for edits). ``quiet_reading_hours``: the same for other recent posts. ``watch_days``: how long after it was
    posted or resolved a post is recent. ``start_month``: the month from which the first run and a resync read
    (``2019-10``; nothing: last month). ``votable_categories``: the categories of votable matters.
    ``open_statuses``: the statuses of matters that are open to votes.
    """

    full_reading_minutes: int = 30
    quiet_reading_hours: int = 12
    watch_days: int = 14
    start_month: str = ""
    votable_categories: frozenset[str] = frozenset({"Proposal", "Call for Judgement", "Declaration of Victory"})
    open_statuses: frozenset[str] = frozenset({"open"})


class BlogSource:
    """A blog of any engine (the ``Source`` port)."""

    def __init__(self, name: str, config: BlogConfig, engine: BlogEngine) -> None:
        """Raises ConfigError where ``start_month`` is no month."""
        self.name = name
        self.config = config
        self.engine = engine
        self._start = _start_month(config)

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Look at the blog: one hint; then in full whatever it names and whatever is due.

        The first run walks the month archives, and goes on there where it was interrupted. Raises SourceError where the
        site does not answer, or asks to be left alone.
        """
        return _Tick(self, known, now, progress).batches()

    def resync_cursor(self, cursor: str | None) -> str:
        """The cursor from which everything is read anew, from the start month on, given the present one."""
        fresh = BlogCursor.parse(cursor)
        fresh.validators, fresh.fingerprints, fresh.hinted = {}, {}, {}
        fresh.walk, fresh.has_walked, fresh.full_at = None, False, ""
        return fresh.text()

    def first_month(self, now: datetime) -> Month:
        """The month from which a first run or a resync reads."""
        return self._start or Month.of(now).previous


class _Tick:
    """One look at the blog."""

    def __init__(self, source: BlogSource, known: Known, now: datetime, progress: Progress) -> None:
        self._source = source
        self._config = source.config
        self._engine = source.engine
        self._known = known
        self._now = now
        self._progress = progress
        self._stored = known.cursor(source.name)
        self._cursor = BlogCursor.parse(self._stored)
        self._subjects = Subjects(source.name, known, source.config.open_statuses)
        self._warned: set[tuple[str, str]] = set()
        self._failures = 0
        self._is_complete = True
        self._has_roster = False
        self._roster: Observation | None = None

    def batches(self) -> Iterator[ObservationBatch]:
        """Everything that this look brings."""
        self._check_wait()
        try:
            yield from self._look()
        except AskedToWaitError as error:
            self._cursor.wait_until = iso(error.until)
            yield self._batch()
            raise

    def _check_wait(self) -> None:
        until = instant_or_none(self._cursor.wait_until)
        if until is not None and self._now < until:
            raise AskedToWaitError(self._source.name, until)
        self._cursor.wait_until = ""

    def _look(self) -> Iterator[ObservationBatch]:
        if not self._cursor.has_walked and self._cursor.walk is None:
            self._start_walk(self._source.first_month(self._now))
        yield from self._walk()
        is_full = self._is_due(self._cursor.full_at, timedelta(minutes=self._config.full_reading_minutes))
        hint = self._hint(conditional=not is_full)
        yield from self._take_hint(hint)
        yield from self._walk()
        yield from self._read(self._due(is_full), "reading posts")
        if is_full:
            yield self._finish_full_reading(hint)
        elif self._cursor.text() != (self._stored or ""):
            yield self._batch()

    # --- walking the month archives

    def _start_walk(self, first: Month) -> None:
        last = Month.of(self._now)
        self._cursor.walk = Walk(str(first), str(first), str(max(first, last)))

    def _walk(self) -> Iterator[ObservationBatch]:
        """Read every post of each month that is left; the cursor of each batch says where to go on."""
        while (walk := self._cursor.walk) is not None:
            month, first, last = (Month.parse(text) for text in (walk.next, walk.first, walk.last))
            self._progress.step(f"month {month}", len(first.until(month)) - 1, len(first.until(last)))
            listing = self._month(month)
            left = {post.slug: post.url for post in listing.listed if post.slug not in walk.done}
            yield from self._read(left, f"posts of {month}")
            self._cursor.walk = None if month >= last else Walk(walk.first, str(month.next), walk.last)
            self._cursor.has_walked = self._cursor.walk is None or self._cursor.has_walked
            yield self._batch(warnings=listing.warnings)

    def _month(self, month: Month) -> MonthReading:
        try:
            return self._engine.month(month)
        except SourceUnreadableError as error:
            return MonthReading((), is_complete=False, warnings=(_failure(Code.UNREADABLE, error),))

    # --- the hint

    def _hint(self, *, conditional: bool) -> Hint:
        """Ask one of the hint places; an unreadable hint is a warning if posts are read in full anyway."""
        places = self._engine.hint_places
        place = places[self._cursor.turn % len(places)]
        self._cursor.turn = (self._cursor.turn + 1) % len(places)
        try:
            hint = self._engine.hint(place, self._cursor, conditional=conditional)
        except SourceUnreadableError as error:
            if conditional:
                raise
            self._is_complete = False
            return Hint((), self._now, is_unchanged=True, warnings=(_failure(Code.UNREADABLE, error),))
        if not hint.is_unchanged:
            self._compare(place, hint)
        return hint

    def _compare(self, place: str, hint: Hint) -> None:
        """Note which posts look different from last time; see whether posts may have passed by unseen."""
        before = self._cursor.fingerprints.get(place)
        now = {post.key: post.fingerprint for post in hint.listed}
        self._cursor.fingerprints[place] = now
        changed = [post for post in hint.listed if before is None or before.get(post.key) != post.fingerprint]
        self._cursor.hinted.update({post.slug: post.url for post in changed if not self._was_just_read(post, before)})
        if before and hint.listed and hint.listed[-1].key not in before and self._is_new(hint.listed[-1]):
            self._start_walk(Month.of(instant_or_none(self._cursor.full_at) or self._now))
            text = f"{place} lists only posts not seen before"
            self._warnings_to_come = (warning(Code.FEED_GAP, place, text),)

    def _was_just_read(self, post: ListedPost, before: Mapping[str, str] | None) -> bool:
        """Whether this look's own walk has read a post that the first hint names."""
        watch = self._cursor.watched.get(post.slug)
        return before is None and watch is not None and watch.asked_at >= iso(self._now)

    def _is_new(self, post: ListedPost) -> bool:
        return self._subjects.post(post.slug) is None

    def _take_hint(self, hint: Hint) -> Iterator[ObservationBatch]:
        rows = self._roster_rows(hint.roster)
        if rows or hint.warnings:
            yield self._batch(rows, hint.warnings)
