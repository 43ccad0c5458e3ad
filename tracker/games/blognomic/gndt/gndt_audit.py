"""The audit of the table of values: each revision's cells beside what the log makes of them at that instant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from tracker.core.fold import Context, Step
from tracker.core.gamestate import Finding
from tracker.core.table_audit import EditByHand, Parting, Remark, TableAudit
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import State, folded
from tracker.mechanics.holdings import Value, Variable

from . import gndt, gndt_revisions, gndt_view
from .gndt_records import UNEXPLAINED, Entry, HandEdit

REMARKED = frozenset(
    {"TABLE_CHANGED", "TABLE_REVERTED", "DISPUTED", "LINE_CHANGED", "SIGNATURE_DIFFERS", "SAME_TIME", "TABLE_HELD"}
)
"""The codes of findings that an audit repeats."""
OWN_REVISIONS = 2
"""After so many revisions of our own a cell that still shows what was so before is no matter of waiting any more."""
AUDITED_KINDS = frozenset({"page_revision", "cell_change", "log_line"})

_NOTHING_LOOKED_AT: tuple[dict[str, str], dict[str, Value]] = ({}, {})

Cell = tuple[str, str]
"""A cell by its player's key and its variable."""


@dataclass(slots=True)
class Auditor:
    """Watches a fold; a new dynasty begins with a new look."""

    dynasty: tuple[str, datetime | None] | None = None
    revisions: int = 0
    agreed: dict[Cell, Value] = field(default_factory=dict)
    behind: dict[Cell, int] = field(default_factory=dict)
    """Cells that show what was so before, and how many revisions of our own have left them so."""
    looked: dict[str, tuple[dict[str, str], dict[str, Value]]] = field(default_factory=dict)
    """By player the row that was looked at last and the values beside it: where both are the same, nothing is news."""
    open: dict[Cell, Parting] = field(default_factory=dict)
    partings: list[Parting] = field(default_factory=list)
    edits: dict[tuple[str, str, str], EditByHand] = field(default_factory=dict)
    flagged: dict[tuple[str, str, str], EditByHand] = field(default_factory=dict)
    """Those of the hand edits that still stand flagged."""
    remarks: dict[tuple[str, str, str], Remark] = field(default_factory=dict)

    def since(self, state: State) -> datetime | None:
        """Since when the dynasty's table is kept."""
        return state.gndt.since

    def watch(self, state: State, step: Step) -> None:
        """Look at the table after a revision, or a hand edit or line that a file tells."""
        seen = step.observation
        if not step.is_certain or seen.kind not in AUDITED_KINDS:
            return
        moment = Moment.at(state, step.when, {})
        table = gndt.table_of(moment)
        if table is None:
            return
        self._begin(table)
        if seen.kind == "page_revision" and gndt_revisions.is_table_page(moment, str(seen.payload["page"])):
            self.revisions += 1
            if table.gndt.held:
                self._remark(Remark("TABLE_HELD", "BN-226", table.gndt.held, seen.id, step.when))
            else:
                self._compare(table, _Revision.of(step, table))
        self._follow_edits(table, str(seen.payload.get("editor") or ""))
        self._gather_remarks(state.findings, step.when)

    def report(self, state: State, as_of: datetime, context: Context) -> TableAudit | None:
        """What was found, with the dice that nobody has used by now."""
        moment = Moment.at(state, as_of, context.decisions)
        table = gndt.table_of(moment)
        if table is None:
            return None
        self._begin(table)
        for finding in gndt_view.findings(moment):
            if finding.code == "ROLL_UNUSED":
                self._remark(_remark_of(finding, as_of))
        return TableAudit(
            table.dynasty.page,
            self.revisions,
            tuple(sorted(self.partings, key=lambda parting: parting.at)),
            tuple(sorted(self.edits.values(), key=lambda edit: edit.at)),
            tuple(sorted(self.remarks.values(), key=lambda remark: remark.at)),
            table.gndt.held,
        )

    def _begin(self, table: Table) -> None:
        """Forget what was of another dynasty."""
        dynasty = (table.gndt.row, table.gndt.since)
        if self.dynasty != dynasty:
            self.__init__(dynasty)  # type: ignore[misc]

    # --- cells ---

    def _compare(self, table: Table, revision: _Revision) -> None:
        by_title = {folded(variable.name): variable for variable in table.dynasty.of("player")}
        unsettled = {holder for holder, _ in self.open}
        for holder, row in _rows(table):
            values = table.holdings.values.get(holder, {})
            before, then = self.looked.get(holder, _NOTHING_LOOKED_AT)
            is_same = holder not in unsettled and before == row and then == values
            if is_same or not table.holdings.is_known(holder):
                continue
            self.looked[holder] = (row, dict(values))
            for title, shown in row.items():
                variable = by_title.get(title) or by_title.get(folded(title))
                if variable is not None:
                    cell = (holder, variable.name)
                    is_news = before.get(title) != shown or then.get(variable.name) != values.get(variable.name)
                    if is_news or cell in self.open:
                        self._look_at(table, cell, variable, shown, revision)

    def _look_at(self, table: Table, cell: Cell, variable: Variable, shown: str, revision: _Revision) -> None:
        """One cell of one revision: in step, behind, or apart."""
        now = table.holdings.values.get(cell[0], {}).get(variable.name)
        if variable.says(shown, now):
            self._agree(cell, now, revision)
        elif cell in self.open and not self.open[cell].is_behind:
            return
        elif cell in self.agreed and variable.says(shown, self.agreed[cell]):
            self._fall_behind(table, cell, variable, shown, revision)
        else:
            self._close(cell, revision)
            self._part(table, cell, variable, shown, revision)

    def _agree(self, cell: Cell, now: Value, revision: _Revision) -> None:
        self.agreed[cell] = now
        self.behind.pop(cell, None)
        self._close(cell, revision)

    def _close(self, cell: Cell, revision: _Revision) -> None:
        if cell in self.open:
            self.open.pop(cell).ended = revision.number

    def _fall_behind(self, table: Table, cell: Cell, variable: Variable, shown: str, revision: _Revision) -> None:
        self.behind[cell] = self.behind.get(cell, 0) + revision.is_ours
        if cell not in self.open:
            self._part(table, cell, variable, shown, revision, "not brought up to date yet")
            self.open[cell].is_behind = True
        elif self.behind[cell] >= OWN_REVISIONS:
            self.open[cell].is_behind = False
            self.open[cell].why = f"{self.behind[cell]} revisions of our own left it so"

    def _part(
        self, table: Table, cell: Cell, variable: Variable, shown: str, revision: _Revision, why: str = ""
    ) -> None:
        computed = variable.shown(table.holdings.values.get(cell[0], {}).get(variable.name))
        reason, clause = (why, "BN-226") if why else self._why(table, cell, revision)
        parting = Parting(
            table.gndt.page, table.moment.state.name_of(cell[0]), variable.name, revision.number, revision.editor,
            revision.at, shown, computed, reason, clause, revision.row,
        )  # fmt: skip
        self.open[cell] = parting
        self.partings.append(parting)

    def _why(self, table: Table, cell: Cell, revision: _Revision) -> tuple[str, str]:
        edit = next((edit for edit in table.gndt.edits if (edit.holder, edit.variable) == cell), None)
        if edit is not None and edit.row == revision.row:
            return edit.problem or UNEXPLAINED, edit.clause
        if self.revisions == 1:
            return "it stood so when the page was first read", "BN-226"
        if revision.is_ours:
            return "our own edit shows another value", "BN-226"
        return "no line and no hand edit that counts makes it so", "BN-226"

    # --- hand edits and remarks ---

    def _follow_edits(self, table: Table, editor: str) -> None:
        standing = {(edit.row, edit.holder, edit.variable): edit for edit in table.gndt.edits}
        for key, edit in standing.items():
            if key not in self.edits:
                self.edits[key] = self.flagged[key] = edit_by_hand(table, edit, "flagged")
        for key in [key for key in self.flagged if key not in standing]:
            self.flagged.pop(key).standing = self._became(table, key, editor)
        for entry in _lately(table):
            for change in entry.changes if entry.action == "accepted" else ():
                edit = HandEdit(
                    entry.id, entry.at, entry.editor, change.holder, change.variable, change.old, change.new,
                    str(change.new), entry.text, clause=change.clause,
                )  # fmt: skip
                self.edits[edit.row, edit.holder, edit.variable] = edit_by_hand(table, edit, "accepted")

    def _became(self, table: Table, key: tuple[str, str, str], editor: str) -> str:
        """What became of a hand edit that is open no longer."""
        cell = key[1:]
        if any((edit.holder, edit.variable) == cell for edit in table.gndt.edits):
            return "overtaken"
        if any((change.holder, change.variable) == cell for entry in _lately(table) for change in entry.changes):
            return "explained"
        return "reverted" if gndt_revisions.is_our_account(table.moment, editor) else "taken back"

    def _gather_remarks(self, findings: list[Finding], when: datetime) -> None:
        for finding in reversed(findings):
            if finding.at != when:
                break
            if finding.code in REMARKED:
                self._remark(_remark_of(finding, when))

    def _remark(self, remark: Remark) -> None:
        self.remarks.setdefault((remark.code, remark.row, remark.text), remark)


@dataclass(frozen=True, slots=True)
class _Revision:
    """A revision of the table's page as it is looked at."""

    number: int
    editor: str
    at: datetime
    row: str
    is_ours: bool

    @classmethod
    def of(cls, step: Step, table: Table) -> _Revision:
        payload, editor = step.observation.payload, str(step.observation.payload["editor"])
        ours = gndt_revisions.is_our_account(table.moment, editor)
        return cls(int(payload["revision"]), editor, step.when, step.observation.id, ours)


def _lately(table: Table) -> list[Entry]:
    """What came about with the newest row, newest first."""
    when = table.moment.when
    return list(takewhile(lambda entry: entry.settled_at == when, reversed(table.gndt.entries)))


def _rows(table: Table) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of the page's table whose players have values, each with the player's key."""
    for name, row in (table.gndt.reading or {}).get("rows", {}).items():
        key = table.moment.state.key_of(name)
        if key in table.players:
            yield key, row


def edit_by_hand(table: Table, edit: HandEdit, standing: str) -> EditByHand:
    """A hand edit as people read it, with its standing."""
    name, number = table.moment.state.name_of(edit.holder), edit.row.rpartition(":")[2]
    old, written = gndt_view.texts_of(table, edit)
    return EditByHand(
        table.gndt.page, name or "the game", edit.variable, int(number) if number.isdecimal() else 0, edit.editor,
        edit.at, old, written, edit.problem or UNEXPLAINED, edit.code, edit.clause, edit.row, standing,
    )  # fmt: skip


def _remark_of(finding: Finding, when: datetime) -> Remark:
    row = finding.observations[0] if finding.observations else ""
    return Remark(finding.code, finding.clause, finding.text, row, finding.at or when)
