"""The turn order as the content of its rule, and what becomes of a new one when the round ends."""

from typing import Any

import pytest

from tests.games.chat_stories import told
from tests.games.nomicoup.stage import STAGE, values
from tracker.app.replay import gamestates
from tracker.core.instants import EPOCH
from tracker.games.nomicoup.state import first_tree
from tracker.games.nomicoup.turn_order_rule import hang_upcoming, order_as_content, order_in, order_to_be, rule_at

PLAYERS = {"ana": "ana", "ben": "ben", "cy": "cy", "dee": "dee"}
OPENING = '2021-05-01 00:00:00 opening {"players": [{"id": "ana"}, {"id": "ben"}, {"id": "cy"}], "order": ["ana", "ben", "cy"]}'
ADOPTED = """
2021-05-01 10:00:00 ana in propositions m1: Type: Content Edit\\nRule: 3.1\\nContent: 1: cy 2: ana 3: ben
2021-05-01 11:00:00 ben ⬆️ m1
2021-05-01 11:00:00 cy ⬆️ m1
"""
OVER = "2021-05-01 13:00:00 ana in general end: The round ends."


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


def test_a_new_order_is_applied_as_the_round_ends_and_its_rule_deleted() -> None:
    before = values(f"{OPENING}{ADOPTED}", "2021-05-01T12:00:00Z")
    after = values(f"{OPENING}{ADOPTED}{OVER}", "2021-05-01T13:00:00Z")
    assert (before["order"], before["upcoming_order"]) == (["ana", "ben", "cy"], ["cy", "ana", "ben"])
    assert (after["order"], after["upcoming_order"]) == (["cy", "ana", "ben"], None)
    assert "3.1.1.1" in before["rules"]
    assert "3.1.1.1" not in after["rules"]
    assert after["rules"]["3.1"]["content"].endswith("1: cy\n2: ana\n3: ben")


def test_who_entered_since_keeps_their_place_unless_it_is_ruled_that_they_come_last() -> None:
    entered = "2021-05-01 12:00:00 dee in general m2: I request to become a player.\n"
    last = '2021-05-01 00:00:01 set missing_from_upcoming_order = "come last"\n'
    for ruled in ("", last):
        story = f"{OPENING}\n{ruled}{ADOPTED}{entered}{OVER}"
        assert values(story, "2021-05-01T13:00:00Z")["order"] == ["cy", "ana", "ben", "dee"]


@pytest.mark.parametrize(
    ("hangs", "path"), [("below the rule on changing the order", "3.1.1.1"), ("below the turn order", "3.1.2")]
)
def test_where_a_new_order_hangs_is_a_ruling(hangs: str, path: str) -> None:
    story = f'{OPENING}\n2021-05-01 00:00:01 set upcoming_order_hangs = "{hangs}"\n{ADOPTED}'
    assert values(story, "2021-05-01T12:00:00Z")["rules"][path]["title"] == "Upcoming Order"
    assert values(f"{story}{OVER}", "2021-05-01T13:00:00Z")["order"] == ["cy", "ana", "ben"]


def test_a_round_that_ends_without_a_new_order_changes_nothing() -> None:
    state = gamestates(STAGE, told(f"{OPENING}\n{OVER}", "nomicoup"), ["2021-05-01T13:00:00Z"])[-1]
    events: list[Any] = list(state.events)
    assert state.values["order"] == ["ana", "ben", "cy"]
    assert [event["event"] for event in events] == []


def test_a_second_new_order_takes_the_place_of_the_first() -> None:
    tree = first_tree()
    below = rule_at(tree, "3.1.1")
    assert below is not None
    first = hang_upcoming(tree, below, "Upcoming Order", "a", 1, EPOCH)
    second = hang_upcoming(tree, below, "Upcoming Order", "b", 2, EPOCH)
    assert first.key not in tree.rules
    assert list(tree.below[below.key].values()) == [second.key]
