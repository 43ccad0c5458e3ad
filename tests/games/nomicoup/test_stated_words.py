"""The players' words as people state them: every one is kept in its place, or refused with what is amiss."""

import hashlib
import json
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import canonical_json
from tracker.games.nomicoup import GAME
from tracker.mechanics.secret_deck import pledge_of

AT = "2021-05-01T00:00:00Z"
PLAYED = """
2021-05-01 01:00:00 ana in general e0: I request to become a player.
2021-05-01 01:00:01 ben in general e1: I request to become a player.
2021-05-01 01:00:02 cy in general e2: I request to become a player.
2021-05-01 01:10:00 cy in general p1: I pledge {sha256:moss}.
2021-05-01 01:10:30 ben in general p2: I pledge {sha256:duck x7}.
2021-05-01 01:11:00 ana in general p3: I pledge {sha256:tea}.
2021-05-01 01:12:00 cy in general p4: I pledge {sha256:late}.
2021-05-01 01:13:00 ana in general c1: The pledges are closed.
2021-05-01 01:14:00 ana in general w1: My word is tea.
2021-05-01 01:15:00 ben in general w2: My word is duck, salt x7.
"""
START = "2021-05-01 02:00:00 ana in general s1: Start the game."
RUNNING = {"players": ["ana", "ben"], "turn": {"player": "ana", "started_at": AT}}


def ended(rows: list[dict[str, Any]], at: str) -> Gamestate:
    return gamestates(GAME, json.loads(canonical_json(rows)), [at])[-1]


def opening(state: dict[str, Any], at: str) -> dict[str, Any]:
    return {"kind": "opening", "id": "o", "at": at, "game": "nomicoup", "state": state}


def stated(words: Any, **more: Any) -> Gamestate:
    return ended([opening({**RUNNING, "words": words, **more}, AT)], AT)


def problems(words: Any) -> list[str]:
    return list(GAME.opening_problems({**RUNNING, "words": words}, {}, parse_instant(AT)))


def used(state: Gamestate) -> tuple[str, ...]:
    assert state.dealing is not None
    return state.dealing.words


@pytest.mark.parametrize("more", [START, ""])
def test_what_is_printed_of_words_is_kept_as_it_is_archived_and_mixed_in_the_same_order(more: str) -> None:
    at = "2021-05-01T02:00:00Z"
    before = ended(told(PLAYED + more, "nomicoup"), at)
    values = before.values_for(secrets=True)
    again = ended([opening(values, at)], at)
    assert again.values["words"] == values["words"]
    assert [each["place"] for each in values["words"].values()] == [1, 2, 3]
    assert used(again) == used(before) == (("duck", "tea") if more else ())
    assert not any("word" in each.text for each in again.findings if each.code == "OPENING_NOT_UNDERSTOOD")


def test_pledges_that_are_stated_before_the_start_are_settled_by_it() -> None:
    values = ended(told(PLAYED, "nomicoup"), "2021-05-01T01:59:00Z").values_for(secrets=True)
    rows = [opening(values, "2021-05-01T01:59:00Z"), *told(START, "nomicoup")]
    assert used(ended(rows, "2021-05-01T02:00:00Z")) == ("duck", "tea")


def test_stated_anew_words_keep_their_messages_for_the_record_and_others_are_told_as_not_counted() -> None:
    at = "2021-05-01T02:00:00Z"
    rows = told(PLAYED + START, "nomicoup")
    values = ended(rows, at).values_for(secrets=True)
    folded = ended([*rows, opening(values, at)], at)
    assert folded.detail.play.deck.words["ana"].message == "p3"
    fewer = {**values["words"], "cy": {**values["words"]["cy"], "pledge": pledge_of("swan")}}
    changed = ended([*rows, opening({**values, "words": fewer}, at)], at)
    assert changed.detail.play.deck.words["cy"].pledge == pledge_of("swan")
    assert used(changed) == ("duck", "tea")


def test_mere_words_are_stated_in_their_order_and_printed_so() -> None:
    found = stated(["tea", "duck"])
    assert (used(found), found.values["words"]) == (("tea", "duck"), ["tea", "duck"])
    assert problems(["tea", "duck"]) == []


def test_words_that_needed_no_pledge_count_where_nobody_pledged_any() -> None:
    entries = {"ben": {"place": 1, "pledge": "", "word": "tea"}, "ana": {"place": 2, "word": "duck"}}
    assert (problems(entries), used(stated(entries))) == ([], ("tea", "duck"))
    pledged = {**entries, "ana": {**entries["ana"], "pledge": hashlib.sha256(b"duck").hexdigest()}}
    assert used(stated(pledged)) == ("duck",)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (5, "words are a list of words, or a map of players"),
        ("duck", "words are a list of words, or a map of players"),
        (["duck", 3], "words: 3 is no word"),
        (["two words"], "words: 'two words' is no word"),
        ({"zoe": {"word": "duck"}}, "whoever has a word (words) is zoe, who is not among the players"),
        ({"ana": "duck"}, "the word of ana must be a map"),
        ({"ana": None}, "the word of ana: neither a pledge nor a word is stated"),
        ({"ana": {"wrod": "duck"}}, "did you mean word?"),
        ({"ana": {"word": ["duck"]}}, "the word of ana: word is a text, not"),
        ({"ana": {"word": "a|b"}}, "a word, like a salt, is short"),
        ({"ana": {"pledge": "ab"}}, "a pledge is a SHA-256"),
        ({"ana": {"pledge": "0" * 64, "salt": "x"}}, "there is a salt and no word"),
        ({"ana": {"pledge": "0" * 64, "word": "duck"}}, "that is not the word whose hash was pledged"),
        ({"ana": {"word": "duck"}, "ben": {"word": "tea"}}, "it is not stated in which order they were pledged"),
        (
            {"ana": {"word": "duck", "place": 1}, "ben": {"word": "tea", "place": 1}},
            "it is not stated in which order they were pledged",
        ),
        ({"ana": {"word": "duck", "place": "first"}}, "the word of ana cannot have 'first' as place"),
    ],
)
def test_what_no_words_can_be_is_refused(words: Any, why: str) -> None:
    assert any(why in text for text in problems(words)), problems(words)


def test_words_before_the_hash_of_a_secret_text_that_is_not_known_are_told_to_be_void() -> None:
    found = stated({"ana": {"pledge": "0" * 64, "place": 1}}, status="waiting", turn=None)
    assert any("void once the hash of a secret text is published" in each.text for each in found.findings)
