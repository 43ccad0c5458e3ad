"""Scoring: what a hand is worth, crm + h, worked out step by step in whole numbers."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

from tracker.core.rule import rule
from tracker.mechanics.law import Law

from .cards import Deck, Hand, in_order, shown


@dataclass(frozen=True, slots=True)
class Multiplier:
    """One multiplier of a hand: what it is worth there (1 where the hand does not qualify), and why."""

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
    """A hand's score with all its parts; ``multipliers`` are all that there are, whether they apply or not."""

    cards: str
    c: int
    r: int
    m: int
    h: int
    total: int
    highest: str
    multipliers: tuple[Multiplier, ...]

    @property
    def applied(self) -> dict[str, int]:
        """The multipliers that the hand qualifies for, with their values."""
        return {each.name: each.value for each in self.multipliers if each.applies}

    @property
    def parts(self) -> dict[str, int]:
        """The parts of the sum, and the score."""
        return {"c": self.c, "r": self.r, "m": self.m, "h": self.h, "score": self.total}

    @property
    def sum(self) -> str:
        """The whole sum on one line: ``3·20·9 + 9 = 549``."""
        return f"{self.c}·{self.r}·{self.m} + {self.h} = {self.total}"

    def steps(self) -> Iterator[tuple[str, str, bool]]:
        """How it is worked out: of each step its clause, its text, and whether it changes the score."""
        factors = " × ".join(f"{name} {value}" for name, value in self.applied.items())
        yield "R10-059", f"c = {self.c}: cards in the hand", True
        yield "R10-060", f"r = {self.r}: ranks that the rules define", True
        yield from ((each.clause, each.text, each.applies) for each in self.multipliers)
        yield "R10-061", f"m = {self.m}: {factors or 'no multiplier'}", True
        yield "R10-062", f"h = {self.h}: the number of its highest rank, {self.highest}", True
        yield "R10-058", f"score = c·r·m + h = {self.sum}", True

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        told = [
            {"name": each.name, "clause": each.clause, "applies": each.applies, "value": each.value, "why": each.why}
            for each in self.multipliers
        ]
        return {"cards": self.cards, **self.parts, "multipliers": self.applied, "worked_out": told}


def scored(hand: Hand, deck: Deck, law: Law) -> Score:
    """The score of a hand. Raises ValueError for an empty one."""
    cards = {card: count for card, count in hand.items() if count}
    if not cards:
        raise ValueError("a hand has at least one card")
    highest = in_order(deck, cards)[-1].rank
    worth = ((name, clause, each(cards, deck, law)) for name, (clause, each) in MULTIPLIERS.items())
    multipliers = tuple(Multiplier(name, clause, value or 1, why, value > 0) for name, clause, (value, why) in worth)
    c, r, m, h = size(cards), ranks_defined(deck), product(multipliers), highest_number(cards, deck)
    return Score(shown(deck, cards), c, r, m, h, score_of(c, r, m, h), highest, multipliers)


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
    return max(deck.numbers[card.rank] for card in hand)


# --- the multipliers: what each is worth to a hand, 0 to one that does not qualify, and why -------------------------------

Worth = tuple[int, str]


@rule("R10-063")
def paired(hand: Hand, deck: Deck, law: Law) -> Worth:
    """Worth x + y to a hand of x ranks, y cards of each."""
    counts: Counter[str] = Counter()
    for card in in_order(deck, hand):
        counts[card.rank] += hand[card]
    copies, ranks = min(counts.values()), len(counts)
    gap = _not_paired(counts, law)
    why = gap or f"{_count(ranks, 'rank')}, {_count(copies, 'card')} of each: {ranks} + {copies}"
    return (0 if gap else ranks + copies), why


def _not_paired(counts: Mapping[str, int], law: Law) -> str:
    least_ranks, least_copies = law.number("paired_least_ranks"), law.number("paired_least_copies")
    few = next((rank for rank, count in counts.items() if count < least_copies), "")
    if few:
        return f"{counts[few]}× {few}, and it takes {least_copies} of each rank"
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{count}× {rank}" for rank, count in counts.items())
        return f"its ranks are not there equally often: {told}"
    return f"{_count(len(counts), 'rank')}, and it takes {least_ranks}" if len(counts) < least_ranks else ""


@rule("R10-064")
def running(hand: Hand, deck: Deck, law: Law) -> Worth:
    """Worth h to a hand whose ranks are in sequential order."""
    least, cards = law.number("running_least_cards"), _count(size(hand), "card")
    gap = f"{cards}, and it takes {least}" if size(hand) < least else _gap(hand, deck, law)
    value = 0 if gap else highest_number(hand, deck)
    return value, gap or f"{cards} in sequential order: h = {value}"


def _gap(hand: Hand, deck: Deck, law: Law) -> str:
    """Why the ranks of a hand are not in sequential order; "" where they are."""
    places = sorted(deck.ranks.index(card.rank) for card, count in hand.items() for _ in range(min(count, 2)))
    starts = range(len(places)) if law.chooses("running_wraps", "yes") else range(1)
    gaps = [_first_gap([*places[nth:], *places[:nth]], deck.ranks, wraps=len(starts) > 1) for nth in starts]
    return "" if "" in gaps else gaps[0]


def _first_gap(places: Sequence[int], ranks: Sequence[str], *, wraps: bool) -> str:
    for before, after in pairwise(places):
        if before == after:
            return f"{ranks[after]} stands in it twice"
        if after - before != 1 and not (wraps and after - before == 1 - len(ranks)):
            return f"{ranks[after]} is not the next after {ranks[before]}"
    return ""


@rule("R10-065")
def senatorial(hand: Hand, deck: Deck, law: Law) -> Worth:
    """For a hand with at least one card of each of certain ranks."""
    wanted, ranks = law.words("senatorial_ranks"), {card.rank for card in hand}
    missing = [rank for rank in wanted if rank not in ranks]
    why = f"no {' and no '.join(missing)}" if missing else f"there is a {', a '.join(wanted)}"
    return _tabled("Senatorial", law, why, fits=not missing)


@rule("R10-066", "R10-104")
def regional(hand: Hand, deck: Deck, law: Law) -> Worth:
    """For a hand with exactly the suits of one tradition."""
    return _of_suits("Regional", law, _suits(hand, deck), deck.traditions, "tradition")


@rule("R10-067", "R10-105")
def monochrome(hand: Hand, deck: Deck, law: Law) -> Worth:
    """For a hand with exactly the suits of one colour."""
    return _of_suits("Monochrome", law, _suits(hand, deck), deck.colours, "colour")


@rule("R10-068")
def flushed(hand: Hand, deck: Deck, law: Law) -> Worth:
    """For a hand of a single suit, if it is large enough."""
    suits, least = _suits(hand, deck), law.number("flushed_least_cards")
    if len(suits) > 1:
        return _tabled("Flushed", law, f"{_count(len(suits), 'suit')}: {', '.join(suits)}", fits=False)
    short = f", and it takes {least}" if size(hand) < least else ""
    return _tabled("Flushed", law, f"{_count(size(hand), 'card')}, all {suits[0]}{short}", fits=not short)


MULTIPLIERS: Mapping[str, tuple[str, Callable[[Hand, Deck, Law], Worth]]] = {
    "Paired": ("R10-063", paired),
    "Running": ("R10-064", running),
    "Senatorial": ("R10-065", senatorial),
    "Regional": ("R10-066", regional),
    "Monochrome": ("R10-067", monochrome),
    "Flushed": ("R10-068", flushed),
}
"""Every multiplier with its clause, in the order of the rules' table."""


def _of_suits(name: str, law: Law, suits: Sequence[str], groups: Mapping[str, frozenset[str]], what: str) -> Worth:
    fitting = next((group for group, wanted in groups.items() if wanted == set(suits)), "")
    why = f"exactly the suits of the {fitting} {what}" if fitting else f"{', '.join(suits)}: of no {what} exactly"
    return _tabled(name, law, why, fits=bool(fitting))


def _suits(hand: Hand, deck: Deck) -> list[str]:
    held = {card.suit for card in hand}
    return [suit for suit in deck.suits if suit in held]


def _tabled(name: str, law: Law, why: str, *, fits: bool) -> Worth:
    """The value of a multiplier in the table; one that has none there applies to no hand."""
    value = law.value("multipliers").get(name, 0)
    return (value, why) if fits and value else (0, why if value else "the rules give it no value")


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
