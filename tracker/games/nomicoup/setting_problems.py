"""Why settings of the right sort cannot be used: tables with rows that say too little, or name what nobody knows how to carry out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .law import PARAMETERS

_NONE = "none"
_COLUMNS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "actions": {"claim": (), "target": (_NONE, "player", "other player"), "pending": ("yes", "no")},
    "counteractions": {"claim": (), "against": ()},
}
"""Table -> the columns of each row, with the words that may stand there (none: any)."""


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a setting of the right sort cannot be used; "" where it can. Names are looked up in the tables ``beside`` it, where these are given."""
    if name == "characters":
        twice = [each for each, count in Counter(value).items() if count > 1]
        return f"{', '.join(twice)} stands there twice" if twice else "" if value else "there must be characters"
    if name not in _COLUMNS:
        return ""
    return _unknown_action(name, value) or _unfit_row(name, value) or _unknown_name(name, value, beside)


def _unknown_action(name: str, table: Mapping[str, Any]) -> str:
    known: Mapping[str, Any] = PARAMETERS["actions"].values[-1].value or {}
    new = [each for each in table if each not in known] if name == "actions" else []
    if not new:
        return ""
    return f"the tracker can carry out no other actions than {', '.join(known)}: people carry out {', '.join(new)}"


def _unfit_row(name: str, table: Mapping[str, Any]) -> str:
    columns = _COLUMNS[name]
    for key, row in table.items():
        if not isinstance(row, Mapping) or set(row) != set(columns):
            return f"{key} must say {', '.join(columns)}, and nothing else"
        for column, words in columns.items():
            if words and row[column] not in words:
                return f"the {column} of {key} is {' or '.join(words)}, not {row[column]}"
    return ""


def _unknown_name(name: str, table: Mapping[str, Any], beside: Mapping[str, Sequence[Any]] | None) -> str:
    """What a row names that there is not: characters that are claimed, and actions that are stopped."""
    if beside is None:
        return ""
    for key, row in table.items():
        for column, other in (("claim", "characters"), ("against", "actions")):
            there = {each for held in beside.get(other, (PARAMETERS[other].values[-1].value,)) for each in held}
            if column in row and row[column] not in there and not (name == "actions" and row[column] == _NONE):
                return f"the {column} of {key} is {row[column]}, which is none of the {other}"
    return ""
