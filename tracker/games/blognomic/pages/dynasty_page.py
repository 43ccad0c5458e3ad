"""The dynasty's page: what its rules keep beside players' values, part by part, each figure with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.games.blognomic.dynasties.dynasty_records import Cell, Part
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.declared.declared_actions import legal_words
from tracker.mechanics.holdings import THE_GAME, Variable


@dataclass(frozen=True, slots=True)
class DynastyView:
    """The page: the dynasty, who heads it by which word, the title of its table's page, and its parts."""

    name: str
    emperor_word: str
    emperor: str
    page: str
    parts: tuple[Part, ...]


def view_of(moment: Moment) -> DynastyView | None:
    """What the page shows at a moment; None where the dynasty keeps no values."""
    table = gndt.table_of(moment)
    if table is None:
        return None
    parts = [*(table.code.parts(table) if table.code is not None else ()), *_declared(table)]
    head = moment.state.emperor
    return DynastyView(
        table.dynasty.name,
        table.dynasty.emperor,
        moment.state.name_of(head) if head else "",
        table.dynasty.page,
        tuple(parts),
    )


def _declared(table: Table) -> list[Part]:
    """What the dynasty's file declares: the game's own values, and of each variable what is legal and where it is tracked."""
    own = tuple((Cell(each.name, each.clause), _value(table, each)) for each in table.dynasty.of("game"))
    every = tuple(
        (Cell(each.name, each.clause), Cell(_whose(table, each)), Cell(legal_words(each)), Cell(_where(table, each)))
        for each in table.dynasty.variables
    )
    parts = [Part("The game's own values", ("BN-226",), headers=("Value", "Now"), rows=own)] if own else []
    headers = ("Variable", "Whose", "Legal values", "Tracked")
    return [*parts, Part("Variables", ("BN-226", "BN-243"), headers=headers, rows=every, empty="None is declared.")]


def _value(table: Table, variable: Variable) -> Cell:
    if not table.holdings.is_known(THE_GAME):
        return Cell("dice are awaited", mark="undetermined", tone="loud")
    return Cell(variable.shown(table.holdings.values.get(THE_GAME, {}).get(variable.name)) or "–")


def _whose(table: Table, variable: Variable) -> str:
    return f"each {table.dynasty.player}" if variable.of == "player" else "the game"


def _where(table: Table, variable: Variable) -> str:
    return f"the table on {table.dynasty.page}" if variable.tracked == "table" else variable.tracked


# --- the region -------------------------------------------------------------------------------------------------------


def drafts(view: DynastyView | None, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The page's region; none where the dynasty keeps no values. Its figures follow from the log alone: any loss is explained."""
    if view is None:
        return []
    why = ("what the dynasty's values are follows from what players did",)
    values = {**shared, "dynasty": view, "abilities_page": pages["abilities"]}
    return [RegionDraft(pages["dynasty"], "dynasty", "blognomic/dynasty.wikitext.j2", values, may_shrink_for=why)]
