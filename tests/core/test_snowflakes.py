"""Ids that tell their instant: the example of Discord's own documentation, and both directions agree."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.snowflakes import FIRST_MILLISECOND, account_of, first_id, ids_in, snowflake_instant, told_by_id

EXAMPLE = "175928847299117063"


def test_the_example_of_the_documentation() -> None:
    assert snowflake_instant(EXAMPLE) == datetime(2016, 4, 30, 11, 18, 25, 796_000, tzinfo=UTC)
    assert told_by_id(EXAMPLE) == datetime(2016, 4, 30, 11, 18, tzinfo=UTC)


@pytest.mark.parametrize("id", ["", "m1", "5", "12345678901234", "1" * 21, EXAMPLE.replace("1", "\uff11")])
def test_other_ids_tell_nothing(id: str) -> None:
    assert told_by_id(id) is None


@given(st.integers(0, 10**12))
def test_the_lowest_id_of_an_instant_tells_it_and_the_one_before_does_not(milliseconds: int) -> None:
    when = FIRST_MILLISECOND + timedelta(milliseconds=milliseconds)
    assert snowflake_instant(str(first_id(when))) == when
    if milliseconds:
        assert snowflake_instant(str(first_id(when) - 1)) < when


def test_before_the_first_there_is_none() -> None:
    assert first_id(datetime(2010, 1, 1, tzinfo=UTC)) == 0


@pytest.mark.parametrize(
    ("written", "account"),
    [
        ("discord:100", "100"),
        (" Discord : 100 ", "100"),
        ("<@100>", "100"),
        ("<@!100>", "100"),
        ("100", "100"),
        ("<@&100>", "<@&100>"),
        ("wiki:100", "wiki:100"),
        ("Ana", "Ana"),
    ],
)
def test_an_account_is_named_in_several_ways(written: str, account: str) -> None:
    assert account_of(written) == account


def test_long_numbers_of_a_text_may_be_ids() -> None:
    assert ids_in("reading:870000000000000025:1 of 8700") == {"870000000000000025"}
    assert ids_in(f"{'9' * 21}") == frozenset()
