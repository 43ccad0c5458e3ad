"""Lines by which players act: what they say, whose action it is, and which form they have."""

import ast
import tomllib
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.table.action_lines import (
    LONGEST,
    MOST_ACTIONS,
    Form,
    Parameter,
    actions_of,
    best,
    match,
    read_form,
    said,
    signed_by,
)

CASES = tomllib.loads(Path(__file__).with_name("action_lines.toml").read_text(encoding="utf-8"))
NAMES = {name: name.casefold() for name in CASES["names"]}


@pytest.mark.parametrize("case", CASES["line"], ids=lambda case: case["text"][:40])
def test_what_a_line_says(case: dict[str, Any]) -> None:
    found = [[action.n, action.words, action.of] for action in actions_of(case["text"], NAMES)]
    assert found == case["said"]


@pytest.mark.parametrize(
    "case", [case for case in CASES["line"] if "signed" in case], ids=lambda case: case["text"][:40]
)
def test_who_signed_a_line(case: dict[str, Any]) -> None:
    assert signed_by(case["text"]) == case["signed"]


def forms_of(case: dict[str, Any]) -> list[Form]:
    parameters = {
        name: Parameter(name, each["type"], each.get("minimum"), each.get("maximum"), tuple(each.get("choices", ())))
        for name, each in case.get("parameters", {}).items()
    }
    return [read_form(line, parameters) for line in case["lines"]]


@pytest.mark.parametrize(
    ("case", "words", "arguments"),
    [(case, words, arguments) for case in CASES["form"] for words, arguments in case["fits"]],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_which_words_fit_a_form(case: dict[str, Any], words: str, arguments: str) -> None:
    assert match(forms_of(case), words, NAMES) == (ast.literal_eval(arguments) if arguments else None)


def test_the_form_with_more_words_of_its_own_is_meant_then_the_first() -> None:
    anything = read_form("sing {what}", {"what": Parameter("what", "text")})
    song, same = read_form("sing a song"), read_form("sing the song")
    owned = [("anything", anything), ("song", song), ("same", same)]
    assert best(owned, "sing song", {}) == ("song", {})
    assert best(owned, "sing aloud", {}) == ("anything", {"what": "aloud"})


def test_two_players_whose_names_differ_by_an_article_are_told_apart() -> None:
    form = read_form("zero {whom}", {"whom": Parameter("whom", "player")})
    names = {"Cat": "c", "The Cat": "t"}
    assert match([form], "zero the cat", names) == {"whom": "t"}
    assert match([form], "zero cat", names) == {"whom": "c"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("give {amont}", "there is no parameter {amont}"),
        ("give {amount", "a brace has no partner"),
        ("give }", "a brace has no partner"),
        ("{amount}", "it has no word of its own"),
        ("", "it has no word of its own"),
        ("give {amount} or {amount}", "a parameter stands in it twice"),
        ("say {what} and {more}", "only one parameter of a line can be a text"),
    ],
)
def test_a_form_that_cannot_be_one(text: str, why: str) -> None:
    parameters = {
        "amount": Parameter("amount", "integer"),
        "what": Parameter("what", "text"),
        "more": Parameter("more", "text"),
    }
    with pytest.raises(ValueError, match=why.replace("{", r"\{").replace("}", r"\}")):
        read_form(text, parameters)


def test_a_line_without_end_is_one_action_that_nobody_understands() -> None:
    assert [action.n for action in actions_of("gather; " * LONGEST)] == [1]
    assert match([read_form("gather")], actions_of("gather; " * LONGEST)[0].words, {}) is None
    many = actions_of("gather;" * (MOST_ACTIONS + 5))
    assert len(many) == MOST_ACTIONS + 1
    assert many[-1].words.startswith("gather;")


@given(st.text(max_size=200) | st.text(" *#;:'[]|gathergiven2toGusthe-.!", max_size=200))
def test_no_line_makes_the_reader_raise(line: str) -> None:
    form = read_form("give {n} to {whom}", {"n": Parameter("n", "integer", 1), "whom": Parameter("whom", "player")})
    for nth, action in enumerate(actions_of(line, NAMES), start=1):
        assert action.n == nth
        assert action.words == action.words.strip() != ""
        arguments = match([form], action.words, NAMES)
        assert arguments is None or (arguments["whom"] in NAMES.values() and int(arguments["n"]) >= 1)
    assert "\n" not in said(line)
    assert signed_by(line).strip() == signed_by(line)


NAME = st.text(min_size=1, max_size=12).map(lambda name: " ".join(name.split())).filter(bool)


@given(st.lists(NAME, min_size=1, max_size=5, unique_by=str.casefold), st.data())
def test_every_name_is_found_in_its_own_spelling(names: list[str], data: st.DataObject) -> None:
    known = {name: f"key of {name}" for name in names}
    form = read_form("zero {whom} now", {"whom": Parameter("whom", "player")})
    name = data.draw(st.sampled_from(names))
    assert match([form], f"I zero {name} now.", known) == {"whom": known[name]}


@pytest.mark.parametrize(
    "line",
    [
        "say " + "the " * 490,
        "say " + "i to the " * 220,
        "say" + " " * 1_990 + "x",
        "[" * 1_990,
        "--[[User:" * 200,
        " " * 1_990 + "x",
    ],
)
def test_no_line_takes_long(line: str) -> None:
    parameters = {"what": Parameter("what", "text"), "whom": Parameter("whom", "player")}
    forms = [read_form(text, parameters) for text in ("say {what}", "say {what} to {whom}", "{what} said to {whom}")]
    names = {f"the the the {n}": "x" for n in range(20)} | {"the": "t"}
    start = perf_counter()
    for action in actions_of(line, names):
        match(forms, action.words, names)
    assert perf_counter() - start < 1
