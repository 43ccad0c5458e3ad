"""What people enter as the effects of a proposal can change players, hexes and the cycle, and nothing that cannot be."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.aeternus.chat_words import answers

from tests.games.aeternus.lively import AETERNUS
from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.instants import parse_instant
from tracker.games.aeternus.hexes import neighbours, shown

OPENING = {
    "cycle_started": "2025-01-30T15:00:00Z",
    "players": [
        {
            "id": "ana",
            "at": [0, 1, 0],
            "ap": 2,
            "inventory": {"Wood": 4, "Goldfish (quality 2)": 1},
            "joined": "2025-01-30T15:00:00Z",
        },
        {"id": "bob", "faction": "The Duo", "joined": "2025-01-30T15:00:00Z"},
        {"id": "cy", "faction": "The Duo", "joined": "2025-02-06T10:00:00Z"},
    ],
    "world": [
        {"at": [0, 1, 0], "biome": "Forest", "features": ["Flag"], "flag_owner": "The Duo"},
        {"at": [0, 2, 0], "biome": "Meadow", "features": ["Corrupted"]},
    ],
    "judge": "bob",
}
STORY = f"""
2025-02-07 00:00:00 opening {json.dumps(OPENING)}
2025-02-07 01:00:00 json {{"kind": "message", "id": "m0", "channel": "general", "author": "dee", "name": "Dee", "text": "hello"}}
2025-02-07 09:00:00 ana in proposals m1: [Urgent] so
"""
AT = "2025-02-10T09:00:00Z"
SETS: list[tuple[str, str, Any]] = [
    ("ana: Wood -3", "players.ana.inventory.Wood", 1),
    ("ana: wood = 0", "players.ana.inventory", {"Goldfish (quality 2)": 1}),
    ("ana: Bronze Goldfish +2", "players.ana.inventory.Goldfish (quality 2)", 3),
    ("ana: AP = 0", "players.ana.ap", 0),
    ("ana: action points +3", "players.ana.ap", 6),
    ("ana: at (0,2,0)", "players.ana.at", [0, 2, 0]),
    ("(5,0,0): biome Swamp; ana: at 5,0,0", "players.ana.at", [5, 0, 0]),
    ("bob: faction ana", "players.bob.faction", "ana"),
    ('cy: faction "New: ones"', "players.cy.faction", "New: ones"),
    ("ana: barred yes", "players.ana.barred", True),
    ("cy: reputable", "players.cy.reputable", True),
    ("cy: player no", "players.cy.player", False),
    ("Dee: player yes; Dee: Wood +1", "players.dee.inventory.Wood", 1),
    ("(0,2,0): biome Lake", "world.0,2,0.biome", "Lake"),
    ("(1,1,0): biome = perilous pass", "world.1,1,0.biome", "Perilous Pass"),
    ("(0,1,0): landmark Town", "world.0,1,0.landmark", "Town"),
    ("(0,2,0): landmark Barren", "world.0,2,0.features", ["Corrupted"]),
    ("(0,2,0): Corrupted no", "world.0,2,0.features", []),
    ("(0,2,0): Corrupted yes", "world.0,2,0.features", ["Corrupted"]),
    ("(0,1,0): Stag Station", "world.0,1,0.features", ["Flag", "Stag Station"]),
    (
        "(0,1,0): landmark Town; (0,1,0): Boardwalk; (0,1,0): Corrupted yes",
        "world.0,1,0",
        {"biome": "Forest", "landmark": "Barren", "features": ["Corrupted"], "flag_owner": None},
    ),
    ("(0,1,0): Corrupted", "influence.The Duo", "0"),
    ("(0,1,0): biome Lake", "world.0,1,0.features", ["Flag"]),
    (
        "(0,2,0): biome Lake; (0,2,0): Corrupted no; (0,2,0): Pylon of Purity; (0,2,0): landmark Town",
        "world.0,2,0.landmark",
        "Town",
    ),
    ("ana: Goldfish (quality 9) +1", "highest_quality", 9),
    ("ana: Goldfish (quality 9) +1; ana: Goldfish (quality 9) -1", "highest_quality", 9),
    ("(0,1,0): Pylon of Purity yes", "world.0,2,0.features", []),
    (
        "(0,1,0): flag none",
        "world.0,1,0",
        {"biome": "Forest", "landmark": "Barren", "features": [], "flag_owner": None},
    ),
    ("(0,1,0): flag of ana", "world.0,1,0.flag_owner", "ana"),
    ("bob: player no; cy: player no", "world.0,1,0.features", []),
    ("ana: player no; ana: player yes", "players.ana.inventory", {}),
    ("judge ana", "judge", "ana"),
    ("judge none", "judge", None),
    ("winner The Duo", "winner", "The Duo"),
    ("phase number = 9", "phase_number", 9),
    ('quality 8 "Splendid"', "quality_names.7", "Splendid"),
    ('quality 8 "Splendid"; quality 8 "Splendider"', "quality_names.7", "Splendider"),
]
CANNOT: list[tuple[str, str]] = [
    ("ana: Wood -6", "would make it -1"),
    ("ana: Wood +0.5", "would make it 11/2"),
    ("ana: Bananas +1", "is nothing that ana holds"),
    ("zed: Wood +1", "is no player and no hex"),
    ("Dee: Wood +1", "is no player: write Dee: player yes before it"),
    ("ana: at (7,0,0)", "is no generated hex"),
    ("ana: faction", "a faction's name is missing"),
    ("ana: barred perhaps", "is neither yes nor no"),
    ("(7,0,0): landmark Town", "is indeterminate: say its biome"),
    ("(0,2,0): biome Desert", "is none of the biomes"),
    ("(0,2,0): landmark Castle", "is none of the landmarks"),
    ("(0,2,0): flag of zed", "there is no faction"),
    (
        "(0,2,0): flag of ana",
        "(0,2,0) is corrupted, and corruption leaves no Flag (AET-109): write (0,2,0): Corrupted no before it",
    ),
    ("(0,2,0): landmark Town", "corruption leaves no Town"),
    ("(0,2,0): Stag Station yes", "corruption leaves no Stag Station"),
    ("(0,2,0): Pylon of Purity", "corruption leaves no Pylon of Purity"),
    (
        "(0,1,0): Pylon of Purity; (0,1,0): Corrupted",
        "(0,1,0) cannot be corrupted: a Pylon of Purity stands there or beside it (AET-116)",
    ),
    ("(0,1,0): Pylon of Purity; (0,2,0): Corrupted", "(0,2,0) cannot be corrupted"),
    ("(7,0,0): Corrupted", "is indeterminate: say its biome"),
    ("(0,2,0): Corrupted perhaps", "is neither yes nor no"),
    ("(0,2,0): Boardwalk maybe", "is neither yes nor no"),
    ("judge zed", "is no player"),
    ("winner zed", "there is no faction"),
    ("quality 7 Other", "is no quality from 8 to 8"),
    ("quality", "is no quality from 8 to 8"),
    ("Wood +1", "stands without whose it is"),
    ("something", "is no change"),
]


def decision(answer: str) -> dict[str, Any]:
    told_by = {"kind": "decision", "id": "decision:effects:m1", "at": "2025-02-09T12:00:00Z", "question": "effects:m1"}
    return {**told_by, "answer": answer, "by": "op", "why": "so it says"}


def decided(answer: str) -> dict[str, Any]:
    """What is printed after an answer about the proposal that took effect."""
    (found,) = replay_records("aeternus", [*told(STORY, "aeternus"), decision(answer)], [AT])["instants"].values()
    return dict(found)


def check_can_be_stated(answer: str) -> None:
    """What is printed after an answer comes back as it was when it is stated, and nothing of it is refused."""
    before = decided(answer)["gamestate"]
    opening = {"kind": "opening", "id": "opened", "at": AT, "game": "aeternus", "state": json.loads(json.dumps(before))}
    (after,) = replay_records("aeternus", [opening], [AT])["instants"].values()
    assert after["gamestate"] == before
    assert [each["text"] for each in after["findings"] if each["code"] == "OPENING_NOT_UNDERSTOOD"] == []


@pytest.mark.parametrize("answer", [answer for answer, _, _ in SETS])
def test_what_is_printed_after_every_kind_of_effect_can_be_stated(answer: str) -> None:
    check_can_be_stated(answer)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(SETS), min_size=2, max_size=8))
def test_what_is_printed_after_any_effects_can_be_stated(chosen: list[tuple[str, str, Any]]) -> None:
    """Effects of which one cannot be are not carried out at all, and people are asked on: that comes back likewise."""
    check_can_be_stated("; ".join(answer for answer, _, _ in chosen))


def test_what_an_effect_corrupts_is_told_as_in_play() -> None:
    printed = replay_records("aeternus", [*told(STORY, "aeternus"), decision("(0,1,0): Corrupted")], [AT])
    names = ("hex_corrupted", "feature_destroyed", "flag_destroyed", "effect_applied")
    found = [(each["event"], each.get("at")) for each in printed["events"] if each["event"] in names]
    assert found == [("hex_corrupted", [0, 1, 0]), ("feature_destroyed", [0, 1, 0]), ("flag_destroyed", [0, 1, 0])]


def value_at(values: Any, path: str) -> Any:
    for name in path.split("."):
        values = values[int(name)] if isinstance(values, list) else values[name]
    return values


@pytest.mark.parametrize(("answer", "path", "value"), SETS)
def test_what_people_enter_comes_about(answer: str, path: str, value: Any) -> None:
    found = decided(answer)
    assert [each for each in found["questions"] if each["id"] == "effects:m1"] == []
    assert value_at(found["gamestate"], path) == value


@pytest.mark.parametrize(("answer", "why"), CANNOT)
def test_what_cannot_be_is_told_and_changes_nothing(answer: str, why: str) -> None:
    found = decided(f"ana: Wood +1; {answer}")
    (asked,) = (each for each in found["questions"] if each["id"] == "effects:m1")
    assert why in json.dumps(asked, ensure_ascii=False)
    assert found["gamestate"]["players"]["ana"]["inventory"]["Wood"] == 4


def test_until_people_say_they_are_asked_and_told_which_tables_it_may_concern() -> None:
    (found,) = replay_records("aeternus", told(STORY, "aeternus"), [AT])["instants"].values()
    assert "effects:m1" in [each["id"] for each in found["questions"]]
    assert "TO_CARRY_OUT" in [each["code"] for each in found["findings"]]
    (asked,) = (each for each in decided(" ; ")["questions"] if each["id"] == "effects:m1")
    assert "it holds no change" in asked["fault"]
    assert "effects:m1" not in [each["id"] for each in decided("none")["questions"]]
    assert "TO_CARRY_OUT" not in [each["code"] for each in decided("none")["findings"]]


def test_what_an_effect_brings_follows_at_once() -> None:
    hexes = "; ".join(f"({x},0,0): biome Meadow; ({x},0,0): flag of ana" for x in range(1, 41))
    assert decided(f"bob: player no; cy: player no; {hexes}")["gamestate"]["winner"] == "ana"
    around = "; ".join(f"{shown(at)}: biome Forest" for at in neighbours((9, 0, 0)))
    (finding,) = (each for each in decided(around)["findings"] if each["code"] == "DICE_AWAITED")
    assert "corrupt@9,0,0" in finding["text"], "what is enclosed becomes a Lake, which may be corrupted"


def test_the_chat_tells_what_was_entered() -> None:
    rows = rows_of(AETERNUS, [*told(STORY, "aeternus"), decision("ana: Wood -3")])
    replies = answers(gamestate_at(AETERNUS, rows, parse_instant(AT)), "Aeternus").replies
    assert "the proposal m1: ana: Wood -3" in "\n".join(reply.text for reply in replies)
