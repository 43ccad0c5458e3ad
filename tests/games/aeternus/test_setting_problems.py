"""Values of Aeternus' parameters and openings that are of no use: each is told with what is wrong."""

from typing import Any

import pytest

from tracker.games.aeternus import GAME
from tracker.games.aeternus.law import PARAMETERS
from tracker.mechanics.stated import left_open

OF_NO_USE = [
    ("week_start", "Someday", "is no weekday"),
    ("phases", {"I": ["Monday", "Tuesday", "Monday"]}, "Monday stands in it 2 times"),
    ("phases", {"I": ["Sunday", "Monday"], "II": ["Tuesday"]}, "each weekday must stand in it once"),
    (
        "phases",
        {"I": ["Sunday", "Tuesday", "Monday", "Wednesday"], "II": ["Thursday", "Friday", "Saturday"]},
        "must follow",
    ),
    ("phases", {"I": ["Someday"]}, "'Someday' is no weekday"),
    ("default_proposal_class", "Urgnt", "did you mean Urgent?"),
    ("default_proposal_class", "zzz", "Urgent, Standard"),
    ("actions_channel", "#game-actions", "without #"),
]


@pytest.mark.parametrize(("name", "value", "words"), OF_NO_USE)
def test_a_value_of_no_use_is_told(name: str, value: Any, words: str) -> None:
    assert words in GAME.setting_problem(name, value)


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_games_own_values_are_of_use(name: str) -> None:
    assert GAME.setting_problem(name, PARAMETERS[name].values[-1].value) == ""


def test_the_draft_of_an_opening_is_to_be_filled_in_everywhere() -> None:
    draft = GAME.opening_draft([])
    assert {place.partition("[")[0].partition(".")[0] for place in left_open(draft)} == draft.keys()
    assert "cycle_started" in draft


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"players": [{"id": "ana", "hat": 1}]}, "no field 'hat'"),
        ({"players": [{"id": "ana"}, {"id": "ana"}]}, "stated twice"),
        ({"players": [{"id": "ana", "at": "nowhere"}]}, "three whole numbers"),
        ({"players": [{"id": "ana", "inventory": [1]}]}, "items with numbers"),
        ({"players": [{"id": "ana", "inventory": {"Wood": -1}}]}, "cannot have -1 Wood"),
        ({"players": [{"id": "ana", "joined": "yesterday"}]}, "must be an instant"),
        ({"world": "0,1,0"}, "no list of hexes"),
        ({"world": {"nowhere": {}}}, "three whole numbers"),
        ({"world": {"0,1,0": 7}}, "a hex is a map"),
        ({"world": [{"at": [0, 1, 0], "biome": "Desert"}]}, "no biome 'Desert'"),
        ({"world": [{"at": [0, 1, 0], "features": ["Castle"]}]}, "no feature 'Castle'"),
        ({"world": [{"at": [0, 1, 0], "features": ["Flag"]}]}, "no flag_owner"),
        ({"world": [{"at": [0, 1, 0], "flag_owner": "ana"}]}, "no Flag"),
        ({"world": [{"at": [0, 1, 0]}, {"at": [1, 0, 1]}]}, "stated twice"),
        ({"rulings": [{"id": "r1"}]}, "needs an id and by whom"),
        ({"naming_due": {"x": "ana"}}, "maps a quality to a player"),
    ],
)
def test_what_is_amiss_in_an_opening_is_told(stated: dict[str, Any], words: str) -> None:
    (problem,) = GAME.opening_problems(stated, {})
    assert words in problem


def test_people_of_an_opening_stand_under_their_ids_also_as_factions() -> None:
    stated = {
        "players": [{"id": "Ana", "faction": "Ana", "declarers": ["Bo"]}, {"id": "Bo", "faction": "Duo"}, "odd"],
        "world": [{"at": [0, 0, 1], "features": ["Flag"], "flag_owner": "Ana"}, {"at": [0, 1, 0]}],
        "judge": "Bo",
        "rulings": [{"id": "r1", "by": "Ana"}],
        "winner": "Duo",
    }
    assert GAME.with_people(stated, {"Ana": "1", "Bo": "2"}.__getitem__) == {
        "players": [{"id": "1", "faction": "1", "declarers": ["2"]}, {"id": "2", "faction": "Duo"}, "odd"],
        "world": [{"at": [0, 0, 1], "features": ["Flag"], "flag_owner": "1"}, {"at": [0, 1, 0]}],
        "judge": "2",
        "rulings": [{"id": "r1", "by": "1"}],
        "winner": "Duo",
    }
