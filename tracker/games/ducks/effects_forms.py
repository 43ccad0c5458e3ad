"""The forms in which people say what an adopted proposal changes: words with a value, and how many of something there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
NONE = frozenset({"none", "nobody", "nothing", "no", "unset", "uncoloured", "uncolored"})
"""The words that take something away."""


@dataclass(frozen=True, slots=True)
class Whose:
    """What changes something: its ``kind``, its ``id`` in the gamestate, and as people ``called`` it."""

    kind: str
    id: str
    called: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that can be changed: what it is, how it is set (with why), its ``least`` (None: none); ``is_any``: any number at all."""

    old: Fraction | int
    set: Callable[[Moment[World], Fraction, str], None]
    least: int | None = 0
    is_any: bool = False


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


def yes_or_no(value: str) -> bool | None:
    """Whether a value says yes; None where it says neither."""
    return {"yes": True, "true": True, "": True, "no": False, "false": False}.get(value.casefold())


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
        return 0
    words = value.casefold().removeprefix("duck:").removeprefix("duck").strip().removeprefix("#")
    is_number = words.isascii() and words.isdecimal() and len(words) < 10
    found = numbers_of(DuckSaid(number=int(words)) if is_number else DuckSaid(value), moment.world.register.called, ())
    return found[0] if len(found) == 1 else Unusable(f"“{value}” is no duck")


def person_meant(moment: Moment[World], value: str) -> str | Unusable:
    """The person who ever played that a value means; "" for nobody."""
    if value.casefold() in NONE:
        return ""
    words = value.removeprefix("@").strip()
    person = moment.state.person(words)
    by_name = {name.casefold(): id for id, name in moment.state.log.names.items()}
    found = person if person in moment.world.players else by_name.get(words.casefold(), "")
    return found if found in moment.world.players else Unusable(f"“{value}” is no player")


def each_of(
    moment: Moment[World], value: str, read: Callable[[Moment[World], str], int | str | Unusable]
) -> list[int | str] | Unusable:
    """What the words of a list mean, one by one; an empty list for none."""
    found = list[int | str]()
    for word in () if value.casefold() in NONE else value.split(","):
        meant = read(moment, word.strip().strip('"“”'))
        if isinstance(meant, Unusable):
            return meant
        found.append(meant)
    return found


def instant(value: str) -> datetime | Unusable | None:
    """The instant (UTC) that a value is; None for none."""
    if value.casefold() in NONE:
        return None
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
