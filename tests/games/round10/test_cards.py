"""Cards: the tables and what is read from them, draws, order, and tables that cannot be used (R10-099 to R10-108)."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.round10.cards import (
    Card,
    deck_of,
    drawn,
    hand_of,
    shown,
    unfolded,
)
from tracker.games.round10.law import Law

WHEN = datetime(2021, 8, 8, tzinfo=UTC)
USUAL = Law(WHEN, {})
DECK = deck_of(USUAL)


def deck_with(**tables: Any) -> Any:
    return deck_of(Law(WHEN, tables))


@pytest.mark.parametrize("name", ["Knight of Roses", "knight  of ROSES", " KNIGHT OF roses "])
def test_a_card_is_known_by_its_name(name: str) -> None:
    assert DECK.card(name) == Card("Knight", "Roses")
    assert Card("Knight", "Roses").name == "Knight of Roses"


@pytest.mark.parametrize(
    "name", ["Jack of Stars", "Knight of Stars", "14 of Cups", "Knight", "", "of", "Cups of Knight"]
)
def test_what_the_tables_lack_is_no_card(name: str) -> None:
    assert DECK.card(name) is None


@pytest.mark.parametrize(("suit", "rank"), [(0, 1), (13, 1), (1, 0), (1, 21), (-1, 5)])
def test_a_face_that_stands_for_nothing_draws_nothing(suit: int, rank: int) -> None:
    assert drawn(DECK, suit, rank) is None


@given(st.integers(1, 12), st.integers(1, 20))
def test_every_face_of_the_dice_draws_a_card(suit: int, rank: int) -> None:
    card = drawn(DECK, suit, rank)
    assert card is not None
    assert (DECK.suits.index(card.suit), DECK.ranks.index(card.rank)) == (suit - 1, rank - 1)
    assert DECK.card(card.name) == card


def test_equal_cards_are_counted() -> None:
    hand = hand_of(DECK, {"King of Cups": 1, "7 of bells": 1, "7 of Bells": 1})
    assert hand == {Card("King", "Cups"): 1, Card("7", "Bells"): 2}
    assert shown(DECK, hand) == "2x 7 of Bells, King of Cups"
    assert hand_of(DECK, {"Jack of Stars": 1}) == {}


def test_each_suit_belongs_to_exactly_one_colour() -> None:
    held = Counter(suit for suits in DECK.colours.values() for suit in suits)
    assert held == Counter(DECK.suits)


# --- tables that settings change


def test_ranks_may_be_written_one_by_one_and_in_any_order() -> None:
    one_by_one = {str(number): rank for rank, number in sorted(DECK.numbers.items())}
    assert deck_with(ranks=json.loads(json.dumps(one_by_one, sort_keys=True))).ranks == DECK.ranks


def test_faces_may_share_a_rank() -> None:
    deck = deck_with(ranks={"1-2": "Fool", "3-4": "8-9"})
    assert deck.ranks == ("Fool", "8", "9")
    assert deck.numbers == {"Fool": 1, "8": 3, "9": 4}


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({}, "the table is empty"),
        ({"one": "Ace"}, "'one' is no face or range of faces, such as 1 or 2-13"),
        ({"3-2": "Ace"}, "'3-2' is no face"),
        ({"1": "Ace", "1-2": "King"}, "a face stands twice"),
        ({"2-13": "2-12"}, "2-13 and 2-12 are ranges of different lengths"),
    ],
)
def test_a_table_that_cannot_be_used_is_told(table: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        unfolded(table)
