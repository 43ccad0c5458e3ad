"""Items as players name them: an amount and what of, by the names of the rules' tables and their usual spellings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from tracker.mechanics.announcements import UnreadableError, number_of
from tracker.mechanics.chat_text import plain

_NUMBER = r"[0-9]+(?:,[0-9]+)*"
_VAGUE = re.compile(r"\b(?:all|half|some|any|every|everything|most|few|several|many|rest|remaining|as many|as much)\b")
_OWNER = re.compile(r"^(?:(?:my|your|his|her|their|the) )+")
_AMOUNT = re.compile(r"(?P<amount>[+-]?[0-9][0-9.,]*|[^\W\d_]+) +(?P<name>.+)")
_AMOUNT_IN_DIGITS = re.compile(r"[+-]?[0-9][0-9.,]*")


@lru_cache(maxsize=1)
def spellings() -> Mapping[str, Mapping[str, Any]]:
    """How people write what the rules name, by tables: items, nothing, ones, counts, ranks, suits."""
    return tomllib.loads(Path(__file__).with_name("spellings.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _items() -> Mapping[str, str]:
    return {name: item for item, names in spellings()["items"].items() for name in names}


@dataclass(frozen=True)
class CardNames:
    """The ranks and suits of the rules' tables, by which cards are read."""

    ranks: tuple[str, ...]
    suits: tuple[str, ...]

    @cached_property
    def rank_words(self) -> Mapping[str, str]:
        """How a rank may be written, in small letters -> the rank."""
        short = {word: rank for word, rank in spellings()["ranks"].items() if rank in self.ranks}
        return short | {rank.lower(): rank for rank in self.ranks}

    @cached_property
    def suit_words(self) -> Mapping[str, str]:
        """How a suit may be written, in small letters -> the suit."""
        short = {word: suit for word, suit in spellings()["suits"].items() if suit in self.suits}
        single = {suit.lower().removesuffix("s"): suit for suit in self.suits if suit.lower().endswith("s")}
        return single | short | {suit.lower(): suit for suit in self.suits}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A card with how many of it are meant, in small letters."""
        faces = [word for word in self.rank_words if not word.isdigit() and word not in spellings()["counts"]]
        signs = [word for word in self.suit_words if not word.isalpha()]
        counts = _any((*spellings()["ones"]["words"], *spellings()["counts"]))
        return re.compile(
            rf"(?:(?P<before>{_NUMBER}) *x *|x *(?P<times>{_NUMBER}) +|(?P<word>{counts}) +|(?P<plain>{_NUMBER}) +(?={_any(faces)}))?"
            rf"(?P<rank>{_any(self.rank_words)})(?P<many>'?s)?"
            rf"(?: +of +(?P<suit>{_any(self.suit_words)})| *(?P<sign>{_any(signs)}))"
            rf"(?: *x *(?P<after>{_NUMBER})| *\(x? *(?P<inside>{_NUMBER})x?\)| +(?P<last>{_NUMBER})x)?"
        )


def _any(words: Iterable[str]) -> str:
    found = sorted(words, key=len, reverse=True)
    return "(?:" + ("|".join(re.escape(word).replace(r"\ ", " +") for word in found) or "(?!)") + ")"


def card_of(words: str, cards: CardNames, counts: Mapping[str, int]) -> tuple[str, int] | None:
    """A card by its name and how many of it, or None where the words are none; ``counts`` are words that stand for amounts."""
    found = cards.pattern.fullmatch(words)
    if found is None:
        return None
    said = [text for name in ("before", "times", "word", "plain", "after", "inside", "last") if (text := found[name])]
    if len(said) > 1 or (found["many"] and not said):
        raise UnreadableError(f"“{words}” does not say for certain how many cards")
    count = number_of(said[0], counts) if said else 1
    if count is None:
        raise UnreadableError(f"“{said[0]}” is not a number in digits")
    rank = cards.rank_words[" ".join(found["rank"].split())]
    suit = cards.suit_words[found["suit"] or found["sign"]]
    return f"{rank} of {suit}", count


def item_of(words: str, cards: CardNames) -> tuple[str, int]:
    """An item and how many of it (R10-072, R10-098, R10-101); raises UnreadableError where that is not certain."""
    words = _OWNER.sub("", " ".join(plain(words).lower().split()))
    ones = dict.fromkeys(spellings()["ones"]["words"], 1)
    if found := card_of(words, cards, ones):
        return found
    if words in _items():
        raise UnreadableError(f"“{words}” does not say how many")
    if _VAGUE.search(words):
        raise UnreadableError(f"“{words}” is no specified amount")
    said = _AMOUNT.fullmatch(words)
    if said is None or said["name"] not in _items():
        raise UnreadableError(f"there is no card “{words}”" if " of " in words else f"“{words}” is no item")
    amount = number_of(said["amount"], ones)
    if amount is None:
        is_digits = _AMOUNT_IN_DIGITS.fullmatch(said["amount"])
        raise UnreadableError(f"“{said['amount']}” is no {'whole number' if is_digits else 'number in digits'}")
    return _items()[said["name"]], amount
