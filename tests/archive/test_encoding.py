"""What is written into columns comes back equal and keeps its order."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.archive.encoding import fingerprint, from_text, instant, micros, text_key, to_json, to_text

any_text = st.text(st.characters(codec=None, exclude_categories=[]))
any_instant = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=-7)), timezone(timedelta(hours=9))])
)


@given(any_text)
def test_text_comes_back_and_holds_nothing_that_databases_refuse(value: str) -> None:
    column = to_text(value)
    assert from_text(column) == value
    assert "\0" not in column
    column.encode()


@given(any_text, any_text)
def test_two_texts_stay_two(one: str, other: str) -> None:
    assert (to_text(one) == to_text(other)) == (one == other)


def test_plain_text_stays_readable() -> None:
    assert to_text('Kevan: "City" é') == 'Kevan: "City" é'


@given(any_instant)
def test_instant_comes_back_to_the_microsecond(value: datetime) -> None:
    assert instant(micros(value)) == value
    assert instant(micros(value)).tzinfo is UTC


@given(any_instant, any_instant)
def test_numbers_of_instants_compare_as_the_instants(one: datetime, other: datetime) -> None:
    assert (micros(one) < micros(other)) == (one < other)


def test_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(TypeError):
        micros(datetime(2019, 10, 1))  # noqa: DTZ001


@given(any_text)
def test_key_of_a_text_fits_a_big_integer(value: str) -> None:
    assert -(2**63) <= text_key(value) < 2**63


def test_fingerprint_tells_where_one_text_ends() -> None:
    assert fingerprint("ab", "c") != fingerprint("a", "bc")


@given(any_text)
def test_json_is_ascii(value: str) -> None:
    assert to_json([value]).isascii()
    assert json.loads(to_json([value])) == [value]
