"""Values of Ducks' parameters and openings that are of no use: each is told with what is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from tracker.games.ducks.setting_problems import problem

from tests.games.chat_stories import told
from tests.games.ducks.lively import DUCKS, OPENING
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.setting_values import check_value
from tracker.app.tick.setting_log import check_use, wishes
from tracker.config import load_settings
from tracker.errors import ConfigError
from tracker.games.ducks.law import PARAMETERS
from tracker.mechanics.stated import left_open

OF_NO_USE = [
    ("feeding_dice", "six", "are no dice"),
    ("periods", {"One": ["Sunday"], "Two": ["Sunday"]}, "no two may start on the same one"),
    ("loot", {"1-4": "2d6 Seeds", "4-20": "1 Grapes"}, "stands in two rows"),
    ("colours", {"Red": {"least": 1}, "Blue": {"most": 1}}, "share a number"),
    ("duck_god_weekday", "Someday", "is no weekday"),
    ("default_proposal_class", "super", "normal or urgent"),
    ("actions_channel", "#game-actions", "without #"),
    ("proposals_channel", "pro posals", "without # and blanks"),
    ("forbidden_names", ["Jeffery", "Jeffery"], "stands in it twice"),
]
STRANGE_NAMES = [
    ("quacktion_costs", {"Adopt": {"Grape": 1}}, "there is no item 'Grape' (did you mean Grapes?)"),
    ("loot", {"1-20": "3 Crowns"}, "is no row"),
    ("fruits", {"Pear": "Soft."}, "there is no item 'Pear'"),
]
TOO_SMALL_OR_LARGE = [
    ("scouting_die", 0),
    ("initial_ponds_divisor", 0),
    ("scrambler_divisor", 0),
    ("urgent_voting_hours", 0),
    ("gutted_percent", 101),
    ("settle_after_hours", 1),
]


def findings(name: str, value: Any) -> list[str]:
    story = f"2021-03-08 12:00:00 opening {{}}\n2021-03-08 13:00:00 set {name} = {json.dumps(value)}"
    printed = replay_records("ducks", told(story, "ducks"), ["2021-03-09T00:00:00Z"])
    return [each["text"] for each in printed["instants"]["2021-03-09T00:00:00Z"]["findings"]]


def checked(folder: Path, *lines: str) -> None:
    """Check a config with these lines among its switches."""
    file = folder / "tracker.ini"
    file.write_text("\n".join(["[game]", "slug = ducks", "[switches]", *lines]) + "\n")
    settings = load_settings(file, {})
    check_use(wishes(settings, DUCKS), settings, DUCKS)


@pytest.mark.parametrize(("name", "value", "words"), [*OF_NO_USE, *STRANGE_NAMES])
def test_a_value_of_no_use_is_told_and_changes_nothing(name: str, value: Any, words: str) -> None:
    (finding,) = findings(name, value)
    assert finding.startswith(f"the setting {name} cannot be ")
    assert words in finding


@pytest.mark.parametrize(("name", "value"), TOO_SMALL_OR_LARGE)
def test_a_number_out_of_its_bounds_is_told_and_refused_by_name(name: str, value: Any) -> None:
    assert len(findings(name, value)) == 1
    with pytest.raises(ValueError, match="allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(("name", "value", "words"), [*OF_NO_USE[:-1], *STRANGE_NAMES])
def test_a_config_with_it_is_refused_where_it_stands(tmp_path: Path, name: str, value: Any, words: str) -> None:
    text = json.dumps(value) if isinstance(value, dict | list) else str(value)
    with pytest.raises(ConfigError) as caught:
        checked(tmp_path, f"{name} from 2021-03-09T00:00:00Z = {text}")
    assert words in str(caught.value)
    assert f"[switches] {name}" in (caught.value.place or "")


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_the_games_own_values_are_of_use(name: str) -> None:
    assert problem(name, PARAMETERS[name].values[-1].value, {}) == ""


def test_items_may_stand_in_a_table_that_the_config_gives_along(tmp_path: Path) -> None:
    lines = ["items =\n    Seeds\n    Crown", f"loot from 2021-03-09T00:00:00Z = {json.dumps({'1-20': '3 Crowns'})}"]
    checked(tmp_path, *lines)
    with pytest.raises(ConfigError, match="is no row"):
        checked(tmp_path, lines[1])


# --- openings ---------------------------------------------------------------------------------------------------------


def test_everything_in_the_draft_is_to_be_filled_in_and_none_of_it_is_taken_for_real() -> None:
    draft = DUCKS.opening_draft(())
    assert len(list(left_open(draft))) >= json.dumps(draft).count('"?"') - 7
    story = f"2021-03-08 12:00:00 opening {json.dumps(draft)}"
    printed = replay_records("ducks", told(story, "ducks"), ["2021-03-08T12:00:00Z"])["instants"][
        "2021-03-08T12:00:00Z"
    ]
    state = printed["gamestate"]
    assert (state["players"], state["ducks"], state["auctions"], state["judge"]) == ({}, {}, {}, None)
    assert {each["code"] for each in printed["findings"]} == {"OPENING_NOT_UNDERSTOOD"}


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"player": []}, "the gamestate has no field 'player'; did you mean players?"),
        ({"players": [{"id": "ana", "itmes": {}}]}, "players: ana has no field 'itmes'; did you mean items?"),
        ({"players": [{"id": "ana"}, "ana"]}, "players: ana is stated twice"),
        ({"players": "ana"}, "players is no list"),
        ({"players": [{"id": "ana", "items": {"Crown": 1}}]}, "there is no item 'Crown'"),
        ({"players": [{"id": "ana", "player": "yes"}]}, "player is true or false"),
        ({"ducks": [{"id": "one"}]}, "a duck's id is its number"),
        ({"ducks": [{"id": 1, "owner": "zed"}]}, "who is not among the players"),
        ({"ducks": [{"id": 1, "mission": {"sent": "now"}}]}, "the mission of duck 1 has no field 'sent'"),
        ({"rulings": [{"id": "r1"}]}, "a ruling needs an id and by whom"),
        ({"disciple": {"nmae": "x"}}, "disciple has no field 'nmae'"),
        ({"auctions": [{"duck": 9}]}, "there is no duck 9"),
        ({"status": "won"}, "the status is running or lost, not 'won'"),
        ({"status": "running", "duck_god": {"God Egg": 12}}, "cannot be running with so many God Eggs"),
    ],
)
def test_what_is_amiss_in_an_opening_is_told(stated: dict[str, Any], words: str) -> None:
    assert any(words in each for each in DUCKS.opening_problems(stated, {}))


def test_a_sound_opening_has_no_problems_also_with_items_that_settings_add() -> None:
    assert DUCKS.opening_problems(OPENING, {}) == []
    crowned = {"players": [{"id": "ana", "items": {"Crown": 1}}]}
    assert DUCKS.opening_problems(crowned, {"items": [["Seeds", "Crown"]]}) == []


def test_people_of_an_opening_are_named_by_their_ids_wherever_they_stand() -> None:
    stated = {
        "players": [{"id": "ana"}, "ben"],
        "non_players": {"cy": {}},
        "ducks": [{"id": 1, "owner": "ana", "loot_due": ["ben"]}],
        "auctions": [{"duck": 2, "bids": [{"player": "ben", "amount": 1}]}],
        "judge": "ana",
        "rulings": [{"id": "r", "by": "ben"}],
    }
    assert DUCKS.with_people(stated, str.upper) == {
        "players": [{"id": "ANA"}, "BEN"],
        "non_players": {"CY": {}},
        "ducks": [{"id": 1, "owner": "ANA", "loot_due": ["BEN"]}],
        "auctions": [{"duck": 2, "bids": [{"player": "BEN", "amount": 1}]}],
        "judge": "ANA",
        "rulings": [{"id": "r", "by": "BEN"}],
    }
