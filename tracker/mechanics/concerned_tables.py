"""Which tables and numbers of a game's rules a text may concern: those that it names, or of which it names an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tracker.mechanics.law import Law

_IN_ANY_TEXT = frozenset({"none", "one", "two"})
"""Words that may stand in a table and say nothing of it in a text."""


def concerned(law: Law, text: str) -> tuple[str, ...]:
    """The tables of which a text names the table itself or an entry, and the numbers of which it has every word."""
    words = set(_words(text))
    spoken = f" {' '.join(_words(text))} "
    return tuple(
        name
        for name, parameter in law.book.parameters.items()
        if not parameter.choices and _is_concerned(name, law.value(name), words, spoken)
    )


def _is_concerned(name: str, value: object, words: set[str], spoken: str) -> bool:
    if set(_words(name.replace("_", " "))) <= words:
        return True
    return not isinstance(value, int | str) and any(
        entry not in _IN_ANY_TEXT and f" {entry} " in spoken for entry in _entries(value)
    )


def _entries(value: object) -> Iterator[str]:
    """The words in a table, without its numbers."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from (*_entries(key), *_entries(entry))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _entries(entry)
    elif isinstance(value, str) and not value[:1].isdigit():
        yield " ".join(_words(value.replace("_", " ")))


def _words(text: str) -> list[str]:
    """The words of a text, case-folded and in the singular as far as an s tells."""
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in re.findall(r"\w+", text.casefold())]
