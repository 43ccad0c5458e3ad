"""Redaction in Aeternus: the words go, names of factions among them; what happened in the cycle stays as it was."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_redacted_ducks import shown
from tests.app.wiring import SetClock, wired
from tests.games.chat_stories import told
from tracker.app.keeping.interchange import exported
from tracker.app.people import by_hand, redacting
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.core.instants import parse_instant
from tracker.games.registry import game

WORDS = re.compile(r"zanzibar|street", re.IGNORECASE)
HIDDEN = re.compile(r"\bredacted\b")
END = "2025-02-12T12:00:00Z"
OPENING = {
    "cycle_started": "2025-02-02T10:00:00Z",
    "judge": "cy",
    "naming_due": {"8": "ana", "9": "ana"},
    "world": [{"at": [0, 0, 1]}, {"at": [0, 1, 0]}],
    "players": [
        {"id": "ana", "ap": 5, "inventory": {"Wood": 9}},
        {"id": "ben", "inventory": {"Hide": 2}},
        {"id": "cy"},
    ],
}
STORY = r"""
2025-02-02 10:00:00 opening OPENING
2025-02-03 08:00:00 eli in game-actions join: I join the game\nI live in Zanzibar street
2025-02-03 09:00:00 ana in game-actions merge: Merge request: ana + ben as "Brook Owls"
2025-02-03 09:01:00 ana in game-actions badmerge: Merge request: ana + ben as "cy"
2025-02-03 09:02:00 ana in game-actions nobody: Merge request: ana + Nobody as "x"
2025-02-03 09:30:00 ben +1 merge
2025-02-03 10:00:00 ana in trades offer: I trade 2 Wood to @ben for 1 Hide\nfor my street in Zanzibar
2025-02-03 10:01:00 ben in trades yes re offer: I accept\nZanzibar
2025-02-03 11:00:00 ben in game-actions forage: Forage. In my street
2025-02-03 11:01:00 bot dicey in game-actions dice re forage: Zanzibar d6: 4
2025-02-03 11:02:00 ana in game-actions rolling: let me roll a d6 for foraging in Zanzibar
2025-02-03 11:03:00 bot dicey in game-actions rolled re rolling: Zanzibar d6: 2
2025-02-03 11:04:00 ana in game-actions forage2: I forage here
2025-02-03 11:04:00 roll 6 6
2025-02-03 11:30:00 ana in game-actions name: I name quality 8 "Fine"
2025-02-03 11:31:00 ana in game-actions again: I name quality 9 "FINE"
2025-02-03 11:32:00 ana in game-actions go: I go N, to my street in Zanzibar\nScout North and (0,1,0)
2025-02-03 11:33:00 ana in game-actions go2: I go N\nStreet!
2025-02-03 11:34:00 ana in game-actions build: Construct Flag here, then I burn the flag here, then craft a Torch
2025-02-03 12:00:00 ana in proposals urgent: [Urgent] My street in Zanzibar: 3 hexes
2025-02-03 12:01:00 ben in proposals plain: A street in Zanzibar
2025-02-03 12:02:00 ben in proposals chat: Comment: a street in Zanzibar
2025-02-03 12:03:00 ben in proposals strange: [Zanzibar] A street
2025-02-03 13:00:00 ana in judge-elections stand: I know every street
2025-02-03 13:01:00 ben +1 stand
2025-02-03 14:00:00 ben in request-for-justice ask: I request justice: Is Zanzibar a street?
2025-02-03 15:00:00 cy in request-for-justice rule re ask: Ruling: Zanzibar is one
2025-02-03 16:00:00 ben in request-for-justice doubt re rule: Vote of confidence: 👍 means overturn
2025-02-03 16:01:00 ana +1 doubt
2025-02-03 17:00:00 ben in request-for-justice askmore: I request justice: Is a street Zanzibar?
2025-02-03 17:01:00 cy in request-for-justice rule2 re askmore: Ruling: no street is
2025-02-03 17:02:00 eli in request-for-justice poll: Poll: 👍 means overturn
2025-02-03 17:03:00 ben in request-for-justice doubt2 re poll: Vote of confidence on ruling rule2. Zanzibar!
2025-02-03 17:04:00 ana +1 poll
2025-02-06 10:00:00 ana in game-actions leave: I leave Brook Owls
2025-02-06 10:01:00 eli in game-actions other: Merge request: eli + Brook Owls as "Old Owls"
2025-02-07 10:00:00 ben +1 other
"""
POLLS = {"doubt", "poll"}
"""What people vote on by the words that say which thumb overturns: these are not heeded any more where they are redacted."""
MESSAGES = [each for each in re.findall(r"in [a-z-]+ ([a-z0-9]+)(?: re [a-z0-9]+)?:", STORY) if each not in POLLS]


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    clock, archive = SetClock(parse_instant(END)), MemoryArchive()
    made = replace(wired(tmp_path, "[game]\nslug = aeternus\n", clock=clock, archive=archive), game=game("aeternus"))
    by_hand.import_records(made, told(STORY.replace("OPENING", json.dumps(OPENING)), "aeternus"))
    return made


def sense(value: Any) -> Any:
    """A gamestate without its words: names of factions that players gave count as one."""
    if isinstance(value, dict):
        return {_name(key): sense(each) for key, each in value.items()}
    if isinstance(value, list):
        return [sense(each) for each in value]
    return _name(value) if isinstance(value, str) else value


def _name(text: str) -> str:
    return "words" if WORDS.search(text) or HIDDEN.search(text) else text


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in before:
            yield from differences(before[key], after[key], f"{place}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{place}/{number}")
    elif before != after and after != "words":
        yield f"{place}: {before!r} / {after!r}"


def test_redacted_messages_leave_the_cycle_and_no_word(tracker: Wired) -> None:
    before = sense(shown(tracker, END))
    assert {each["event"] for each in before["events"]} >= {
        *("player_joined", "factions_merged", "trade_done", "foraged", "proposal_opened", "proposal_failed"),
        *("quality_named", "moved"),
        *("judge_elected", "justice_requested", "ruling_made", "ruling_overturned", "faction_left"),
    }
    assert {each["code"] for each in before["refused"]} >= {"UNCLEAR", "NO_SUCH_FACTION", "UNKNOWN_CLASS"}
    for message in MESSAGES:
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
        assert list(differences(before, sense(shown(tracker, END)))) == [], message
    assert WORDS.search(json.dumps(shown(tracker, END))) is None
    assert [line for line in exported(tracker.archive, "operator") if WORDS.search(line)] == []
