"""What a tick and whoever works beside it do alike: hold the lock, look at every source, and know what was left behind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from tracker.app.publish.page_marks import LEFT
from tracker.app.tick.setting_log import setting_batch
from tracker.app.tick.telling import Telling, noting, telling
from tracker.app.tick.tick_report import Observed, is_wiki_unread
from tracker.app.wired import Wired
from tracker.core.observation import ObservationBatch, ReadingWarning
from tracker.core.ports import Progress, ReadsAgain, Source
from tracker.errors import (
    SourceError,
    TrackerError,
    WikiUnreadError,
)

if TYPE_CHECKING:
    from tracker.app.publish.publish import Publisher

READER = "reader:"
"""How the name begins under which the archive keeps, as a cursor, by which settings a source was read."""
PAGES = LEFT
"""The source under which the archive keeps, as a cursor, which revisions of our pages the last tick left behind."""


class Silence:
    """A progress that nobody watches."""

    def step(self, text: str, done: int, total: int | None) -> None:
        """Say nothing."""


@contextmanager
def at_work(wired: Wired) -> Iterator[Telling]:
    """Hold the lock, which each step prolongs, and tell of what is done meanwhile; raises as ``tick``."""
    if wired.settings.blog.url:
        wired.settings.require_contact()
    with telling(wired) as told, lock(wired):
        wired.step("locked")
        told.wired = replace(wired, step=partial(_step_locked, wired))
        with noting(told):
            yield told


def _step_locked(wired: Wired, name: str) -> None:
    """A step under the lock, which each edit prolongs: publishing may take longer than the lock lasts.

    Before an edit too: a process that stood still past its lock must not write over the head of the next one.
    """
    wired.step(name)
    if name.startswith(("intent:", "receipt:")):
        _hold_on(wired)


def _hold_on(wired: Wired) -> None:
    """Prolong the lock; raises LockedError where it had fallen and somebody else has taken it."""
    now = wired.clock.now()
    wired.archive.acquire(wired.owner, now, now + wired.lock_span)


@contextmanager
def lock(wired: Wired) -> Iterator[None]:
    """Hold the single-writer lock; raises LockedError where another process does."""
    now = wired.clock.now()
    wired.archive.acquire(wired.owner, now, now + wired.lock_span)
    try:
        yield
    finally:
        wired.archive.release(wired.owner)


def observe(wired: Wired, progress: Progress) -> Observed:
    """Archive what changed in the config and what each source brings; a source that fails does not stop the others."""
    began = wired.clock.now()
    batch = setting_batch(wired.settings, wired.game, wired.archive, began)
    added = {batch.source: _append(wired, batch)} if batch else {}
    errors: dict[str, TrackerError] = {}
    warnings: list[ReadingWarning] = []
    for source in wired.sources:
        added[source.name] = read_again(wired, source, began)
        try:
            for seen in source.observe(wired.archive, wired.clock.now(), progress):
                added[source.name] += _append(wired, seen)
                warnings += seen.warnings
                _hold_on(wired)
                wired.step(f"appended:{source.name}")
        except SourceError as error:
            # A wiki that cannot be read is one fault, however many sources read it.
            if not (isinstance(error, WikiUnreadError) and is_wiki_unread(errors.values())):
                errors[source.name] = error
        wired.step(f"observed:{source.name}")
    return Observed(added, tuple(errors.values()), tuple(warnings), began, tuple(errors), wired.unread_parts)


def read_again(wired: Wired, source: Source, now: datetime) -> int:
    """Make of what a source showed in the past what its settings make of it now, where they changed; how many rows are new."""
    if not isinstance(source, ReadsAgain):
        return 0
    mark = f"{READER}{source.name}"
    if wired.archive.cursor(mark) == source.settings:
        return 0
    mended = source.read_again(wired.archive)
    wired.archive.reread(mended.replaced, wired.game.read)
    if mended.replaced or mended.added:
        again = source.look_again_cursor(wired.archive.cursor(source.name))
        wired.archive.append(ObservationBatch(source.name, (), again, now))
    # The mark comes with the last of it: what is interrupted is done again.
    return _append(wired, ObservationBatch(mark, tuple(mended.added), source.settings, now))


def _append(wired: Wired, batch: ObservationBatch) -> int:
    return wired.archive.append(batch, wired.game.read).added


def what_was_left(wired: Wired) -> Mapping[str, Any]:
    """Which revisions of our pages the last tick left behind, and under which settings; empty where nothing is known."""
    known: Mapping[str, Any] = json.loads(wired.archive.cursor(PAGES) or "{}")
    return known


def left_behind(wired: Wired) -> Sequence[str]:
    """The titles of our pages that the last tick looked at."""
    return list(what_was_left(wired).get("revisions", ()))


def wake(wired: Wired) -> None:
    """Make the next tick fold and plan although nothing new was seen (after a redaction)."""
    wired.archive.append(ObservationBatch(PAGES, (), "", wired.clock.now()))


def publisher(wired: Wired) -> Publisher:
    """What plans and applies, under the config's limits and manners."""
    from tracker.app.publish.publish import Publisher

    limits, manners = wired.limits, wired.manners
    return Publisher(wired.wiki, wired.ledger, wired.clock, limits=limits, manners=manners, step=wired.step)
