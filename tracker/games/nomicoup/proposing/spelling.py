"""What differs between two versions of a text, and whether it may be spelling and grammar only."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SMALL_WORDS = frozenset({"a", "an", "the"})
"""Words that grammar may want or not want."""


def words_in(text: str) -> list[str]:
    """The words of a text and its other signs, without the layout."""
    return _WORD.findall(text)


def _changed(before: str, after: str) -> list[tuple[list[str], list[str]]]:
    """The words of a text that differ, each time with what another has instead."""
    old, new = words_in(before), words_in(after)
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(old[start:end], new[from_:to]) for kind, start, end, from_, to in steps if kind != "equal"]


def may_be_spelling(before: str, after: str, closeness: float) -> bool:
    """Whether a text differs from another in spelling and grammar at most: words much like those before, and no number.

    ``closeness`` is how alike, from 0 to 1, words in each other's place must be.
    """
    return all(_is_respelled(_bare(was), _bare(now), closeness) for was, now in _changed(before, after))


def _bare(words: list[str]) -> str:
    return " ".join(word.casefold() for word in words if word.casefold() not in _SMALL_WORDS)


def _is_respelled(was: str, now: str, closeness: float) -> bool:
    if re.search(r"\d", was + now):
        return False
    has_letters = re.search(r"\w", was + now) is not None
    return not has_letters or SequenceMatcher(None, was, now, autojunk=False).ratio() >= closeness


def difference(before: str, after: str) -> str:
    """Which words of a text another has instead, in words."""
    parts = [f"“{' '.join(was)}” to “{' '.join(now)}”" for was, now in _changed(before, after)]
    return "; ".join(parts)[:300] or "the layout"
