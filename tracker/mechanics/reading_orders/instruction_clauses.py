"""The clauses of instructions: one verb with what it is about and where, read into typed instructions."""

from __future__ import annotations

from collections.abc import Callable

from tracker.mechanics.enacting.instructions import Append, Instruction
from tracker.mechanics.reading_orders.instruction_additions import add
from tracker.mechanics.reading_orders.instruction_changes import (
    change,
    move,
    moved_under,
    remove,
    rename,
    repeal,
    reword,
    rule_reworded,
    set_status,
    substitute,
)
from tracker.mechanics.reading_orders.instruction_phrases import (
    ADD,
    ADDING,
    CHANGE,
    REMOVE,
    RENAME,
    REPEAL,
    REWORD,
    Cursor,
    Refused,
    rule_here,
)
from tracker.mechanics.reading_orders.instruction_places import Where, adverbial


def clause(cursor: Cursor, inherited: Where | None = None) -> list[Instruction] | None:
    """Read one clause, place before or after the verb; None where none stands here. Raises Refused.

    ``inherited`` is the place that the clause before it named, which holds for this one if it names none; it becomes the
    place that this one names.
    """
    start = cursor.at
    where = Where()
    cursor.take_marks(" ,")
    while adverbial(cursor, where):
        cursor.take_marks(" ,:-–—")
        cursor.take(r"and(?= in| to| after| before)")
    cursor.take(r"(?:also|then|please|additionally),?")
    if not _take_scope(cursor, where):
        _inherit(where, inherited)
    read = _verb_here(cursor)
    instructions = read(cursor, where) if read else None
    if instructions is None:
        cursor.at = start
    elif inherited is not None:
        inherited.rule, inherited.section = where.rule, where.section
        inherited.if_exists, inherited.instead = where.if_exists, where.instead
    return instructions


def _verb_here(cursor: Cursor) -> Callable[[Cursor, Where], list[Instruction] | None] | None:
    """What reads on after the verb that stands here."""
    for pattern, read in _VERBS:
        verb = cursor.take(pattern)
        if verb:
            cursor.verb = verb[0].strip().lower()
            return read
    return None


def _take_scope(cursor: Cursor, where: Where) -> bool:
    """``amend the rule R by`` and a verb in -ing: the rule is but the place."""
    start = cursor.at
    is_change = where.rule is None and cursor.take(f"{REWORD}|{CHANGE}")
    rule = rule_reworded(cursor, is_quotation_enough=True) if is_change else None
    if rule is None or not cursor.take(r"by(?= \w+ing)"):
        cursor.at = start
        return False
    where.rule = rule
    return True


def _inherit(where: Where, inherited: Where | None) -> None:
    if inherited is not None and where.rule is None and not where.section and not where.everywhere:
        where.rule, where.is_inherited = inherited.rule, inherited.rule is not None


def _make(cursor: Cursor, where: Where) -> list[Instruction] | None:
    start = cursor.at
    made = moved_under(cursor) or set_status(cursor, where)
    if made is None:
        cursor.at = start
    return made or add(cursor, where)


def _write(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """``write`` may mean instead of what stands there or beside it, unless a place in the text is named."""
    written = add(cursor, where)
    if where.spot != "end" and any(isinstance(each, Append) for each in written or ()):
        raise Refused("PLACE_UNCLEAR", "whether it is to stand instead of the rule's text or beside it is not said")
    return written


def _give(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """``give the rule R a subrule``: R is the place."""
    rule = rule_here(cursor) if where.rule is None else None
    if rule is None or not cursor.sees(r"(?:a|an|another|the following|one) (?:new )?sub-?rule"):
        return None
    where.rule = rule
    return add(cursor, where)


_VERBS: tuple[tuple[str, Callable[[Cursor, Where], list[Instruction] | None]], ...] = (
    (r"mak(?:e|ing)", _make),
    (r"write(?: in)?", _write),
    (f"{ADD}|{ADDING}", add),
    (r"giv(?:e|ing)", _give),
    (CHANGE, change),
    (REWORD, reword),
    (REMOVE, remove),
    (REPEAL, repeal),
    (RENAME, rename),
    (r"mov(?:e|ing)|relocat(?:e|ing)", move),
    (r"substitut(?:e|ing)", substitute),
    (r"(?:set|switch|turn|mark)(?:ting|ing)?", set_status),
)
