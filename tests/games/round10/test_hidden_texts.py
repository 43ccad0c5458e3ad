"""Hidden texts of secret actions: bids that stand, fail, or are left to people, and the cards of a hand."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.round10.cards import deck_of
from tracker.games.round10.hidden_texts import Read, read_bids, read_hand
from tracker.games.round10.law import Law
from tracker.mechanics.chat.secrets import Secret

CARDS = deck_of(Law(datetime(2021, 8, 8, tzinfo=UTC), {}))
ODD = "\u200b\ufe0f\u00a0♠♥½²Ⅷ٣ﬁßÀ€"
CASES = tomllib.loads(Path(__file__).with_name("hidden_texts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "wanted"), [(text, case["read"]) for case in CASES["bids"] for text in case["texts"]])
def test_bids_of_a_text(text: str, wanted: list[list[int | str]]) -> None:
    assert [told(bid) for bid in read_bids(declared(text))] == wanted
    assert all(bool(bid.why) == (bid.amount is None) for bid in read_bids(declared(text)))


def declared(text: str) -> str:
    """What a revealed text declares: all before its salt."""
    when = datetime(2021, 8, 8, tzinfo=UTC)
    hidden = Secret(
        action="bid", player="ana", hash="", posted_at=when, maturation=when, revelation=when, until=when, text=text
    )
    return hidden.declared


def told(bid: Read) -> list[int | str | None]:
    reason = "UNCLEAR" if bid.is_unclear else bid.amount or "not_natural_number"
    return [-1 if bid.lot is None else bid.lot, reason]


@pytest.mark.parametrize(
    ("text", "wanted"), [(text, case["read"]) for case in CASES["hands"] for text in case["texts"]]
)
def test_cards_of_a_hand(text: str, wanted: dict[str, int]) -> None:
    assert read_hand(declared(text), CARDS) == wanted


@pytest.mark.parametrize("text", CASES["unreadable_hands"]["texts"])
def test_hands_that_people_must_read(text: str) -> None:
    found = read_hand(declared(text), CARDS)
    assert isinstance(found, str)
    assert found


def test_a_reveal_may_hold_a_hundred_bids_of_any_size() -> None:
    bids = [Read(lot, 10**lot) for lot in range(1, 101)]
    assert read_bids(", ".join(f"bid {bid.amount} chips on Lot {bid.lot}" for bid in bids)) == bids
    assert read_bids(f"Lot 3: {'9' * 400}") == [Read(3, int("9" * 400))]


@given(st.lists(st.tuples(st.integers(1, 10**9 - 1), st.integers(1, 10**40)), min_size=1), st.text())
def test_the_canonical_text_is_read_as_it_was_meant(bids: list[tuple[int, int]], salt: str) -> None:
    text = ", ".join(f"Bid {amount} chips on Lot {lot}" for lot, amount in bids)
    assert read_bids(declared(f"{text}. salt: {salt}")) == [Read(lot, amount) for lot, amount in bids]


CARD_COUNTS = st.dictionaries(
    st.builds("{} of {}".format, st.sampled_from(CARDS.ranks), st.sampled_from(CARDS.suits)),
    st.integers(1, 99),
    min_size=1,
)


@given(CARD_COUNTS, st.text())
def test_the_canonical_hand_is_read_as_it_was_meant(cards: dict[str, int], salt: str) -> None:
    hand = ", ".join(f"{card} x{count}" for card, count in cards.items())
    assert read_hand(declared(f"Hand: {hand}. salt: {salt}"), CARDS) == cards


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
    assert all(bid.amount is None or bid.amount > 0 for bid in read_bids(declared(text)))
    found = read_hand(declared(text), CARDS)
    assert isinstance(found, str) or all(count > 0 for count in found.values())


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
    read_bids(declared(text))
    read_hand(declared(text), CARDS)
    assert perf_counter() - started < 0.1
