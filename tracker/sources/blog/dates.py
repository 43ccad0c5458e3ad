"""Dates as blogs write them: day headings, times of day, admins' times, and numbers whose order must be found out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

Order = Literal["day", "month"]
"""Which number of a date comes first."""

SHIFTED_BEFORE = datetime(2015, 1, 1, tzinfo=UTC)
"""Admins' times before this are shown early in later copies of the pages."""

LARGEST_SHIFT = timedelta(hours=8)
"""How early they are shown at most (7 or 8 hours, as daylight saving had it)."""

CLOSE = timedelta(days=10)
"""How near the first comment must be to its post for nearness alone to decide the order of its date's numbers."""

_ORDERS: tuple[Order, ...] = ("day", "month")
_SLACK = timedelta(days=1)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_CLOCK = r"(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?"
_DAY = re.compile(rf"(?:[a-z]+day,\s+)?{_MONTH}\s+(\d{{1,2}}),\s+(\d{{4}})", re.IGNORECASE)
_TIME_OF_DAY = re.compile(rf"\bat\s+{_CLOCK}\s+UTC", re.IGNORECASE)
_RESOLVED = re.compile(rf"adminned\s+at\s+(\d{{1,2}})\s+{_MONTH}\s+(\d{{4}})\s+{_CLOCK}\s+UTC", re.IGNORECASE)
_NUMERIC = re.compile(r"\b(\d{1,2})-(\d{1,2})-(\d{4})\s+(\d\d):(\d\d):(\d\d)\s+UTC")


@dataclass(frozen=True, slots=True)
class NumericDate:
    """A date such as ``10-11-2018 14:15:14 UTC``, whose first two numbers may be day and month or month and day."""

    first: int
    second: int
    year: int
    time: time

    def read(self, order: Order) -> datetime:
        """The instant, in that order; raises ValueError where there is no such date."""
        day, month = (self.first, self.second) if order == "day" else (self.second, self.first)
        return datetime.combine(date(self.year, month, day), self.time, UTC)


def day_heading(text: str) -> date | None:
    """``Wednesday, December 15, 2021`` and nothing else."""
    found = _DAY.fullmatch(text.strip())
    return None if found is None else _date(found[3], found[1], found[2])


def day_within(text: str) -> date | None:
    """The first such date anywhere in a text."""
    found = _DAY.search(text)
    return None if found is None else _date(found[3], found[1], found[2])


def time_of_day(text: str) -> time | None:
    """The time in ``posted by Ada at 14:03:05  UTC``; seconds that are not shown are taken as none."""
    found = _TIME_OF_DAY.search(text)
    return None if found is None else _time(found[1], found[2], found[3], found[4])


def resolution_time(text: str) -> datetime | None:
    """The instant in ``Adminned at 25 Oct 2018 15:06:44 UTC``, as shown."""
    found = _RESOLVED.search(text)
    if found is None:
        return None
    day, at = _date(found[3], found[2], found[1]), _time(*found.group(4, 5, 6, 7))
    return None if day is None or at is None else datetime.combine(day, at, UTC)


def numeric_date(text: str) -> NumericDate | None:
    """The last date in numbers within a text."""
    found = _NUMERIC.findall(text)
    if not found:
        return None
    first, second, year, hour, minute, seconds = map(int, found[-1])
    try:
        return NumericDate(first, second, year, time(hour, minute, seconds))
    except ValueError:
        return None


def order_of(dates: Sequence[NumericDate], posted_at: datetime, looked_at: datetime) -> Order | None:
    """In which order one page's comment dates are written; None where that cannot be told.

    A number above 12 decides; else that comments follow their post and precede our look; else nearness to the post,
    provided that the first comment is then at most ``CLOSE`` from it.
    """
    possible = [order for order in _ORDERS if _all(dates, order) is not None]
    if len(possible) < 2:
        return possible[0] if possible else None
    if _all(dates, "day") == _all(dates, "month"):
        return "day"
    plausible = [order for order in possible if _is_plausible(dates, order, posted_at, looked_at)]
    if len(plausible) == 1:
        return plausible[0]
    return _nearest(dates, posted_at)


def _nearest(dates: Sequence[NumericDate], posted_at: datetime) -> Order | None:
    by_day, by_month = _distances(dates, "day", posted_at), _distances(dates, "month", posted_at)
    if sum(by_day) == sum(by_month):
        return None
    nearest: Order = "day" if sum(by_day) < sum(by_month) else "month"
    first = min(by_day if nearest == "day" else by_month)
    return nearest if first <= CLOSE.total_seconds() else None


def _distances(dates: Sequence[NumericDate], order: Order, posted_at: datetime) -> list[float]:
    """How far each comment then is from the post, in seconds."""
    return [abs((one.read(order) - posted_at).total_seconds()) for one in dates]


def _all(dates: Sequence[NumericDate], order: Order) -> list[datetime] | None:
    try:
        return [one.read(order) for one in dates]
    except ValueError:
        return None


def _is_plausible(dates: Sequence[NumericDate], order: Order, posted_at: datetime, looked_at: datetime) -> bool:
    return all(posted_at - _SLACK <= one.read(order) <= looked_at + _SLACK for one in dates)


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), _MONTHS.index(month[:3].lower()) + 1, int(day))
    except ValueError:
        return None


def _time(hour: str, minute: str, seconds: str | None, half: str | None) -> time | None:
    hours = int(hour)
    if half:
        hours = hours % 12 + (12 if half.lower() == "pm" else 0)
    try:
        return time(hours, int(minute), int(seconds or 0))
    except ValueError:
        return None
