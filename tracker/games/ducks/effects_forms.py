"""The forms in which people say what an adopted proposal of Ducks changes: ducks, people, and how many of an item there are."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeAlias

from tracker.games import chat_effects
from tracker.games.chat_effects import NONE, QUOTES, unclear, unquoted
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from .holdings import goods_of, hold
from .reading import item_names
from .spoken import DuckSaid, numbers_of
from .state import World
from .tables import QUACKS

CLAUSE = "DUCK-045"
Change: TypeAlias = chat_effects.Change[World]
Read: TypeAlias = chat_effects.Read[World]
Kind: TypeAlias = chat_effects.Kind[World]
Number: TypeAlias = chat_effects.Number[World]
_NUMBER = re.compile(r"(?:duck *)?(?P<sure>[:#])? *(?P<number>[0-9]{1,9})", re.IGNORECASE)


# --- ducks and people -------------------------------------------------------------------------------------------------


def number_of_duck(moment: Moment[World], value: str) -> int | Unusable:
    """The duck that a value means, by its name or number; 0 for none."""
    if value.casefold() in NONE:
        return 0
    found = ducks_called(moment, value)
    return found[0] if len(found) == 1 else unclear(value, list(map(duck_said, found)), "duck")


def ducks_called(moment: Moment[World], called: str) -> list[int]:
    """The ducks that words may mean: in quotes by a name, behind a ``#`` by a number, bare by either."""
    is_quoted, words, ducks = called.strip()[:1] in QUOTES, unquoted(called), moment.world.ducks
    by_name = numbers_of(DuckSaid(words), moment.world.register.called, ())
    found = None if is_quoted or not words else _NUMBER.fullmatch(words)
    by_number = [int(found["number"])] if found and int(found["number"]) in ducks else []
    return list(dict.fromkeys(by_number if found and found["sure"] else [*by_name, *by_number]))


def duck_said(number: int) -> str:
    """A duck as nobody can mistake it."""
    return f"#{number}"


def person_meant(moment: Moment[World], value: str) -> str | Unusable:
    """The person who ever played that a value means; "" for nobody."""
    return chat_effects.person_meant(moment.state, moment.world.players, value)


def people_called(moment: Moment[World], called: str) -> list[str]:
    """The people whom words may mean."""
    return chat_effects.people_called(moment.state, moment.world.players, called)


def players_called(moment: Moment[World], called: str) -> list[str]:
    """Those who ever played of the people whom words may mean."""
    return [person for person in people_called(moment, called) if person in moment.world.players]


# --- what is held -----------------------------------------------------------------------------------------------------


def item_number(moment: Moment[World], holder: str, what: str) -> Number | None:
    """How many of an item, in singular or plural, a holder has; None where there is no such item.

    A player holds none of what is negative or not whole (DUCK-010).
    """
    item = _item(moment, what)
    if not item:
        return None

    def change(then: Moment[World], new: Fraction, text: str) -> None:
        hold(then, holder, item, new, CLAUSE, text)

    is_players = holder in moment.world.players
    return Number(goods_of(moment.world, holder).get(item, 0), change, is_any=is_players)


def _item(moment: Moment[World], what: str) -> str:
    named = item_names(moment.law).item(what.lower())
    if named and named != QUACKS:
        return named
    words = what.casefold().rstrip("s")
    return next((item for item in moment.law.words("items") if item.casefold().rstrip("s") == words), "")
