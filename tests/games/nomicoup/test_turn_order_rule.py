"""The turn order as the content of its rule, and what becomes of a new one when the round ends."""

import pytest

from tracker.core.instants import EPOCH
from tracker.games.nomicoup.state import first_tree
from tracker.games.nomicoup.turn_order_rule import hang_upcoming, order_as_content, order_in, order_to_be, rule_at

PLAYERS = {"ana": "ana", "ben": "ben", "cy": "cy", "dee": "dee"}


@pytest.mark.parametrize(
    "text",
    [
        "cy, ana, ben",
        "1: cy 2: ana 3: ben",
        "1. cy\n2. @ana\n3. <@ben>",
        "The current turn order is as follows:\n1: cy\n2: ana\n3: ben\n4:\n5:",
        "cy, then ana and ben.",
        "cy > ana > ben > cy > zoe",
    ],
)
def test_players_are_read_in_their_order(text: str) -> None:
    assert order_in(text, lambda name: PLAYERS.get(name, "")) == ["cy", "ana", "ben"]


def test_the_order_may_be_of_any_length() -> None:
    order = [f"player{number}" for number in range(7)]
    assert order_in(order_as_content(order), lambda name: name if name in order else "") == order


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
        (["cy", "ana", "ben"], ["ana", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana"]),
        (["cy", "ana"], ["ana", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana"]),
        (["cy", "ana"], ["ana", "dee", "ben", "cy"], ["ana", "ben", "cy"], True, ["cy", "ana", "dee"]),
        ([], ["ana", "ben"], ["ana", "ben"], True, ["ana", "ben"]),
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
