"""The turn order as the content of its rule, and what becomes of a new one when the round ends."""

from unittest.mock import ANY

import pytest
from tracker.games.nomicoup.turn_order_rule import hang_upcoming, order_as_content, order_to_be, rule_at
from tracker.games.nomicoup.written_orders import Listed, OrderNames

from tracker.core.instants import EPOCH
from tracker.games.nomicoup.state import first_tree

NAMES = {
    "100": ("Ana", "ana_k"),
    "200": ("Ben & Jerry",),
    "300000000000000001": ("cy",),
    "400": ("dee",),
    "500": ("Sam",),
    "600": ("Sam",),
    "Quartet": (),
}
"""Accounts with their names, and a group."""


def order_names() -> OrderNames:
    shown = {id: f"{own[0]} ({id})" if own[:1] == ("Sam",) else next(iter(own), id) for id, own in NAMES.items()}
    return OrderNames(tuple(NAMES.items()), lambda account: account, lambda id: shown.get(id, id))


@pytest.mark.parametrize(
    "text",
    [
        "cy, ana, dee",
        "1: cy 2: ana 3: dee",
        "1. cy\n2. @Ana\n3. <@400>",
        "1) **CY**\n2) @ana_k\n3) <@!400>.",
        "The current turn order is as follows:\n1: cy\n2: ana\n3: dee\n4:\n5:",
        "cy, then ana and dee.",
        "cy > ana > dee > cy",
        "The new order:\ncy → ana → dee",
        "New order: cy, ana & dee!",
        "1: <@300000000000000001>\n2: 100\n3: dee",
        "300000000000000001 -> ana; dee 🎉",
        "2: ana\n3: dee\n1: cy",
        "3rd: dee\n2nd: ana\n1st: cy",
        "Second: ana\nFirst: cy\nThird: dee",
        "1: cy\n3: ana\n5: dee",
        "~~dee~~ cy, ana, ~~cy,\n@Sam~~ dee",
        "cy (@cy), ana, ana, dee",
    ],
)
def test_players_are_read_in_their_order(text: str) -> None:
    assert order_names().listed(text) == Listed(("300000000000000001", "100", "400"), (), ANY, ANY)


@pytest.mark.parametrize(
    ("text", "people", "fault"),
    [
        ("1: cy\n2: zoe", ["300000000000000001"], "“zoe”: nobody here is called zoe"),
        ("1: zoe:\n2: cy", ["300000000000000001"], "“zoe:”: nobody here is called zoe:"),
        ("cy, sam", ["300000000000000001"], "more than one person is called sam"),
        ("cy, ana_k", ["300000000000000001"], "“ana_k”: only a name that is shown can stand without @"),
        ("cy goes first", ["300000000000000001"], "“goes first”"),
        ("by the drawing of lots", [], "nobody here is called"),
        ("1: \u0441y", [], "only looks like a name"),
        (
            "1: cy\n2: ana\n2: dee\n1: cy",
            ["300000000000000001", "100", "400"],
            "the numbers before the names are 1, 2, 2, 1",
        ),
        ("3: cy\n1: ana", ["300000000000000001", "100"], "the numbers before the names are 3, 1"),
        ("2: cy\n1: ana, dee", ["300000000000000001", "100", "400"], "the numbers before the names are 2, 1"),
        ("Was: cy, ana\nNow: ana, cy, dee", ["300000000000000001", "100", "400"], "cy stands in it more than once"),
    ],
)
def test_what_of_an_order_is_not_understood(text: str, people: list[str], fault: str) -> None:
    listed = order_names().listed(text)
    assert list(listed.people) == people
    assert fault in "; ".join(listed.faults)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: Ben & Jerry\n2: Quartet", ["200", "Quartet"]),
        ("1: Sam (600)\n2: sam (500)", ["600", "500"]),
        ("", []),
        ("1:\n2:", []),
        ("Nobody yet:", []),
    ],
)
def test_whoever_is_named_as_the_page_shows_them(text: str, expected: list[str]) -> None:
    assert order_names().listed(text) == Listed(tuple(expected), (), ANY, ANY)


def test_a_name_means_whom_it_meant_before() -> None:
    listed = order_names().listed("1: cy\n2: ana\n3: old name", {"CY": "400", "old  name": "100"})
    assert listed == Listed(("400", "100"), (), ANY, ANY)


def test_the_order_may_be_of_any_length() -> None:
    order = [f"player{number}" for number in range(7)]
    names = OrderNames(tuple((each, ()) for each in order), str, str)
    assert names.exactly(order_as_content(order)).people == tuple(order)


@pytest.mark.parametrize(
    ("named", "present", "playing_then", "keeps_places", "expected"),
    [
        (["cy", "ana", "ben"], ["ana", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana", "ben"]),
        (["cy", "ana", "ben"], ["ana", "dee", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana", "dee", "ben"]),
        (["cy", "ana", "ben"], ["ana", "dee", "ben", "cy"], ["ana", "ben", "cy"], False, ["cy", "ana", "ben", "dee"]),
        (
            ["cy", "ana", "ben"],
            ["dee", "eli", "ana", "ben", "cy"],
            ["ana", "ben", "cy"],
            True,
            ["cy", "dee", "eli", "ana", "ben"],
        ),
        (["cy", "ben", "ana"], ["ana", "cy"], ["ana", "ben", "cy"], True, ["cy", "ben", "ana"]),
        (["cy", "ana"], ["ana", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana"]),
        (["cy", "ana"], ["ana", "dee", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana", "dee"]),
    ],
)
def test_the_order_after_the_round(
    named: list[str], present: list[str], playing_then: list[str], keeps_places: bool, expected: list[str]
) -> None:
    assert order_to_be(named, present, playing_then, keep_places=keeps_places) == expected


def test_a_second_new_order_takes_the_place_of_the_first() -> None:
    tree = first_tree()
    below = rule_at(tree, "3.1.1")
    assert below is not None
    first = hang_upcoming(tree, below, "Upcoming Order", "a", 1, EPOCH)
    second = hang_upcoming(tree, below, "Upcoming Order", "b", 2, EPOCH)
    assert first.key not in tree.rules
    assert list(tree.below[below.key].values()) == [second.key]
