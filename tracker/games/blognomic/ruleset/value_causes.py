"""Changes of dynastic rules that change nothing but values standing in their text, and what of the table explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tracker.core.change import amended
from tracker.core.clause_pattern import with_known_words
from tracker.core.rule import rule
from tracker.errors import PlanError
from tracker.games.blognomic.dynasties.dynasty_records import RuleValue
from tracker.games.blognomic.dynasties.played import values_in_rule
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.gndt.gndt_records import UNEXPLAINED
from tracker.games.blognomic.gndt.gndt_revisions import is_our_account
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset.ruleset_passages import PassageShown

from .rule_changes import Difference
from .rule_records import Edit, Ground
from .ruleset_page import DYNASTIC

_BULLET = " • "
"""How a passage's words show where a bullet point begins."""


@rule("BN-003", "BN-113", "BN-225", "BN-226")
def grounds_of_values(moment: Moment, edit: Edit, each: Difference, after: Mapping[str, PassageShown]) -> list[Ground]:
    """The ground of a change of values alone, where the table follows all of them; none where anything else changed.

    Whether actions explain what the values became is asked of the table: it may learn of them later (``open_problem``).
    """
    table = gndt.table_of(moment)
    if table is None or table.code is None or each.path[0] != DYNASTIC or each.kind != "changed":
        return []
    if each.before is None or each.after is None:
        return []
    was, now = (_values(moment, passage, each.key) for passage in (each.before, each.after))
    if _wording(each.before, was) != _wording(each.after, now) or not _is_followed(moment, was, now, after):
        return []
    return [Ground("value", how="ours" if is_our_account(moment, edit.editor) else "")]


@rule("BN-003", "BN-226")
def grounds_of_correction(
    moment: Moment, edit: Edit, each: Difference, right: PassageShown | None, after: Mapping[str, PassageShown]
) -> list[Ground]:
    """The ground of an edit by which a rule reads as the gamestate has it; none where it does not, or names stand elsewhere too.

    ``right`` is the passage as it was, but for its values, which are those of the gamestate.
    """
    if right is None or each.before is None or each.after is None:
        return []
    if _only_strikes(each.before, right, each.after):
        return [Ground("value")]
    wanted, now = (_values(moment, passage, each.key) for passage in (right, each.after))
    if _wording(right, wanted) != _wording(each.after, now) or not _is_followed(moment, (), now, after):
        return []
    return [Ground("value")]


def _only_strikes(before: PassageShown, right: PassageShown, after: PassageShown) -> bool:
    """Whether an edit does nothing but take bullet points out that the gamestate does not have, be it not all of them."""
    was, wanted, now = (passage.words.split(_BULLET) for passage in (before, right, after))
    rest = iter(was)
    gone = Counter(was) - Counter(now)
    return bool(gone) and gone <= Counter(was) - Counter(wanted) and all(each in rest for each in now)


def corrected(moment: Moment, text: str) -> str:
    """A text of the ruleset page with the values of the gamestate in its rules; the same text where it has them, or none are kept."""
    table = gndt.table_of(moment)
    wanted = table.code.page_amendments(table, text) if table is not None and table.code is not None else ()
    try:
        return amended(text, wanted, moment.law.word("ruleset_page"))
    except PlanError:
        # Where one list may be read as names and as Plants, there is no telling what would be right.
        return text


def _values(moment: Moment, passage: PassageShown, key: str) -> list[RuleValue]:
    shown = moment.state.ruleset
    known_as = (shown.clause_key(key) if shown else "") or key
    return values_in_rule(moment, known_as, passage.path, passage.words)


def _wording(passage: PassageShown, values: Iterable[RuleValue]) -> str:
    return with_known_words(passage.words, [value.place for value in values])


def _is_followed(
    moment: Moment, was: Iterable[RuleValue], now: Iterable[RuleValue], after: Mapping[str, PassageShown]
) -> bool:
    """Whether every name that came or went is somebody's who has values, and stands on no two lists now."""
    moved = _names(was) - _names(now) | _names(now) - _names(was)
    if not moved:
        return True
    people = [moment.state.person(moment.state.key_of(name)) for name in moved]
    if not all(person is not None and person.is_on_roster for person in people):
        return False
    dynastic = (key for key, passage in after.items() if passage.path[0] == DYNASTIC)
    listed = _names(value for key in dynastic for value in _values(moment, after[key], key))
    return all(listed[name] <= 1 for name in moved)


def _names(values: Iterable[RuleValue]) -> Counter[str]:
    return Counter(name for value in values for name in value.names)


def open_problem(moment: Moment, edit: Edit) -> str:
    """What of an edit's values nothing explains so far, with what is amiss; empty where all is explained or the gamestate anyhow."""
    told = []
    for hand in moment.state.gndt.edits:
        if hand.row == edit.row:
            name = f"{hand.variable} of {moment.state.name_of(hand.holder)}" if hand.holder else hand.variable
            told.append(f"{name}: {hand.problem or UNEXPLAINED}")
    return ", ".join(told)
