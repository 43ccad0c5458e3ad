"""A ruleset page in passages: how each reads, since which revision, and where those stand that clauses are known to stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tracker.core.region import Span

DOUBLED = "+"
"""What marks the key of a second passage of one title."""

TitlePath = tuple[str, ...]
"""Titles as the page shows them, from the section down; an entry of a list of definitions begins with a semicolon."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the page that clauses may stand in: a rule's own text, a section's preamble or an entry of a list.

    ``key`` begins with the section and ends with the title as titles are compared, the terms of the day put back; ``hash``
    is that of the text at ``span`` without layout noise (law 7).
    """

    key: str
    path: TitlePath
    hash: str
    span: Span

    def row(self) -> list[Any]:
        """As plain JSON values."""
        return [self.key, list(self.path), self.hash, self.span.start, self.span.end]

    @classmethod
    def of_row(cls, row: list[Any]) -> Passage:
        """The inverse of ``row``."""
        key, path, hash, start, end = row
        return cls(key, tuple(path), hash, Span(start, end))


def free_key(key: str, taken: Mapping[str, Passage]) -> str:
    """The key, marked where an earlier passage goes by the same."""
    while key in taken:
        key += DOUBLED
    return key


def section_of(key: str) -> str:
    """The section of a key."""
    return key.partition("/")[0]


@dataclass(frozen=True, slots=True)
class PassageShown:
    """How a passage reads on the newest revision, and since which one; its words have the terms of the day put back.

    ``hash`` is empty where the passage is gone.
    """

    path: TitlePath
    hash: str
    words: str
    since: datetime
    row: str
    bold: tuple[str, ...] = ()
    """The terms that its wikitext sets in bold, which the words no longer tell."""
    is_new: bool = False
    """Whether it came to the page after that was first seen."""


@dataclass(frozen=True, slots=True)
class Successor:
    """The key under which a passage stands whose title changed, and since which revision."""

    key: str
    since: datetime
    row: str
    revision: int


@dataclass(frozen=True, slots=True)
class Moves:
    """Where clauses' passages stand on a revision, and where what stands there stood on the one before.

    ``successors`` goes from a passage's key to where it stands under another one; ``sources`` from a key on this revision
    to that on the one before, for what moved since; ``left`` are the keys that it moved away from.
    """

    successors: dict[str, Successor]
    sources: Mapping[str, str]
    left: frozenset[str]

    def source(self, key: str) -> str:
        """The key on the revision before of what stands at a key now; "" where what stood there is another passage."""
        return self.sources.get(key, "" if key in self.left else key)


@dataclass(frozen=True, slots=True)
class WordingShown:
    """How a passage reads but for the values that stand in it, which are put back as the code knows them, and since when.

    ``words`` is empty where they are the passage's own; ``before`` are the words when they were last known to the code,
    or first seen.
    """

    hash: str
    words: str
    since: datetime
    row: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class NumberShown:
    """A parameter's value as the page tells it, and since which revision.

    ``fault`` says why it can no longer be read: then the value is that of an earlier revision, if any was (``is_read``).
    ``was`` is the value that held before the page changed it; None where the page did not.
    """

    value: Any
    since: datetime
    row: str
    revision: int
    fault: str = ""
    is_read: bool = True
    was: Any = None


@dataclass(slots=True)
class RulesetShown:
    """The ruleset page as its newest archived revision shows it; ``first_at`` is the instant of the first one."""

    first_at: datetime
    first_row: str
    revision: int
    editor: str
    row: str
    passages: dict[str, PassageShown] = field(default_factory=dict)
    wording: dict[str, WordingShown] = field(default_factory=dict)
    """Key of a passage -> how it reads but for its values."""
    numbers: dict[str, NumberShown] = field(default_factory=dict)
    """Parameter -> what the page tells of it."""
    successors: dict[str, Successor] = field(default_factory=dict)
    """Key of a passage that clauses stand in -> where that passage stands under another title."""
    first_hashes: dict[str, str] = field(default_factory=dict)
    """Key -> the hash of each passage on the first revision seen."""

    def page_key(self, key: str) -> str:
        """The key under which a passage stands that clauses know by ``key``."""
        return self.successors[key].key if key in self.successors else key

    def clause_key(self, key: str) -> str:
        """The inverse: the key by which clauses would know what stands there; "" where their passage stands elsewhere."""
        found = (known for known, successor in self.successors.items() if successor.key == key)
        return next(found, "" if key in self.successors else key)

    def passage(self, key: str) -> PassageShown | None:
        """The passage that clauses know by ``key``, under whatever title; None where it was never seen."""
        return self.passages.get(self.page_key(key))

    def wording_of(self, key: str) -> WordingShown | None:
        """How that passage reads but for its values."""
        return self.wording.get(self.page_key(key))

    def stands(self, key: str) -> bool:
        """Whether that passage stands on the page."""
        passage = self.passage(key)
        return passage is not None and bool(passage.hash)


def is_page(page: str, title: str) -> bool:
    """Whether two titles name one page; an underscore is a blank, and the first letter's case is nothing."""
    one, other = (" ".join(name.replace("_", " ").split()) for name in (page, title))
    return one[:1].upper() + one[1:] == other[:1].upper() + other[1:]


# --- from revision to revision ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision as read: its passages, with their words and the terms that they set in bold; when and by what row it is known."""

    at: datetime
    row: str
    passages: Sequence[Passage]
    words_of: Callable[[Passage], str]
    bold_of: Callable[[Passage], tuple[str, ...]] = lambda _: ()


def passages_shown(
    before: RulesetShown | None, known_keys: Iterable[str], revision: Revision, moves: Moves
) -> dict[str, PassageShown]:
    """How each passage reads now; one that reads as before keeps since when it does, one that is gone stays as gone.

    ``known_keys`` are those that clauses stand in.
    """
    old, now = (before.passages if before else {}), dict[str, PassageShown]()
    kept = {passage.key for passage in revision.passages}
    renamed = {known.hash: known for key, known in old.items() if key not in kept and known.words}
    for passage in revision.passages:
        bold = revision.bold_of(passage)
        known = old.get(moves.source(passage.key)) or renamed.get(passage.hash)
        if known is not None and known.hash == passage.hash:
            is_same = (known.path, known.bold) == (passage.path, bold)
            now[passage.key] = known if is_same else replace(known, path=passage.path, bold=bold)
            continue
        is_new = known.is_new if known else before is not None and before.first_hashes.get(passage.key) != passage.hash
        words = revision.words_of(passage)
        now[passage.key] = PassageShown(passage.path, passage.hash, words, revision.at, revision.row, bold, is_new)
    return {**now, **_gone(old, known_keys, revision, moves, now)}


def _gone(
    old: Mapping[str, PassageShown],
    known_keys: Iterable[str],
    revision: Revision,
    moves: Moves,
    now: Mapping[str, PassageShown],
) -> dict[str, PassageShown]:
    """The passages that clauses stand in and that were seen once, but stand nowhere now."""
    found = {}
    for key in known_keys:
        place = moves.successors[key].key if key in moves.successors else key
        known = old.get(moves.source(place))
        if place not in now and known is not None:
            found[place] = PassageShown(known.path, "", "", revision.at, revision.row) if known.hash else known
    return found
