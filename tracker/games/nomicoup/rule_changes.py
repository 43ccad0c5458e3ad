"""Changes of the rule tree: what each type of change in an adopted proposition does to it, and what it would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core.rule import rule as clause

from .references import bind
from .rule_paths import (
    TOP,
    Places,
    Rule,
    RuleTree,
    at_path,
    close_up,
    delete,
    doubles,
    id_path_of,
    is_below,
    label,
    new_rule,
    next_id,
    put,
    retitle,
    same_title_path,
    title_key,
    walk,
)

ADDITION, CONTENT_EDIT, ID_EDIT, TITLE_EDIT = "Addition", "Content Edit", "ID Edit", "Title Edit"
DELETION, APPENDICATION, MISCELLANEOUS = "Deletion", "Content Appendication", "Miscellaneous Change"


@dataclass(slots=True)
class Change:
    """One change of a proposition, by its ``kind`` (COUP-087); ``words`` are its lines as written.

    ``rule`` is the key of the rule that it means, and ``path`` how it was named; ``under`` likewise the parent that an Addition
    names, and ``under_path`` how. ``place`` is the ID path that it gives ("": none), or with such a parent what follows on its. ``text``
    is new content, or what a Miscellaneous Change says; ``old`` is what ``text`` replaces (None: everything). ``code`` is why it is
    not complete ("": it is), with ``why``. It ``is_order`` where a Miscellaneous Change says a new turn order.
    """

    kind: str
    words: str = ""
    rule: int = TOP
    path: str = ""
    under: int = TOP
    under_path: str = ""
    place: str = ""
    title: str = ""
    text: str = ""
    old: str | None = None
    code: str = ""
    why: str = ""
    is_order: bool = False
    named: dict[str, str] = field(default_factory=dict)
    """Of a new turn order: names and whom they meant when it was proposed, those first by which the players in the order were shown."""

    @property
    def is_complete(self) -> bool:
        """Whether it has all that its type needs."""
        return not self.code


@dataclass(frozen=True, slots=True)
class Readings:
    """The switches that bear on how changes are made."""

    keep_subrules: bool = True
    title_replaces: bool = True
    lift_subrules: bool = False
    gaps: bool = True
    moved_place_closes: bool = False


@dataclass(slots=True)
class Made:
    """What came of a change: the rule that it put or changed (None: none, or it is gone), the rules that went, why nothing came of it.

    ``called`` is how that rule was called as soon as the change was made; of rules that are gone ``gone`` has how they were called, and
    ``replaced`` those of them whose ID path or title path another has now.
    """

    rule: Rule | None = None
    called: str = ""
    gone: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    code: str = ""
    why: str = ""


class NotMade(Exception):  # noqa: N818  (it is what came of a change, no error of ours)
    """A change that cannot be made on the tree as it is."""

    def __init__(self, code: str, why: str) -> None:
        """``code`` is the checklist's."""
        super().__init__(why)
        self.code, self.why = code, why


@dataclass(frozen=True, slots=True)
class By:
    """By which proposition, and whose, a change is made, and when."""

    number: int
    proponent: str
    when: datetime


@clause("COUP-096", "COUP-097")
def make(tree: RuleTree, change: Change, by: By, readings: Readings = Readings()) -> Made:
    """Make one change now; where it cannot be made nothing changes, and the code says why (COUP-089, COUP-093, COUP-094)."""
    if change.code:
        return Made(code=change.code, why=change.why)
    before = Places.in_tree(tree) if may_remove(change) else Places({})
    try:
        rule, gone = _BY_KIND[change.kind](tree, change, by, readings)
    except NotMade as reason:
        return Made(code=reason.code, why=reason.why)
    names = [before.label(each.key) for each in gone]
    if rule is None or rule.key not in tree.rules:
        return Made(gone=names)
    replaced = _replaced(tree, rule, [each.key for each in gone], before) if gone else []
    return Made(rule, label(tree, rule), names, [before.label(key) for key in replaced])


def may_remove(change: Change) -> bool:
    """Whether a rule can go by a change: only one that puts a rule somewhere, deletes one, or may leave one without content."""
    is_emptying = change.kind in (CONTENT_EDIT, APPENDICATION) and not change.text.strip()
    return is_emptying or change.kind in (ADDITION, ID_EDIT, TITLE_EDIT, DELETION)


@clause("COUP-080", "COUP-081")
def _replaced(tree: RuleTree, put: Rule, gone: Sequence[int], before: Places) -> list[int]:
    """Of rules that are gone those on whose ID path, or with whose title path, a rule stands that was put, or one below it."""
    now = Places.in_tree(tree)
    there = [put.key, *(each.key for each in walk(tree, put.key))]
    ids, titles = {now.id_path(key) for key in there}, {now.title_path(key) for key in there} - {""}
    return [key for key in gone if before.id_path(key) in ids or before.title_path(key) in titles]


# --- each type --------------------------------------------------------------------------------------------------------

_Result = tuple[Rule | None, Sequence[Rule]]


@clause("COUP-089", "COUP-090")
def _add(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    """An Addition (COUP-089): on its ID path, or the next number below its parent, or instead of a rule with its title path."""
    parent = _parent(tree, change)
    rule = new_rule(tree, change.title, change.text)
    rule.parent = parent
    found = id_path_of(change.place)
    id = found[-1] if found else next_id(tree, parent)
    twins = _twins(tree, rule, parent, id)
    if twins and not readings.title_replaces:
        raise NotMade("not_allowed", f"{label(tree, twins[0])} has that title path")
    if found is None and twins:
        parent, id = twins[0].parent, twins[0].id
    elif not readings.gaps and id > next_id(tree, parent):
        id = next_id(tree, parent)
    _edited(rule, by)
    rule.proponent = by.proponent
    return rule, put(tree, rule, parent, id, keep_subrules=readings.keep_subrules)


def _parent(tree: RuleTree, change: Change) -> int:
    """The key of the rule below which an Addition or a moved rule stands; raises NotMade where there is none (COUP-089)."""
    path = id_path_of(change.place) or ()
    if change.under_path:
        under = tree.rules.get(change.under) if change.under else at_path(tree, id_path_of(change.under_path) or ())
        if under is None:
            raise NotMade("parent_missing", f"there is no rule {change.under_path} to stand below")
        return under.key
    parent = at_path(tree, path[:-1])
    if parent is None and len(path) > 1:
        raise NotMade("parent_missing", f"there is no rule {'.'.join(map(str, path[:-1]))} to stand below")
    return parent.key if parent else TOP


def _twins(tree: RuleTree, rule: Rule, parent: int, id: int) -> list[Rule]:
    """The rules that would have the title path of a rule put there, but for the one in its place."""
    place = tree.below.get(parent, {}).get(id)
    was, rule.parent = rule.parent, parent
    found = [each for each in same_title_path(tree, rule) if each.key != place]
    rule.parent = was
    return found


def _reword(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    rule = _meant(tree, change)
    return _rewritten(tree, rule, edited_content(rule.content, change), by, readings)


@clause("COUP-094")
def edited_content(content: str, change: Change) -> str:
    """What a rule's content becomes by a Content Edit or Appendication (COUP-094); raises NotMade where that cannot be."""
    if change.kind == APPENDICATION:
        return f"{content}\n{change.text}" if content.strip() else change.text
    if change.old is None:
        return change.text
    times = content.count(change.old)
    if times != 1:
        code = "text_not_unique" if times else "text_not_found"
        raise NotMade(code, f"“{change.old[:80]}” stands {times or 'no'} times in the rule")
    return content.replace(change.old, change.text)


@clause("COUP-086")
def _rewritten(tree: RuleTree, rule: Rule, content: str, by: By, readings: Readings) -> _Result:
    """Give a rule other content; one without any counts as deleted (COUP-086)."""
    if not content.strip():
        return None, delete(tree, rule, lift_subrules=readings.lift_subrules)
    rule.content = content
    _edited(rule, by)
    return rule, ()


@clause("COUP-094")
def _move(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    """An ID Edit moves a rule with all below it; the old place stays free (COUP-094)."""
    rule, path = _meant(tree, change), id_path_of(change.place) or ()
    if at_path(tree, path) is rule:
        raise NotMade("no_change", f"{label(tree, rule)} stands there already")
    parent = _parent(tree, change)
    if parent != TOP and is_below(tree, tree.rules[parent], rule.key):
        raise NotMade("not_allowed", f"{label(tree, rule)} cannot stand below itself")
    twins = _twins(tree, rule, parent, path[-1])
    if twins and not readings.title_replaces:
        raise NotMade("not_allowed", f"{label(tree, twins[0])} has the title path that it would get")
    return _moved(tree, rule, (parent, path[-1]), by, readings)


def _moved(tree: RuleTree, rule: Rule, to: tuple[int, int], by: By, readings: Readings) -> _Result:
    was = rule.parent, rule.id
    gone = put(tree, rule, *to, keep_subrules=readings.keep_subrules)
    if readings.moved_place_closes and was[1] not in tree.below.get(was[0], {}):
        close_up(tree, *was)
    _edited(rule, by)
    return rule, gone


@clause("COUP-081")
def _retitle(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    """A Title Edit; a rule that has the new title path is replaced in its place (COUP-081)."""
    rule = _meant(tree, change)
    was = rule.title
    retitle(tree, rule, change.title)
    twins = same_title_path(tree, rule)
    if twins and not readings.title_replaces:
        retitle(tree, rule, was)
        raise NotMade("not_allowed", f"{label(tree, twins[0])} has that title path")
    if twins:
        return _moved(tree, rule, (twins[0].parent, twins[0].id), by, readings)
    _edited(rule, by)
    return rule, put(tree, rule, rule.parent, rule.id)


def _delete(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    return None, delete(tree, _meant(tree, change), lift_subrules=readings.lift_subrules)


@clause("COUP-095")
def _leave(tree: RuleTree, change: Change, by: By, readings: Readings) -> _Result:
    """A Miscellaneous Change is carried out by people (COUP-095)."""
    return None, ()


_BY_KIND: Mapping[str, Callable[[RuleTree, Change, By, Readings], _Result]] = {
    ADDITION: _add,
    CONTENT_EDIT: _reword,
    ID_EDIT: _move,
    TITLE_EDIT: _retitle,
    DELETION: _delete,
    APPENDICATION: _reword,
    MISCELLANEOUS: _leave,
}
KINDS = tuple(_BY_KIND)
"""The types of change (COUP-087)."""


@clause("COUP-093")
def _meant(tree: RuleTree, change: Change) -> Rule:
    """The rule that a change is bound to; raises NotMade where it is gone or was replaced (COUP-093)."""
    rule = tree.rules.get(change.rule)
    if rule is None:
        raise NotMade("unknown_rule", f"the rule that {change.path or 'it'} meant is gone")
    return rule


def _edited(rule: Rule, by: By) -> None:
    rule.edited_at, rule.edited_by = by.when, by.number


# --- titling later ----------------------------------------------------------------------------------------------------


@clause("COUP-091")
def title_later(tree: RuleTree, rule: Rule, title: str, who: str, when: datetime) -> str:
    """Give an untitled rule its title, unless the code that is returned says why not (COUP-091).

    By its title the rules below it get title paths, too: none of all these may be another rule's.
    """
    if title_key(rule.title):
        return "already_titled"
    if who == rule.proponent:
        return "not_allowed"
    retitle(tree, rule, " ".join(title.split()))
    if not title_key(rule.title) or doubles(tree, [rule, *walk(tree, rule.key)]):
        retitle(tree, rule, "")
        return "not_allowed"
    rule.edited_at = when
    return ""


# --- around the changes -----------------------------------------------------------------------------------------------


@clause("COUP-080", "COUP-081")
def in_place_of(tree: RuleTree, change: Change) -> list[Rule]:
    """The rules on whose ID path, or with whose title path, an Addition would stand if it were made now."""
    try:
        parent = _parent(tree, change)
    except NotMade:
        return []
    path = id_path_of(change.place)
    place = tree.below.get(parent, {}).get(path[-1] if path else 0)
    same = same_title_path(tree, Rule(TOP, 0, parent, change.title, change.text))
    return [*([tree.rules[place]] if place else []), *(each for each in same if each.key != place)]


def is_by_itself(tree: RuleTree, change: Change) -> bool:
    """Whether a change, made alone, surely lets no rule go but the one that it deletes, as is plain without trying it."""
    if change.kind == DELETION:
        return not tree.below.get(change.rule)
    return change.kind == ADDITION and not in_place_of(tree, change)


def bind_references(tree: RuleTree, made: Sequence[Made]) -> None:
    """Note what the references in the rules that were changed mean, once all changes are made (COUP-077)."""
    for each in made:
        if each.rule is not None and each.rule.key in tree.rules:
            bind(tree, each.rule)
