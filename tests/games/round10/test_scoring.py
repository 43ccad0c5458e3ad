"""Scores of hands: every example and boundary of the rules, every reading, and what holds of all hands (R10-058 to R10-069)."""

import json
import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.round10.cards import Card, Deck, deck_of
from tracker.games.round10.law import CLAUSES, Law
from tracker.games.round10.scoring import Score, scored

WHEN = datetime(2021, 8, 8, tzinfo=UTC)
USUAL = Law(WHEN, {})
DECK = deck_of(USUAL)
CASES = tomllib.loads((Path(__file__).parent / "scoring.toml").read_text(encoding="utf-8"))["case"]


def law_of(*settings: str) -> Law:
    """The law with some settings: ``name = JSON``."""
    pairs = (setting.partition(" = ") for setting in settings)
    return Law(WHEN, {name: json.loads(value) for name, _, value in pairs})


def cards_of(hand: str, deck: Deck) -> list[Card]:
    found = [deck.card(name) for name in hand.split(",")]
    return [card for card in found if card is not None or pytest.fail(hand)]


def score(hand: str, law: Law = USUAL) -> Score:
    deck = deck_of(law)
    return scored(Counter(cards_of(hand, deck)), deck, law)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_hand_is_worth_what_the_rules_say(case: dict[str, Any]) -> None:
    assert set(case["clauses"]) <= set(CLAUSES)
    found = score(case["hand"], law_of(*case.get("set", ())))
    assert found.applied == case["multipliers"]
    parts = {**found.record(), "m": found.m}
    assert {name: parts[name] for name in ("c", "r", "m", "h", "score") if name in case} == {
        name: case[name] for name in ("c", "r", "m", "h", "score") if name in case
    }
    reasons = {each.name: each.why for each in found.multipliers if not each.applies}
    for name, why in case.get("not", {}).items():
        assert why in reasons[name]


# --- what is shown


def test_a_score_is_worked_out_step_by_step() -> None:
    found = score("Rook of Bells, Knight of Bells, Bishop of Bells")
    assert found.cards == "Knight of Bells, Bishop of Bells, Rook of Bells"
    assert [text for _, text, _ in found.steps()] == [
        "c = 3: cards in the hand",
        "r = 20: ranks that the rules define",
        "not Paired: 1× Knight, and it takes 2 of each rank",
        "Running 18: 3 cards in sequential order: h = 18",
        "Senatorial 3: there is a Knight, a Bishop, a Rook",
        "not Regional: Bells: of no tradition exactly",
        "not Monochrome: Bells: of no colour exactly",
        "not Flushed: 3 cards, all Bells, and it takes 4",
        "m = 54: Running 18 × Senatorial 3",
        "h = 18: the number of its highest rank, Rook",
        "score = c·r·m + h = 3·20·54 + 18 = 3258",
    ]


def test_a_record_is_plain_json() -> None:
    record = score("6 of Hearts, 6 of Hearts").record()
    assert json.loads(json.dumps(record)) == record
    assert record["cards"] == "2x 6 of Hearts"
    assert record["worked_out"][0] == {
        "name": "Paired",
        "clause": "R10-063",
        "applies": True,
        "value": 3,
        "why": "1 rank, 2 cards of each: 1 + 2",
    }


def test_every_multiplier_names_its_clause() -> None:
    named = {each.name: each.clause for each in score("Ace of Cups").multipliers}
    assert named == {
        name: clause.id for clause in CLAUSES.values() if (name := clause.title.partition(":")[0]) in named
    }
    assert len(named) == 6


def test_an_empty_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one card"):
        scored({}, DECK, USUAL)


# --- what holds of all hands

cards = st.builds(Card, st.sampled_from(DECK.ranks), st.sampled_from(DECK.suits))
few_kinds = st.builds(Card, st.sampled_from(DECK.ranks[15:18]), st.sampled_from(DECK.suits[8:10]))
runs = st.integers(0, 17).flatmap(
    lambda first: st.lists(st.sampled_from(DECK.suits), min_size=3, max_size=20 - first).map(
        lambda suits: [Card(rank, suit) for rank, suit in zip(DECK.ranks[first:], suits, strict=False)]
    )
)
hands = st.one_of(st.lists(cards, min_size=1, max_size=12), st.lists(few_kinds, min_size=1, max_size=12), runs)


@given(st.data())
def test_the_order_of_cards_never_matters(data: st.DataObject) -> None:
    hand = data.draw(hands)
    assert scored(Counter(data.draw(st.permutations(hand))), DECK, USUAL) == scored(Counter(hand), DECK, USUAL)


@given(hands)
def test_a_score_is_positive_and_is_its_own_sum(hand: list[Card]) -> None:
    found = scored(Counter(hand), DECK, USUAL)
    product = 1
    for value in found.applied.values():
        product *= value
    assert found.total == len(hand) * 20 * product + found.h > 0
    assert 1 <= found.h <= 20
    assert f"{found.total}" in found.sum


@given(hands)
def test_multipliers_exclude_each_other(hand: list[Card]) -> None:
    applied = set(scored(Counter(hand), DECK, USUAL).applied)
    assert len(applied & {"Regional", "Monochrome", "Flushed"}) <= 1
    assert len(applied & {"Paired", "Running"}) <= 1


@given(runs)
def test_a_run_runs_and_is_none_without_one_from_its_middle(hand: list[Card]) -> None:
    assert scored(Counter(hand), DECK, USUAL).applied["Running"] == DECK.numbers[hand[-1].rank]
    without = hand[:1] + hand[2:]
    assert "Running" not in scored(Counter(without), DECK, USUAL).applied


@given(st.lists(st.sampled_from(DECK.ranks), min_size=1, max_size=20, unique=True), st.integers(2, 15))
def test_equal_groups_are_worth_ranks_and_copies(ranks: list[str], copies: int) -> None:
    hand = [Card(rank, "Cups") for rank in ranks for _ in range(copies)]
    found = scored(Counter(hand), DECK, USUAL)
    assert found.applied["Paired"] == len(ranks) + copies
    if len(ranks) > 1:
        assert "Paired" not in scored(Counter(hand[1:]), DECK, USUAL).applied


@given(hands)
def test_another_rank_in_the_table_changes_r(hand: list[Card]) -> None:
    law = law_of(f"ranks = {json.dumps({**USUAL.value('ranks'), '21': 'Emperor'})}")
    before, after = scored(Counter(hand), DECK, USUAL), scored(Counter(hand), deck_of(law), law)
    assert (before.r, after.r) == (20, 21)
    assert after.applied == before.applied
    assert after.total == before.total + before.c * before.m


def test_a_hand_of_three_hundred_cards_is_exact() -> None:
    law = law_of(
        'multipliers = {"Senatorial": 1000000, "Regional": 1000000, "Monochrome": 1000000, "Flushed": 1000000}'
    )
    hand = [Card(rank, "Cups") for rank in ("Knight", "Bishop", "Rook") for _ in range(100)]
    assert scored(Counter(hand), DECK, law).total == 300 * 20 * (3 + 100) * 10**12 + 18
    alike = [Card("King", suit) for suit in DECK.suits for _ in range(25)]
    assert scored(Counter(alike), DECK, USUAL).total == 300 * 20 * (1 + 300) + 20


def test_a_count_of_four_hundred_digits_is_exact() -> None:
    many = 10**399 + 7
    found = scored({Card("King", "Cups"): many}, DECK, USUAL)
    assert found.total == many * 20 * ((1 + many) * 4) + 20
    assert list(found.steps())


def test_wrapping_runs_may_begin_anywhere() -> None:
    law = law_of('running_wraps = "yes"')
    order = [*DECK.ranks, *DECK.ranks]
    for first in range(20):
        hand = [Card(rank, "Cups") for rank in order[first : first + 5]]
        assert "Running" in scored(Counter(hand), deck_of(law), law).applied
