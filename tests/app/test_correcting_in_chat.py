"""Admins of a chat game put the record right by messages in its chat, each carried out and answered once; others are refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_answer_rows import killed_at
from tests.app.test_steps import Killed
from tests.games.small.game import GAME
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import correcting

MORE = "[identities]\nzoe = discord:100\n[switches]\nadmins = zoe\n"


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    """A tracker of the small game, whose admin zoe and bob play."""
    with chat_tracker(tmp_path, played=GAME, more=MORE) as made:
        made.tick(0)
        made.say(1, "zoe", "join")
        made.say(1.1, "bob", "join")
        made.tick(2)
        yield made


def players(chat: ChatTracker) -> dict[str, Any]:
    found: dict[str, Any] = gamestate_at(chat.tracker).values["players"]
    return found


def reply(chat: ChatTracker, message: str) -> str:
    (told,) = chat.replies()[message]
    return told


def test_a_value_is_set_by_a_players_name_and_signed(chat: ChatTracker) -> None:
    said = chat.say(3, "zoe", "correct: set /players/Bob/coins to 5, because we agreed so")
    chat.tick(4)
    assert players(chat)["101"]["coins"] == 5
    (made,) = correcting.standing(chat.tracker)
    assert (made["by"], made["why"], made["message"]) == ("zoe", "we agreed so", said)
    assert reply(chat, said).startswith("Put right for zoe: /players/101/coins is 5 (“correct correction:1: void")
    chat.tick(5)
    assert len(correcting.standing(chat.tracker)) == 1


def test_a_message_is_void_and_that_is_taken_back(chat: ChatTracker) -> None:
    joined = chat.say(3, "cy", "join")
    link = f"https://discord.com/channels/700/7000/{joined}"
    chat.say(4, "zoe", f"correct {link}: void, because cy was only joking")
    chat.tick(5)
    assert list(players(chat)) == ["zoe", "101"]
    chat.say(6, "zoe", "Correct correction:1: void, because he was not")
    chat.tick(7)
    assert list(players(chat)) == ["zoe", "101", "102"]


def test_a_message_reads_otherwise_and_happened_at_another_time(chat: ChatTracker) -> None:
    slip = chat.say(3, "cy", "joyn")
    chat.say(4, "zoe", f"correct {slip}: reads “join”, because that is what it says, because of a slip")
    chat.say(4.1, "zoe", f"correct {slip}: happened 2021-08-01T00:02:30Z, because his clock was slow")
    chat.tick(5)
    assert "102" in players(chat)
    assert [each.get("happened", "")[-4:] for each in correcting.standing(chat.tracker)] == ["", ":30Z"]


def test_whoever_is_no_admin_is_refused(chat: ChatTracker) -> None:
    said = chat.say(3, "bob", "correct: set /players/bob/coins to 5, because I need them")
    chat.tick(4)
    assert players(chat)["101"]["coins"] == 0
    assert reply(chat, said) == "Refused: only the game's admins put the record right: zoe"
    assert correcting.standing(chat.tracker) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("correct: set /players/nobody/coins to 5, because so it is", "Not done: "),
        ("correct 123: void, because nobody wrote that", "there is no observation '123'"),
        ("correct: set /players/bob/coins to 5", "A correction reads: correct MESSAGE: void, because"),
        ("correct: void, because I say so", "Not done: "),
    ],
)
def test_what_puts_nothing_right_is_told_why(chat: ChatTracker, text: str, why: str) -> None:
    said = chat.say(3, "zoe", text)
    chat.tick(4)
    assert why in reply(chat, said)
    assert correcting.standing(chat.tracker) == []


@pytest.mark.parametrize("text", ["correct me if I am wrong: void where prohibited", "Correct: that was it", "correct"])
def test_other_talk_is_no_correction(chat: ChatTracker, text: str) -> None:
    said = chat.say(3, "zoe", text)
    chat.tick(4)
    assert said not in chat.replies()


def test_a_reply_corrects_the_message_that_it_answers(chat: ChatTracker) -> None:
    joined = chat.say(3, "cy", "join")
    said = chat.say(4, "zoe", "correct: void, because he was joking")
    written = chat.discord.chat.find(said)
    written.reply_to, written.type = joined, 19
    chat.tick(5)
    assert list(players(chat)) == ["zoe", "101"]


@pytest.mark.parametrize("step", ["days kept", "planned", "saved:chat:reply", "answered"])
def test_a_tick_that_is_killed_corrects_once(chat: ChatTracker, step: str) -> None:
    said = chat.say(3, "zoe", "correct: set /players/bob/coins to 5, because we agreed so")
    chat.step = killed_at(step)
    with pytest.raises(Killed):
        chat.tick(4)
    chat.step = lambda _: None
    chat.tick(5)
    assert len(correcting.standing(chat.tracker)) == 1
    assert reply(chat, said).startswith("Put right")


def test_what_was_said_before_messages_were_looked_at_corrects_nothing(tmp_path: Path) -> None:
    with chat_tracker(tmp_path, played=GAME, more=MORE) as chat:
        chat.say(1, "zoe", "join")
        chat.say(1.5, "zoe", "correct: set /players/zoe/coins to 5, because of old times")
        chat.tick(2)
        chat.tick(3)
        assert players(chat)["zoe"]["coins"] == 0
