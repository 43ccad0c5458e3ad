"""What becomes of the rules by an adopted proposition: its changes, in the order written, and before the vote what they would do besides."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Ask, Moment

from . import new_orders
from .proposition_reading import rule_named
from .retroactivity import says_from_when
from .rule_changes import (
    CONTENT_EDIT,
    DELETION,
    MISCELLANEOUS,
    By,
    Change,
    Made,
    Readings,
    bind_references,
    is_by_itself,
    make,
    may_remove,
)
from .rule_paths import TOP, copied, label, shown_path
from .state import Proposition, World

MADE, FOR_PEOPLE = "made", "for people"
"""What may come of a change, besides a code."""
Warned: TypeAlias = tuple[str, str, str]
"""A warning before a vote: its code, clause and sentence."""


# --- making the changes -----------------------------------------------------------------------------------------------


def readings(moment: Moment[World]) -> Readings:
    """The switches in force on how changes are made."""
    law = moment.law
    return Readings(
        keep_subrules=law.chooses("subrules_of_replaced_rule", "stay"),
        title_replaces=law.chooses("rule_with_the_same_title_path", "is replaced"),
        lift_subrules=law.chooses("subrules_of_deleted_rule", "move up"),
        gaps=law.chooses("free_id_beyond_the_next", "is taken as it is"),
        moved_place_closes=law.chooses("place_of_moved_rule", "closes up"),
    )


@rule("COUP-096", "COUP-097")
def apply(moment: Moment[World], proposition: Proposition) -> None:
    """Make the changes in the order written, from now on; those that cannot be made are told, the others are made."""
    by, said = (
        By(proposition.number, proposition.proponent, moment.when),
        says_from_when(moment.world.rules, proposition),
    )
    proposition.changes = [_bound(moment, change) for change in proposition.changes]
    made = [_make(moment, proposition, change, by) for change in proposition.changes]
    proposition.results = [_result(change, each) for change, each in zip(proposition.changes, made, strict=True)]
    bind_references(moment.world.rules, made)
    for n, (change, each) in enumerate(zip(proposition.changes, made, strict=True), start=1):
        _tell_made(moment, proposition, n, change, each)
    if MADE in proposition.results:
        moment.world.notes = [note for note in moment.world.notes if note.code != "BEHAVIOUR_UNCHANGED"]
        text = f"rules changed, last by proposition {proposition.number}: the tracker does what it did until people switch it"
        moment.note("BEHAVIOUR_UNCHANGED", "COUP-004", text, is_mild=True)
    if said and {MADE, FOR_PEOPLE} & {*proposition.results}:
        _ask_from_when(moment, proposition, said)


@rule("COUP-093")
def _bound(moment: Moment[World], change: Change) -> Change:
    """A change that means the rule that its path names now, where it is ruled that changes go by paths."""
    if not change.rule or not change.is_complete or moment.law.chooses("changes_are_bound_to", "the rule"):
        return change
    found = rule_named(moment.world.rules, change.path)
    return replace(change, rule=TOP if isinstance(found, str) else found.key)


@rule("COUP-025")
def _make(moment: Moment[World], proposition: Proposition, change: Change, by: By) -> Made:
    """Make a change; one of the turn order waits as a rule of its own until the round ends."""
    new_orders.bind(moment)
    hung = None
    if change.is_complete and new_orders.changes_order(moment, change):
        hung = new_orders.hang(moment, proposition, change, by)
    return hung or make(moment.world.rules, change, by, readings(moment))


def _result(change: Change, made: Made) -> str:
    if made.code:
        return made.code
    return FOR_PEOPLE if change.kind == MISCELLANEOUS and made.rule is None else MADE


def _tell_made(moment: Moment[World], proposition: Proposition, n: int, change: Change, made: Made) -> None:
    where, tree = f"change {n} of proposition {proposition.number}", moment.world.rules
    told = {"proposition": proposition.number, "n": n, "type": change.kind}
    if made.code:
        text = f"{where} is not made ({made.code}): {made.why}"
        moment.tell("change_not_made", "COUP-093", text, **told, code=made.code)
        moment.note("CHANGE_NOT_MADE", "COUP-093", text, row=proposition.message)
        return
    if change.kind == MISCELLANEOUS and made.rule is None:
        moment.tell("change_for_people", "COUP-095", f"{where} is for people to carry out: {change.text}", **told)
        _ask_if_done(moment, proposition, n, change)
        return
    gone = f"; gone: {', '.join(made.gone)}" if made.gone else ""
    rule = made.rule if made.rule is not None and made.rule.key in tree.rules else None
    called = label(tree, rule) if rule else f"{made.called}, which a later change deletes" if made.rule else ""
    on = f" on {called}" if called else f" of {change.path}" if change.kind == DELETION else ""
    path = {"rule": shown_path(tree, rule)} if rule else {}
    moment.tell("change_made", "COUP-096", f"{where}: {change.kind}{on}{gone}", **told, **path, gone=made.gone)


@rule("COUP-095")
def _ask_if_done(moment: Moment[World], proposition: Proposition, n: int, change: Change) -> None:
    """Let people mark what they carried out as done."""
    text = f"Proposition {proposition.number} was adopted: {change.text[:300]} Is that carried out?"
    ask = Ask(f"{_DONE}{proposition.number}:{n}", text, "COUP-095", ["done"], moment.when, [proposition.message])
    if moment.ask(ask) is None:
        text = f"proposition {proposition.number}: {change.text[:300]}"
        moment.note("TO_CARRY_OUT", "COUP-095", text, is_mild=True, row=proposition.message)


@rule("COUP-097")
def _ask_from_when(moment: Moment[World], proposition: Proposition, said: str) -> None:
    """Let people carry out what a proposition says of the time from which it holds, which is otherwise its adoption."""
    text = f"proposition {proposition.number} may say from when it holds, or that it bears on what was before: “{said}”"
    held = "The tracker lets it hold from its adoption. Is it carried out as it says?"
    id = f"{_FROM_WHEN}{proposition.number}"
    ask = Ask(id, f"{_begun(text)}. {held}", "COUP-097", [DONE, FROM_ADOPTION], moment.when, [proposition.message])
    if moment.ask(ask) is None:
        moment.note("OTHERWISE_IN_TIME", "COUP-097", f"{text}; people carry that out", row=proposition.message)


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


_DONE, _FROM_WHEN = "done:", "from-when:"
DONE, FROM_ADOPTION = "done", "it holds from its adoption"
"""What people may say of a proposition that may say from when it holds (COUP-097)."""


def is_on_changes_made(question: str) -> bool:
    """Whether a question's id is that of whether people carried out what a proposition says."""
    return question.startswith((_DONE, _FROM_WHEN))


# --- before the vote --------------------------------------------------------------------------------------------------


@rule("COUP-028", "COUP-082", "COUP-085")
def warnings(moment: Moment[World], proposition: Proposition) -> list[Warned]:
    """What a vote for a proposition would bring about besides what it says: rules that are replaced or go, players without turns."""
    if proposition.status != "active":
        return []
    where, found = f"proposition {proposition.number}", list[Warned]()
    for change, made in _foreseen(moment, proposition):
        found += [("WOULD_BE_REPLACED", "COUP-082", f"{where} would replace {each}") for each in made.replaced]
        if text := _going(where, change, made):
            found.append(("WOULD_GO", "COUP-085", text))
    for change in proposition.changes:
        if left_out := new_orders.left_out(moment, proposition, change):
            text = f"the turn order of {where} leaves out {', '.join(left_out)}"
            found.append(("LEFT_OUT_OF_ORDER", "COUP-028", text))
    return found


@rule("COUP-082", "COUP-085", "COUP-096")
def _foreseen(moment: Moment[World], proposition: Proposition) -> list[tuple[Change, Made]]:
    """What would come of each change if all were made now: they are, on a copy of the rules; nothing where no rule can go by them."""
    removing = [change for change in proposition.changes if change.is_complete and may_remove(change)]
    if not removing or (len(removing) == 1 and is_by_itself(moment.world.rules, removing[0])):
        return []
    tried = replace(proposition, changes=[_bound(moment, change) for change in proposition.changes])
    then = replace(moment, world=replace(moment.world, rules=copied(moment.world.rules)))
    by = By(tried.number, tried.proponent, moment.when)
    return [(change, _make(then, tried, change, by)) for change in tried.changes]


def _going(where: str, change: Change, made: Made) -> str:
    """Which rules a change would delete that it does not name, nor replace; "" for none."""
    besides = [each for each in made.gone if each not in made.replaced]
    if change.kind == CONTENT_EDIT and besides:
        along = f" with {', '.join(besides[1:])}" if besides[1:] else ""
        return f"{where} would delete {besides[0]}{along}, as it would have no content"
    if change.kind == DELETION:
        besides = besides[1:]
    if not besides:
        return ""
    with_what = f"its rule {change.path}" if change.kind == DELETION else ", ".join(made.replaced)
    return f"with {with_what} {where} would delete {', '.join(besides)}"
