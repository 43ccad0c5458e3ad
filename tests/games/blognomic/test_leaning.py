"""Law 7: whatever hangs on the code of a clause is marked while that clause's rule reads otherwise, or is gone."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from tests.games.blognomic.ruleset_stories import PAGE, revision
from tests.games.blognomic.stories import instant, looked_at, rows
from tests.games.perturbed import asked, facts_that_hang_on
from tracker.core.fold import fold
from tracker.core.gamestate import Fact
from tracker.core.observation import ArchivedObservation
from tracker.core.rule import Rule, mark_of
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.ruleset.rule_numbers import known_rules
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, read_page
from tracker.games.blognomic.state import State
from tracker.mechanics.ruleset.known_rules import Place

CROWD = """
2019-10-01 00:00:03 Ada posts q1 Proposal "Proposal: First"
2019-10-01 00:10:00 Bo posts q2 Proposal "Proposal: Second [Core]"
2019-10-01 00:20:00 Cy posts q3 Proposal "Proposal: Third"
2019-10-01 00:30:00 Di posts q4 "Call for Judgement" "Fourth"
2019-10-01 00:40:00 Eve posts q5 Proposal "Proposal: Fifth"
2019-10-01 00:50:00 Flo posts q6 Proposal "Proposal: Sixth [Appendix]"
2019-10-01 01:00:00 Ada on q2: AGAINST
2019-10-01 01:00:01 Wes on q1: DEFERENTIAL
2019-10-01 01:00:02 Bo on q1: FOR
2019-10-01 01:00:03 Cy on q1: DEFERENTIAL
2019-10-01 01:00:04 Ada on q3: AGAINST
2019-10-01 01:00:05 Bo on q3: AGAINST
2019-10-01 01:00:06 Di on q3: FOR AGAINST
2019-10-01 01:00:07 Eve on q3: DEFERENTIAL
2019-10-01 01:00:08 Wes on q3: AGAINST
2019-10-01 01:00:09 Gus on q3: FOR
2019-10-01 01:00:10 Wes on q5: VETO
2019-10-01 01:00:11 Flo on q6: AGAINST
2019-10-01 01:00:12 Ada on q4: FOR
2019-10-01 01:00:13 Bo on q4: FOR
2019-10-01 01:00:14 Cy on q4: AGAINST
2019-10-01 02:00:00 Bo on q1: FOR
2019-10-01 02:00:01 Eve on q1: FOR
2019-10-01 02:00:02 Ada on q1: I think so.
2019-10-01 13:00:00 q1 Enacted by Ada "Enacted 6-0 by Ada"
2019-10-02 01:00:00 Flo idles by Ada because "asked"
"""
"""Votes of all sorts on matters of all sorts, one resolved and somebody idled."""
LOOKS = ("2019-10-01 12:30:00", "2019-10-03 12:00:00")
FIRST = "2019-10-01 00:00:02 roster Wes!* Ada* Bo Cy Di Eve Flo Gus~"
NO_BEARING = '2019-10-01 00:00:02 decide "bears-on-votes:revision:Ruleset:2" no by Ada why "only this rule"'
FIRST = {place: CLAUSES[place.clauses[0]] for place in known_rules().places}
PLACES = [place for place, clause in FIRST.items() if clause.path[0] != DYNASTIC and not clause.since]
METHODS = (State.players, State.counts, State.is_active)
RULES = (
    *GAME.rules.in_force(instant(LOOKS[0])),
    *(Rule(mark, method) for method in METHODS if (mark := mark_of(method))),
)
LAST = "Nothing follows from this."


def reworded(place: Place) -> str:
    """The page with one more sentence at the end of each passage that a place's clauses stand in."""
    spans = {each.key: each.span for each in read_page(PAGE).passages}
    page = PAGE
    for end in sorted((spans[key].end for key in place.keys if key in spans), reverse=True):
        text = page[:end].rstrip()
        page = f"{text} {LAST}{page[len(text) : end]}{page[end:]}"
    return page


def without(place: Place) -> str:
    """The page without the passages that a place's clauses stand in."""
    page = PAGE
    spans = [each.span for each in read_page(PAGE).passages if each.key in place.keys]
    for span in sorted(spans, key=lambda span: span.start, reverse=True):
        page = page[: span.start] + page[span.end :]
    return page


def told(page: str = "", when: str = "2019-10-01 00:00:01") -> str:
    """The crowd, and the page that reads so from an instant on: usually before anything happened."""
    pages = [revision(1, "2019-10-01 00:00:00", PAGE), *([revision(2, when, page)] if page else [])]
    bearing = NO_BEARING if when < NO_BEARING else NO_BEARING.replace("2019-10-01 00:00:02", when)
    return "\n".join([*pages, FIRST, bearing, CROWD])


def facts(seen: Sequence[ArchivedObservation]) -> Iterator[tuple[str, Fact]]:
    """Every fact at each look, by the look and the name."""
    for when in LOOKS:
        yield from ((f"{when} {fact.name}", fact) for fact in looked_at(fold(GAME, seen, instant(when))).facts)


ROWS = rows(told())


def figures() -> dict[str, Any]:
    """Every figure of a matter at each look."""
    return {name: fact.value for name, fact in facts(ROWS) if fact.name.startswith("matters.")}


def marked(page: str, when: str = "2019-10-01 00:00:01") -> set[str]:
    return {name for name, fact in facts(rows(told(page, when))) if fact.unverified_since is not None}


def rules_in(place: Place) -> list[Rule]:
    """The rules that carry out what only people who reword this place can change."""
    wanted = {clause for clause in place.clauses if CLAUSES[clause].klass == "AUTO"}
    return [each for each in RULES if wanted.intersection(each.mark.clauses)]


AS_IT_IS = figures()
ASKED = asked(figures)


@cache
def hanging_on(name: str) -> frozenset[str]:
    rule = next(each for each in RULES if each.mark.name == name)
    return (
        frozenset(facts_that_hang_on(rule, AS_IT_IS, figures)) if ASKED.issuperset(rule.mark.clauses) else frozenset()
    )


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_what_hangs_on_a_clause_is_marked_where_it_was_reworded_before(place: Place) -> None:
    hanging = set().union(*(hanging_on(rule.mark.name) for rule in rules_in(place)))
    assert hanging - marked(reworded(place)) == set()


FOLDED = [(when, fold(GAME, ROWS, instant(when))) for when in LOOKS]


def seen_now() -> dict[str, Any]:
    """Every figure of a matter at each look, as it is computed of what was folded before."""
    told = ((f"{when} {fact.name}", fact) for when, done in FOLDED for fact in looked_at(done).facts)
    return {name: fact.value for name, fact in told if fact.name.startswith("matters.")}


ASKED_NOW = asked(seen_now)


@cache
def hanging_now(name: str) -> frozenset[str]:
    rule = next(each for each in RULES if each.mark.name == name)
    is_asked = ASKED_NOW.issuperset(rule.mark.clauses)
    return frozenset(facts_that_hang_on(rule, AS_IT_IS, seen_now)) if is_asked else frozenset()


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_what_is_computed_by_a_clause_is_marked_as_soon_as_its_rule_is_gone(place: Place) -> None:
    hanging = set().union(*(hanging_now(rule.mark.name) for rule in rules_in(place)))
    assert hanging - marked(without(place), "2019-10-01 12:00:00") == set()


def test_the_story_hangs_on_most_of_what_votes_hang_on() -> None:
    """Else the test above would prove nothing."""
    moved = {
        clause
        for place in PLACES
        for rule in rules_in(place)
        if hanging_on(rule.mark.name) or hanging_now(rule.mark.name)
        for clause in rule.mark.clauses
    }
    assert {
        "BN-016",
        "BN-032",
        "BN-036",
        "BN-041",
        "BN-045",
        "BN-046",
        "BN-048",
        "BN-066",
        "BN-069",
        "BN-182",
        "BN-202",
    } <= moved
