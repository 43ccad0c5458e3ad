"""Shuffles that follow from a secret text and words: known answers, and what holds of every one."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.secrecy import commitment, shuffle_key
from tracker.mechanics.deck.secret_deck import (
    are_same_cards,
    in_order,
    is_word,
    nonce_of,
    pledge_of,
    secret_hash,
    shuffled,
)

KINDS = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
ALL = [kind for kind in KINDS for _ in range(3)]
MASTER = "correct horse"


def test_the_secret_text_is_committed_to_by_its_sha256() -> None:
    assert secret_hash(MASTER) == "4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631"


def test_a_shuffle_is_committed_to_with_its_nonce_and_its_cards() -> None:
    hash = commitment("nomicoup-1", 1, "00112233445566778899aabbccddeeff", ["Duke", "Contessa", "Captain"])
    assert hash == "f1278b4d4193457e0e48277ff96a1d3317aee076dc9d7a048037c7c84c60834f"
    assert shuffle_key("nomicoup-1", 1) == "nomicoup-1|1"


def test_fifteen_cards_with_two_words_come_into_the_order_of_the_checklist() -> None:
    top = "Ambassador, Duke, Ambassador, Captain, Contessa, Duke, Contessa, Contessa"
    below = "Ambassador, Assassin, Duke, Assassin, Assassin, Captain, Captain"
    assert shuffled(MASTER, "nomicoup-1", 1, ["duck", "tea"], ALL) == f"{top}, {below}".split(", ")


def test_four_cards_without_words_come_into_the_order_of_the_checklist() -> None:
    cards = in_order(["Captain", "Duke", "Captain", "Contessa"], KINDS)
    assert cards == ["Duke", "Captain", "Captain", "Contessa"]
    assert shuffled(MASTER, "nomicoup-1", 2, [], cards) == ["Contessa", "Duke", "Captain", "Captain"]


@given(
    secret=st.text(min_size=1),
    number=st.integers(1, 99),
    words=st.lists(st.text(), max_size=3),
    cards=st.lists(st.sampled_from(KINDS), max_size=20),
)
def test_every_shuffle_has_the_same_cards_and_is_the_same_again(
    secret: str, number: int, words: list[str], cards: list[str]
) -> None:
    given_cards = in_order(cards, KINDS)
    order = shuffled(secret, "g", number, words, given_cards)
    assert are_same_cards(order, cards)
    assert order == shuffled(secret, "g", number, words, given_cards)
    assert given_cards == in_order(order, KINDS)


def test_every_order_of_three_cards_is_about_as_frequent() -> None:
    orders = Counter(tuple(shuffled(MASTER, "g", number, (), ["a", "b", "c"])) for number in range(1, 6001))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_another_number_word_game_or_secret_gives_another_order_and_nonce() -> None:
    base = (MASTER, "g", 1, ("duck",))
    others = [
        ("other", "g", 1, ("duck",)),
        (MASTER, "h", 1, ("duck",)),
        (MASTER, "g", 2, ("duck",)),
        (MASTER, "g", 1, ()),
    ]
    assert shuffled(*base, ALL) not in [shuffled(*other, ALL) for other in others]
    nonces = {nonce_of(MASTER, "g", 1), nonce_of(MASTER, "g", 2), nonce_of(MASTER, "h", 1), nonce_of("other", "g", 1)}
    assert len(nonces) == 4
    assert all(len(nonce) == 32 and int(nonce, 16) >= 0 for nonce in nonces)


def test_numbers_that_would_make_some_places_likelier_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([b"\xff\xff\xff\xff" + b"\0\0\0\1" * 7])
    monkeypatch.setattr("tracker.mechanics.deck.secret_deck.hmac.digest", lambda *_: next(blocks))
    # Of three places the number 2^32 - 1 is above 3 * floor(2^32 / 3) - 1, so the next number counts.
    assert shuffled(MASTER, "g", 1, (), ["a", "b", "c"]) == ["a", "c", "b"]


def test_cards_of_no_kind_come_last_by_the_alphabet() -> None:
    assert in_order(["Zebra", "Contessa", "Ape", "Duke"], KINDS) == ["Duke", "Contessa", "Ape", "Zebra"]


@pytest.mark.parametrize("word", ["duck", "Ente", "鴨", "a" * 64, "x,y"])
def test_a_word_is_short_and_visible(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", ["", "a|b", "a b", "a\tb", "a\nb", "a\u00a0b", "\u200b", "a" * 65])
def test_nothing_else_is_a_word(word: str) -> None:
    assert not is_word(word)


def test_a_word_is_pledged_by_its_sha256_with_its_salt() -> None:
    assert pledge_of("duck") == hashlib.sha256(b"duck").hexdigest()
    assert pledge_of("duck", "abc") == hashlib.sha256(b"duck abc").hexdigest()
