"""Lines of a wiki page with who wrote each: by the revisions, never by what a line says of its own author."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tracker.core.change import given_answers
from tracker.core.ports import WikiRevision
from tracker.core.region import visible_text

SIGNATURE = (
    r"(?:\s*(?:(?:--|–|—)\s*)?\[\[User:[^\[\]]*\]\](?:\s*\(\[\[[^\[\]]*\]\]\))?)?"
    r"(?:,?\s*\d\d:\d\d, \d{1,2} \w+ \d{4} \(UTC\))?"
)
"""What may stand behind a line, as a pattern: the signature that MediaWiki makes of tildes, or nothing."""
_BESIDE_WORDS = re.compile(rf"[.!]?{SIGNATURE}\s*\Z")
_LONGEST_WORDS = 1_000
"""Characters of a line from which on it is only ever the same line letter by letter."""
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
    ours that stands right below it (empty: none does). ``answers`` are the keys of all that ever stood there, each with
    each account that put it there.
    """

    text: str
    nth: int
    editor: str
    revision: int
    of_edit: int = 0
    answer: str = ""
    answers: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Written:
    """A line as it was written: by whom, in which revision, which of its equals there, and who last put it there.

    ``answers`` are the keys of the answers that ever stood below it, each with each account that put it there, ``below``
    is the line of that which does now.
    """

    first: str
    revision: int
    of_edit: int
    last: str
    answers: frozenset[tuple[str, str]] = frozenset()
    below: str = ""

    @property
    def answer(self) -> str:
        """The key of the answer that stands below it now; empty where none does."""
        return _key(self.below)

    def answered(self, below: str, accounts: Iterable[str]) -> _Written:
        """The same with another answer below it, or none, which these accounts put there."""
        if below == self.below:
            return self
        added = {(_key(below), account) for account in accounts} if below else set()
        return replace(self, answers=self.answers | added, below=below)


def authored_lines(revisions: Sequence[WikiRevision]) -> list[AuthoredLine]:
    """The lines of the newest of some revisions of one page, given oldest first; blank ones are left out.

    Who brings a line that did not stand in the revision before wrote it, in that revision, although an equal line stood
    earlier. It is still the earlier one, whose writer loses it to anybody else who puts it back, where it returns with its answer
    below it, or unanswered in an edit that restores: one whose whole text stood before, or that the wiki or its summary
    tells of. A line that such an edit brings back without its answer is nobody's, and in any edit one that somebody else,
    or nobody known, wrote and that went unanswered. A line that is worded anew above an answer is new; where its words stay,
    but for signature, blanks and letter case, those who put that answer below them put it below this one too.

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
        keys = {key for key, _ in old.answers}
        for several in [self.answered.setdefault(key, []) for key in keys] or [self.unanswered]:
            several.append(old)

    def take(self, key: str, *, is_restored: bool) -> _Written | None:
        """The one that comes back with an answer, or without one in an edit that restores; None where it is a new one."""
        if self.answered.get(key):
            return self.answered[key].pop()
        return self.unanswered.pop() if is_restored and self.unanswered else None

    def is_anothers(self, editor: str) -> bool:
        """Whether one that went unanswered was not theirs; it is so once, that nobody can spoil a line for good.

        A line that is nobody's becomes theirs who brought it last, once they bring it again.
        """
        theirs = [old for old in self.unanswered if (old.first or old.last) == editor]
        found, self.unanswered = len(theirs) < len(self.unanswered), theirs
        return found


@dataclass(slots=True)
class _History:
    """A page from revision to revision: the lines that stand, as they were written, and those that are gone, by their text."""

    there: dict[str, list[_Written]] = field(default_factory=dict)
    gone: dict[str, _Gone] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    known: set[int] = field(default_factory=lambda: {0})
    answers: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """The answers that ever stood below lines of the same words, each by its key and an account that put it there."""
    below: set[str] = field(default_factory=set)
    """The answers that stood on the page in the revision before."""
    standing: list[AuthoredLine] = field(default_factory=list)

    def take(self, revision: WikiRevision) -> None:
        """Take the next revision in."""
        lines = list(_lines(revision.text))
        answers: dict[str, list[str]] = {}
        for line, is_seen, below in lines:
            if is_seen:
                answers.setdefault(line, []).append(below)
        for line in self.there.keys() - answers.keys():
            self._lose(line, self.there.pop(line))
        for line, several in answers.items():
            if [written.below for written in self.there.get(line, ())] != several:
                self.there[line] = self._matched(line, several, revision)
                told = (written.answers for written in self.there[line])
                self.answers.setdefault(_words(line), set()).update(*told)
        self.below = {below for several in answers.values() for below in several}
        self.texts.add(revision.text)
        self.known.add(revision.revision)
        self.standing = list(self._found(lines))

    def _matched(self, line: str, below: Sequence[str], revision: WikiRevision) -> list[_Written]:
        """Equal lines of a revision as they were written, told apart by the answers below them, else by their order."""
        keys = list(map(_key, below))
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
        for place, answer in enumerate(below):
            if place not in found:
                found[place], new = self._brought(line, answer, revision, new), new + 1
        return [found[place].answered(answer, [revision.editor]) for place, answer in enumerate(below)]

    def _lose(self, line: str, lost: Iterable[_Written]) -> None:
        for old in lost:
            self.gone.setdefault(line, _Gone()).put(old)

    def _brought(self, line: str, below: str, revision: WikiRevision, of_edit: int) -> _Written:
        """A line that did not stand before: an old one that is put back, or a new one."""
        editor = revision.editor if revision.parent in self.known else ""
        is_undo = revision.restores or _RESTORING.match(revision.summary) is not None
        gone = self.gone.get(line, _Gone())
        old = gone.take(_key(below), is_restored=is_undo or revision.text in self.texts)
        if old is not None:
            return replace(old, last=editor if old.last == old.first else old.last)
        writer = "" if gone.is_anothers(editor) or (is_undo and gone.answered) else editor
        made = _Written(writer, revision.revision, of_edit, editor)
        return made.answered(below, self._accounts(line, below, editor))

    def _accounts(self, line: str, below: str, editor: str) -> set[str]:
        """Who put the answer below a line that is new there: before, below the same words; else who brought both at once."""
        known = self.answers.get(_words(line), ())
        earlier = {account for key, account in known if key == _key(below)}
        return earlier if below in self.below else earlier | {editor}

    def _found(self, lines: Sequence[tuple[str, bool, str]]) -> Iterator[AuthoredLine]:
        seen: Counter[str] = Counter()
        all_of_them: Counter[str] = Counter()
        for line, is_seen, _ in lines:
            if is_seen:
                old = self.there[line][seen[line]]
                editor = old.first if old.first == old.last else ""
                nth = all_of_them[line]
                yield AuthoredLine(line, nth, editor, old.revision, old.of_edit, old.answer, old.answers)
                seen[line] += 1
            all_of_them[line] += 1


def _lines(text: str) -> Iterator[tuple[str, bool, str]]:
    """The lines that are not blank, without blanks at their ends, each with whether readers see all of it as it stands.

    The third is the line right below it where that is an answer of ours; empty where it is none.
    """
    lines = text.split("\n")
    below = [*lines[1:], ""]
    for line, seen, after in zip(lines, _read_text(text).split("\n"), below, strict=True):
        if line.strip():
            yield line.rstrip(), "\0" not in seen, after if _key(after) else ""


def _key(answer: str) -> str:
    """The key of an answer of ours; empty where a line is none."""
    return min(given_answers(answer), default="") if "tracker:answer" in answer else ""


def _words(line: str) -> str:
    """What a line says, but for its signature, blanks, letter case and the marks of a list before it."""
    words = " ".join(line.split())
    return _BESIDE_WORDS.sub("", words).lstrip("*#: ").casefold() if len(words) <= _LONGEST_WORDS else line


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
