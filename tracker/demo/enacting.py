"""The demo's ruleset page, and what the story's admins do to it: by hand, or by the tracker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from tracker.app.enacting.enact import enact
from tracker.app.enacting.enacted import Done
from tracker.app.enacting.enactment_book import Book, book_of
from tracker.app.wired import Wired
from tracker.bootstrap import wiki
from tracker.config import Settings
from tracker.core.gamestate import Gamestate
from tracker.core.ports import PageEdit
from tracker.demo.story import Story

RULESET, EARLIER = "Ruleset", "Ruleset 7"
TEXT = Path(__file__).with_name("ruleset.wikitext")
"""The ruleset of the fortnight's beginning."""
BY_TRACKER = {"mooring_rights": "Tansy", "the_lighthouse": "Tansy"}
"""What admins have the tracker write as soon as it is lawful: a proposal, and the reset of a new dynasty."""
BY_HAND = "Marlowe"
"""Who edits the page by hand for every other matter."""
JUST_BEFORE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Moments:
    """A clock that stands at one instant."""

    instant: datetime

    def now(self) -> datetime:
        """The instant."""
        return self.instant


@dataclass(slots=True)
class RulesetPage:
    """The ruleset page on the demo's wiki, as the story's people keep it."""

    settings: Settings
    story: Story
    done: set[str] = field(default_factory=set)

    def begin(self, at: datetime) -> None:
        """Put the page there, and the archive copy that the dynasty before left."""
        self._save(PageEdit(RULESET, TEXT.read_text(encoding="utf-8").strip(), "the ruleset so far", None), at)
        self._save(PageEdit(EARLIER, "The ruleset of the dynasty before.", "archive", None), at)

    def edit_by_hand(self, wired: Wired, gamestate: Gamestate, until: datetime) -> None:
        """What people write on the page up to an instant, a little before they set each status on the blog."""
        book = book_of(wired, gamestate)
        for event in self.story.events:
            is_due = event["kind"] == "post_status" and event["status"] == "Enacted" and event["at"] <= until
            if book and is_due and event["slug"] in set(book.cases) - self.done - set(BY_TRACKER):
                self.done.add(event["slug"])
                self._edit(book, event["slug"], event["at"] - JUST_BEFORE)

    def take_drafts(self, wired: Wired, gamestate: Gamestate) -> Iterator[tuple[str, Done]]:
        """What admins have the tracker write now: slug of the matter, and what it came to."""
        book = book_of(wired, gamestate)
        for slug, admin in BY_TRACKER.items():
            if book and slug in book.cases and "enact" in book.cases[slug].acts and slug not in self.done:
                self.done.add(slug)
                yield slug, enact(wired, slug, admin)

    def _edit(self, book: Book, slug: str, at: datetime) -> None:
        """One edit by hand, as the tracker drafts it on the page as it stands; a declaration of victory changes nothing."""
        page, case = book.wired.wiki.fetch([RULESET])[RULESET], book.cases[slug]
        draft = book.draft(case, page.text) if case.has_instructions else None
        if draft is not None and draft.edits:
            self._save(PageEdit(RULESET, draft.after, book.enacting.summary(case, draft), page.revision), at)

    def _save(self, edit: PageEdit, at: datetime) -> None:
        people = replace(self.settings, wiki=replace(self.settings.wiki, account=BY_HAND))
        wiki(people, Moments(at)).save(edit)
