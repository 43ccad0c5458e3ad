"""Numbers, spans of time, fractions and dates as rules write them, in words or in digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL: Mapping[str, int] = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * tens for tens, word in enumerate(_TENS, start=2)
}
_LARGE: Mapping[str, int] = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINALS: Mapping[str, int] = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
    **{f"{word}th": value for word, value in _SMALL.items() if word not in ("one", "two", "three", "five", "eight")},
    **{f"{word[:-1]}ieth": 10 * tens for tens, word in enumerate(_TENS, start=2)},
}  # fmt: skip
_PARTS: Mapping[str, int] = {"half": 2, "halve": 2, "quarter": 4} | {
    word: value for word, value in _ORDINALS.items() if value > 2
}
_TIMES: Mapping[str, int] = {"once": 1, "twice": 2, "thrice": 3}
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SECONDS: Mapping[str, int] = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600,
}  # fmt: skip
_IN_MONTHS: Mapping[str, int] = {"month": 1, "year": 12}

MOST = 1_000_000
"""No count in a ruleset is greater."""
LONGEST = timedelta(days=3653)
"""No span of time in a ruleset is longer: ten years."""
_LONGEST_MONTHS = 120


def _one_of(words: Mapping[str, int] | tuple[str, ...]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_WORD = f"(?:{_one_of({**_SMALL, **_LARGE})})"
_NUMBER = rf"(?:-|minus |negative )?(?:a (?={_one_of(_LARGE)}))?(?:\d[\d,]*(?:\.\d+)?|{_WORD}(?:(?: and |[ -]){_WORD})*)(?![\w%])"
_TIME_UNIT = f"(?:{_one_of({**_SECONDS, **_IN_MONTHS})})"
_SPAN = rf"(?:{_NUMBER}[ -]|half an? |an? ){_TIME_UNIT}s?\b"
_SPAN_TWICE = rf"{_SPAN}(?: \({_SPAN}\))?"
_DENOMINATOR = f"(?:{_one_of(_PARTS)})s?"
_FRACTION = rf"(?:\d+/\d+|\d+%|(?:{_NUMBER}[ -]|an? |one-)?{_DENOMINATOR})(?!\w)(?: of(?= ))?"
_ORDINAL = rf"(?:\d+(?:st|nd|rd|th)|(?:(?:{_one_of(_TENS)})[- ])?(?:{_one_of(_ORDINALS)}))\b"
_MONTH = f"(?:{_one_of(_MONTHS)})"
_MONTH_DAY = rf"(?:{_MONTH} \d+(?:st|nd|rd|th)?|(?:the )?\d+(?:st|nd|rd|th)?(?: of)? {_MONTH})\b"
_DATE = (
    rf"(?:{_MONTH} \d+(?:st|nd|rd|th)?,? \d{{4}}|\d+(?:st|nd|rd|th)?(?: of)? {_MONTH},? \d{{4}}|\d{{4}}-\d\d-\d\d)\b"
)


# --- reading ----------------------------------------------------------------------------------------------------------


def number(text: str) -> Fraction:
    """A number in digits or words: ``48``, ``-2``, ``1,000``, ``2.5``, ``forty-eight``, ``a dozen``, ``two hundred and six``.

    Raises ValueError for anything else.
    """
    said = " ".join(text.casefold().split())
    unsigned = re.sub(r"^(?:-|minus |negative )", "", said)
    if re.fullmatch(r"\d[\d,]*(?:\.\d+)?", unsigned):
        found = Fraction(unsigned.replace(",", ""))
    else:
        found = Fraction(_of_words(re.split(r"[ -]", unsigned.removeprefix("a "))))
    return found if unsigned == said else -found


def _of_words(words: list[str]) -> int:
    total, group = 0, None
    for word in words:
        if word in _SMALL:
            group = (group or 0) + _SMALL[word]
        elif word in _LARGE:
            group = (1 if group is None else group) * _LARGE[word]
            if _LARGE[word] >= _LARGE["thousand"]:
                total, group = total + group, None
        elif word != "and":
            raise ValueError(f"{word!r} is no number")
    if group is None and not total:
        raise ValueError("there is no number")
    return total + (group or 0)


def whole(text: str) -> int:
    """A count: a whole number from 0 to a million; raises ValueError."""
    return _plausible(number(text), text)


def _plausible(found: Fraction, text: str) -> int:
    if found.denominator != 1:
        raise ValueError(f"{text!r} is no whole number")
    if not 0 <= found <= MOST:
        raise ValueError(f"{text!r} is absurd")
    return int(found)


def ordinal(text: str) -> int:
    """A place in an order: ``first``, ``twenty-first``, ``2nd``."""
    said = text.casefold().replace("-", " ").split()
    digits = re.fullmatch(r"(\d+)\w\w", said[-1])
    if digits:
        return int(digits[1])
    if said[-1] not in _ORDINALS:
        raise ValueError(f"{text!r} is no ordinal")
    return _ORDINALS[said[-1]] + (_SMALL[said[0]] if len(said) > 1 else 0)


def times(text: str) -> int:
    """How often: ``once``, ``twice``, ``three times``."""
    said = text.casefold()
    return _TIMES[said] if said in _TIMES else whole(said.removesuffix("s").removesuffix(" time"))


def fraction(text: str) -> Fraction:
    """A part of something: ``half``, ``a third of``, ``two thirds``, ``3/4``, ``60%``; between 0 and 1."""
    said = text.casefold().removesuffix(" of")
    if "/" in said or "%" in said:
        above, _, below = said.removesuffix("%").partition("/")
        return _part(int(above), int(below or 100), text)
    *counted, part = re.split(r"[ -]", said)
    count = " ".join(word for word in counted if word not in ("a", "an"))
    singular = part if part in _PARTS else part.removesuffix("s")
    if singular not in _PARTS:
        raise ValueError(f"{text!r} is no fraction")
    return _part(int(number(count)) if count else 1, _PARTS[singular], text)


def _part(above: int, below: int, text: str) -> Fraction:
    if not 0 < above <= below:
        raise ValueError(f"{text!r} is absurd")
    return Fraction(above, below)


def span_in(unit: str, text: str) -> int:
    """A span of time in whole units (``minutes``, ``hours``, ``days`` or ``months``): ``four days``, ``96 hours (4 days)``, ``a week``.

    Raises ValueError where it is no whole number of them, is negative or longer than ten years, or is told twice differently.
    """
    told = [part.rstrip(") ") for part in text.split("(")]
    read = {_one_span(unit, part) for part in told}
    if len(read) != 1:
        raise ValueError(f"{text!r} tells two different spans of time")
    return read.pop()


def _one_span(unit: str, text: str) -> int:
    said = text.casefold().strip()
    count, _, name = said.replace("-", " ").rpartition(" ")
    own = unit.removesuffix("s")
    scale = _IN_MONTHS if own in _IN_MONTHS else _SECONDS
    name = name if name in scale else name.removesuffix("s")
    if name not in scale:
        raise ValueError(f"{text!r} is no span in {unit}")
    sign = -1 if said.startswith("-") else 1
    found = sign * _count(count.strip()) * scale[name] / scale[own]
    most = _LONGEST_MONTHS if scale is _IN_MONTHS else LONGEST.total_seconds() / scale[own]
    if not 0 <= found <= most:
        raise ValueError(f"{text!r} is absurd")
    if found.denominator != 1:
        raise ValueError(f"{text!r} is no whole number of {unit}")
    return int(found)


def _count(text: str) -> Fraction:
    if text in ("half a", "half an"):
        return Fraction(1, 2)
    return Fraction(1) if text in ("a", "an") else number(text)


def month_day(text: str) -> str:
    """A day of every year: ``December 24th`` or ``the 24th of December`` as ``12-24``."""
    month, day = _month_and_day(text)
    return f"{date(2001, month, day):%m-%d}"


def calendar_date(text: str) -> str:
    """A date: ``August 31, 2019`` or ``31 August 2019`` as ``2019-08-31``."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text).isoformat()
    month, day = _month_and_day(text[:-4])
    return date(int(text[-4:]), month, day).isoformat()


def _month_and_day(text: str) -> tuple[int, int]:
    words, digits = re.search(_MONTH, text.casefold()), re.search(r"\d+", text)
    if not words or not digits:
        raise ValueError(f"{text!r} is no date")
    return _MONTHS.index(words[0]) + 1, int(digits[0])


# --- kinds ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kind:
    """A way of writing a value: the form in which it is looked for, and what it means; ``read`` raises ValueError."""

    form: str
    read: Callable[[str], Any]


def _spans(unit: str) -> Kind:
    return Kind(_SPAN_TWICE, lambda text: span_in(unit, text))


def names(text: str) -> list[str]:
    """The members of a list such as ``Lemon, Orange and Kiwi``, as they are written; raises ValueError where one stands twice."""
    found = [part.strip() for part in re.split(r",\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", text.strip())]
    if not all(found) or len(set(found)) < len(found):
        raise ValueError(f"{text!r} is no list of different names")
    return found


KINDS: Mapping[str, Kind] = {
    "number": Kind(_NUMBER, whole),
    "percent": Kind(r"\d+(?:\.\d+)?%", lambda text: whole(text.removesuffix("%"))),
    "count": Kind(r"\d{1,6}(?=d\d)", whole),
    "ordinal": Kind(_ORDINAL, ordinal),
    "times": Kind(rf"(?:{_one_of(_TIMES)}|{_NUMBER} times?)", times),
    "numerator": Kind(_FRACTION, lambda text: fraction(text).numerator),
    "denominator": Kind(_FRACTION, lambda text: fraction(text).denominator),
    **{unit: _spans(unit) for unit in ("minutes", "hours", "days", "months")},
    "month-day": Kind(_MONTH_DAY, month_day),
    "date": Kind(_DATE, calendar_date),
    "die": Kind(r"(?:DICE|d)-?\d+\b", lambda text: whole(re.sub(r"^[a-z]+", "", text.casefold()))),
    "range": Kind(r"\d+(?:-\d+)?", str),
    "word": Kind(r"[^\s,.\"•|][^,.\"•|]{0,60}?", str.strip),
    "list": Kind(r"[^\s.•#|][^.•#|]{0,500}?", names),
    "phrase": Kind(r"[^\s•#|][^•#|]{0,200}?", str.strip),
    "folder": Kind(r"https?://[^\s,;\"]+/", str),
    "file": Kind(r"[\w-]+\.\w+", str),
}
"""Name of a kind -> how such a value is written; spans of time are named after the unit in which they are read."""
