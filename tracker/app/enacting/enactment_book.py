"""The book of enacting: what may be enacted with its draft, what was written and how far it is; out of archive and ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.app.enacting.enact_later import LaterEdit, later_edit
from tracker.app.wired import Wired
from tracker.core.gamestate import Finding, Gamestate
from tracker.core.instants import iso
from tracker.core.observation import OPERATOR, canonical_json
from tracker.core.plan import NOTE, PageChange, diff_lines
from tracker.errors import ConfigError
from tracker.mechanics.enacting.enactment import (
    Act,
    Case,
    DraftShown,
    Enacting,
    Enactment,
    EnactmentBook,
    LogEntry,
    Stage,
)
from tracker.mechanics.enacting.instructions import REFUSALS
from tracker.mechanics.enacting.proposal_text import as_html

if TYPE_CHECKING:
    from tracker.core.draft import RegionDraft
    from tracker.mechanics.enacting.amendments import AmendmentDraft

PREFIX = f"{NOTE}enact:"
"""What the ledger's name of an enactment begins with; its matter's slug follows."""
LOG_SHOWN = 50
"""How many enactments the log shows."""
LINES_SHOWN = 200
"""How many lines of a diff a page shows."""
_ALARM = "OTHER_RULES_DIFFER"
_AWAITED: frozenset[Stage] = frozenset({"written", "awaiting status"})
"""The stages in which the status on the blog is still to be set."""
LONGEST_PAGE = 2_000_000
"""Characters of a ruleset page from which on no diff is made: no ruleset is as long, and vandals have time."""


def note_name(slug: str) -> str:
    """The ledger's name of a matter's enactment."""
    return f"{PREFIX}{slug}"


def written_down(enactment: Enactment) -> dict[str, str]:
    """An enactment as the ledger keeps it: name -> text."""
    return {note_name(enactment.slug): canonical_json(enactment.record())}


@dataclass(frozen=True)
class Book:
    """Everything that is known of enacting at one gamestate."""

    wired: Wired
    enacting: Enacting
    gamestate: Gamestate

    @property
    def ruleset(self) -> str:
        """The title of the ruleset page."""
        return self.wired.settings.wiki.ruleset

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """Each matter's case by its slug, in the game's order."""
        return {case.slug: case for case in self.enacting.cases(self.gamestate)}

    @cached_property
    def enactments(self) -> Mapping[str, Enactment]:
        """What we wrote for each matter, by slug, those taken back too."""
        kept = self.wired.ledger.texts(self.ruleset, PREFIX)
        return {name.removeprefix(PREFIX): Enactment.of_record(json.loads(text)) for name, text in kept.items()}

    def stage(self, slug: str) -> Stage:
        """How far a matter is that we wrote, or (drafted) that we did not."""
        enactment, case = self.enactments.get(slug), self.cases.get(slug)
        if enactment is None:
            return "drafted"
        if not enactment.stands:
            return "undone"
        if case is None:
            return "closed"
        if case.state == "enacted":
            return "confirmed"
        later = self._later(enactment)
        if later is not None and later.became == "gone":
            return "reverted"
        if case.state in {"failed", "unlawful"}:
            return "failed"
        return "written" if enactment.revision is None else "awaiting status"

    def taken_back(self, enactment: Enactment) -> str:
        """That what was written was taken back already, by whom, where and when; empty while it, or part of it, stands."""
        if enactment.stands:
            later = self._later(enactment) if self.stage(enactment.slug) == "reverted" else None
            return f"it was taken back on the wiki {later} already; nothing was written" if later else ""
        where = f" in revision {enactment.undone_revision}" if enactment.undone_revision is not None else ""
        when = f" at {iso(enactment.undone_at)}" if enactment.undone_at else ""
        return f"it was taken back by {enactment.undone_by}{where}{when} already; nothing was written"

    def _later(self, enactment: Enactment) -> LaterEdit | None:
        """Who changed or took back on the wiki what was written, as far as the archive tells."""
        if enactment.slug not in self._looked:
            self._looked[enactment.slug] = later_edit(self.wired, self.enacting, self.gamestate, enactment)
        return self._looked[enactment.slug]

    @cached_property
    def _looked(self) -> dict[str, LaterEdit | None]:
        """What was found out so far of later edits, by slug."""
        return {}

    @cached_property
    def awaited(self) -> tuple[Enactment, ...]:
        """What stands on the page while its matter's status on the blog is still to be set; at most one, unless by hand."""
        return tuple(item for slug, item in self.enactments.items() if self.stage(slug) in _AWAITED)

    @property
    def unfinished(self) -> tuple[Enactment, ...]:
        """What stands and was not read back yet, or wants pages that are not made yet."""
        standing = (item for item in self.enactments.values() if item.stands)
        return tuple(item for item in standing if item.revision is None or item.pages_due)

    # --- findings ---

    @property
    def patience(self) -> timedelta:
        """How long a status is awaited."""
        return timedelta(minutes=self.wired.settings.enact.await_minutes)

    def findings_on(self, slug: str) -> tuple[Finding, ...]:
        """What a person should look at about a matter that we wrote."""
        enactment, case = self.enactments.get(slug), self.cases.get(slug)
        if enactment is None or not enactment.stands:
            return ()
        stage = self.stage(slug)
        if stage == "reverted":
            return tuple(self._taken_back(enactment)) if case and case.state == "pending" else ()
        awaited = self._while_awaited(enactment, case) if case and stage in _AWAITED else ()
        return (*_written_amiss(enactment, stage), *awaited)

    def _taken_back(self, enactment: Enactment) -> Iterator[Finding]:
        text = f"{enactment.title!r}, written in revision {enactment.revision}, was taken back on the wiki {self._later(enactment)}"
        rest = "nothing is left to undo, and the next matter may be written"
        yield _finding("TAKEN_BACK_BY_HAND", f"{text}; {rest}", enactment)

    def _while_awaited(self, enactment: Enactment, case: Case) -> Iterator[Finding]:
        """What happened to a matter whose status should be set."""
        later, title = self._later(enactment), enactment.title
        offer = _way_out(enactment, later)
        if later is not None:
            text = f"what was written for {title!r} was changed on the wiki {later}"
            yield _finding("WRITTEN_TEXT_CHANGED", f"{text}; {offer}", enactment)
        if case.votes != enactment.votes:
            text = f"the votes on {title!r} were {enactment.votes} when it was written and are {case.votes} now"
            yield _finding("VOTES_CHANGED_SINCE", f"{text}; {offer}", enactment)
        elif not case.may_enact:
            text = f"{title!r} was written and may not be enacted any more: {'; '.join(case.why_not)}"
            yield _finding("VOTES_CHANGED_SINCE", f"{text}; {offer}", enactment)
        if self.gamestate.as_of >= enactment.at + self.patience:
            minutes = self.wired.settings.enact.await_minutes
            text = f"{title!r} was written at {iso(enactment.at)}, and its status was not set within {minutes} min"
            yield _finding("STATUS_AWAITED_TOO_LONG", f"{text}; {offer}", enactment)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What a person should look at about anything that we wrote."""
        return tuple(found for slug in self.enactments for found in self.findings_on(slug))

    @property
    def next_instant(self) -> datetime | None:
        """The next instant at which something here changes by itself: a status that is awaited too long from then on."""
        late = (enactment.at + self.patience for enactment in self.awaited)
        return min((when for when in late if when > self.gamestate.as_of), default=None)

    # --- drafts ---

    def bodies(self, slug: str) -> Sequence[str]:
        """Every text of a post that is archived, as HTML, newest first."""
        found = []
        for source in self.wired.source_names:
            ids = [row.id for row in self.wired.archive.newest_about(source, slug)]
            versions = [row for id in ids for row in self.wired.archive.versions(id)]
            found += [row for row in versions if row.observation.kind in {"post", "post_edited"}]
        found.sort(key=lambda row: row.seq, reverse=True)
        return [str(row.observation.payload["body"]) for row in found if "body" in row.observation.payload]

    def draft(self, case: Case, page: str) -> AmendmentDraft | None:
        """What enacting a matter does to a page; None where it cannot be told which of its texts holds."""
        return self.enacting.draft(self.gamestate, case, self.bodies(case.slug), page)

    @cached_property
    def archived_page(self) -> str | None:
        """The text of the newest revision of the ruleset page that was seen; None where none was."""
        row = self.enacting.ruleset_row(self.gamestate)
        versions = self.wired.archive.versions(row) if row else ()
        return str(versions[-1].observation.payload["text"]) if versions else None

    def shown(self, case: Case, page: str | None, admin: str = "") -> DraftShown:
        """A matter with its draft on a page (None: the page is not known), as people are shown it."""
        act: Act = "enact" if case.may_enact or "fail" not in case.acts else "fail"
        told = DraftShown(case, act, self.enacting.note(self.gamestate, case, act, admin))
        if act == "fail" or not case.has_instructions:
            return told
        why = self.fault or _unfit(page)
        if page is None or why:
            return replace(told, outcome="refused", refusals=(("PAGE_UNSOUND", "", why),))
        draft = self.draft(case, page)
        if draft is None:
            why = "it cannot be told which text of it holds: none is archived, or it was altered out of order"
            return replace(told, outcome="refused", refusals=(("TEXT_UNKNOWN", "", why),))
        companions = self.enacting.companions(self.gamestate, case, page, None)
        return replace(self._told(told, draft), checks=companions.checks, pages=companions.titles)

    def _told(self, told: DraftShown, draft: AmendmentDraft) -> DraftShown:

        after = draft.clear if draft.outcome == "refused" else draft.after
        return replace(
            told,
            summary=self.enacting.summary(told.case, draft) if draft.edits else "",
            outcome=draft.outcome,
            diff=tuple(self.diff(draft.page, after)) if after and after != draft.page else (),
            refusals=tuple(
                (
                    item.code,
                    item.sentence,
                    f"{REFUSALS.get(item.code, item.code)}{f': {item.detail}' if item.detail else ''}",
                )
                for item in draft.refusals
            ),
            gamestate=tuple(draft.gamestate),
            skipped=tuple(draft.skipped),
            unread=tuple(draft.unread),
            mark=draft.mark,
            notation=draft.notation,
        )

    def tried(self, text: str, tags: Sequence[str]) -> DraftShown:
        """A text that nobody has proposed yet with its draft on the newest page that was seen; raises ConfigError without one."""
        if self.archived_page is None:
            raise ConfigError("the ruleset page was not read yet", remedy="tracker tick reads it")
        case = Case("", "", "", "text", "pending", "", (), (), (), (), "", self.gamestate.as_of, text)
        draft = self.enacting.tried(self.gamestate, as_html(text), tags, self.archived_page)
        return self._told(DraftShown(case, "enact", ""), draft)

    def diff(self, before: str, after: str) -> list[str]:
        """The unified diff of the ruleset page, as lines that are safe to show on a terminal, without its two head lines."""
        change = PageChange(self.ruleset, 0, before, after, "", ())
        return diff_lines(change, context=1)[2:]

    # --- pages ---

    @cached_property
    def fault(self) -> str:
        """Why nothing is drafted on the ruleset page: it is damaged, or an edit of ours came out otherwise than meant."""
        odd = (found.text for item in self.awaited for found in self.findings_on(item.slug) if found.code == _ALARM)
        return self.enacting.ruleset_fault(self.gamestate) or next(odd, "")

    def told(self) -> EnactmentBook:
        """What the pages show: every matter that may be resolved now, a reset that is due, and the log, newest first."""
        awaited, known = self.awaited, self.archived_page is not None
        waiting = {item.slug for item in awaited}
        drafts = (
            self.shown(case, self.archived_page)
            for case in self.cases.values()
            if case.state == "pending" and (case.acts or case.is_reset) and case.slug not in waiting
        )
        shown = tuple(map(_cut, drafts)) if known and not self.fault else ()
        newest = sorted(self.enactments.values(), key=lambda item: (item.at, item.slug), reverse=True)
        log = (LogEntry(item, self.stage(item.slug), self.findings_on(item.slug)) for item in newest[:LOG_SHOWN])
        mode, asked = self.wired.settings.enact.mode, self.wired.settings.requests.page
        return EnactmentBook(mode, shown, awaited, tuple(log), known, asked, self.fault)


def _cut(draft: DraftShown) -> DraftShown:
    if len(draft.diff) <= LINES_SHOWN:
        return draft
    rest = f"… and {len(draft.diff) - LINES_SHOWN} more lines: tracker enact {draft.case.slug}"
    return replace(draft, diff=(*draft.diff[:LINES_SHOWN], rest))


def _unfit(page: str | None) -> str:
    """Why a text can be no ruleset page."""
    if page is None:
        return "the ruleset page is not known"
    return "the ruleset page is too long to be true" if len(page) > LONGEST_PAGE else ""


def _written_amiss(enactment: Enactment, stage: Stage) -> Iterator[Finding]:
    """What is amiss with what was written, whatever the votes say."""
    offer = _way_out(enactment)
    if enactment.odd:
        text = f"after {enactment.title!r} was written, rules differ that it does not name: {', '.join(enactment.odd)}"
        yield _finding(_ALARM, f"{text}; {offer}", enactment)
    if stage == "failed":
        text = f"{enactment.title!r} was written to the ruleset and is not enacted on the blog"
        yield _finding("FAILED_AFTER_WRITING", f"{text}; {offer}", enactment)
    if enactment.pages_due:
        titles = ", ".join(repr(page.title) for page in enactment.pages_due)
        text = f"{enactment.title!r} was written, and what goes with it is still to be made: {titles}; the next tick tries again"
        yield _finding("PAGES_STILL_TO_BE_MADE", text, enactment)


def _way_out(enactment: Enactment, later: LaterEdit | None = None) -> str:
    """What a person can do: have it taken back, unless the text that would be taken away does not stand there any more."""
    if later is not None:
        return "--undo would refuse, as its text does not stand there as written: mend the page by hand"
    return f"take it back with: tracker enact {enactment.slug} --undo --apply --by NAME"


def _finding(code: str, text: str, enactment: Enactment) -> Finding:
    return Finding(code, "", text, at=enactment.at, subject=enactment.slug, audience=OPERATOR)


def book_of(wired: Wired, gamestate: Gamestate) -> Book | None:
    """The book, or None where nothing can be enacted: no ruleset page is named, or the game's matters change none."""
    enacting = wired.game.enacting
    return Book(wired, enacting, gamestate) if enacting is not None and wired.settings.wiki.ruleset else None


def region_drafts(wired: Wired, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
    """The regions of the pages of enacting; none where the config switches it off."""
    book = None if wired.settings.enact.mode == "off" else book_of(wired, gamestate)
    return book.enacting.regions(gamestate, names, book.told()) if book else ()
