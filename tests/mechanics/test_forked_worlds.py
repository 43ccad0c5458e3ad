"""Forked worlds: every way in which doubtful things may have been, and what all of them agree on."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chats import NOON
from tracker.core.gamestate import UNDETERMINED
from tracker.mechanics.forked_worlds import (
    MOST_WORLDS,
    Choice,
    agreed,
    forked,
    is_overflowed,
    limited,
    merged,
    undecided,
)


@dataclass
class Purse:
    """A world for the tests: what people hold."""

    held: dict[str, int] = field(default_factory=dict)
    assumed: dict[str, str] = field(default_factory=dict)
    overflowed: list[str] = field(default_factory=list)


def choice(question: str = "q", *answers: str) -> Choice:
    return Choice(question, "Was it so?", "R10-084", NOON, answers or ("yes", "no"))


def pay(world: Purse, answer: str) -> None:
    world.held["ana"] = world.held.get("ana", 0) + (answer == "yes")


def keep(_: Purse, __: str) -> None:
    """Whatever the answer, nothing changes."""


def held(worlds: list[Purse]) -> list[int]:
    return [world.held.get("ana", 0) for world in worlds]


def test_each_answer_makes_a_world_that_notes_it() -> None:
    worlds = forked([Purse()], choice(), None, pay)
    assert [(world.held["ana"], world.assumed) for world in worlds] == [(1, {"q": "yes"}), (0, {"q": "no"})]
    assert worlds[0].held is not worlds[1].held
    assert undecided(worlds) == ("q",)


def test_a_decision_settles_it_in_the_world_itself() -> None:
    world = Purse()
    (only,) = forked([world], choice(), "no", pay)
    assert (only is world, only.held, only.assumed) == (True, {"ana": 0}, {"q": "no"})
    assert undecided([only]) == ()


def test_a_decision_that_is_no_answer_settles_nothing() -> None:
    assert len(forked([Purse()], choice(), "perhaps", pay)) == 2


def test_one_possible_answer_copies_nothing() -> None:
    world = Purse()
    assert forked([world], choice("q", "yes"), None, pay)[0] is world


def test_answers_that_make_no_difference_are_one_world_without_an_assumption() -> None:
    (only,) = forked([Purse()], choice(), None, keep)
    assert only.assumed == {}


def test_a_world_keeps_to_what_it_assumed() -> None:
    worlds = forked(forked([Purse()], choice(), None, pay), choice(), None, pay)
    assert held(worlds) == [2, 0]


def test_a_decision_overrides_what_was_assumed() -> None:
    worlds = forked(forked([Purse()], choice(), None, pay), choice(), "yes", pay)
    assert held(worlds) == [2, 1]


def test_worlds_that_become_equal_are_one_and_keep_what_they_agree_on() -> None:
    worlds = [
        Purse({"ana": 1}, {"q": "yes", "r": "no"}),
        Purse({"ana": 1}, {"q": "yes", "r": "yes"}),
        Purse({"bob": 1}),
    ]
    assert merged(worlds) == [Purse({"ana": 1}, {"q": "yes"}), Purse({"bob": 1})]


def test_up_to_a_limit_all_answers_are_followed() -> None:
    world = Purse()
    assert limited(world, choice(), MOST_WORLDS - 1).answers == ("yes", "no")
    assert world.overflowed == []
    assert limited(world, choice(), MOST_WORLDS).answers == ("yes",)
    assert limited(world, choice("r", "1", "2", "3"), MOST_WORLDS - 1).answers == ("1",)
    assert world.overflowed == ["q", "r"]
    assert undecided([world]) == ("q", "r")


def test_what_a_world_assumed_is_no_doubt_in_it() -> None:
    world = Purse(assumed={"q": "no"})
    assert limited(world, choice(), MOST_WORLDS) == choice()
    assert not is_overflowed([world])


def test_of_too_many_worlds_the_first_are_kept_and_marked() -> None:
    worlds = [Purse({"ana": number}, {"p": "yes", "q": str(number), "r": "yes"}) for number in range(MOST_WORLDS + 1)]
    worlds[-1].assumed["r"] = "no"
    assert not is_overflowed(merged(worlds[1:]))
    kept = merged(worlds)
    assert held(kept) == list(range(MOST_WORLDS))
    assert [world.overflowed for world in kept] == [["q", "r"]] * MOST_WORLDS


WORLDS = st.lists(
    st.builds(
        Purse,
        st.dictionaries(st.sampled_from("ab"), st.integers(0, 1)),
        st.dictionaries(st.sampled_from("qr"), st.sampled_from(["yes", "no"])),
    ),
    max_size=6,
)


@given(WORLDS)
def test_merging_loses_no_world_and_is_done_once(worlds: list[Purse]) -> None:
    before = [replace(world, assumed={}) for world in worlds]
    once = merged(worlds)
    after = [replace(world, assumed={}) for world in once]
    assert all(world in after for world in before)
    assert all(after.count(world) == 1 for world in after)
    assert merged(once) == once


@given(WORLDS, st.sampled_from([None, "yes", "no"]))
def test_forking_gives_each_world_with_each_answer_it_allows(worlds: list[Purse], decided: str | None) -> None:
    expected = []
    for world in merged(worlds):
        for answer in (decided or world.assumed.get("q"),) if decided or "q" in world.assumed else ("yes", "no"):
            twin = Purse(dict(world.held))
            pay(twin, str(answer))
            expected.append(twin)
    found = [replace(world, assumed={}) for world in forked(worlds, choice(), decided, pay)]
    assert all(world in found for world in expected)
    assert all(world in expected for world in found)


# --- agreement


@pytest.mark.parametrize(
    ("values", "common"),
    [
        ([3], 3),
        ([3, 3], 3),
        ([3, 4], UNDETERMINED),
        ([1, True], UNDETERMINED),
        ([None, None], None),
        ([None, "ana"], UNDETERMINED),
        ([{"a": 1, "b": 2}, {"a": 1, "b": 3}], {"a": 1, "b": UNDETERMINED}),
        ([{"a": 1}, {"a": 1, "b": {"c": 1}}], {"a": 1, "b": UNDETERMINED}),
        ([{"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}], {"a": {"b": [1, UNDETERMINED]}}),
        ([[1, 2], [1]], UNDETERMINED),
        ([[], []], []),
        ([{}, []], UNDETERMINED),
        ([{"a": 1}, {"a": 1}, {"a": 2}], {"a": UNDETERMINED}),
    ],
)
def test_agreement(values: list[Any], common: Any) -> None:
    assert agreed(values) == common


def test_nothing_can_be_agreed_on_without_a_value() -> None:
    with pytest.raises(ValueError, match="without a value"):
        agreed([])


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(0, 1), st.sampled_from("ab")),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.sampled_from("xy"), inner, max_size=2)),
    max_leaves=6,
)


@given(st.lists(JSON, min_size=1, max_size=3))
def test_what_is_said_is_so_in_every_world(values: list[Any]) -> None:
    common = agreed(values)
    assert all(is_allowed(common, value) for value in values)
    assert agreed([values[0]] * 3) == values[0]


def is_allowed(common: Any, value: Any) -> bool:
    if common == UNDETERMINED:
        return True
    if isinstance(common, dict):
        return all(each == UNDETERMINED or is_allowed(each, value[key]) for key, each in common.items())
    if isinstance(common, list):
        return len(common) == len(value) and all(map(is_allowed, common, value))
    return type(common) is type(value) and common == value
