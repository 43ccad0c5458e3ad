"""Hidden texts of secret actions: bids that stand, fail, or are left to people, and the cards of a hand."""

import tomllib
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.round10.test_announced import CARDS, ODD
from tracker.games.round10.hidden_texts import Bid, read_bids, read_hand
from tracker.mechanics.announcements import NotUnderstood

CASES = tomllib.loads(Path(__file__).with_name("hidden_texts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "wanted"), [(text, case["read"]) for case in CASES["bids"] for text in case["texts"]])
def test_bids_of_a_text(text: str, wanted: list[list[int | str]]) -> None:
    found = [[-1 if bid.lot is None else bid.lot, bid.reason or bid.amount] for bid in read_bids(text)]
    assert found == wanted
    assert all(bool(bid.why) == bool(bid.reason) == (bid.amount is None) for bid in read_bids(text))


@pytest.mark.parametrize(
    ("text", "wanted"), [(text, case["read"]) for case in CASES["hands"] for text in case["texts"]]
)
def test_cards_of_a_hand(text: str, wanted: dict[str, int]) -> None:
    assert read_hand(text, CARDS) == wanted


@pytest.mark.parametrize("text", CASES["unreadable_hands"]["texts"])
def test_hands_that_people_must_read(text: str) -> None:
    found = read_hand(text, CARDS)
    assert isinstance(found, NotUnderstood), found
    assert found.why


def test_a_reveal_may_hold_a_hundred_bids_of_any_size() -> None:
    bids = [Bid(lot, 10**lot) for lot in range(1, 101)]
    assert read_bids(", ".join(f"bid {bid.amount} chips on Lot {bid.lot}" for bid in bids) + ". salt: x") == bids
    assert read_bids(f"Lot 3: {'9' * 400}") == [Bid(3, int("9" * 400))]


@given(st.lists(st.tuples(st.integers(1, 10**9), st.integers(1, 10**40)), min_size=1), st.text())
def test_the_canonical_text_is_read_as_it_was_meant(bids: list[tuple[int, int]], salt: str) -> None:
    text = ", ".join(f"Bid {amount} chips on Lot {lot}" for lot, amount in bids)
    assert read_bids(f"{text}. salt: {salt}") == [Bid(lot, amount) for lot, amount in bids]


CARD_COUNTS = st.dictionaries(
    st.builds("{} of {}".format, st.sampled_from(CARDS.ranks), st.sampled_from(CARDS.suits)),
    st.integers(1, 99),
    min_size=1,
)


@given(CARD_COUNTS, st.text())
def test_the_canonical_hand_is_read_as_it_was_meant(cards: dict[str, int], salt: str) -> None:
    hand = ", ".join(f"{card} x{count}" for card, count in cards.items())
    assert read_hand(f"Hand: {hand}. salt: {salt}", CARDS) == cards


WORDS = [
    "lot 1",
    "bid",
    "20",
    "on",
    "#2",
    "chips",
    "King",
    "of",
    "Hearts",
    "x2",
    "hand:",
    "salt",
    "and",
    "if",
    ", ",
    ". ",
]


@given(st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text(ODD, max_size=3))).map(" ".join)))
def test_no_text_makes_the_readers_fail(text: str) -> None:
    assert all(bid.amount is None or bid.amount > 0 for bid in read_bids(text))
    found = read_hand(text, CARDS)
    assert isinstance(found, NotUnderstood) or all(count > 0 for count in found.values())


@pytest.mark.parametrize(
    "text",
    [
        "#" + "1" * 3_990 + ".5",
        "lot " * 1_000,
        "I " * 2_000,
        "my : " * 800,
        "lot 1 " + "-" * 3_990,
        "2x" * 2_000,
        "1,111" * 800,
        "5 of " * 800,
        "*_" * 2_000,
    ],
    ids=range(9),
)
def test_hostile_texts_are_read_quickly(text: str) -> None:
    read_hand("K♥", CARDS)
    started = perf_counter()
    read_bids(text)
    read_hand(text, CARDS)
    assert perf_counter() - started < 0.1
