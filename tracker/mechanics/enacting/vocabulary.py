"""A game's vocabulary: what its people call its sections, its matters and the steps of a list in what they write."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SectionWords:
    """What people call a section of the ruleset.

    ``adjective`` stands before the word rule or rules (``the fixed rule``, ``the fixed rules``); ``nouns`` name the section
    without it (``the charter``).
    """

    adjective: str
    nouns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that only one game's people use, in the singular and in small letters; without any of its own, the usual ones.

    ``sections`` are those of the ruleset page in order; ``matters`` the kinds of what is voted on; ``steps`` what the items
    of a numbered list are called.
    """

    sections: tuple[SectionWords, ...] = ()
    matters: tuple[str, ...] = ("proposal", "motion")
    steps: tuple[str, ...] = ()

    @property
    def adjectives(self) -> tuple[str, ...]:
        """The adjectives of the sections, in order."""
        return tuple(section.adjective for section in self.sections)


PLAIN = Vocabulary()
"""The vocabulary of a game without words of its own."""


def any_of(words: Iterable[str]) -> str:
    """A pattern of any of these words; of none it is a pattern that nothing fits."""
    said = sorted(filter(None, words), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, said))})" if said else "(?!)"
