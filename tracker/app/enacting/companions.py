"""The pages that go with an enactment: the archive copy made before the page is changed, and the new pages made after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tracker.app.enacting.enacted import Authority
from tracker.app.publish.publish import ActOutcome, Publisher
from tracker.core.manners import ENACTING
from tracker.core.planning import Desired, DesiredPage, DesiredRegion
from tracker.core.region import page_text
from tracker.errors import PlanError, PlanStaleError, TrackerError
from tracker.mechanics.enacting.enactment import Case, Companions, Enactment, NewPage

if TYPE_CHECKING:
    from tracker.app.enacting.enactment_book import Book
    from tracker.core.draft import RegionDraft
    from tracker.core.plan import Plan
    from tracker.core.ports import WikiPage

OPENING = "The tracker began this page; from now on it is people's."


def companions_of(book: Book, publishing: Publisher, case: Case, page: WikiPage) -> Companions:
    """The pages that go with enacting a matter on a page as it was read; the wiki is asked which copies there are.

    The newest copy is taken where it is one of that very page: an earlier attempt ended after it. Raises WikiError.
    """
    titles = book.enacting.copies(book.gamestate, case)
    there = [title for title, id in publishing.wiki.revision_ids(titles).items() if id is not None] if titles else []
    found = book.enacting.companions(book.gamestate, case, page.text, there)
    if there and _is_copy(publishing, max(there, key=list(titles).index), page):
        return replace(found, copy=max(there, key=list(titles).index))
    return found


def _is_copy(publishing: Publisher, title: str, page: WikiPage) -> bool:
    return publishing.wiki.fetch([title])[title].text == page_text(page.text)


def make_copy(publishing: Publisher, companions: Companions, page: WikiPage, summary: str) -> list[ActOutcome]:
    """Make the archive copy of a page as it was read, where none of it is; nothing where the matter wants none.

    Raises PlanError where another page has its name, PlanStaleError where it was not made.
    """
    title = companions.copy
    if not title:
        return []
    wanted = DesiredPage(title, copy_of=page.title, summary=summary, task=ENACTING)
    plan = publishing.plan_pages(Desired((wanted,)), {**publishing.read([title]), page.title: page})
    for finding in plan.findings:
        raise PlanError(f"the archive copy cannot be made: {finding.text}", place=title, remedy="nothing was written")
    outcomes = publishing.apply_plan(plan, plan.checksum)
    for outcome in outcomes:
        if not outcome.succeeded:
            fault = f"the archive copy was not made ({outcome.status}: {outcome.note})"
            raise PlanStaleError(fault, place=title, remedy="look and try again")
    return outcomes


def new_pages(book: Book, drafts: Sequence[RegionDraft]) -> tuple[NewPage, ...]:
    """The pages that are to be made after an edit, with the text that they get, for the ledger to remember."""
    rendered = book.wired.render(drafts) if drafts else ()
    return tuple(NewPage(each.page, each.region, each.text) for each in rendered)


@dataclass(frozen=True, slots=True)
class PagesMade:
    """What making pages came to: the acts, the pages still to be made, and what to tell of those that were not."""

    acts: tuple[ActOutcome, ...] = ()
    due: tuple[NewPage, ...] = ()
    alarms: tuple[str, ...] = ()


def make_pages(publishing: Publisher, made: Enactment) -> PagesMade:
    """Make the pages that an enactment still wants; one that is there already is left alone, and wanted no more."""
    acts, due, alarms = list[ActOutcome](), list[NewPage](), list[str]()
    for page in made.pages_due:
        try:
            plan = _plan_of(publishing, page, Authority(made.by, made.authority, made.is_automatic))
            done = publishing.apply_plan(plan, plan.checksum) if plan is not None else []
        except TrackerError as error:
            due.append(page)
            alarms.append(f"the page {page.title!r} was not made: {error.message}")
            continue
        acts += done
        failed = [item for item in done if not item.succeeded]
        due += [page] if failed else []
        alarms += [f"the page {page.title!r} was not made: {item.note or item.status}" for item in failed]
        alarms += [] if done else [f"the page {page.title!r} is there already and was left alone"]
    return PagesMade(tuple(acts), tuple(due), tuple(alarms))


def _plan_of(publishing: Publisher, page: NewPage, authority: Authority) -> Plan | None:
    """The plan that makes a page; None where one is there."""
    read = publishing.read([page.title])
    if read[page.title].exists:
        return None
    region = DesiredRegion(page.region, page.text)
    summary = authority.summary("the history so far")
    return publishing.plan_pages(
        Desired((DesiredPage(page.title, (region,), create_with=OPENING, summary=summary, task=ENACTING),)), read
    )
