"""Appendix, Gamestate Tracking: revisions of the table's page, each read once: lines by their author, hand edits by their editor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from tracker.core.change import AnswerLine, SpanAmendment
from tracker.core.fold import NothingSettled
from tracker.core.rule import rule
from tracker.games.base import PageAnswers
from tracker.mechanics.action_lines import signed_by
from tracker.mechanics.holdings import Variable
from tracker.mechanics.table_page import LineMemory, PageChanges, PageReading, compare, read_page

from . import gndt, hand_edits
from .dynasty_files import page_of
from .gndt_page import LOG_HEADING, REGION
from .gndt_records import Gndt, Line
from .hand_edits import CellEdit
from .moment import Moment
from .played import Table
from .state import folded

MOST_FINDINGS = 20
"""So many oddities of one revision are told one by one."""
LONGEST_TOLD = 400
"""Characters of what is told of a changed line."""
LONGEST_QUOTED = 80
"""Characters of a line that are quoted to say which it is."""
_LISTED = re.compile(r"[*#]")


def read_revision(payload: Mapping[str, Any]) -> PageReading | None:
    """The expensive reading of a revision, kept beside it; None where the page has no region of the table."""
    text = str(payload["text"])
    return read_page(text, REGION, LOG_HEADING) if f" {REGION} " in text else None


def is_table_page(moment: Moment, title: str) -> bool:
    """Whether a page is the one on which the dynasty's values stand."""
    return folded(title) == folded(page_of(moment.state.gndt.source)) != ""


@rule("BN-223", "BN-224", "BN-225")
def take_revision(moment: Moment, row: str, payload: Mapping[str, Any], readings: Any) -> None:
    """Take in what a revision changed: hand edits of cells first, then new lines, whoever made it being their author.

    What stood there before the dynasty began, or before the first revision that was read, is none of its news. Our own edits bring
    nothing new.
    """
    table = gndt.table_of(moment)
    if table is None:
        return
    kept = table.gndt
    reading: PageReading = readings or read_page(str(payload["text"]), REGION, LOG_HEADING)
    is_first = kept.reading is None and int(payload["parent"] or 0) != 0
    is_ours = is_our_account(moment, str(payload["editor"]))
    before = cast(PageReading | None, kept.reading)
    changes = compare(before, reading, _memory(kept), row, accepted=is_ours)
    kept.page, kept.revision = str(payload["page"]), int(payload["revision"])
    kept.held = changes.held if kept.reading is not None else ""
    if changes.held:
        return
    kept.reading = cast(dict[str, Any] | None, changes.reading)
    kept.memory = {"gone": changes.seen.gone, "earlier": [list(pair) for pair in changes.seen.earlier]}
    _follow_lines(kept, changes, len(before["lines"]) if before else 0)
    if is_ours:
        hand_edits.forget_overwritten(table, changes.cells)
        return
    if is_first:
        return
    _take_cells(moment, row, payload, changes)
    _take_lines(moment, row, payload, changes, reading)
    _note_oddities(table, row, str(payload["editor"]), changes)


def is_our_account(moment: Moment, editor: str) -> bool:
    """Whether an account is the tracker's own."""
    ours = (str(moment.state.settings.get(name) or "") for name in ("wiki_account", "bot_account"))
    return folded(editor) in {folded(account) for account in ours if account}


def _memory(kept: Gndt) -> LineMemory:
    """What is remembered of lines that are gone, not copied: there may be thousands, at every revision."""
    return LineMemory(kept.memory["gone"], tuple((digest, revision) for digest, revision in kept.memory["earlier"]))


def _follow_lines(kept: Gndt, changes: PageChanges, count: int) -> None:
    """Where each line that we know stands on the page now, of so many that stood there; mostly all stay where they were."""
    if changes.kept == ((0, 0, count),):
        return
    for line in kept.lines.values():
        if line.index is not None:
            line.index = changes.index_now(line.index)


def _take_cells(moment: Moment, row: str, payload: Mapping[str, Any], changes: PageChanges) -> None:
    edits = [CellEdit(cell.player, cell.column, cell.old, cell.new) for cell in changes.cells]
    if edits:
        hand_edits.take_cells(moment, row, str(payload["editor"]), edits)


def _take_lines(
    moment: Moment, row: str, payload: Mapping[str, Any], changes: PageChanges, reading: PageReading
) -> None:
    """The lines that are new, and those that were changed before they had any effect; the others' first words count."""
    editor, page = str(payload["editor"]), str(payload["page"])
    for new in changes.new_lines:
        line = Line(f"{row}#{new.k}", row, page, moment.when, editor, new.text, index=new.index)
        _take_line(moment, line, is_listed=bool(_LISTED.match(new.text)))
    for edited in changes.lines_edited:
        known = _line_at(moment.state.gndt, edited.after)
        if known is None or not (known.had_effect or known.standing == "waiting"):
            if known is not None:
                known.index = None
            line = Line(f"{row}#e{edited.after}", row, page, moment.when, editor, edited.new, index=edited.after)
            _take_line(moment, line, is_listed=bool(_LISTED.match(edited.new)))
        else:
            text = f"{editor} changed a line that was answered already, from {edited.old!r} to {edited.new!r}; its first words count"
            moment.state.note(
                "LINE_CHANGED", "BN-225", text[:LONGEST_TOLD], known.id, row, at=moment.when, is_note=True
            )


def _line_at(kept: Gndt, index: int) -> Line | None:
    return next((line for line in kept.lines.values() if line.index == index), None)


def _take_line(moment: Moment, line: Line, *, is_listed: bool) -> None:
    line.is_listed = is_listed
    signer = signed_by(line.text)
    if signer and folded(signer) != folded(line.editor):
        text = f"a line written by {line.editor} bears the signature of {signer}; its writer counts"
        moment.state.note("SIGNATURE_DIFFERS", "BN-224", text, line.id, at=moment.when, is_note=True)
    gndt.take_line(moment, line, NothingSettled())


def _note_oddities(table: Table, row: str, editor: str, changes: PageChanges) -> None:
    """Tell what people did to the table beside changing cells and adding lines."""
    moment = table.moment
    said = [f"the row of {name} is gone" for name in changes.rows_gone]
    said += [f"there are two rows of {name}; neither counts, its last values stand" for name in changes.rows_doubled]
    said += [f"the row of {old} is called {new} now" for old, new in changes.rows_renamed]
    said += [f"the row of {name} cannot be read" for name in changes.rows_unread]
    known = set(map(folded, table.variables))
    said += [
        f"there is a column {name} that the dynasty does not know"
        for name in changes.columns_new
        if folded(name) not in known
    ]
    said += [f"the column {name} is gone" for name in changes.columns_gone]
    said += [f"the line {text[:LONGEST_QUOTED]!r} is gone; what it did stands" for text in changes.lines_removed]
    said += [
        f"the line {text[:LONGEST_QUOTED]!r} stood here before; it is no new action" for text in changes.lines_back
    ]
    if len(said) > MOST_FINDINGS:
        said = [*said[:MOST_FINDINGS], f"and {len(said) - MOST_FINDINGS} more"]
    for text in said:
        moment.state.note("TABLE_CHANGED", "BN-226", f"{editor}: {text}", row, at=moment.when, is_note=True)
    if changes.reverts_to:
        text = f"{editor} put the table's page back to {changes.reverts_to}; lines that were answered stay answered"
        moment.state.note("TABLE_REVERTED", "BN-227", text, row, at=moment.when, is_note=True)


# --- the ruleset page -------------------------------------------------------------------------------------------------


@rule("BN-113", "BN-225")
def take_rules(moment: Moment, row: str, editor: str, before: str, after: str) -> None:
    """Values that stand in the text of rules: what a revision changed of them is a hand edit; our own edits bring nothing new.

    What the first revision shows is how things stand, where nothing was stated before.
    """
    table = gndt.table_of(moment)
    if table is None or table.code is None or before == after or (before and is_our_account(moment, editor)):
        return
    changes = table.code.page_changes(table, before, after)
    if not before and not table.gndt.is_stated:
        gndt.adopt(table, row, changes)
    elif before:
        hand_edits.take_elsewhere(moment, row, editor, changes)


@rule("BN-226")
def amendments(moment: Moment) -> dict[str, tuple[SpanAmendment, ...]]:
    """What makes the ruleset page tell the values that stand in its rules; what somebody changed there unexplained is left."""
    table, page = gndt.table_of(moment), moment.state.following.page
    if table is None or table.code is None or not page or not table.gndt.entries:
        return {}
    held = {edit.row for edit in table.gndt.edits if table.variables.get(edit.variable, _ELSEWHERE).tracked != "table"}
    found = () if held else tuple(table.code.page_amendments(table, page))
    return {moment.law.word("ruleset_page"): found} if found else {}


_ELSEWHERE = Variable("", "text", tracked="")
"""Stands for a value that the dynasty file does not declare: it is tracked in the text of a rule."""


# --- answers ----------------------------------------------------------------------------------------------------------


def answers(moment: Moment) -> dict[str, PageAnswers]:
    """What to write below each line of the page that is settled, and the newest revision that was heard."""
    kept = moment.state.gndt
    if not kept.page:
        return {}
    found = tuple(_answer(kept, line) for line in kept.lines.values() if line.answer and line.index is not None)
    return {kept.page: PageAnswers(found, None if kept.held else kept.revision)}


def _answer(kept: Gndt, line: Line) -> AnswerLine:
    reading = kept.reading or {}
    index = line.index or 0
    text, nth = reading["lines"][index], reading["nth"].get(str(index), 0)
    return AnswerLine(line.id, text, f"*: {line.answer}", LOG_HEADING, nth)
