"""Numeric dates are day, month, year; vague times never come about unless they are defined."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.blognomic.appendix.dates import dates_in, is_defined, vague_times
from tracker.games.blognomic.law import Law

LAW = Law(datetime(2019, 10, 1, tzinfo=UTC), {})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("04/10/09", date(2009, 10, 4)),
        ("13/10/19", date(2019, 10, 13)),
        ("4/10/2009", date(2009, 10, 4)),
        ("04.10.09", date(2009, 10, 4)),
        ("04-10-09", date(2009, 10, 4)),
        ("10/13/19", date(2019, 10, 13)),
        ("29/02/20", date(2020, 2, 29)),
        ("29/02/19", None),
        ("31/31/19", None),
        ("00/01/19", None),
        ("4/10", None),
        ("4/10-09", None),
        ("tomorrow", None),
    ],
)
def test_date_as_it_is_read(text: str, meant: date | None) -> None:
    assert [found for _, found in dates_in(text)] == ([meant] if meant else [])


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_every_date_of_the_century_is_read_back(day: date) -> None:
    text = f"{day:%d/%m/%y} {day.day}/{day.month}/{day.year}"
    assert [found for _, found in dates_in(text)] == [day, day]


def test_dates_in_a_text_leave_out_what_needs_no_reading() -> None:
    text = "From 04/10/09 to 2009-10-05, version 1.2.3.4, 1/2/3/4, ratio 4/10, 13.10.19."
    assert [written for written, _ in dates_in(text)] == ["04/10/09", "13.10.19"]


def test_vague_times_unless_defined() -> None:
    assert vague_times("Rest at dinnertime or at Dusk, not at noon.", LAW) == ["dinnertime", "dusk"]
    assert vague_times("at 18:00 UTC", LAW) == []
    assert is_defined("dinnertime", "Dinnertime is 18:00 UTC.")
    assert not is_defined("dinnertime", 'Abstract concepts (e.g. "dinnertime", "twilight") cannot be achieved.')
