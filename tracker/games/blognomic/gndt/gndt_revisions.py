"""Appendix, Gamestate Tracking: revisions of the table's page, each read once: lines by their author, hand edits by their editor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tracker.core.change import AnswerLine, SpanAmendment
from tracker.core.fold import NothingSettled
from tracker.core.rule import rule
from tracker.games.base import PageAnswers
from tracker.games.blognomic.dynasties.dynasty_files import page_of
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.pages.gndt_page import LOG_HEADING, REGION
from tracker.games.blognomic.state import folded
from tracker.mechanics.answer_text import answer_text
from tracker.mechanics.holdings import Change, Variable
from tracker.mechanics.table.action_lines import signed_by
from tracker.mechanics.table.page_changes import LineMemory, PageChanges, compare
from tracker.mechanics.table.table_page import PageReading, line_digest, read_page

from . import gndt, gndt_oddities, hand_edits
from .gndt_oddities import LONGEST_QUOTED
from .gndt_records import Gndt, Line
from .gndt_settling import is_over
from .hand_edits import CellEdit

LONGEST_TOLD = 400
"""Characters of what is told of a changed line."""
_STOOD_BEFORE = (
    "These words stood here before, and are no new action: one that is meant anew needs a line of its own with a signature"
    " (four tildes), which bears its own time."
)
_WHILE_HELD = "This came while the page could not be read, and counts for nothing: whoever meant it writes it again."
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
    before, was_held = cast(PageReading | None, kept.reading), bool(kept.held)
    changes = compare(before, reading, _memory(kept), row, accepted=is_ours)
    kept.page, kept.revision = str(payload["page"]), int(payload["revision"])
    kept.held = changes.held if kept.reading is not None else ""
    if changes.held:
        return
    news = _news(moment, row, payload, changes)
    kept.reading = cast(dict[str, Any] | None, changes.reading)
    left = kept.memory.get("left", {})
    kept.memory = {"gone": changes.seen.gone, "earlier": [list(pair) for pair in changes.seen.earlier], "left": left}
    written_again = _follow_lines(moment, changes, before, reading)
    if was_held:
        _put_off(moment, news)
    if is_ours:
        hand_edits.forget_overwritten(table, changes.cells)
        return
    if is_first:
        return
    cells = [CellEdit(cell.player, cell.column, cell.old, cell.new) for cell in changes.cells]
    hand_edits.take_cells(moment, row, str(payload["editor"]), cells)
    if not was_held:
        _take_lines(moment, news)
    if not changes.reverts_to:
        _answer_again(moment, row, payload, reading, written_again)
    said = gndt_oddities.sentences(table, changes, before, reading)
    gndt_oddities.tell(moment, row, str(payload["editor"]), said, changes.reverts_to)


def is_our_account(moment: Moment, editor: str) -> bool:
    """Whether an account is the tracker's own."""
    ours = (str(moment.state.settings.get(name) or "") for name in ("wiki_account", "bot_account"))
    return any(account == editor or folded(account) == folded(editor) for account in ours if account)


def _memory(kept: Gndt) -> LineMemory:
    """What is remembered of lines that are gone, not copied: there may be thousands, at every revision."""
    return LineMemory(kept.memory["gone"], tuple((digest, revision) for digest, revision in kept.memory["earlier"]))


def _follow_lines(moment: Moment, changes: PageChanges, before: PageReading | None, reading: PageReading) -> list[int]:
    """Where each line that we know stands on the page now; mostly all stay where they were. One that came back is known still.

    Gives the places of lines whose words stood there before, and which are none of those: they came without the answer.
    """
    old = before["lines"] if before else []
    if not changes.moves_lines and not changes.back_at:
        return []
    kept, again = moment.state.gndt, []
    for line in kept.lines.values():
        if line.index is not None and (now := changes.index_now(line.index)) != line.index:
            if now is None:
                _leave(kept, line, old[line.index], before)
            line.index = now
    for index, text in zip(changes.back_at, changes.lines_back, strict=True):
        back = _returning(moment, text)
        if back is not None and (changes.reverts_to or not back.is_answered or _is_answered(back, reading)):
            back.index = index
            continue
        again.append(index)
        if back is not None:
            _leave(kept, back, text, before)
    return again


def _is_answered(line: Line, reading: Mapping[str, Any] | None) -> bool:
    """Whether our answer to a line stands on the page; readings that were kept before answers were read have none."""
    return AnswerLine(line.id, "", "").key in (reading or {}).get("answers", ())


def _leave(kept: Gndt, line: Line, text: str, reading: Mapping[str, Any] | None) -> None:
    """A line that stood as that text on the page of a reading is gone; it may be put back."""
    line.index = None
    line.is_answered = line.is_answered or _is_answered(line, reading)
    kept.memory["left"].setdefault(line_digest(text), []).append(line.id)


def _answer_again(
    moment: Moment, row: str, payload: Mapping[str, Any], reading: PageReading, places: Iterable[int]
) -> None:
    """Answer lines whose words stood there before: whoever wrote them must hear that nothing came of them."""
    editor, page = str(payload["editor"]), str(payload["page"])
    for index in places:
        text = reading["lines"][index]
        if _LISTED.match(text):
            line = Line(f"{row}#b{index}", row, page, moment.when, editor, text, index=index)
            _put_by(moment.state.gndt, line, _STOOD_BEFORE)


def _put_by(kept: Gndt, line: Line, reply: str) -> None:
    """Answer a line of which nothing else comes, whatever is made of it later."""
    line.standing, line.replies, line.was_refused, line.had_effect = "refused", [reply], True, True
    kept.lines[line.id] = line


def _returning(moment: Moment, text: str) -> Line | None:
    """The newest line that we know and that was gone as that text, unless it is settled; it is so no more."""
    kept, limit = moment.state.gndt, moment.when - moment.law.span("settle_after_hours")
    ids = kept.memory["left"].pop(line_digest(text), [])
    while ids:
        line = kept.lines.get(ids.pop())
        if line is not None and line.index is None and not is_over(line, limit):
            kept.memory["left"] |= {line_digest(text): ids} if ids else {}
            return line
    return None


@dataclass(frozen=True, slots=True)
class _News:
    """A line that is new, or the new text of one that stood there as ``old``."""

    line: Line
    old: str = ""


def _news(moment: Moment, row: str, payload: Mapping[str, Any], changes: PageChanges) -> list[_News]:
    """The lines that a revision brings or changes, each by its author."""
    found = [(f"{row}#{new.k}", new.text, new.index, "") for new in changes.new_lines]
    found += [(f"{row}#e{each.after}", each.new, each.after, each.old) for each in changes.lines_edited]
    editor, page = str(payload["editor"]), str(payload["page"])
    return [_News(Line(id, row, page, moment.when, editor, text, index=index), old) for id, text, index, old in found]


def _put_off(moment: Moment, news: Iterable[_News]) -> None:
    """Answer the lines that came while the page was held: nobody can tell whose they are, whoever mended it."""
    for new in news:
        if _LISTED.match(new.line.text):
            _put_by(moment.state.gndt, new.line, _WHILE_HELD)


def _take_lines(moment: Moment, news: Sequence[_News]) -> None:
    """The lines that are new, and those that were changed before they had any effect; the others' first words count."""
    for new in _at_most(moment, news):
        if not new.old or _is_new(moment, new):
            _take_line(moment, new.line, is_listed=bool(_LISTED.match(new.line.text)))


def _at_most(moment: Moment, news: Sequence[_News]) -> list[_News]:
    """So many lines of one writer as are read of one edit; the first beyond them is answered for all that are not."""
    if len(news) <= moment.law.number("lines_per_edit_of_strangers"):
        return list(news)
    read: list[_News] = []
    by_writer: dict[str, list[_News]] = {}
    for new in news:
        by_writer.setdefault(new.line.editor, []).append(new)
    for editor, theirs in by_writer.items():
        is_player = moment.state.counts(moment.state.account_key(editor))
        most = moment.law.number("lines_per_edit" if is_player else "lines_per_edit_of_strangers")
        read += theirs[:most]
        if beyond := [new.line for new in theirs[most:] if not new.old]:
            rest = f"this one and {len(beyond) - 1:,} more of {editor}'s are not"
            _put_by(moment.state.gndt, beyond[0], f"Only the first {most} lines of one edit are read; {rest}.")
    return read


def _is_new(moment: Moment, new: _News) -> bool:
    """Whether a line that was changed is a new one; where it is put back to what it was, it is the one that it was."""
    kept, line = moment.state.gndt, new.line
    known = _line_at(kept, line.index)
    returning = _returning(moment, line.text)
    is_settled = known is None or known.had_effect or known.standing == "waiting"
    if returning is None and is_settled:
        text = (
            f"{line.editor} changed a line that stood here already, from {new.old!r} to {line.text!r}; its first words count:"
            " what is meant as a new action needs a line of its own"
        )
        id = known.id if known is not None else line.id
        moment.state.note("LINE_CHANGED", "BN-225", text[:LONGEST_TOLD], id, line.row, at=moment.when, is_note=True)
        return False
    if known is not None:
        _leave(kept, known, new.old, kept.reading)
        if returning is None and folded(known.editor) != folded(line.editor):
            text = f"{line.editor}: the line {new.old[:LONGEST_QUOTED]!r} by {known.editor} is gone; what it did stands"
            moment.state.note("TABLE_CHANGED", "BN-225", text, line.row, at=moment.when, is_note=True)
    if returning is not None:
        returning.index = line.index
    return returning is None


def _line_at(kept: Gndt, index: int | None) -> Line | None:
    return next((line for line in kept.lines.values() if line.index == index), None)


def _take_line(moment: Moment, line: Line, *, is_listed: bool) -> None:
    line.is_listed = is_listed
    signer, name = signed_by(line.text), moment.state.name_of(moment.state.account_key(line.editor))
    if signer and folded(signer) not in (folded(line.editor), folded(name)):
        text = f"a line written by {line.editor} bears the signature of {signer}; its writer counts"
        moment.state.note("SIGNATURE_DIFFERS", "BN-224", text, line.id, at=moment.when, is_note=True)
    gndt.take_line(moment, line, NothingSettled())


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
        _give_way(moment, changes)
        hand_edits.take_elsewhere(moment, row, editor, changes)


def _give_way(moment: Moment, changes: Iterable[Change]) -> None:
    """What was changed once more before anything explained it stays without an explanation in the history of the rules."""
    again = {(change.holder, change.variable) for change in changes}
    rows = {edit.row for edit in moment.state.gndt.edits if (edit.holder, edit.variable) in again}
    for edit in moment.state.following.edits.values():
        for ground in (ground for change in edit.changes for ground in change.grounds if edit.row in rows):
            ground.is_met = ground.is_met and ground.kind != "value"


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
    return AnswerLine(line.id, text, f"*: {answer_text(line.answer)}", LOG_HEADING, nth)
