"""What is printed of Ducks: every figure bears its clause and evidence, doubts are undetermined, and a terminal shows it in a few lines."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import replay_records
from tracker.core.gamestate import UNDETERMINED
from tracker.games.ducks import GAME
from tracker.games.ducks.law import CLAUSES

OPENING = {
    "players": [{"id": "ana", "items": {"Seeds": 3}}, {"id": "ben"}],
    "ponds": 2,
    "old_one": {"god_eggs": 2},
    "duck_god": {"God Egg": 10},
    "disciple": {"name": "Disciple Bill", "quacks": 1},
    "ducks": [
        {"id": 1, "owner": "ana", "name": "Puddle", "pond": 1, "quacks": 9, "colour": "Red"},
        {"id": 2, "owner": "ben", "name": "Bob", "pond": 1, "quacks": 9, "colour": "Blue"},
        {"id": 3, "owner": "ben", "name": "Moe"},
        {"id": 7, "name": "Lost", "pond": 1, "colour": "Red", "quacks": 1},
    ],
}
STORY = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-10 10:00:00 ana in proposals p1: Proposal: Ponds
2021-03-10 10:01:00 rolls d4,d2: 1 1
2021-03-10 10:01:00 ana in game-actions m1: I bid 5 on "Lost"
2021-03-10 10:02:00 ben in game-actions m2: I assign "Moe" to pond 2; I name "Moe" "Fern"
2021-03-12 10:00:00 rolls d4,d6,d6,d20: 4 1 1 11
2021-03-12 10:00:00 ben in game-actions m3: "Bob" performs Quack Attack on Duck Disciple with 2 Quacks.
2021-03-12 11:00:00 ana gatorTrung p1
2021-03-14 00:00:00 rolls d20,d20,d20,d60: 1 1 1 1
2021-03-14 00:00:01 look discord
"""
OPEN, OVER = "2021-03-12T11:30:00Z", "2021-03-14T00:00:01Z"


@pytest.fixture(scope="module")
def printed() -> Mapping[str, Any]:
    instants: Mapping[str, Any] = replay_records("ducks", told(STORY, "ducks"), [OPEN, OVER])["instants"]
    return instants


def fact(printed: Mapping[str, Any], at: str, name: str) -> Mapping[str, Any]:
    return next(each for each in printed[at]["facts"] if each["name"] == name)


def value(printed: Mapping[str, Any], at: str, name: str) -> Any:
    found = printed[at]["gamestate"]
    for part in name.split("."):
        found = found[part]
    return found


@pytest.mark.parametrize("at", [OPEN, OVER])
def test_every_fact_is_the_printed_value_under_a_clause_and_with_a_reason(printed: Mapping[str, Any], at: str) -> None:
    facts = printed[at]["facts"]
    assert len(facts) > 15
    for each in facts:
        assert each["value"] == value(printed, at, each["name"]), each["name"]
        assert each["clause"] in CLAUSES
        assert each["reasons"], each["name"]


@pytest.mark.parametrize(
    ("name", "at", "clause", "because"),
    [
        ("old_one.god_eggs", OPEN, "DUCK-158", ["m1"]),
        ("ducks.1.quacks", OPEN, "DUCK-159", ["m1"]),
        ("ducks.3.pond", OPEN, "DUCK-164", ["m2"]),
        ("ducks.3.name", OPEN, "DUCK-051", ["m2"]),
        ("players.ben.items.Grapes", OPEN, "DUCK-152", ["m3"]),
        ("auctions.7.leading", OPEN, "DUCK-140", ["m1"]),
        ("proposals.p1.status", OVER, "DUCK-042", ["p1"]),
        ("ducks.7.owner", OVER, "DUCK-140", ["m1"]),
        ("ducks.1.quacks", OVER, "DUCK-140", ["m1"]),
        ("duck_god.God Egg", OVER, "DUCK-144", []),
    ],
)
def test_a_figure_cites_what_it_rests_on(
    printed: Mapping[str, Any], name: str, at: str, clause: str, because: list[str]
) -> None:
    found = fact(printed, at, name)
    assert (found["clause"], found["because"]) == (clause, because)


def test_the_quacks_of_a_disciple_are_not_told_by_those_of_an_earlier_one(printed: Mapping[str, Any]) -> None:
    assert fact(printed, OVER, "disciple.quacks")["reasons"] == ["+3 to 3: a new Duck Disciple"]
    assert not [each for each in printed[OPEN]["facts"] if each["name"].startswith("disciple.")]


def test_the_next_upkeep_is_worked_out(printed: Mapping[str, Any]) -> None:
    ducks = printed[OPEN]["gamestate"]["ducks"]
    assert {number: duck["next_upkeep"] for number, duck in ducks.items()} == {
        "1": "-1 +1",
        "2": "-0 +2",
        "3": None,
        "7": "-1 +1",
    }


def test_titles_tell_who_is_how_far_behind(printed: Mapping[str, Any]) -> None:
    assert printed[OPEN]["gamestate"]["titles"] == {
        "Deity": "Duck God",
        "King": "ben",
        "Lord": "ben",
        "DUKE": "ben",
    }
    assert fact(printed, OPEN, "titles.Lord")["reasons"] == ["ben 10, ana 6"]
    assert fact(printed, OPEN, "titles.DUKE")["reasons"] == ["King: ben; Lord: ben"]


def test_the_distance_to_losing_is_told(printed: Mapping[str, Any]) -> None:
    assert printed[OVER]["gamestate"]["god_eggs_to_losing"] == {"duck_god": 1, "old_one": 21}


def test_all_kinds_of_items_are_printed_of_everybody(printed: Mapping[str, Any]) -> None:
    state = printed[OPEN]["gamestate"]
    for holder in (state["players"]["ana"], state["ducks"]["7"]):
        assert set(holder["items"]) == set(GAME.law.book.lasting_words["items"])
    assert state["players"]["ana"]["items"]["Seeds"] == 3


# --- a few lines for a terminal


def test_the_board_tells_the_round_and_the_open_proposals(printed: Mapping[str, Any]) -> None:
    board = GAME.board(printed[OPEN]["gamestate"])
    assert board.headline == (
        "2 players, 4 ducks, 2 ponds, Period Two, lost by 2 God Eggs more of Duck God or 21 of the Duck Old One; "
        "Deity: Duck God, King: ben, Lord: ben, DUKE: ben"
    )
    assert board.rows == [("p1", "normal", 1, 0, "voting")]
    assert GAME.board(printed[OVER]["gamestate"]).rows == []


def test_the_board_of_a_lost_round_says_why(printed: Mapping[str, Any]) -> None:
    lost = {**printed[OVER]["gamestate"], "status": "lost", "cause": "Duck God has 12 God Eggs"}
    assert GAME.board(lost).headline.startswith("lost by all (Duck God has 12 God Eggs); 2 players")


def test_the_board_counts_nothing_that_is_undetermined(printed: Mapping[str, Any]) -> None:
    state = printed[OPEN]["gamestate"]
    ducks, players = {**state["ducks"], "9": UNDETERMINED}, {"ana": UNDETERMINED, "ben": state["players"]["ben"]}
    board = GAME.board({**state, "ducks": ducks, "players": players, "status": UNDETERMINED})
    assert board.headline.startswith("perhaps lost; at least 1 players, at least 4 ducks, 2 ponds")
    nobody = {who: {**told, "player": UNDETERMINED} for who, told in state["players"].items()}
    assert GAME.board({**state, "players": nobody}).headline.startswith("an undetermined number of players")


def test_the_board_shows_what_is_undetermined(printed: Mapping[str, Any]) -> None:
    state = printed[OPEN]["gamestate"]
    board = GAME.board({**state, "titles": UNDETERMINED, "proposals": {"p1": UNDETERMINED}})
    assert board.headline.endswith("; titles undetermined")
    assert board.rows == [("p1", *[UNDETERMINED] * 4)]


def test_what_worlds_do_not_agree_on_is_undetermined() -> None:
    story = f"""
2021-03-08 00:00:00 opening {json.dumps({**OPENING, "old_one": {"acted_week": "2021-03-14"}})}
2021-03-12 10:00:00 ana in game-actions m1: I bid 5 on "Lost"
2021-03-12 10:00:01 ben in game-actions m2: I bid 8 on "Lost"
2021-03-17 23:50:00..2021-03-18 00:10:00 ben leaves the server
2021-03-18 00:20:00 look discord
"""
    at = "2021-03-18T00:05:00Z"
    block = replay_records("ducks", told(story, "ducks"), [at])["instants"][at]
    facts = {each["name"]: each["value"] for each in block["facts"]}
    assert block["gamestate"]["ducks"]["1"]["quacks"] == facts["ducks.1.quacks"] == UNDETERMINED
    assert block["gamestate"]["ducks"]["7"]["owner"] == facts["ducks.7.owner"] == UNDETERMINED
    assert block["gamestate"]["ponds"] == 2


def test_a_duck_that_holds_a_title_stands_there_by_its_name(printed: Mapping[str, Any]) -> None:
    state = printed[OPEN]["gamestate"]
    ducks = {
        **state["ducks"],
        "1": {**state["ducks"]["7"], "name": "Puddle"},
        "2": {**state["ducks"]["7"], "name": None},
    }
    values = {**state, "ducks": ducks, "titles": {"Deity": "duck:1", "King": "duck:2", "Lord": "ben", "DUKE": None}}
    board = GAME.board(values)
    assert board.headline.endswith("Deity: duck Puddle, King: duck #2, Lord: ben, DUKE: vacant")
