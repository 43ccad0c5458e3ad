"""How values stand in columns: instants as whole microseconds, text without what databases refuse, JSON as ASCII."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime, timedelta
from functools import lru_cache

from tracker.core.instants import EPOCH

_MICROSECOND = timedelta(microseconds=1)
_JSON = json.JSONEncoder(separators=(",", ":"))
_REFUSED = re.compile("[\0\\\\\ud800-\udfff]")
"""NUL, half a surrogate pair, and what an escape begins with."""


def micros(instant: datetime) -> int:
    """Whole microseconds since 1970 (UTC): they order and compare alike in every database."""
    return (instant - EPOCH) // _MICROSECOND


def micros_or_none(instant: datetime | None) -> int | None:
    """``micros`` for an instant that may be absent."""
    return None if instant is None else micros(instant)


def instant(number: int) -> datetime:
    """The inverse of ``micros``: an aware datetime, UTC."""
    return EPOCH + timedelta(0, 0, number)


def instant_or_none(number: int | None) -> datetime | None:
    """``instant`` for a number that may be absent."""
    return None if number is None else instant(number)


def to_text(value: str) -> str:
    """Text for a text column; what PostgreSQL or UTF-8 refuse (NUL, half a surrogate pair) is written as a JSON escape.

    Only a value that holds such a character or a backslash is changed, so equal columns still mean equal values.
    """
    if value.isascii() and "\0" not in value and "\\" not in value:
        return value
    return json.dumps(value)[1:-1] if _is_refused(value) else value


def _is_refused(value: str) -> bool:
    return _REFUSED.search(value) is not None


def from_text(column: str) -> str:
    """The inverse of ``to_text``."""
    return str(json.loads(f'"{column}"')) if "\\" in column else column


def to_json(value: object) -> str:
    """JSON in ASCII: every other character is escaped, so that any database keeps it and gives it back equal."""
    return _JSON.encode(value)


@lru_cache(maxsize=1024)
def text_key(value: str) -> int:
    """A signed 64-bit number that stands for a text in an index, however long the text is; compare the text as well."""
    return int.from_bytes(_sha256(value)[:8], signed=True)


def fingerprint(*values: str) -> str:
    """SHA-256 that stands for several texts together in a unique index."""
    return _sha256("".join(f"{len(value)}:{value}" for value in values)).hex()


def _sha256(value: str) -> bytes:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).digest()
