"""Values of Round 10's parameters that are well shaped and yet of no use: unknown items, ranks and suits, days, classes, channels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Any

from . import cards, phases, secrets
from .items import NAMES
from .law import PARAMETERS
from .prizes import CARDS_BACK, RETURNED
from .proposals import CLASSES
from .state import TRUNGS

_PLACE = re.compile(r"[1-9]\d{0,3}\+?")
_CHANNEL = re.compile(r"[^\s#]+")
_SPOKEN_OF: Mapping[str, str] = {"senatorial_ranks": "ranks", "traditions": "suits", "colours": "suits"}
"""Table -> the table whose words it holds."""


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can.

    ``beside`` are the values that other parameters are given at any instant along with it: names of ranks, suits and phases
    must stand in those tables or in the game's own. Without it such names are not looked at, as who is asked may not know them.
    """
    if name.endswith("_channel") and name in PARAMETERS and not PARAMETERS[name].choices:
        return "" if _CHANNEL.fullmatch(value) else f"{value!r} is no channel's name: write it without # and blanks"
    own = _OWN.get(name, lambda _: "")(value) or cards.table_problem(name, value) or phases.problem(name, value)
    return own or secrets.problem(name, value) or ("" if beside is None else _strange_name(name, value, beside))


# --- tables that name what the code knows -----------------------------------------------------------------------------


def _of_prizes(table: Mapping[str, Mapping[str, Any]]) -> str:
    for place, row in table.items():
        if not _PLACE.fullmatch(place):
            return f"{place!r} is no place: write 1, 2, ... or 7+ for the seventh and all later ones"
        if strange := _unknown("item", row.keys() - {CARDS_BACK}, NAMES):
            return f"place {place}: {strange}, {CARDS_BACK}"
        if fault := next((fault for item in row if (fault := _of_prize(item, row[item]))), ""):
            return f"place {place}: {fault}"
    return ""


def _of_prize(item: str, value: Any) -> str:
    if item == CARDS_BACK:
        return "" if value == RETURNED else f"{CARDS_BACK} can only be {RETURNED!r}"
    return "" if isinstance(value, int) else f"{item} needs a whole number, not {value!r}"


def _of_exchange(table: Mapping[str, Any]) -> str:
    return _unknown("item", table, [item.removesuffix("s") for item in NAMES if item != TRUNGS])


def _of_multipliers(table: Mapping[str, Any]) -> str:
    return _unknown("multiplier with a value of its own", table, _known("multipliers"))


def _of_untradable(items: Sequence[str]) -> str:
    return _unknown("item", items, NAMES) or _twice(items)


def _of_colours(table: Mapping[str, Sequence[str]]) -> str:
    return _of_traditions(table) or _twice([suit for suits in table.values() for suit in suits])


def _of_traditions(table: Mapping[str, Sequence[str]]) -> str:
    return next((f"{name}: {fault}" for name, suits in table.items() if (fault := _twice(suits))), "")


def _of_classes(word: str) -> str:
    return _unknown("class", [word], CLASSES)


_OWN: Mapping[str, Callable[[Any], str]] = {
    "prizes": _of_prizes,
    "exchange": _of_exchange,
    "multipliers": _of_multipliers,
    "untradable_items": _of_untradable,
    "senatorial_ranks": lambda ranks: _twice(ranks) or ("" if ranks else "it names no rank"),
    "traditions": _of_traditions,
    "colours": _of_colours,
    "default_proposal_class": _of_classes,
}


def _unknown(what: str, words: Iterable[str], known: Iterable[str]) -> str:
    """What is said of the first word that is none of those known."""
    listed = list(known)
    word = next((word for word in words if word not in listed), None)
    if word is None:
        return ""
    near = get_close_matches(word, listed, n=1)
    return f"there is no {what} {word!r}{f' (did you mean {near[0]}?)' if near else ''}; there are {', '.join(listed)}"


def _twice(words: Sequence[str]) -> str:
    return next((f"{word} stands in it twice" for place, word in enumerate(words) if word in words[:place]), "")


# --- tables that name what stands in others ---------------------------------------------------------------------------


def _known(name: str) -> Any:
    """The game's own value."""
    return PARAMETERS[name].values[-1].value


def _strange_name(name: str, value: Any, beside: Mapping[str, Sequence[Any]]) -> str:
    """A name that stands neither in the game's own table nor in any that is given beside."""
    if name == "secret_kinds":
        rows = _known("phases"), *beside.get("phases", ())
        return _unknown("phase", [row["phase"] for row in value.values()], [*dict.fromkeys(chain(*rows)), "any"])
    if name not in _SPOKEN_OF:
        return ""
    table = _SPOKEN_OF[name]
    tables = [_known(table), *beside.get(table, ())]
    known = dict.fromkeys(word for each in tables for word in cards.words_of(table, each))
    return _unknown(table.removesuffix("s"), _words(value), known)


def _words(value: Any) -> Iterator[str]:
    return chain(*value.values()) if isinstance(value, Mapping) else iter(value)
