"""Names of matters: which part of a title players call a matter by, and whether a reference means the matter of a title."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from tracker.core.clause import normalise

BRACES = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")
"""Braces with what is between them, which a reference may leave out."""
_EDGE = " .,"
_SPELLINGS = (
    ("our", "or"),
    ("gement", "gment"),
    ("ise", "ize"),
    ("isation", "ization"),
    ("ence", "ense"),
    ("lled", "led"),
    ("lling", "ling"),
)


def subject_of(title: str) -> str:
    """The part of a title after its first colon, or the whole title; outer blanks dropped."""
    return title.partition(":")[2].strip() if ":" in title else title.strip()


def without_braces(title: str) -> str:
    """A title without braces and what is between them: ``[Fixed] Wording Mended`` is Wording Mended."""
    return " ".join(BRACES.sub(" ", title).split())


@lru_cache(maxsize=4096)
def plain_spelling(text: str) -> str:
    """A text in the one spelling in which versions of English are compared, without case and spare blanks."""
    plain = " ".join(text.split()).casefold()
    for british, american in _SPELLINGS:
        plain = plain.replace(british, american)
    return plain


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """A name as names are compared: in one spelling, without layout, letter case, and stops and commas at its ends."""
    return plain_spelling(normalise(name).strip(_EDGE))


def is_called(reference: str, title: str, kinds: tuple[str, ...]) -> bool:
    """Whether a reference means the matter of a title: by its subject, with or without braces, perhaps after its kind.

    ``kinds`` are what the game calls its kinds of matters (``Vocabulary.matters``).
    Kinds of quotes, versions of English, layout and letter case make no difference; an empty name means nothing.
    """
    spoken, borne = _keys_spoken(reference, kinds), _keys_borne(title)
    if any(map(is_hidden, spoken | borne)):
        spoken, borne = frozenset(map(_hidden_key, spoken)), frozenset(map(_hidden_key, borne))
    return bool(spoken & borne)


@lru_cache(maxsize=4096)
def _keys_spoken(reference: str, kinds: tuple[str, ...]) -> frozenset[str]:
    """What a reference may stand for: as it is, or without the kind of matter that it begins with.

    What else stands before a colon is part of the name: another matter may be called by the rest alone.
    """
    before, _, rest = reference.partition(":")
    kind = re.sub(r"^the ", "", " ".join(before.split()).casefold())
    spoken = (reference, rest) if kind in kinds else (reference,)
    return frozenset(name_key(form) for name in spoken for form in (name, without_braces(name)))


@lru_cache(maxsize=4096)
def _keys_borne(title: str) -> frozenset[str]:
    subject = subject_of(title)
    return frozenset({name_key(subject), name_key(without_braces(subject))} - {""})


# --- titles that were redacted ------------------------------------------------------------------------------------------

_HIDDEN = re.compile(r"redacted-[0-9a-f]{12}")


def hidden_title(title: str) -> str:
    """What stands for a redacted title: by it the same title is known again, braces and prefix or not."""
    return _hidden_key(name_key(without_braces(subject_of(title))))


def _hidden_key(key: str) -> str:
    if is_hidden(key) or not key:
        return key
    # Text from outside may hold half a surrogate pair, which plain UTF-8 cannot write.
    return f"redacted-{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def is_hidden(title: str) -> bool:
    """Whether a title, without its braces, stands for one that was redacted."""
    return _HIDDEN.fullmatch(title) is not None
