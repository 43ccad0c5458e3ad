"""Enacting: a matter's change of the ruleset shown, written once its votes were read again, read back, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from tracker.app.asking.inquiry import gamestate_at
from tracker.app.dice.dice_days import settle
from tracker.app.enacting.companions import PagesMade, companions_of, make_copy, make_pages, new_pages
from tracker.app.enacting.enacted import Authority, Done
from tracker.app.enacting.enactment_book import LONGEST_PAGE, Book, book_of, written_down
from tracker.app.people.requests import why_not
from tracker.app.publish.pages import desired, titles
from tracker.app.publish.publish import ActOutcome, Publisher
from tracker.app.publish.restored import see_to
from tracker.app.publish.wiki_clock import refuse_if_ahead
from tracker.app.tick.looking import Silence, lock, observe, publisher, wake
from tracker.app.tick.pause import refuse_if_paused
from tracker.app.wired import Wired
from tracker.core.gamestate import Gamestate
from tracker.core.manners import ENACTING
from tracker.core.observation import ObservationBatch
from tracker.core.plan import Plan
from tracker.core.planning import Desired, DesiredPage
from tracker.core.ports import WikiPage
from tracker.errors import ConfigError, PlanError, PlanHeldError, PlanStaleError, UsageError
from tracker.mechanics.enacting.enactment import (
    Case,
    DraftShown,
    Enactment,
    Stage,
    rules_that_differ,
    spans_of,
)

if TYPE_CHECKING:
    from tracker.mechanics.enacting.amendments import AmendmentDraft

_IMPOSSIBLE = frozenset({"PAGE_MISSING", "PAGE_MOVED", "BOT_EXCLUDED", "CHANGE_IMPOSSIBLE", "MARKERS_FAULTY"})
"""Findings of a plan for which the ruleset page is not written."""
_REVISIONS_READ = 50
"""How many revisions from the base one on are looked at for ours."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What enacting a matter would do now, on the ruleset page as the wiki has it; nothing is written.

    ``why_not`` says what stands in the way (empty: nothing does); ``written`` is what was written for it before.
    """

    shown: DraftShown
    stage: Stage
    why_not: tuple[str, ...]
    base_revision: int | None
    written: Enactment | None = None

    def record(self) -> dict[str, Any]:
        """As ``tracker enact --json`` prints it."""
        shown, case = self.shown, self.shown.case
        return {
            "matter": case.slug,
            "title": case.title,
            "stage": self.stage,
            "verdict": case.verdict,
            "reasons": list(case.reasons),
            "acts": list(case.acts),
            "why_not": list(self.why_not),
            "outcome": shown.outcome,
            "base_revision": self.base_revision,
            "diff": list(shown.diff),
            "refusals": [{"code": code, "sentence": sentence, "why": why} for code, sentence, why in shown.refusals],
            "gamestate": list(shown.gamestate),
            "skipped": list(shown.skipped),
            "unread": list(shown.unread),
            "mark": shown.mark,
            "notation": list(shown.notation),
            "checks": list(shown.checks),
            "pages": list(shown.pages),
            "summary": shown.summary,
            "note": shown.note,
            "written": self.written.record() if self.written else None,
        }


# --- looking ----------------------------------------------------------------------------------------------------------


def prospect(wired: Wired, matter: str, by: str = "") -> Prospect:
    """What enacting a matter would do now; raises UsageError naming the nearest ones where there is no such matter."""
    book = required_book(wired, gamestate_at(wired))
    case = find_case(book, matter)
    publishing = publisher(wired)
    page = read_page(publishing, book.ruleset)
    shown = book.shown(case, page.text if page.exists else None, by)
    is_refused = shown.act == "enact" and shown.outcome == "refused"
    refused = book.fault or "its text cannot be carried out as a whole"
    why_not = [*_why_not_now(book, case), *([refused] if is_refused else [])]
    if shown.pages:
        companions = companions_of(book, publishing, case, page)
        shown, why_not = replace(shown, pages=companions.titles), [*why_not, *companions.waits]
    return Prospect(shown, book.stage(case.slug), tuple(why_not), page.revision, book.enactments.get(case.slug))


def required_book(wired: Wired, gamestate: Gamestate) -> Book:
    """The book of enacting; raises ConfigError where nothing can be enacted at all."""
    if useless := why_not(wired, "enact"):
        raise UsageError(useless, remedy="tracker explain tells what became of a matter")
    book = book_of(wired, gamestate)
    if book is None:
        place = wired.settings.place("wiki", "ruleset")
        raise ConfigError("there is no ruleset page to enact on", place=place, remedy="name the ruleset's page")
    if wired.settings.enact.mode == "off":
        place = wired.settings.place("enact", "mode")
        raise ConfigError("enacting is switched off", place=place, remedy="set it to draft or auto")
    return book


def find_case(book: Book, matter: str) -> Case:
    """The case of a matter by its slug, URL or title.

    Raises UsageError naming the nearest ones where there is none, and all where several bear the title.
    """
    return find_among(book.cases, matter)


def find_among(cases: Mapping[str, Case], matter: str) -> Case:
    """The same among cases by slug."""
    wanted = matter.strip().casefold()
    slugs = {slug.casefold(): slug for slug in cases}
    titles = {case.title.casefold(): case.slug for case in reversed(list(cases.values()))}
    last = wanted.rstrip("/").rpartition("/")[2]
    slug = slugs.get(wanted.replace(" ", "_")) or slugs.get(wanted) or (slugs.get(last) if "://" in wanted else None)
    if slug is None:
        bearing = [case.slug for case in cases.values() if case.title.casefold() == wanted]
        if len(bearing) > 1:
            several = f"{len(bearing)} matters bear the title {matter!r}"
            raise UsageError(several, remedy=f"say which: {', '.join(bearing)}")
        slug = titles.get(wanted)
    if slug is not None:
        return cases[slug]
    near = get_close_matches(wanted, [*slugs, *titles], n=3, cutoff=0.4)
    named = dict.fromkeys(slugs.get(word) or titles[word] for word in near)
    remedy = f"did you mean {', '.join(named)}?" if named else "tracker status lists the matters"
    raise UsageError(f"there is no matter {matter!r}", remedy=remedy)


def _why_not_now(book: Book, case: Case) -> list[str]:
    """Why a matter may not be written now: the rules, or another one that awaits its status."""
    found = list(case.why_not)
    for enactment in book.awaited:
        if enactment.slug == case.slug:
            found.append(f"it was written already, in revision {enactment.revision}; its status on the blog is awaited")
        else:
            found.append(f"{enactment.title!r} ({enactment.slug}) was written and awaits its status on the blog")
    return found


def check_admin(book: Book, by: str, what: str) -> str:
    """The name of an admin as the roster writes it; raises UsageError for anybody else."""
    admins = {name.casefold(): name for name in book.enacting.admins(book.gamestate)}
    known = admins.get(by.strip().casefold())
    if known is None:
        remedy = f"who may: {', '.join(sorted(admins.values())) or 'nobody that the roster knows'}"
        raise UsageError(f"{by.strip() or 'nobody'} may not {what}", remedy=remedy)
    return known


# --- writing ----------------------------------------------------------------------------------------------------------


def enact(wired: Wired, matter: str, by: str, read: str = "") -> Done:
    """Write a matter's change to the ruleset page for an admin, once everything that decides it was read again.

    ``read`` stands for the sentences without an order that the admin has read (``AmendmentDraft.mark``).
    Raises UsageError for an unknown matter or somebody who is no admin, PlanError where it may not be enacted or its text
    cannot be carried out as a whole, PlanHeldError while another awaits its status, the tracker is paused or our clock is
    ahead of the wiki's, SourceError where its votes could not be read, ArchiveError where the archive is another one than
    that with which the pages were written, LockedError, and the wiki's own errors.
    """
    refuse_if_paused(wired)
    with lock(wired):
        settled = publisher(wired).settle_open_intents()
        book = look_again(wired)
        see_to(wired, publisher(wired), book.gamestate)
        if book.unfinished:
            settled += complete_all(wired, book)
            book = required_book(wired, book.gamestate)
        case = find_case(book, matter)
        authority = Authority(check_admin(book, by, f"enact {case.slug}"), "the command line", read=read)
        done = write(wired, book, case, authority)
        return replace(done, acts=(*settled, *done.acts, *publish_pages(wired)))


def look_again(wired: Wired) -> Book:
    """Read everything that decides what may be enacted anew, every open matter in full, and fold it.

    Raises the first SourceError: what could not be read must not decide.
    """
    return required_book(wired, read_again(wired))


def read_again(wired: Wired) -> Gamestate:
    """What holds once every open matter was read again in full; raises the first SourceError."""
    for source in wired.sources:
        again: Callable[[str | None], str] | None = getattr(source, "look_again_cursor", None)
        if again:
            cursor = again(wired.archive.cursor(source.name))
            wired.archive.append(ObservationBatch(source.name, (), cursor, wired.clock.now()))
    wired.look.begin(())
    observed = observe(wired, Silence())
    wake(wired)
    if observed.errors:
        raise observed.errors[0]
    return settle(wired, wired.clock.now()).gamestate


def write(wired: Wired, book: Book, case: Case, authority: Authority, *, only_whole: bool = False) -> Done:
    """Write a matter's change under an authority; the lock is held, and everything was just read.

    ``only_whole`` leaves what needs a person's hand besides alone. Raises as ``enact``.
    """
    refuse_if_ahead(wired, book.gamestate.as_of)
    why_not = _why_not_now(book, case)
    if why_not:
        kind = PlanHeldError if case.may_enact else PlanError
        raise kind(f"{case.slug} cannot be enacted now: {'; '.join(why_not)}", remedy=f"tracker explain {case.slug}")
    note = book.enacting.note(book.gamestate, case, "enact", authority.by)
    if not case.has_instructions:
        return Done((), None, note)
    publishing = publisher(wired)
    page = read_page(publishing, book.ruleset)
    draft = _draft_on(book, case, page)
    if only_whole and (draft.outcome != "whole" or draft.unread or case.is_reset):
        raise PlanError(f"{case.slug} is not wholly mechanical", remedy="an admin enacts it")
    _refuse_unread(case, draft, authority)
    if not draft.edits:
        return Done((), None, note, tuple(draft.gamestate))
    companions = companions_of(book, publishing, case, page)
    if companions.waits:
        raise PlanError(
            f"{case.slug} cannot be written yet: {'; '.join(companions.waits)}", remedy="nothing was written"
        )
    due = new_pages(book, companions.pages)
    made = replace(_enactment(book, case, draft, authority, page, note), pages_due=due)
    copied = make_copy(publishing, companions, page, authority.summary(f"copy of [[{page.title}]]"))
    outcomes = carry_out(publishing, made, made.spans, written_down(made), page)
    checked, added = complete_pages(wired, read_back(wired, made))
    return Done((*copied, *outcomes, *added.acts), checked, note, checked.gamestate, (*_alarms(checked), *added.alarms))


def _refuse_unread(case: Case, draft: AmendmentDraft, authority: Authority) -> None:
    """Raise PlanHeldError unless the admin says that they read the sentences that are no orders, just as they stand there."""
    if draft.unread and authority.read != draft.mark:
        told = "; ".join(f"“{sentence}”" for sentence in draft.unread)
        remedy = f"read them; then --read {draft.mark}, or the line: enact {case.slug} read {draft.mark}"
        raise PlanHeldError(f"these sentences of {case.slug} are no orders, and wait to be read: {told}", remedy=remedy)


def read_page(publishing: Publisher, title: str) -> WikiPage:
    """A page as the wiki has it now."""
    return publishing.wiki.fetch([title])[title]


def _draft_on(book: Book, case: Case, page: WikiPage) -> AmendmentDraft:
    """The draft on the page as it stands; raises PlanError where the page or the text allows none."""
    if not page.exists or page.redirect or len(page.text) > LONGEST_PAGE:
        fault = "is a redirect" if page.redirect else "is far too long" if page.exists else "is not there"
        raise PlanError(f"the page {fault}", place=book.ruleset, remedy="mend the page, or name another in the config")
    draft = book.draft(case, page.text)
    if draft is None:
        raise PlanError(f"it cannot be told which text of {case.slug} holds", remedy="enact it by hand")
    if draft.outcome == "refused":
        codes = ", ".join(dict.fromkeys(refusal.code for refusal in draft.refusals))
        remedy = f"tracker enact {case.slug} shows why, and what was clear"
        raise PlanError(f"the text of {case.slug} cannot be carried out as a whole: {codes}", remedy=remedy)
    if book.fault:
        raise PlanError(book.fault, place=book.ruleset, remedy="mend the page")
    return draft


def _enactment(
    book: Book, case: Case, draft: AmendmentDraft, authority: Authority, page: WikiPage, note: str
) -> Enactment:
    return Enactment(
        slug=case.slug,
        title=case.title,
        page=book.ruleset,
        base_revision=page.revision or 0,
        at=book.gamestate.as_of,
        by=authority.by,
        authority=f"{authority.how}, having read {draft.mark}" if draft.unread else authority.how,
        votes=case.votes,
        summary=authority.summary(book.enacting.summary(case, draft)),
        note=note,
        spans=spans_of(draft, f"enact {case.slug} for {authority.by}"),
        touched=tuple(map(tuple, draft.touched)),
        gamestate=tuple(draft.gamestate),
        is_automatic=authority.is_automatic,
    )


def carry_out(
    publishing: Publisher, enactment: Enactment, spans: Any, notes: Mapping[str, str], page: WikiPage, summary: str = ""
) -> list[ActOutcome]:
    """One edit of the ruleset page on the revision that was read; raises PlanError where it was not made."""
    wanted = DesiredPage(
        enactment.page, amendments=spans, summary=summary or enactment.summary, notes=notes, task=ENACTING
    )
    plan = publishing.plan_pages(Desired((wanted,)), _with_switch(publishing, page))
    _refuse_impossible(plan, enactment.page)
    outcomes = publishing.apply_plan(plan, plan.checksum)
    if not outcomes or not outcomes[0].succeeded:
        told = f"{outcomes[0].status}: {outcomes[0].note}" if outcomes else "nothing was to be changed"
        raise PlanStaleError(f"the page was not written ({told})", place=enactment.page, remedy="look and try again")
    return outcomes


def _with_switch(publishing: Publisher, page: WikiPage) -> Mapping[str, WikiPage]:
    """The page as read, and the switch-off pages."""
    return {**publishing.read([]), page.title: page}


def _refuse_impossible(plan: Plan, title: str) -> None:
    for finding in plan.findings:
        if finding.code in _IMPOSSIBLE:
            raise PlanError(finding.text, place=title, remedy="nothing was written")


# --- reading back -----------------------------------------------------------------------------------------------------


def read_back(wired: Wired, made: Enactment) -> Enactment:
    """The enactment with its revision found on the wiki, and the rules that differ there though it names them not.

    What is found is written down in the ledger. Where the revision is not found yet nothing is, and a later look tries
    again. Raises WikiError.
    """
    publishing = publisher(wired)
    found = publishing.wiki.revisions(made.page, made.base_revision - 1, _REVISIONS_READ)
    summary = wired.manners.summary(made.summary, ENACTING)
    later = (revision for revision in found if revision.revision > made.base_revision)
    ours = next((revision for revision in later if revision.summary == summary), None)
    if ours is None:
        return made
    texts = {revision.revision: revision.text for revision in found}
    odd = rules_that_differ(texts[ours.parent], ours.text, made.touched) if ours.parent in texts else ()
    checked = replace(made, revision=ours.revision, odd=odd)
    publishing.remember(made.page, ours.revision, written_down(checked), "read back")
    return checked


def _alarms(checked: Enactment) -> tuple[str, ...]:
    """What must be said loudly of what was written."""
    offer = f"take it back with: tracker enact {checked.slug} --undo --apply --by NAME"
    if checked.revision is None:
        return ("what was written could not be read back yet; look at the page",)
    return (f"rules differ that the matter does not name: {', '.join(checked.odd)}; {offer}",) if checked.odd else ()


def complete_pages(wired: Wired, made: Enactment) -> tuple[Enactment, PagesMade]:
    """Make the pages that go with what was written and are not made yet; the enactment then, and what that came to.

    What is still to be made is written down in the ledger, for the next tick to try again.
    """
    if not made.pages_due:
        return made, PagesMade()
    publishing = publisher(wired)
    done = make_pages(publishing, made)
    now = replace(made, pages_due=done.due)
    if now != made:
        publishing.remember(now.page, now.revision or now.base_revision, written_down(now), "pages made")
    return now, done


def complete_all(wired: Wired, book: Book) -> list[ActOutcome]:
    """Bring to its end what a process that was cut short began: find revisions not read back, make pages still missing."""
    acts = list[ActOutcome]()
    for enactment in book.unfinished:
        checked = enactment if enactment.revision is not None else read_back(wired, enactment)
        acts += complete_pages(wired, checked)[1].acts
    return acts


# --- our own pages ----------------------------------------------------------------------------------------------------


def publish_pages(wired: Wired) -> list[ActOutcome]:
    """Bring the pages of drafts and of the log up to date; a page that is not there, or is held, waits for a tick.

    The next tick looks at everything.
    """
    wake(wired)
    gamestate, publishing = gamestate_at(wired), publisher(wired)
    book = required_book(wired, gamestate)
    ours = _own_titles(wired, book)
    plan = publishing.plan_pages(Desired(tuple(page for page in desired(wired, gamestate).pages if page.title in ours)))
    if plan.switched_off or plan.too_large:
        return []
    return publishing.apply_plan(plan, plan.checksum)


def _own_titles(wired: Wired, book: Book) -> frozenset[str]:

    names = titles(wired)
    return frozenset(names[key] for key in book.enacting.pages)
