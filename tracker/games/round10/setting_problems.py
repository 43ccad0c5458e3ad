"""Values of Round 10's parameters that are well shaped and yet of no use: unknown items, ranks and suits, days, classes, channels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from tracker.mechanics.chat.calendar import WEEKDAYS, share_the_week

from .cards import unfolded
from .law import PARAMETERS
from .phases import AUCTION
from .prizes import CARDS_BACK
from .proposals import CLASSES
from .secrets import BID, DEFAULT, HAND, SPAN
from .state import ITEMS, TRUNGS

_PLACE = re.compile(r"[1-9]\d{0,3}\+?")
_CHANNEL = re.compile(r"[^\s#]+")
_SPOKEN_OF: Mapping[str, str] = {"senatorial_ranks": "ranks", "traditions": "suits", "colours": "suits"}
"""Table -> the table whose words it holds."""


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can.

    ``beside`` are the values that other parameters are given along with it: names of ranks, suits and phases must stand in those
    tables or in the game's own. Without it such names are not looked at.
    """
    if name.endswith("_channel"):
        return "" if _CHANNEL.fullmatch(value) else f"{value!r} is no channel's name: write it without # and blanks"
    own = _OWN.get(name, lambda _: "")(value)
    return own or ("" if beside is None else _strange_name(name, value, beside))


def _of_prizes(table: Mapping[str, Mapping[str, Any]]) -> str:
    for place, row in table.items():
        if not _PLACE.fullmatch(place):
            return f"{place!r} is no place: write 1, 2, ... or 7+ for the seventh and all later ones"
        if strange := _unknown("item", row, (*ITEMS, CARDS_BACK)):
            return f"place {place}: {strange}"
        wrong = next((item for item in ITEMS if not isinstance(row.get(item, 0), int)), "")
        if wrong or row.get(CARDS_BACK, "returned") != "returned":
            return f"place {place}: {wrong or CARDS_BACK} cannot be so: a whole number, of {CARDS_BACK} only 'returned'"
    return ""


def _of_faces(table: Mapping[str, str]) -> str:
    try:
        unfolded(table)
    except ValueError as error:
        return str(error)
    return ""


def _of_suits(table: Mapping[str, Sequence[str]]) -> str:
    empty = next((f"{name} has no suit" for name, suits in table.items() if not suits), "")
    twice = next((f"{name}: {fault}" for name, suits in table.items() if (fault := _twice(suits))), "")
    return empty or twice or ("" if table else "the table is empty")


def _of_phases(days: Mapping[str, Sequence[str]]) -> str:
    if AUCTION not in days:
        return f"there is no phase {AUCTION}"
    return "" if share_the_week(days) else "each weekday stands in one phase, and those of a phase follow each other"


def _of_kinds(table: Mapping[str, Any]) -> str:
    missing = next((f"{kind} is missing" for kind in (BID, HAND) if kind not in table), "")
    return missing or next((fault for kind, row in table.items() if (fault := _of_kind(kind, row))), "")


def _of_kind(kind: str, row: Any) -> str:
    if not re.fullmatch(r"[^\W_]+", kind):
        return f"{kind!r} is no single word, by which people announce the action"
    if not isinstance(row, Mapping) or row.keys() != {"phase", "channel", "maturation", "revelation"}:
        return f"{kind} needs a phase, a channel, a maturation and a revelation, and nothing else"
    if not _CHANNEL.fullmatch(row["channel"]):
        return f"the channel of {kind} is written without # and blanks"
    wrong = [date for date in ("maturation", "revelation") if row[date] != DEFAULT and not SPAN.fullmatch(row[date])]
    return f"the {wrong[0]} of {kind} must be default or a span such as 2 days" if wrong else ""


def _twice(words: Sequence[str]) -> str:
    return next((f"{word} stands in it twice" for place, word in enumerate(words) if word in words[:place]), "")


def _unknown(what: str, words: Iterable[str], known: Iterable[str]) -> str:
    """What is said of the first word that is none of those known."""
    listed = list(dict.fromkeys(known))
    word = next((word for word in words if word not in listed), None)
    return "" if word is None else f"there is no {what} {word!r}; there are {', '.join(listed)}"


_EXCHANGED = [item.removesuffix("s") for item in ITEMS if item != TRUNGS]
_OWN: Mapping[str, Callable[[Any], str]] = {
    "prizes": _of_prizes,
    "exchange": lambda table: _unknown("item", table, _EXCHANGED),
    "multipliers": lambda table: _unknown("multiplier with a value of its own", table, _known("multipliers")),
    "untradable_items": lambda items: _unknown("item", items, ITEMS) or _twice(items),
    "senatorial_ranks": lambda ranks: _twice(ranks) or ("" if ranks else "it names no rank"),
    "traditions": _of_suits,
    "colours": lambda table: _of_suits(table) or _twice([suit for suits in table.values() for suit in suits]),
    "suits": _of_faces,
    "ranks": _of_faces,
    "default_proposal_class": lambda word: _unknown("class", [word], CLASSES),
    "week_start": lambda day: "" if day in WEEKDAYS else f"{day!r} is no weekday",
    "phases": _of_phases,
    "secret_kinds": _of_kinds,
}


def _known(name: str) -> Any:
    """The game's own value."""
    return PARAMETERS[name].values[-1].value


def _strange_name(name: str, value: Any, beside: Mapping[str, Sequence[Any]]) -> str:
    """A name that stands neither in the game's own table nor in any that is given beside."""
    if name == "secret_kinds":
        phases = chain(_known("phases"), *beside.get("phases", ()))
        return _unknown("phase", [row["phase"] for row in value.values()], [*phases, "any"])
    if name not in _SPOKEN_OF:
        return ""
    table = _SPOKEN_OF[name]
    tables = [_known(table), *(each for each in beside.get(table, ()) if not _of_faces(each))]
    known = [word for each in tables for word in unfolded(each).values()]
    return _unknown(table.removesuffix("s"), _words(value), known)


def _words(value: Any) -> Iterator[str]:
    return chain(*value.values()) if isinstance(value, Mapping) else iter(value)
