"""How a duck came by its name, owner, pond and colour is told beside what it holds, of the duck and of its owners."""

import json

import pytest

from tests.games.ducks.lively import rows
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.trail import Trail
from tracker.games.ducks import GAME

OPENING = {
    "players": [{"id": "ana"}, {"id": "ben"}, {"id": "cy"}],
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 9, "pond": 1},
        {"id": 2, "owner": "ben", "pond": 2},
    ],
    "ponds": 3,
}
STORY = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 09:00:00 ana in proposals m1: Urgent Proposal: so
2021-03-08 10:00:00 ana in game-actions m2: I rename Puddle to "Fern"
2021-03-08 11:00:00 ana in game-actions m3: I move Fern to pond 3
2021-03-10 10:00:00 decide effects:m1 "#1: owner cy; #1: owner #2; #2: pond none; #1: colour Red; #1: Quacks +1; ana: ducks +1" by ana because "so"
2021-03-10 11:00:00 ana in general m4: hello
"""


def trail(name: str) -> Trail | None:
    folded = fold(GAME, rows(STORY), parse_instant("2021-03-10T12:00:00Z"))
    return GAME.trail(folded.state, folded.as_of, folded.context, name)


def steps(name: str) -> list[tuple[str, object, object]]:
    found = trail(name)
    assert found is not None
    return [(each.variable, each.old, each.new) for each in found.steps]


@pytest.mark.parametrize("name", ["Fern", "#1", "duck #1", "duck:1"])
def test_the_trail_of_a_duck_tells_more_than_what_it_holds(name: str) -> None:
    told = [step for step in steps(name) if step[0].lower() != "quacks"]
    assert told == [
        ("name", "Puddle", "Fern"),
        ("pond", 1, 3),
        ("owner", "?", "cy"),
        ("owner", "cy", "duck #2"),
        ("colour", "?", "Red"),
    ]
    found = trail(name)
    assert found is not None
    assert dict(found.values).items() >= {"name": "Fern", "owner": "duck #2", "pond": 3, "colour": "Red"}.items()


def test_a_duck_that_came_in_the_round_had_nothing_before() -> None:
    assert steps("#3")[0] == ("owner", None, "ana")


def test_who_had_a_duck_and_who_has_it_are_told_of_it() -> None:
    assert steps("cy") == [("owner of duck #1", "?", "cy"), ("owner of duck #1", "cy", "duck #2")]
    assert steps("ana")[-1] == ("owner of duck #3", None, "ana")


def test_a_message_tells_what_it_changed_with_its_author_and_words() -> None:
    found = trail("#1")
    assert found is not None
    (step,) = [each for each in found.steps if each.variable == "name"]
    assert (step.kind, step.by, step.row, step.text) == ("action", "ana", "m2", 'I rename Puddle to "Fern"')


def test_no_duck_has_a_number_that_there_is_not() -> None:
    assert trail("#9") is None
