"""The forms in which people say what an adopted proposal changes: words with a value, and how many of something there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TypeAlias

from tracker.core.instants import parse_instant
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from .holdings import goods_of, hold
from .reading import item_names
from .spoken import DuckSaid, numbers_of
from .state import World
from .tables import QUACKS

CLAUSE = "DUCK-045"
_QUOTES = '"“”'
_MENTION = re.compile(r"<@!?(?P<account>[^<>@ ]+)>")
_NUMBER = re.compile(r"(?:duck *)?(?P<sure>[:#])? *(?P<number>[0-9]{1,9})", re.IGNORECASE)
NONE = frozenset({"none", "nobody", "nothing", "no", "unset", "uncoloured", "uncolored"})
"""The words that take something away."""
_NOBODY = ("none", "nobody", "nothing", "unset")
"""Those of them that may be written where somebody is called by another."""
_ONE_OF_LIST = re.compile(r'(?:"[^"]*"|“[^”]*”|[^,])+')


@dataclass(frozen=True, slots=True)
class Whose:
    """What changes something: its ``kind``, its ``id`` in the gamestate, and as people ``called`` it."""

    kind: str
    id: str
    called: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that can be changed: what it is, how it is set (with why), its ``least`` (None: none); ``is_any``: any number at all.

    ``remedy`` tells, behind a number that cannot be, what to write instead.
    """

    old: Fraction | int
    set: Callable[[Moment[World], Fraction, str], None]
    least: int | None = 0
    is_any: bool = False
    remedy: str = ""


@dataclass(slots=True)
class Trial(Moment[World]):
    """A moment in which changes are only tried; it notes whom their words may mean: words -> ``duck`` or ``person`` -> these, as said."""

    meant: dict[str, dict[str, list[str]]] = field(default_factory=dict)


def _note(moment: Moment[World], called: str, kind: str, found: Iterable[str]) -> None:
    if isinstance(moment, Trial):
        noted = moment.meant.setdefault(called, {}).setdefault(kind, [])
        noted.extend(each for each in found if each not in noted)


Change: TypeAlias = Callable[[Moment[World], str], None]
"""Carries one change out, given the text of why."""
Read: TypeAlias = Callable[[Moment[World], Whose, str], Change | Unusable]
"""Reads the value behind the words of a change."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What of one kind of thing can change: patterns of ``words`` with what reads the value behind them, and its numbers by name."""

    words: Mapping[str, Read] = field(default_factory=dict)
    number: Callable[[Moment[World], Whose, str], Number | Unusable | None] = lambda moment, whose, what: None


# --- values -----------------------------------------------------------------------------------------------------------


def unquoted(value: str) -> str:
    """A value without the quotes around it."""
    return value.strip().strip(_QUOTES)


def yes_or_no(value: str) -> bool | None:
    """Whether a value says yes; None where it says neither."""
    return {"yes": True, "true": True, "": True, "no": False, "false": False}.get(unquoted(value).casefold())


def flag(set_to: Callable[[Moment[World], Whose, bool], None]) -> Read:
    """Reads yes or no."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
        said = yes_or_no(value)
        if said is None:
            return Unusable(f"“{value}” is neither yes nor no")
        return lambda then, _: set_to(then, whose, said)

    return read


def number_of_duck(moment: Moment[World], value: str) -> int | Unusable:
    """The duck that a value means, by its name or number; 0 for none."""
    if value.casefold() in NONE:
        return none_meant(moment, value, _ducks_said) or 0
    found = ducks_called(moment, value)
    return found[0] if len(found) == 1 else _unclear(value, list(map(duck_said, found)), "duck")


def ducks_called(moment: Moment[World], called: str) -> list[int]:
    """The ducks that words may mean: in quotes by a name, behind a ``#`` by a number, bare by either."""
    is_quoted, words = called.strip()[:1] in _QUOTES, unquoted(called)
    by_name = numbers_of(DuckSaid(words), moment.world.register.called, ())
    found = None if is_quoted or not words else _NUMBER.fullmatch(words)
    by_number = [int(found["number"])] if found and int(found["number"]) in moment.world.ducks else []
    ducks = list(dict.fromkeys(by_number if found and found["sure"] else [*by_name, *by_number]))
    _note(moment, called, "duck", map(duck_said, ducks))
    return ducks


def duck_said(number: int) -> str:
    """A duck as nobody can mistake it."""
    return f"#{number}"


def person_meant(moment: Moment[World], value: str) -> str | Unusable:
    """The person who ever played that a value means; "" for nobody."""
    if value.casefold() in NONE:
        return none_meant(moment, value, _players_said) or ""
    found = players_called(moment, value)
    return found[0] if len(found) == 1 else _unclear(value, list(map(person_said, found)), "player")


def people_called(moment: Moment[World], called: str) -> list[str]:
    """The people whom words may mean: in ``<@…>`` by an account, else by that or by any name of theirs."""
    mention = _MENTION.fullmatch(called.strip())
    words = mention["account"] if mention else unquoted(called).removeprefix("@").strip()
    state = moment.state
    person = state.person(words)
    is_known = person != words or person in moment.world.players or person in state.log.names
    by_name = () if mention else state.log.called(words)
    people = list(dict.fromkeys([*([person] if is_known else ()), *map(state.person, by_name)]))
    _note(moment, called, "person", map(person_said, people))
    return people


def players_called(moment: Moment[World], called: str) -> list[str]:
    """Those who ever played of the people whom words may mean."""
    return [person for person in people_called(moment, called) if person in moment.world.players]


def none_meant(moment: Moment[World], value: str, called: Callable[[Moment[World], str], list[str]]) -> Unusable | None:
    """Why a word that takes something away is unclear: somebody is called so; ``called`` tells who is by a word. None: it is clear."""
    ways = called(moment, value)
    free = [word for word in _NOBODY if not called(moment, word)][:1]
    return unclear(value, [*ways, *free]) if ways else None


def owners_said(moment: Moment[World], called: str) -> list[str]:
    """The players and ducks whom words may mean, as nobody can mistake them."""
    return [*_players_said(moment, called), *_ducks_said(moment, called)]


def _players_said(moment: Moment[World], called: str) -> list[str]:
    return list(map(person_said, players_called(moment, called)))


def _ducks_said(moment: Moment[World], called: str) -> list[str]:
    return list(map(duck_said, ducks_called(moment, called)))


def person_said(person: str) -> str:
    """A person as nobody can mistake them."""
    return f"<@{person}>"


def unclear(called: str, ways: Sequence[str]) -> Unusable:
    """Why words are of no use that may mean several; ``ways`` are how to say each of these for sure."""
    return Unusable(f"“{called}” may mean several: write {' or '.join(ways)}")


def _unclear(called: str, ways: Sequence[str], kind: str) -> Unusable:
    return unclear(called, ways) if ways else Unusable(f"“{called}” is no {kind}")


def each_of(
    moment: Moment[World], value: str, read: Callable[[Moment[World], str], int | str | Unusable]
) -> list[int | str] | Unusable:
    """What the words of a list mean, one by one; an empty list for none."""
    found = list[int | str]()
    for word in _ONE_OF_LIST.findall(value) or [value]:
        meant = read(moment, word.strip())
        if isinstance(meant, Unusable):
            return meant
        found.append(meant)
    return [] if value.casefold() in NONE else found


def instant(value: str) -> datetime | Unusable | None:
    """The instant (UTC) that a value is; None for none."""
    if value.casefold() in NONE:
        return None
    value = unquoted(value)
    try:
        return parse_instant(value if "T" in value or " " in value else f"{value}T00:00:00Z")
    except ValueError:
        return Unusable(f"“{value}” is no instant such as 2021-03-11T00:00:00Z")


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
