"""Words that are redacted do not come back by way of what the bot itself wrote in the chat."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import ME, Account, at
from tests.sources.chat.exporter import write
from tracker.app.people.redacting import redact
from tracker.app.tick.looking import Silence
from tracker.core.observation import Observation, ObservationBatch
from tracker.sources.chat.export import ChatExportSource

WORD = "QUAGGA"


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    """A tracker that answers, and says how things stand in a channel that it reads itself."""
    with chat_tracker(tmp_path) as made:
        made.options = {"answers": "both", "status_channels": "game-actions"}
        made.tick(0)
        made.say(1, "eve", "I join the game")
        made.say(2, "fay", "I join the game")
        made.tick(5)
        yield made


def holding(chat: ChatTracker) -> list[tuple[str, str]]:
    """What the archive holds of the word."""
    return [
        (row.observation.kind, row.observation.text("text"))
        for row in chat.archive.rows()
        if WORD in str(row.observation.payload)
    ]


def stored(chat: ChatTracker) -> list[str]:
    """The files of the archive in which the word stands."""
    return [file.name for file in chat.folder.glob("tracker.db*") if WORD.encode() in file.read_bytes()]


def said_by_bot(chat: ChatTracker) -> list[str]:
    return [text for text in chat.discord.said("proposals") if WORD in text]


def propose(chat: ChatTracker) -> str:
    """Let eve propose something of a class that there is not, and fay change how things stand."""
    chat.say(6.1, "fay", "I generate a lot")
    return chat.say(6, "eve", f"[{WORD}] Everybody greets.", "proposals")


def test_a_reply_that_is_read_after_the_redaction_brings_no_words_back(chat: ChatTracker) -> None:
    id = propose(chat)
    chat.tick(10)
    assert said_by_bot(chat), "the reply quotes it"
    redact(chat.tracker, id, by="Op", why="asked")
    assert holding(chat) == []
    for minute in (20, 30, 40):
        chat.tick(minute)
        assert holding(chat) == []
    assert said_by_bot(chat) == []
    chat.archive.close()
    assert stored(chat) == []


def test_of_what_the_bot_says_itself_no_words_are_kept(chat: ChatTracker) -> None:
    id = propose(chat)
    for minute in (10, 20, 30):
        chat.tick(minute)
    own = [row.observation for row in chat.archive.rows() if row.observation.payload.get("author") == ME]
    assert {row.kind for row in own} == {"message", "message_edited"}
    assert {row.text("text") for row in own} == {""}
    assert [kind for kind, _ in holding(chat)] == ["message"]
    redact(chat.tracker, id, by="Op", why="asked")
    assert holding(chat) == []


def test_what_was_archived_of_the_bots_status_before_goes_with_the_words(chat: ChatTracker) -> None:
    id = propose(chat)
    chat.tick(10)
    (status,) = [
        each.id
        for each in chat.discord.chat.channel("game-actions").messages.values()
        if not each.reply_to and each.author.is_bot
    ]
    payload = {"channel": "game-actions", "author": ME, "text": f"asked: {WORD}", "bot": True}
    old = Observation("message_edited", status, payload, at=at(11), seen_at=at(12), source="discord")
    chat.archive.append(ObservationBatch("discord", (old,), chat.archive.cursor("discord") or "", at(12)))
    redact(chat.tracker, id, by="Op", why="asked")
    assert holding(chat) == []


def test_an_export_of_what_the_bot_said_tells_no_words_of_it_either(chat: ChatTracker, tmp_path: Path) -> None:
    propose(chat)
    chat.tick(10)
    exports = tmp_path / "exports"
    exports.mkdir()
    write(chat.discord.chat, exports, at(11))
    rows = [
        row
        for batch in ChatExportSource(exports, ["*.json"]).observe(chat.archive, at(12), Silence())
        for row in batch.observations
        if row.payload.get("author") == ME
    ]
    assert rows
    assert {row.text("text") for row in rows} == {""}


def test_what_other_bots_say_is_kept(chat: ChatTracker) -> None:
    chat.discord.chat.people["dicey"] = Account("777", "dicey", is_bot=True)
    chat.say(6, "dicey", "1d6: 4")
    chat.tick(10)
    assert [
        row.observation.text("text") for row in chat.archive.rows() if row.observation.payload.get("author") == "777"
    ] == ["1d6: 4"]
