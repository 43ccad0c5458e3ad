"""Cards: ranks, suits, traditions and colours as the rules' tables have them at an instant."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tracker.core.rule import rule
from tracker.mechanics.law import Law, LawBook

_OF = " of "
_FACES = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
TABLES = ("suits", "ranks", "traditions", "colours")
"""The parameters that say which cards there are."""


class Card(NamedTuple):
    """One rank and one suit; equal cards are interchangeable."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        """As people write it: ``Knight of Roses``."""
        return f"{self.rank}{_OF}{self.suit}"


Hand = Mapping[Card, int]
"""Cards with how many of each."""


@dataclass(frozen=True)
class Deck:
    """Which cards there are: face of its die -> rank or suit, in order; traditions and colours with their suits."""

    faces_of_ranks: Mapping[int, str]
    faces_of_suits: Mapping[int, str]
    traditions: Mapping[str, frozenset[str]]
    colours: Mapping[str, frozenset[str]]

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """Every rank once, lowest first."""
        return tuple(dict.fromkeys(self.faces_of_ranks.values()))

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """Every suit once, in the order of their table."""
        return tuple(dict.fromkeys(self.faces_of_suits.values()))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Rank -> the number associated with it: the lowest face that stands for it."""
        return {rank: face for face, rank in sorted(self.faces_of_ranks.items(), reverse=True)}

    @cached_property
    def by_name(self) -> Mapping[str, Card]:
        """Name, in small letters -> the card."""
        cards = (Card(rank, suit) for rank in self.ranks for suit in self.suits)
        return {card.name.casefold(): card for card in cards}

    def card(self, name: str) -> Card | None:
        """The card of that name, whatever its letter case; None where the tables have none."""
        return self.by_name.get(" ".join(name.split()).casefold())


def deck_of(law: Law) -> Deck:
    """The cards of an instant."""
    return (
        usual_deck(law.book) if law.is_usual(frozenset(TABLES)) else _deck({name: law.value(name) for name in TABLES})
    )


@lru_cache(maxsize=8)
def usual_deck(book: LawBook) -> Deck:
    """The deck of a law whose tables nobody has changed."""
    return _deck(book.lasting)


def _deck(tables: Mapping[str, Any]) -> Deck:
    traditions, colours = ({name: frozenset(suits) for name, suits in tables[each].items()} for each in TABLES[2:])
    return Deck(unfolded(tables["ranks"]), unfolded(tables["suits"]), traditions, colours)


def unfolded(table: Mapping[str, str]) -> dict[int, str]:
    """Each face of a die with what stands beside it: ``2-13`` beside ``2-13`` is each number beside itself.

    Raises ValueError saying what is amiss.
    """
    rows = [row for faces, said in table.items() for row in _row(faces, said)]
    found = dict(sorted(rows))
    if not found:
        raise ValueError("the table is empty")
    if len(found) < len(rows):
        raise ValueError("a face stands twice")
    return found


def _row(faces: str, said: str) -> Iterable[tuple[int, str]]:
    stretch, numbers = _range(faces), _range(said)
    if not stretch or not stretch[0]:
        raise ValueError(f"{faces!r} is no face or range of faces, such as 1 or 2-13")
    if len(numbers) <= 1:
        return [(face, said) for face in stretch]
    if len(numbers) != len(stretch):
        raise ValueError(f"{faces} and {said} are ranges of different lengths")
    return [(face, str(number)) for face, number in zip(stretch, numbers, strict=True)]


def _range(text: str) -> range:
    """The numbers of ``7`` or ``2-13``; none of anything else."""
    found = _FACES.fullmatch(text)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)


# --- the rules --------------------------------------------------------------------------------------------------------


@rule("R10-106", "R10-107", "R10-108")
def drawn(deck: Deck, suit_face: int, rank_face: int) -> Card | None:
    """The card that is drawn by a roll for the suit and then one for the rank; None where a face stands for nothing."""
    suit, rank = deck.faces_of_suits.get(suit_face), deck.faces_of_ranks.get(rank_face)
    return Card(rank, suit) if rank is not None and suit is not None else None


@rule("R10-099", "R10-100", "R10-101")
def hand_of(deck: Deck, counts: Mapping[str, int]) -> dict[Card, int]:
    """Cards by their names, with how many of each: equal ones are interchangeable. What the tables do not have is no card."""
    found = Counter[Card]()
    for name, count in counts.items():
        if card := deck.card(name):
            found[card] += count
    return found


@rule("R10-102", "R10-103")
def in_order(deck: Deck, cards: Iterable[Card]) -> list[Card]:
    """Cards by rank, lowest first, then by suit."""
    return sorted(cards, key=lambda card: (deck.ranks.index(card.rank), deck.suits.index(card.suit)))


def shown(deck: Deck, cards: Hand) -> str:
    """Cards with how many of each as people read them, sorted: ``2x 6 of Hearts, King of Cups``."""
    counts = ((card.name, cards[card]) for card in in_order(deck, cards))
    return ", ".join(f"{count}x {name}" if count > 1 else name for name, count in counts)
