"""Wordings of passages: their sentences, and which stretches of words differ between two, told in words of both."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import lru_cache

EXCERPT = 300
"""How many characters or words of a text a finding or question shows."""

_SENTENCE_ENDS = re.compile(r"(?<=[.!?:;])\s+|(?<=[.!?:;][\"')])\s+")
_MOST_WORDS = 500
"""Longer changes are compared by their first words only."""
_CONTEXT = 3
"""How many words on either side tell a stretch from others that read alike."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words that became others; ``left`` and ``right`` are the words beside them, which stayed."""

    old: str
    new: str
    left: str = ""
    right: str = ""

    @property
    def then(self) -> str:
        """The old words among their neighbours."""
        return " ".join(filter(None, (self.left, self.old, self.right)))

    @property
    def now(self) -> str:
        """The new words among their neighbours."""
        return " ".join(filter(None, (self.left, self.new, self.right)))


@lru_cache(maxsize=512)
def stretches(before: str, after: str) -> tuple[Stretch, ...]:
    """The stretches of words that differ, in the order of the text."""
    old, new = before.split(), after.split()
    start, end = _same_around(old, new)
    lead, tail = old[max(start - _CONTEXT, 0) : start], old[len(old) - end : len(old) - end + _CONTEXT]
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    matcher = difflib.SequenceMatcher(None, old[:_MOST_WORDS], new[:_MOST_WORDS], autojunk=False)
    codes = matcher.get_opcodes()
    found = []
    for number, (kind, a, b, c, d) in enumerate(codes):
        if kind != "equal":
            left = lead if number == 0 else new[codes[number - 1][3] : c]
            right = tail if number == len(codes) - 1 else new[d : codes[number + 1][4]]
            said = (old[a:b], new[c:d], left[-_CONTEXT:], right[:_CONTEXT])
            found.append(Stretch(*(" ".join(words) for words in said)))
    return tuple(found)


def _same_around(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many words two texts begin with alike, and how many of the others they end with alike."""
    most = min(len(old), len(new))
    start = next((place for place in range(most) if old[place] != new[place]), most)
    end = next((place for place in range(most - start) if old[-1 - place] != new[-1 - place]), most - start)
    return start, end


@lru_cache(maxsize=512)
def difference(before: str, after: str) -> str:
    """What became of a text, in words of both, at most an excerpt."""
    said = []
    for each in stretches(before, after):
        became = f"“{each.old}” became “{each.new}”"
        said.append(
            became if each.old and each.new else f"“{each.old}” left out" if each.old else f"“{each.new}” added"
        )
    return shortened("; ".join(said))


def shortened(text: str) -> str:
    """At most an excerpt of a text, cut where a sentence ends, or at least a word."""
    if len(text) <= EXCERPT:
        return text
    cut = text[:EXCERPT]
    sentence = max(cut.rfind(end) for end in (". ", "! ", "? ", ".\n"))
    if sentence > EXCERPT // _LEAST_OF_EXCERPT:
        return f"{cut[: sentence + 1]} …"
    return f"{cut.rpartition(' ')[0] or cut}…"


_LEAST_OF_EXCERPT = 2
"""Sentences that fill less than this part of an excerpt are not cut at their end but at a word's."""


def sentences_in(words: str) -> list[str]:
    """The sentences of words without layout noise; a colon or semicolon ends one too."""
    return [part for part in map(str.strip, _SENTENCE_ENDS.split(words)) if part]
