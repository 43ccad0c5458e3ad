"""What the table of values says at a moment: values with their grounds, findings, refused actions, events, and when it changes by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any

from tracker.core.gamestate import UNDETERMINED, Fact, Finding, Question, Refusal, RollRequest
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties import abilities, near_misses
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.moment import ANSWERS, Moment, decided_by
from tracker.mechanics.holdings import THE_GAME, Change, Value

from . import dice_lines, gndt, gndt_lines, page_gaps
from .gndt_records import UNEXPLAINED, Entry, Ground, HandEdit

_DAY = timedelta(days=1)


def values(moment: Moment) -> dict[str, Any]:
    """The interchange format's names of a dynasty; empty where the dynasty keeps no table."""
    table = gndt.table_of(moment)
    if table is None:
        return {}
    state = moment.state
    printed: dict[str, Any] = {
        "values": {state.name_of(key): _row(table, key) for key in table.players},
        "today": table.today,
    }
    if game := _row(table, THE_GAME):
        printed["game"] = game
    return printed | (table.code.shown(table) if table.code else {})


def _row(table: Table, holder: str) -> dict[str, Any]:
    """A holder's values of the declared variables by name; undetermined where they hang on dice that have not fallen."""
    whose = "game" if holder == THE_GAME else "player"
    names = [name for name, variable in table.variables.items() if variable.of == whose]
    held, is_known = table.holdings.values.get(holder, {}), table.holdings.is_known(holder)
    return {name: held.get(name) if is_known else UNDETERMINED for name in names}


@rule("BN-226", "BN-243")
def facts(moment: Moment) -> Iterator[Fact]:
    """Every value with the newest row that changed it, and what the dynasty's code grounds."""
    table = gndt.table_of(moment)
    if table is None:
        return
    holders = (*table.players, THE_GAME)
    rows = ((key, name, value) for key in holders for name, value in _row(table, key).items())
    yield from (_fact(moment, table, key, name, value) for key, name, value in rows)
    yield from table.code.facts(table) if table.code is not None else ()


def _fact(moment: Moment, table: Table, key: str, name: str, value: Value) -> Fact:
    moment.state.in_doubt.lean_on("table", "roster")
    ground = table.gndt.grounds.get(key, {}).get(name) or Ground(table.gndt.row, "default", "BN-019", moment.when)
    reasons = [
        Reason(ground.clause or "BN-226", f"{ground.text} ({iso(ground.at)})", (ground.row,) if ground.row else ())
    ]
    if value == UNDETERMINED:
        reasons.append(Reason("BN-234", f"dice asked for by {', '.join(table.gndt.open_lines)} have not fallen"))
    clause = table.clause_of(name) or ground.clause or "BN-226"
    place = "game" if key == THE_GAME else f"values.{moment.state.name_of(key)}"
    return Fact(f"{place}.{name}", value, clause, tuple(reasons))


# --- findings ---------------------------------------------------------------------------------------------------------


@rule("BN-106", "BN-107", "BN-225", "BN-226")
def findings(moment: Moment) -> list[Finding]:
    """Actions that were refused, hand edits that nothing explains, dice that nobody used, and a page that is held."""
    table = gndt.table_of(moment)
    if table is None:
        return []
    found = [_refusal_finding(table, entry) for entry in table.gndt.entries if entry.code]
    found += [_edit_finding(table, edit) for edit in table.gndt.edits]
    found += _unused(table) + _thrown_in_vain(table) + _lost(table) + dice_lines.findings(moment)
    found += table.code.findings(table) if table.code else []
    found += page_gaps.findings(table)
    if table.gndt.held:
        found.append(Finding("TABLE_HELD", "BN-226", table.gndt.held, (), moment.when, subject=table.gndt.page))
    return found


def questions(moment: Moment) -> list[Question]:
    """What people must judge of the dynasty's own rules."""
    table = gndt.table_of(moment)
    if table is None:
        return []
    return [*_dice_questions(table), *(table.code.questions(table) if table.code is not None else ())]


@rule("BN-234")
def _dice_questions(table: Table) -> list[Question]:
    """What becomes of each line whose dice can never be drawn: void, or drawn after all once the right key is back."""
    found = []
    for line, why in gndt_lines.lost_lines(table):
        id, answers = gndt_lines.dice_question(line), ANSWERS[gndt_lines.DICE_LINE] or ()
        text = f"What becomes of {line.text!r} by {line.editor}, whose dice cannot be drawn?"
        found.append(Question(id, text, "BN-234", answers, line.at, (why,), (line.row,)))
    return found


def _lost(table: Table) -> list[Finding]:
    found = []
    for line, why in gndt_lines.lost_lines(table):
        remedy = decided_by(gndt_lines.dice_question(line), "void")
        text = f"the dice of {line.text!r} by {line.editor} cannot be drawn: {why}; let it count for nothing: {remedy}"
        found.append(Finding("DICE_LOST", "BN-234", text, (line.row,), line.at))
    return found


def _refusal_finding(table: Table, entry: Entry) -> Finding:
    state = table.moment.state
    is_stranger = state.person(entry.who) is None and state.account_key(entry.editor) == entry.who
    name = entry.editor if is_stranger else state.name_of(entry.who)
    return Finding(entry.code, entry.clause, f"{name}: {entry.text}: {entry.note}", (entry.id,), entry.at)


def texts_of(table: Table, edit: HandEdit) -> tuple[str, str]:
    """What an edit by hand changed a value from and to, as people read it; of Plants and the like what differs."""
    variable = table.variables.get(edit.variable)
    if variable is None:
        return page_gaps.value_texts(edit.old, edit.new)
    return variable.shown(edit.old), edit.shown or variable.shown(edit.new)


def _edit_finding(table: Table, edit: HandEdit) -> Finding:
    whose = table.moment.state.name_of(edit.holder) or "the game"
    old, new = texts_of(table, edit)
    text = f"{edit.editor} changed {edit.variable} of {whose} from {old or 'blank'} to {new or 'blank'}"
    return Finding(edit.code, edit.clause, f"{text}: {edit.problem or UNEXPLAINED}", (edit.row,), edit.at)


def _unused(table: Table) -> list[Finding]:
    law, found = table.moment.law, []
    for roll in table.gndt.unused_rolls:
        if roll.purpose and table.moment.when - roll.at > law.span("unused_roll_hours"):
            name, faces = table.moment.state.name_of(roll.who), ", ".join(map(str, roll.faces))
            text = f"{name} rolled DICE{roll.sides} ({faces}) for {roll.purpose!r}; nothing that we can see used it{_hint(table, roll.purpose)}"
            found.append(Finding("ROLL_UNUSED", "BN-106", text, (roll.line,), roll.at, is_note=True))
    return found


def _hint(table: Table, purpose: str) -> str:
    """How the action that dice were rolled for is written, for dice alone take none."""
    near = near_misses.nearest(table, purpose)
    return f"; dice alone are no action, the nearest form: {near}" if near else ""


@rule("BN-106")
def _thrown_in_vain(table: Table) -> list[Finding]:
    """Dice of actions that were refused after they fell: the action costs nothing, so that it could be tried until it pleases."""
    found, tries = list[Finding](), Counter[tuple[str, str]]()
    for entry in table.gndt.entries:
        if entry.code and entry.thrown:
            tries[entry.who, entry.text.casefold()] += 1
            times = tries[entry.who, entry.text.casefold()]
            faces = ", ".join(f"DICE{thrown.sides}: {', '.join(map(str, thrown.faces))}" for thrown in entry.thrown)
            again = f" ({times} times so far)" if times > 1 else ""
            text = f"{table.moment.state.name_of(entry.who)} rolled {faces} for {entry.text!r}, which was then refused{again}"
            found.append(Finding("ROLL_UNUSED", "BN-106", text, (entry.id,), entry.at, is_note=True))
    return found


def refused(moment: Moment) -> list[Refusal]:
    """The actions that the rules did not let happen; with their number where one line held several."""
    table = gndt.table_of(moment)
    if table is None:
        return []
    many = {entry.id for entry in table.gndt.entries if entry.n > 1}
    found = [
        Refusal(entry.id, entry.code, entry.clause, entry.note, entry.n if entry.id in many else None)
        for entry in table.gndt.entries
        if entry.code
    ]
    return found + [Refusal(edit.row, edit.code, edit.clause, edit.problem or UNEXPLAINED) for edit in table.gndt.edits]


def requests(moment: Moment) -> tuple[RollRequest, ...]:
    """The dice that lines wait for."""
    return tuple(moment.state.gndt.requests)


# --- events -----------------------------------------------------------------------------------------------------------


def events(moment: Moment) -> tuple[Mapping[str, Any], ...]:
    """What happened to the values, oldest first, as plain JSON values."""
    return tuple(_event(moment, entry) for entry in moment.state.gndt.entries if not entry.code)


def _event(moment: Moment, entry: Entry) -> dict[str, Any]:
    name = moment.state.name_of
    return {
        "at": iso(entry.at),
        "kind": entry.kind,
        "who": name(entry.who),
        "text": entry.text,
        "changes": [_changed(change, name(change.holder)) for change in entry.changes],
        "rolls": [{"sides": thrown.sides, "faces": thrown.results} for thrown in entry.thrown],
        "because": entry.id,
    }


def _changed(change: Change, name: str) -> dict[str, Any]:
    return {"of": name, "variable": change.variable, "old": change.old, "new": change.new, "clause": change.clause}


# --- instants ---------------------------------------------------------------------------------------------------------


def instants(moment: Moment) -> list[datetime]:
    """When something of the table may change although nobody acts: at midnight (UTC), when an unused roll is told, when a limit ends."""
    table = gndt.table_of(moment)
    if table is None:
        return []
    span = moment.law.span("unused_roll_hours")
    told = [roll.at + span + timedelta(seconds=1) for roll in table.gndt.unused_rolls if roll.purpose]
    return [
        datetime.combine(moment.when.date() + _DAY, time(), UTC),
        *told,
        *abilities.instants(table),
        *page_gaps.instants(table),
    ]
