"""Appendix, Clarifications, Time: which calendar date a text means, and times that never come about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Post

from .keywords import has_word

CENTURY = 100
"""Years of a century: a smaller number is a year without its century."""
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,4})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)")
_LONG_YEAR = 4
"""Digits of a year with its century."""
_THIS_CENTURY = 2000
"""What a year without a century belongs to."""


def _date_of(match: re.Match[str]) -> date | None:
    """The date that a numeric one means: day before month before year, unless only another order gives a date at all.

    A year in front has four digits.
    """
    first, second, third = match[1], int(match[3]), int(match[4])
    if len(first) == _LONG_YEAR:
        return _checked(int(first), second, third)
    year = _year(third)
    return _checked(year, second, int(first)) or _checked(year, int(first), second)


def _year(number: int) -> int:
    return number if number >= CENTURY else _THIS_CENTURY + number


def _checked(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@rule("BN-252")
def dates_in(text: str) -> Iterator[tuple[str, date]]:
    """Every numeric date in a text as written and as it is read; a year in front leaves nothing to read."""
    for match in _NUMERIC.finditer(text):
        found = _date_of(match)
        if found is not None and len(match[1]) != _LONG_YEAR:
            yield match[0], found


@rule("BN-251")
def vague_times(text: str, law: Law) -> list[str]:
    """The abstract times that a text names (dinnertime): they never come about unless the ruleset defines them."""
    return [word for word in law.words("abstract_times") if has_word(text, (word,))]


@rule("BN-251")
def is_defined(word: str, ruleset: str) -> bool:
    """Whether a ruleset's text says when a time is."""
    said = rf"\b{re.escape(word)}[\"'”’]?\s+(?:is|means|begins|starts|lasts|falls|occurs|runs|shall be|refers)\b"
    return re.search(said, ruleset, re.IGNORECASE) is not None


@rule("BN-251", "BN-252")
def notes(moment: Moment, post: Post) -> list[Finding]:
    """What an open matter's text says of times: numeric dates as they are read, and times that never come about."""
    found = []
    for written, meant in dates_in(post.body):
        text = f"the date {written} is read as {meant.day} {meant:%B %Y}"
        found.append(post.noted("DATE_READ", "BN-252", text))
    shown = moment.state.ruleset
    words = " ".join(passage.words for passage in shown.passages.values()) if shown else ""
    vague = [word for word in vague_times(post.body, moment.law) if not is_defined(word, words)]
    if vague:
        text = f"{', '.join(vague)}: no specific time, and not defined in the ruleset, so it never comes about"
        found.append(post.noted("VAGUE_TIME", "BN-251", text))
    return list({finding.text: finding for finding in found}.values())
