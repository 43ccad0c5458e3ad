"""Instants: aware UTC datetimes, read from and written as ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FAR_FUTURE = datetime(9999, 12, 31, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
"""No nomic is played later, nor before ``EPOCH``: what is stated for such an instant is a slip of the pen."""
TICKLE = timedelta(microseconds=1)
"""The smallest step of time we know: the first instant after a closed window."""


def parse_instant(text: str) -> datetime:
    """Read an ISO 8601 instant with a zone (``Z`` or an offset) as UTC (BN-250).

    Raises ValueError where the text is no instant or names no zone.
    """
    instant = datetime.fromisoformat(text.strip())
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone; write 2019-10-03T10:00:00Z")
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{text!r} is no instant of any year from 1 to 9999 in UTC") from None


def instant_of_play(text: str) -> datetime:
    """The same of an instant at which a nomic may be played; raises ValueError also for one before 1970 or after 2199."""
    instant = parse_instant(text)
    if not EPOCH <= instant < LATEST:
        raise ValueError(f"{text!r} is not within the years {EPOCH.year} to {LATEST.year - 1}")
    return instant


def iso(instant: datetime) -> str:
    """Write an instant as ``2019-10-03T10:00:00Z``, with milliseconds only where there are some."""
    utc = instant.astimezone(UTC)
    text = utc.isoformat()[: len("2019-10-03T10:00:00")]
    if not utc.microsecond:
        return text + "Z"
    if utc.microsecond % 1000:
        return f"{text}.{utc.microsecond:06d}Z"
    return f"{text}.{utc.microsecond // 1000:03d}Z"


def iso_or_none(instant: datetime | None) -> str | None:
    """``iso`` for an instant that may be absent."""
    return None if instant is None else iso(instant)


def start_of_day(instant: datetime) -> datetime:
    """Midnight UTC at which the instant's day began (BN-195)."""
    return instant.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
