"""The page of the audit: hand edits that nothing explains, what else people did to the table, unused dice, and the latest steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.core.table_audit import EditByHand
from tracker.core.trail import Die
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.gndt import gndt, gndt_view, page_gaps
from tracker.games.blognomic.gndt.gndt_audit import REMARKED, edit_by_hand
from tracker.games.blognomic.gndt.gndt_records import Entry, HandEdit
from tracker.games.blognomic.gndt.page_gaps import Gap
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.atomic import Progress, progress_of
from tracker.mechanics.holdings import Change, Value

MOST_STEPS = 40
"""So many of the latest steps are shown; ``tracker explain`` knows them all."""
MOST_REMARKS = 30
"""So many of the latest remarks are shown."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One value that a step changed."""

    player: str
    variable: str
    old: str
    new: str
    clause: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One thing that happened: what, whose it is, the dice, what changed, and the number of the revision that told it (0: none)."""

    entry: Entry
    who: str
    dice: tuple[Die, ...]
    changes: tuple[ChangeView, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class GapView:
    """A value that the ruleset page shows otherwise than it is computed, and what made it so; ``at`` is None where it was stated so."""

    at: datetime | None
    player: str
    variable: str
    computed: str
    shown: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class AuditView:
    """What the page shows, newest first; ``policy`` is what becomes of hand edits that nothing explains."""

    page: str
    policy: str
    held: str
    edits: tuple[tuple[EditByHand, str], ...]
    """Hand edits that nothing explains, each with what is computed."""
    also: tuple[Finding, ...]
    """Reverts, disputes, rows and lines changed by hand, and dice that nobody has used."""
    steps: tuple[StepView, ...]
    apart: tuple[GapView, ...] = ()
    """What the ruleset page shows otherwise than it is computed."""
    atomic: tuple[tuple[str, Progress], ...] = ()
    """Atomic Actions that are not complete, each with who began it, the oldest first."""

    @property
    def is_in_step(self) -> bool:
        """Whether nothing waits for people."""
        return not (self.held or self.edits or self.apart)


def view_of(moment: Moment) -> AuditView | None:
    """What the page of the audit shows at a moment; None where the dynasty keeps no table on a page."""
    table = gndt.table_of(moment)
    if table is None or not table.dynasty.page:
        return None
    unused = [finding for finding in gndt_view.findings(moment) if finding.code == "ROLL_UNUSED"]
    remarks = [finding for finding in moment.state.findings if finding.code in REMARKED]
    return AuditView(
        table.dynasty.page,
        moment.law.word("hand_edits"),
        table.gndt.held,
        tuple(_edit(table, edit) for edit in sorted(table.gndt.edits, key=lambda edit: edit.at, reverse=True)),
        (*_newest(remarks)[:MOST_REMARKS], *_newest(unused)[:MOST_REMARKS]),
        tuple(_step(table, entry) for entry in table.gndt.entries[: -MOST_STEPS - 1 : -1]),
        tuple(_apart(table, gap) for gap in page_gaps.gaps(table)),
        _atomic(table),
    )


@rule("BN-171")
def _atomic(table: Table) -> tuple[tuple[str, Progress], ...]:
    holders = dict.fromkeys(performance.holder for performance in table.gndt.atomic)
    found = [(_name(table, holder), each) for holder in holders for each in progress_of(table.gndt, holder)]
    return tuple(sorted(found, key=lambda each: each[1].began))


def _newest(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: (finding.at is not None, finding.at), reverse=True))


def _edit(table: Table, edit: HandEdit) -> tuple[EditByHand, str]:
    now = table.holdings.values.get(edit.holder, {}).get(edit.variable)
    is_declared = edit.variable in table.variables
    computed = _shown(table, edit.variable, now) if is_declared else page_gaps.value_texts(now, edit.new)[0]
    standing = "flagged" if table.moment.law.chooses("hand_edits", "flag") else "to be written over"
    return edit_by_hand(table, edit, standing), computed


def _apart(table: Table, gap: Gap) -> GapView:
    (computed, shown), cause = gap.texts, gap.cause
    why = f"{_name(table, cause.who)}: {cause.text}" if cause is not None else "stated so, or so when it began"
    at = cause.settled_at if cause is not None else None
    return GapView(at, _name(table, gap.holder), gap.variable, computed, shown, why, gap.clause)


def _step(table: Table, entry: Entry) -> StepView:
    dice = tuple(Die(thrown.sides, thrown.faces, thrown.purpose, thrown.key) for thrown in entry.thrown)
    changes = tuple(_change(table, change) for change in entry.changes)
    return StepView(entry, _name(table, entry.who), dice, changes, _revision(entry.id))


def _change(table: Table, change: Change) -> ChangeView:
    old, new = (_shown(table, change.variable, value) for value in (change.old, change.new))
    return ChangeView(_name(table, change.holder), change.variable, old, new, change.clause)


def _name(table: Table, holder: str) -> str:
    return table.moment.state.name_of(holder) or "the game"


def _shown(table: Table, name: str, value: Value) -> str:
    variable = table.variables.get(name)
    if variable is not None:
        return variable.shown(value)
    return ", ".join(value) if isinstance(value, list | dict) else "" if value is None else str(value)


def _revision(row: str) -> int:
    """The number of the revision that a row or line came with; 0 where it came otherwise."""
    number = row.partition("#")[0].rpartition(":")[2]
    return int(number) if row.startswith("revision:") and number.isdecimal() else 0


def _diff_of(revision: int) -> str:
    """The wiki's page that shows what a revision changed."""
    return f"Special:Diff/{revision}"


def drafts(view: AuditView | None, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The region of the page; none where no table is kept. What is put right leaves it."""
    if view is None:
        return []
    why = ("what there was to look at is put right, or old",)
    values = {**shared, "audit": view, "dice_page": pages["dice"], "diff_of": _diff_of, "digits": str}
    return [RegionDraft(pages["audit"], "audit", "blognomic/audit.wikitext.j2", values, may_shrink_for=why)]
