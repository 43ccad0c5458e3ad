"""Messages that were edited before the tracker read them: people are asked what they said, and their answer holds wherever it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import at
from tracker.app import by_hand
from tracker.app.inquiry import gamestate_at
from tracker.app.interchange import exported, read_lines
from tracker.app.replay import replay_records
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.errors import UsageError


@pytest.fixture
def chat(tmp_path: Path, base: Path) -> Iterator[ChatTracker]:
    """A tracker that answers, of a round that ana and bob play."""
    with chat_tracker(tmp_path, base) as made:
        made.tick(0)
        for name in ("ana", "bob"):
            made.say(1, name, "I join the game")
        made.tick(2)
        yield made


@pytest.fixture
def offer(chat: ChatTracker) -> str:
    """An offer that ana edited before it was first read."""
    message = chat.say(3, "ana", 'I offer @bob the contract "Pact": ana pays. I intend to be bound')
    chat.say(3.5, "bob", 'I consent to the contract "Pact"')
    edit(chat, 4, message, 'I offer @bob the contract "Pact": bob pays. I intend to be bound')
    chat.tick(5)
    return message


def edit(chat: ChatTracker, minutes: float, message: str, text: str) -> None:
    """The author of a message edits it."""
    written = chat.discord.chat.find(message)
    written.text, written.edited_at = text, at(minutes)


def contracts(chat: ChatTracker) -> dict[str, object]:
    found: dict[str, object] = dict(gamestate_at(chat.tracker).values["contracts"])
    return found


def test_what_was_edited_before_it_was_read_is_no_fact_and_the_reply_says_that_people_are_asked(
    chat: ChatTracker, offer: str
) -> None:
    assert contracts(chat) == {"Pact": UNDETERMINED}
    (question,) = gamestate_at(chat.tracker).questions
    assert (question.id, question.answers) == (f"posted:{offer}", ("as seen", "nothing"))
    assert (
        question.needs[0] == 'as it was first read: “I offer @bob the contract "Pact": bob pays. I intend to be bound”'
    )
    (reply,) = chat.replies()[offer]
    assert "Perhaps (people must decide): Done" in reply
    assert "People are asked: What did message" in reply


def test_the_answer_holds_for_the_terms_and_in_an_export_and_is_told_in_the_reply(
    chat: ChatTracker, offer: str
) -> None:
    words = 'I offer @bob the contract "Pact": ana pays. I intend to be bound'
    by_hand.decide(chat.tracker, f"posted:{offer}", words, by="zoe", why="I read it")
    chat.tick(6)
    assert gamestate_at(chat.tracker).questions == ()
    assert contracts(chat)["Pact"]["terms"] == "ana pays. I intend to be bound"  # type: ignore[index]
    (reply,) = chat.replies()[offer]
    assert reply.startswith("Done: ")
    assert "People are asked" not in reply
    printed = replay_records(
        "round10", read_lines([line.encode() for line in exported(chat.archive, "operator")], "export"), [iso(at(6))]
    )
    (block,) = printed["instants"].values()
    assert block["gamestate"]["contracts"]["Pact"]["terms"] == "ana pays. I intend to be bound"


def test_words_that_announce_nothing_certain_are_refused_with_what_was_read(chat: ChatTracker, offer: str) -> None:
    for answer, why in (("good evening", "does not begin like any action"), ("I give some chips to @bob", "some")):
        with pytest.raises(UsageError, match=why):
            by_hand.decide(chat.tracker, f"posted:{offer}", answer, by="zoe", why="x")


def test_who_answers_in_other_letters_means_the_same(chat: ChatTracker, offer: str) -> None:
    by_hand.decide(chat.tracker, f"posted:{offer}", "Nothing", by="zoe", why="it was chat")
    chat.tick(6)
    assert contracts(chat) == {}
    assert gamestate_at(chat.tracker).questions == ()
    by_hand.decide(chat.tracker, f"posted:{offer}", "As seen", by="zoe", why="on second thoughts")
    chat.tick(7)
    assert contracts(chat)["Pact"]["terms"] == "bob pays. I intend to be bound"  # type: ignore[index]


def test_what_was_read_before_it_was_edited_is_as_it_was_read(chat: ChatTracker) -> None:
    message = chat.say(3, "ana", "I generate a lot")
    chat.tick(4)
    edit(chat, 5, message, "I leave the game")
    chat.tick(6)
    state = gamestate_at(chat.tracker)
    assert [each.id for each in state.questions if each.id.startswith("posted:")] == []
    assert "ANNOUNCEMENT_CHANGED" in {each.code for each in state.findings}
