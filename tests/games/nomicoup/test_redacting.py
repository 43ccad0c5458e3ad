"""What stays of redacted messages: the game is the same, and nobody's own words are left but those that are law."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import SetClock, wired
from tests.games.chat_stories import told
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand, redacting
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.games.registry import game

END = "2021-05-10T12:00:00Z"
OPENING = {
    "status": "running",
    "players": [
        {"id": "ana", "hand": ["Duke", "Captain"]},
        {"id": "ben", "hand": ["Duke", "Contessa"]},
        {"id": "cy", "hand": ["Captain", "Contessa"]},
    ],
    "deck": ["Assassin"],
    "candidates": ["ana"],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
}
STORY = """
2021-05-01 00:00:00 opening OPENING
2021-05-01 10:00:00 ana in general act: As Duke, I Tax. So says Zanzibar.
2021-05-01 10:10:00 ben in general doubt: I challenge @ana. I am from Zanzibar.
2021-05-01 10:20:00 zed in general stranger: I take Income. Zanzibar!
2021-05-01 10:30:00 cy in general asks: Clarification: Does Zanzibar count?
2021-05-01 10:40:00 ana in propositions says: Suggestion: Zanzibar counts.
2021-05-01 11:00:00 ana in propositions rejected: Proposition: Zanzibar\\nType: Content Edit\\nRule: 4.4.1\\nContent: Zanzibar.\\nZanzibar.
2021-05-01 11:00:00 ana in propositions adopted: Type: Content Edit\\nRule: 4.4.2\\nContent: Take 2 credits from Zanzibar.
2021-05-01 11:00:00 ana in propositions strange: Type: Zanzibar\\nRule: 4.4.2
2021-05-01 12:00:00 ben ⬇️ rejected
2021-05-01 12:00:00 cy ⬇️ rejected
2021-05-01 12:00:00 ben ⬆️ adopted
2021-05-01 12:00:00 cy ⬆️ adopted
2021-05-01 13:00:00 cy in general wins: Win: @ben (of Zanzibar)
"""
MESSAGES = re.findall(r" in [a-z]+ ([a-z]+):", STORY)


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    """A tracker of Nomicoup that has archived the story."""
    made = wired(tmp_path, "[game]\nslug = round10\n", clock=SetClock(parse_instant(END)), archive=MemoryArchive())
    made = replace(made, game=game("nomicoup"))
    by_hand.import_records(made, told(STORY.replace("OPENING", json.dumps(OPENING)), "nomicoup"))
    return made


def shown(state: Gamestate) -> dict[str, Any]:
    """What everybody is shown, with one mark for everything in which a word was redacted."""
    found = {
        "values": dict(state.values),
        "events": [dict(event) for event in state.events],
        "refused": [each.record() for each in state.refused],
        "texts": [*(each.text for each in state.findings), *(each.text for each in state.questions)],
    }
    marked = re.sub(r'"[^"]*(?:Zanzibar|\[redacted)[^"]*"', '"*"', json.dumps(found, default=str))
    plain: dict[str, Any] = json.loads(marked)
    return plain


def test_the_game_is_the_same_without_the_words(tracker: Wired) -> None:
    at = parse_instant(END)
    before = shown(gamestate_at(tracker, at))
    for id in MESSAGES:
        assert redacting.redact(tracker, id, by="Op", why="asked") == 1
    after = gamestate_at(tracker, at)
    assert shown(after) == before
    left = json.dumps([dict(after.values), *map(dict, after.events), *(each.text for each in after.refused)])
    assert "from Zanzibar" in after.values["propositions"]["2"]["text"]
    assert re.search(r"(?:[sS]o says|am from|counts?|of|Type:|Proposition:) Zanzibar", left) is None
