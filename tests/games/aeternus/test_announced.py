"""What players of Aeternus announce: every form of the checklist's grammar, and what must not be taken for one."""

import tomllib
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.core.instants import EPOCH
from tracker.games.aeternus.announced import HEADS, read
from tracker.games.aeternus.channels import CLAUSES
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.reading import EXAMPLES
from tracker.games.aeternus.spoken import ItemNames, sense_of
from tracker.mechanics.announcements import Announced, NotUnderstood

CASES = tomllib.loads(Path(__file__).with_name("announcements.toml").read_text(encoding="utf-8"))
PEOPLE = {"ana": ("ana",), "42": ("bob",), "7": ("Cleo the Great",)}
FACTIONS = frozenset(map(sense_of, ("ana", "42", "Duo", "The Owls")))
LAW = Law(EPOCH, {})
ITEMS = ItemNames(LAW.items, LAW.words("medallion_fish"), (*LAW.words("quality_names"), "Splendid"))


def spoken(text: str) -> list[Announced | NotUnderstood]:
    return read(text, PEOPLE, ITEMS, FACTIONS, LAW.directions)


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def told(one: Announced | NotUnderstood) -> dict[str, Any]:
    if isinstance(one, NotUnderstood):
        return {"why": one.why}
    return {"kind": one.kind, **{name: plain(value) for name, value in one.fields.items() if value is not None}}


@pytest.mark.parametrize(
    ("text", "means"),
    [(text, form["means"]) for form in CASES["form"] for text in form["texts"]],
    ids=lambda value: str(value)[:60],
)
def test_every_form_of_an_action(text: str, means: dict[str, Any]) -> None:
    assert list(map(told, spoken(text))) == [means]


def test_every_kind_of_action_has_forms() -> None:
    assert (
        {kind for kind, _ in HEADS}
        == {form["means"]["kind"] for form in CASES["form"]}
        == set(CLAUSES)
        == set(EXAMPLES)
    )


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_example_is_an_action_of_its_kind(kind: str) -> None:
    (found,) = spoken(EXAMPLES[kind])
    assert isinstance(found, Announced)
    assert found.kind == kind


def test_directions_go_by_the_names_that_they_have() -> None:
    names = ("Up", "Right Up", "Right Down", "Down", "Left Down", "Left Up")
    found = read("I go up, then walk to the Right Down\nScout D and R\nI go North", {}, ITEMS, FACTIONS, names)
    assert [told(each) for each in found[:2]] == [{"kind": "traverse", "hex": [0]}, {"kind": "traverse", "hex": [2]}]
    assert [type(each) for each in found[2:]] == [NotUnderstood]


@pytest.mark.parametrize("text", [text for each in CASES["talk"] for text in each["texts"]])
def test_what_is_talk(text: str) -> None:
    assert spoken(text) == []


@pytest.mark.parametrize("text", [text for each in CASES["unclear"] for text in each["texts"]])
def test_what_is_half_understood_is_asked_about(text: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood)
    assert found.why


def test_several_actions_are_in_order_one_a_line_or_joined_by_then() -> None:
    found = spoken("I join the game, then I leave my faction\nI give 2 Bananas to @bob; deal")
    assert [each.kind for each in found] == ["join", "leave_faction", "trade_offer", "consent"]
    assert [each.n for each in found] == [1, 2, 3, 4]
    assert isinstance(found[2], NotUnderstood)


WORDS = 'I trade merge request : + as " ( ) quality 9 Wood @bob for leave the game then scout go fish in with burn flag N (0,1,0) use'
SHUFFLED = st.lists(st.sampled_from([*WORDS.split(" "), "\n"]), max_size=20).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120) | SHUFFLED)
def test_any_text_is_read_without_fault(text: str) -> None:
    assert all(isinstance(each, Announced | NotUnderstood) for each in spoken(text))


@pytest.mark.parametrize(
    "text",
    [
        "I give " + "1 Wood, " * 4000,
        "Merge request: " + "a " * 20000,
        '"' * 20000,
        "I leave " * 5000,
        "Scout " + "N, " * 5000,
        "I go (" + "1 " * 9000,
    ],
)
def test_long_texts_take_no_long_time(text: str) -> None:
    began = perf_counter()
    spoken(text)
    assert perf_counter() - began < 5
