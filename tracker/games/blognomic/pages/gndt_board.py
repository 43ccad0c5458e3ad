"""What the page of the table of values shows: a row a player, each cell with what stands there and what we compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tracker.core.gamestate import Finding
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.gndt.gndt_records import HandEdit
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Status
from tracker.mechanics.holdings import THE_GAME, Variable
from tracker.mechanics.table.table_page import wikitext_of

from .gndt_page import CellView, ColumnView, RowView


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of values as its page shows it; ``game`` are values of the game itself by variable."""

    page: str
    player_word: str
    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]
    game: tuple[tuple[str, CellView], ...] = ()
    may_shrink_for: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """The titles of the rules in which its variables stand."""
    findings: tuple[Finding, ...] = ()


def view_of(moment: Moment, unverified: frozenset[str]) -> TableView | None:
    """The table at a moment; None where the dynasty keeps none. ``unverified`` are the facts that lean on a rule in doubt."""
    table = gndt.table_of(moment)
    if table is None or not table.dynasty.page:
        return None
    shown = [variable for variable in table.dynasty.of("player") if variable.tracked == "table"]
    names = sorted(table.names.items(), key=lambda item: item[0].casefold())
    return TableView(
        table.dynasty.page,
        table.dynasty.player,
        tuple(ColumnView(variable.name, variable.type == "integer", variable.clause) for variable in shown),
        tuple(_row(table, name, key, shown, unverified) for name, key in names),
        tuple((variable.name, _cell(table, THE_GAME, variable)) for variable in _of_game(table)),
        _departures(moment),
        tuple(sorted({variable.clause for variable in table.dynasty.variables if variable.clause})),
    )


def _of_game(table: Table) -> list[Variable]:
    return [variable for variable in table.dynasty.of("game") if variable.tracked == "table"]


def _row(table: Table, name: str, key: str, shown: Sequence[Variable], unverified: frozenset[str]) -> RowView:
    cells = (_cell(table, key, variable, f"values.{name}.{variable.name}" in unverified) for variable in shown)
    return RowView(name, tuple(cells), wikitext_of(table.gndt.reading or {}, name, "", name.__eq__))


def _cell(table: Table, holder: str, variable: Variable, is_unverified: bool = False) -> CellView:
    """A cell: the computed value, or where somebody wrote another one by hand that one, with the computed beside it."""
    value = table.holdings.values.get(holder, {}).get(variable.name)
    computed = variable.shown(value)
    edit = _flagged(table, holder, variable)
    if not table.holdings.is_known(holder):
        cell = CellView(computed, undetermined="dice are awaited", unverified=is_unverified)
    elif edit is not None and edit.shown != computed:
        cell = CellView(edit.shown, computed, unverified=is_unverified, sort=computed)
    else:
        cell = CellView(computed, unverified=is_unverified)

    def is_meant(text: str) -> bool:
        return text == cell.value or (cell.value == computed and variable.says(text, value))

    name = table.moment.state.name_of(holder)
    return replace(cell, written=wikitext_of(table.gndt.reading or {}, name, variable.name, is_meant))


def _flagged(table: Table, holder: str, variable: Variable) -> HandEdit | None:
    """The newest hand edit of a cell that counts for nothing but is left standing."""
    if not table.moment.law.chooses("hand_edits", "flag"):
        return None
    found = [edit for edit in table.gndt.edits if (edit.holder, edit.variable) == (holder, variable.name)]
    return found[-1] if found else None


def _departures(moment: Moment) -> tuple[str, ...]:
    """The events that explain why the table may have fewer rows."""
    people = moment.state.people.values()
    return tuple(
        f"{person.name}: {person.status.value}" for person in people if person.status in (Status.IDLE, Status.LEFT)
    )
