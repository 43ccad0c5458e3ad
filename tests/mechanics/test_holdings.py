"""What a cell's text means for a declared variable."""

import pytest

from tracker.mechanics.holdings import Value, Variable

NUMBER = Variable("Coin", "integer", minimum=-5_000, maximum=5_000_000)
TEXT = Variable("Motto", "text")
LIST = Variable("Crew", "list")


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1,000", 1000), ("1,234,567", 1_234_567), ("-1,000", -1000), ("\N{MINUS SIGN}5", -5), ("+7", 7), ("12", 12)],
)
def test_commas_stand_between_thousands(cell: str, value: int) -> None:
    assert NUMBER.read(cell) == value


@pytest.mark.parametrize("cell", ["1,5", "12,5", "1,50", ",5", "5,", "1,0000", "1,,000", "1000,000", "1.5", "5\u200b"])
def test_what_is_no_whole_number_is_none(cell: str) -> None:
    with pytest.raises(ValueError, match="is no whole number"):
        NUMBER.read(cell)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("\u202eevil", "evil"),
        ("a\u200bb", "ab"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u200b", None),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
    ],
)
def test_a_text_is_what_readers_see_of_it(cell: str, value: Value) -> None:
    assert TEXT.read(cell) == value
    assert TEXT.read(TEXT.shown(value)) == value


def test_entries_of_a_list_are_what_readers_see_of_them() -> None:
    assert LIST.read("a\u200b, \u202eb") == ["a", "b"]


def test_a_text_that_hides_something_is_not_legal() -> None:
    assert TEXT.problem("evil\u202e") == "it holds characters that nobody sees, or that turn the text around"
    assert LIST.problem(["a", "b\u200b"]) == "it holds characters that nobody sees, or that turn the text around"
