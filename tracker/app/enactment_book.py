"""The book of enacting: what may be enacted with its draft, what was written and how far it is; out of archive and ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.app.wired import Wired
from tracker.core.gamestate import Finding, Gamestate
from tracker.core.instants import iso
from tracker.core.observation import OPERATOR, canonical_json
from tracker.core.plan import NOTE, PageChange, diff_lines
from tracker.mechanics.enactment import (
    Act,
    Case,
    DraftShown,
    Enacting,
    Enactment,
    EnactmentBook,
    LogEntry,
    Stage,
)

if TYPE_CHECKING:
    from tracker.core.draft import RegionDraft
    from tracker.mechanics.amendments import AmendmentDraft

PREFIX = f"{NOTE}enact:"
"""What the ledger's name of an enactment begins with; its matter's slug follows."""
LOG_SHOWN = 50
"""How many enactments the log shows."""
LINES_SHOWN = 200
"""How many lines of a diff a page shows."""
_ALARM = "OTHER_RULES_DIFFER"
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
        if case.state in {"failed", "unlawful"}:
            return "failed"
        return "written" if enactment.revision is None else "awaiting status"

    @property
    def awaited(self) -> tuple[Enactment, ...]:
        """What stands on the page while its matter's status on the blog is still to be set; at most one, unless by hand."""
        waiting = {"written", "awaiting status"}
        return tuple(item for slug, item in self.enactments.items() if self.stage(slug) in waiting)

    # --- findings ---

    @property
    def patience(self) -> timedelta:
        """How long a status is awaited."""
        return timedelta(minutes=self.wired.settings.enact.await_minutes)

    def findings_on(self, slug: str) -> tuple[Finding, ...]:
        """What a person should look at about a matter that we wrote."""
        enactment = self.enactments.get(slug)
        return tuple(self._found(enactment, self.stage(slug))) if enactment and enactment.stands else ()

    def _found(self, enactment: Enactment, stage: Stage) -> Iterator[Finding]:
        offer = f"take it back with: tracker enact {enactment.slug} --undo --apply --by NAME"
        case = self.cases.get(enactment.slug)
        if enactment.odd:
            text = (
                f"after {enactment.title!r} was written, rules differ that it does not name: {', '.join(enactment.odd)}"
            )
            yield _finding("OTHER_RULES_DIFFER", f"{text}; {offer}", enactment)
        if stage == "failed":
            text = f"{enactment.title!r} was written to the ruleset and is not enacted on the blog"
            yield _finding("FAILED_AFTER_WRITING", f"{text}; {offer}", enactment)
        if stage not in {"written", "awaiting status"} or case is None:
            return
        if case.votes != enactment.votes:
            text = (
                f"the votes on {enactment.title!r} were {enactment.votes} when it was written and are {case.votes} now"
            )
            yield _finding("VOTES_CHANGED_SINCE", f"{text}; {offer}", enactment)
        elif not case.may_enact:
            text = f"{enactment.title!r} was written and may not be enacted any more: {'; '.join(case.why_not)}"
            yield _finding("VOTES_CHANGED_SINCE", f"{text}; {offer}", enactment)
        if self.gamestate.as_of >= enactment.at + self.patience:
            minutes = self.wired.settings.enact.await_minutes
            text = f"{enactment.title!r} was written at {iso(enactment.at)}, and its status was not set within {minutes} min"
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
        from tracker.mechanics.instructions import REFUSALS

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
            commentary=tuple(draft.commentary),
        )

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
        enact = self.wired.settings.enact
        return EnactmentBook(enact.mode, shown, awaited, tuple(log), known, enact.requests_page, self.fault)


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
