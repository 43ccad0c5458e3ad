"""What was enacted and the ledger does not know, as its archive was put back from a copy: told by the ruleset page's history."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tracker.app.enacting.enacted import STANDING, UNDO, signed
from tracker.app.enacting.enactment_book import Book, book_of, written_down
from tracker.app.people.requests import revision_of
from tracker.app.publish.later import later_revisions
from tracker.core.manners import text_of_summary
from tracker.core.observation import ObservationBatch
from tracker.mechanics.enacting.enactment import Enactment, paths_that_differ, spans_between, what_became

if TYPE_CHECKING:
    from tracker.app.enacting.enacted import Signed
    from tracker.app.publish.publish import Publisher
    from tracker.app.wired import Wired
    from tracker.core.gamestate import Gamestate
    from tracker.core.ports import Archive, WikiRevision
    from tracker.mechanics.enacting.enactment import Case

_UNTOLD = "restored:enactments"
"""The source under which the archive keeps, as a cursor, the edits of ours whose matter cannot be told."""

_SHOWN = 3
"""How many of them are told."""


@dataclass(frozen=True, slots=True)
class Untold:
    """Edits of the ruleset page that our account made and whose matter cannot be told: summaries by revision.

    ``authority`` is the newest revision that the page of authorities had when they were found (0: it was not there).
    """

    revisions: Mapping[str, str] = field(default_factory=dict)
    authority: int = 0

    def __str__(self) -> str:
        """The newest revisions with their summaries, and how many more there are."""
        newest = list(self.revisions.items())[-_SHOWN:]
        more = f" and {len(self.revisions) - _SHOWN} more" if len(self.revisions) > _SHOWN else ""
        return "; ".join(f"revision {number} (“{summary}”)" for number, summary in newest) + more


def untold_enactments(archive: Archive) -> Untold:
    """What was found and no matter could be told of; no revisions where there is none."""
    return Untold(**json.loads(archive.cursor(_UNTOLD) or "{}"))


def find_enactments(wired: Wired, publishing: Publisher, gamestate: Gamestate, newest: int) -> None:
    """Write down in the ledger each enactment, and each undo of one, that our account made later than the ledger knows.

    ``newest`` is the ruleset page's newest revision when the archive was put back (0: not known). Edits whose matter cannot
    be told are noted apart. Raises WikiError.
    """
    book = book_of(wired, gamestate)
    if book is None:
        return
    search = _Search(publishing, book, archived=book.enacting.ruleset_revisions(gamestate, 0))
    for revision in _later(publishing, book, newest):
        if publishing.is_ours(revision):
            search.take(revision)
        else:
            search.watch(revision)
    if search.untold:
        _keep_untold(wired, search.untold)
    # The oldest first: where this is cut short, the next attempt begins after the newest one that is written down.
    for enactment in sorted(search.found.values(), key=_newest_revision):
        why = "found in the history of the page"
        publishing.remember(book.ruleset, _newest_revision(enactment), written_down(enactment), why)


def _undone(made: Enactment, by: str, revision: WikiRevision) -> Enactment:
    return replace(made, undone_by=by, undone_at=revision.at, undone_revision=revision.revision)


def _newest_revision(enactment: Enactment) -> int:
    return enactment.undone_revision or enactment.revision or enactment.base_revision


def _keep_untold(wired: Wired, found: Mapping[str, str]) -> None:
    title = wired.settings.enact.authority_page
    newest = (wired.wiki.revision_ids([title])[title] if title else None) or 0
    revisions = {**untold_enactments(wired.archive).revisions, **found}
    cursor = json.dumps({"revisions": revisions, "authority": newest}, ensure_ascii=False)
    wired.archive.append(ObservationBatch(_UNTOLD, (), cursor, wired.clock.now()))


def _later(publishing: Publisher, book: Book, newest: int) -> Iterator[WikiRevision]:
    """The revisions of the ruleset page after the last one that the ledger knows, oldest first.

    They are archived, unless the first look at the page came after the archive was put back: then the wiki tells them.
    """
    known = publishing.ledger.last_revision(book.ruleset) or 0
    archived = book.enacting.ruleset_revisions(book.gamestate, known)
    if not known and min(archived, default=newest) >= newest:
        yield from later_revisions(publishing, book.ruleset, known)
        return
    for row in archived.values():
        for version in book.wired.archive.versions(row)[-1:]:
            yield revision_of(book.ruleset, version.observation)


@dataclass(slots=True)
class _Search:
    """What was found so far: enactments by slug, the newest of each, and the summaries of what cannot be told."""

    publishing: Publisher
    book: Book
    found: dict[str, Enactment] = field(default_factory=dict)
    untold: dict[str, str] = field(default_factory=dict)
    archived: Collection[int] = ()
    """The revisions that are archived: of what they wrote the archive tells at any time what became of it."""
    left: dict[str, str] = field(default_factory=dict)
    """The page as each of them left it."""

    def watch(self, revision: WikiRevision) -> None:
        """See whether an edit of somebody else's took back what was found."""
        for slug, made in self.found.items():
            if (
                made.stands
                and made.revision not in self.archived
                and what_became(made.spans, self.left[slug], revision.text) == "gone"
            ):
                self.found[slug] = _undone(made, revision.editor or "somebody", revision)

    def take(self, revision: WikiRevision) -> None:
        """Take the next edit of ours in; one that bears nobody's name is no enactment, unless its summary was lost or cut."""
        text = text_of_summary(revision.summary)
        name = signed(text)
        if name is not None and name.text.startswith(UNDO):
            self._take_undo(revision, name)
        elif name is not None:
            self._take_enactment(revision, name, text)
        elif not text or text.endswith("…"):
            self.untold[str(revision.revision)] = revision.summary

    def _take_undo(self, revision: WikiRevision, name: Signed) -> None:
        undone = name.text.removeprefix(UNDO)
        for made in {**self.book.enactments, **self.found}.values():
            if " ".join(made.summary.split()) == undone and made.stands:
                self.found[made.slug] = _undone(made, name.by, revision)

    def _take_enactment(self, revision: WikiRevision, name: Signed, summary: str) -> None:
        enacting = self.book.enacting
        cases = [case for case in self.book.cases.values() if enacting.is_summary_of(case, name.text)]
        found = self.publishing.wiki.revisions(revision.title, revision.parent - 1, 1) if len(cases) == 1 else ()
        if found and found[0].revision == revision.parent:
            self.left[cases[0].slug] = revision.text
            self.found[cases[0].slug] = self._made(cases[0], found[0], revision, name, summary)
        else:
            self.untold[str(revision.revision)] = revision.summary

    def _made(self, case: Case, before: WikiRevision, ours: WikiRevision, name: Signed, summary: str) -> Enactment:
        """An enactment as far as the page tells of it; what it leaves open is as it is now."""
        book = self.book
        return Enactment(
            slug=case.slug,
            title=case.title,
            page=book.ruleset,
            base_revision=before.revision,
            at=ours.at,
            by=name.by,
            authority=STANDING if name.is_automatic else "the summary of the edit",
            votes=case.votes,
            summary=summary,
            note=book.enacting.note(book.gamestate, case, "enact", name.by),
            spans=spans_between(before.text, ours.text, f"enact {case.slug} for {name.by}"),
            touched=paths_that_differ(before.text, ours.text),
            is_automatic=name.is_automatic,
            revision=ours.revision,
        )
