"""Redaction in a game that is played in a chat: the words go, from everywhere; what happened in the game stays as it was."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import SetClock, wired
from tests.games import chat_stories
from tests.games.chat_stories import told
from tests.games.round10.ten_stars import story
from tests.games.situations import Record
from tracker.app.asking.folding import fold_watched
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import exported, read_lines
from tracker.app.people import by_hand, redacting
from tracker.app.publish.pages import page_texts
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.archive.sql import SqlArchive, open_archive
from tracker.core.instants import parse_instant
from tracker.games.registry import game

WORDS = re.compile(r"zanzibar|street", re.IGNORECASE)
"""What stands in every message of the story, and must go."""
STANDS_FOR = re.compile(r"\bredacted\b")
"""What texts have in place of words that were redacted."""
END = "2021-08-10T12:00:00Z"
STORY = """
2021-08-01 12:00:00 opening OPENING
2021-08-01 12:10:00 cleo in game-actions join: I join the game\\nI live in Zanzibar street
2021-08-02 08:00:00 ana in auctions bid: Bid: {sha256:Bid 20 chips on Lot 1. Bid 5 chips on Lot 3. salt: zanzibar} (of Zanzibar street)
2021-08-02 08:01:00 bob in auctions badbid: Bid: abc123 from Zanzibar
2021-08-02 08:02:00 bob in auctions bid2: Bid: {sha256:Lot 2: perhaps some from Zanzibar. Lot 1: 3}
2021-08-02 08:02:30 cleo in auctions bid3: Bid: {sha256:Lot 1: 2, Lot 2: 0 from my street, and both lots}
2021-08-02 08:03:00 bob in auctions bare: {sha256:zanzibar} in Zanzibar
2021-08-02 08:10:00 ana in game-actions hand: Hand: {sha256:Hand: 2x 5 of Coins, Ace of Cups. salt: street} in Zanzibar street
2021-08-02 08:11:00 bob in game-actions hand2: Hand: {sha256:the Ace of Zanzibar}
2021-08-02 09:00:00 ana in game-actions talk: my street is in Zanzibar
2021-08-02 09:00:30 zed in game-actions stranger: I generate 1 lot in Zanzibar
2021-08-02 09:01:00 ana in game-actions contract: I offer @bob the contract "Deep Pool": bob gets 5 chips in Zanzibar. I intend to be bound
2021-08-02 09:02:00 bob in game-actions signed: I consent to the contract "deep pool"
2021-08-02 09:03:00 ana in game-actions into: I transfer 7 chips to contract "Deep  Pool"
2021-08-02 09:04:00 bob in game-actions payout: By its terms, contract "Deep Pool" gives 5 chips to @bob: "bob gets 5 chips in Zanzibar"
2021-08-02 09:04:30 bob in game-actions nopool: I consent to terminate the contract "Shallow"
2021-08-02 09:05:00 ana in game-actions offer: I trade 10 chips to @bob for 1 Trung\\nfor my street in Zanzibar
2021-08-02 09:06:00 bob in game-actions taken re offer: I accept\\nZanzibar
2021-08-02 09:07:00 bob in game-actions unclear: I trade my street in Zanzibar to @ana
2021-08-02 09:07:10 bot tracker in game-actions bot-reply re unclear: “I trade my street in Zanzibar to @ana” cannot be read
2021-08-02 09:08:00 bob in game-actions two: I give 1 chip to @ana\\nZanzibar\\nI exchange 10 Trungs for 1 Gold Star
2021-08-02 10:00:00 ana in game-actions request: I request justice: Is Zanzibar a street?
2021-08-02 10:01:00 cleo in game-actions stated: I request justice: Zanzibar has a street.
2021-08-02 11:00:00 bob in general ruling re request: Ruling: Zanzibar is one.
2021-08-02 11:01:00 bob in general ruling2 re stated: Ruling: TRUE, as Zanzibar has it
2021-08-02 12:00:00 ana in proposals urgent: [Urgent] My street in Zanzibar, and players per group
2021-08-02 12:01:00 ana in proposals standard: [Standard] My street in Zanzibar
2021-08-02 12:02:00 ana in proposals chat: // the street in Zanzibar
2021-08-02 12:03:00 ana in proposals strange: [Zanzibar] a street
2021-08-02 12:04:00 cleo in proposals default: A street in Zanzibar
2021-08-02 12:05:00 bob +1 urgent
2021-08-02 12:06:00 edit default: [Standard] Another street in Zanzibar
2021-08-02 12:07:00 bob +1 standard
2021-08-02 13:00:00 cleo in judge-elections stands: Me, from Zanzibar
2021-08-02 13:01:00 ana +1 stands
2021-08-05 09:00:00 ana in auctions wrong: Reveal: 20 on Lot 1 in Zanzibar
2021-08-05 10:00:00 ana in auctions reveal: Reveal: Bid 20 chips on Lot 1. Bid 5 chips on Lot 3. salt: zanzibar
2021-08-05 10:01:00 bob in auctions reveal2: I reveal: `Lot 2: perhaps some from Zanzibar. Lot 1: 3`
2021-08-05 10:01:30 cleo in auctions reveal3: Reveal: Lot 1: 2, Lot 2: 0 from my street, and both lots
2021-08-05 10:02:00 ana in game-actions revealhand: Reveal: Hand: 2x 5 of Coins, Ace of Cups. salt: street
2021-08-05 10:03:00 bob in game-actions revealhand2: Reveal: the Ace of Zanzibar
2021-08-09 10:00:00 decide payout:payout allowed by dan because "so it says"
"""
OPENING = {
    "judge": "bob",
    "players": [
        {"id": "ana", "chips": 100, "standard_proposal_makers": 1, "cards": {"Ace of Cups": 1, "5 of Coins": 2}},
        {"id": "bob", "chips": 50, "trungs": 30},
    ],
    "lots": [
        {"id": 1, "cards": ["Ace of Leaves", "7 of Bells", "Knight of Acorns"]},
        {"id": 2, "cards": ["2 of Leaves", "8 of Bells", "9 of Acorns"]},
        {"id": 3, "cards": ["3 of Leaves", "3 of Bells", "3 of Acorns"]},
    ],
}
MESSAGES = re.findall(r"in [a-z-]+ ([a-z0-9]+)(?: re [a-z]+)?:", STORY)


def records() -> list[Record]:
    """The story as observations."""
    return told(STORY.replace("OPENING", json.dumps(OPENING)), "round10")


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    """A tracker of Round 10 that has archived the story in a file."""
    return tracker_of(records(), open_archive(tmp_path / "tracker.db"), tmp_path)


def tracker_of(records: list[Record], archive: Any, folder: Path, slug: str = "round10") -> Wired:
    clock = SetClock(parse_instant(END))
    config = f"[game]\nslug = {slug}\n"
    made = replace(wired(folder, config, clock=clock, archive=MemoryArchive()), game=game(slug))
    made = replace(made, archive=archive, ledger=archive.ledger())
    by_hand.import_records(made, records)
    return made


def shown(tracker: Wired, as_of: str = END) -> dict[str, Any]:
    """All that a gamestate says in JSON: values, events, refusals, findings and questions."""
    state = gamestate_at(tracker, parse_instant(as_of))
    told = {
        "state": state.record(),
        "events": [dict(event) for event in state.events],
        "refused": [each.record() for each in state.refused],
        "findings": [(each.code, each.text) for each in state.findings],
        "questions": [(each.id, each.text, *each.answers, *each.needs) for each in state.questions],
    }
    plain: dict[str, Any] = json.loads(json.dumps(told, default=str))
    return plain


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Where two gamestates differ but for words that were redacted, and the salt of what was revealed."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            yield f"{place}: {sorted(before)} / {sorted(after)}"
            return
        for key, value in after.items():
            yield from differences(before[key], value, f"{place}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{place}/{number}")
    elif before != after and not (
        isinstance(before, str) and isinstance(after, str) and is_without_words(before, after)
    ):
        yield f"{place}: {before!r} / {after!r}"


def is_without_words(before: str, after: str) -> bool:
    """Whether a text is another one without its words, or without what follows what it declares."""
    return STANDS_FOR.search(after) is not None or before.partition("salt:")[0].rstrip(". ") == after.rstrip(". ")


def test_the_story_has_every_kind_of_action(tracker: Wired) -> None:
    before = shown(tracker)
    names = {event["event"] for event in before["events"]}
    assert names >= {
        "player_joined", "secret_posted", "reveal_accepted", "contract_formed", "contract_received", "contract_paid",
        "trade_done", "proposal_opened", "proposal_took_effect", "judge_elected", "lot_awarded", "hand_placed",
    }  # fmt: skip
    codes = {refusal["code"] for refusal in before["refused"]}
    assert codes >= {"BAD_HASH", "TYPE_MISSING", "HASH_MISMATCH", "UNCLEAR", "NO_SUCH_CONTRACT", "UNKNOWN_CLASS"}


def test_redacted_messages_leave_the_game_and_no_word(tracker: Wired, tmp_path: Path) -> None:
    before = shown(tracker)
    assert WORDS.search(json.dumps(before))
    assert any(WORDS.search(text) for text in pages(tracker))
    for message in MESSAGES:
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
        assert list(differences(before, shown(tracker))) == [], message
    assert WORDS.search(json.dumps(shown(tracker))) is None
    assert not any(WORDS.search(text) for text in pages(tracker))
    assert [line for line in exported(tracker.archive, "operator") if WORDS.search(line)] == []
    assert isinstance(tracker.archive, SqlArchive)
    tracker.archive.close()
    for file in tmp_path.glob("tracker.db*"):
        assert WORDS.search(file.read_bytes().decode("latin-1")) is None, file


def pages(tracker: Wired) -> list[str]:
    """Every page as it should stand on the wiki."""
    return list(page_texts(tracker, gamestate_at(tracker)).values())


def test_an_export_of_what_was_redacted_replays_the_same_game(tracker: Wired) -> None:
    before = shown(tracker)
    for message in MESSAGES:
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
    records = read_lines([line.encode() for line in exported(tracker.archive, "operator")], "export")
    printed = replay_records("round10", records, [END])
    assert list(differences(before["events"], printed["events"])) == []
    assert list(differences(before["state"], printed["instants"][END])) == []


def test_a_message_that_is_seen_again_is_not_read_again(tracker: Wired) -> None:
    redacting.redact(tracker, "offer", by="op", why="asked to be forgotten")
    before, count = shown(tracker), tracker.archive.last_seq()
    by_hand.import_records(tracker, [each for each in records() if each["id"] == "offer"])
    seen_anew = {**next(each for each in records() if each["id"] == "offer"), "name": "Ana"}
    by_hand.import_records(tracker, [seen_anew])
    assert (
        WORDS.search(json.dumps([row.observation.payload["text"] for row in tracker.archive.versions("offer")])) is None
    )
    assert tracker.archive.last_seq() <= count + 1
    assert list(differences(before["state"]["gamestate"], shown(tracker)["state"]["gamestate"])) == []


def test_a_round_of_which_many_words_are_redacted_is_the_same_round(tmp_path: Path) -> None:
    tracker = tracker_of(story(), MemoryArchive(), tmp_path)
    instants = ["2021-08-10T12:00:00Z", "2021-08-20T12:00:00Z", "2021-08-31T12:00:00Z"]
    before = [shown(tracker, each) for each in instants]
    for id in [each["id"] for each in story() if each["kind"] == "message"][::4]:
        redacting.redact(tracker, id, by="op", why="asked to be forgotten")
    assert list(differences(before, [shown(tracker, each) for each in instants])) == []


def test_words_that_were_redacted_before_anything_of_them_was_kept_say_nothing(tracker: Wired) -> None:
    for message in ("bare", "stranger", "strange"):
        tracker.archive.redact(message, by="op", why="long ago", at=parse_instant(END))
    assert {each["observation"] for each in shown(tracker)["refused"]}.isdisjoint({"bare", "stranger", "strange"})


def test_one_fold_reads_all_that_a_command_empties(tracker: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    (offer,) = (each for each in records() if each["id"] == "offer")
    said = {"author": "robot", "bot": True, "reply_to": "offer", "text": "zanzibar"}
    replies = [{**offer, **said, "id": f"reply{n}"} for n in range(3)]
    by_hand.import_records(tracker, replies)
    assert folds(monkeypatch, lambda: redacting.redact(tracker, "offer", by="op", why="asked to be forgotten")) == (
        4,
        1,
    )


def folds(monkeypatch: pytest.MonkeyPatch, redact: Callable[[], int]) -> tuple[int, int]:
    """How many rows were emptied, and how often the archive was folded for it."""
    seen: list[Any] = []

    def fold(*given: Any) -> Any:
        seen.append(given)
        return fold_watched(*given)

    monkeypatch.setattr(redacting, "fold_watched", fold)
    return redact(), len(seen)


def test_a_redacted_poll_still_says_what_a_vote_on_it_means(tmp_path: Path) -> None:
    cases = chat_stories.read_cases(Path("tests/games/aeternus/cases/judges.toml"), "aeternus")
    (case,) = (each for each in cases if each.name.startswith("a poll may say the reverse"))
    tracker, end = tracker_of(chat_stories.records(case), MemoryArchive(), tmp_path, "aeternus"), "2025-02-08T10:00:00Z"
    before = shown(tracker, end)
    assert [each["event"] for each in before["events"]].count("ruling_overturned") == 2
    for message in ("m0", "m1", "m2"):
        redacting.redact(tracker, message, by="op", why="asked to be forgotten")
    assert list(differences(before["events"], shown(tracker, end)["events"])) == []
