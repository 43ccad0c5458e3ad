"""Scoring: what a hand is worth, crm + h, worked out step by step in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.law import Law

from .cards import Card, Deck, card_of, in_order, shown

Hand: TypeAlias = Mapping[Card, int]
"""The cards of a hand with how many of each: a count may be far too large to write the cards out."""
NO_EFFECT = 1
"""What a multiplier is worth that a hand does not qualify for."""


@dataclass(frozen=True, slots=True)
class Multiplier:
    """One multiplier of a hand: what it is worth there (``NO_EFFECT`` where the hand does not qualify), and why."""

    name: str
    clause: str
    value: int
    why: str
    applies: bool

    @property
    def text(self) -> str:
        """As people read it."""
        return f"{self.name} {self.value}: {self.why}" if self.applies else f"not {self.name}: {self.why}"


@dataclass(frozen=True, slots=True)
class Score:
    """A hand's score with all its parts; ``multipliers`` are all that there are, whether they apply or not (R10-058)."""

    cards: str
    c: int
    r: int
    h: int
    highest: str
    multipliers: tuple[Multiplier, ...]

    @property
    def m(self) -> int:
        """The product of the multipliers."""
        return product(self.multipliers)

    @property
    def total(self) -> int:
        """The score."""
        return score_of(self.c, self.r, self.m, self.h)

    @property
    def applied(self) -> dict[str, int]:
        """The multipliers that the hand qualifies for, with their values."""
        return {each.name: each.value for each in self.multipliers if each.applies}

    @property
    def sum(self) -> str:
        """The whole sum on one line: ``3·20·9 + 9 = 549``."""
        return f"{self.c}·{self.r}·{self.m} + {self.h} = {self.total}"

    def steps(self) -> Iterator[str]:
        """How it is worked out, line by line."""
        factors = " × ".join(f"{name} {value}" for name, value in self.applied.items())
        yield f"c = {self.c}: cards in the hand"
        yield f"r = {self.r}: ranks that the rules define"
        yield from (f"  {multiplier.text}" for multiplier in self.multipliers)
        yield f"m = {self.m}: {factors or 'no multiplier'}"
        yield f"h = {self.h}: the number of its highest rank, {self.highest}"
        yield f"score = c·r·m + h = {self.sum}"

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        parts = {"c": self.c, "r": self.r, "m": self.m, "h": self.h, "score": self.total}
        told = [
            {"name": each.name, "clause": each.clause, "applies": each.applies, "value": each.value, "why": each.why}
            for each in self.multipliers
        ]
        return {"cards": self.cards, **parts, "multipliers": self.applied, "worked_out": told}


def scored(hand: Hand, deck: Deck, law: Law) -> Score:
    """The score of a hand: its cards, in the order in which they were listed, with how many of each.

    Raises ValueError for an empty hand (R10-041) and for a card that the tables do not have (R10-101).
    """
    if not any(hand.values()):
        raise ValueError("a hand has at least one card")
    strange = next((card.name for card in hand if card_of(deck, *card) is None), "")
    if strange:
        raise ValueError(f"there is no card {strange}")
    is_set = law.chooses("hand_is", "a set")
    cards = {card: 1 if is_set else count for card, count in hand.items() if count}
    highest = in_order(deck, cards)[-1].rank
    multipliers = tuple(each(cards, deck, law) for each in MULTIPLIERS)
    return Score(
        shown(deck, cards), size(cards), ranks_defined(deck), highest_number(cards, deck), highest, multipliers
    )


# --- the parts of the sum ---------------------------------------------------------------------------------------------


@rule("R10-058")
def score_of(c: int, r: int, m: int, h: int) -> int:
    """The score: crm + h."""
    return c * r * m + h


@rule("R10-059")
def size(hand: Hand) -> int:
    """c: the cards in the hand, copies counted."""
    return sum(hand.values())


@rule("R10-060")
def ranks_defined(deck: Deck) -> int:
    """r: how many ranks the rules define."""
    return len(deck.ranks)


@rule("R10-061", "R10-069")
def product(multipliers: Sequence[Multiplier]) -> int:
    """m: the product of all multipliers, each once; 1 where none applies."""
    return prod(each.value for each in multipliers if each.applies)


@rule("R10-062")
def highest_number(hand: Hand, deck: Deck) -> int:
    """h: the number of the highest rank in the hand."""
    return deck.numbers[in_order(deck, hand)[-1].rank]


# --- the multipliers --------------------------------------------------------------------------------------------------


@rule("R10-063")
def paired(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """Worth x + y to a hand of x ranks, y cards of each."""
    counts: Counter[str] = Counter()
    for card in in_order(deck, hand):
        counts[card.rank] += hand[card]
    least_ranks, least_copies = law.number("paired_least_ranks"), law.number("paired_least_copies")
    few = [rank for rank, count in counts.items() if count < least_copies]
    name, clause = "Paired", "R10-063"
    if few:
        return _without(name, clause, f"{_times(counts[few[0]], few[0])}, and it takes {least_copies} of each rank")
    if len(set(counts.values())) > 1:
        told = ", ".join(_times(count, rank) for rank, count in counts.items())
        return _without(name, clause, f"its ranks are not there equally often: {told}")
    if len(counts) < least_ranks:
        return _without(name, clause, f"{_count(len(counts), 'rank')}, and it takes {least_ranks}")
    copies = next(iter(counts.values()))
    why = f"{_count(len(counts), 'rank')}, {_count(copies, 'card')} of each: {len(counts)} + {copies}"
    return Multiplier(name, clause, len(counts) + copies, why, applies=True)


@rule("R10-064")
def running(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """Worth h to a hand whose cards are in sequential order."""
    name, clause, least = "Running", "R10-064", law.number("running_least_cards")
    if size(hand) < least:
        return _without(name, clause, f"{_count(size(hand), 'card')}, and it takes {least}")
    gap = _gap([(card.rank, count) for card, count in hand.items()], deck.ranks, law)
    if gap and law.chooses("running_compares", "ranks or suits"):
        gap = _gap([(card.suit, count) for card, count in hand.items()], deck.suits, law) and gap
    if gap:
        return _without(name, clause, gap)
    value = highest_number(hand, deck)
    why = f"{_count(size(hand), 'card')} in sequential order: h = {value}"
    return Multiplier(name, clause, value, why, applies=True)


def _gap(listed: Sequence[tuple[str, int]], order: Sequence[str], law: Law) -> str:
    """Why ranks (or suits), each with how many, are not in sequential order; "" where they are."""
    # A third copy stands beside the second as that does beside the first.
    words = [word for word, count in listed for _ in range(min(count, 2))]
    places = {word: place for place, word in enumerate(order)}
    repeats, wraps = law.chooses("running_repeats", "yes"), law.chooses("running_wraps", "yes")
    is_sorted = law.chooses("running_listed", "in any order")
    words = sorted(words, key=places.__getitem__) if is_sorted else words
    starts = _rotations(words) if wraps and is_sorted else [words]
    gaps = [_first_gap(start, places, repeats=repeats, wraps=wraps) for start in starts]
    return "" if "" in gaps else gaps[0]


def _rotations(words: Sequence[str]) -> list[Sequence[str]]:
    """A sorted hand begun at each of its steps: where the order wraps, any of them may be the first."""
    steps = [nth for nth in range(1, len(words)) if words[nth] != words[nth - 1]]
    return [[*words[nth:], *words[:nth]] for nth in (0, *steps)]


def _first_gap(words: Sequence[str], places: Mapping[str, int], *, repeats: bool, wraps: bool) -> str:
    for before, after in pairwise(words):
        step = places[after] - places[before]
        if step == 0 and not repeats:
            return f"{after} stands in it twice"
        if step not in (0, 1) and not (wraps and step == 1 - len(places)):
            return f"{after} is not the next after {before}"
    return ""


@rule("R10-065")
def senatorial(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """For a hand with at least one card of each of certain ranks."""
    ranks = {card.rank for card in hand}
    missing = [rank for rank in law.words("senatorial_ranks") if rank not in ranks]
    why = f"no {' and no '.join(missing)}" if missing else f"there is a {', a '.join(law.words('senatorial_ranks'))}"
    return _of_table("Senatorial", "R10-065", not missing, why, law)


@rule("R10-066")
def regional(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """For a hand with exactly the suits of one tradition."""
    return _of_suits("Regional", "R10-066", hand, deck, deck.traditions, "tradition", law)


@rule("R10-067")
def monochrome(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """For a hand with exactly the suits of one colour."""
    return _of_suits("Monochrome", "R10-067", hand, deck, deck.colours, "colour", law)


@rule("R10-068")
def flushed(hand: Hand, deck: Deck, law: Law) -> Multiplier:
    """For a hand of a single suit, if it is large enough."""
    suits, least = _suits(hand, deck), law.number("flushed_least_cards")
    if len(suits) > 1:
        return _of_table("Flushed", "R10-068", False, f"{_count(len(suits), 'suit')}: {', '.join(suits)}", law)
    short = f", and it takes {least}" if size(hand) < least else ""
    return _of_table("Flushed", "R10-068", not short, f"{_count(size(hand), 'card')}, all {suits[0]}{short}", law)


MULTIPLIERS: tuple[Callable[[Hand, Deck, Law], Multiplier], ...] = (
    *(paired, running, senatorial),
    *(regional, monochrome, flushed),
)
"""Every multiplier, in the order of the rules' table."""


def _of_suits(
    name: str, clause: str, hand: Hand, deck: Deck, groups: Mapping[str, frozenset[str]], what: str, law: Law
) -> Multiplier:
    suits = _suits(hand, deck)
    fitting = next((group for group, wanted in groups.items() if wanted == set(suits)), "")
    why = f"exactly the suits of the {fitting} {what}" if fitting else f"{', '.join(suits)}: of no {what} exactly"
    return _of_table(name, clause, bool(fitting), why, law)


def _suits(hand: Hand, deck: Deck) -> list[str]:
    held = {card.suit for card in hand}
    return [suit for suit in deck.suits if suit in held]


def _of_table(name: str, clause: str, applies: bool, why: str, law: Law) -> Multiplier:
    value = law.value("multipliers").get(name)
    if value is None:
        return _without(name, clause, "the rules give it no value")
    return Multiplier(name, clause, value, why, applies=True) if applies else _without(name, clause, why)


def _without(name: str, clause: str, why: str) -> Multiplier:
    return Multiplier(name, clause, NO_EFFECT, why, applies=False)


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _times(count: int, rank: str) -> str:
    return f"{count}× {rank}"
