"""Dates as blogs write them."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.sources.blog.dates import (
    NumericDate,
    Order,
    day_heading,
    day_within,
    numeric_date,
    order_of,
    resolution_time,
    time_of_day,
)

POSTED = datetime(2019, 6, 5, 10, tzinfo=UTC)
LOOKED = datetime(2019, 12, 31, tzinfo=UTC)


def dates(*texts: str) -> list[NumericDate]:
    return [found for found in (numeric_date(f"{text} 12:00:00 UTC") for text in texts) if found]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Wednesday, December 15, 2021", date(2021, 12, 15)),
        ("  Sunday, May 1, 2011 ", date(2011, 5, 1)),
        ("December 15, 2021", date(2021, 12, 15)),
        ("Wednesday, December 32, 2021", None),
        ("See you Wednesday, December 15, 2021", None),
        ("15 December 2021", None),
        ("", None),
    ],
)
def test_day_headings(text: str, day: date | None) -> None:
    assert day_heading(text) == day


def test_day_within_a_text() -> None:
    assert day_within("posted by Bo on March 2, 2026 at 10:00:00 UTC") == date(2026, 3, 2)
    assert day_within("posted by Bo at 10:00:00 UTC") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("posted by Bo at 14:03:05  UTC", time(14, 3, 5)),
        ("at 9:05 UTC", time(9, 5)),
        ("at 9:05 PM UTC", time(21, 5)),
        ("at 12:30 AM UTC", time(0, 30)),
        ("at 12:30 pm UTC", time(12, 30)),
        ("at 25:00:00 UTC", None),
        ("14:03:05 UTC", None),
        ("at 14:03:05", None),
    ],
)
def test_times_of_day(text: str, expected: time | None) -> None:
    assert time_of_day(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adminned at 25 Oct 2018 15:06:44 UTC", datetime(2018, 10, 25, 15, 6, 44, tzinfo=UTC)),
        ("Failed by Bo.Adminned at 01 September 2018 5:06 PM UTC", datetime(2018, 9, 1, 17, 6, tzinfo=UTC)),
        ("Adminned at 31 Feb 2018 15:06:44 UTC", None),
        ("Adminned at 25 Okt 2018 15:06:44 UTC", None),
        ("Adminned", None),
    ],
)
def test_resolution_times(text: str, expected: datetime | None) -> None:
    assert resolution_time(text) == expected


def test_last_date_in_numbers_counts() -> None:
    assert numeric_date("01-02-2019 00:00:00 UTC, then 03-04-2019 05:06:07 UTC") == NumericDate(
        3, 4, 2019, time(5, 6, 7)
    )
    assert numeric_date("25-06-2019 10:51:31") is None
    assert numeric_date("25-06-2019 25:51:31 UTC") is None


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["25-06-2019"], "day"),
        (["06-25-2019"], "month"),
        (["07-06-2019", "25-06-2019"], "day"),
        (["25-06-2019", "06-25-2019"], None),
        (["06-06-2019"], "day"),
        (["05-06-2019"], "day"),
        (["06-05-2019"], "month"),
        (["06-07-2019"], "month"),
        (["08-09-2019"], None),
        (["31-31-2019"], None),
        ([], "day"),
    ],
)
def test_order_of_the_numbers(texts: list[str], order: Order | None) -> None:
    assert order_of(dates(*texts), POSTED, LOOKED) == order


def test_what_lies_after_the_look_is_not_read_so() -> None:
    assert order_of(dates("04-03-2026"), datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 14, tzinfo=UTC)) == "day"


@given(st.integers(0, 800_000_000), st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_dates_near_their_post_are_never_read_wrong(seconds: int, days: list[int]) -> None:
    """Whatever the order in which comments of the first ten days are written, they are read right or not at all."""
    posted = datetime(2006, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    instants = [posted + timedelta(days=number) for number in days]
    for order, form in (("day", "%d-%m-%Y"), ("month", "%m-%d-%Y")):
        written = [numeric_date(f"{instant:{form} %H:%M:%S} UTC") for instant in instants]
        assert None not in written
        found = order_of([one for one in written if one], posted, posted + timedelta(days=30))
        read = [one.read(found) for one in written if one and found]
        assert found is None or read == instants, order
