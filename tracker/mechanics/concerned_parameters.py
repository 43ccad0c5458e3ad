"""Which numbers, words and tables of a game a text is about: those that it names, quotes, or states anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.core.clause import Parameter, normalise
from tracker.core.clause_pattern import Quotation
from tracker.mechanics.law import Law

_FILLING = frozenset({"per"})
"""Words in the names of parameters that rules say otherwise (each, for every)."""
_IN_ANY_TEXT = frozenset({"none", "one", "two"})
"""Words that may stand in a table and say nothing of it in a text."""
_LEAST_LETTERS = 4
"""A shorter word behind a number (and, of, in) does not tell what is counted."""


def concerned(law: Law, text: str) -> tuple[str, ...]:
    """The parameters that a text may concern, in the order of the game's file; switches are left out.

    Those of which it has every word of the name, or in a table that of an entry; those whose value it quotes with what is
    counted (``100 chips``); and those of which it holds the words around the value (``each player gains 200 chips``).
    """
    plain = normalise(text)
    spoken = f" {' '.join(_words(plain))} "
    return tuple(
        name
        for name, parameter in law.book.parameters.items()
        if not parameter.choices and _is_concerned(parameter, law.value(name), plain, spoken)
    )


def _is_concerned(parameter: Parameter[Any], value: object, plain: str, spoken: str) -> bool:
    if set(_words(parameter.name.replace("_", " "))) - _FILLING <= set(spoken.split()):
        return True
    entries = () if isinstance(value, int | str) else _entries(value)
    if any(entry not in _IN_ANY_TEXT and f" {entry} " in spoken for entry in entries):
        return True
    quoted = parameter.pattern.quoted if parameter.pattern else ()
    said = (phrase for quotation in quoted for phrase in _phrases(quotation, value))
    return any(f" {phrase} " in spoken for phrase in said) or any(each.form.search(plain) for each in quoted)


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


def _phrases(quotation: Quotation, value: object) -> Iterator[str]:
    """The value as the rules write it, with so much of what stands beside it that it is known what is counted."""
    for before, known, after in quotation.marks:
        for written in {known, str(value)} if isinstance(value, int) and len(known.split()) == 1 else {known}:
            yield " ".join(_phrase(_words(before), _words(written), _words(after)))


def _phrase(before: list[str], value: list[str], after: list[str]) -> list[str]:
    if len(value) > 1:
        return value
    tells = bool(after) and len(after[0]) >= _LEAST_LETTERS
    return [*value, after[0]] if tells else [*before[-1:], *value, *after[:1]]


def _words(text: str) -> list[str]:
    """The words of a text, case-folded and in the singular as far as an s tells."""
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in re.findall(r"\w+", text.casefold())]
