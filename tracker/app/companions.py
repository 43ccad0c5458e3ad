"""The pages that go with an enactment: the archive copy made before the page is changed, and the new pages made after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.app.publish import ActOutcome, Publisher
from tracker.core.planning import Desired, DesiredPage, DesiredRegion
from tracker.core.region import page_text
from tracker.errors import PlanError, PlanStaleError, TrackerError
from tracker.mechanics.enactment import Case, Companions

if TYPE_CHECKING:
    from tracker.app.enacted import Authority
    from tracker.app.enactment_book import Book
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
    wanted = DesiredPage(title, copy_of=page.title, summary=summary)
    plan = publishing.plan_pages(Desired((wanted,)), {**_read(publishing, [title]), page.title: page})
    for finding in plan.findings:
        raise PlanError(f"the archive copy cannot be made: {finding.text}", place=title, remedy="nothing was written")
    outcomes = publishing.apply_plan(plan, plan.checksum)
    for outcome in outcomes:
        if not outcome.succeeded:
            fault = f"the archive copy was not made ({outcome.status}: {outcome.note})"
            raise PlanStaleError(fault, place=title, remedy="look and try again")
    return outcomes


def make_pages(
    book: Book, publishing: Publisher, drafts: Iterable[RegionDraft], authority: Authority
) -> tuple[list[ActOutcome], list[str]]:
    """Make the new pages, and say which were not made and why; one that is there already is left alone."""
    outcomes, alarms = list[ActOutcome](), list[str]()
    for draft in drafts:
        try:
            plan = _plan_of(book, publishing, draft, authority)
            done = publishing.apply_plan(plan, plan.checksum) if plan is not None else []
        except TrackerError as error:
            alarms.append(f"the page {draft.page!r} was not made: {error.message}")
            continue
        outcomes += done
        alarms += [f"the page {item.target!r} was not made: {item.note}" for item in done if not item.succeeded]
        alarms += [] if done else [f"the page {draft.page!r} is there already and was left alone"]
    return outcomes, alarms


def _plan_of(book: Book, publishing: Publisher, draft: RegionDraft, authority: Authority) -> Plan | None:
    """The plan that makes a page; None where one is there."""
    read = _read(publishing, [draft.page])
    if read[draft.page].exists:
        return None
    [rendered] = book.wired.render([draft])
    region = DesiredRegion(rendered.region, rendered.text)
    summary = authority.summary("the history so far")
    return publishing.plan_pages(
        Desired((DesiredPage(draft.page, (region,), create_with=OPENING, summary=summary),)), read
    )


def _read(publishing: Publisher, titles: list[str]) -> Mapping[str, WikiPage]:
    """Pages, and the switch-off page."""
    switch = publishing.manners.switch_page
    return publishing.wiki.fetch([*titles, *([switch] if switch else [])])
