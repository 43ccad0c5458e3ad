"""What the bot suggested in a chat is archived once it stands there, and its author's reaction on it carries the line out."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_steps import Killed
from tests.contracts.chat_world import at
from tests.games.small.game import GAME
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people.answering import awaited_answers
from tracker.app.people.chat_writing import AGAIN
from tracker.app.people.redacting import redact
from tracker.core.observation import Observation, ObservationBatch

LATER = AGAIN.total_seconds() / 60


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    """A tracker of the small game, which ana and bob have joined and in which ana has coins."""
    with chat_tracker(tmp_path, played=GAME) as made:
        made.tick(0)
        made.say(1, "ana", "join")
        made.say(1.1, "bob", "join")
        coins = {"set": {"pointer": "/players/100/coins", "value": 5}, "by": "ana", "why": "so it was"}
        told = Observation("correction", "k1", coins, at=at(1.5), source="file")
        made.tick(2)
        made.archive.append(ObservationBatch("file", (told,), "", at(2)))
        yield made


def answers(chat: ChatTracker) -> list[dict[str, Any]]:
    rows = (row.observation for row in chat.archive.rows())
    return [dict(seen.payload) for seen in rows if seen.kind == "answer"]


def coins(chat: ChatTracker) -> list[int]:
    return [each["coins"] for each in gamestate_at(chat.tracker).values["players"].values()]


def reply_to(chat: ChatTracker, message: str) -> str:
    """The id of the bot's reply to a message."""
    sent = chat.discord.chat.channel("game-actions").messages.values()
    return next(each.id for each in sent if each.author is chat.discord.me and each.reply_to == message)


def react(chat: ChatTracker, minutes: float, message: str, author: str, emoji: str) -> None:
    chat.clock.instant = at(minutes)
    who = chat.discord.chat.find(message).reactions.setdefault((emoji, ""), {})
    who[chat.discord.chat.person(author).id] = False


def killed_at(name: str) -> Callable[[str], None]:
    def step(done: str) -> None:
        if done.startswith(name):
            raise Killed

    return step


def test_the_authors_reaction_on_the_answer_carries_the_line_out(chat: ChatTracker) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.tick(4)
    answer = reply_to(chat, unclear)
    assert answers(chat) == [{"of": unclear, "message": answer, "suggestions": ["give 101 1"]}]
    assert awaited_answers(chat.archive) == {answer}
    chat.tick(5)
    react(chat, 6, answer, "bob", "1️⃣")
    chat.tick(7)
    assert coins(chat) == [5, 0]
    react(chat, 8, answer, "ana", "1️⃣")
    chat.tick(9)
    assert coins(chat) == [4, 1]
    assert "Done: 100 gives 101 1 (S-2)" in chat.discord.chat.find(answer).text
    assert [each["suggestions"] for each in answers(chat)] == [["give 101 1"], []]
    assert awaited_answers(chat.archive) == frozenset()
    chat.tick(10)
    assert len(answers(chat)) == 2


def test_it_is_read_also_where_the_answer_stands_far_above_the_newest_messages(chat: ChatTracker) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.tick(4)
    answer = reply_to(chat, unclear)
    for number in range(150):
        chat.say(5 + number / 100, "bob", f"good morning {number}")
        if number % 50 == 49:
            chat.tick(5.001 + number / 100)
    chat.tick(8)
    react(chat, 9, answer, "ana", "👍")
    chat.tick(10)
    assert coins(chat) == [4, 1]


@pytest.mark.parametrize("step", ["saved:chat:reply", "receipt:chat:reply", "answered"])
def test_a_tick_that_is_killed_on_the_way_archives_it_with_the_next(chat: ChatTracker, step: str) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.step = killed_at(step)
    with pytest.raises(Killed):
        chat.tick(4)
    chat.step = lambda _: None
    chat.tick(5)
    chat.tick(6)
    (told,) = answers(chat)
    assert told == {"of": unclear, "message": reply_to(chat, unclear), "suggestions": ["give 101 1"]}
    assert len(chat.replies()[unclear]) == 1


def test_what_was_sent_and_not_answered_for_is_archived_once_it_is_read_back(chat: ChatTracker) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.step = killed_at("saved:")
    with pytest.raises(Killed):
        chat.tick(4)
    chat.step = lambda _: None
    react(chat, 4.5, reply_to(chat, unclear), "ana", "1️⃣")
    chat.tick(5 + LATER)
    chat.tick(6 + LATER)
    assert coins(chat) == [4, 1]


def test_a_reply_with_other_lines_is_archived_anew(chat: ChatTracker) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.tick(4)
    reads = {"of": unclear, "reads": "give 100", "by": "ana", "why": "a slip"}
    told = Observation("correction", "k2", reads, at=at(4.5), source="file")
    chat.archive.append(ObservationBatch("file", (told,), "", at(5)))
    chat.tick(6)
    assert [each["suggestions"] for each in answers(chat)] == [["give 101 1"], ["give 100 1"]]
    assert len({each["message"] for each in answers(chat)}) == 1


def test_whoever_was_not_understood_may_confirm_it_also_when_the_words_are_redacted(chat: ChatTracker) -> None:
    unclear = chat.say(3, "ana", "give 101")
    chat.tick(4)
    redact(chat.tracker, unclear, by="zoe", why="private")
    chat.tick(5)
    assert coins(chat) == [5, 0]
    assert "give 101" not in str(answers(chat))
    react(chat, 6, reply_to(chat, unclear), "ana", "1️⃣")
    chat.tick(7)
    assert coins(chat) == [4, 1]
    redact(chat.tracker, unclear, by="zoe", why="private")
    chat.tick(8)
    assert coins(chat) == [4, 1]
