"""Taking back what was written for a matter, where it still stands; what others changed elsewhere on the page stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tracker.app.asking.inquiry import gamestate_at
from tracker.app.enacting.enact import (
    carry_out,
    check_admin,
    find_case,
    publish_pages,
    read_back,
    read_page,
    required_book,
)
from tracker.app.enacting.enacted import UNDO, Authority, Done
from tracker.app.enacting.enactment_book import Book, written_down
from tracker.app.publish.publish import Publisher
from tracker.app.tick.looking import lock, publisher
from tracker.app.tick.pause import refuse_if_paused
from tracker.app.wired import Wired
from tracker.core.ports import WikiPage
from tracker.errors import PlanStaleError, UsageError
from tracker.mechanics.enacting.enactment import (
    Enactment,
    reversal,
)

if TYPE_CHECKING:
    pass


def undo_spans(wired: Wired, matter: str, by: str) -> tuple[Enactment, WikiPage, Any]:
    """What would take a matter's change back: the enactment, the page as it is, and the amendments of it.

    Raises UsageError where nothing was written for it, PlanStaleError where what was written does not stand any more.
    """
    book = required_book(wired, gamestate_at(wired))
    enactment = _standing(book, matter)
    publishing = publisher(wired)
    page = read_page(publishing, enactment.page)
    left = _left_by(publishing, enactment)
    return enactment, page, reversal(enactment.spans, left, page.text, f"undo {enactment.slug} for {by}")


def _standing(book: Book, matter: str) -> Enactment:
    """What was written for a matter and not taken back; raises UsageError where nothing was."""
    slugs = {slug.casefold(): slug for slug in book.enactments}
    slug = slugs.get(matter.strip().casefold().replace(" ", "_")) or find_case(book, matter).slug
    enactment = book.enactments.get(slug)
    gone = "nothing was written" if enactment is None else book.taken_back(enactment)
    if enactment is None or gone:
        standing = [item.slug for item in book.enactments.values() if not book.taken_back(item)]
        remedy = (
            f"what stands of what was written: {', '.join(standing)}" if standing else "nothing that was written stands"
        )
        raise UsageError(f"{slug}: {gone}", remedy=remedy)
    return enactment


def _left_by(publishing: Publisher, enactment: Enactment) -> str:
    """The page as our edit left it."""
    if enactment.revision is None:
        raise PlanStaleError(
            "what was written was not read back yet", place=enactment.page, remedy="tick once, then try"
        )
    found = publishing.wiki.revisions(enactment.page, enactment.revision - 1, 1)
    if not found or found[0].revision != enactment.revision:
        fault = f"the wiki does not show revision {enactment.revision} any more"
        raise PlanStaleError(fault, place=enactment.page, remedy="take it back by hand; nothing was written")
    return found[0].text


def undo(wired: Wired, matter: str, by: str) -> Done:
    """Take back what was written for a matter, for an admin; what others changed elsewhere on the page stays.

    Raises as ``undo_spans``, UsageError for somebody who is no admin, PlanHeldError while the tracker is paused,
    LockedError, and the wiki's own errors.
    """
    refuse_if_paused(wired)
    with lock(wired):
        settled = publisher(wired).settle_open_intents()
        book = required_book(wired, gamestate_at(wired))
        name = check_admin(book, by, f"take back {matter}")
        for unread in (item for item in book.unfinished if item.revision is None):
            read_back(wired, unread)
        enactment, page, spans = undo_spans(wired, matter, name)
        undone = replace(enactment, undone_by=name, undone_at=wired.clock.now())
        summary = Authority(name, "").summary(f"{UNDO}{enactment.summary}")
        publishing = publisher(wired)
        outcomes = carry_out(publishing, enactment, spans, written_down(undone), page, summary)
        undone = replace(undone, undone_revision=outcomes[0].revision)
        publishing.remember(enactment.page, outcomes[0].revision or 0, written_down(undone), "taken back")
        return Done((*settled, *outcomes, *publish_pages(wired)), undone, "")
