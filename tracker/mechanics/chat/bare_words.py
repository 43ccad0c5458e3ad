"""What stays of words that are redacted: a canonical line as far as it is ours, and of free text only the words that rules heed."""

from __future__ import annotations

import re
from collections.abc import Callable

STANDS_FOR = "redacted"
_WORD = re.compile(r"[\w'\N{RIGHT SINGLE QUOTATION MARK}-]+")
_MANY = re.compile(rf"{STANDS_FOR}(?:[^\w?:\[\]\n]+{STANDS_FOR})+")
_TEXT = re.compile(r'((?:"[^"]*"|[^":])*:)(.*)', re.DOTALL)
"""A canonical line that ends in free text."""


def bare_line(line: str, without_words: Callable[[str], str]) -> str:
    """A canonical line with what stays of the free text behind its colon."""
    found = _TEXT.fullmatch(line)
    return f"{found[1]}{without_words(found[2])}" if found else line


def masked(heeded: re.Pattern[str], text: str) -> str:
    """A text that has one mark in place of all words in a row that are not heeded."""
    said = _WORD.sub(lambda word: word[0] if heeded.fullmatch(word[0]) else STANDS_FOR, text)
    return _MANY.sub(STANDS_FOR, said)
