"""The forms in which people say what an adopted proposal of Ducks changes: ducks, people, and how many of an item there are."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from tracker.games import chat_effects
from tracker.games.chat_effects import NONE, QUOTES, none_meant, note_meant, person_said, unclear, unquoted
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from .holdings import goods_of, hold
from .reading import item_names
from .spoken import DuckSaid, numbers_of
from .state import World
from .tables import QUACKS

CLAUSE = "DUCK-045"
DUCK_KIND = "duck"
"""The kind of what is of a duck."""
Change: TypeAlias = chat_effects.Change[World]
Read: TypeAlias = chat_effects.Read[World]
Kind: TypeAlias = chat_effects.Kind[World]
Number: TypeAlias = chat_effects.Number[World]
_NUMBER = re.compile(r"(?:duck *)?(?P<sure>[:#])? *(?P<number>[0-9]{1,9})", re.IGNORECASE)


# --- ducks and people -------------------------------------------------------------------------------------------------


def number_of_duck(moment: Moment[World], value: str) -> int | Unusable:
    """The duck that a value means, by its name or number; 0 for none."""
    if value.casefold() in NONE:
        return none_meant(value, partial(ducks_said, moment)) or 0
    found = ducks_called(moment, value)
    return found[0] if len(found) == 1 else unclear(value, list(map(duck_said, found)), "duck")


def ducks_called(moment: Moment[World], called: str) -> list[int]:
    """The ducks that words may mean: in quotes by a name, behind a ``#`` by a number, bare by either."""
    is_quoted, words = called.strip()[:1] in QUOTES, unquoted(called)
    by_name = numbers_of(DuckSaid(words), moment.world.register.called, ())
    found = None if is_quoted or not words else _NUMBER.fullmatch(words)
    by_number = [int(found["number"])] if found and int(found["number"]) in moment.world.ducks else []
    ducks = list(dict.fromkeys(by_number if found and found["sure"] else [*by_name, *by_number]))
    note_meant(moment, called, DUCK_KIND, map(duck_said, ducks))
    return ducks


def duck_said(number: int) -> str:
    """A duck as nobody can mistake it."""
    return f"#{number}"


def person_meant(moment: Moment[World], value: str) -> str | Unusable:
    """The person who ever played that a value means; "" for nobody."""
    return chat_effects.person_meant(moment, moment.world.players, value)


def people_called(moment: Moment[World], called: str) -> list[str]:
    """The people whom words may mean."""
    return chat_effects.people_called(moment, moment.world.players, called)


def players_called(moment: Moment[World], called: str) -> list[str]:
    """Those who ever played of the people whom words may mean."""
    return [person for person in people_called(moment, called) if person in moment.world.players]


def owners_said(moment: Moment[World], called: str) -> list[str]:
    """The players and ducks whom words may mean, as nobody can mistake them."""
    return [*map(person_said, players_called(moment, called)), *ducks_said(moment, called)]


def ducks_said(moment: Moment[World], called: str) -> list[str]:
    """The ducks that words may mean, as nobody can mistake them."""
    return list(map(duck_said, ducks_called(moment, called)))


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
