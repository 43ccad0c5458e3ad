"""What people did to the table's page beside changing cells and adding lines, as sentences for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tracker.core.change import AnswerLine
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import folded
from tracker.mechanics.answer_text import answer_text
from tracker.mechanics.table.page_changes import PageChanges
from tracker.mechanics.table.table_page import PageReading, line_digest

MOST_FINDINGS = 20
"""So many oddities of one revision are told one by one."""
LONGEST_QUOTED = 80
"""Characters of a line that are quoted to say which it is."""
_OF_LINES = (
    *("partly hidden line", "row without name", "second table", "nested table", "unclosed table", "table in HTML"),
    *("doubled header", "doubled column", "text outside cells"),
)
"""The faults of a reading that nothing else tells."""


def tell(moment: Moment, row: str, editor: str, said: Sequence[str], reverts_to: str) -> None:
    """Tell what an editor did in the revision of a row, and the earlier revision to which that puts the page back."""
    if len(said) > MOST_FINDINGS:
        said = [*said[:MOST_FINDINGS], f"and {len(said) - MOST_FINDINGS} more"]
    for text in said:
        moment.state.note("TABLE_CHANGED", "BN-226", f"{editor}: {text}", row, at=moment.when, is_note=True)
    if reverts_to:
        text = f"{editor} put the table's page back to {reverts_to}; lines that were answered stay answered"
        moment.state.note("TABLE_REVERTED", "BN-227", text, row, at=moment.when, is_note=True)


def sentences(table: Table, changes: PageChanges, before: PageReading | None, reading: PageReading) -> list[str]:
    """What a revision did, a sentence each."""
    return [
        *_of_rows(table, changes, reading),
        *_of_columns(table, changes),
        *_of_lines(table, changes, reading),
        *_of_faults(before, reading),
        *_of_answers(table, before, reading),
    ]


def _of_rows(table: Table, changes: PageChanges, reading: PageReading) -> Iterator[str]:
    state = table.moment.state
    counts = Counter(map(state.key_of, reading["order"])) if changes.rows_new else Counter[str]()
    yield from (f"the row of {name} is gone" for name in changes.rows_gone)
    for name in changes.rows_new:
        if state.key_of(name) not in table.players:
            yield f"a row of {name} was added by hand; nobody of that name has values, and it counts for nothing"
        elif counts[key := state.key_of(name)] > 1:
            yield f"a row of {name} was added by hand beside that of {state.name_of(key)}, and counts for nothing"
    yield from (f"there are two rows of {name}; neither counts, its last values stand" for name in changes.rows_doubled)
    yield from (f"the row of {old} is called {new} now" for old, new in changes.rows_renamed)
    yield from (f"the row of {name} cannot be read" for name in changes.rows_unread)
    yield from (f"the line of {name} above the table is gone; its value stands" for name in changes.game_gone)


def _of_columns(table: Table, changes: PageChanges) -> Iterator[str]:
    known = set(map(folded, table.variables))
    for name in changes.columns_new:
        if folded(name) not in known:
            yield f"there is a column {name} that the dynasty does not know"
    yield from (f"the column {name} is gone" for name in changes.columns_gone)


def _of_lines(table: Table, changes: PageChanges, reading: PageReading) -> Iterator[str]:
    left, answers = table.gndt.memory.get("left", {}), reading.get("answers", {})
    for text in changes.lines_removed:
        ids = left.get(line_digest(text), ()) if answers else ()
        stays = (
            ", and its answer still stands there" if any(AnswerLine(id, "", "").key in answers for id in ids) else ""
        )
        yield f"the line {text[:LONGEST_QUOTED]!r} is gone; what it did stands{stays}"
    for text in changes.lines_back:
        yield (
            f"the line {text[:LONGEST_QUOTED]!r} stood here before; it is no new action:"
            " one that is meant anew needs a signature with its own time (four tildes) in a line of its own"
        )


def _of_faults(before: PageReading | None, reading: PageReading) -> Iterator[str]:
    """The faults of a kind of which there were fewer before."""
    known = Counter(fault["kind"] for fault in before["faults"]) if before else Counter[str]()
    for fault in reading["faults"]:
        if fault["kind"] in _OF_LINES:
            if not known[fault["kind"]]:
                yield f"line {fault['line']} of the page: {fault['text']}"
            known[fault["kind"]] -= known[fault["kind"]] > 0


def _of_answers(table: Table, before: PageReading | None, reading: PageReading) -> Iterator[str]:
    """Answers of ours that somebody else changed, took from below a line that still stands, or made up."""
    # Readings that were kept before answers were read have none.
    old, new = before.get("answers", {}) if before else {}, reading.get("answers", {})
    if old == new:
        return
    lines = {AnswerLine(line.id, "", "").key: line for line in table.gndt.lines.values()}
    for key in dict.fromkeys([*old, *new]):
        line, was, now = lines.get(key), old.get(key, ""), new.get(key, "")
        if was == now or (not now and (line is None or line.index is None)):
            continue
        if now and line is not None and f"*: {answer_text(line.answer)}" == now:
            continue
        below = f"below the line {line.text[:LONGEST_QUOTED]!r}" if line is not None else "to no line that is known"
        yield f"the tracker's answer {below} now reads {now!r}; what it said stands: {line.answer if line else was!r}"
