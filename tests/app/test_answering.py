"""Answers in the game's chat: each announcement is answered once for ever, and one message a channel says how things stand."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_steps import Killed
from tests.app.wiring import wired
from tests.contracts.chat_world import at
from tests.sources.chat.fake_discord import Answer
from tracker.app.people.answering import ANSWERING, TAKEN_BACK
from tracker.app.people.chat_writing import AGAIN
from tracker.app.publish.restored import note_restored
from tracker.app.tick.health import health
from tracker.app.tick.pause import set_pause
from tracker.app.tick.tick import tick
from tracker.bootstrap import open_archive
from tracker.core.observation import Observation, ObservationBatch
from tracker.errors import OutboxError

LATER = AGAIN.total_seconds() / 60


@pytest.fixture
def fresh(tmp_path: Path, base: Path) -> Iterator[ChatTracker]:
    """A tracker that never answered."""
    with chat_tracker(tmp_path, base) as made:
        yield made


@pytest.fixture
def chat(fresh: ChatTracker) -> ChatTracker:
    """A tracker that answers since minute 0."""
    fresh.tick(0)
    return fresh


def writes(chat: ChatTracker) -> list[str]:
    """What was written on Discord since the last time, in words of HTTP."""
    return [asked.split()[0] for asked in chat.discord.taken() if asked.startswith(("POST", "PATCH"))]


def killed_at(name: str) -> Callable[[str], None]:
    def step(done: str) -> None:
        if done.startswith(name):
            raise Killed

    return step


# --- replies ----------------------------------------------------------------------------------------------------------


def test_an_announcement_is_answered_once_though_folded_many_times(chat: ChatTracker) -> None:
    joined = chat.say(1, "ana", "I join the game")
    report = chat.tick(2)
    assert chat.replies() == {joined: ["Done: 100 joins the game (R10-007)"]}
    assert f"chat:reply:{joined}" in report.words
    for minute in range(3, 9):
        chat.say(minute - 0.5, "bob", f"good morning {minute}")
        assert chat.tick(minute).outcome in {"in step", "applied"}
    chat.code = "other code"
    chat.tick(9)
    chat.tick(10)
    assert chat.replies() == {joined: ["Done: 100 joins the game (R10-007)"]}


def test_it_says_what_is_refused_with_clause_and_sentence_and_nothing_of_chatter(chat: ChatTracker) -> None:
    chat.say(1, "bob", "good morning")
    bid = chat.say(2, "bob", "I generate a lot")
    chat.tick(3)
    (told,) = chat.replies().pop(bid)
    assert told == r"Refused: 100 is not a player (NOT\_A\_PLAYER, R10-004)"
    assert list(chat.replies()) == [bid]


def test_several_actions_of_a_message_are_answered_in_one_reply_with_the_dice(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I join the game")
    said = chat.say(2, "ana", "I generate a lot\nI exchange 10 Trungs for 1 Gold Star")
    chat.tick(3)
    (told,) = chat.replies()[said]
    done, refused, dice = told.split("\n")
    assert done.startswith("Done: 100 generates Lot 1: ")
    assert refused.startswith("Refused, action 2: 100 does not hold 10 Trungs (INSUFFICIENT")
    faces, _, seed = dice.partition(", by ")
    assert faces.startswith("Dice: ")
    assert faces.count(",") == 5
    assert re.fullmatch(
        r"the seed of 2021-08-01 whose SHA-256 is [0-9a-f]{64}; the wiki['’]s dice page shows how to check it", seed
    )


def test_what_was_said_before_it_was_switched_on_is_not_answered(fresh: ChatTracker) -> None:
    chat = fresh
    chat.options = {"answers": "no"}
    chat.say(1, "ana", "I join the game")
    chat.tick(2)
    chat.options = {"answers": "replies"}
    chat.tick(3)
    again = chat.say(4, "ana", "I join the game")
    chat.tick(5)
    assert list(chat.replies()) == [again]
    assert chat.status() == []
    chat.options = {"answers": "no"}
    chat.say(6, "ana", "I join the game")
    chat.tick(7)
    chat.options = {"answers": "replies"}
    chat.tick(8)
    assert list(chat.replies()) == [again]


def test_what_an_imported_file_tells_of_other_channels_is_not_answered(chat: ChatTracker) -> None:
    chat.options["channels"] = "proposals"
    told = {"channel": "game-actions", "author": "100", "text": "I join the game"}
    seen = Observation("message", "871180680560649999", told, at=at(1), source="file")
    chat.tracker.archive.append(ObservationBatch("file", (seen,), "", at(1)))
    report = chat.tick(2)
    assert (report.errors, chat.replies()) == ((), {})


def test_what_is_old_by_the_time_it_is_read_is_not_answered(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I join the game")
    late = chat.say(60, "bob", "I join the game")
    chat.tick(24 * 60 + 30)
    assert list(chat.replies()) == [late]


def test_a_verdict_that_changes_edits_its_own_reply(chat: ChatTracker) -> None:
    joined, lot = chat.say(1, "ana", "I join the game"), chat.say(2, "ana", "I generate a lot")
    chat.tick(3)
    (before,) = chat.replies()[lot]
    assert before.startswith("Done: ")
    setting = Observation("setting", "set", {"name": "lots_minimum", "value": 0}, at=at(0.5), source="file")
    other = Observation("setting", "set2", {"name": "lots_per_group", "value": 0}, at=at(0.5), source="file")
    chat.tracker.archive.append(ObservationBatch("file", (setting, other), "", at(3)))
    writes(chat)
    chat.tick(4)
    (after,) = chat.replies()[lot]
    assert after.startswith("Refused: there are 0 lots and the next auction has 0 (ENOUGH")
    assert set(chat.replies()) == {joined, lot}
    assert "POST" not in writes(chat)


def test_a_verdict_that_vanishes_is_taken_back(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I join the game")
    said = chat.say(2, "ana", "I accept")
    chat.tick(3)
    assert "NO" in chat.replies()[said][0]
    void = Observation("correction", "v1", {"of": said, "void": True, "by": "op", "why": "x"}, at=at(3), source="file")
    chat.tracker.archive.append(ObservationBatch("file", (void,), "", at(3)))
    chat.tick(4)
    assert chat.replies()[said] == [TAKEN_BACK]
    writes(chat)
    chat.tick(5)
    assert writes(chat) == []


def test_hostile_names_and_texts_call_nobody(chat: ChatTracker) -> None:
    ana = chat.discord.chat.person("@everyone [x](https://evil.example) **<@100>**")
    ana.id = "123456789012345678"
    joined = chat.say(1, ana.name, "I join the game")
    chat.tick(2)
    (told,) = chat.replies()[joined]
    assert told.startswith(r"Done: @ everyone [x] (https: //evil.example) \*\*")
    assert told.endswith("joins the game (R10-007)")
    assert "<" not in told
    assert all(body["allowed_mentions"] == {"parse": [], "replied_user": False} for body in chat.discord.bodies)


def test_a_message_with_a_hundred_actions_gets_one_reply_that_fits(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I join the game")
    many = chat.say(2, "ana", "\n".join(f"I accept {n}" for n in range(1, 101)))
    chat.tick(3)
    (told,) = chat.replies()[many]
    assert len(told) <= 2000
    assert "Refused, actions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 88 more: " in told
    assert "the wiki has all of it" not in told


def test_replies_wait_where_there_were_many_within_the_hour(chat: ChatTracker) -> None:
    chat.options["replies_per_hour"] = "2"
    said = [chat.say(1 + n / 10, "ana", "I join the game") for n in range(3)]
    report = chat.tick(2)
    assert list(chat.replies()) == said[:2]
    assert report.next_instant is not None
    assert report.next_instant <= at(62)
    chat.tick(30)
    assert list(chat.replies()) == said[:2]
    chat.tick(63)
    assert list(chat.replies()) == said


def test_who_deletes_a_reply_or_its_message_is_left_in_peace(chat: ChatTracker) -> None:
    lot, gone = chat.say(1, "ana", "I generate a lot"), chat.say(1.5, "bob", "I generate a lot")
    messages = chat.discord.chat.channel("game-actions").messages

    def delete(step: str) -> None:
        if step == "planned":
            del messages[gone]

    chat.step = delete
    report = chat.tick(2)
    assert report.errors == ()
    assert list(chat.replies()) == [lot]
    chat.step = lambda _: None
    (reply,) = [id for id, each in messages.items() if each.reply_to == lot]
    del messages[reply]
    chat.say(3, "bob", "good morning")
    setting = Observation(
        "setting", "set", {"name": "actions_channel", "value": "proposals"}, at=at(0.5), source="file"
    )
    chat.tracker.archive.append(ObservationBatch("file", (setting,), "", at(3)))
    for minute in (4, 5, 6):
        assert chat.tick(minute).errors == ()
    assert chat.replies() == {}


# --- how things stand -------------------------------------------------------------------------------------------------


def test_one_message_says_how_things_stand_and_is_edited_where_that_changes(chat: ChatTracker) -> None:
    (first,) = chat.status()
    assert first == "Infinite Nomic, Round 10: how it stands\nBartering Phase until 2021-08-02 00:00 UTC\nJudge: nobody"
    writes(chat)
    chat.tick(1)
    assert writes(chat) == []
    chat.say(2, "ana", "I join the game")
    chat.say(3, "ana", "I generate a lot")
    chat.say(4, "ana", "[Urgent] Lots have four cards.", channel="proposals")
    chat.tick(5)
    (now,) = chat.status()
    assert "Lots on offer: 1\n• 1: " in now
    assert "Proposals: 1\n• Urgent by ana, open, until 2021-08-03 00:04 UTC" in now
    chat.tick(24 * 60 + 1)
    assert "Auction Phase until" in chat.status()[0]


def test_a_status_in_a_channel_that_is_read_does_not_change_because_of_itself(chat: ChatTracker) -> None:
    chat.options["status_channels"] = "game-actions"
    chat.say(1, "ana", "I join the game")
    for minute in range(2, 8):
        chat.tick(minute)
    assert chat.tick(9).outcome == "idle"
    assert len(chat.replies()[""]) == 1


def test_a_status_that_a_person_deleted_is_told_and_not_made_again(chat: ChatTracker) -> None:
    chat.discord.chat.channel("status").messages.clear()
    chat.say(1, "ana", "I join the game")
    chat.say(1, "ana", "I generate a lot")
    report = chat.tick(2)
    assert report.errors == ()
    assert report.plan is not None
    (found,) = [each for each in report.plan.findings if each.subject == "#status"]
    assert "somebody deleted the message" in found.text
    chat.say(3, "ana", "I generate a lot")
    chat.tick(4)
    assert chat.status() == []
    chat.options = {"answers": "replies"}
    chat.tick(5)
    chat.options = {"answers": "both", "status_channels": "status"}
    chat.tick(6)
    assert len(chat.status()) == 1


# --- what is not sent -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["plan", "pause", "switch", "off"])
def test_nothing_is_sent_where_nothing_may_be_written(fresh: ChatTracker, how: str) -> None:
    chat = fresh
    if how == "plan":
        chat.permission = "plan"
    elif how == "off":
        chat.options = {}
    elif how == "pause":
        set_pause(chat.tracker, "on", by="Ada", why="to look")
    else:
        file = chat.tracker.wiki.page_file("Off")  # type: ignore[attr-defined]
        file.write_text("stop", encoding="utf-8")
    for minute in (1, 2, 3):
        chat.say(minute - 0.5, "ana", "I generate a lot")
        chat.tick(minute)
    assert writes(chat) == []
    assert chat.tracker.ledger.open_intents() == []


def test_other_nomics_are_not_bothered(tmp_path: Path) -> None:
    tracker = wired(tmp_path)
    tick(tracker)
    assert tracker.archive.cursor(ANSWERING) is None


# --- what goes wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["chat:reply:", "chat:status:"])
@pytest.mark.parametrize("step", ["intent:", "saved:", "receipt:"])
def test_a_tick_killed_anywhere_leaves_one_message(fresh: ChatTracker, step: str, target: str) -> None:
    chat = fresh
    chat.options = {"answers": "replies"}
    chat.tick(0)
    chat.options = {"answers": "both", "status_channels": "status"}
    lot = chat.say(1, "ana", "I generate a lot")
    chat.step = killed_at(f"{step}{target}")
    with pytest.raises(Killed):
        chat.tick(2)
    chat.step = lambda _: None
    for minute in (2.1, 2.2, 3 + LATER, 4 + LATER):
        chat.tick(minute)
    assert {message: len(told) for message, told in chat.replies().items()} == {lot: 1}
    assert len(chat.status()) == 1
    assert chat.tracker.ledger.open_intents() == []


@pytest.mark.parametrize("status", [500, 504])
def test_a_lost_answer_is_settled_by_reading_back(chat: ChatTracker, status: int) -> None:
    lot = chat.say(1, "ana", "I generate a lot")

    def lose(step: str) -> None:
        if step == f"intent:chat:reply:{lot}":
            chat.discord.spoil("/messages", status)

    chat.step = lose
    report = chat.tick(2)
    assert report.errors == ()
    assert report.next_instant is not None
    assert report.next_instant <= at(2 + LATER)
    chat.step = lambda _: None
    chat.discord.spoiled.clear()
    writes(chat)
    chat.tick(2 + LATER)
    chat.tick(3 + LATER)
    assert writes(chat) == []
    assert len(chat.replies()[lot]) == 1
    assert chat.tracker.ledger.open_intents() == []


def test_a_message_of_which_nothing_arrived_is_written_once_that_is_sure(chat: ChatTracker) -> None:
    lot = chat.say(1, "ana", "I generate a lot")
    chat.discord.refuse("/messages", 504)
    chat.tick(2)
    chat.tick(2.5)
    assert chat.replies() == {}
    chat.tick(2 + LATER)
    assert len(chat.replies()[lot]) == 1


def test_what_cannot_be_read_back_stays_open_and_is_not_sent_again(chat: ChatTracker) -> None:
    lot, channel = chat.say(1, "ana", "I generate a lot"), chat.discord.chat.channel("game-actions")
    chat.step = killed_at(f"saved:chat:reply:{lot}")
    with pytest.raises(Killed):
        chat.tick(2)
    chat.step = lambda _: None
    chat.discord.spoiled += [("&after=", lambda _: Answer(403, {"code": 50001}))] * 2
    report = chat.tick(2 + LATER)
    assert [str(error) for error in report.errors if "Read Message History" in str(error)]
    assert len(chat.tracker.ledger.open_intents()) == 1
    assert len(chat.replies()[lot]) == 1
    chat.discord.spoiled.clear()
    chat.tick(6)
    assert chat.tracker.ledger.open_intents() == []
    assert len([each for each in channel.messages.values() if each.reply_to == lot]) == 1


def test_a_pause_that_discord_asks_for_is_kept(chat: ChatTracker) -> None:
    lot = chat.say(1, "ana", "I generate a lot")
    chat.discord.refuse("/messages", 429, {"retry_after": 1200.0, "global": False})
    report = chat.tick(2)
    assert report.errors == ()
    chat.say(3, "bob", "good morning")
    chat.tick(4)
    chat.tick(20)
    assert chat.replies() == {}
    chat.tick(22.5)
    assert list(chat.replies()) == [lot]


def test_a_permission_that_lacks_is_a_fault_until_it_is_given(chat: ChatTracker) -> None:
    lot = chat.say(1, "ana", "I generate a lot")
    chat.discord.mute.add(chat.discord.chat.channel("game-actions").id)
    report = chat.tick(2)
    (error,) = report.errors
    assert isinstance(error, OutboxError)
    assert "#game-actions: the bot may not do that there (give its role Send Messages" in str(error)
    assert (report.outcome, report.exit_code) == ("failed", OutboxError.exit_code)
    (stuck,) = health(chat.tracker, "operator")["stuck"]
    assert "Send Messages" in stuck["why"]
    assert len(chat.status()) == 1, "other channels go on"
    chat.discord.mute.clear()
    assert chat.tick(5).errors == ()
    assert list(chat.replies()) == [lot]
    assert health(chat.tracker, "operator")["stuck"] == []


def test_a_source_that_cannot_be_read_keeps_answers_back(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I generate a lot")
    chat.discord.spoiled += [("/messages", lambda _: Answer(401, {"code": 0}))] * 9
    assert chat.tick(2).outcome == "withheld"
    chat.discord.spoiled.clear()
    chat.tick(3)
    assert len(chat.replies()) == 1


def test_an_archive_put_back_from_a_copy_answers_nothing_again(fresh: ChatTracker) -> None:
    chat, copied = fresh, fresh.folder / "copied.db"
    source = Path(chat.tracker.settings.archive_place)
    chat.archive.close()
    shutil.copy(source, copied)
    chat.archive = open_archive(chat.tracker.settings)
    chat.tick(0)
    joined = chat.say(1, "ana", "I join the game")
    chat.tick(2)
    chat.archive.close()
    shutil.copy(copied, source)
    chat.archive = open_archive(chat.tracker.settings)
    note_restored(chat.archive, at(3), {})
    chat.tick(3)
    lot = chat.say(4, "ana", "I generate a lot")
    chat.tick(5)
    assert {message: len(told) for message, told in chat.replies().items()} == {joined: 1, lot: 1}
    (status,) = chat.status()
    assert "Lots on offer: 1" in status


def test_what_is_kept_from_tick_to_tick_is_small(chat: ChatTracker) -> None:
    chat.say(1, "ana", "I generate a lot")
    chat.tick(2)
    told = json.loads(chat.tracker.archive.cursor(ANSWERING) or "{}")
    assert len(told["replies"]) == 1
    chat.tick(15 * 24 * 60)
    chat.tick(15 * 24 * 60 + 5)
    assert json.loads(chat.tracker.archive.cursor(ANSWERING) or "{}")["replies"] == {}
