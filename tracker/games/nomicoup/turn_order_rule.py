"""The turn order as the content of its rule, and a new one that waits as a rule of its own until the round ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from tracker.core.rule import rule as clause

from .references import bind
from .rule_changes import ADDITION, APPENDICATION, CONTENT_EDIT, MISCELLANEOUS, Change, edited_content, would_replace
from .rule_paths import Rule, RuleTree, at_path, id_path_of, new_rule, next_id, put, title_key, titled
from .written_orders import OPENING

REWRITING = (CONTENT_EDIT, APPENDICATION)
"""The types of change that give a rule other content."""


@clause("COUP-024")
def order_as_content(order: Sequence[str]) -> str:
    """The content of the rule on the order: every player, numbered from 1, however many there are."""
    return "\n".join([OPENING, *(f"{number}: {player}" for number, player in enumerate(order, start=1))])


# --- what changes the order -------------------------------------------------------------------------------------------


def rule_at(tree: RuleTree, path: str) -> Rule | None:
    """The rule with a title path, or an ID path where that is set."""
    return at_path(tree, id_path_of(path) or ()) or next(iter(titled(tree, path)), None)


def changes_order(tree: RuleTree, change: Change, order_rule: str) -> bool:
    """Whether a change is one of the turn order: of its rule's content, or a Miscellaneous Change that is marked as one.

    Of its content is an Addition, too, that would take the rule's place without giving it another title.
    """
    if change.kind == MISCELLANEOUS:
        return change.is_order
    rule = rule_at(tree, order_rule)
    if rule is None or change.kind != ADDITION:
        return rule is not None and change.rule == rule.key and change.kind in REWRITING
    return title_key(change.title) in ("", title_key(rule.title)) and rule in would_replace(tree, change)


def content_now(rule: Rule, order: Sequence[str]) -> str:
    """The content of the rule on the order: who stands in it, or while nobody does its empty form."""
    return order_as_content(order) if order else rule.content


def new_order_content(change: Change, content: str) -> str:
    """What a change makes of the content of a turn order; raises NotMade where a text to be replaced is not there."""
    return change.text if change.kind in (ADDITION, MISCELLANEOUS) else edited_content(content, change)


@clause("COUP-025", "COUP-027")
def hang_upcoming(tree: RuleTree, below: Rule, title: str, content: str, number: int, when: datetime) -> Rule:
    """Put a new order as a subrule below a rule; one that waits there already is replaced, since it has the same title path."""
    waiting = upcoming(tree, below, title)
    rule = new_rule(tree, title, content)
    rule.edited_at, rule.edited_by = when, number
    put(tree, rule, below.key, waiting.id if waiting else next_id(tree, below.key))
    bind(tree, rule)
    return rule


def upcoming(tree: RuleTree, below: Rule, title: str) -> Rule | None:
    """The new order that waits below a rule."""
    children = (tree.rules[key] for key in tree.below.get(below.key, {}).values())
    return next((each for each in children if title_key(each.title) == title_key(title)), None)


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
