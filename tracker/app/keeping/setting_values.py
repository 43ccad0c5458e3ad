"""What a setting may hold: each value is checked against the game's own before it is archived, from a config or a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from tracker.core.clause import Parameter, Parameters, is_shaped_like
from tracker.core.observation import canonical_json
from tracker.mechanics.law import is_edition

SPECIAL_CASE = "special_case."
"""Settings whose names begin so say whether a special case rule is active."""
MOST = 1_000_000
"""No number of a ruleset is greater: an hour count of that size is more than a century."""
_MONTH_DAY = re.compile(r"(\d\d)-(\d\d)")


def check_value(name: str, value: Any, parameters: Parameters) -> None:
    """Raise ValueError, saying what is allowed, where a known setting cannot hold a value; unknown names pass.

    None takes a parameter's setting back.
    """
    if name in _OWN_SHAPES:
        is_fit, words = _OWN_SHAPES[name]
        _require(is_fit(value), value, words)
    elif name.startswith(SPECIAL_CASE):
        _require(_is_text(value), value, "the marker as the ruleset writes it, a text")
    elif name in parameters and value is not None:
        _check_parameter(value, parameters[name])


def example_of(parameter: Parameter[Any]) -> Any:
    """A value that a parameter has or had: the newest of its own."""
    return next(dated.value for dated in reversed(parameter.values) if dated.value is not None)


def _require(is_fit: bool, value: Any, words: str) -> None:
    if not is_fit:
        raise ValueError(f"{_shown(value)} is not allowed; allowed: {words}")


def _shown(value: Any) -> str:
    text = canonical_json(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _check_parameter(value: Any, parameter: Parameter[Any]) -> None:
    like = example_of(parameter)
    if parameter.choices:
        _require(value in parameter.choices, value, ", ".join(parameter.choices))
    elif parameter.is_open:
        _require(is_shaped_like(value, like), value, f"what is shaped like {json.dumps(like, ensure_ascii=False)}")
        _require(parameter.bounds(value), value, f"numbers from {parameter.least} to {parameter.most}")
    elif isinstance(like, int):
        is_fit = _is_number(value) and parameter.bounds(value)
        _require(is_fit, value, f"a whole number from {parameter.least} to {parameter.most}")
    elif isinstance(like, list):
        _require(_is_texts(value), value, f"a list of texts, such as {json.dumps(like[:2])}")
    elif isinstance(like, dict):
        _check_table(value, list(like.values()))
    elif parameter.unit == "edition":
        is_fit = isinstance(value, str) and (value == like or is_edition(value))
        _require(is_fit, value, f"{like}, the number of a ruleset such as 170, or a date such as 2025-06-01")
    elif parameter.unit == "month-day":
        _require(_is_month_day(value), value, "a month and a day, such as 12-24")
    else:
        _require(_is_text(value), value, f"a text, such as {like}")


def _check_table(value: Any, likes: list[Any]) -> None:
    """A table of a parameter holds numbers, or no other words than those that it has."""
    if all(isinstance(like, int) for like in likes):
        _require(_is_table(value, _is_number), value, f"NAME = VALUE, each value a whole number from 0 to {MOST}")
    else:
        words = sorted(set(likes))
        is_table = _is_table(value, lambda word: word in words)
        _require(is_table, value, f"NAME = VALUE, each value one of {', '.join(words)}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_table(value: Any, is_fit: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(_is_text(name) and is_fit(item) for name, item in value.items())


def _is_month_day(value: Any) -> bool:
    found = _MONTH_DAY.fullmatch(value) if isinstance(value, str) else None
    try:
        # A year that has no 29th of February: the day must be there every year.
        return found is not None and bool(date(2001, int(found[1]), int(found[2])))
    except ValueError:
        return False


_OWN_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "aliases": (lambda value: _is_table(value, _is_text), "an object: name as written -> name on the roster"),
    "identities": (
        lambda value: _is_table(value, lambda accounts: _is_table(accounts, _is_texts)),
        "an object: person -> place -> list of accounts",
    ),
    "bot_account": (lambda value: isinstance(value, str), "a text"),
    "wiki_account": (lambda value: isinstance(value, str), "a text"),
    "dynasty": (
        lambda value: isinstance(value, str),
        "a dynasty file's text, the name of a known dynasty, or an empty text",
    ),
}
"""Settings that are no parameter of a game: what they hold, and that in words."""
