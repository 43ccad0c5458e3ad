"""Players' values as a table, what else a dynasty keeps as lines, and the actions that the rules refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tracker.cli.naming import Named
from tracker.cli.printing import print_line, print_table, words
from tracker.core.gamestate import Refusal

_ALSO = ("today", "game", "locations", "totals", "plants", "conditions", "rescued", "victory", "exhausted", "found_mac")
"""What a dynasty keeps beside players' values, by the interchange format's names, in the order in which it is printed."""


def print_values(values: Mapping[str, Any]) -> None:
    """Print every player's values and what else the dynasty keeps; nothing where no table of values is kept."""
    rows: Mapping[str, Mapping[str, Any]] = values.get("values") or {}
    names = list(dict.fromkeys(name for held in rows.values() for name in held))
    if names:
        print_table(
            ("player", *names), [(player, *(held.get(name) for name in names)) for player, held in rows.items()]
        )
    for name in _ALSO:
        if values.get(name) not in (None, {}, []):
            print_line(f"{name.replace('_', ' ')}: {_told(values[name])}")


def _told(value: Any) -> str:
    """A value in one line; of lists by name only those with members, and what nobody knows as such."""
    if not isinstance(value, Mapping):
        return words(value)
    return "; ".join(f"{key}: {words(each) or 'unknown'}" for key, each in value.items() if each != []) or "nobody"


def print_refused(refused: Iterable[Refusal], named: Named) -> None:
    """Print the acts and actions that the rules did not let happen, each with code, clause and reason."""
    rows = [(_place(each, named), each.code, each.clause, named.text(each.text)) for each in refused]
    if rows:
        print_table(("refused", "code", "clause", "why"), rows)
        print_line()


def _place(refusal: Refusal, named: Named) -> str:
    place = str(named.name(refusal.observation))
    return place if refusal.n is None else f"{place} ({refusal.n})"
