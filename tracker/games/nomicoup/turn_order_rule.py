"""The turn order as the content of its rule, and a new one that waits as a rule of its own until the round ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from tracker.core.rule import rule as clause

from .references import bind
from .rule_changes import ADDITION, APPENDICATION, CONTENT_EDIT, MISCELLANEOUS, Change, edited_content, in_place_of
from .rule_paths import (
    TOP,
    Rule,
    RuleTree,
    at_path,
    delete,
    id_path_of,
    is_below,
    new_rule,
    next_id,
    put,
    title_key,
    title_path,
    titled,
)
from .written_orders import OPENING

REWRITING = (CONTENT_EDIT, APPENDICATION)
"""The types of change that give a rule other content."""


@clause("COUP-024")
def order_as_content(order: Sequence[str]) -> str:
    """The content of the rule on the order: every player, numbered from 1, however many there are."""
    return "\n".join([OPENING, *(f"{number}: {player}" for number, player in enumerate(order, start=1))])


# --- what changes the order -------------------------------------------------------------------------------------------


_UPCOMING = "/upcoming order"
"""What the rule of a new order that waits is bound to: no title path."""


@clause("COUP-024", "COUP-025")
def rule_at(tree: RuleTree, path: str) -> Rule | None:
    """The rule that is bound to a title path, or an ID path where that is set: else the one that has it now."""
    return _bound(tree, path) or _with_path(tree, path)


def _with_path(tree: RuleTree, path: str) -> Rule | None:
    return at_path(tree, id_path_of(path) or ()) or next(iter(titled(tree, path)), None)


def _bound(tree: RuleTree, name: str) -> Rule | None:
    return tree.rules.get(tree.bound.get(name, TOP))


def bind_rules(tree: RuleTree, paths: Iterable[str], waiting: Rule | None) -> None:
    """Bind the rules that have these paths now, and the new order that waits: they stay the same wherever they move and however called.

    What is bound already to a rule that there is stays so.
    """
    found = {**{path: rule_at(tree, path) for path in paths}, _UPCOMING: waiting}
    tree.bound |= {name: rule.key for name, rule in found.items() if rule is not None}


def bind_stated(tree: RuleTree, before: RuleTree, paths: Iterable[str], preface: str) -> Rule | None:
    """The same for rules that people state: those with the title paths that the bound ones had before, or else that say what they are.

    That is the rule whose content begins as that of the order does, where the first path names none, and with ``preface`` a new order,
    which is returned.
    """
    order, *others = paths
    for path in (order, *others):
        rule = rule_at(before, path)
        found = next(iter(titled(tree, title_path(before, rule))), None) if rule else None
        if found is not None:
            tree.bound[path] = found.key
    if rule_at(tree, order) is None and (holder := _beginning_with(tree, OPENING)):
        tree.bound[order] = holder.key
    if waiting := _beginning_with(tree, preface):
        tree.bound[_UPCOMING] = waiting.key
    return waiting


def _beginning_with(tree: RuleTree, words: str) -> Rule | None:
    """The only rule whose content begins with some words."""
    found = [each for each in tree.rules.values() if each.content.lstrip().startswith(words)] if words else []
    return found[0] if len(found) == 1 else None


def changes_order(tree: RuleTree, change: Change, order_rule: str) -> bool:
    """Whether a change is one of the turn order: of its rule's content, or a Miscellaneous Change that is marked as one.

    Of its content is an Addition, too, that would take the rule's place without giving it another title.
    """
    if change.kind == MISCELLANEOUS:
        return change.is_order
    rule = rule_at(tree, order_rule)
    if rule is None or change.kind != ADDITION:
        return rule is not None and change.rule == rule.key and change.kind in REWRITING
    return title_key(change.title) in ("", title_key(rule.title)) and rule in in_place_of(tree, change)


def content_now(rule: Rule, order: Sequence[str]) -> str:
    """The content of the rule on the order: who stands in it, or while nobody does its empty form."""
    return order_as_content(order) if order else rule.content


def new_order_content(change: Change, content: str) -> str:
    """What a change makes of the content of a turn order; raises NotMade where a text to be replaced is not there."""
    return change.text if change.kind in (ADDITION, MISCELLANEOUS) else edited_content(content, change)


@clause("COUP-025", "COUP-027")
def hang_upcoming(tree: RuleTree, below: Rule, title: str, content: str, number: int, when: datetime) -> Rule:
    """Put a new order as a subrule below a rule; one that waits is replaced, since it has the same title path or had it once."""
    waiting = upcoming(tree, below, title)
    id = waiting.id if waiting is not None and waiting.parent == below.key else next_id(tree, below.key)
    if waiting is not None and waiting.parent != below.key and not is_below(tree, below, waiting.key):
        delete(tree, waiting)
    rule = new_rule(tree, title, content)
    put(tree, rule, below.key, id)
    edit_upcoming(tree, rule, content, number, when)
    return rule


def edit_upcoming(tree: RuleTree, rule: Rule, content: str, number: int, when: datetime) -> None:
    """Let a rule be the new order that waits, with this content."""
    rule.content, rule.edited_at, rule.edited_by = content, when, number
    bind(tree, rule)
    tree.bound[_UPCOMING] = rule.key


def is_bound(tree: RuleTree, waiting: Rule) -> bool:
    """Whether the tracker knows a new order that waits otherwise than by its title."""
    return tree.bound.get(_UPCOMING) == waiting.key


def upcoming(tree: RuleTree, below: Rule | None, title: str) -> Rule | None:
    """The new order that waits, wherever it stands; one that the tracker knows nothing of yet is known by its title below a rule."""
    bound = _bound(tree, _UPCOMING)
    if bound is not None or below is None:
        return bound
    children = (tree.rules[key] for key in tree.below.get(below.key, {}).values())
    return next((each for each in children if title_key(each.title) == title_key(title)), None)


def with_newcomers(order: Sequence[str], unplaced: Mapping[str, str], slots: int | None = None) -> list[str]:
    """The turn order with newcomers put in, by the player whom they stand before ("": nobody), up to so many places (None: any)."""
    found = list(order)
    for player, before in unplaced.items():
        if slots is not None and len(found) >= slots:
            break
        found.insert(found.index(before) if before in found else len(found), player)
    return found


@clause("COUP-028")
def order_to_be(
    named: Sequence[str], present: Sequence[str], playing_then: Collection[str], *, keep_places: bool = True
) -> list[str]:
    """The turn order after a round, given the players whom a new order names, all of whom play still.

    Of the others at ``present``, those who did so when it was submitted (``playing_then``) are left out; the rest, who entered since, stand
    directly before the player whom they stand before there or, where there is none or not ``keep_places``, last.
    """
    found = list(named)
    entered = [player for player in present if player not in named and player not in playing_then]
    for player in reversed(entered):
        later = present[present.index(player) + 1 :]
        place = next((found.index(each) for each in later[:1] if each in found), None) if keep_places else None
        if place is None:
            found.append(player)
        else:
            found.insert(place, player)
    return found if keep_places else [*(p for p in found if p not in entered), *entered]
