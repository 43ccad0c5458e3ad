"""The blog as a source: which pages are read when, and what they bring to the archive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch, ReadingWarning, canonical_json, fragment_id
from tracker.core.ports import Known, Progress, UnreadPart
from tracker.errors import ConfigError, SourceError, SourceUnreachableError, SourceUnreadableError
from tracker.sources.blog.cursor import BlogCursor, Walk, Watch, instant_or_none
from tracker.sources.blog.fragments import FRAGMENT, MARK, ROSTER_OF, Mended, fragment, looks, mend
from tracker.sources.blog.reading import (
    ROSTER_CODES,
    BlogEngine,
    Code,
    Hint,
    ListedPost,
    Month,
    MonthReading,
    RosterReading,
    SubjectReading,
    post_id,
    status_id,
    warning,
)
from tracker.sources.blog.roster import ROSTER_ID, roster_observation
from tracker.sources.blog.subject import Subjects
from tracker.sources.http import LONGEST_WISH, AskedToWaitError

TRIES_OF_A_MONTH = 6
"""How often a month that cannot be listed is tried again, twice a tick, before the walk goes on without it."""

SITE = "site"
"""What the rows of looks call the whole site, where none of what was due could be read."""

LONGEST_LOOK = timedelta(hours=1)
"""So long after a look began all that it noted has happened."""

FAILURES_BEFORE_GIVING_UP = 3
"""How many pages in a row may fail before the site is taken to be down."""


@dataclass(frozen=True, slots=True)
class BlogConfig:
    """When a blog is read.

    ``full_reading_minutes``: how often each open votable matter is read in full, whatever the hints say (304 is never
    trusted for edits). ``quiet_reading_hours``: the same for other recent posts. ``watch_days``: how long after it was
    posted or resolved a post is recent. ``start_month``: the month from which the first run and a resync read
    (``2019-10``; nothing: last month). ``votable_categories``: the categories of votable matters.
    ``open_statuses``: the statuses of matters that are open to votes. ``longest_text``: the longest text of one post or
    comment that is read, in characters of HTML. ``named`` gives the next instant at which something is
    due by itself: the first look at or after it reads in full too, so that no verdict rests on what a hint did not name yet.
    """

    full_reading_minutes: int = 30
    quiet_reading_hours: int = 12
    watch_days: int = 14
    start_month: str = ""
    votable_categories: frozenset[str] = frozenset({"Proposal", "Call for Judgement", "Declaration of Victory"})
    open_statuses: frozenset[str] = frozenset({"open"})
    longest_text: int = 200_000
    named: Callable[[], datetime | None] = lambda: None


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

    def resync_cursor(self, known: Known, since: datetime | None = None) -> str:
        """The cursor from which everything is read anew, what is archived and not listed any more too.

        It begins with the month of ``since``, else with that of the oldest post archived or the start month.
        """
        fresh = BlogCursor.parse(known.cursor(self.name))
        fresh.validators, fresh.notes, fresh.fingerprints, fresh.hinted = {}, {}, {}, {}
        fresh.has_walked, fresh.full_at, fresh.full_since = False, "", ""
        first = self._first_of_resync(known) if since is None else Month.of(since)
        fresh.walk = Walk(str(first), str(first), "", is_resync=True) if first else None
        return fresh.text()

    @property
    def settings(self) -> str:
        """The settings by which what was read is understood, as text."""
        return canonical_json([self.engine.settings, sorted(self.config.open_statuses)])

    def read_again(self, known: Known) -> Mended:
        """Read everything that the blog ever showed once more by today's settings; returns the rows that come out otherwise."""
        subjects = Subjects(self.name, known, self.config.open_statuses)
        mended = Mended({}, [])
        for of in dict.fromkeys(str(told.payload["of"]) for told in known.told_by(self.name, (FRAGMENT,))):
            if of == ROSTER_OF:
                self._read_roster_again(known, mended)
            else:
                subjects.read_again(of, self.engine, mended)
        return mended

    def _read_roster_again(self, known: Known, mended: Mended) -> None:
        last: Observation | None = None
        for seen_at, look in looks(known, self.name, ROSTER_OF, (ROSTER_ID,)):
            rows = list(look.rows.values())
            raw = look.fragment.observation.payload if look.fragment else {}
            reading = self.engine.roster_again(str(raw["content"]), seen_at) if raw and seen_at else None
            if reading is not None:
                row = roster_observation(reading, last, instant_or_none(str(raw.get("since", ""))), self.name)
                rows = mend(ROSTER_OF, look, {ROSTER_ID: row} if row else {}, mended)
            last = rows[-1].observation if rows else last

    def is_resyncing(self, cursor: str | None) -> bool:
        """Whether a reading anew is not over yet, by a cursor."""
        walk = BlogCursor.parse(cursor).walk
        return walk is not None and walk.is_resync

    def unread(self, cursor: str | None) -> tuple[str, ...]:
        """The posts that gave no answer when they were asked for last, by a cursor; the next look asks again."""
        return tuple(BlogCursor.parse(cursor).hinted)

    def unread_parts(self, cursor: str | None) -> tuple[UnreadPart, ...]:
        """What could not be read wholly when it was asked for last, by a cursor: entries, and the list of players."""
        known = BlogCursor.parse(cursor)
        watched = known.watched.items()
        entries = {name(slug): (slug, watch.complete_at) for slug, watch in watched for name in (post_id, status_id)}
        entries[ROSTER_ID] = ("the list of players", known.roster_at)
        found = [
            UnreadPart(entries[part][0], since, entries[part][1])
            for part, since in known.unread.items()
            if part in entries
        ]
        return (*found, *(UnreadPart(slug, "", "") for slug in known.hinted if slug not in known.watched))

    def _first_of_resync(self, known: Known) -> Month | None:
        posted = min((told.happened_at for told in known.told_by(self.name, ("post",))), default=None)
        months = [*([Month.of(posted)] if posted else []), *([self._start] if self._start else [])]
        return min(months, key=str, default=None)

    def look_again_cursor(self, cursor: str | None) -> str:
        """The cursor from which the next look reads every open matter in full, given the present one."""
        fresh = BlogCursor.parse(cursor)
        fresh.full_at = ""
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
        self._named = source.config.named()
        self._progress = progress
        self._stored = known.cursor(source.name)
        self._saved = self._stored
        self._cursor = self._cursor_as_saved()
        self._subjects = Subjects(source.name, known, source.config.open_statuses)
        self._warned: set[tuple[str, str]] = set()
        self._failures = 0
        self._is_complete = True
        self._hint_error: SourceUnreadableError | None = None
        self._has_read = False
        self._has_roster = False
        self._is_roster_bad = False
        self._roster: Observation | None = None
        self._roster_shown: Observation | None = None

    def batches(self) -> Iterator[ObservationBatch]:
        """Everything that this look brings."""
        try:
            self._check_wait()
            yield from self._look()
        except SourceError as error:
            yield from self._failed(error)
            raise

    def _cursor_as_saved(self) -> BlogCursor:
        cursor = BlogCursor.parse(self._saved)
        cursor.forget_what_is_to_come(self._now)
        return cursor

    def _check_wait(self) -> None:
        """Raise where the site asked to be left alone; a wish for longer than is heeded was noted by a clock that was wrong."""
        until = instant_or_none(self._cursor.wait_until)
        if until is not None and self._now < until <= self._now + LONGEST_WISH:
            raise AskedToWaitError(self._source.name, until)
        self._cursor.wait_until = ""

    def _failed(self, error: SourceError) -> Iterator[ObservationBatch]:
        """What a look leaves behind that the site ended: until when to wait, and once that nothing was read that was due.

        The rest of the cursor stays as it was archived last, so that the next look does again what this one did in vain.
        """
        rows: list[Observation] = []
        self._cursor = self._cursor_as_saved()
        if isinstance(error, AskedToWaitError):
            self._cursor.wait_until = iso(error.until)
        if self._is_full_reading_due() and self._cursor.watched:
            rows = self._part_look(SITE, self._now, self._cursor.full_at, is_whole=False)
        if rows or self._cursor.text() != self._saved:
            yield self._batch(rows)

    def _look(self) -> Iterator[ObservationBatch]:
        if not self._cursor.has_walked and self._cursor.walk is None:
            self._start_walk(self._source.first_month(self._now))
        yield from self._walk()
        self._begin_full_reading()
        hint = self._hint()
        yield from self._take_hint(hint)
        yield from self._walk()
        yield from self._read(self._due(), "reading posts")
        if self._cursor.full_since:
            yield self._finish_full_reading()
            if self._hint_error and not self._has_read:
                raise self._hint_error
        elif self._cursor.text() != (self._stored or ""):
            yield self._batch()

    def _begin_full_reading(self) -> None:
        """Note that a full reading has begun; one that was interrupted goes on, unless an instant was named meanwhile."""
        if self._is_full_reading_due() and (
            not self._cursor.full_since or self._is_before_named(self._cursor.full_since)
        ):
            self._cursor.full_since = iso(self._now)

    def _is_full_reading_due(self) -> bool:
        """Whether so long passed, or an instant that the game named, or nothing could be read when it was due last."""
        is_owed = SITE in self._cursor.unread or self._is_before_named(self._cursor.full_at)
        return is_owed or self._is_due(self._cursor.full_at, timedelta(minutes=self._config.full_reading_minutes))

    def _is_before_named(self, last: str) -> bool:
        """Whether the instant that the game named has come, and something kept as text was earlier."""
        return self._named is not None and bool(last) and parse_instant(last) < self._named <= self._now

    # --- walking the month archives

    def _start_walk(self, first: Month) -> None:
        last = Month.of(self._now)
        self._cursor.walk = Walk(str(first), str(first), str(max(first, last)))

    def _walk(self) -> Iterator[ObservationBatch]:
        """Read every post of each month that is left; the cursor of each batch says where to go on.

        A month that cannot be listed is tried again by the next ticks, before the walk goes on without it.
        """
        while (walk := self._cursor.walk) is not None:
            walk.last = walk.last or str(max(Month.parse(walk.first), Month.of(self._now)))
            month, first, last = (Month.parse(text) for text in (walk.next, walk.first, walk.last))
            self._progress.step(f"month {month}", len(first.until(month)) - 1, len(first.until(last)))
            listing = self._month(month)
            if not (listing.is_complete or listing.listed) and walk.tries < TRIES_OF_A_MONTH:
                walk.tries += 1
                yield self._batch(warnings=listing.warnings)
                return
            left = {post.slug: post.url for post in listing.listed if post.slug not in walk.done}
            yield from self._read(left, f"posts of {month}")
            if walk.is_resync and listing.is_complete:
                yield from self._read(self._unlisted(month, listing, walk), f"posts no longer listed of {month}")
            following = Walk(walk.first, str(month.next), walk.last, is_resync=walk.is_resync)
            self._cursor.walk = None if month >= last else following
            self._cursor.has_walked = self._cursor.walk is None or self._cursor.has_walked
            yield self._batch(warnings=listing.warnings)

    def _unlisted(self, month: Month, listing: MonthReading, walk: Walk) -> dict[str, str]:
        """The archived posts of a month that its archive does not list any more, with their addresses."""
        listed = {post.slug for post in listing.listed}.union(walk.done)
        told = self._known.told_by(self._source.name, ("post",), month.begins_at, month.next.begins_at)
        slugs = dict.fromkeys(str(row.payload["slug"]) for row in told)
        standing = {slug: self._subjects.post(slug) for slug in slugs if slug not in listed}
        return {slug: self._known_url(slug) for slug, post in standing.items() if post and not post.is_gone}

    def _month(self, month: Month) -> MonthReading:
        try:
            return self._engine.month(month, self._cursor)
        except SourceUnreadableError as error:
            return MonthReading((), is_complete=False, warnings=(_failure(Code.UNREADABLE, error),))

    # --- the hint

    def _hint(self) -> Hint:
        """Ask the hint place whose turn it is; a full reading asks the first, and does not accept "unchanged"."""
        places = self._engine.hint_places
        is_full = bool(self._cursor.full_since)
        turn = 0 if is_full else self._cursor.turn % len(places)
        self._cursor.turn = (turn + 1) % len(places)
        place = places[turn]
        try:
            hint = self._engine.hint(place, self._cursor, conditional=not is_full)
        except SourceUnreadableError as error:
            if not is_full:
                raise
            self._is_complete, self._hint_error = False, error
            return Hint((), self._now, is_unchanged=True, warnings=(_failure(Code.UNREADABLE, error),))
        return hint if hint.is_unchanged else self._compared(place, hint)

    def _compared(self, place: str, hint: Hint) -> Hint:
        """Note which posts look different from last time; where posts may have passed by unseen, walk again."""
        before = self._cursor.fingerprints.get(place)
        self._cursor.fingerprints[place] = {post.key: post.fingerprint for post in hint.listed}
        changed = [post for post in hint.listed if self._is_changed(post, before)]
        self._cursor.hinted.update({post.slug: post.url for post in changed})
        oldest = hint.listed[-1] if hint.listed else None
        if not before or oldest is None or oldest.key in before or self._subjects.post(oldest.slug) is not None:
            return hint
        self._start_walk(Month.of(instant_or_none(self._cursor.full_at) or self._now))
        gap = warning(Code.FEED_GAP, place, "even its oldest entry is new, so others may have passed by unseen")
        return replace(hint, warnings=(*hint.warnings, gap))

    def _is_changed(self, post: ListedPost, before: Mapping[str, str] | None) -> bool:
        """Whether a post looks different from last time; where there was none, whether this look has not read it yet.

        What is archived and watched no more is left to whoever reads everything anew.
        """
        if before is None:
            watch = self._cursor.watched.get(post.slug)
            if watch is None:
                return self._subjects.post(post.slug) is None
            read_at = instant_or_none(watch.complete_at)
            return read_at is None or read_at < self._now.replace(microsecond=0)
        return before.get(post.key) != post.fingerprint

    def _take_hint(self, hint: Hint) -> Iterator[ObservationBatch]:
        rows = self._roster_rows(hint.roster)
        if rows or hint.warnings:
            yield self._batch(rows, hint.warnings)

    # --- what is due

    def _due(self) -> dict[str, str]:
        """The posts to read now, with their addresses: those named by a hint, and those whose time has come."""
        due = dict(self._cursor.hinted)
        since = instant_or_none(self._cursor.full_since)
        open_now = self._open_matters() if since else set()
        quiet = timedelta(hours=self._config.quiet_reading_hours)
        for slug, watch in self._cursor.watched.items():
            asked_at = instant_or_none(watch.asked_at)
            is_open_and_due = since is not None and slug in open_now and (asked_at is None or asked_at < since)
            if is_open_and_due or self._is_due(watch.asked_at, quiet):
                due.setdefault(slug, "")
        return due

    def _open_matters(self) -> set[str]:
        """The watched posts that are votable matters without a final status in the archive."""
        statuses = self._subjects.statuses(self._cursor.watched)
        return {
            slug
            for slug in self._cursor.watched
            if statuses.get(slug, "") in {"", *self._config.open_statuses} and self._is_votable(slug)
        }

    def _is_votable(self, slug: str) -> bool:
        post = self._subjects.post(slug)
        if post is None or post.is_gone:
            return False
        category = post.observation.payload["category"]
        return not self._config.votable_categories.isdisjoint([category] if isinstance(category, str) else category)

    def _is_due(self, last: str, every: timedelta) -> bool:
        return not last or self._now - parse_instant(last) >= every

    # --- reading posts

    def _read(self, wanted: Mapping[str, str], what: str) -> Iterator[ObservationBatch]:
        """Read posts in full, each with a batch of its own."""
        urls = {slug: url or self._known_url(slug) for slug, url in wanted.items()}
        for done, reading in enumerate(self._readings(urls), start=1):
            self._progress.step(what, done, len(urls))
            yield self._take(reading)

    def _known_url(self, slug: str) -> str:
        post = self._subjects.post(slug)
        return "" if post is None else str(post.observation.payload.get("url", ""))

    def _readings(self, urls: Mapping[str, str]) -> Iterator[SubjectReading]:
        left = iter(urls.items())
        while chunk := dict(islice(left, self._engine.subjects_at_once)):
            answered: set[str] = set()
            try:
                for reading in self._engine.subjects(chunk, self._cursor):
                    answered.add(reading.slug)
                    self._failures = 0
                    yield reading
            except AskedToWaitError:
                raise
            except (SourceUnreachableError, SourceUnreadableError) as error:
                yield from self._unanswered([slug for slug in chunk if slug not in answered], error)

    def _unanswered(self, slugs: Collection[str], error: SourceError) -> Iterator[SubjectReading]:
        """Posts that could not be read; after a few failures in a row the site is taken to be down."""
        is_unreachable = isinstance(error, SourceUnreachableError)
        self._failures += is_unreachable
        for slug in slugs:
            problem = _failure(Code.UNREACHABLE if is_unreachable else Code.UNREADABLE, error)
            yield SubjectReading(slug, self._now, self._now, warnings=(problem,), is_answered=not is_unreachable)
        if self._failures >= FAILURES_BEFORE_GIVING_UP:
            raise error

    def _take(self, reading: SubjectReading) -> ObservationBatch:
        """The batch of one post's reading."""
        reading = self._subjects.readable(reading, self._config.longest_text)
        watch = self._cursor.watched.setdefault(reading.slug, Watch())
        previous = instant_or_none(watch.shown_at or watch.complete_at)
        news = self._subjects.news(reading, previous)
        rows, warnings, is_complete = list(news.rows), list(news.warnings), reading.is_complete
        if reading.is_missing:
            stones, warned = self._missing(reading, previous)
            rows, warnings, is_complete = stones, [*warnings, *warned], bool(stones)
        self._is_complete = self._is_complete and is_complete
        self._has_read = self._has_read or reading.post is not None or is_complete
        rows += self._post_look(reading, watch, is_whole=is_complete or reading.is_shown_whole)
        self._note_telling(reading)
        self._remember(reading, watch)
        if not self._is_watched(reading, is_gone=reading.is_missing and is_complete):
            self._cursor.watched.pop(reading.slug, None)
            self._cursor.unread.pop(post_id(reading.slug), None)
            self._cursor.unread.pop(status_id(reading.slug), None)
        rows += self._roster_rows(reading.roster)
        return self._batch(rows, warnings, is_complete=is_complete)

    def _missing(
        self, reading: SubjectReading, previous: datetime | None
    ) -> tuple[list[Observation], list[ReadingWarning]]:
        """The tombstone of an archived post that is not at its address any more, if the blog shows it to be gone."""
        before = self._subjects.post(reading.slug)
        if before is None or before.is_gone or before.begun_at is None:
            return [], []
        if self._engine.is_gone(reading.slug, before.begun_at, self._cursor):
            stone = self._subjects.tombstone(reading, previous)
            return ([stone] if stone else []), []
        text = f"{reading.slug} is not at its address, and its month's archive does not show it to be gone"
        return [], [warning(Code.POST_GONE, reading.slug, text)]

    def _remember(self, reading: SubjectReading, watch: Watch) -> None:
        """Note the look; a post without an answer is tried again next time, and so is a new one of which nothing could be read."""
        is_read = reading.post is not None or (reading.is_missing and not reading.warnings)
        if reading.is_answered and (is_read or self._subjects.post(reading.slug) is not None):
            self._cursor.hinted.pop(reading.slug, None)
        else:
            self._cursor.hinted.setdefault(reading.slug, "")
        watch.asked_at = iso(reading.asked_at)
        if reading.is_complete:
            watch.complete_at = iso(reading.asked_at)
        if reading.is_complete or reading.is_shown_whole:
            watch.shown_at = iso(reading.asked_at)
        if self._cursor.walk is not None:
            self._cursor.walk.done.append(reading.slug)

    def _is_watched(self, reading: SubjectReading, *, is_gone: bool) -> bool:
        """Open matters are watched for ever, everything else for some days after its last event."""
        post, status = reading.post, reading.status
        if post is None:
            return not is_gone and self._subjects.post(reading.slug) is not None
        categories = {post.category} if isinstance(post.category, str) else set(post.category)
        is_votable = not self._config.votable_categories.isdisjoint(categories)
        if is_votable and (status is None or status.status in self._config.open_statuses):
            return True
        last = (status.resolved_at if status else None) or post.posted_at
        return self._now - last <= timedelta(days=self._config.watch_days)

    # --- what cannot be read

    def _note_telling(self, reading: SubjectReading) -> None:
        """Note that a post was read wholly but its status is not told, or that all is read; ``Subjects`` makes the row of it."""
        if reading.is_complete:
            self._cursor.unread.pop(status_id(reading.slug), None)
        elif reading.is_shown_whole:
            self._cursor.unread.setdefault(status_id(reading.slug), iso(self._now))

    def _post_look(self, reading: SubjectReading, watch: Watch, *, is_whole: bool) -> list[Observation]:
        """The row that says that an archived post could not be read wholly, or that it could be again."""
        if reading.post is None and self._subjects.post(reading.slug) is None:
            return []
        return self._part_look(post_id(reading.slug), reading.asked_at, watch.complete_at, is_whole=is_whole)

    def _roster_look(self, at: datetime) -> list[Observation]:
        """The row that says that the list of players could not be read, or that it could be again."""
        if not (self._has_roster or self._is_roster_bad):
            return []
        return self._part_look(ROSTER_ID, at, self._cursor.roster_at, is_whole=self._has_roster)

    def _part_look(self, part: str, at: datetime, last: str, *, is_whole: bool) -> list[Observation]:
        """The row that begins or ends that a part cannot be read; none where the archive knows.

        What a clock that was ahead noted as begun is ended after that, so that it never holds for good.
        """
        cursor = self._cursor
        if not is_whole and part not in cursor.unread:
            cursor.unread[part] = iso(self._now)
            return [self._look_at(part, at, last, is_whole=False)]
        if not is_whole:
            return []
        ends = [at] if cursor.unread.pop(part, "") else []
        ahead = instant_or_none(cursor.unread_ahead.pop(part, ""))
        ends += [ahead + LONGEST_LOOK] if ahead else []
        return [self._look_at(part, end, last, is_whole=True) for end in ends]

    def _look_at(self, part: str, at: datetime, last: str, *, is_whole: bool) -> Observation:
        name = f"{self._source.name}:{part}"
        payload = {"source": name, "complete": is_whole} | ({} if is_whole or not last else {"since": last})
        seen_at = min(at, self._now + LONGEST_LOOK)
        return Observation("look", f"look:{name}:{iso(at)}", payload, at=at, seen_at=seen_at, source=self._source.name)

    # --- roster, looks and batches

    def _roster_rows(self, reading: RosterReading | None) -> list[Observation]:
        if reading is None:
            return []
        previous = instant_or_none(self._cursor.roster_shown_at or self._cursor.roster_at)
        rows = self._roster_fragment(reading, previous)
        self._cursor.roster_shown_at = iso(reading.asked_at)
        if not reading.entries:
            return rows
        self._has_roster = True
        known = self._roster or self._newest(ROSTER_ID)
        row = roster_observation(reading, known, previous, self._source.name)
        self._cursor.roster_at = iso(reading.asked_at)
        self._roster = row or known
        return rows if row is None else [*rows, row]

    def _roster_fragment(self, reading: RosterReading, previous: datetime | None) -> list[Observation]:
        """The row of what the page shows beside its posts, where names stand in other places than before."""
        self._roster_shown = self._roster_shown or self._newest(fragment_id(ROSTER_OF))
        if self._roster_shown is not None and self._roster_shown.payload.get(MARK) == reading.mark:
            return []
        raw = {MARK: reading.mark, "content": reading.content()}
        rows = fragment(ROSTER_OF, raw, self._roster_shown, previous, reading.answered_at, self._source.name)
        self._roster_shown = rows[0] if rows else self._roster_shown
        return rows

    def _newest(self, id: str) -> Observation | None:
        row = self._known.newest(self._source.name, [id]).get(id)
        return None if row is None else row.observation

    def _finish_full_reading(self) -> ObservationBatch:
        """Read the roster if no page brought it, and say that everything was looked at, if so."""
        rows: list[Observation] = []
        warnings: tuple[ReadingWarning, ...] = ()
        if not self._has_roster and not self._is_roster_bad:
            reading, warnings = self._separate_roster()
            rows = self._roster_rows(reading)
        self._note_bad_roster(warnings)
        rows += self._roster_look(self._now)
        self._has_read = self._has_read or self._has_roster
        since = parse_instant(self._cursor.full_since)
        is_complete = self._is_complete and not self._is_roster_bad and self._were_all_read(since)
        # Where nothing at all could be read, the next look reads everything again.
        is_over = self._has_read or self._hint_error is None
        self._cursor.full_at = self._cursor.full_since if is_over else self._cursor.full_at
        self._cursor.full_since = ""
        if is_over:
            rows += self._part_look(SITE, self._now, "", is_whole=True)
        if is_complete:
            payload = {"source": self._source.name, "complete": True}
            name = f"look:{self._source.name}:{iso(since)}"
            rows.append(Observation("look", name, payload, at=since, seen_at=self._now, source=self._source.name))
        return self._batch(rows, warnings, is_complete=is_complete)

    def _were_all_read(self, since: datetime) -> bool:
        """Whether every open matter was read completely since an instant; an interrupted reading may have failed."""
        read_at = [instant_or_none(self._cursor.watched[slug].complete_at) for slug in self._open_matters()]
        return all(instant is not None and instant >= since for instant in read_at)

    def _separate_roster(self) -> tuple[RosterReading | None, tuple[ReadingWarning, ...]]:
        try:
            return self._engine.roster()
        except SourceUnreadableError as error:
            return None, (_failure(Code.ROSTER_EMPTY, error),)

    def _note_bad_roster(self, warnings: Iterable[ReadingWarning]) -> None:
        self._is_roster_bad = self._is_roster_bad or any(warning.code in ROSTER_CODES for warning in warnings)

    def _batch(
        self, rows: Sequence[Observation] = (), warnings: Iterable[ReadingWarning] = (), *, is_complete: bool = False
    ) -> ObservationBatch:
        """A batch with the cursor as it stands; each warning is given once a look."""
        fresh = [warning for warning in warnings if (warning.code, warning.text) not in self._warned]
        self._warned.update((warning.code, warning.text) for warning in fresh)
        self._note_bad_roster(fresh)
        self._saved = self._cursor.text()
        return ObservationBatch(
            source=self._source.name,
            observations=tuple(rows),
            cursor=self._saved,
            looked_at=max([self._now, *(row.seen_at for row in rows if row.seen_at is not None)]),
            complete=is_complete,
            warnings=tuple(dict.fromkeys(fresh)),
        )


def _failure(code: Code, error: SourceError) -> ReadingWarning:
    return warning(code, error.place, str(error))


def _start_month(config: BlogConfig) -> Month | None:
    try:
        return Month.parse(config.start_month) if config.start_month else None
    except ValueError as error:
        raise ConfigError(f"start_month: {error}", remedy="write a year and a month, such as 2019-10") from error
