"""Where the ruleset page tells other values than the gamestate has: an action's effect that nobody wrote down, or a plain difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.law import SECOND
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.holdings import THE_GAME, Value

from .gndt_records import Entry

_MOST_TOLD = 8
"""So many differences are told in one finding."""

Cell = tuple[str, str]
"""A value by its holder's key and its variable."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A value that the page tells otherwise, and the action (or rule that fired) that made it so; None where it was stated so.

    ``clause`` is that of the action's change, else of the variable.
    """

    holder: str
    variable: str
    computed: Value
    shown: Value
    clause: str
    cause: Entry | None = None

    @property
    def texts(self) -> tuple[str, str]:
        """The computed and the shown value as people read them; of a list with descriptions only the entries that differ."""
        return value_texts(self.computed, self.shown)


def value_texts(one: Value, other: Value) -> tuple[str, str]:
    """Two values as people read them; of lists with descriptions only the entries in which they differ."""
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return _plainly(one), _plainly(other)
    names = [name for name in {**other, **one} if one.get(name) != other.get(name)]
    return "; ".join(_entry(one, name) for name in names), "; ".join(_entry(other, name) for name in names)


def _entry(said: Mapping[str, str], name: str) -> str:
    return f"{name}: {said[name] or 'Effect unknown.'}" if name in said else f"no {name}"


def _plainly(value: Value) -> str:
    if isinstance(value, dict):
        return "; ".join(_entry(value, name) for name in value)
    return "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


@rule("BN-126", "BN-226")
def gaps(table: Table) -> list[Gap]:
    """Every value that the newest sound revision of the page tells otherwise, but for those that somebody changed there unexplained.

    None where the page does not tell such values at all, and none of what hangs on dice that have not fallen.
    """
    page = table.moment.state.following.page
    if table.code is None or not page:
        return []
    shown = {(each.holder, each.variable): each.new for each in table.code.page_changes(table, "", page)}
    # A list without any entry stands in no rule that is there.
    told = {cell: value for cell, value in shown.items() if not (isinstance(value, list | dict) and not value)}
    blank: dict[Cell, Value] = dict.fromkeys(_unlisted(table, shown) if told else (), "")
    open_edits = {(edit.holder, edit.variable) for edit in table.gndt.edits}
    cells = ((cell, value) for cell, value in {**told, **blank}.items() if cell not in open_edits)
    return [gap for cell, value in cells if (gap := _gap(table, cell, value)) is not None]


def _unlisted(table: Table, shown: Mapping[Cell, Value]) -> Iterator[Cell]:
    """The values of players that only rules' texts tell, and that stand in none."""
    names = [variable.name for variable in table.dynasty.of("player") if variable.tracked != "table"]
    for holder, held in table.holdings.values.items():
        person = table.moment.state.person(holder)
        if person is not None and person.is_on_roster:
            yield from ((holder, name) for name in names if held.get(name) and (holder, name) not in shown)


def _gap(table: Table, cell: Cell, shown: Value) -> Gap | None:
    holder, name = cell
    computed = table.holdings.values.get(holder, {}).get(name)
    if (computed or "") == (shown or "") or not table.holdings.is_known(holder):
        return None
    changes = (
        (entry, change.clause)
        for entry in reversed(table.gndt.entries)
        for change in entry.changes
        if not entry.code and (change.holder, change.variable) == cell
    )
    cause, clause = next(changes, (None, ""))
    known = table.code.clauses.get(name, "") if table.code is not None else ""
    return Gap(holder, name, computed, shown, clause or known or "BN-226", cause)


# --- what is told -----------------------------------------------------------------------------------------------------


@rule("BN-126", "BN-226")
def findings(table: Table) -> list[Finding]:
    """Effects of actions that were not written down in time, an action each; and whatever else differs, in one sentence."""
    found = gaps(table)
    late = [_late(table, gap) for gap in found if gap.cause is not None and table.moment.when > _due(table, gap.cause)]
    plain = [gap for gap in found if gap.cause is None]
    return [*late, *([_plain(table, plain)] if plain else [])]


def _due(table: Table, cause: Entry) -> datetime:
    """Until when what an action did may be written into the rule."""
    return cause.settled_at + table.moment.law.span("rule_update_hours")


def _late(table: Table, gap: Gap) -> Finding:
    cause = gap.cause
    assert cause is not None  # noqa: S101 - only gaps with a cause are late  # nosec B101
    who = table.moment.state.name_of(cause.who)
    text = f"the ruleset page does not show what {who or 'the game'} did ({cause.text}): {_told(table.moment, gap)}"
    rows = (cause.id, *_rows(table.moment))
    return Finding("NOT_ON_PAGE", gap.clause, f"{text}; write it into the rule", rows, cause.settled_at)


def _plain(table: Table, found: Sequence[Gap]) -> Finding:
    told = [_told(table.moment, gap) for gap in found[:_MOST_TOLD]]
    more = f"; and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    text = f"the ruleset page shows other values than the gamestate has: {'; '.join(told)}{more}; correct the page"
    shown = table.moment.state.ruleset
    at = shown.first_at if shown is not None else table.moment.when
    return Finding("PAGE_DIFFERS", "BN-226", text, _rows(table.moment), at)


def _told(moment: Moment, gap: Gap) -> str:
    computed, shown = gap.texts
    whose = "" if gap.holder == THE_GAME else f" of {moment.state.name_of(gap.holder)}"
    return f"{gap.variable}{whose} is {computed or 'blank'}, shown is {shown or 'nothing'}"


def _rows(moment: Moment) -> tuple[str, ...]:
    shown = moment.state.ruleset
    return (shown.row,) if shown is not None and shown.row else ()


def instants(table: Table) -> list[datetime]:
    """When what nobody has written down yet is told."""
    return [_due(table, gap.cause) + SECOND for gap in gaps(table) if gap.cause is not None]
