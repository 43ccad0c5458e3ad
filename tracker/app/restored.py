"""After an archive was put back from a copy, or lost: what we wrote on the wiki since is known as ours, or not written over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from tracker.app.wired import Wired
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ObservationBatch
from tracker.core.region import find_regions
from tracker.errors import ArchiveError, RegionError

if TYPE_CHECKING:
    from tracker.app.publish import Publisher
    from tracker.core.ports import Archive, WikiPage, WikiRevision

RESTORED = "restored"
"""The source under which the archive keeps, as a cursor, that and when it was put back; empty once that is seen to."""


def note_restored(archive: Archive, now: datetime) -> None:
    """Note that an archive was just put back from a copy."""
    from tracker.app.answering import note_restored as note_for_answers

    archive.append(ObservationBatch(RESTORED, (), iso(now), now))
    note_for_answers(archive, now)


def take_over(wired: Wired, publishing: Publisher, pages: Mapping[str, WikiPage]) -> None:
    """Where the archive was put back, note for each page the newest text of ours that the ledger does not know.

    Only edits of our account before that instant count: later ones that the ledger does not know are another tracker's.
    What people did after ours is told from it as ever. Raises WikiError; ArchiveError where the archive is another one than
    that with which the pages were written.
    """
    noted = wired.archive.cursor(RESTORED)
    if not noted:
        _refuse_if_new(wired, publishing, pages)
        return
    for title, page in pages.items():
        known = publishing.ledger.last_revision(title) or 0
        if page.revision is not None and page.revision > known:
            _take_over(publishing, title, known, parse_instant(noted))
    wired.archive.append(ObservationBatch(RESTORED, (), "", wired.clock.now()))


def _refuse_if_new(wired: Wired, publishing: Publisher, pages: Mapping[str, WikiPage]) -> None:
    """Refuse to write over pages that our account wrote, where the ledger knows of no edit of any of them.

    What they show came from another archive: most likely this one's, which was lost and begun anew.
    """
    if wired.settings.publish.permission != "apply" or any(publishing.ledger.last_revision(title) for title in pages):
        return
    written = [title for title, page in pages.items() if publishing.is_ours(page) and _says_anything(page.text)]
    if written:
        raise ArchiveError(
            f"it is new, but {min(written)!r} was written by this account with another archive",
            place=wired.settings.archive_place,
            remedy="put that back (tracker archive restore); to go on without it: tracker plan, tracker apply",
        )


def _says_anything(text: str) -> bool:
    try:
        return any(region.text for region in find_regions(text).values())
    except RegionError:
        return False


def _take_over(publishing: Publisher, title: str, known: int, until: datetime) -> None:
    ours = [each for each in _later(publishing, title, known) if publishing.is_ours(each) and each.at <= until]
    for revision in reversed(ours):
        try:
            texts = {name: region.text for name, region in find_regions(revision.text).items()}
        except RegionError:
            continue
        if not texts:
            continue
        publishing.remember(title, revision.revision, texts, "written before the archive was put back from a copy")
        return


def _later(publishing: Publisher, title: str, known: int) -> Iterator[WikiRevision]:
    """Every revision of a page after one, oldest first."""
    while found := publishing.wiki.revisions(title, after=known):
        yield from found
        known = found[-1].revision
