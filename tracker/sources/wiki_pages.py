"""Pages of a wiki as a source: each new revision of the pages named, from the newest one or from the whole history on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tracker.core.observation import Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import Known, Progress, WikiPage, WikiReader, WikiRevision
from tracker.errors import SourceUnreadableError, WikiError, WikiUnreadError

BATCH = 50
"""How many revisions are read, and appended with their cursor, at a time."""
PAGE_MISSING = "PAGE_MISSING"
"""The code of the warning that the wiki has no such page, or no longer."""
PAGE_REPLACED = "PAGE_REPLACED"
"""The code of the warning that a page's history does not go on from what was read: it was moved, restored or made anew."""


@dataclass(slots=True)
class PagesCursor:
    """By title the newest revision read, and the titles of pages that were not there at the last look.

    ``whole`` are the titles read from their first revision on, ``back`` how far the reading of the earlier revisions of a
    page has come whose first look brought the newest alone.
    """

    revisions: dict[str, int] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)
    back: dict[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None) -> PagesCursor:
        """Read a cursor; none, or one that cannot be read, is that of a first look."""
        try:
            stored = json.loads(text or "{}")
            revisions, back = (
                {str(title): int(revision) for title, revision in stored.get(name, {}).items()}
                for name in ("revisions", "back")
            )
            missing, whole = ([str(title) for title in stored.get(name, [])] for name in ("missing", "whole"))
            return cls(revisions, missing, whole, back)
        except (ValueError, TypeError, KeyError, AttributeError):
            return cls()

    def text(self) -> str:
        """As the archive keeps it."""
        kept: dict[str, Any] = {"revisions": self.revisions, "missing": sorted(self.missing)}
        kept |= {"whole": sorted(self.whole), "back": self.back}
        return json.dumps(kept, ensure_ascii=False, sort_keys=True)


class WikiPagesSource:
    """Some pages of a wiki (the ``Source`` port); where nothing is new, a look costs one request and no login.

    The first look at a page brings its newest revision, with ``full_history`` every one from the first on, as for a page
    that is made later; asked for later, the earlier revisions are read then, batch by batch. What cannot be brought (a page
    deleted, or moved from elsewhere) is a warning, told once.
    """

    def __init__(self, name: str, backend: WikiReader, titles: Sequence[str], *, full_history: bool = False) -> None:
        """``titles`` are the pages to read, as the wiki shows their titles."""
        self.name = name
        self.backend = backend
        self.titles = tuple(dict.fromkeys(titles))
        self.full_history = full_history

    def resync_cursor(self, known: Known, since: datetime | None = None) -> str:
        """The cursor from which the archived revisions, those since an instant, are read anew with what stands between them."""
        fresh = PagesCursor.parse(known.cursor(self.name))
        fresh.missing, fresh.back = [], {}
        for title in self.titles:
            rows = [row.observation for row in known.newest_about(self.name, title)]
            fresh.revisions.pop(title, None)
            if rows:
                fresh.revisions[title] = _last_before(rows, since)
        return fresh.text()

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Ask for the newest revision ids, and read what is later than the cursor; raises SourceError where the wiki fails."""
        return _Look(self, PagesCursor.parse(known.cursor(self.name)), now, progress).batches()


class _Look:
    """One look at the pages."""

    def __init__(self, source: WikiPagesSource, cursor: PagesCursor, now: datetime, progress: Progress) -> None:
        self._source = source
        self._cursor = cursor
        self._now = now
        self._progress = progress

    def batches(self) -> Iterator[ObservationBatch]:
        """Everything that this look brings."""
        if not self._source.titles:
            return
        with self._wiki_errors():
            newest = self._source.backend.revision_ids(self._source.titles)
        gone = [title for title, revision in newest.items() if revision is None]
        yield from self._gone([title for title in gone if title not in self._cursor.missing])
        there = {title: revision for title, revision in newest.items() if revision is not None}
        changed = {title: number for title, number in there.items() if number != self._cursor.revisions.get(title)}
        yield from self._returned([title for title in self._cursor.missing if title in there and title not in changed])
        first = [title for title in changed if self._is_first_look(title)]
        yield from self._newest(first)
        if self._source.full_history:
            self._cursor.whole += [
                title for title in changed if title not in self._cursor.revisions and title not in first
            ]
            yield from self._earlier([title for title in there if title not in self._cursor.whole])
        for done, title in enumerate(title for title in changed if title not in first):
            self._progress.step(f"reading {title}", done, len(changed))
            yield from self._later(title, changed[title])

    def _is_first_look(self, title: str) -> bool:
        known = title in self._cursor.revisions or title in self._cursor.missing
        return not known and not self._source.full_history

    # --- what a look finds --------------------------------------------------------------------------------------------

    def _gone(self, titles: Sequence[str]) -> Iterator[ObservationBatch]:
        """Pages that are not there; what was read of them stands."""
        if not titles:
            return
        self._cursor.missing += titles
        yield self._batch([], [ReadingWarning(PAGE_MISSING, title, "the wiki has no such page") for title in titles])

    def _returned(self, titles: Sequence[str]) -> Iterator[ObservationBatch]:
        """Pages that were deleted and restored as they were."""
        if titles:
            self._cursor.missing = [title for title in self._cursor.missing if title not in titles]
            yield self._batch([])

    def _newest(self, titles: Sequence[str], *warnings: ReadingWarning) -> Iterator[ObservationBatch]:
        """The newest revisions of pages, in as few requests as can be."""
        if not titles:
            return
        with self._wiki_errors():
            pages = self._source.backend.fetch(titles)
        found = [_revision_of(page) for page in pages.values() if page.exists]
        for revision in found:
            self._read(revision)
        yield self._batch(found, warnings)

    def _later(self, title: str, newest: int) -> Iterator[ObservationBatch]:
        """Every revision after the cursor, batch by batch; where the history does not go on from there, the newest."""
        first = last = self._cursor.revisions.get(title, 0)
        while last < newest and (found := self._revisions(title, last)):
            self._read(found[-1])
            last = found[-1].revision
            yield self._batch(found)
        if newest < first or last < newest:
            yield from self._replaced(title, last, newest)

    def _earlier(self, titles: Sequence[str]) -> Iterator[ObservationBatch]:
        """The revisions before the first one that was read, batch by batch; what is read twice is one row (law 1)."""
        for done, title in enumerate(titles):
            self._progress.step(f"reading the history of {title}", done, len(titles))
            last, known = self._cursor.back.get(title, 0), self._cursor.revisions.get(title, 0)
            while last < known and (found := self._revisions(title, last)):
                last = self._cursor.back[title] = found[-1].revision
                yield self._batch(found)
            self._cursor.back.pop(title, None)
            self._cursor.whole.append(title)
            yield self._batch([])

    def _replaced(self, title: str, last: int, newest: int) -> Iterator[ObservationBatch]:
        text = f"its newest revision is {newest}, which does not follow on {last}: it was moved, restored or made anew"
        yield from self._newest([title], ReadingWarning(PAGE_REPLACED, title, text))

    def _revisions(self, title: str, after: int) -> Sequence[WikiRevision]:
        with self._wiki_errors():
            found = self._source.backend.revisions(title, after, BATCH)
        return [replace(revision, title=title) for revision in found]

    # --- batches ------------------------------------------------------------------------------------------------------

    def _read(self, revision: WikiRevision) -> None:
        self._cursor.revisions[revision.title] = revision.revision
        if revision.title in self._cursor.missing:
            self._cursor.missing.remove(revision.title)

    def _batch(self, found: Sequence[WikiRevision], warnings: Sequence[ReadingWarning] = ()) -> ObservationBatch:
        rows = tuple(_observation(self._source.name, revision) for revision in found)
        return ObservationBatch(self._source.name, rows, self._cursor.text(), self._now, warnings=tuple(warnings))

    @contextmanager
    def _wiki_errors(self) -> Iterator[None]:
        """A wiki that fails is a source that cannot be read; the next look goes on from the cursor."""
        try:
            yield
        except WikiError as error:
            remedy = error.remedy or "the next tick tries again"
            raise WikiUnreadError(error.message, place=error.place or self._source.name, remedy=remedy) from error


def _last_before(rows: Sequence[Observation], since: datetime | None) -> int:
    """The last revision that need not be read again: the one before the first archived one, or before an instant."""
    numbers = {int(row.payload["revision"]): row for row in rows}
    earlier = [number for number, row in numbers.items() if since is not None and row.happened_at < since]
    return max(earlier) if earlier else int(numbers[min(numbers)].payload["parent"] or 0)


def _revision_of(page: WikiPage) -> WikiRevision:
    """The newest revision of a page as fetched."""
    if page.revision is None or page.edited_at is None:
        raise SourceUnreadableError("the wiki did not say when the page was edited", place=page.title)
    told = (page.parent, page.editor, page.edited_at, page.summary, page.text, page.restores)
    return WikiRevision(page.title, page.revision, *told)


def _observation(source: str, revision: WikiRevision) -> Observation:
    payload = {
        "page": revision.title,
        "revision": revision.revision,
        "parent": revision.parent,
        "editor": revision.editor,
        "summary": revision.summary,
        "text": revision.text,
        **({"restores": True} if revision.restores else {}),
    }
    id = f"revision:{revision.title}:{revision.revision}"
    return Observation("page_revision", id, payload, at=revision.at, source=source)
