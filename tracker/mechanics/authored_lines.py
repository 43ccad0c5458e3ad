"""Lines of a wiki page with who wrote each: by the revisions, never by what a line says of its own author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tracker.core.ports import WikiRevision
from tracker.core.region import visible_text

SIGNATURE = (
    r"(?:\s*(?:(?:--|–|—)\s*)?\[\[User:[^\[\]]*\]\](?:\s*\(\[\[[^\[\]]*\]\]\))?)?"
    r"(?:,?\s*\d\d:\d\d, \d{1,2} \w+ \d{4} \(UTC\))?"
)
"""What may stand behind a line, as a pattern: the signature that MediaWiki makes of tildes, or nothing."""
_STRUCK = re.compile(r"<(s|del|strike)(?=[\s>])[^<>]*>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_NOT_A_LINE_BREAK = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class AuthoredLine:
    """A line that stands on a page now.

    ``nth`` (from 0) says which of several equal lines it is, hidden ones counted. ``editor`` made the ``revision`` in
    which it was written; it is empty where that is not known, and where somebody else put back what was removed.
    """

    text: str
    nth: int
    editor: str
    revision: int


@dataclass(frozen=True, slots=True)
class _Written:
    """By whom and in which revision a line was first written, and who last put it there."""

    first: str
    revision: int
    last: str


def authored_lines(revisions: Sequence[WikiRevision]) -> list[AuthoredLine]:
    """The lines of the newest of some revisions of one page, given oldest first; blank ones are left out.

    What stood already in the first revision, or in one whose parent is not among them, has no known writer, unless the
    page began there. Lines in comments and ``<nowiki>`` are none until somebody takes those away.
    """
    writers: dict[tuple[str, int], _Written] = {}
    before: Counter[str] = Counter()
    known = {0}
    for revision in revisions:
        counts = Counter(line for line, is_seen in _lines(revision.text) if is_seen)
        editor = revision.editor if revision.parent in known else ""
        for line in counts:
            for nth in range(before[line], counts[line]):
                first = writers.get((line, nth), _Written(editor, revision.revision, editor))
                writers[line, nth] = replace(first, last=editor)
        before = counts
        known.add(revision.revision)
    return list(_found(revisions[-1].text, writers)) if revisions else []


def _found(text: str, writers: Mapping[tuple[str, int], _Written]) -> Iterator[AuthoredLine]:
    seen: Counter[str] = Counter()
    all_of_them: Counter[str] = Counter()
    for line, is_seen in _lines(text):
        if is_seen:
            written = writers[line, seen[line]]
            editor = written.first if written.first == written.last else ""
            yield AuthoredLine(line, all_of_them[line], editor, written.revision)
            seen[line] += 1
        all_of_them[line] += 1


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines that are not blank, without blanks at their ends, each with whether readers see all of it as it stands."""
    for line, seen in zip(text.split("\n"), shown_text(text).split("\n"), strict=True):
        if line.strip():
            yield line.rstrip(), "\0" not in seen


def shown_text(text: str) -> str:
    """The page with comments, raw tags and what is struck out (over several lines too) as NUL; all else keeps its place."""
    shown = visible_text(text)
    for struck in _STRUCK.finditer(shown):
        hidden = _NOT_A_LINE_BREAK.sub("\0", struck[0])
        shown = shown[: struck.start()] + hidden + shown[struck.end() :]
    return shown
