"""Dynasty files: every fault is told by its line, nothing else is raised, and nothing is unbounded; defaults and matching."""

import re
import tomllib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.cli.dynasty import new_text
from tracker.mechanics.declared import declared_keys
from tracker.mechanics.declared.declared_steps import FORMS
from tracker.mechanics.declared.expressions import DEEPEST, LONGEST, MAX_DIGITS, RESERVED
from tracker.mechanics.declared.file import Dynasty, Fault, read_dynasty
from tracker.mechanics.holdings import Value

CASES = tomllib.loads(Path(__file__).with_name("dynasty_faults.toml").read_text(encoding="utf-8"))["case"]
HEAD = 'name = "The Cafe"\npage = "Cafe"\n# a dynasty'
BEANS = f"""{HEAD}
[[variable]]
name = "Beans"
type = "integer"
minimum = 0
maximum = 50
default = 3
by_hand = "free"
clause = "Beans"
"""
KNOWN_CODE = frozenset({"island"})


def whole(file: str) -> str:
    return file.replace("$HEAD\n", f"{HEAD}\n").replace("$BEANS\n", BEANS)


def dynasty_of(text: str) -> Dynasty:
    reading = read_dynasty(text, KNOWN_CODE)
    assert reading.faults == ()
    assert reading.dynasty is not None
    return reading.dynasty


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_what_is_wrong_with_a_file_is_told_all_at_once_and_by_line(case: dict[str, Any]) -> None:
    reading = read_dynasty(whole(case["file"]), KNOWN_CODE)
    assert [str(fault) for fault in reading.faults] == case["faults"]
    assert reading.dynasty is None


def test_a_sound_file_is_read_whole() -> None:
    found = dynasty_of(
        BEANS.replace("# a dynasty", 'player = "Barista"\nday_zero = 2024-01-01\ncode = "island"')
        + '[[action]]\nname = "brew"\nsteps = ["spend 1 Beans"]\nclause = "Brewing"\n'
    )
    assert (found.name, found.player, found.emperor, found.page) == ("The Cafe", "Barista", "Emperor", "Cafe")
    assert (found.day_zero, found.code) == (date(2024, 1, 1), "island")
    (variable,) = found.variables
    assert (variable.name, variable.minimum, variable.maximum, variable.default) == ("Beans", 0, 50, 3)
    assert (variable.by_hand, variable.clause, variable.line) == ("free", "Beans", 6)
    (action,) = found.actions
    assert (action.name, action.who, action.limit, action.clause, action.line) == (
        "brew",
        "player",
        "none",
        "Brewing",
        14,
    )
    assert [(step.text, step.verb, step.line) for step in action.steps] == [("spend 1 Beans", "spend", 16)]
    assert found.by_name["Beans"] is variable
    assert (found.of("player"), found.of("game")) == ((variable,), ())


# --- bounds


def variables(count: int) -> str:
    return "".join(f'[[variable]]\nname = "V{n}"\ntype = "integer"\n' for n in range(count))


def actions(count: int) -> str:
    return BEANS + "".join(f'[[action]]\nname = "a{n}"\nsteps = ["gain 1 Beans"]\n' for n in range(count))


def action(**keys: str) -> str:
    given = {"name": '"brew"', "steps": '["gain 1 Beans"]', **keys}
    return BEANS + "[[action]]\n" + "".join(f"{key} = {value}\n" for key, value in given.items())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("#" * (declared_keys.MAX_FILE + 1), "the file has more than 100,000 characters"),
        ("x = " + "[" * 5_000 + "]" * 5_000, "brackets are nested too deeply"),
        (f"name = {'9' * 5_000}", "this is no TOML"),
        (f"{HEAD}\n{variables(declared_keys.MAX_VARIABLES + 1)}", "there are more than 100 of [[variable]]"),
        (actions(declared_keys.MAX_ACTIONS + 1), "there are more than 100 of [[action]]"),
        (action(lines=str([f"l{n}" for n in range(21)])), "lines has more than 20 entries"),
        (action(needs=str(["Beans > 0"] * 21)), "needs has more than 20 entries"),
        (action(steps=str(["gain 1 Beans"] * 41)), "steps has more than 40 entries"),
        (action(steps=str([f"gain {'1 + ' * 200}1 Beans"])), "more than 500 characters"),
        (action(steps=str(["gain " + "1" * 2_001 + " Beans"])), "more than 2000 characters"),
        (action(parameters="{" + ", ".join(f'p{n} = "player"' for n in range(9)) + "}"), "more than 8 parameters"),
        (action(parameters='{p = "one of ' + ",".join(f"c{n}" for n in range(201)) + '"}'), "more than 200 choices"),
        (action(lines=f'["{"x" * 201}"]'), "has more than 200 characters"),
        (f'name = "{"x" * 201}"', "name has more than 200 characters"),
    ],
)
def test_nothing_in_a_file_is_unbounded(text: str, what: str) -> None:
    assert any(what in fault.what for fault in read_dynasty(text).faults), read_dynasty(text).faults


PIECES = (
    *("name", "page", "type", "of", "minimum", "maximum", "allowed", "choices", "default", "limit", "who", "day_zero"),
    *("lines", "needs", "steps", "parameters", "variable", "action", "date_action", "[[variable]]", "[[action]]"),
    *("[date_action]", "[action.parameters]", " = ", "\n", "\n", '"', "[", "]", "{", "}", ",", "'", "Beans", "integer"),
    *(
        "list",
        "date",
        "enumeration",
        "today - 1",
        "player",
        "game.Beans",
        "spend 1 Beans",
        "if Beans > 1: gain 1 Beans",
    ),
    *(
        "1",
        "-3",
        "1.5",
        "true",
        "2024-01-01",
        "roll x = DICE6",
        "set Beans to x",
        "{x}",
        "one of a, b",
        "text",
        "\0",
        "é",
    ),
)
VALUES = st.recursive(
    st.one_of(
        st.integers(-5, 5).map(str),
        st.sampled_from(PIECES).map(lambda piece: repr(piece) if "'" not in piece else f'"{piece}"'),
        st.sampled_from(["true", "1.5", "nan", "2024-01-01", "2024-01-01T00:00:00Z", "10:00:00"]),
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
    max_leaves=4,
)
KEYS = st.sampled_from(
    sorted(
        {
            key.name
            for keys in (declared_keys.FILE_KEYS, declared_keys.VARIABLE_KEYS, declared_keys.ACTION_KEYS)
            for key in keys
        }
    )
)
TABLES = st.sampled_from(["", "[[variable]]", "[[action]]", "[date_action]", "[action.parameters]", "[variable]"])
PARTS = st.tuples(TABLES, st.dictionaries(KEYS, VALUES, max_size=6)).map(
    lambda part: "\n".join([part[0], *(f"{key} = {value}" for key, value in part[1].items())])
)


@given(
    st.text(max_size=100)
    | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
    | st.lists(PARTS, max_size=5).map("\n".join)
)
def test_no_text_makes_the_reader_raise_anything(text: str) -> None:
    check_reading(text)
    check_reading(BEANS + text)


def check_reading(text: str) -> None:
    reading = read_dynasty(text)
    assert (reading.dynasty is None) == bool(reading.faults)
    assert list(reading.faults) == sorted(reading.faults)
    last = text.count("\n") + 1
    assert all(1 <= fault.line <= last for fault in reading.faults)
    if reading.dynasty is not None:
        check_defaults(reading.dynasty)


def check_defaults(dynasty: Dynasty) -> None:
    for variable in dynasty.variables:
        for at in (
            datetime(1, 1, 1, tzinfo=UTC),
            datetime(2024, 2, 29, tzinfo=UTC),
            datetime(9999, 12, 31, tzinfo=UTC),
        ):
            assert variable.problem(dynasty.default(variable, at)) == ""


@given(st.sampled_from([case["file"] for case in CASES]), st.data())
def test_a_file_with_a_line_less_or_more_is_told_by_lines_that_it_has(file: str, data: st.DataObject) -> None:
    lines = whole(file).split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    check_reading("\n".join(lines[:place] + lines[place + 1 :]))
    check_reading("\n".join([*lines[:place], data.draw(st.sampled_from(lines)), *lines[place:]]))


# --- defaults and days


@pytest.mark.parametrize(
    ("declaration", "value"),
    [
        ('type = "integer"', 0),
        ('type = "integer"\nminimum = -3\nmaximum = -1', -1),
        ('type = "integer"\nallowed = [-2, 2]', 2),
        ('type = "integer"\ndefault = 7', 7),
        ('type = "integer"\ndefault = "today - 1"', 30),
        ('type = "integer"\ndefault = "today / 2"', 15),
        # where what is declared is not legal on that day: as if nothing were
        ('type = "integer"\nminimum = 5\ndefault = "today - 40"', 5),
        ('type = "text"', None),
        ('type = "text"\ndefault = "hello"', "hello"),
        ('type = "enumeration"\nchoices = ["Oak", "9 Pines", "Ash"]', "9 Pines"),
        ('type = "enumeration"\nchoices = ["Oak", "Ash"]\ndefault = "Oak"', "Oak"),
        ('type = "list"', []),
        ('type = "list"\ndefault = ["a", "b"]', ["a", "b"]),
        ('type = "date"', None),
        ('type = "date"\ndefault = 2024-03-01', "2024-03-01"),
        ('type = "date"\ndefault = "2024-03-01"', "2024-03-01"),
        ('type = "date"\ndefault = "today + 1"', "2024-02-02"),
        ('type = "date"\ndefault = "today * 999999999"', None),
    ],
)
def test_what_a_variable_is_at_first(declaration: str, value: Value) -> None:
    dynasty = dynasty_of(f'name = "x"\npage = "x"\nday_zero = 2024-01-01\n[[variable]]\nname = "V"\n{declaration}\n')
    assert dynasty.default(dynasty.variables[0], datetime(2024, 2, 1, 23, 59, 59, tzinfo=UTC)) == value


def test_days_are_counted_from_midnight_utc() -> None:
    dynasty = dynasty_of('name = "x"\nday_zero = 2024-01-01\n')
    assert dynasty.day_number(datetime(2024, 1, 1, tzinfo=UTC)) == 0
    assert dynasty.day_number(datetime(2024, 1, 2, 23, 59, 59, tzinfo=UTC)) == 1
    assert dynasty.day_number(datetime(2023, 12, 31, 23, 59, 59, tzinfo=UTC)) == -1
    assert dynasty_of('name = "x"\n').day_number(datetime(2024, 1, 2, tzinfo=UTC)) == 0


def test_the_line_with_more_words_of_its_own_is_meant() -> None:
    dynasty = dynasty_of(
        BEANS
        + '[[action]]\nname = "shout"\nlines = ["shout {what}"]\nsteps = ["gain 1 Beans"]\n[action.parameters]\nwhat = "text"\n'
        + '[[action]]\nname = "shout loudly"\nsteps = ["gain 2 Beans"]\n'
    )

    def named(words: str) -> tuple[str, object] | None:
        found = dynasty.match(words, {})
        return None if found is None else (found[0].name, found[1])

    assert named("I shout loudly.") == ("shout loudly", {})
    assert named("shout help") == ("shout", {"what": "help"})
    assert named("whisper") is None


def test_faults_are_ordered_by_line() -> None:
    assert sorted([Fault(10, "b"), Fault(9, "c"), Fault(10, "a")]) == [Fault(9, "c"), Fault(10, "a"), Fault(10, "b")]


# --- documentation

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "dynasties.md").read_text(encoding="utf-8")
REFERENCE = (DOCS / "reference.md").read_text(encoding="utf-8")


def rows_under(heading: str, page: str = PAGE) -> list[str]:
    """The rows of the first table under a heading, without its head."""
    part = page.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.partition("\n### ")[0].splitlines() if line.startswith("| ")]
    return lines[1:]


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("### The head of the file", declared_keys.FILE_KEYS),
        ("### [date_action]", declared_keys.DATE_ACTION_KEYS),
        ("### [[variable]]", declared_keys.VARIABLE_KEYS),
        ("### [[action]]", declared_keys.ACTION_KEYS),
        ("### [[atomic]]", declared_keys.ATOMIC_KEYS),
    ],
)
def test_every_key_is_documented_as_it_is_read(heading: str, keys: Sequence[declared_keys.Key]) -> None:
    assert rows_under(heading, REFERENCE) == [
        f"| `{key.name}` | {key.form} | {'yes' if key.is_needed else ''} | {key.meaning} |" for key in keys
    ]


def test_every_step_is_documented() -> None:
    told = "\n".join(rows_under("### Steps"))
    assert [example for example in FORMS.values() if f"`{example}`" not in told] == []


def test_every_word_of_the_expressions_is_documented() -> None:
    told = "\n".join(rows_under("## Expressions"))
    assert [word for word in RESERVED if f"`{word}" not in told and f" {word} " not in told] == []


def test_the_bounds_that_are_documented_are_those_that_hold() -> None:
    page = " ".join(PAGE.split())
    lines, needs, steps = declared_keys.MAX_LINES, declared_keys.MAX_NEEDS, declared_keys.MAX_STEPS
    for bound in (
        f"At most {declared_keys.MAX_VARIABLES} variables",
        f"At most {declared_keys.MAX_ACTIONS} actions, of {lines} lines, {needs} needs, {steps} steps",
        f"and {declared_keys.MAX_PARAMETERS} parameters each",
        f"at most {LONGEST} characters and {DEEPEST} parts inside one another",
        f"more than {MAX_DIGITS} digits",
    ):
        assert bound in page


def test_the_file_that_is_shown_is_sound() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert dynasty_of(shown).actions


def keys_in(value: object) -> set[str]:
    """Every key of a file's tables, but for the names of parameters."""
    if isinstance(value, dict):
        return {key for key in value if isinstance(key, str)} | {
            key for name, inner in value.items() if name != "parameters" for key in keys_in(inner)
        }
    return {key for inner in value for key in keys_in(inner)} if isinstance(value, list) else set()


def test_the_file_to_begin_with_shows_every_kind_of_thing() -> None:
    begun = tomllib.loads(new_text("x", "x", date(2024, 1, 1)))
    every = {
        key.name
        for keys in (declared_keys.FILE_KEYS, declared_keys.DATE_ACTION_KEYS, declared_keys.VARIABLE_KEYS)
        for key in keys
    }
    rare = {"code", "clause", "allowed", "may_be_blank"}
    assert keys_in(begun) >= (every | {key.name for key in declared_keys.ACTION_KEYS}) - rare - {"who"}
