"""Law 7: rules that read otherwise on the ruleset page than this code carries them out, and the figures that lean on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset import rule_doubts
from tracker.mechanics.ruleset.known_rules import Place
from tracker.mechanics.ruleset.rule_doubts import RuleDoubt, RuleDoubts, RuleView

from . import withheld
from .rule_numbers import known_rules
from .ruleset_page import DYNASTIC, GLOSSARY, PREAMBLE, SPECIAL_CASE, RulesetShown


@rule("BN-001", "BN-258")
def rules_in_doubt(moment: Moment) -> RuleDoubts:
    """The page compared with what the code knows, and what people decided about it.

    Titles are nothing, but sections tell which rule goes first. A dynasty's rules are left alone once none of them stands
    on the page: another dynasty is being played.
    """
    known, shown = known_rules(), moment.state.ruleset
    is_other = shown is not None and _is_other_dynasty(shown)
    places = [_in_its_shape(place, shown) for place in known.places if not (is_other and is_dynastic(place))]
    places = [place for place in places if place.clauses]
    return RuleDoubts(known, shown, moment.decisions, moment.when, places)


@rule("BN26-001")
def _in_its_shape(place: Place, shown: RulesetShown | None) -> Place:
    """The place with those of its clauses that a page of that shape has; with none where it is a building block that need not stand there."""
    if shown is None or not shown.has_blocks:
        return replace(place, clauses=tuple(id for id in place.clauses if not CLAUSES[id].since))
    is_block = CLAUSES[place.clauses[0]].path[0] == SPECIAL_CASE and not any(shown.stands(key) for key in place.keys)
    return replace(place, clauses=() if is_block else tuple(id for id in place.clauses if not CLAUSES[id].until))


def is_dynastic(place: Place) -> bool:
    """Whether it is a rule of the dynasty that the code knows."""
    return CLAUSES[place.clauses[0]].path[0] == DYNASTIC


def _is_other_dynasty(shown: RulesetShown) -> bool:
    return not any(shown.stands(key) for place in known_rules().places if is_dynastic(place) for key in place.keys)


def doubts(moment: Moment) -> list[RuleDoubt]:
    """The rules that are in doubt, each with those clauses that nobody confirmed since."""
    return rules_in_doubt(moment).unconfirmed()


def unverified_clauses(moment: Moment) -> dict[str, datetime]:
    """Clause -> since when what leans on it is unverified: its rule reads otherwise, or a value has no ground."""
    since = dict(rules_in_doubt(moment).clauses())
    for clause, when in withheld.clauses(moment).items():
        since[clause] = min(since.get(clause, when), when)
    return since


def remember_doubts(moment: Moment) -> None:
    """Take note of which clauses are in doubt from now on, so that what is written by them is marked; asked when that may change."""
    moment.state.in_doubt.remember(unverified_clauses(moment))


def marked(moment: Moment, facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts, each that leans on a clause in doubt marked unverified since that clause's rule changed."""
    return rule_doubts.marked(unverified_clauses(moment), facts)


@rule("BN-001")
def findings(moment: Moment, carried_out: Collection[str]) -> list[Finding]:
    """One finding for each rule in doubt, with its clauses; one of which no code carries out any is only noted."""
    return rules_in_doubt(moment).findings(carried_out)


@rule("BN-001")
def questions(moment: Moment, carried_out: Collection[str], facts: Sequence[Fact]) -> list[Question]:
    """For each changed rule of which the code carries a clause out: does it still hold?"""
    return rules_in_doubt(moment).questions(carried_out, facts)


def new_rules(moment: Moment) -> tuple[RuleView, ...]:
    """The rules and entries on the page in which no clause known to the code stands; a glossary's are told singly."""
    return tuple(new for new in new_texts(moment) if new.title != PREAMBLE)


def new_texts(moment: Moment) -> tuple[RuleView, ...]:
    """The same with the words directly under a section's heading."""
    return rules_in_doubt(moment).new_rules((GLOSSARY,))


def repealed_rules(moment: Moment) -> tuple[RuleView, ...]:
    """The rules known to the code that do not stand on the page, unless another dynasty is being played."""
    return rules_in_doubt(moment).gone_rules()
