"""Odd input: nothing of it raises, and nothing of it changes what it must not."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import Gamestate
from tracker.games.nomicoup import GAME

OPENING: dict[str, Any] = {
    "players": [
        {"id": "ana", "credits": 8, "hand": ["Duke", "Captain"]},
        {"id": "ben", "credits": 3, "hand": ["Duke", "Contessa"]},
        {"id": "Quartet", "members": ["ann", "bo"], "credits": 11, "hand": ["Captain", "Contessa"]},
    ],
    "deck": [
        "Assassin",
        "Assassin",
        "Ambassador",
        "Duke",
        "Captain",
        "Contessa",
        "Assassin",
        "Ambassador",
        "Ambassador",
    ],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
    "candidates": ["ana", "ben"],
}
PEOPLE = st.sampled_from(["ana", "ben", "ann", "bo", "zoe"])
CHANNELS = st.sampled_from(["general", "general", "general", "propositions", "dm", "random"])
TEXTS = st.sampled_from(
    [
        "I take Income.", "I take Foreign Aid.", "As Duke, I Tax.", "I Coup @ben.", "I Coup @Quartet.", "I assassinate ana",
        "I steal 1 from ben", "I exchange cards", "I pass.", "I counter with Tarif as Duke.", "I block as Captain", "I block",
        "I challenge that", "I challenge @ana.", "show", "I decline to show.", "discard Duke", "discard Captain", "return Duke and Captain",
        "keep Duke", "hand", "I forfeit.", "I join.", 'We (@zoe, @yan) request to become a player named "Duo".', 'I confirm "Duo".',
        'I leave "Quartet".', "I add myself to the Judge candidates.", "Clarification: Is it?", "Suggestion: It is.", "I defer.",
        "Type: Deletion\\nRule: 4.4.1", "Type: ID Edit\\nRule: 4.4.0\\nNew ID: ٣", "Type: Addition\\nUnder: 9.9.9\\nContent: x",
        "Type: Content Edit\\nRule: 3.1\\nContent: 1: ben 2: ana", 'I title rule 7 "x".', "Win: @nobody", "End of viable play.", "Start the game.",
        "My word is duck.", "Close the pledges.",
    ]
)  # fmt: skip
ROWS = st.lists(st.tuples(PEOPLE, CHANNELS, TEXTS, st.integers(0, 30)), max_size=25)


def played(rows: list[tuple[str, str, str, int]]) -> Gamestate:
    story, hours = [f"2021-05-01 00:00:00 opening {json.dumps(OPENING)}"], 0
    for number, (author, channel, text, later) in enumerate(rows):
        hours += later
        at = f"2021-05-{1 + hours // 24:02} {hours % 24:02}:00:00"
        reply = f" re m{number - 1}" if number and channel == "general" else ""
        story.append(f"{at} {author} in {channel} m{number}{reply}: {text}")
        if number and channel == "propositions":
            story.append(f"{at} ben ⬆️ m{number - 1}")
    return gamestates(GAME, told("\n".join(story), "nomicoup"), [f"2021-06-{1 + hours // 24 % 28:02}T00:00:00Z"])[-1]


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_whatever_is_said_there_are_50_credits_and_15_cards_and_one_turn(rows: list[tuple[str, str, str, int]]) -> None:
    gamestate = played(rows)
    values = gamestate.values
    players = values["players"].values()
    assert values["treasury"] + sum(player["credits"] for player in players) == 50
    cards = sum(player["influence"] + len(player["discarded"]) for player in players)
    assert values["deck_count"] + cards == 15
    left_out = {finding.subject for finding in gamestate.findings if finding.code == "LEFT_OUT_OF_ORDER"}
    assert set(values["order"]) == set(values["players"]) - left_out
    assert (values["turn"] is None) == (not values["order"])
    assert "hand" not in json.dumps(dict(values["players"]))


@pytest.mark.parametrize(
    "text",
    [
        "I Coup @@@",
        "I steal 99999999999999999999 from ben",
        'I title rule ٣ "x".',
        "return",
        "\\ue000",
    ],
)
def test_an_odd_announcement_moves_nothing(text: str) -> None:
    values = played([("ana", "general", text, 1)]).values
    assert [each["credits"] for each in values["players"].values()] == [8, 3, 11]
    assert values["pending"] is None
