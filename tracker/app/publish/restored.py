"""After an archive was put back from a copy, or lost: what we wrote on the wiki since is known as ours, or not written over."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tracker.app.deck.deck_restored import note_restored as note_for_deck
from tracker.app.enacting.enactments_found import find_enactments
from tracker.app.people.answering import note_restored as note_for_answers
from tracker.app.people.letters import note_restored as note_for_letters
from tracker.app.publish.later import later_revisions
from tracker.app.publish.pages import desired, titles
from tracker.app.wired import Wired
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ObservationBatch
from tracker.core.region import find_regions
from tracker.errors import ArchiveError, RegionError

if TYPE_CHECKING:
    from tracker.app.publish.publish import Publisher
    from tracker.core.gamestate import Gamestate
    from tracker.core.ports import Archive, WikiPage, WikiRevision

RESTORED = "restored"
"""The source under which the archive keeps, as a cursor, that and when it was put back; empty once that is seen to."""

_REVISIONS = "restored:revisions"
"""The source under which the archive keeps, as a cursor, each page's newest revision id when it was put back."""


def note_restored(archive: Archive, now: datetime, revisions: Mapping[str, int | None]) -> None:
    """Note that an archive was just put back from a copy, and the newest revision id that pages of the wiki had then.

    None is a page that was not there. Of pages that are not named, the wiki's own dates tell what is older than that.
    """
    archive.append(ObservationBatch(_REVISIONS, (), json.dumps(dict(revisions)), now))
    archive.append(ObservationBatch(RESTORED, (), iso(now), now))
    note_for_answers(archive, now)
    note_for_letters(archive, now)
    note_for_deck(archive, now)


def see_to(wired: Wired, publishing: Publisher, gamestate: Gamestate) -> None:
    """Know what another archive had written and enacted, or refuse to go on: before anything is written.

    Does nothing where the archive knows. Everything must just have been read. Raises as ``take_over``.
    """
    if _is_in_doubt(wired, titles(wired).values()):
        take_over(wired, publishing, gamestate, publishing.read_pages(desired(wired, gamestate)))


def _is_in_doubt(wired: Wired, titles: Collection[str]) -> bool:
    """Whether the archive may not know what was written on pages: it was put back, or knows of no edit of any of them."""
    if wired.archive.cursor(RESTORED):
        return True
    is_new = not any(wired.ledger.last_revision(title) for title in titles)
    return is_new and wired.settings.publish.permission == "apply"


def take_over(wired: Wired, publishing: Publisher, gamestate: Gamestate, pages: Mapping[str, WikiPage]) -> None:
    """Where the archive was put back, note what we enacted and for each page the newest text of ours that the ledger lacks.

    Only edits of our account before that count: later ones that the ledger does not know are another tracker's.
    What people did after ours is told from it as ever. Raises WikiError; ArchiveError where the archive is another one than
    that with which the pages were written.
    """
    noted = wired.archive.cursor(RESTORED)
    if not noted:
        _refuse_if_new(wired, publishing, pages)
        return
    newest = json.loads(wired.archive.cursor(_REVISIONS) or "{}")
    for title, page in pages.items():
        known = publishing.ledger.last_revision(title) or 0
        if page.revision is not None and page.revision > known:
            ours = [each for each in later_revisions(publishing, title, known) if publishing.is_ours(each)]
            limit = newest[title] or 0 if title in newest else parse_instant(noted)
            _take_over(publishing, title, [each for each in ours if _was_there(each, limit)])
    find_enactments(wired, publishing, gamestate, newest.get(wired.settings.wiki.ruleset) or 0)
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


def _was_there(revision: WikiRevision, limit: int | datetime) -> bool:
    """Whether a revision is not after another's id, or else an instant: the wiki's clock may be wrong."""
    return revision.revision <= limit if isinstance(limit, int) else revision.at <= limit


def _take_over(publishing: Publisher, title: str, ours: Sequence[WikiRevision]) -> None:
    for revision in reversed(ours):
        try:
            texts = {name: region.text for name, region in find_regions(revision.text).items()}
        except RegionError:
            continue
        if not texts:
            continue
        publishing.remember(title, revision.revision, texts, "written before the archive was put back from a copy")
        return
