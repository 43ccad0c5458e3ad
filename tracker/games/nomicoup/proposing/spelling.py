"""What differs between two versions of a text, and whether it may be spelling and grammar only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SMALL_WORDS = frozenset({"a", "an", "the"})
"""Words that grammar may want or not want."""


def words_in(text: str) -> list[str]:
    """The words of a text and its other signs, without the layout."""
    return _WORD.findall(text)


def may_be_spelling(before: str, after: str, closeness: float) -> bool:
    """Whether a text differs from another in spelling and grammar at most: words much like those before, and no number.

    ``closeness`` is how alike, from 0 to 1, words in each other's place must be.
    """
    old, new = words_in(before), words_in(after)
    for kind, start, end, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if not _is_respelled(old[start:end], new[from_:to], closeness):
            return False
    return True


def _is_respelled(before: Sequence[str], after: Sequence[str], closeness: float) -> bool:
    was, now = (
        " ".join(word.casefold() for word in words if word.casefold() not in _SMALL_WORDS) for words in (before, after)
    )
    if re.search(r"\d", was + now):
        return False
    has_letters = re.search(r"\w", was + now) is not None
    return not has_letters or SequenceMatcher(None, was, now, autojunk=False).ratio() >= closeness


def difference(before: str, after: str) -> str:
    """Which words of a text another has instead, in words."""
    old, new = words_in(before), words_in(after)
    parts = [
        f"“{' '.join(old[start:end])}” to “{' '.join(new[from_:to])}”"
        for kind, start, end, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
    ]
    return "; ".join(parts)[:300] or "the layout"
