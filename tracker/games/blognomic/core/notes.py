"""Admins' notes on matters they resolved: reason, tallies and name, read from the many wordings in which they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tracker.core.leaning import remembered

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS)} | dict.fromkeys(("nil", "none", "nought"), 0)
_SECOND = rf"(\d{{1,3}}|{'|'.join(_NUMBERS)})\b(?!\.\d)"
_NUMBER = rf"(?<![\w.])(?<!\d[-/]){_SECOND}"
_UNIT = r"(?:\s+[^\W\d_]+)?(?:\s+FOR)?"
"""What is counted: votes, arrows, or nothing that is said."""
_THAN = rf"{_UNIT}\s*(?:-|–|—|/|:|\bto\b|\bvs?\b\.?|\bversus\b)\s*{_SECOND}(?!-\d{{4}})"
_TALLY = re.compile(rf"{_NUMBER}{_THAN}", re.IGNORECASE)
_LABELLED = {
    label: re.compile(rf"{_NUMBER}\s*(?:votes?\s*)?{label}\b", re.IGNORECASE) for label in ("FOR", "AGA(?:INST)?")
}
_FOR_ALONE = re.compile(rf"{_NUMBER}\s*(?:votes?\s+FOR|FOR\s+votes?)\b", re.IGNORECASE)
_QUORUM = re.compile(
    rf"\bquorum\W{{0,3}}(?:(?:of|was|is|now|being)\s+{_SECOND}|(\d{{1,3}})\b)(?!{_THAN})(?!\s*(?:votes?|FOR|AGA))",
    re.IGNORECASE,
)
_NO_TALLY = re.compile(
    rf"{_QUORUM.pattern}"
    r"|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\d{1,2}:\d\d(?::\d\d)?\b"
    r"|\b\d+\s+(?:unresolved\s+)?(?:DEF(?:erential)?|imperial)s?\b|\b\d+[\s-]*hours?",
    re.IGNORECASE,
)
"""Numbers that are no part of a tally: a quorum, a date, a time, unresolved DEFERENTIALs, an age."""
_REASONS = tuple(
    (word, re.compile(pattern, re.IGNORECASE))
    for word, pattern in (
        ("self-killed", r"(?<!not )(?<!no )(?:self[\s-]?kill|withdrawn)"),
        ("vetoed", r"(?<!not )(?<!no )veto"),
        ("illegal", r"illegal"),
        ("timed out", r"time[sd]?[\s-]*out|48 hours"),
        (
            "unpopular",
            r"unpopular|not\s+popular|against quorum|quorum of against|not voting against|fewer than a quorum"
            r"|can(?:'|’|no)?t\s+(?:be enacted|reach quorum)|unenactable",
        ),
        ("quorum", r"quorum|popular|passe[sd]|enact"),
        ("failed", r"fail|closed"),
    )
)
_BEFORE = r"(?:^|[.,;:!()\n–—]|(?<![^\W\d_])-(?=\s*[^\W\d_])|-\s)\s*"
"""What stands before a signature: the end of a sentence, a line break or a dash."""
_BEHIND = r"(?=\s*(?:$|[.,;:!()\n–—-]))"
_TAIL = re.compile(rf"{_BEFORE}|\bby\s+", re.IGNORECASE)
_END = " \t\n.!)"
"""What may follow the signature at a note's end."""
_INITIALS = re.compile(r"\b\w|(?<=[a-z])[A-Z]")
_SHORTEST = 2
"""A name may be shortened to no fewer letters."""


@dataclass(frozen=True, slots=True)
class NoteReading:
    """What an admin's note says: the reason in one word (or ""), the tallies it gives, FOR first, and the quorums.

    ``votes_for`` is what it says of FOR alone, where it gives no tally.
    """

    reason: str
    tallies: tuple[tuple[int, int], ...]
    votes_for: int | None = None
    quorums: tuple[int, ...] = ()

    @property
    def is_understood(self) -> bool:
        """Whether it says a reason or how many voted."""
        return bool(self.reason or self.tallies or self.votes_for is not None)


@remembered(maxsize=1024)
def read_note(note: str) -> NoteReading:
    """Read a note: "Quorums 5-2. - NAME", "Timed out, 4-2 with 1 DEF.", "five votes to zero", "2 against, 5 for"."""
    text = _NO_TALLY.sub(" ", note)
    by_label = zip(*(map(_value, pattern.findall(text)) for pattern in _LABELLED.values()), strict=False)
    found = tuple(dict.fromkeys(by_label)) or tuple(dict.fromkeys(map(_pair, _TALLY.findall(text))))
    alone = None if found else _FOR_ALONE.search(text)
    reason = next((word for word, pattern in _REASONS if pattern.search(note)), "")
    quorums = tuple(_value(said[1] or said[2]) for said in _QUORUM.finditer(note))
    return NoteReading(reason, found, _value(alone[1]) if alone else None, quorums)


def _pair(found: tuple[str, str]) -> tuple[int, int]:
    return _value(found[0]), _value(found[1])


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.casefold()]


# --- the name --------------------------------------------------------------------------------------------------------


def resolver_in(note: str, names: Mapping[str, str]) -> str:
    """Whom of some people a note is signed by, or "".

    ``names`` maps every way to write a name in full to the person's name. The signature at the end counts first, in full or as a
    short name, then the last full name that stands where signatures stand.
    """
    text = "\n".join(" ".join(line.split()) for line in note.splitlines() if line.strip()).rstrip(_END)
    in_full = list(_signature(tuple(sorted(names))).finditer(text))
    if in_full and in_full[-1].end() == len(text):
        return _meant(in_full[-1], names)
    short = _shortened(_tail(text), frozenset(names.values()))
    return short or (_meant(in_full[-1], names) if in_full else "")


def _tail(text: str) -> str:
    """The words behind the last place where a signature may begin."""
    *_, last = _TAIL.finditer(text)
    return text[last.end() :].strip()


def _meant(match: re.Match[str], names: Mapping[str, str]) -> str:
    said = (match["by"] or match["alone"]).casefold()
    return next((known for name, known in names.items() if name.casefold() == said), "")


@remembered(maxsize=64)
def _signature(names: tuple[str, ...]) -> re.Pattern[str]:
    any_of = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(
        rf"\bby\s+(?P<by>{any_of})(?![\w'’])|(?:{_BEFORE}|(?<=\d)\s+)(?P<alone>{any_of}){_BEHIND}", re.IGNORECASE
    )


def _shortened(text: str, names: Iterable[str]) -> str:
    """Whose name the text shortens to its beginning or its initials, where that is one person only."""
    said = text.casefold()
    if len(said) < _SHORTEST:
        return ""
    fits = [name for name in names if name.casefold().startswith(said) or _initials(name) == said]
    return fits[0] if len(fits) == 1 else ""


def _initials(name: str) -> str:
    return "".join(_INITIALS.findall(name)).casefold()
