"""JSON and TOML from outside: what nests deeper than anything sound does is refused, so that nobody runs into Python's limit."""

from __future__ import annotations

import json
import tomllib
from typing import Any

MOST_NESTED = 100
"""How deep lists and tables may stand within each other: no sound file needs a tenth, and what reads them all calls itself."""


class TooDeepError(ValueError):
    """A text whose lists and tables nest deeper than is read."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(f"it nests deeper than {MOST_NESTED} levels")


def read_json(text: str | bytes, **hooks: Any) -> Any:
    """What a text of JSON says, read with the hooks of ``json.loads``; raises ValueError where it is none, TooDeepError where it nests too deep."""
    try:
        found = json.loads(text, **hooks)
    except RecursionError:
        raise TooDeepError from None
    return _checked(found)


def read_toml(text: str) -> dict[str, Any]:
    """What a text of TOML says; raises ValueError where it is none, TooDeepError where it nests too deep."""
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise TooDeepError from None
    return dict(_checked(found))


def _checked(found: Any) -> Any:
    """What was read, whose lists and tables stand within each other no deeper than is read."""
    level = [found]
    for _ in range(MOST_NESTED):
        level = [inner for each in level for inner in _within(each)]
        if not level:
            return found
    raise TooDeepError


def _within(each: Any) -> list[Any]:
    """The lists and tables that stand in one."""
    inner = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return [value for value in inner if isinstance(value, dict | list)]
