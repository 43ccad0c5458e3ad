"""Redaction in Ducks: the words go, names of ducks among them; what happened in the round stays as it was."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import SetClock, wired
from tests.games.chat_stories import told
from tests.games.ducks.lively import FORTNIGHT
from tests.games.ducks.still_waters import story
from tests.games.situations import Record
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import exported, read_lines
from tracker.app.people import by_hand, redacting
from tracker.app.people.correcting import correct
from tracker.app.publish.pages import page_texts
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.core.instants import parse_instant
from tracker.games.registry import game

WORDS = re.compile(r"zanzibar|street", re.IGNORECASE)
"""What stands in every message of the story, and must go."""
STANDS_FOR = re.compile(r"\bredacted\b")
"""What texts have in place of words that were redacted."""
END = "2021-03-18T12:00:00Z"
OPENING = {
    "players": [
        {"id": "ana", "items": {"Seeds": 30, "Grapes": 3, "Mango Slice": 2, "Blood Orange": 1}},
        {"id": "ben", "items": {"Watermelon Slice": 1, "Seeds": 10}},
        {"id": "cy"},
        {"id": "dee"},
    ],
    "ponds": 2,
    "ducks": [
        {"id": 1, "owner": "ana", "quacks": 29, "colour": "Red"},
        {"id": 2, "owner": "ana", "name": "Moss", "pond": 1, "quacks": 14},
        {"id": 3, "owner": "ben", "name": "Bob", "pond": 1, "quacks": 20},
        {"id": 4},
        {"id": 5, "owner": "cy", "pond": 1, "quacks": 3},
        {"id": 6, "owner": "cy", "pond": 1, "quacks": 3},
    ],
    "disciple": {"name": "Disciple Waddles", "quacks": 30},
    "judge": "cy",
}
STORY = r"""
2021-03-07 00:00:30 set old_one_acts = "never"
2021-03-08 08:00:00 eli in game-actions join: I join the game\nI live in Zanzibar street
2021-03-08 09:00:00 ana in game-actions named: I name #1 "Fluffy Duck"; I assign Fluffy Duck to pond 1
2021-03-08 09:01:00 ana in game-actions again: I name #1 "fluffy duck"
2021-03-08 09:02:00 cy in game-actions shared: I name #5 "Fluffy duck"
2021-03-08 09:03:00 cy in game-actions taken: I name #6 "Fluffy duck"
2021-03-08 09:04:00 cy in game-actions long: I name #6 "LONG"
2021-03-08 09:05:00 cy in game-actions barred: I name #6 "Jeffery"
2021-03-08 10:00:00 roll 6 4
2021-03-08 10:00:00 ben in game-actions feed: I feed fluffy duck with 10 Seeds. I live in Zanzibar
2021-03-08 10:01:00 ben in game-actions unknown: I feed "Brook of Lund"
2021-03-08 10:02:00 dee in game-actions nofruit: I feed "Moss" with "Rum Punch"
2021-03-08 11:00:00 roll 12 7
2021-03-08 11:00:00 ana in game-actions send: I send fluffy duck scouting
2021-03-08 11:30:00 ana in game-actions mix: "Moss" performs Make Smoothie with Grapes and Seeds named "Odd grapes seeds"
2021-03-08 11:31:00 ana in game-actions mix2: "Moss" performs Make Smoothie with Grapes and Mango Slice, style Rough
2021-03-08 11:32:00 ana in game-actions mix3: "Moss" performs Make Smoothie with Grapes and Mango Slice named "Wild"
2021-03-08 11:40:00 roll 6 3
2021-03-08 11:40:00 ana in game-actions drunk: I feed "Bob" with "odd grapes seeds"
2021-03-08 12:00:00 rolls d5,d6: 2 3
2021-03-08 12:00:00 ben in game-actions hit: "Bob" performs Quack Attack on Duck Disciple with 4 Quacks. My street!
2021-03-08 12:01:00 ben in game-actions hit2: "Bob" performs Quack Attack on "fluffy duck" with 2 Quacks
2021-03-08 12:30:00 ana in game-actions bid: I bid 4 on duck #4, calling it "Pale Waif"
2021-03-08 12:31:00 ben in game-actions bid2: I bid 6 on "Pale Waif"
2021-03-08 13:00:00 ana in game-actions offer: I trade 5 Seeds to @ben for 1 Watermelon Slice\nfor my street in Zanzibar
2021-03-08 13:01:00 ben in game-actions yes re offer: I accept\nZanzibar
2021-03-08 13:02:00 ana in game-actions badoffer: I trade 5 zanzibars to @ben for nothing
2021-03-08 13:03:00 ana in game-actions given: I give 2 Grapes to "fluffy duck"
2021-03-08 13:10:00 ben in game-actions unclear: I feed ||"Moss"|| of Zanzibar
2021-03-08 13:20:00 zed in game-actions stranger: I feed "Moss". I live in Zanzibar
2021-03-08 13:30:00 ana in game-actions talk: my street is in Zanzibar
2021-03-08 14:00:00 ana in game-actions ask: I roll a d12 in Zanzibar to retrieve
2021-03-08 14:00:10 bot dicey in game-actions shown re ask: Zanzibar d12: 3
2021-03-08 15:00:00 ana in game-actions request: Request for justice: Is Zanzibar a street?
2021-03-08 15:01:00 dee in game-actions stated: Request for justice: Zanzibar has a street.
2021-03-08 16:00:00 cy in game-actions ruling re request: Ruling: Zanzibar is one.
2021-03-08 16:01:00 cy in game-actions ruling2 re stated: Ruling: true, as Zanzibar has it
2021-03-08 17:00:00 ana in proposals urgent: Urgent Proposal: My street in Zanzibar, and feeding dice
2021-03-08 17:01:00 ben in proposals normal: A street in Zanzibar
2021-03-08 17:02:00 ben in proposals chat: Comment: a street in Zanzibar
2021-03-08 17:03:00 dee in proposals strange: The street\nClass: zanzibar
2021-03-08 17:04:00 dee in proposals edited: The street
2021-03-08 17:05:00 edit edited: Another street in Zanzibar
2021-03-08 18:00:00 edit feed: I feed "Moss" with 5 Seeds. My street!
2021-03-08 18:05:00 ana gatorTrung urgent
2021-03-15 18:05:00 cy in general resigned: I resign as Judge. The street calls
"""
MESSAGES = re.findall(r"in [a-z-]+ ([a-z0-9]+)(?: re [a-z]+)?:", STORY)


def records() -> list[Record]:
    """The story as observations."""
    lines = f"2021-03-07 00:00:00 opening {json.dumps(OPENING)}\n{STORY.replace('LONG', 'Nobody ' * 30)}"
    return told(lines, "ducks")


def tracker_of(told_rows: list[Record], folder: Path, end: str = END) -> Wired:
    """A tracker of Ducks that has archived a story."""
    clock, archive = SetClock(parse_instant(end)), MemoryArchive()
    made = replace(wired(folder, "[game]\nslug = ducks\n", clock=clock, archive=archive), game=game("ducks"))
    by_hand.import_records(made, told_rows)
    return made


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    """One with the story of this module."""
    return tracker_of(records(), tmp_path)


def shown(tracker: Wired, as_of: str = END) -> dict[str, Any]:
    """All that a gamestate says in JSON."""
    state = gamestate_at(tracker, parse_instant(as_of))
    said = {
        "state": state.record(),
        "events": [dict(event) for event in state.events],
        "refused": [each.record() for each in state.refused],
        "findings": [(each.code, each.text) for each in state.findings],
        "questions": [(each.id, each.text, *each.answers, *each.needs) for each in state.questions],
    }
    plain: dict[str, Any] = json.loads(json.dumps(said, default=str))
    return plain


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Where two gamestates differ but for words that were redacted."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            yield f"{place}: {sorted(before)} / {sorted(after)}"
            return
        for key, value in after.items():
            yield from differences(before[key], value, f"{place}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{place}/{number}")
    elif before != after and not (isinstance(before, str) and isinstance(after, str) and STANDS_FOR.search(after)):
        yield f"{place}: {before!r} / {after!r}"


def test_the_story_has_every_kind_of_thing_that_bears_words(tracker: Wired) -> None:
    before = shown(tracker)
    assert {event["event"] for event in before["events"]} >= {
        "player_joined", "duck_named", "duck_name_lost", "duck_fed", "smoothie_made", "bid_placed",
        "quacktion_performed", "trade_done", "proposal_opened", "proposal_retracted", "justice_requested", "ruling_made",
    }  # fmt: skip
    assert {refusal["code"] for refusal in before["refused"]} >= {
        "bad_name", "unknown_duck", "bad_fruit", "bad_style", "lacks_items", "unclear", "not_player",
    }  # fmt: skip
    assert {code for code, _ in before["findings"]} >= {"edited_ignored", "UNKNOWN_CLASS", "SMOOTHIE_NAME"}


def test_redacted_messages_leave_the_round_and_no_word(tracker: Wired) -> None:
    before = shown(tracker)
    assert WORDS.search(json.dumps(before))
    assert any(WORDS.search(text) for text in pages(tracker))
    for message in MESSAGES:
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
        assert list(differences(before, shown(tracker))) == [], message
    assert WORDS.search(json.dumps(shown(tracker))) is None
    assert not any(WORDS.search(text) for text in pages(tracker))
    assert [line for line in exported(tracker.archive, "operator") if WORDS.search(line)] == []


@pytest.mark.parametrize("first", ["named", "feed", "mix", "drunk", "bid"])
def test_a_name_is_known_again_whichever_of_its_messages_is_redacted(tracker: Wired, first: str) -> None:
    before = shown(tracker)
    redacting.redact(tracker, first, by="op", why="asked to be forgotten")
    assert list(differences(before, shown(tracker))) == []


def test_a_name_goes_once_people_have_said_which_other_is_read(tmp_path: Path) -> None:
    line = '2021-03-08 09:00:00 ana in game-actions named: I name #1 "Zanzibar"'
    tracker = tracker_of(told(f"2021-03-07 00:00:00 opening {json.dumps(OPENING)}\n{line}", "ducks"), tmp_path)
    correct(tracker, {"of": "named", "reads": 'I name #1 "Duckling"'}, by="op", why="it is somebody's name")
    redacting.redact(tracker, "named", by="op", why="asked to be forgotten")
    assert shown(tracker)["state"]["gamestate"]["ducks"]["1"]["name"] == "Duckling"
    assert WORDS.search(json.dumps(shown(tracker))) is None
    assert [line for line in exported(tracker.archive, "operator") if WORDS.search(line)] == []


def pages(tracker: Wired) -> list[str]:
    """Every page as it should stand on the wiki."""
    return list(page_texts(tracker, gamestate_at(tracker)).values())


def test_an_export_of_what_was_redacted_replays_the_same_round(tracker: Wired) -> None:
    before = shown(tracker)
    for message in MESSAGES:
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
    lines = read_lines([line.encode() for line in exported(tracker.archive, "operator")], "export")
    printed = replay_records("ducks", lines, [END])
    assert list(differences(before["events"], printed["events"])) == []
    assert list(differences(before["state"], printed["instants"][END])) == []


@pytest.mark.parametrize("every", [3, 4, 5])
def test_a_round_of_which_many_words_are_redacted_is_the_same_round(tmp_path: Path, every: int) -> None:
    end = "2021-04-04T12:00:00Z"
    tracker = tracker_of(story(), tmp_path, end)
    instants = ["2021-03-12T10:00:00Z", "2021-03-20T12:00:00Z", end]
    before = [shown(tracker, each) for each in instants]
    for id in [each["id"] for each in story() if each["kind"] == "message"][::every]:
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    assert list(differences(before, [shown(tracker, each) for each in instants])) == []


def test_a_fortnight_of_which_all_words_are_redacted_is_the_same(tmp_path: Path) -> None:
    end = "2021-03-15T12:00:00Z"
    told_rows = told(FORTNIGHT, "ducks")
    tracker = tracker_of(told_rows, tmp_path, end)
    before = shown(tracker, end)
    for id in [each["id"] for each in told_rows if each["kind"] == "message"]:
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    assert list(differences(before, shown(tracker, end))) == []
