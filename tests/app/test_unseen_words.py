"""Messages that were edited before the tracker read them: people are asked what they said, and their answer holds wherever it is told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at, status
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import exported, read_lines
from tracker.app.people import by_hand
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.errors import UsageError
from tracker.mechanics import forked_worlds


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


def contracts(chat: ChatTracker) -> dict[str, Any]:
    found: dict[str, Any] = dict(gamestate_at(chat.tracker).values["contracts"])
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
    assert contracts(chat)["Pact"]["terms"] == "ana pays. I intend to be bound"
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
    assert contracts(chat)["Pact"]["terms"] == "bob pays. I intend to be bound"


@pytest.mark.parametrize("marks", ["“{}”", '"{}"', "'{}'", "‘{}’"])
@pytest.mark.parametrize("answer", ["I trade 1 chip to @bob for 2 chips", "As seen"])
def test_an_answer_may_stand_in_quotation_marks_as_the_examples_do(
    chat: ChatTracker, offer: str, answer: str, marks: str
) -> None:
    told = by_hand.decide(chat.tracker, f"posted:{offer}", marks.format(answer), by="zoe", why="I read it")
    assert str(told.payload["answer"]).casefold() == answer.casefold()


def test_a_line_that_is_asked_about_says_that_its_message_was_edited_unread(chat: ChatTracker) -> None:
    message, plain = chat.say(3, "ana", "I give some chips to @bob"), chat.say(3, "ana", "I give some chips to @bob")
    edit(chat, 4, message, "I give some more chips to @bob")
    chat.tick(5)
    needs = {each.id: each.needs for each in gamestate_at(chat.tracker).questions}
    assert needs[f"reading:{plain}:1"] == ()
    (need,) = needs[f"reading:{message}:1"]
    assert f"answer posted:{message}" in need
    by_hand.decide(chat.tracker, f"posted:{message}", "I give 1 chip to @bob", by="zoe", why="I read it")
    chat.tick(6)
    assert [each.id for each in gamestate_at(chat.tracker).questions] == [f"reading:{plain}:1"]


# --- redaction --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of_answer", [False, True], ids=["of the message", "of the answer"])
def test_words_that_people_told_go_with_the_message_and_what_they_announced_stays(
    chat: ChatTracker, offer: str, of_answer: bool
) -> None:
    words = 'I offer @bob the contract "Pact": QUAGGA pays. I intend to be bound'
    by_hand.decide(chat.tracker, f"posted:{offer}", words, by="zoe", why="I read QUAGGA")
    chat.tick(6)
    assert "QUAGGA" in chat.page("Tracker/Trades and contracts")
    by_hand.redact(chat.tracker, f"decision:posted:{offer}" if of_answer else offer, by="Op", why="private")
    chat.tick(7)
    assert not [line for line in exported(chat.archive, "operator") if "QUAGGA" in line]
    assert "QUAGGA" not in chat.page("Tracker/Trades and contracts")
    (pact,) = contracts(chat).values()
    assert (pact["terms"], pact["status"]) == ("[redacted]", "in force")
    state = gamestate_at(chat.tracker)
    assert [each.id for each in state.questions if each.id.startswith("posted:")] == []
    again = replay_records(
        "round10", read_lines([line.encode() for line in exported(chat.archive, "operator")], "export"), [iso(at(7))]
    )
    (block,) = again["instants"].values()
    assert [each["status"] for each in block["gamestate"]["contracts"].values()] == ["in force"]


def test_a_line_that_people_read_goes_with_its_message_too(chat: ChatTracker) -> None:
    message = chat.say(3, "ana", 'I offer some to @bob the contract "Pact" QUAGGA')
    closed = chat.say(3, "ana", "I give some chips to @bob")
    chat.tick(5)
    words = 'I offer @bob the contract "Pact": QUAGGA pays. I intend to be bound'
    by_hand.decide(chat.tracker, f"reading:{message}:1", words, by="zoe", why="I read it")
    by_hand.decide(chat.tracker, f"reading:{closed}:1", "nothing", by="zoe", why="I read it")
    chat.tick(6)
    for each in (message, closed):
        by_hand.redact(chat.tracker, each, by="Op", why="private")
    chat.tick(7)
    assert not [line for line in exported(chat.archive, "operator") if "QUAGGA" in line]
    assert [each["terms"] for each in contracts(chat).values()] == ["[redacted]"]
    assert gamestate_at(chat.tracker).questions == ()


# --- what announces nothing any more ----------------------------------------------------------------------------------


def test_an_offer_edited_into_talk_is_asked_about_once_it_is_answered_and_people_can_say_what_it_was(
    chat: ChatTracker,
) -> None:
    chat.clock.instant = at(2)
    message = chat.say(3, "ana", "I trade 1 chip to @bob for 2 chips")
    reply = chat.say(3.5, "bob", "I accept")
    written = chat.discord.chat.find(reply)
    written.reply_to, written.type = message, 19
    edit(chat, 4, message, "lol nice weather")
    chat.tick(5)
    state = gamestate_at(chat.tracker)
    assert [each.id for each in state.questions] == [f"posted:{message}"]
    assert state.refused == ()
    (said,) = chat.replies()[reply]
    assert said.startswith("Perhaps (people must decide): Refused")
    assert "People are asked: What did message" in said
    by_hand.decide(chat.tracker, f"posted:{message}", "as seen", by="zoe", why="it was talk")
    chat.tick(6)
    assert [each.code for each in gamestate_at(chat.tracker).refused] == ["NO_SUCH_OFFER"]
    assert gamestate_at(chat.tracker).questions == ()
    by_hand.decide(chat.tracker, f"posted:{message}", "I trade 1 chip to @bob for 2 chips", by="zoe", why="I read it")
    chat.tick(7)
    state = gamestate_at(chat.tracker)
    assert state.questions == ()
    assert [(each.code, each.text) for each in state.refused] == [
        ("INSUFFICIENT_ITEMS", f"100 lacks 1 chip and 101 lacks 2 chips; offer {message[-5:]} stays open")
    ]


def test_what_talk_that_was_edited_unread_said_may_be_told_although_nobody_is_asked(chat: ChatTracker) -> None:
    message, other = chat.say(3, "ana", "I give 1 chip to @bob"), chat.say(3, "ana", "fine day")
    chat.tick(3.2)
    talk = chat.say(3.5, "ana", "I give 3 chips to @bob")
    proposal = chat.say(3.6, "ana", "a proposal", "proposals")
    for each in (talk, message, proposal):
        edit(chat, 4, each, "good evening")
    chat.tick(60)
    asked = [each.id for each in gamestate_at(chat.tracker).questions]
    assert f"posted:{talk}" not in asked
    for id in (message, other, proposal):
        with pytest.raises(UsageError, match="there is no question"):
            by_hand.decide(chat.tracker, f"posted:{id}", "I give 3 chips to @bob", by="zoe", why="x")
    with pytest.raises(UsageError, match="does not begin like any action"):
        by_hand.decide(chat.tracker, f"posted:{talk}", "good evening", by="zoe", why="x")
    by_hand.decide(chat.tracker, f"posted:{talk}", "I give 3 chips to @bob", by="zoe", why="I read it")
    chat.tick(61)
    assert talk in gamestate_at(chat.tracker).values["offers"]
    by_hand.decide(chat.tracker, f"posted:{talk}", "nothing", by="zoe", why="on second thoughts")
    chat.tick(62)
    assert talk not in gamestate_at(chat.tracker).values["offers"]
    by_hand.decide(chat.tracker, f"posted:{talk}", None, by="zoe", why="I do not know")
    chat.tick(63)
    assert talk not in gamestate_at(chat.tracker).values["offers"]


def test_what_was_read_before_it_was_edited_is_as_it_was_read(chat: ChatTracker) -> None:
    message = chat.say(3, "ana", "I generate a lot")
    chat.tick(4)
    edit(chat, 5, message, "I leave the game")
    chat.tick(6)
    state = gamestate_at(chat.tracker)
    assert [each.id for each in state.questions if each.id.startswith("posted:")] == []
    assert "ANNOUNCEMENT_CHANGED" in {each.code for each in state.findings}


def test_of_more_of_them_than_can_be_followed_nothing_is_told_as_a_fact_and_the_status_says_so(
    chat: ChatTracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 3)
    given = [chat.say(3 + n / 10, "ana", "I generate a gift") for n in range(3)]
    for n, message in enumerate(given):
        edit(chat, 4 + n / 10, message, "I give 1 chip to @bob")
    sure = chat.say(4.6, "bob", "I leave the game")
    chat.tick(5)
    assert "Perhaps (people must decide): Done" in chat.replies()[sure][0]
    told = status(chat.tracker, "admin")
    assert told["exit_code"] == 13
    assert [each["what"] for each in told["stuck"]] == ["too much waits for people"]
    for message in given[:2]:
        by_hand.decide(chat.tracker, f"posted:{message}", "nothing", by="zoe", why="I read it")
    chat.tick(6)
    assert chat.replies()[sure][0].count("Perhaps") == 0
    assert status(chat.tracker, "admin")["exit_code"] == 0
