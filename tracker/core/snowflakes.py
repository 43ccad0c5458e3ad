"""Ids as Discord gives them: the bits above the lowest 22 count the milliseconds since 2015."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

FIRST_MILLISECOND = datetime(2015, 1, 1, tzinfo=UTC)
"""The instant from which the ids count."""
_TIME_BITS = 22
_LENGTHS = range(15, 21)
"""How many digits an id has that was surely counted so; other ids may be anything."""


def snowflake_instant(id: str) -> datetime:
    """When an id was given (UTC, milliseconds); raises ValueError and OverflowError for what is none."""
    return FIRST_MILLISECOND + timedelta(milliseconds=int(id) >> _TIME_BITS)


def first_id(when: datetime) -> int:
    """The lowest id that can be given at an instant; 0 before the first."""
    return max(0, (when - FIRST_MILLISECOND) // timedelta(milliseconds=1)) << _TIME_BITS


def told_by_id(id: str) -> datetime | None:
    """When a message was posted, which an id that Discord gave tells (UTC, whole minutes); None for any other id."""
    if not (id.isascii() and id.isdecimal() and len(id) in _LENGTHS):
        return None
    return snowflake_instant(id).replace(second=0, microsecond=0)
