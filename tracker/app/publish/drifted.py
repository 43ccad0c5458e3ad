"""Parts of our pages that do not stand as we left them, each with whose edit made it so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tracker.core.change import AnswerLine, given_answers
from tracker.core.plan import ANSWER, BEFORE, NOTE
from tracker.core.region import find_regions, region_text
from tracker.errors import RegionError, WikiError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.ports import WikiPage, WikiRevision

LONGEST_WALK = 1000
"""So many revisions of a page are read at most, from its first one on, for an edit before our last one of it."""
_MARKERS = ""
"""The part that stands for all of a page whose markers are faulty."""


@dataclass(frozen=True, slots=True)
class Drift:
    """A part of a page of ours that does not stand as the ledger says we left it, since which revision, by whom made.

    ``part`` is empty where it is about the whole page, ``revision`` None and ``editor`` empty where that cannot be told.
    """

    page: str
    part: str
    text: str
    revision: int | None
    editor: str

    @property
    def line(self) -> str:
        """In a few words: where, and whose edit."""
        by = f" ({self.editor}, revision {self.revision})" if self.revision else ""
        return f"part of a page drifted: {self.page}{by}"


@dataclass(frozen=True, slots=True)
class Drifted:
    """What drifted, and the revisions at which the pages were looked at."""

    parts: tuple[Drift, ...] = ()
    seen: Mapping[str, int] | None = None


def drifted(wired: Wired, titles: Iterable[str], seen: Mapping[str, int]) -> Drifted:
    """The parts of these pages that do not stand as we left them; nothing where the wiki does not answer.

    ``seen`` are the revisions at which the pages were looked at last: an answer that was gone by then was told, and is not told
    again.
    """
    written = {title: _ours(wired.ledger.texts(title, "")) for title in dict.fromkeys(titles) if title}
    ours = {title: texts for title, texts in written.items() if texts}
    try:
        pages = wired.wiki.fetch(list(ours)) if ours else {}
    except WikiError:
        return Drifted()
    parts = [part for title, texts in ours.items() for part in _of_page(wired, pages[title], texts, seen.get(title, 0))]
    return Drifted(tuple(parts), {title: page.revision for title, page in pages.items() if page.revision})


def _ours(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if not name.startswith((NOTE, BEFORE))}


def _of_page(wired: Wired, page: WikiPage, texts: Mapping[str, str], seen: int) -> Iterator[Drift]:
    if not page.exists:
        yield Drift(page.title, "", "the page is gone", None, "")
        return
    problems = _problems(page.text, texts)
    if page.revision == seen:
        problems = {part: problem for part, problem in problems.items() if not part.startswith(ANSWER)}
    began = _began(wired, page.title, {part: texts.get(part, "") for part in problems}, seen) if problems else {}
    for part, problem in problems.items():
        by = began.get(part)
        is_old = seen and part.startswith(ANSWER) and (by is None or by.revision <= seen)
        if not is_old:
            yield Drift(page.title, part, problem, by.revision if by else None, by.editor if by else "")


def _problems(text: str, texts: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with each part on a page's text; with all of it where its markers are faulty."""
    try:
        regions = find_regions(text)
    except RegionError as error:
        return {_MARKERS: f"its markers are faulty: {error.message}"}
    answers = given_answers(text)
    found: dict[str, str] = {}
    for name, wanted in texts.items():
        if name.startswith(ANSWER):
            is_given = AnswerLine(name.removeprefix(ANSWER), "", "").key in answers
            found |= {} if is_given else {name: "our answer was taken away"}
        elif name != _MARKERS and name not in regions:
            found[name] = "its markers are gone"
        elif name != _MARKERS and regions[name].text != region_text(wanted):
            found[name] = "it reads otherwise than we left it"
    return found


# --- whose edit -------------------------------------------------------------------------------------------------------


def _began(wired: Wired, title: str, texts: Mapping[str, str], seen: int) -> dict[str, WikiRevision]:
    """The revision since which each part is wrong, which stood right before; parts are left out of which that cannot be told."""
    ours = wired.ledger.last_revision(title) or 0
    start = min(ours, seen) if seen else ours
    try:
        found = _since(_revisions(wired, title, start - 1), texts)
        earlier = {part for part in texts if part not in found and not (seen and part.startswith(ANSWER))}
        if earlier and start > 1:
            # They were wrong by then: all that is kept of the page is looked at.
            walk = islice(_revisions(wired, title, 0), LONGEST_WALK)
            whole = _since((each for each in walk if each.revision <= start), texts)
            found |= {part: revision for part, revision in whole.items() if part in earlier}
    except WikiError:
        return {}
    return found


def _revisions(wired: Wired, title: str, after: int) -> Iterator[WikiRevision]:
    """Every revision of a page after one, oldest first."""
    after = max(after, 0)
    while found := wired.wiki.revisions(title, after=after):
        yield from found
        after = found[-1].revision


def _since(revisions: Iterable[WikiRevision], parts: Mapping[str, str]) -> dict[str, WikiRevision]:
    began: dict[str, WikiRevision] = {}
    stood: set[str] = set()
    for revision in revisions:
        wrong = _wrong(revision.text, parts)
        for part in parts:
            if part not in wrong:
                stood.add(part)
                began.pop(part, None)
            elif part in stood:
                began.setdefault(part, revision)
    return began


def _wrong(text: str, parts: Mapping[str, str]) -> Collection[str]:
    problems = _problems(text, parts)
    return parts.keys() if _MARKERS in problems else problems.keys()
