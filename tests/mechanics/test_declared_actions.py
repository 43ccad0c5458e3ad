"""Declared actions carried out: what is refused while one runs changes nothing, and says why."""

import copy
import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.mechanics.turning import Table, dynasty_of
from tracker.mechanics.declared.declared_actions import legal_words
from tracker.mechanics.declared.file import perform, read_dynasty
from tracker.mechanics.holdings import MAX_DIGITS, Value

PLAYERS = ("Ada", "Bo")
HEAD = """
name = "x"
page = "x"
day_zero = 2024-01-01
[[variable]]
name = "Beans"
type = "integer"
[[variable]]
name = "Debt"
type = "integer"
maximum = 0
[[variable]]
name = "Step"
type = "integer"
allowed = [1, 2, 4]
[[variable]]
name = "Due"
type = "date"
[[variable]]
name = "Opened"
type = "date"
default = "today"
may_be_blank = false
[[variable]]
name = "Bag"
type = "list"
maximum = 2
[[variable]]
name = "Rack"
type = "list"
choices = ["Rope", "Lamp"]
may_be_blank = false
[[variable]]
name = "Motto"
type = "text"
"""
HUGE = "9" * MAX_DIGITS


def table(steps: list[str], needs: tuple[str, ...] = (), parameters: str = "") -> Table:
    """A table of a dynasty with one action, ``act``."""
    lines = 'lines = ["act {what} {whom}"]\n' if parameters else ""
    action = f'[[action]]\nname = "act"\n{lines}needs = {list(needs)}\nsteps = {steps}\n{parameters}'
    return Table(dynasty_of(HEAD + action), PLAYERS)


@pytest.mark.parametrize(
    ("values", "needs", "steps", "told"),
    [
        ({}, ("Due > 3",), ["gain 1 Beans"], "NEED_NOT_MET: Due > 3 cannot be told: Due is blank"),
        (
            {},
            ("1 / Beans > 3",),
            ["gain 1 Beans"],
            "NEED_NOT_MET: 1 / Beans > 3 cannot be told: nothing can be divided by 0",
        ),
        (
            {},
            (),
            ["gain 1 Beans", "if 1 / Debt > 3: gain 1 Beans"],
            "NEED_NOT_MET: 1 / Debt > 3 cannot be told: nothing",
        ),
        ({}, (), ["gain 1 Beans", "set Step to Due"], "ILLEGAL_VALUE: set Step to Due: Due is blank"),
        ({}, (), ["gain 1 Beans", "set Step to 3 - Debt"], "ILLEGAL_VALUE: Step would become 3: it is one of 1, 2, 4"),
        ({}, (), ["gain 1 Beans", "gain 1 Debt"], "ILLEGAL_VALUE: Debt would become 1: 1 is above 0"),
        ({}, (), ["gain 1 Beans", "gain Debt Beans"], "ILLEGAL_VALUE: only a positive amount of Beans"),
        ({}, (), ["gain 1 Beans", "spend 2 Beans"], "ILLEGAL_VALUE: Beans would become -1: -1 is below 0"),
        ({}, (), [f"gain {HUGE} Beans", "gain 1 Beans"], "ILLEGAL_VALUE: Beans would have more than 30 digits"),
        (
            {},
            (),
            [f"gain {HUGE} Beans", "set Beans to Beans * 2"],
            "ILLEGAL_VALUE: set Beans to Beans * 2: a number has more",
        ),
        (
            {},
            (),
            ["set Due to 1", "set Opened to 9999999"],
            "ILLEGAL_VALUE: set Opened to 9999999: no calendar has that day",
        ),
        ({}, (), ["set Due to 1", f"set Opened to -{HUGE}"], f"ILLEGAL_VALUE: set Opened to -{HUGE}: no calendar has"),
        ({}, (), ["add 'x' to Bag", "remove 'y' from Bag"], "NEED_NOT_MET: 'y' is not in Bag"),
        ({}, (), ["add 'x' to Bag", "add 'a, b' to Bag"], "ILLEGAL_VALUE: 'a, b' cannot be an entry of Bag"),
        ({}, (), ["add 'x' to Bag", "add Motto to Bag"], "ILLEGAL_VALUE: '' cannot be an entry of Bag"),
        (
            {"Bag": ["x", "x"]},
            (),
            ["gain 1 Beans", "add 'x' to Bag"],
            "ILLEGAL_VALUE: Bag would become x, x, x: it has more",
        ),
        (
            {"Rack": ["Rope"]},
            (),
            ["gain 1 Beans", "remove 'Rope' from Rack"],
            "ILLEGAL_VALUE: Rack would become : it may not be",
        ),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    values: dict[str, Value], needs: tuple[str, ...], steps: list[str], told: str
) -> None:
    made = table(steps, needs)
    made.holdings.of("Ada").update(values)
    before = {holder: dict(own) for holder, own in made.holdings.values.items()}
    assert made.says("Ada", "act").startswith(told)
    assert made.holdings.values == before


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (["set Beans to 7 / 2"], "Ada's Beans 0 -> 3"),
        (["set Debt to -7 / 2"], "Ada's Debt 0 -> -3"),
        (["gain 7 / 2 Beans"], "Ada's Beans 0 -> 3"),
        (["gain 3 Beans", "spend 3 Beans"], "nothing changes"),
        (
            ["set Due to today + 1", "set Opened to Due + 1"],
            "Ada's Due  -> 2024-01-22, Ada's Opened 2024-01-21 -> 2024-01-23",
        ),
        (["add 'x' to Bag", "add 'x' to Bag", "remove 'x' from Bag"], "Ada's Bag  -> x"),
        (["add 'x' to Bag", "set Bag to blank"], "nothing changes"),
        (
            ["set Motto to 'it''s'", "if Motto = 'it''s' and Beans = 0: gain 2 Beans"],
            "Ada's Motto  -> it's, Ada's Beans 0 -> 2",
        ),
        (["roll None = DICE0", "roll Less = DICE(0 - 3)", "set Beans to None + Less + 1"], "Ada's Beans 0 -> 1"),
        (["add 2 to Beans"], "Ada's Beans 0 -> 2"),
    ],
)
def test_what_steps_do(steps: list[str], told: str) -> None:
    assert table(steps).says("Ada", "act") == told


def test_a_value_that_nobody_has_yet_is_read_as_what_it_would_be_at_first() -> None:
    made = table(["gain Step Beans"], ("Step = 1",))
    del made.holdings.of("Ada")["Step"]
    assert made.says("Ada", "act") == "Ada's Beans 0 -> 1"


def test_a_roll_that_falls_keeps_its_name_for_all_later_steps() -> None:
    made = table(["roll First = 3DICE6", "roll Second = DICE(First)", "gain First * Second Beans"])
    made.dice = [1, 2, 3, 6]
    assert made.says("Ada", "act") == "Ada's Beans 0 -> 36"
    assert made.asked == ["r1#0:1:0:3d6", "r1#0:1:1:1d6"]


def test_a_die_of_too_many_sides_is_refused_while_it_runs() -> None:
    made = table([f"gain {'9' * 22} Beans", "roll Luck = DICE(Beans)"])
    assert made.says("Ada", "act").startswith("WRONG_DIE")
    assert made.value("Ada", "Beans") == 0


def test_somebody_elses_value_changes_where_the_file_says_so() -> None:
    parameters = '[action.parameters]\nwhat = "integer 1.."\nwhom = "player"'
    made = table(["set whom.Debt to whom.Debt - what", "gain what whom.Beans"], ("whom != me",), parameters)
    assert made.says("Ada", "act 3 Bo") == "Bo's Debt 0 -> -3, Bo's Beans 0 -> 3"
    assert made.says("Ada", "act 3 Ada") == "NEED_NOT_MET: act needs whom != me"


def test_what_is_legal_in_words() -> None:
    words = {variable.name: legal_words(variable) for variable in dynasty_of(HEAD).variables}
    assert words == {
        "Beans": "at least 0",
        "Debt": "at most 0",
        "Step": "of 1, 2, 4",
        "Due": "any",
        "Opened": "any, never blank",
        "Bag": "at most 2 entries, any",
        "Rack": "of Rope, Lamp, never blank",
        "Motto": "any",
    }


# --- any action over any values

NUMBERS = st.recursive(
    st.sampled_from(
        ["0", "1", "7", "1.5", HUGE, "Beans", "Debt", "Step", "Due", "Opened", "today", "size(Bag)", "size(Rack)"]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda three: f"({' '.join(three)})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
            lambda three: f"{three[0]}({three[1]}, {three[2]})"
        ),
        inner.map(lambda one: f"-{one}"),
    ),
    max_leaves=5,
)
TEXTS = st.sampled_from(["'x'", "'Rope'", "''", "Motto", "'a; b'"])
CONDITIONS = st.recursive(
    st.one_of(
        st.tuples(NUMBERS, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NUMBERS).map(" ".join),
        st.tuples(TEXTS, st.sampled_from(["=", "!=", "in"]), st.just("Motto")).map(
            lambda three: f"{three[0]} in Bag" if three[1] == "in" else " ".join(three)
        ),
        st.sampled_from(["blank(Due)", "blank(Bag)", "blank(Motto)", "me = me"]),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map("".join), inner.map(lambda one: f"not ({one})")
    ),
    max_leaves=3,
)
OWN_NUMBERS, DATES = st.sampled_from(["Beans", "Debt", "Step"]), st.sampled_from(["Due", "Opened"])
RACKED = st.sampled_from(["'Rope'", "'Lamp'"])
PLAIN_STEPS = st.one_of(
    st.tuples(st.one_of(OWN_NUMBERS, DATES), NUMBERS).map(lambda two: f"set {two[0]} to {two[1]}"),
    st.tuples(st.sampled_from(["gain", "spend"]), NUMBERS, OWN_NUMBERS).map(" ".join),
    st.tuples(st.sampled_from(["add", "remove"]), TEXTS).map(
        lambda two: f"{two[0]} {two[1]} {'to' if two[0] == 'add' else 'from'} Bag"
    ),
    st.tuples(st.sampled_from(["add", "remove"]), RACKED).map(
        lambda two: f"{two[0]} {two[1]} {'to' if two[0] == 'add' else 'from'} Rack"
    ),
    TEXTS.map(lambda text: f"set Motto to {text}"),
    st.sampled_from(["set Due to blank", "set Bag to blank", "set Motto to blank"]),
)
ROLLS = st.tuples(st.integers(1, 3), NUMBERS).map(lambda two: f"roll Luck = {two[0]}DICE({two[1]})")
STEPS = st.one_of(PLAIN_STEPS, ROLLS, st.tuples(CONDITIONS, PLAIN_STEPS).map(lambda two: f"if {two[0]}: {two[1]}"))
VALUES = st.fixed_dictionaries(
    {
        "Beans": st.integers(0, 10**MAX_DIGITS - 1),
        "Debt": st.integers(-5, 0),
        "Step": st.sampled_from([1, 2, 4]),
        "Due": st.sampled_from([None, "0001-01-01", "2024-01-21", "9999-12-31"]),
        "Opened": st.sampled_from(["0001-01-01", "2024-01-21", "9999-12-31"]),
        "Bag": st.lists(st.sampled_from(["x", "Rope"]), max_size=2),
        "Rack": st.lists(st.sampled_from(["Rope", "Lamp"]), min_size=1, max_size=3),
        "Motto": st.sampled_from([None, "x", "Rope"]),
    }
)
REFUSALS = ("ILLEGAL_VALUE", "NEED_NOT_MET", "WRONG_DIE", "waits for")


@given(st.lists(CONDITIONS, max_size=2), st.lists(STEPS, min_size=1, max_size=4), VALUES, st.integers(0, 6))
def test_no_declared_action_leaves_a_value_illegal_or_changes_half(
    needs: list[str], steps: list[str], values: dict[str, Value], dice: int
) -> None:
    reading = read_dynasty(f'{HEAD}[[action]]\nname = "act"\nneeds = {quoted(needs)}\nsteps = {quoted(steps)}\n')
    # What is refused when the file is read (a constant beyond its bounds) cannot do harm.
    assume(reading.dynasty is not None)
    assert reading.dynasty is not None
    made = Table(reading.dynasty, PLAYERS, dice=[1] * dice)
    made.holdings.of("Ada").update(values)
    before = copy.deepcopy(made.holdings.values)
    told = made.says("Ada", "act")
    made.check_legal()
    has_changed = made.holdings.values != before
    assert has_changed == (told != "nothing changes" and not told.startswith(REFUSALS)), told


def quoted(texts: list[str]) -> str:
    """A list of texts as TOML writes it."""
    return json.dumps(texts)


def test_an_outcome_of_a_list_is_a_text() -> None:
    played = table(["roll Lunch = FRUIT", "set Motto to Lunch", "if Lunch = 'Orange': gain 2 Beans"])
    played.dice = [2]
    assert played.says("Ada", "act") == "Ada's Motto  -> Orange, Ada's Beans 0 -> 2"
    assert played.says("Ada", "act") == "waits for 1d3 (act: Lunch)"


def test_an_outcome_of_a_list_is_shown_by_its_word() -> None:
    played = table(["roll Lunch = FRUIT", "roll Luck = 2DICE6"])
    played.dice = [3, 1, 6]
    turn = played.turn("Ada")
    found = played.dynasty.match("act", {})
    assert found is not None
    perform(found[0], turn, found[1])
    assert [thrown.shown for thrown in turn.thrown] == ["FRUIT: Kiwi", "DICE6: 1, 6"]
    assert [thrown.results for thrown in turn.thrown] == [["Kiwi"], [1, 6]]


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("roll Lunch = FRUITS", "there is no list 'FRUITS' to draw from (did you mean FRUIT?)"),
        ("roll Beans = FRUIT", "a roll cannot be called 'Beans': that is something else already (choose another name)"),
        ("roll Luck = 2FRUIT", "that is no roll"),
    ],
)
def test_a_list_that_cannot_be_drawn_from(step: str, fault: str) -> None:
    reading = read_dynasty(HEAD + f'[[action]]\nname = "act"\nsteps = ["{step}"]\n')
    assert [fault in str(each) for each in reading.faults] == [True]


def test_what_is_drawn_is_no_number() -> None:
    text = 'steps = ["roll Lunch = FRUIT", "gain Lunch Beans"]'
    reading = read_dynasty(HEAD + f'[[action]]\nname = "act"\n{text}\n')
    assert ["a number is needed here" in str(each) for each in reading.faults] == [True]
    text = 'steps = ["roll Lunch = FRUIT", "roll Lunch = DICE6"]'
    reading = read_dynasty(HEAD + f'[[action]]\nname = "act"\n{text}\n')
    assert ["something else already" in str(each) for each in reading.faults] == [True]
