"""Options: what one line of the config may hold, as metadata of a settings field, and how its text becomes a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from tracker.core.instants import parse_instant

_MONTH = re.compile(r"[12]\d{3}-(0[1-9]|1[0-2])")
YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0"})

Parser: TypeAlias = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a section.

    ``kind`` is a word of ``PARSERS``; ``default`` the text that stands for it in an INI file; ``choices`` are all that
    the value, or of pairs each VALUE, may be; ``minimum`` and ``maximum`` bound numbers, both allowed.
    """

    kind: str
    help: str
    default: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    example: str = ""

    @property
    def allowed(self) -> str:
        """What may be written, in words."""
        if self.choices:
            words = ", ".join(self.choices)
            return f"{KINDS[self.kind]}, each VALUE one of {words}" if self.kind == "pairs" else words
        if self.minimum is not None and self.maximum is not None:
            return f"{KINDS[self.kind]} from {self.minimum:g} to {self.maximum:g}"
        return KINDS[self.kind]

    def parse(self, text: str) -> Any:
        """The value that a text stands for; raises ValueError where it is not allowed."""
        value = PARSERS[self.kind](text)
        for word in value.values() if self.kind == "pairs" else [value]:
            if self.choices and word not in self.choices:
                raise ValueError(f"{word!r} is none of {', '.join(self.choices)}")
        if self.minimum is not None and value < self.minimum:
            raise ValueError(f"{text} is less than {self.minimum:g}")
        if self.maximum is not None and value > self.maximum:
            raise ValueError(f"{text} is more than {self.maximum:g}")
        return value


def option(kind: str, help: str, default: str = "", **more: Any) -> Any:
    """A settings field whose value comes from the config; ``default`` is INI text, as are all its values."""
    told = Option(kind, help, default, **more)
    return field(default_factory=lambda: told.parse(default), metadata={"option": told})


def options_of(section: type) -> dict[str, Option]:
    """The options of a section's class by name, in order."""
    return {item.name: item.metadata["option"] for item in fields(section) if "option" in item.metadata}


# --- the kinds of values ----------------------------------------------------------------------------------------------


def _text(text: str) -> str:
    return " ".join(text.split())


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise ValueError(f"{text!r} is no number")
    return value


def _yes_or_no(text: str) -> bool:
    word = text.strip().lower()
    if word not in YES | NO:
        raise ValueError(f"{text!r} is neither yes nor no")
    return word in YES


def _url(text: str) -> str:
    url = text.strip()
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{url!r} is no address that begins with http:// or https://")
    if parts.username or parts.password:
        raise ValueError("an address must not hold a user name or password")
    return url


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _month(text: str) -> str:
    if text and not _MONTH.fullmatch(text):
        raise ValueError(f"{text!r} is no month")
    return text


def _urls(text: str) -> tuple[str, ...]:
    return tuple(map(_url, text.split()))


def _pairs(text: str) -> Mapping[str, str]:
    pairs: dict[str, str] = {}
    for line in _lines(text):
        name, equals, value = line.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise ValueError(f"{line!r} is no line of the form NAME = VALUE")
        if name.strip() in pairs:
            raise ValueError(f"{name.strip()!r} stands twice")
        pairs[name.strip()] = value.strip()
    return pairs


def _instant(text: str) -> datetime | None:
    return parse_instant(text) if text.strip() else None


PARSERS: Mapping[str, Parser] = {
    "text": _text,
    "integer": _integer,
    "number": _number,
    "flag": _yes_or_no,
    "url": _url,
    "month": _month,
    "instant": _instant,
    "urls": _urls,
    "lines": _lines,
    "pairs": _pairs,
}

KINDS: Mapping[str, str] = {
    "text": "text",
    "integer": "a whole number",
    "number": "a number",
    "flag": "yes or no",
    "url": "an address",
    "month": "a month such as 2019-10",
    "instant": "an instant such as 2019-10-01T00:00:00Z",
    "urls": "addresses, with blanks between or one a line",
    "lines": "texts, one a line",
    "pairs": "lines NAME = VALUE",
}
"""What each kind of value is called."""
