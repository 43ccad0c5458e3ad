"""Dynastic Rules, Complexity: the bullet points of each rule, and whom they bar from the actions that it defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.core.rule import rule
from tracker.games.blognomic.law import Law

from . import odd_names, rule_text
from .acting import HSR, ISLAND, MOTIVATION, SHIP, STORY_RULE, Act, Look
from .locations import CLEARING, listed_at, locations_of
from .story_points import conditions_of
from .the_clearing import plants_of

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table


@rule("BN-001", "BN-204")
def subrules_of(title: str, table: Table) -> tuple[str, ...]:
    """The titles of a dynastic rule's subrules."""
    return locations_of(table) if title == ISLAND else (SHIP,) if title == STORY_RULE else ()


@rule("BN-148", "BN-258")
def bullets_of(title: str, table: Table, law: Law, look: Look) -> int:
    """How many bullet points stand in a rule's own text, what is listed there included."""
    total = _fixed_bullets(title, table, law)
    if title in locations_of(table):
        total += len(listed_at(table, title, look)) + odd_names.bullets(table, title, look)
    if title == CLEARING:
        total += len(plants_of(law, look))
    return total + len(conditions_of(law, look)) if title == SHIP else total


def _fixed_bullets(title: str, table: Table, law: Law) -> int:
    """The bullet points that are neither names, Plants nor conditions: those of the ruleset page, if one was seen."""
    text = rule_text.read(table.moment.state.following.page)
    if text is not None:
        return text.fixed.get(title, 0)
    return len(law.words("plant_effects")) if title == CLEARING else int(law.value("rule_bullets").get(title, 0))


@rule("BN-148")
def complexity_of(title: str, table: Table, law: Law, look: Look) -> int:
    """A rule's Complexity: its bullet points, those of its subrules included; without any it is 1."""
    total = sum(bullets_of(each, table, law, look) for each in (title, *subrules_of(title, table)))
    return max(total, law.number("complexity_least"))


def all_complexities(table: Table, law: Law, look: Look) -> dict[str, int]:
    """Every dynastic rule's Complexity by its title, in the order of the ruleset."""
    titles = [each for title in law.value("rule_bullets") for each in (title, *subrules_of(title, table))]
    return {title: complexity_of(title, table, law, look) for title in titles}


@rule("BN-149", "BN-161", "BN-120")
def check_complexity(act: Act, rules: tuple[str, ...]) -> None:
    """Refuse an action whose rules are less complex than the actor's HSR; equal is allowed."""
    for title in rules:
        check_rule(act, title, act.turn.number(HSR))


def check_rule(act: Act, title: str, hsr: int) -> None:
    """Refuse an action that a rule defines, where an HSR is above what the actor may take its Complexity to be."""
    known = considered(act.table, act.law, title, act.turn.actor, act.turn.value)
    if hsr > known:
        act.turn.bar("TOO_COMPLEX", "BN-149", f"HSR {hsr} is above the Complexity {known} of {title}")


@rule("BN-161")
def considered(table: Table, law: Law, title: str, holder: str, look: Look) -> int:
    """The Complexity that somebody may take a rule to have: its own, or that of Worship where it is higher."""
    own = complexity_of(title, table, law, look)
    return max(own, law.number("worship_complexity")) if look(MOTIVATION, holder) == "Worship" else own
