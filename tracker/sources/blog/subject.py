"""One post with its status and comments: from a reading and what is archived to the observations to append."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import compress
from typing import Any

from tracker.core import changes as core_changes
from tracker.core.changes import CLOCK_TOLERANCE, Standing, changes, gone, standing
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ArchivedObservation, Observation, ReadingWarning, fragment_id
from tracker.core.ports import Known
from tracker.sources.blog.fragments import Look, Mended, fragment, looks, mend
from tracker.sources.blog.markup import UNREAD
from tracker.sources.blog.reading import (
    BlogEngine,
    Code,
    PostReading,
    SubjectReading,
    folded,
    post_id,
    seen_observations,
    status_id,
    telling_id,
    warning,
)

_TITLE = 100
"""So many characters are kept of the title of a post that is too long to be read."""


@dataclass(frozen=True, slots=True)
class SubjectNews:
    """What a reading brought: rows to append, and warnings."""

    rows: tuple[Observation, ...] = ()
    warnings: tuple[ReadingWarning, ...] = ()


class Subjects:
    """What is archived of a source's posts, and what readings add to it.

    ``open_statuses``: the statuses that go without saying when a post is first seen.
    """

    def __init__(self, source: str, known: Known, open_statuses: Collection[str]) -> None:
        self._source = source
        self._known = known
        self._open_statuses = open_statuses

    def post(self, slug: str) -> Standing | None:
        """How a post stands in the archive; None where it was never seen."""
        row = self._known.newest(self._source, [post_id(slug)]).get(post_id(slug))
        return None if row is None else self._standing(row)

    def statuses(self, slugs: Collection[str]) -> dict[str, str]:
        """The newest status of each post that ever had one told."""
        rows = self._known.newest(self._source, [status_id(slug) for slug in slugs])
        found = {slug: rows.get(status_id(slug)) for slug in slugs}
        return {slug: row.observation.payload["status"] for slug, row in found.items() if row is not None}

    def readable(self, reading: SubjectReading, longest: int) -> SubjectReading:
        """A reading without the texts that are too long or too deep to be read.

        What is archived of them stands, and the reading is not complete.
        """

        def is_readable(text: str) -> bool:
            return len(text) <= longest and f"<{UNREAD}" not in text

        told, are_readable = reading.post, [is_readable(comment.body) for comment in reading.comments]
        is_post_readable = told is None or is_readable(f"{told.title}{told.body}{told.flavour}")
        if told is None or (is_post_readable and all(are_readable)):
            return reading
        told = told if is_post_readable else self._as_archived(told)
        text = f"a text of more than {longest:,} characters (longest_text), or nested too deep (deepest)"
        problem = warning(Code.UNREADABLE, told.url, text)
        comments = tuple(compress(reading.comments, are_readable))
        warnings = (*reading.warnings, problem)
        return replace(
            reading, post=told, comments=comments, is_complete=False, is_shown_whole=False, warnings=warnings
        )

    def _as_archived(self, post: PostReading) -> PostReading:
        """A post with the texts that are archived of it; of one that was never read, with the beginning of its title alone."""
        before = self.post(post.slug)
        if before is None:
            return replace(post, title=post.title[:_TITLE], body="", flavour="")
        known = before.observation.payload
        return replace(post, title=known["title"], body=known["body"], flavour=known.get("flavour", ""))

    def news(self, reading: SubjectReading, previous: datetime | None) -> SubjectNews:
        """What a reading of a post adds to the archive, ``previous`` being the last complete look at it (None: none)."""
        archived = self._archived(reading.slug)
        if reading.post is None:
            return SubjectNews(warnings=reading.warnings)
        before = archived.get(post_id(reading.slug))
        warnings = [*reading.warnings, *_time_warnings(reading, reading.post)]
        if before is not None and _is_another(before, reading.post):
            text = f"posted by {reading.post.author} at another time than the post archived under this address"
            return SubjectNews(warnings=(*warnings, warning(Code.DUPLICATE_SLUG, reading.post.url, text)))
        warnings += _changed_time(before, reading.post)
        seen = [thing for thing in seen_observations(reading, self._source) if self._is_worth_telling(thing, archived)]
        rows = changes(archived.values(), seen, _look(reading, reading.post, previous))
        warnings += _contradictions(rows, seen, reading.post)
        if reading.is_complete or reading.is_shown_whole:
            row = self._known.newest(self._source, [telling_id(reading.slug)]).get(telling_id(reading.slug))
            told = standing([row]) if row else None
            rows += self._telling(reading.slug, told, previous, reading.answered_at, is_told=reading.is_complete)
        known = archived.get(fragment_id(reading.slug))
        raw = (reading.slug, reading.raw, known.observation if known else None)
        shown = fragment(*raw, previous, reading.answered_at, self._source)
        return SubjectNews((*shown, *rows), tuple(warnings))

    def _telling(
        self, slug: str, known: Standing | None, since: datetime | None, seen_at: datetime, *, is_told: bool
    ) -> list[Observation]:
        """The row that settings do not tell the status of a post that was read wholly, or do again; none where that is known."""
        if is_told == (known is None or bool(known.observation.payload["complete"])):
            return []
        unread_since = {} if is_told or since is None else {"since": iso(since)}
        payload = {"source": f"{self._source}:{status_id(slug)}", "complete": is_told, **unread_since}
        # A clock that was ahead does not keep it untold for good.
        at = seen_at if known is None else max(seen_at, known.observation.happened_at)
        return [Observation("look", telling_id(slug), payload, at=at, seen_at=seen_at, source=self._source)]

    def read_again(self, slug: str, engine: BlogEngine, mended: Mended) -> None:
        """Note what today's settings make of all that was seen of a post: look by look, as its news were made."""
        ids = (post_id(slug), status_id(slug), telling_id(slug))
        so_far: dict[str, list[ArchivedObservation]] = {}
        for seen_at, look in looks(self._known, self._source, slug, ids):
            rows = list(look.rows.values())
            if look.fragment is not None and seen_at is not None:
                before = {id: standing(rows) for id, rows in so_far.items()}
                expected = self._expected(look, look.fragment.observation.payload, before, engine, seen_at)
                rows = mend(slug, look, expected, mended)
            for row in rows:
                so_far.setdefault(row.id, []).append(row)

    def _expected(
        self, look: Look, raw: Mapping[str, Any], before: Mapping[str, Standing], engine: BlogEngine, seen_at: datetime
    ) -> dict[str, Observation]:
        """The rows about post and status, and whether that is told, that a look would bring by today's settings."""
        slug = str(raw["of"])
        now, then = look.rows.get(post_id(slug)), before.get(post_id(slug))
        post = _archived_post(then, now.observation if now else None)
        if post is None:
            return {row.id: row.observation for row in look.rows.values()}
        read = engine.read_again(replace(post, title=str(raw["title"])), raw, [])
        reading = SubjectReading(slug, seen_at, seen_at, post=read.post, status=read.status)
        seen = [thing for thing in seen_observations(reading, self._source) if self._is_worth_telling(thing, before)]
        since = parse_instant(str(raw["since"])) if raw.get("since") else None
        rows = changes(before.values(), seen, _look(reading, read.post, since))
        rows += self._telling(slug, before.get(telling_id(slug)), since, seen_at, is_told=read.is_complete)
        return {row.id: row for row in rows}

    def tombstone(self, reading: SubjectReading, previous: datetime | None) -> Observation | None:
        """The row that says that a post is gone, once a complete look has shown it; None where it was never there."""
        before = self.post(reading.slug)
        look = core_changes.Look(reading.asked_at, reading.answered_at, previous, is_complete=True)
        row = None if before is None else gone(before, look)
        return None if row is None else replace(row, seen_at=reading.answered_at)

    def _archived(self, slug: str) -> dict[str, Standing]:
        rows = self._known.newest_about(self._source, slug)
        return {row.id: self._standing(row) for row in rows}

    def _standing(self, row: ArchivedObservation) -> Standing:
        """How a thing stands by its newest row; only an edited or removed post needs its earlier rows for the rest."""
        if row.observation.kind not in {"post_edited", "post_gone"}:
            return standing([row])
        versions = [version for version in self._known.versions(row.id) if version.observation.source == self._source]
        return standing(versions)

    def _is_worth_telling(self, seen: Observation, archived: Mapping[str, Standing]) -> bool:
        return seen.kind != "post_status" or seen.id in archived or seen.payload["status"] not in self._open_statuses


def _archived_post(before: Standing | None, now: Observation | None) -> PostReading | None:
    """A post as archived at a look; None where no row tells when it was posted."""
    told = {**(before.observation.payload if before else {}), **(now.payload if now else {})}
    posted_at = before.begun_at if before else now.at if now else None
    if posted_at is None:
        return None
    slug, url, title, author = (str(told.get(name, "")) for name in ("slug", "url", "title", "author"))
    body, member_id, flavour = (str(told.get(name, "")) for name in ("body", "member_id", "flavour"))
    return PostReading(slug, url, "", title, author, body, posted_at, member_id, flavour)


def _look(reading: SubjectReading, post: PostReading, previous: datetime | None) -> core_changes.Look:
    edited = {} if post.edited_at is None else {post_id(post.slug): post.edited_at}
    return core_changes.Look(
        reading.asked_at, reading.answered_at, previous, post.posted_at, reading.is_complete, edited
    )


def _is_another(before: Standing, post: PostReading) -> bool:
    """Whether a post is not the one archived under its slug: another author, and another time of posting."""
    old = before.observation.payload
    is_same_member = post.member_id and old.get("member_id", post.member_id) == post.member_id
    is_same_author = is_same_member or folded(str(old["author"])) == folded(post.author)
    return not is_same_author and before.begun_at != post.posted_at


def _changed_time(before: Standing | None, post: PostReading) -> list[ReadingWarning]:
    if before is None or before.begun_at in {None, post.posted_at}:
        return []
    text = f"shown as posted at {iso(post.posted_at)}, first seen as {iso(before.begun_at or post.posted_at)}"
    return [warning(Code.POST_TIME_CHANGED, post.url, text)]


def _time_warnings(reading: SubjectReading, post: PostReading) -> list[ReadingWarning]:
    """A warning where something is dated later than our look, by more than clocks may differ."""
    shown = [post.posted_at, *(comment.posted_at for comment in reading.comments)]
    if reading.status is not None and reading.status.not_before is None and reading.status.resolved_at is not None:
        shown.append(reading.status.resolved_at)
    if max(shown) <= reading.answered_at + CLOCK_TOLERANCE:
        return []
    text = f"dated {iso(max(shown))}, but seen at {iso(reading.answered_at)}"
    return [warning(Code.CLOCK_SKEW, post.url, text)]


def _contradictions(
    rows: Sequence[Observation], seen: Sequence[Observation], post: PostReading
) -> Iterator[ReadingWarning]:
    """A warning for each time that was shown but could not be kept, because our last look contradicts it."""
    shown = {thing.id: thing.at for thing in seen if thing.kind == "post_status"}
    for row in rows:
        at = shown.get(row.id)
        if at is not None and row.at is None and row.kind == "post_status":
            text = f"{row.payload['status']} is dated {iso(at)}, but was not so when we looked later"
            yield warning(Code.CLOCK_SKEW, post.url, text)
