"""A game's vocabulary: what its people call its sections, matters and votes, and the reader's patterns with those words.

The patterns that read a matter are written once, for every nomic. Where a game has words of its own they hold a slot
(``SECTION``), which a phrasebook fills with the words of one vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache


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

    ``sections`` are those of the ruleset page in order, ``home`` the adjective of the one that new rules go to; ``matters``
    the kinds of what is voted on; ``voting`` words that speak of how votes are counted and ``marks`` such as are always
    written so (``AYE``); ``eras`` what the game's time is divided into; ``orders`` verbs by which somebody's standing is
    changed; ``pages`` other pages, by name; ``things`` what stands inside rules with a name of its own, and ``steps``
    the items of a numbered list.
    """

    sections: tuple[SectionWords, ...] = ()
    home: str = ""
    matters: tuple[str, ...] = ("proposal", "motion")
    voting: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    eras: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def adjectives(self) -> tuple[str, ...]:
        """The adjectives of the sections, in order."""
        return tuple(section.adjective for section in self.sections)


PLAIN = Vocabulary()
"""The vocabulary of a game without words of its own."""

SECTION, SECTION_NOUN, HOME = "%section%", "%section noun%", "%home%"
MATTER, VOTING, MARK, ERA = "%matter%", "%voting%", "%mark%", "%era%"
ORDER, PAGE, THING, STEP = "%order%", "%page%", "%thing%", "%step%"
_SLOT = re.compile(r"%[a-z ]+%")


class Phrasebook:
    """The reader's patterns in one game's words, in any letter case, each compiled when it is first asked for.

    The patterns are constants of the code, so there are only so many.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Fill the slots with these words."""
        self.vocabulary = vocabulary
        nouns = [noun for section in vocabulary.sections for noun in section.nouns]
        self._slots = {
            SECTION: any_of(vocabulary.adjectives),
            SECTION_NOUN: any_of(nouns),
            HOME: any_of([vocabulary.home]),
            MATTER: any_of(vocabulary.matters),
            VOTING: any_of(vocabulary.voting),
            MARK: f"(?-i:{any_of(vocabulary.marks)})",
            ERA: any_of(vocabulary.eras),
            ORDER: any_of(vocabulary.orders),
            PAGE: any_of(vocabulary.pages),
            THING: any_of(vocabulary.things),
            STEP: any_of(vocabulary.steps),
        }
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._phrases: dict[str, re.Pattern[str]] = {}

    def pattern(self, pattern: str) -> re.Pattern[str]:
        """A pattern as it is."""
        found = self._patterns.get(pattern)
        if found is None:
            found = self._patterns[pattern] = re.compile(self._filled(pattern), re.IGNORECASE)
        return found

    def phrase(self, pattern: str) -> re.Pattern[str]:
        """A pattern of words, which must end where a word does; blanks after it belong to it."""
        found = self._phrases.get(pattern)
        if found is None:
            whole = rf"(?:{self._filled(pattern)})(?:(?<=\W)|(?!\w))\s*"
            found = self._phrases[pattern] = re.compile(whole, re.IGNORECASE)
        return found

    def finds(self, pattern: str, text: str) -> bool:
        """Whether a pattern stands anywhere in a text."""
        return self.pattern(pattern).search(text) is not None

    def begins(self, pattern: str, text: str) -> bool:
        """Whether a text begins with a pattern."""
        return self.pattern(pattern).match(text) is not None

    def _filled(self, pattern: str) -> str:
        return _SLOT.sub(lambda slot: self._slots[slot[0]], pattern)


def any_of(words: Iterable[str]) -> str:
    """A pattern of any of these words; of none it is a pattern that nothing fits."""
    said = sorted(filter(None, words), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, said))})" if said else "(?!)"


@lru_cache(maxsize=8)
def phrasebook(vocabulary: Vocabulary) -> Phrasebook:
    """The phrasebook of a vocabulary, made once."""
    return Phrasebook(vocabulary)
