"""What waits for dice: messages take the dice that fall in the order in which they were written, and each its own."""

import json

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.games.ducks import GAME

END = "2021-03-08T23:00:00Z"
STATE = {
    "players": [{"id": "ana"}, {"id": "ben"}],
    "ponds": 1,
    "disciple": {"name": "Disciple Bill", "quacks": 90},
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 10, "pond": 1, "loot_due": 1},
        {"id": 2, "name": "Bob", "owner": "ben", "quacks": 10, "pond": 1},
        {"id": 3, "name": "Moss", "owner": "ana", "quacks": 10, "pond": 1},
    ],
}
OPENING = f"""
2021-03-07 00:00:00 set old_one_acts = "never"
2021-03-07 00:00:00 opening {json.dumps(STATE)}
"""


def at_end(story: str) -> Gamestate:
    return gamestate_at(GAME, rows_of(GAME, told(OPENING + story, "ducks")), parse_instant(END))


def events(story: str) -> list[str]:
    printed = replay_records("ducks", told(OPENING + story, "ducks"), [END])
    return [event["event"] for event in printed["events"] if event["event"] != "rolled"]


TWO = """
2021-03-08 10:00:00 ben in game-actions m0: I feed "Moss"
2021-03-08 10:01:00 ana in game-actions m1: I roll loot for "Puddle"
2021-03-08 10:02:00 ana in game-actions m2: I feed "Bob"
2021-03-08 10:03:00 roll 20 1
"""


def test_a_message_that_went_on_and_waits_again_stays_before_later_ones() -> None:
    values = at_end(f"{TWO}2021-03-08 10:05:00 rolls d6,d6,d6,d6: 6 1 2 5\n").values
    assert values["ducks"]["3"]["quacks"] == 16
    assert values["players"]["ana"]["items"]["Seeds"] == 3
    assert values["ducks"]["2"]["quacks"] == 15


def test_a_die_that_an_earlier_message_waits_for_is_no_later_ones() -> None:
    story = f"{TWO}2021-03-08 10:05:00 rolls d6,d6: 6 1\n"
    values = at_end(story).values
    assert (values["ducks"]["3"]["quacks"], values["ducks"]["2"]["quacks"]) == (16, 10)
    assert values["players"]["ana"]["items"]["Seeds"] == 0
    values = at_end(f"{story}2021-03-08 10:06:00 roll 6 4\n2021-03-08 10:07:00 roll 6 2\n").values
    assert (values["players"]["ana"]["items"]["Seeds"], values["ducks"]["2"]["quacks"]) == (5, 12)


def test_a_die_that_says_what_it_is_for_is_taken_out_of_turn() -> None:
    values = at_end(f"{TWO}2021-03-08 10:05:00 roll 6 4 for feeding:m2:1:1\n").values
    assert (values["ducks"]["2"]["quacks"], values["ducks"]["3"]["quacks"]) == (14, 10)


def test_a_choice_among_other_ducks_needs_another_die() -> None:
    attack = '2021-03-08 10:05:00 ben in game-actions m2: "Bob" performs Quack Attack on the Disciple with 2'
    first = at_end(attack)
    (pick,) = [request.key for request in first.requests]
    rolls = f"2021-03-08 10:06:00 roll 3 3 for {pick}\n"
    known_late = '2021-03-08 10:04:00 ana in game-actions m1: "Puddle" performs Cannibalism on "Moss"'
    later = at_end(f"{known_late}\n{attack}\n{rolls}")
    assert [request.sides for request in later.requests] == [2]
    assert pick not in {request.key for request in later.requests}
    assert "ritual_attack" in events(f"{attack}\n{rolls}2021-03-08 10:06:00 roll 6 1\n")


def test_dice_that_follow_on_others_of_a_line_are_called_for_when_those_fell_also_where_people_had_to_read_it() -> None:
    story = """
    2021-03-08 10:00:00 ben in game-actions m1: ||"Bob" performs Quack Attack on the Disciple with 2||
    2021-03-08 12:00:00 decide reading:m1:1 "Bob performs Quack Attack on the Disciple with 2" by ana because "all could see it"
    """
    decided = parse_instant("2021-03-08T12:00:00Z")
    (pick,) = at_end(story).requests
    (attack,) = at_end(f"{story}2021-03-08 12:00:00 roll {pick.sides} 1 for {pick.key}\n").requests
    assert attack.key != pick.key
    assert (pick.asked_at, attack.asked_at) == (decided, decided)


# --- what waited for dice is gone when they fall ----------------------------------------------------------------------

GONE = {
    "fed": ('ben in game-actions m1: ||I feed "Moss"||', "Puddle eats Moss", "I feed #3", "feeding:m1:1:1", 6),
    "sent scouting": (
        "ana in game-actions m1: ||I send Moss scouting||",
        "Puddle eats Moss",
        "I send #3 scouting",
        "potential:m1:1:1",
        12,
    ),
    "laying": (
        "ana in game-actions m1: ||Moss performs lay egg with 2||",
        "Puddle eats Moss",
        "#3 performs lay egg with 2",
        "lay_egg:m1:1:1",
        2,
    ),
}


@pytest.mark.parametrize(("said", "between", "answer", "key", "sides"), GONE.values(), ids=GONE)
def test_dice_of_a_line_decided_when_its_duck_is_gone_are_not_asked_for_and_its_author_is_told(
    said: str, between: str, answer: str, key: str, sides: int
) -> None:
    story = f"""
    2021-03-08 10:00:00 {said}
    2021-03-08 10:30:00 ana in game-actions m2: {between}
    2021-03-08 12:00:00 decide reading:m1:1 "{answer}" by ana because "all could see it"
    """
    for dice in ("", f"2021-03-08 12:00:00 roll {sides} 1 for {key}\n"):
        after = at_end(f"{story}{dice}")
        assert after.requests == ()
        assert "3" not in after.values["ducks"]
        assert not [finding for finding in after.findings if finding.code == "DICE_AWAITED"]
        assert [(each.observation, each.n) for each in after.refused if each.code != "unclear"] == [("m1", 1)]


@pytest.mark.parametrize(("said", "between", "answer", "key", "sides"), GONE.values(), ids=GONE)
def test_dice_of_a_line_decided_before_its_duck_goes_fall_first(
    said: str, between: str, answer: str, key: str, sides: int
) -> None:
    story = f"""
    2021-03-08 10:00:00 {said}
    2021-03-08 12:00:00 decide reading:m1:1 "{answer}" by ana because "all could see it"
    2021-03-08 12:30:00 ana in game-actions m2: {between}
    """
    assert [(request.key, request.sides) for request in at_end(story).requests] == [(key, sides)]
    after = at_end(f"{story}2021-03-08 12:00:00 roll {sides} 1 for {key}\n")
    assert key not in {request.key for request in after.requests}
    assert [each.code for each in after.refused if each.code != "unclear"] == []


def test_every_die_of_a_line_that_people_had_to_read_is_called_for_by_what_they_decided() -> None:
    story = """
    2021-03-08 10:00:00 ana in game-actions m1: ||I roll loot||
    2021-03-08 12:00:00 decide reading:m1:1 "I roll loot" by ana because "all could see it"
    """
    (first,) = at_end(story).requests
    second, *_ = at_end(f"{story}2021-03-08 12:00:05 roll 20 1 for {first.key}\n").requests
    assert first.key != second.key
    for request in (first, second):
        assert request.purpose.endswith(": said 2021-03-08T10:00:00Z, decided 2021-03-08T12:00:00Z (reading:m1:1)")
    assert second.asked_at == parse_instant("2021-03-08T12:00:05Z")
