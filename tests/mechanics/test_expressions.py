"""Expressions of declared rules: what they are worth, what cannot be read and where, and that nothing grows without bounds."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.declared.expressions import (
    DEEPEST,
    LONGEST,
    MAX_DIGITS,
    RESERVED,
    Expression,
    ExpressionError,
    Found,
    Kind,
    Name,
    NoValueError,
    Reference,
    read_expression,
    spelt,
)
from tracker.mechanics.turns import WaitingError

SCOPE = {
    ("", "Beans"): Name(Kind.NUMBER),
    ("", "Story Points"): Name(Kind.NUMBER),
    ("", "Due"): Name(Kind.NUMBER, may_be_blank=True),
    ("", "Mood"): Name(Kind.TEXT, ("Awake", "Tired")),
    ("", "Motto"): Name(Kind.TEXT, may_be_blank=True),
    ("", "Bag"): Name(Kind.LIST, ("Rope", "Lamp"), may_be_blank=True),
    ("", "today"): Name(Kind.NUMBER),
    ("", "me"): Name(Kind.PERSON),
    ("", "whom"): Name(Kind.PERSON),
    ("game", "Wind"): Name(Kind.NUMBER),
    ("whom", "Beans"): Name(Kind.NUMBER),
}
VALUES: Mapping[Reference, Found] = {
    ("", "Beans"): 7,
    ("", "Story Points"): 4,
    ("", "Due"): None,
    ("", "Mood"): "Awake",
    ("", "Motto"): "",
    ("", "Bag"): ["Rope"],
    ("", "today"): 20,
    ("", "me"): "gus",
    ("", "whom"): "ada",
    ("game", "Wind"): -2,
    ("whom", "Beans"): 1,
}


def lookup(owner: str, name: str) -> Found:
    return VALUES[owner, name]


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 2 - 3", 5),
        ("today - 1", 19),
        ("-Beans", -7),
        ("2 * -3", -6),
        ("- - 3", 3),
        ("min(Beans, 3, [Story Points])", 3),
        ("max(game.Wind, 0)", 0),
        ("whom.Beans - Beans", -6),
        ("[ Story   Points ] * 2", 8),
        ("size(Bag)", 1),
        ("010", 10),
        # BN-241: rounded towards 0, and only where a whole number is needed
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("1.5 * 5", 7),
        ("Beans / 2 * 2", 7),
        ("1 / 3 * 3", 1),
    ],
)
def test_a_number(text: str, worth: int) -> None:
    expression = read_expression(text, SCOPE, Kind.NUMBER)
    assert expression.number(lookup) == worth


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Beans >= 7", True),
        ("Beans > 7", False),
        ("Beans = 7", True),
        ("Beans != 7", False),
        ("7 / 2 > 3", True),
        ("Mood = 'Awake' and Beans < 3", False),
        ("Mood = 'Awake' or Beans < 3", True),
        ("not Mood = 'Awake'", False),
        ("not (Beans < 3) and not Beans = 3", True),
        ("1 < 2 and 2 < 3 or 1 > 2", True),
        ("'Rope' in Bag", True),
        ("not 'Lamp' in Bag", True),
        ("blank(Due)", True),
        ("blank(Motto)", True),
        ("blank(Bag)", False),
        ("Motto = ''", True),
        ("Motto != 'it''s'", True),
        ("whom != me", True),
        # what is settled already is not looked at
        ("Beans > 0 or Due > 3", True),
        ("Beans < 0 and Due > 3", False),
    ],
)
def test_a_condition(text: str, holds: bool) -> None:
    assert read_expression(text, SCOPE, Kind.TRUTH).holds(lookup) is holds


def test_a_text_and_a_player() -> None:
    assert read_expression("Mood", SCOPE, Kind.TEXT).words(lookup) == "Awake"
    assert read_expression("'it''s'", SCOPE, Kind.TEXT).words(lookup) == "it's"
    assert read_expression("whom", SCOPE, Kind.PERSON).words(lookup) == "ada"


@pytest.mark.parametrize(
    ("text", "column", "what", "remedy"),
    [
        ("", 1, "nothing is written", "a number"),
        ("1 +", 4, "ends too early", "a number"),
        ("(1", 3, "ends too early", ""),
        ("Beans == 3", 8, "= cannot stand here", "equal is written ="),
        ("Beans && 1", 7, "&&", "write and"),
        ('"Awake"', 1, "cannot stand here", "single quotes"),
        ("1 < 2 < 3", 7, "< cannot stand here", "operators"),
        ("Beans orMood", 7, "orMood", ""),
        ("Beens > 3", 1, "there is no Beens", "did you mean Beans?"),
        ("Beans + beans", 9, "there is no beans", "did you mean Beans?"),
        ("Wind > 3", 1, "there is no Wind", "did you mean game.Wind?"),
        ("1 + game.Beans", 5, "there is no game.Beans", "did you mean Beans or whom.Beans?"),
        ("Mood = 'Awke'", 8, "Mood is never 'Awke'", "did you mean Awake?"),
        ("'Rop' in Bag", 1, "Bag is never 'Rop'", "did you mean Rope?"),
        ("Beans > 'x'", 9, "a number cannot be compared with a text", "numbers stand without quotes"),
        ("Bag = 'Rope'", 7, "a list cannot be compared with a text", "in the list"),
        ("Mood < 'Tired'", 1, "a text is neither less nor more", "use = or !="),
        ("'a' + 1", 1, "a number is needed here, and this is a text", "write a number"),
        ("Beans and 1", 1, "a condition is needed here, and this is a number", "Beans >= 3"),
        ("1 in Bag", 1, "a text is needed here, and this is a number", "single quotes"),
        ("size(Beans)", 6, "a list is needed here", ""),
        ("size(Bag, Bag)", 1, "size(...) takes one name", ""),
        ("blank(Beans)", 7, "only a value that may be blank", ""),
        ("Beans / 0", 9, "nothing can be divided by 0", ""),
        ("9" * (MAX_DIGITS + 1), 1, "more than 30 digits", ""),
        ("1" * (LONGEST + 1), LONGEST, "more than 500 characters", "several steps"),
        ("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), DEEPEST + 2, "inside one another", ""),
        ("-" * 400 + "1", 401 - DEEPEST, "inside one another", ""),
    ],
)
def test_what_cannot_be_read_is_told_with_its_column(text: str, column: int, what: str, remedy: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        read_expression(text, SCOPE)
    assert (caught.value.column, what in caught.value.text) == (column, True), caught.value.text
    assert remedy in caught.value.remedy


def test_another_kind_than_the_wanted_one_is_refused() -> None:
    with pytest.raises(ExpressionError, match="a condition is needed here, and this is a number"):
        read_expression("Beans", SCOPE, Kind.TRUTH)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Beans / (Beans - 7)", "divided by 0"),
        ("Due + 1", "Due is blank"),
        ("min(1, Due)", "Due is blank"),
        (f"{'9' * MAX_DIGITS} * 10", "more than 30 digits"),
        (" * ".join(["999999999"] * 30), "more than 30 digits"),
        (" / ".join(["999999999"] * 30), "more than 30 digits"),
    ],
)
def test_what_has_no_value_now_says_why(text: str, why: str) -> None:
    with pytest.raises(NoValueError, match=why):
        read_expression(text, SCOPE, Kind.NUMBER).number(lookup)


@pytest.mark.parametrize("text", ["Due > 3", "3 = Due", "Due = Due", "Due != 3 or Beans > 0"])
def test_a_blank_date_is_compared_with_nothing(text: str) -> None:
    with pytest.raises(NoValueError, match="Due is blank"):
        read_expression(text, SCOPE, Kind.TRUTH).holds(lookup)


def test_what_the_lookup_raises_passes_through() -> None:
    def waiting(owner: str, name: str) -> Found:
        raise WaitingError

    with pytest.raises(WaitingError):
        read_expression("Beans > 3", SCOPE, Kind.TRUTH).holds(waiting)


def test_an_expression_tells_what_it_reads_and_what_is_constant() -> None:
    assert read_expression("min(today, game.Wind) + 1", SCOPE).references == {("", "today"), ("game", "Wind")}
    assert read_expression("2 * 3", SCOPE).constant == 6
    assert read_expression("'x'", SCOPE).constant == "x"
    assert read_expression("Beans", SCOPE).constant is None
    assert read_expression("1 / (1 - 1)", SCOPE).constant is None


@given(st.text("Beans 123+-*/().,'<>=!minmaxandornot[]game.Wind\n", max_size=60) | st.text(max_size=60))
def test_no_text_makes_the_reader_raise_anything_else(text: str) -> None:
    expression, column = read_or_column(text)
    assert 1 <= column <= len(text) + 1
    if expression is None or expression.kind is not Kind.NUMBER:
        return
    try:
        worth = expression.number(lookup)
    except NoValueError:
        return
    assert abs(worth) < 10**MAX_DIGITS


def read_or_column(text: str) -> tuple[Expression | None, int]:
    """The expression, or the column of what is wrong with it."""
    try:
        return read_expression(text, SCOPE), 1
    except ExpressionError as error:
        return None, error.column


@given(st.integers(-999, 999), st.integers(-999, 999), st.integers(1, 99))
def test_numbers_are_worked_out_exactly_and_rounded_towards_zero(first: int, second: int, third: int) -> None:
    text = f"(({first}) + ({second})) / {third}"
    exact = abs(first + second) // third
    assert read_expression(text, {}).number(lookup) == (exact if first + second >= 0 else -exact)


@given(st.sampled_from(["Beans", "Story Points", "Größe", "7 Seas", "a-b", *RESERVED]))
def test_a_name_is_read_as_it_is_spelt(name: str) -> None:
    scope = {("game", name): Name(Kind.NUMBER)}
    assert read_expression(spelt("game", name), scope).references == {("game", name)}
