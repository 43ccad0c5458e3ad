"""Cards: ranks, suits, traditions and colours as the rules' tables have them at an instant, and cards by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tracker.core.rule import rule
from tracker.errors import RuleError
from tracker.mechanics.law import Law, LawBook

from .law import PARAMETERS

_OF = " of "
_FACES = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
"""No table has more than 999 faces: a mistyped range must not fill the memory."""
TABLES = ("suits", "ranks", "traditions", "colours")
"""The parameters that say which cards there are."""


class Card(NamedTuple):
    """One rank and one suit (R10-099); equal cards are interchangeable (R10-100)."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        """As people write it: ``Knight of Roses``."""
        return f"{self.rank}{_OF}{self.suit}"


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
    def rank_places(self) -> Mapping[str, int]:
        """Rank -> its place in the order of ranks, from 0."""
        return {rank: place for place, rank in enumerate(self.ranks)}

    @cached_property
    def suit_places(self) -> Mapping[str, int]:
        """Suit -> its place in the order of suits, from 0."""
        return {suit: place for place, suit in enumerate(self.suits)}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Rank -> the number associated with it: the (lowest) face that stands for it."""
        return {rank: face for face, rank in sorted(self.faces_of_ranks.items(), reverse=True)}

    @cached_property
    def _by_name(self) -> Mapping[str, Card]:
        return {Card(rank, suit).name.casefold(): Card(rank, suit) for rank in self.ranks for suit in self.suits}

    def card(self, name: str) -> Card | None:
        """The card of that name, whatever its letter case and white space; None where the tables have none (R10-101)."""
        return self._by_name.get(" ".join(name.split()).casefold())


def deck_of(law: Law) -> Deck:
    """The cards of an instant; raises RuleError where a setting made a table useless (``table_problem``)."""
    if law.is_usual(frozenset(TABLES)):
        return _usual_deck(law.book)
    return _deck({name: law.value(name) for name in TABLES})


@lru_cache(maxsize=8)
def _usual_deck(book: LawBook) -> Deck:
    return _deck(book.lasting)


def _deck(tables: Mapping[str, Any]) -> Deck:
    for name in TABLES:
        if problem := table_problem(name, tables[name]):
            raise RuleError(f"{name}: {problem}", place="parameters.toml")
    suits_of = {name: {key: frozenset(suits) for key, suits in tables[name].items()} for name in TABLES[2:]}
    return Deck(_unfolded(tables["ranks"]), _unfolded(tables["suits"]), suits_of["traditions"], suits_of["colours"])


def deck_beside(beside: Mapping[str, Sequence[Any]]) -> Deck:
    """Every card of the game's own tables and of those that settings give beside them: table -> its values."""
    words = {
        name: dict.fromkeys(
            word
            for table in (PARAMETERS[name].values[-1].value, *beside.get(name, ()))
            for word in words_of(name, table)
        )
        for name in TABLES[:2]
    }
    suits, ranks = (dict(enumerate(words[name], start=1)) for name in TABLES[:2])
    return Deck(ranks, suits, {}, {})


def table_problem(name: str, table: Mapping[str, Any]) -> str:
    """Why a well-shaped table cannot be used as one of ``TABLES``; empty where it can, and for any other name."""
    if name not in TABLES:
        return ""
    if not table:
        return "the table is empty"
    if name in ("traditions", "colours"):
        return next((f"{key} has no suit" for key, suits in table.items() if not suits), "")
    try:
        _unfolded(table)
    except ValueError as error:
        return str(error)
    return ""


def words_of(name: str, table: Mapping[str, str]) -> list[str]:
    """The ranks or suits of one of the tables of faces, each once; none of a table that cannot be used."""
    return [] if table_problem(name, table) else list(dict.fromkeys(_unfolded(table).values()))


def _unfolded(table: Mapping[str, str]) -> dict[int, str]:
    """Each face of a die with what stands beside it, ascending: ``2-13`` beside ``2-13`` is each number beside itself.

    Raises ValueError saying what is amiss.
    """
    found: dict[int, str] = {}
    rows: dict[str, str] = {}
    for faces, said in table.items():
        for face, word in _row(faces, said):
            if face in found:
                raise ValueError(f"face {face} stands twice")
            if rows.setdefault(word, faces) != faces:
                raise ValueError(f"{word} stands beside {rows[word]} and {faces}: write its faces as one range")
            found[face] = word
    return dict(sorted(found.items()))


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


@rule("R10-099", "R10-101")
def card_of(deck: Deck, rank: str, suit: str) -> Card | None:
    """The card of a rank and a suit; None where the tables lack either, for there are no others."""
    return Card(rank, suit) if rank in deck.rank_places and suit in deck.suit_places else None


@rule("R10-106", "R10-107", "R10-108")
def drawn(deck: Deck, suit_face: int, rank_face: int) -> Card | None:
    """The card that is drawn by a roll for the suit and then one for the rank; None where a face stands for nothing."""
    suit, rank = deck.faces_of_suits.get(suit_face), deck.faces_of_ranks.get(rank_face)
    return Card(rank, suit) if rank is not None and suit is not None else None


@rule("R10-100")
def hand_of(deck: Deck, bag: Mapping[str, int]) -> dict[Card, int]:
    """Cards by their names, with how many of each: equal ones are interchangeable.

    Raises ValueError for a name that the tables do not have (R10-101).
    """
    found: dict[Card, int] = {}
    for name, count in bag.items():
        card = deck.card(name)
        if card is None:
            raise ValueError(f"there is no card {name}")
        found[card] = found.get(card, 0) + count
    return found


@rule("R10-102", "R10-103")
def in_order(deck: Deck, cards: Iterable[Card]) -> list[Card]:
    """Cards by rank, lowest first, then by suit; what the tables do not have comes last."""
    ranks, suits = deck.rank_places, deck.suit_places
    return sorted(cards, key=lambda card: (ranks.get(card.rank, len(ranks)), suits.get(card.suit, len(suits)), card))


@rule("R10-104")
def traditions_of(deck: Deck, suit: str) -> list[str]:
    """The traditions that a suit belongs to: one or several, or none."""
    return [name for name, suits in deck.traditions.items() if suit in suits]


@rule("R10-105")
def colour_of(deck: Deck, suit: str) -> str:
    """The colour that a suit belongs to; "" for none."""
    return next((name for name, suits in deck.colours.items() if suit in suits), "")


def shown(deck: Deck, cards: Mapping[Card, int]) -> str:
    """Cards with how many of each as people read them, sorted: ``2x 6 of Hearts, King of Cups``."""
    counts = ((card.name, cards[card]) for card in in_order(deck, cards))
    return ", ".join(f"{count}x {name}" if count > 1 else name for name, count in counts)
