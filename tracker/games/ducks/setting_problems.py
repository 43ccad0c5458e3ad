"""Values of Ducks' parameters that are well shaped and yet of no use: unknown items and fruits, days, classes, dice, channels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from . import periods, tables
from .law import PARAMETERS, Law

_CHANNEL = re.compile(r"[^\s#]+")
_NO_TWICE = ("items", "forbidden_names", "disciple_names")
"""Lists in which nothing may stand twice."""


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can, and for names that the game does not know.

    ``beside`` are the values that other parameters are given at any instant along with it: items of tables must stand among the
    game's own or those given there. Without it items are not looked at, as who is asked may not know them.
    """
    if name not in PARAMETERS:
        return ""
    if name.endswith("_channel") and not PARAMETERS[name].choices:
        return "" if _CHANNEL.fullmatch(value) else f"{value!r} is no channel's name: write it without # and blanks"
    if name in _NO_TWICE and (twice := _twice(value)):
        return twice
    items = None if beside is None else _items(beside)
    return (
        periods.problem(name, value)
        or tables.problem(name, PARAMETERS[name].unit, value, items)
        or ("" if items is None else _strange_item(name, value, items))
    )


def _items(beside: Mapping[str, Sequence[Any]]) -> list[str]:
    return list(
        dict.fromkeys([*Law.book.lasting_words["items"], *(item for each in beside.get("items", ()) for item in each)])
    )


def _twice(words: Sequence[str]) -> str:
    return next((f"{word} stands in it twice" for place, word in enumerate(words) if word in words[:place]), "")


def _strange_item(name: str, value: Any, items: Sequence[str]) -> str:
    named = _NAMED.get(name)
    strange = [item for item in named(value) if item not in (*items, tables.QUACKS)] if named else []
    if not strange:
        return ""
    near = get_close_matches(strange[0], items, n=1)
    also = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no item {strange[0]!r}{also}; there are {', '.join(items)}"


def _of_costs(costs: Mapping[str, Mapping[str, int]]) -> Iterable[str]:
    return (item for cost in costs.values() for item in cost)


_NAMED: Mapping[str, Callable[[Any], Iterable[str]]] = {"quacktion_costs": _of_costs, "fruits": iter}
"""Table -> the items that it names; those of loot are looked at with its rows."""
