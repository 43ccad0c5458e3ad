"""What stands for redacted words: hashes, names known again, and what a message's row says beside it."""

import hashlib
from typing import Any

import pytest

from tests.mechanics.chats import at
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.contracts import contract_named, offered
from tracker.mechanics.redacted_texts import (
    REDACTED,
    bare_text,
    hidden_name,
    is_same_name,
    kept_actions,
    kept_of,
    kept_reveals,
    revealed_in,
    said_before,
    words_of,
)
from tracker.mechanics.secret_actions import bare_hashes, hash_fault, hashes_in

HASH, OTHER = hashlib.sha256(b"my secret").hexdigest(), hashlib.sha256(b"other").hexdigest()
MARK = f"[redacted {HASH}]"


def message(text: str, **kept: Any) -> ChatMessage:
    return ChatMessage("m1", "talk", "ana", at(0), text, kept={text: kept} if kept else {})


@pytest.mark.parametrize(
    "text",
    [
        f"call 555 {HASH.upper()} now",
        f"{HASH} or {OTHER}",
        f"555 {HASH[:30]} {HASH[30:]}",
        HASH[:63],
        f"0{HASH}",
        "call 555",
        "",
    ],
)
def test_a_text_keeps_its_hashes_or_why_it_has_none(text: str) -> None:
    bare = bare_hashes(text)
    assert (hashes_in(bare), hash_fault(bare)) == (hashes_in(text), hash_fault(text))
    assert "call" not in bare
    assert "555" not in bare.split()


def test_a_question_stays_a_question() -> None:
    assert [bare_text(text) for text in ("Is it 5 Elm?", "It is 5 Elm", "")] == [f"{REDACTED}?", REDACTED, REDACTED]


def test_a_hidden_name_is_known_again() -> None:
    hidden = hidden_name("My  Pool")
    assert "Pool" not in hidden
    assert hidden_name(hidden) == hidden
    assert is_same_name(hidden, "my pool")
    assert not is_same_name(hidden, "my pools")
    contract = offered(("ana", "bob"), hidden, "x", "m1", at(0))
    assert contract_named({hidden: contract}, "MY POOL") is contract
    assert contract_named({"My Pool": offered(("ana",), "My Pool", "x", "m1", at(0))}, hidden) is not None


def test_actions_come_back_without_their_words() -> None:
    read: list[Announced | NotUnderstood] = [
        Announced(
            1, "I give 5 to Bob at home", "gift", {"to": "bob", "give": {"chips": 5}, "text": "home"}, ("home?",), 2
        ),
        NotUnderstood(2, "I trade my home", "“home” is nothing", "trade", 2),
    ]
    kept = kept_actions(read, lambda kind, fields: {**fields, "text": kind}, lambda line: REDACTED)
    assert said_before({"said": kept}) == (
        Announced(
            1, REDACTED, "gift", {"to": "bob", "give": {"chips": 5}, "text": "gift"}, ("its words are redacted",), 2
        ),
        NotUnderstood(2, REDACTED, "its words are redacted", "trade", 2),
    )


def test_a_reveal_stays_one_of_its_hash_alone() -> None:
    shows = kept_reveals("Reveal: my secret", {HASH, OTHER}, lambda hash, text: REDACTED)
    found = revealed_in(message(MARK, shows=shows), {HASH})
    assert found is not None
    assert (found.hash, found.text, found.is_whole) == (HASH, REDACTED, False)
    assert revealed_in(message(MARK, shows=shows), {OTHER}) is None
    assert revealed_in(message("Reveal: my secret"), {HASH}) is not None


def test_words_without_a_reading_say_nothing_once_they_are_redacted() -> None:
    assert (words_of(message(MARK)), kept_of(message(MARK))) == ("", {})
    assert revealed_in(message(MARK), {HASH}) is None
    assert (words_of(message("[redacted x]")), kept_of(message("[redacted x]"))) == ("[redacted x]", None)
    assert words_of(message(MARK, words="[Urgent] …")) == "[Urgent] …"
