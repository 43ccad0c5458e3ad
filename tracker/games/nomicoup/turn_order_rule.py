"""The turn order as the content of its rule, and a new one that waits as a rule of its own until the round ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime

from tracker.core.rule import rule as clause

from .references import bind
from .rule_changes import APPENDICATION, CONTENT_EDIT, MISCELLANEOUS, Change, edited_content
from .rule_paths import Rule, RuleTree, at_path, id_path_of, new_rule, next_id, put, title_key, titled

_NUMBERED = re.compile(r"(?<![\w.])[0-9]{1,4}\s*[:.)]\s*")
_PARTED = re.compile(r"[\n,;]|\s+(?:and|then)\s+|\s*(?:->|→|>)\s*")
_ARTICLES = re.compile(r"^(?:and|then|@)\s*|[.!\s]+$", re.IGNORECASE)
_MENTION = re.compile(r"<@!?([0-9A-Za-z_][\w.-]{0,39})>")
_OPENING = "The current turn order is as follows:"


@clause("COUP-024")
def order_as_content(order: Sequence[str]) -> str:
    """The content of the rule on the order: every player, numbered from 1, however many there are."""
    return "\n".join([_OPENING, *(f"{number}: {player}" for number, player in enumerate(order, start=1))])


def order_in(text: str, player_named: Callable[[str], str]) -> list[str]:
    """The players that a text lists, each once, in its order; ``player_named`` gives a name's player ("": nobody)."""
    listed = (player_named(name) for name in _names(text))
    return list(dict.fromkeys(player for player in listed if player))


def _names(text: str) -> Iterator[str]:
    for part in _PARTED.split(_NUMBERED.sub("\n", _MENTION.sub(r"\1", text))):
        name = _ARTICLES.sub("", part.strip())
        if name:
            yield name.removeprefix("@").strip(' *_"“”')


# --- what changes the order -------------------------------------------------------------------------------------------


def rule_at(tree: RuleTree, path: str) -> Rule | None:
    """The rule with a title path, or an ID path where that is set."""
    return at_path(tree, id_path_of(path) or ()) or next(iter(titled(tree, path)), None)


def changes_order(tree: RuleTree, change: Change, order_rule: str) -> bool:
    """Whether a change is one of the turn order: of its rule's content, or a Miscellaneous Change that is marked as one."""
    if change.kind == MISCELLANEOUS:
        return change.is_order
    rule = rule_at(tree, order_rule)
    return rule is not None and change.rule == rule.key and change.kind in (CONTENT_EDIT, APPENDICATION)


def content_now(rule: Rule, order: Sequence[str]) -> str:
    """The content of the rule on the order: who stands in it, or while nobody does its empty form."""
    return order_as_content(order) if order else rule.content


def new_order_content(tree: RuleTree, change: Change, order: Sequence[str]) -> str:
    """The content that a change gives the rule on the order; raises NotMade where a text to be replaced is not there."""
    rule = tree.rules.get(change.rule)
    if change.kind == MISCELLANEOUS or rule is None:
        return change.text
    return edited_content(content_now(rule, order), change)


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
    """The turn order after a round: as a new order names the players who play still.

    Of the others who play, those who did so when it was submitted (``playing_then``) are left out; the rest, who entered since, stand
    directly before the player whom they stand before at ``present`` or, where there is none or not ``keep_places``, last.
    """
    found = [player for player in named if player in present]
    if not found:
        # Nobody can have meant to leave everybody out: the text names its players in a way that is not understood.
        return list(present)
    entered = [player for player in present if player not in named and player not in playing_then]
    for player in reversed(entered):
        later = present[present.index(player) + 1 :]
        place = next((found.index(each) for each in later[:1] if each in found), None) if keep_places else None
        if place is None:
            found.append(player)
        else:
            found.insert(place, player)
    return found if keep_places else [*(p for p in found if p not in entered), *entered]
