"""Redaction on a blog: the words of posts, comments and notes go, from everywhere; votes, requests and rules stay as they were."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_redacted_chats import folds, shown
from tests.app.wiring import SetClock, wired
from tests.games.blognomic.stories import told
from tests.games.situations import Record
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import exported, read_file, read_lines
from tracker.app.people import by_hand, redacting
from tracker.app.publish.pages import page_texts
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.archive.sql import SqlArchive, open_archive
from tracker.core.instants import parse_instant
from tracker.games.registry import game
from tracker.mechanics.ruleset.matter_names import hidden_title

WORDS = re.compile(r"zanzibar|street", re.IGNORECASE)
"""What stands in every post, comment and note of the story, and must go."""
END = "2019-10-12T12:00:00Z"
INSTANTS = [
    "2019-10-01T01:35:00Z",
    "2019-10-01T09:15:00Z",
    "2019-10-01T20:00:00Z",
    "2019-10-03T12:01:00Z",
    "2019-10-03T20:00:00Z",
    "2019-10-05T13:30:00Z",
    "2019-10-06T13:30:00Z",
    END,
]
STORY = (Path(__file__).parent / "redacted_posts.txt").read_text(encoding="utf-8")


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    """A tracker of BlogNomic that has archived the story in a file."""
    return tracker_of(told(STORY), open_archive(tmp_path / "tracker.db"), tmp_path)


def tracker_of(records: list[Record], archive: Any, folder: Path) -> Wired:
    clock = SetClock(parse_instant(END))
    made = wired(folder, "[game]\nslug = blognomic\n", clock=clock, archive=MemoryArchive())
    made = replace(made, archive=archive, ledger=archive.ledger())
    by_hand.import_records(made, records)
    return made


def redacted_ids(records: list[Record]) -> list[str]:
    """The ids of all that people wrote on the blog."""
    return list(dict.fromkeys(each["id"] for each in records if each["kind"] in game("blognomic").keeps))


def without_texts(told: Any) -> Any:
    """What JSON says but for sentences, titles and tags: of those only how many there are."""
    if isinstance(told, dict):
        return {key: without_texts(value) for key, value in told.items() if key not in ("title", "theme", "tags")}
    if isinstance(told, list):
        return [without_texts(each) for each in told]
    return "…" if isinstance(told, str) and (" " in told or "redacted" in told) else told


def counted(told: dict[str, Any]) -> tuple[Counter[str], list[str]]:
    """The codes of the findings, and the questions' ids; a date in words that are gone is noted no more."""
    return Counter(code for code, _ in told["findings"] if code != "DATE_READ"), [id for id, *_ in told["questions"]]


def assert_same_game(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert counted(after) == counted(before)
    told = [without_texts(each["state"]["gamestate"]) for each in (before, after)]
    assert told[1] == told[0]


def test_the_story_has_every_kind_of_row_and_many_kinds_of_effects(tracker: Wired) -> None:
    kinds = Counter(each["kind"] for each in told(STORY))
    assert game("blognomic").keeps <= set(kinds)
    codes = {code for each in INSTANTS for code, _ in shown(tracker, each)["findings"]}
    assert codes >= {
        "QUOTED_ICON", "ALT_TEXT_DIFFERS", "NEEDS_A_POST", "COMMENT_EDITED", "EDIT_WINDOW", "NOT_ON_PAGE",
        "NAMES_IDLE_PLAYER", "RESTS_ON_RULES", "OWN_ENACTMENT", "NEW_RULE_PLACE", "UNKNOWN_POST", "TALLY_DIFFERS",
        "NO_SUCH_SPECIAL_CASE",
    }  # fmt: skip
    questions = {id for each in INSTANTS for id, *_ in shown(tracker, each)["questions"]}
    assert questions >= {"join:j1", "leave:j2", "idle-request:j3", "idle-request:c3", "tag-needed:p2"}


def test_what_is_redacted_leaves_the_game_and_no_word(tracker: Wired, tmp_path: Path) -> None:
    before = {each: shown(tracker, each) for each in INSTANTS}
    assert WORDS.search(json.dumps(before))
    assert any(WORDS.search(text) for text in pages(tracker))
    for id in redacted_ids(told(STORY)):
        assert redacting.redact(tracker, id, by="op", why="asked to be forgotten") > 0
    for each in INSTANTS:
        after = shown(tracker, each)
        assert_same_game(before[each], after)
        assert WORDS.search(json.dumps(after)) is None
    assert not any(WORDS.search(text) for text in pages(tracker))
    assert [line for line in exported(tracker.archive, "operator") if WORDS.search(line)] == []
    assert isinstance(tracker.archive, SqlArchive)
    tracker.archive.close()
    for file in tmp_path.glob("tracker.db*"):
        assert WORDS.search(file.read_bytes().decode("latin-1")) is None, file


@pytest.mark.parametrize("id", ["p1", "c3", "a1"])
def test_one_that_is_redacted_leaves_the_others_as_they_were(tracker: Wired, id: str) -> None:
    before = {each: shown(tracker, each) for each in INSTANTS}
    redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    for each in INSTANTS:
        assert_same_game(before[each], shown(tracker, each))


def pages(tracker: Wired) -> list[str]:
    """Every page as it should stand on the wiki."""
    return list(page_texts(tracker, gamestate_at(tracker)).values())


def test_an_export_of_what_was_redacted_replays_and_imports_the_same_game(tracker: Wired, tmp_path: Path) -> None:
    for id in redacted_ids(told(STORY)):
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    after = {each: shown(tracker, each) for each in INSTANTS}
    lines = read_lines([line.encode() for line in exported(tracker.archive, "operator")], "export")
    replayed = replay_records("blognomic", lines, INSTANTS)["instants"]
    assert {each: replayed[each]["gamestate"] for each in INSTANTS} == {
        each: after[each]["state"]["gamestate"] for each in INSTANTS
    }
    other = tracker_of(lines, open_archive(tmp_path / "other.db"), tmp_path)
    assert {each: shown(other, each) for each in INSTANTS} == after


def test_what_is_seen_again_is_not_read_again(tracker: Wired) -> None:
    for id in ("c2", "p1"):
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    before, count = shown(tracker), tracker.archive.last_seq()
    again = [each for each in told(STORY) if each["id"] in ("c2", "p1")]
    by_hand.import_records(tracker, again)
    assert tracker.archive.last_seq() == count
    by_hand.import_records(tracker, [{**each, "url": "https://blog.example/p1"} for each in again])
    rows = [row for id in ("c2", "p1") for row in tracker.archive.versions(id)]
    assert WORDS.search(json.dumps([[row.observation.payload, row.readings] for row in rows])) is None
    assert_same_game(before, shown(tracker))


def test_a_page_names_a_redacted_matter_by_a_mark_of_its_title(tracker: Wired) -> None:
    redacting.redact(tracker, "p4", by="op", why="asked to be forgotten")
    assert any(hidden_title("Zanzibar again") in text for text in pages(tracker))
    assert not any("Zanzibar again" in text for text in pages(tracker))


def test_weeks_of_which_many_words_are_redacted_are_the_same_weeks(tmp_path: Path) -> None:
    records = read_file(Path(__file__).parents[1] / "games/blognomic/playthroughs/beach_to_steam.jsonl")
    tracker = tracker_of(records, MemoryArchive(), tmp_path)
    tracker.clock.instant = parse_instant("2020-01-01T00:00:00Z")  # type: ignore[attr-defined]
    instants = ["2019-12-12T10:30:00Z", "2019-12-17T00:00:00Z", "2019-12-31T12:00:00Z"]
    before = [shown(tracker, each) for each in instants]
    for id in redacted_ids(records)[::9]:
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    for was, instant in zip(before, instants, strict=True):
        assert_same_game(was, shown(tracker, instant))


def test_one_fold_reads_all_versions_that_a_command_empties(tracker: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {id: len(tracker.archive.versions(id)) for id in redacted_ids(told(STORY))}
    id = max(versions, key=lambda each: versions[each])
    assert versions[id] > 1
    emptied = folds(monkeypatch, lambda: redacting.redact(tracker, id, by="op", why="asked to be forgotten"))
    assert emptied == (versions[id], 1)
