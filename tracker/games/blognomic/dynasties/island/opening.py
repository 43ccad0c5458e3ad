"""What an opening states of the island beside players' values: lists of names, totals, Plants, conditions, rescue, who found Mac."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tracker.core.rule import rule
from tracker.mechanics.holdings import THE_GAME

from ...gndt_records import Use
from .acting import CONDITIONS, FOUND_MAC, LOCATION, PLANTS
from .construction import BONFIRE, MESSAGE, total_name
from .locations import STATED_LISTS, locations_of, place_of
from .story_points import OWED, RESCUED, owing

if TYPE_CHECKING:
    from ...played import Table

Reader = Callable[["Table", str, Any], bool]
"""Takes a part of an opening over; False where its form cannot be read."""


def take(table: Table, row: str, stated: Mapping[str, Any]) -> None:
    """Take over what is stated, part by part; what cannot be read is reported and left at its default."""
    for name, reader in READERS.items():
        if name in stated and not reader(table, row, stated[name]):
            _report(table, row, "UNKNOWN_SETTING", "BN-200", f"an opening states {name} in a form that cannot be read")


def _report(table: Table, row: str, code: str, clause: str, text: str) -> None:
    table.moment.state.note(code, clause, text, row, at=table.moment.when)


@rule("BN-113")
def _take_locations(table: Table, row: str, value: Any) -> bool:
    """The names on the lists; a name of nobody, or one on two lists, is reported, and its first list counts."""
    if not isinstance(value, dict) or not all(isinstance(names, list) for names in value.values()):
        return False
    came: list[str] = []
    for said, names in value.items():
        place = place_of(str(said), locations_of(table))
        if not place:
            _report(table, row, "WRONG_LOCATION", "BN-112", f"there is no Location {said}")
        for name in names if place else ():
            _list(table, row, str(name), place, came)
    table.holdings.of(THE_GAME)[STATED_LISTS] = came
    return True


def _list(table: Table, row: str, name: str, place: str, came: list[str]) -> None:
    key = table.moment.state.key_of(name)
    person = table.moment.state.person(key)
    if person is None or not person.is_on_roster:
        _report(table, row, "UNKNOWN_NAME", "BN-113", f"{name}, on the list of {place}, is no player's name")
    elif key in came:
        there = table.holdings.of(key)[LOCATION]
        _report(table, row, "TWO_LOCATIONS", "BN-113", f"{name} is on the lists of {there} and of {place}")
    else:
        table.holdings.of(key)[LOCATION] = place
        came.append(key)


def _take_totals(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, dict) or not all(_is_count(each) for each in value.values()):
        return False
    for project in (MESSAGE, BONFIRE):
        if project in value:
            table.holdings.of(THE_GAME)[total_name(project)] = value[project]
    return set(value) <= {MESSAGE, BONFIRE}


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _take_plants(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, dict) or not all(isinstance(each, str | None) for each in value.values()):
        return False
    table.holdings.of(THE_GAME)[PLANTS] = {str(name): effect or "" for name, effect in value.items()}
    return True


def _take_conditions(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, list):
        return False
    table.holdings.of(THE_GAME)[CONDITIONS] = [str(text) for text in value]
    return True


def _take_rescued(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, bool):
        return False
    if value:
        look = table.holdings.values
        table.holdings.of(THE_GAME)[RESCUED] = 1
        table.holdings.of(THE_GAME)[OWED] = list(owing(table, lambda name, of: look.get(of, {}).get(name)))
    return True


def _take_found(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, list):
        return False
    state = table.moment.state
    table.gndt.uses += [Use(state.key_of(str(name)), FOUND_MAC, table.moment.when, row) for name in value]
    return True


def _pass_over(table: Table, row: str, value: Any) -> bool:
    """What follows from the rest."""
    return True


READERS: Mapping[str, Reader] = {
    "locations": _take_locations,
    "totals": _take_totals,
    "plants": _take_plants,
    "conditions": _take_conditions,
    "rescued": _take_rescued,
    "found_mac": _take_found,
    **dict.fromkeys(("today", "victory", "complexity", "exhausted"), _pass_over),
}
"""What an opening may state, each with what takes it over."""
