"""What an opening states of the island beside players' values: lists of names, totals, Plants, conditions, rescue, who found Mac."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tracker.core.gamestate import Finding
from tracker.core.instants import parse_instant
from tracker.core.rule import rule
from tracker.games.blognomic.gndt.gndt_records import Ground, Use
from tracker.mechanics.holdings import THE_GAME

from .acting import CONDITIONS, EXERTION, FOUND_MAC, LOCATION, PLANTS, REMOVAL
from .construction import BONFIRE, MESSAGE, total_name
from .locations import STATED_LISTS, locations_of, place_of
from .rule_text import CLAUSES as IN_RULES
from .story_points import OWED, RESCUED, owing

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

LAST_EXERTION, FOUND_LITTLE_MAC, LAST_REMOVAL = "Last Exertion", "Found Little Mac", "Last condition removal"
"""What the dynasty remembers beside values, as an opening names it: of each player, and of the head of the dynasty."""
CLAUSES: Mapping[str, str] = {**IN_RULES, RESCUED: "BN-151"}
"""What an opening states beside declared variables -> its clause."""
Reader = Callable[["Table", str, Any], bool]
"""Takes a part of an opening over; False where its form cannot be read."""


def take(table: Table, row: str, stated: Mapping[str, Any]) -> None:
    """Take over what is stated, part by part; what cannot be read is reported and left at its default."""
    before = {holder: dict(held) for holder, held in table.holdings.values.items()}
    for name, reader in READERS.items():
        if name in stated and not reader(table, row, stated[name]):
            _report(table, row, "UNKNOWN_SETTING", "BN-200", f"an opening states {name} in a form that cannot be read")
    _ground(table, row, before)


def _ground(table: Table, row: str, before: Mapping[str, Mapping[str, Any]]) -> None:
    """Ground what was stated on the opening, as facts tell it."""
    for holder, held in table.holdings.values.items():
        for name, clause in CLAUSES.items():
            if name in held and held[name] != before.get(holder, {}).get(name):
                grounds = table.gndt.grounds.setdefault(holder, {})
                grounds[name] = Ground(row, "stated by the opening", clause, table.moment.when)


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
    # A list of players that comes later tells who is a stranger.
    if table.moment.state.people and (person is None or not person.is_on_roster):
        _report(table, row, "UNKNOWN_NAME", "BN-113", f"{name}, on the list of {place}, is no player's name")
    elif key in came:
        there = table.holdings.of(key)[LOCATION]
        _report(table, row, "TWO_LOCATIONS", "BN-113", f"{name} is on the lists of {there} and of {place}")
    else:
        table.holdings.of(key)[LOCATION] = place
        came.append(key)


@rule("BN-113")
def strangers(table: Table) -> list[Finding]:
    """Names on the lists of an opening that came before any list of players, and that none of these knows."""
    state, game = table.moment.state, table.holdings.values.get(THE_GAME, {})
    stated = game.get(STATED_LISTS)
    unknown = [key for key in stated if state.person(key) is None] if isinstance(stated, list) and state.people else []
    place = table.holdings.values
    return [
        Finding(
            "UNKNOWN_NAME", "BN-113", f"{key}, on the list of {place[key][LOCATION]}, is no player's name", (), None
        )
        for key in unknown
    ]


def _take_totals(table: Table, row: str, value: Any) -> bool:
    if not isinstance(value, dict) or not all(_is_count(each) for each in value.values()):
        return False
    said = {str(name).casefold(): total for name, total in value.items()}
    for project in (MESSAGE, BONFIRE):
        if project in said:
            table.holdings.of(THE_GAME)[total_name(project)] = said[project]
    return set(said) <= {MESSAGE, BONFIRE}


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


@rule("BN-119", "BN-139")
def _take_of_players(table: Table, row: str, value: Any) -> bool:
    """What the dynasty remembers of each player beside their values: when they last Exerted themselves, and whether they found Mac."""
    rows = value.items() if isinstance(value, dict) else ()
    found = [_take_of_player(table, row, str(name), said) for name, said in rows if isinstance(said, dict)]
    return all(found)


def _take_of_player(table: Table, row: str, name: str, said: Mapping[str, Any]) -> bool:
    key, exerted, mac = table.moment.state.key_of(name), said.get(LAST_EXERTION), said.get(FOUND_LITTLE_MAC, False)
    if mac:
        table.gndt.uses.append(Use(key, FOUND_MAC, table.moment.when, row))
    return isinstance(mac, bool) and _take_use(table, row, key, EXERTION, exerted)


def _take_use(table: Table, row: str, key: str, action: str, at: Any) -> bool:
    """Remember when somebody last used a limited action, null for never; False where that is no instant."""
    try:
        if at is not None:
            table.gndt.uses.append(Use(key, action, parse_instant(str(at)), row))
    except ValueError:
        return False
    return True


@rule("BN-154")
def _take_removal(table: Table, row: str, value: Any) -> bool:
    return _take_use(table, row, table.moment.state.emperor, REMOVAL, value)


def _total_reader(project: str) -> Reader:
    return lambda table, row, value: _take_totals(table, row, {project: value})


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
    "values": _take_of_players,
    LAST_REMOVAL: _take_removal,
    total_name(MESSAGE): _total_reader(MESSAGE),
    total_name(BONFIRE): _total_reader(BONFIRE),
    **dict.fromkeys((LAST_EXERTION, FOUND_LITTLE_MAC, "today", "victory", "complexity", "exhausted"), _pass_over),
}
"""What an opening may state, each with what takes it over."""
