"""Lines of a wiki page with who wrote each: by the revisions, never by what a line says of its own author."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tracker.core.change import given_answers, is_answer
from tracker.core.ports import WikiRevision
from tracker.core.region import visible_text

SIGNATURE = (
    r"(?:\s*(?:(?:--|–|—)\s*)?\[\[User:[^\[\]]*\]\](?:\s*\(\[\[[^\[\]]*\]\]\))?)?"
    r"(?:,?\s*\d\d:\d\d, \d{1,2} \w+ \d{4} \(UTC\))?"
)
"""What may stand behind a line, as a pattern: the signature that MediaWiki makes of tildes, or nothing."""
_STRUCK = re.compile(r"<(s|del|strike)(?=[\s>])[^<>]*>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_UNSEEN = re.compile(
    r"<(?:(includeonly)(?=[\s>])[^<>]*|(\w+)\s[^<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden)[^<>]*)>"
    r".*?(?:</(?:\1|\2)\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
"""What readers of the page itself do not see."""
_QUOTED = re.compile(r"<(code|kbd|samp|tt|ref|gallery)(?=[\s>])[^<>]*>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
"""What is shown as an example or goes elsewhere; within a line it is part of what that says."""
_BRACES = re.compile(r"\{\{|\}\}")
_NOT_A_LINE_BREAK = re.compile(r"[^\n]")
_RESTORING = re.compile(
    r"(?:/\*.*?\*/)?\s*(?:undo|undid|undoing|revert(?:ed|ing)?|restor(?:ed?|ing)|rvv?|rollback|rolled back)\b",
    re.IGNORECASE,
)
"""How the summary begins of an edit that says of itself that it puts back what stood before."""


@dataclass(frozen=True, slots=True)
class AuthoredLine:
    """A line that stands on a page now.

    ``nth`` (from 0) says which of several equal lines it is, hidden ones counted. ``editor`` made the ``revision`` in
    which it was written; it is empty where that is not known, and where somebody else put back what was removed.
    ``of_edit`` (from 0) says which of several equal lines of that edit it is, and ``answer`` is the key of the answer of
    ours that stands right below it (empty: none does). ``answerers`` are the accounts that ever put one there first.
    """

    text: str
    nth: int
    editor: str
    revision: int
    of_edit: int = 0
    answer: str = ""
    answerers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Written:
    """A line as it was written: by whom, in which revision, which of its equals there, and who last put it there.

    ``answers`` are the keys of the answers that ever stood below it, each with who put it there first, ``answer`` that
    which does now.
    """

    first: str
    revision: int
    of_edit: int
    last: str
    answers: Mapping[str, str] = field(default_factory=dict)
    answer: str = ""

    def answered(self, key: str, editor: str) -> _Written:
        if key == self.answer:
            return self
        return replace(self, answers={key: editor, **self.answers} if key else self.answers, answer=key)


def authored_lines(revisions: Sequence[WikiRevision]) -> list[AuthoredLine]:
    """The lines of the newest of some revisions of one page, given oldest first; blank ones are left out.

    Who brings a line that did not stand in the revision before wrote it, in that revision, although an equal line stood
    earlier. It is still the earlier one, whose writer loses it to anybody else who puts it back, where it returns with its answer
    below it, or unanswered in an edit that restores: one whose whole text stood before, or that the wiki or its summary
    tells of. A line that such an edit brings back without its answer is nobody's, and in any edit one that somebody else
    wrote and that went unanswered.

    What stood already in the first revision, or in one whose parent is not among them, has no known writer, unless the
    page began there. Lines in comments, ``<nowiki>``, templates and the like are none until somebody takes those away.
    """
    history = _History()
    for revision in revisions:
        history.take(revision)
    return history.standing


@dataclass(slots=True)
class _Gone:
    """Equal lines that stood once, and do not now: without answer, or by the answers that they had; the last one last."""

    unanswered: list[_Written] = field(default_factory=list)
    answered: dict[str, list[_Written]] = field(default_factory=dict)

    def put(self, old: _Written) -> None:
        """Keep one that was taken away."""
        for several in [self.answered.setdefault(key, []) for key in old.answers] or [self.unanswered]:
            several.append(old)

    def take(self, key: str, *, is_restored: bool) -> _Written | None:
        """The one that comes back with an answer, or without one in an edit that restores; None where it is a new one."""
        if self.answered.get(key):
            return self.answered[key].pop()
        return self.unanswered.pop() if is_restored and self.unanswered else None

    def is_anothers(self, editor: str) -> bool:
        """Whether one that went unanswered was somebody else's; it is so once, that nobody can spoil a line for good."""
        found = any(old.first not in {"", editor} for old in self.unanswered)
        self.unanswered = [old for old in self.unanswered if old.first in {"", editor}]
        return found


@dataclass(slots=True)
class _History:
    """A page from revision to revision: the lines that stand, as they were written, and those that are gone, by their text."""

    there: dict[str, list[_Written]] = field(default_factory=dict)
    gone: dict[str, _Gone] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    known: set[int] = field(default_factory=lambda: {0})
    standing: list[AuthoredLine] = field(default_factory=list)

    def take(self, revision: WikiRevision) -> None:
        """Take the next revision in."""
        lines = list(_lines(revision.text))
        answers: dict[str, list[str]] = {}
        for line, is_seen, answer in lines:
            if is_seen:
                answers.setdefault(line, []).append(answer)
        for line in self.there.keys() - answers.keys():
            self._lose(line, self.there.pop(line))
        for line, keys in answers.items():
            if [written.answer for written in self.there.get(line, ())] != keys:
                self.there[line] = self._matched(line, keys, revision)
        self.texts.add(revision.text)
        self.known.add(revision.revision)
        self.standing = list(self._found(lines))

    def _matched(self, line: str, keys: Sequence[str], revision: WikiRevision) -> list[_Written]:
        """Equal lines of a revision as they were written, told apart by the answers below them, else by their order."""
        left: dict[str, deque[_Written]] = {}
        for old in self.there.get(line, ()):
            left.setdefault(old.answer, deque()).append(old)
        found = {place: left[key].popleft() for place, key in enumerate(keys) if left.get(key)}
        # A line that was answered, or whose answer was taken away, is still the same.
        unanswered = left.pop("", deque())
        answered = deque(old for several in left.values() for old in several)
        for place, key in enumerate(keys):
            rest = unanswered if key else answered
            if place not in found and rest:
                found[place] = rest.popleft()
        self._lose(line, (*unanswered, *answered))
        new = 0
        for place, key in enumerate(keys):
            if place not in found:
                found[place], new = self._brought(line, key, revision, new), new + 1
        return [found[place].answered(key, revision.editor) for place, key in enumerate(keys)]

    def _lose(self, line: str, lost: Iterable[_Written]) -> None:
        for old in lost:
            self.gone.setdefault(line, _Gone()).put(old)

    def _brought(self, line: str, key: str, revision: WikiRevision, of_edit: int) -> _Written:
        """A line that did not stand before: an old one that is put back, or a new one."""
        editor = revision.editor if revision.parent in self.known else ""
        is_undo = revision.restores or _RESTORING.match(revision.summary) is not None
        gone = self.gone.get(line, _Gone())
        old = gone.take(key, is_restored=is_undo or revision.text in self.texts)
        if old is not None:
            return replace(old, last=editor if old.last == old.first else old.last)
        writer = "" if gone.is_anothers(editor) or (is_undo and gone.answered) else editor
        return _Written(writer, revision.revision, of_edit, writer)

    def _found(self, lines: Sequence[tuple[str, bool, str]]) -> Iterator[AuthoredLine]:
        seen: Counter[str] = Counter()
        all_of_them: Counter[str] = Counter()
        for line, is_seen, answer in lines:
            if is_seen:
                old = self.there[line][seen[line]]
                editor = old.first if old.first == old.last else ""
                answerers = frozenset(old.answers.values())
                yield AuthoredLine(line, all_of_them[line], editor, old.revision, old.of_edit, answer, answerers)
                seen[line] += 1
            all_of_them[line] += 1


def _lines(text: str) -> Iterator[tuple[str, bool, str]]:
    """The lines that are not blank, without blanks at their ends, each with whether readers see all of it as it stands.

    The third is the key of an answer of ours right below the line; empty where none stands there.
    """
    lines = text.split("\n")
    below = [*lines[1:], ""]
    for line, seen, after in zip(lines, _read_text(text).split("\n"), below, strict=True):
        if line.strip():
            yield line.rstrip(), "\0" not in seen, next(iter(given_answers(after)), "") if is_answer(after) else ""


def _read_text(text: str) -> str:
    """The page with all that readers do not read there as a line of its own as NUL: also what stands in templates and examples."""
    shown = _UNSEEN.sub(lambda found: _blanked(found[0]), shown_text(text))
    shown = _QUOTED.sub(lambda found: _blanked(found[0]) if "\n" in found[0] else found[0], shown)
    pieces, at = [], 0
    for start, end in _templates(shown):
        pieces += [shown[at:start], _blanked(shown[start:end])]
        at = end
    return "".join([*pieces, shown[at:]])


def _templates(text: str) -> list[tuple[int, int]]:
    """The outermost pairs of double braces that go over several lines, by their offsets."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for brace in _BRACES.finditer(text):
        if brace[0] == "{{":
            opened.append(brace.start())
        elif opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, brace.end()))
    return [pair for pair in pairs if "\n" in text[slice(*pair)]]


def _blanked(text: str) -> str:
    return _NOT_A_LINE_BREAK.sub("\0", text)


def shown_text(text: str) -> str:
    """The page with comments, raw tags and what is struck out (over several lines too) as NUL; all else keeps its place."""
    return _STRUCK.sub(lambda struck: _blanked(struck[0]), visible_text(text))
