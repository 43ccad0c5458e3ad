"""Numbers, spans, fractions and dates in words and digits."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.written_numbers import (
    KINDS,
    MOST,
    calendar_date,
    fraction,
    month_day,
    names,
    number,
    ordinal,
    span_in,
    times,
    whole,
)

SMALL = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(value: int) -> str:
    """A number below a million in English words."""
    if value < 20:
        return SMALL[value]
    if value < 100:
        return TENS[value // 10 - 2] + (f"-{SMALL[value % 10]}" if value % 10 else "")
    large, size = ("thousand", 1000) if value >= 1000 else ("hundred", 100)
    rest = value % size
    return f"{in_words(value // size)} {large}" + (f" {'and ' if rest < 100 else ''}{in_words(rest)}" if rest else "")


@given(st.integers(0, 999_999))
def test_every_number_is_read_back_from_its_words_and_digits(value: int) -> None:
    for text in (in_words(value), in_words(value).capitalize(), str(value), f"{value:,}"):
        assert number(text) == value
        assert re.fullmatch(KINDS["number"].form, text, re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "value"), [("-2", -2), ("minus five", -5), ("2.5", Fraction(5, 2)), ("a dozen", 12), ("two hundred", 200)]
)
def test_numbers_of_other_forms(text: str, value: Fraction) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "several", "and", "two apples", "1.2.3", "--1"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        number(text)


@pytest.mark.parametrize("text", ["-1", "minus one", "2.5", str(MOST + 1)])
def test_what_is_no_count(text: str) -> None:
    with pytest.raises(ValueError, match=r"absurd|whole number"):
        whole(text)


@pytest.mark.parametrize(
    ("unit", "text", "value"),
    [
        ("hours", "48 hours", 48), ("hours", "four days", 96), ("hours", "two weeks", 336), ("hours", "a week", 168),
        ("hours", "an hour", 1), ("hours", "half a day", 12), ("hours", "96 Hours (4 Days)", 96), ("hours", "48-hour", 48),
        ("hours", "a fortnight", 336), ("minutes", "two hours", 120), ("minutes", "fifteen minutes", 15),
        ("minutes", "half an hour", 30), ("days", "48 hours", 2), ("months", "3 months", 3), ("months", "two years", 24),
        ("hours", "0 hours", 0), ("hours", "90 minutes (1.5 hours)", None),
    ],
)  # fmt: skip
def test_spans(unit: str, text: str, value: int | None) -> None:
    if value is None:
        with pytest.raises(ValueError, match="no whole number of hours"):
            span_in(unit, text)
    else:
        assert span_in(unit, text) == value
        assert re.fullmatch(KINDS[unit].form, text, re.IGNORECASE)


@pytest.mark.parametrize(
    ("unit", "text", "why"),
    [
        ("hours", "-5 hours", "absurd"), ("hours", "minus five hours", "absurd"), ("hours", "11 years", "no span in hours"),
        ("hours", "600 weeks", "absurd"), ("hours", "three months", "no span in hours"), ("months", "4 weeks", "no span in months"),
        ("hours", "120 hours (4 days)", "two different spans"), ("months", "11 years", "absurd"),
    ],
)  # fmt: skip
def test_what_is_no_plausible_span(unit: str, text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        span_in(unit, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("half", "1/2"),
        ("a third", "1/3"),
        ("two thirds of", "2/3"),
        ("three quarters", "3/4"),
        ("3/5", "3/5"),
        ("60%", "3/5"),
    ],
)
def test_fractions(text: str, value: str) -> None:
    assert fraction(text) == Fraction(value)
    assert re.fullmatch(KINDS["numerator"].form, f"{text} "[: len(text)], re.IGNORECASE) or text.endswith(" of")


@pytest.mark.parametrize("text", ["three halves", "0/4", "5/4", "a whole"])
def test_what_is_no_part(text: str) -> None:
    with pytest.raises(ValueError, match=r"absurd|no fraction"):
        fraction(text)


@pytest.mark.parametrize(("kind", "text", "value"), [("percent", "a 20% chance", 20), ("count", "roll 2d6 instead", 2)])
def test_percentages_and_numbers_of_dice(kind: str, text: str, value: int) -> None:
    found = re.search(KINDS[kind].form, text)
    assert found is not None
    assert KINDS[kind].read(found[0]) == value


@pytest.mark.parametrize(("kind", "text"), [("percent", "2.5%"), ("percent", f"{MOST + 1}%")])
def test_what_is_no_plausible_percentage(kind: str, text: str) -> None:
    assert re.fullmatch(KINDS[kind].form, text)
    with pytest.raises(ValueError, match=r"no whole number|absurd"):
        KINDS[kind].read(text)


def test_ordinals_times_and_dates() -> None:
    assert [ordinal(text) for text in ("first", "3rd", "twenty-first", "twelfth")] == [1, 3, 21, 12]
    assert [times(text) for text in ("once", "twice", "four times", "1 time")] == [1, 2, 4, 1]
    assert [month_day(text) for text in ("December 24th", "the 24th of December", "1 January")] == [
        "12-24",
        "12-24",
        "01-01",
    ]
    assert [calendar_date(text) for text in ("August 31, 2019", "31 August 2019", "2019-08-31")] == ["2019-08-31"] * 3


@pytest.mark.parametrize("text", ["February 30th", "December 0", "December"])
def test_days_that_there_are_not(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        month_day(text)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Lemon, Orange, Kiwi", ["Lemon", "Orange", "Kiwi"]),
        ("Lemon, Orange and Kiwi", ["Lemon", "Orange", "Kiwi"]),
        ("Lemon, Orange, and Blood  Orange", ["Lemon", "Orange", "Blood  Orange"]),
        ("Sand or Andes", ["Sand", "Andes"]),
        ("Lemon", ["Lemon"]),
    ],
)
def test_lists_of_names(text: str, members: list[str]) -> None:
    assert names(text) == members


@pytest.mark.parametrize("text", ["", "Lemon,", "Lemon, , Kiwi", "Lemon, Kiwi, Lemon"])
def test_what_is_no_list_of_names(text: str) -> None:
    with pytest.raises(ValueError, match="is no list of different names"):
        names(text)
