"""How people talk: what is taken off, where sentences end, what is a yes; and each list of words says why it is one."""

import tomllib
from pathlib import Path

import pytest

from tracker.mechanics.chat import talk

LISTS = tomllib.loads(Path(talk.__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(LISTS))
def test_each_list_has_its_reason_and_no_word_twice(name: str) -> None:
    assert LISTS[name].keys() in ({"why", "words"}, {"why", "phrases"})
    assert LISTS[name]["why"].strip().endswith(".")
    words = LISTS[name].get("words", "").split() or [each.strip() for each in LISTS[name]["phrases"].split("|")]
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize(
    ("said", "tidied"),
    [
        ("**I** _give_ `5` 🎉 to <:duck:12> bob", "I give 5 to bob"),
        ("see https://example.org/a ~~not this~~", "see"),
        ("1. ten (10) “apples”", 'ten "apples"'),
        ("👍", "yes"),
        ("'so it's said'", '"so it\'s said"'),
        ("it's bob's", "it's bob's"),
    ],
)
def test_marks_mean_nothing(said: str, tidied: str) -> None:
    assert talk.tidy(said) == tidied


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("I'm going to give two", "i give 2"),
        ("i have to go", "i must go"),
        ("sooo", "so"),
        ("5 of my apples w/ bob's pear", "5 my apples with bob his pear"),
        ('"two of my"', '"two of my"'),
    ],
)
def test_words_of_frames(said: str, plainly: str) -> None:
    assert talk.plain(said) == plainly


def test_sentences_that_ask_tell_or_suppose_say_nothing() -> None:
    assert talk.sentences("I go. Do you? I said so. If so, I stay; I run, deal?") == (("I go.", True), ("I run", True))
    assert talk.sentences("I go because he does. (I run)") == (("I go ", False), ("I run", False))
    assert talk.sentences('I name it "a. b"') == (('I name it "a. b"', False),)
    assert talk.sentences("I go. jk") == ()


def test_yes_and_nothing_else() -> None:
    assert talk.says_yes("ok deal, Bob!", frozenset({"bob"}))
    assert not talk.says_yes("ok deal, Bob!", frozenset())
    assert not talk.says_yes("yes?", frozenset())
    assert not talk.says_yes("yes I saw it", frozenset())
    assert not talk.says_yes("deal with it", frozenset())
