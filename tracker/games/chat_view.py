"""What all chat games show in one way: facts of goods with their newest causes, who plays, links, and lines of the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.clause import ClauseIndex
from tracker.core.draft import ClauseLink
from tracker.core.fold import SettledMatters
from tracker.core.gamestate import UNDETERMINED, Fact, Reason
from tracker.mechanics.chat_play import ChatState, GoodsChange
from tracker.mechanics.dice_page import DiceTerms, DiceView, view_of
from tracker.mechanics.law import Law

CAUSES_SHOWN = 5
"""How many of the newest changes stand as reasons of a figure: ``tracker explain`` shows all of them."""


def facts_of_goods(changes: Iterable[GoodsChange], names: Mapping[str, str], items: Collection[str]) -> Iterable[Fact]:
    """A fact for everything that somebody ever gained: how many, and the newest changes that made it so.

    ``names`` maps holders to the beginnings of their facts' names; ``items`` stand there by their own names, all else is a card.
    """
    by_item: dict[tuple[str, str], list[GoodsChange]] = defaultdict(list)
    for change in changes:
        by_item[change.holder, change.item].append(change)
    for (holder, item), found in by_item.items():
        if holder in names:
            name = f"{names[holder]}.{item}" if item in items else f"{names[holder]}.cards.{item}"
            newest = found[-CAUSES_SHOWN:]
            yield Fact(name, newest[-1].new, newest[-1].clause, tuple(map(_reason, reversed(newest))))


def _reason(change: GoodsChange) -> Reason:
    text = f"{change.new - change.old:+d} to {change.new}: {change.text}"
    return Reason(change.clause, text, (change.row,) if change.row else ())


def agreed_facts(by_world: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """The facts of all worlds: one on which they differ is undetermined, with the reasons of each."""
    if len(by_world) == 1:
        return tuple(by_world[0])
    found: dict[str, list[Fact]] = defaultdict(list)
    for facts in by_world:
        for fact in facts:
            found[fact.name].append(fact)
    return tuple(_agreed(facts, len(by_world)) for facts in found.values())


def _agreed(facts: Sequence[Fact], worlds: int) -> Fact:
    first = facts[0]
    reasons = tuple(dict.fromkeys(reason for fact in facts for reason in fact.reasons))
    is_agreed = len(facts) == worlds and all(fact.value == first.value for fact in facts)
    return Fact(first.name, first.value if is_agreed else UNDETERMINED, first.clause, reasons)


def roster(law: Law, playing: Mapping[str, bool], state: ChatState) -> dict[str, dict[str, Any]]:
    """Who plays, and who of the people that the operator names may decide questions and ask for things on the wiki."""
    admins = [state.person(name) for name in law.words("admins")]
    people = dict.fromkeys((*playing, *admins))
    return {
        name: {"status": "player" if playing.get(name) else "not playing", "admin": name in admins} for name in people
    }


def dice_of(
    state: ChatState, law: Law, settled: SettledMatters, clauses: Sequence[str], named: Callable[[str], str]
) -> DiceView | None:
    """What the dice page of a chat game shows, by the clauses under which it rolls; ``named`` gives the names of people."""
    may_play = law.chooses("operator_may_play", "yes")
    operators = (each.removeprefix("discord:").strip() for each in law.words("dice_operators"))
    terms = DiceTerms(tuple(clauses), tuple(named(state.person(each)) for each in operators), may_play)
    return view_of(state.dice, terms, settled, in_use=True, named=named)


def clause_links(
    clauses: ClauseIndex, page: str, in_doubt: Mapping[str, datetime] | None = None
) -> dict[str, ClauseLink]:
    """Clause id -> where it can be read on the ruleset's page; ``in_doubt`` are those whose rule reads otherwise since when."""
    since = in_doubt or {}
    return {id: ClauseLink(page, clause.path[-1], clause.place, since.get(id)) for id, clause in clauses.items()}
