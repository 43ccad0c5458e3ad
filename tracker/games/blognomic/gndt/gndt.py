"""Appendix, Gamestate Tracking: the table of values inside the fold: who has values, how they begin, and what is stated of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tracker.core.rule import rule
from tracker.errors import InputError
from tracker.games.blognomic.dynasties.played import Table, dynasty_of
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import atomic
from tracker.games.blognomic.state import BUILT_IN_DYNASTY, State
from tracker.mechanics.dice import dice_log
from tracker.mechanics.holdings import THE_GAME, Change, Value, Variable

from . import gndt_settling
from .gndt_records import Entry, Gndt, Ground

_NEW, _BACK = "default of a new player", "unidled"
_START_CLAUSES = {_NEW: "BN-018", _BACK: "BN-019"}
"""By what clause values begin as they do, by why."""
NO_DYNASTY = ""
"""The setting ``dynasty`` of a game that keeps no table of values."""


def table_of(moment: Moment) -> Table | None:
    """The table of values; None where the dynasty keeps none."""
    gndt = moment.state.gndt
    return Table(moment, gndt) if gndt.source != NO_DYNASTY else None


def problem_of(source: str) -> str:
    """What is wrong with a dynasty file, by line; empty where it can be read, and for none."""
    try:
        dynasty_of(source or BUILT_IN_DYNASTY)
    except InputError as error:
        return str(error)
    return ""


# --- the dynasty ------------------------------------------------------------------------------------------------------


def begin(moment: Moment, source: str, row: str) -> None:
    """Another dynasty's file holds from now on: everybody who plays starts with its defaults.

    A file that cannot be read is reported and changes nothing.
    """
    if source == moment.state.gndt.source:
        return
    state = moment.state
    if problem := problem_of(source):
        state.note("UNKNOWN_SETTING", "BN-200", f"the dynasty file: {problem}", row, at=moment.when)
    elif source == NO_DYNASTY:
        state.parked = state.gndt
        state.gndt = gndt_settling.succeeded(state.gndt, Gndt(NO_DYNASTY, moment.when, row))
    elif (running := _running(state, source)) is not None:
        running.settled_to, running.months = state.gndt.settled_to, state.gndt.months
        state.gndt, state.parked = running, None
        _declare_anew(moment, source, row)
    else:
        _change_dynasty(moment, source, row)


def _running(state: State, source: str) -> Gndt | None:
    """The values that a file goes on with: those of the same dynasty, also where none was kept for a while."""
    known = [kept for kept in (state.gndt, state.parked) if kept is not None and kept.source != NO_DYNASTY]
    return next((kept for kept in known if _is_same_dynasty(kept.source, source)), None)


def _is_same_dynasty(before: str, after: str) -> bool:
    """Whether two files are of one dynasty: by name; or a name was mended, and page, first day and most variables are the same."""
    old, new = dynasty_of(before), dynasty_of(after)
    shared = old.by_name.keys() & new.by_name.keys()
    is_alike = (old.page, old.day_zero) == (new.page, new.day_zero) and len(shared) > len(old.by_name) - len(shared)
    return old.name == new.name or is_alike


def _change_dynasty(moment: Moment, source: str, row: str) -> None:
    before = next((kept for kept in (moment.state.gndt, moment.state.parked) if kept and kept.entries), None)
    if before is not None and before.source != NO_DYNASTY:
        old, new = dynasty_of(before.source).name, dynasty_of(source).name
        text = f"the dynasty {new} begins: everybody starts with its defaults, and the values of {old} are over"
        moment.state.note("VALUES_BEGIN_ANEW", "BN-019", text, row, at=moment.when, is_note=True)
    if before is not None:
        atomic.end(moment, before, row)
    moment.state.gndt = gndt_settling.succeeded(moment.state.gndt, Gndt(source, moment.when, row))
    follow_people(moment, row)


def _declare_anew(moment: Moment, source: str, row: str) -> None:
    """The file of the running dynasty was changed: values stay, and what is new or not legal any more gets its default."""
    moment.state.gndt.source = source
    table = Table(moment, moment.state.gndt)
    for key in (THE_GAME, *table.players):
        _give_values(table, key, row, "the dynasty file was changed")
    follow_people(moment, row)
    happen_by_itself(table)


@rule("BN-018", "BN-019", "BN-184", "BN-242")
def follow_people(moment: Moment, row: str) -> None:
    """Give values to whoever plays now and had none, and bring those of the unidled back; the head of the dynasty has none."""
    state, table = moment.state, table_of(moment)
    state.gndt.head = state.emperor
    if table is None:
        return
    _begin_game(table, row)
    now = [person.key for person in state.players() if person.key != state.emperor]
    if now == table.gndt.playing:
        return
    before = set(table.gndt.playing)
    table.gndt.former = sorted(before.union(table.gndt.former))
    table.gndt.playing = now
    for key in now:
        if key not in before:
            is_back = key in table.gndt.former or state.people[key].unidled_at == moment.when
            _give_values(table, key, row, _BACK if is_back else _NEW)
            if is_back and table.code is not None:
                _start(table, key, row, "unidled", table.code.returned(table, key))
    happen_by_itself(table)


def _begin_game(table: Table, row: str) -> None:
    """The values that are nobody's own get their defaults once."""
    if THE_GAME in table.holdings.values:
        return
    held = table.holdings.of(THE_GAME)
    changes = [
        Change(THE_GAME, variable.name, None, table.dynasty.default(variable, table.moment.when), variable.clause)
        for variable in table.dynasty.of("game")
    ]
    held.update({change.variable: change.new for change in changes})
    if table.code is not None:
        table.code.begin(table)
    _start(table, THE_GAME, row, "default", changes)


def _give_values(table: Table, key: str, row: str, why: str) -> None:
    """Every variable's last legal value, where it is legal still, else its default (BN-018, BN-019)."""
    held = table.holdings.of(key)
    changes = []
    for name, variable in table.variables.items():
        is_theirs = (variable.of == "game") == (key == THE_GAME)
        if not is_theirs or (name in held and not variable.problem(held[name])):
            continue
        default = table.dynasty.default(variable, table.moment.when)
        changes.append(
            Change(key, name, held.get(name), default, table.clause_of(name) or _START_CLAUSES.get(why, "BN-242"))
        )
    for change in changes:
        table.holdings.put(change)
    _start(table, key, row, why, changes)


def _start(table: Table, holder: str, row: str, why: str, changes: list[Change]) -> None:
    """Keep how values began, which hold already, and ground them on it."""
    if changes:
        table.gndt.starts.append(Entry(row, 0, table.moment.when, "start", holder, "", why, changes))
        _ground(table.gndt, changes, row, why, table.moment.when)


def _ground(gndt: Gndt, changes: Iterable[Change], row: str, text: str, at: datetime) -> None:
    for change in changes:
        of = gndt.grounds.setdefault(change.holder, {})
        of[change.variable] = Ground(row, text, change.clause, at)


def record(table: Table, entry: Entry) -> None:
    """Keep what happened, and ground the values that it changed on it."""
    if entry.at != table.moment.when:
        entry.told_at = table.moment.when
    table.gndt.entries.append(entry)
    for thrown in entry.thrown:
        dice_log.tell(table.moment.state.dice, thrown.key, table.moment.state.name_of(entry.who), thrown.purpose)
    if not entry.code:
        _ground(table.gndt, entry.changes, entry.id, entry.text, entry.at)


def happen_by_itself(table: Table) -> None:
    """Let the rules fire that do so by themselves once something changed, unless dice are awaited: they may look at anything."""
    if table.holdings.open_holders:
        return
    if table.gndt.edits:
        _forget_met(table)
    if table.code is not None:
        for entry in table.code.after(table):
            record(table, entry)


_UNREAD = "ILLEGAL_VALUE"
"""The code of an edit that wrote no value at all."""


@rule("BN-003", "BN-226")
def _forget_met(table: Table) -> None:
    """An edit by hand that waited for an explanation shows the gamestate once that is what was written: it was its representation."""
    values, edits = table.holdings.values, table.gndt.edits
    is_met = [values.get(edit.holder, {}).get(edit.variable) == edit.new and edit.code != _UNREAD for edit in edits]
    table.gndt.edits = [edit for edit, met in zip(edits, is_met, strict=True) if not met]


# --- openings -------------------------------------------------------------------------------------------------------


def opening_names(moment: Moment) -> frozenset[str]:
    """What an opening may state of the dynasty's values."""
    table = table_of(moment)
    if table is None:
        return frozenset()
    return frozenset({"values", "game"}).union(table.code.opening if table.code else ())


def take_opening(moment: Moment, row: str, stated: Mapping[str, Any]) -> None:
    """Take over what an opening states: values of players by name, values of the game, and what the dynasty's code knows.

    What cannot be read or is not legal is reported and left at its default.
    """
    table = table_of(moment)
    if table is None or not stated:
        return
    table.gndt.is_stated = True
    said = stated.get("values")
    rows = {moment.state.key_of(name): held for name, held in said.items()} if isinstance(said, dict) else {}
    if rows:
        _fall_back(table, row, rows)
    if isinstance(stated.get("game"), dict):
        rows[THE_GAME] = stated["game"]
    for holder, held in rows.items():
        for name, value in held.items() if isinstance(held, dict) else ():
            if name in table.variables or table.code is None or name not in table.code.opening:
                _state_value(table, row, holder, name, value)
    if table.code is not None:
        table.code.open(table, row, {name: stated[name] for name in table.code.opening if name in stated})
    happen_by_itself(table)


@rule("BN-019", "BN-242")
def _fall_back(table: Table, row: str, rows: Mapping[str, Any]) -> None:
    """What an opening leaves out of players' values has its default of that instant, whatever was known before."""
    for key in table.players:
        told = rows.get(key)
        said, held = told if isinstance(told, dict) else {}, table.holdings.of(key)
        for name in [name for name in table.variables if name not in said]:
            held.pop(name, None)
        _give_values(table, key, row, "left out of the opening")


def adopt(table: Table, row: str, changes: Iterable[Change]) -> None:
    """Let values hold as a page shows them when it is first seen."""
    made = [change for change in changes if change.new != table.holdings.of(change.holder).get(change.variable)]
    for change in made:
        table.holdings.put(change)
    _ground(table.gndt, made, row, "as the ruleset page shows it", table.moment.when)
    happen_by_itself(table)


def _state_value(table: Table, row: str, holder: str, name: str, value: Any) -> None:
    if problem := put_value(table, row, holder, name, value, "stated by the opening"):
        text = f"an opening states {name} of {table.moment.state.name_of(holder) or 'the game'} as {value!r}: {problem}"
        table.moment.state.note("ILLEGAL_VALUE", "BN-243", text, row, at=table.moment.when)


def put_value(table: Table, row: str, holder: str, name: str, value: Any, why: str) -> str:
    """Let a value hold that people state; why it cannot ("" where it does)."""
    variable, problem = table.variables.get(name), "there is no such variable"
    if variable is not None:
        value, problem = _read_stated(variable, value)
    if not problem:
        change = Change(holder, name, table.holdings.of(holder).get(name), value)
        table.holdings.put(change)
        _start(table, holder, row, why, [change])
    return problem


def _read_stated(variable: Variable, value: Any) -> tuple[Value, str]:
    """A stated value, another spelling of a choice put right, and why it is not legal ("" where it is)."""
    if isinstance(value, str):
        try:
            return variable.read(value), ""
        except ValueError as error:
            return value, str(error)
    return value, variable.problem(value)
