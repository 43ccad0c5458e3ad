"""Answers in people's own words: refused with examples unless the game can use them, by whichever way they come."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.wiring import create_pages
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand
from tracker.core.ports import PageEdit
from tracker.errors import UsageError
from tracker.wiki.directory import DirectoryWiki

REQUESTS = "Tracker/Requests"
UNUSABLE = {
    "foo bar baz": "it does not begin like any action",
    "I give 3 chips to @nobody": "nobody here is called nobody",
    "I giveth all": "it does not begin like any action",
    "I join the game\nI leave the game": "it reads as 2 actions",
}


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    with chat_tracker(tmp_path) as made:
        made.more = f"[requests]\npage = {REQUESTS}\n[identities]\nzoe = wiki:Zoe\n[switches]\nadmins = zoe\n"
        made.tracker = made.made(made.archive)
        create_pages(made.tracker)
        for name in ("ana", "bob"):
            made.say(1, name, "I join the game")
        yield made


@pytest.fixture
def question(chat: ChatTracker) -> str:
    unclear = chat.say(2, "ana", "I give some chips to @bob")
    chat.tick(3)
    return f"reading:{unclear}:1"


def asked(chat: ChatTracker) -> list[str]:
    return [each.id for each in gamestate_at(chat.tracker).questions]


@pytest.mark.parametrize("answer", UNUSABLE)
def test_the_command_refuses_what_reads_as_no_single_action(chat: ChatTracker, question: str, answer: str) -> None:
    with pytest.raises(UsageError) as refused:
        by_hand.decide(chat.tracker, question, answer, by="zoe", why="x")
    assert UNUSABLE[answer] in str(refused.value)
    assert "“I give 5 chips to @bob”" in str(refused.value)
    assert by_hand.decision(chat.tracker, question) is None


def test_what_reads_as_one_action_or_nothing_is_taken(chat: ChatTracker, question: str) -> None:
    by_hand.decide(chat.tracker, question, "I give 3 chips to @bob\n", by="zoe", why="x")
    by_hand.decide(chat.tracker, question, "I join the game", by="zoe", why="x")
    by_hand.decide(chat.tracker, question, "Nothing", by="zoe", why="x")
    chat.tick(4)
    assert asked(chat) == []


@pytest.mark.parametrize(
    ("line", "said", "is_open"),
    [
        ('decide QUESTION "foo bar baz"', "it does not begin like any action", True),
        ("decide QUESTION foo", "it does not begin like any action", True),
        ("decide QUESTION I join the game", "is I join the game.", False),
        ("decide QUESTION I join the game --[[User:Zoe|Zoe]] ([[User talk:Zoe|talk]])", "is I join the game.", False),
        ("decide QUESTION I generate 2 lots and 7", "is no answer to QUESTION", True),
        ("decide QUESTION nothing, if Bo agrees", "is no answer to QUESTION", True),
        ('decide QUESTION I consent to the contract "Pact"', 'is I consent to the contract "Pact".', False),
        ("decide QUESTIONS I join the game", "there is no question", True),
        ('decide QUESTION "I join the game"', "Decided for zoe", False),
        ('decide QUESTION "I consent to the contract "Pact"".', "Decided for zoe", False),
        ("decide QUESTION nothing", "Decided for zoe", False),
    ],
)
def test_a_line_on_the_wiki_likewise(chat: ChatTracker, question: str, line: str, said: str, is_open: bool) -> None:
    people = DirectoryWiki(chat.folder / "wiki", chat.clock, "Zoe")
    page = people.fetch([REQUESTS])[REQUESTS]
    people.save(PageEdit(REQUESTS, f"{page.text}\n* {line.replace('QUESTION', question)}", "", page.revision))
    chat.tick(5)
    chat.tick(6)
    assert said.replace("QUESTION", question) in html.unescape(chat.page(REQUESTS))
    assert (asked(chat) == [question]) is is_open


@pytest.fixture
def ruled(chat: ChatTracker) -> str:
    """The question whether a ruling that was made turns a reading over."""
    judge = {"players": [{"id": chat.discord.chat.person("bob").id}], "judge": chat.discord.chat.person("bob").id}
    told = {"kind": "opening", "id": "opening:1", "at": at(0).isoformat(), "game": "round10", "state": judge}
    by_hand.import_records(chat.tracker, [told])
    request = chat.say(1, "ana", "I request justice: It is so.")
    ruling = chat.say(2, "bob", f"Ruling on {request}: TRUE")
    chat.tick(3)
    return f"ruling-switch:{ruling}"


@pytest.mark.parametrize("answer", ["lots=gone", "UNSOLD_LOT=is destroyed", "=", "=draw", "a=", "unsold_lot=vanishes"])
def test_what_names_no_switch_or_reading_is_refused_and_ticks_go_on(chat: ChatTracker, ruled: str, answer: str) -> None:
    with pytest.raises(UsageError, match=r"there is no switch|has the readings"):
        by_hand.decide(chat.tracker, ruled, answer, by="zoe", why="x")
    told = {"kind": "decision", "id": "d1", "at": at(4).isoformat(), "question": ruled, "by": "zoe", "why": "x"}
    by_hand.import_records(chat.tracker, [{**told, "answer": answer}])
    chat.tick(5)
    assert asked(chat) == [ruled]


def test_an_unusable_answer_that_was_imported_leaves_the_question_open_and_says_why(
    chat: ChatTracker, question: str
) -> None:
    told = {"kind": "decision", "id": "d1", "at": at(4).isoformat(), "question": question, "by": "zoe", "why": "x"}
    by_hand.import_records(chat.tracker, [{**told, "answer": "foo bar baz"}])
    chat.tick(5)
    assert asked(chat) == [question]
    assert "settles nothing: it does not begin like any action" in chat.page("Tracker/Refused and unclear")
    by_hand.import_records(chat.tracker, [{**told, "id": "d2", "at": at(6).isoformat(), "answer": "I join the game"}])
    chat.tick(7)
    assert asked(chat) == []
