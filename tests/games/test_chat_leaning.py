"""Law 7 in the games played in chat: what hangs on the code of a clause is marked while that clause's rule reads otherwise."""

import os
import random
from datetime import datetime
from functools import cache
from typing import Any, cast

import pytest

from tests.games.perturbed import asked, facts_that_hang_on
from tests.games.playthroughs import playthroughs_of
from tests.games.test_rulesets_followed import page_of
from tracker.app.asking.replay import rows_of
from tracker.app.keeping.interchange import read_file
from tracker.core.fold import fold
from tracker.core.gamestate import Fact
from tracker.core.observation import ArchivedObservation
from tracker.core.rule import Rule
from tracker.games.chat_game.game import ChatGame
from tracker.games.registry import game
from tracker.mechanics.ruleset.known_rules import Place
from tracker.mechanics.ruleset.ruleset_passages import Passage

GAMES = ("round10", "ducks", "aeternus", "nomicoup")
TRIED = int(os.environ.get("RULES_TRIED", "12"))
"""Of how many rules of each game it is seen what hangs on them: each costs three plays of a game."""
LAST = "Nothing follows from this."
UNMARKED = {"ducks": {"disciple.name"}}
"""What is known to hang on rules in doubt and not to be marked: a name given since an earlier one was refused."""


def chat_game(slug: str) -> ChatGame[Any]:
    return cast("ChatGame[Any]", game(slug))


@cache
def played(slug: str) -> tuple[ArchivedObservation, ...]:
    (playthrough,) = playthroughs_of(slug)
    return tuple(rows_of(game(slug), read_file(playthrough.log, game(slug).parameters)))


def revision(slug: str, number: int, page: str, when: datetime) -> dict[str, Any]:
    title = str(game(slug).parameters["ruleset_page"].values[-1].value)
    told = {
        "kind": "page_revision",
        "id": f"revision:{title}:{number}",
        "page": title,
        "revision": number,
        "text": page,
    }
    return {**told, "parent": number - 1, "editor": "Bo", "summary": "", "at": when.isoformat()}


def facts(slug: str, *pages: str) -> tuple[Fact, ...]:
    """What holds at the end of the playthrough, whose ruleset page had these texts from before its first row on."""
    rows, chosen = played(slug), chat_game(slug)
    first, last = (edge(row.observation.happened_at for row in rows) for edge in (min, max))
    shown = rows_of(chosen, [revision(slug, number, page, first) for number, page in enumerate(pages, start=1)])
    numbered = [row._replace(seq=number) for number, row in enumerate([*shown, *rows], start=1)]
    done = fold(chosen, numbered, last)
    return chosen.view(done.state, last, done.seq, done.context).facts


def figures(slug: str) -> dict[str, Any]:
    return {fact.name: fact.value for fact in facts(slug, page_of(slug))}


def reworded(slug: str, place: Place) -> str:
    """The page with one more sentence at the end of each passage that a place's clauses stand in."""
    page, chosen = page_of(slug), chat_game(slug)
    read = [
        Passage.of_row(each)
        for each in chosen.ruleset.read(revision(slug, 1, page, played(slug)[0].observation.happened_at)) or ()
    ]
    ends = [each.span.end for each in read if each.key in place.keys]
    for end in sorted(ends, reverse=True):
        text = page[:end].rstrip()
        page = f"{text} {LAST}{page[len(text) : end]}{page[end:]}"
    return page


def tried(slug: str) -> list[Rule]:
    """Some of the rules that carry out what people must be able to rely on; always the same ones."""
    chosen, (end,) = chat_game(slug), [max(row.observation.happened_at for row in played(slug))]
    rules = [
        each
        for each in chosen.rules.in_force(end)
        if all(chosen.clauses[id].klass == "AUTO" for id in each.mark.clauses)
    ]
    called = asked(lambda: figures(slug))
    rules = [each for each in rules if called.issuperset(each.mark.clauses)]
    return random.Random(slug).sample(rules, min(TRIED, len(rules)))


@pytest.mark.parametrize("slug", GAMES)
def test_what_hangs_on_a_clause_is_marked_while_it_is_in_doubt(slug: str) -> None:
    chosen, silent, before = chat_game(slug), dict[str, set[str]](), figures(slug)
    for rule in tried(slug):
        hanging = facts_that_hang_on(rule, before, lambda: figures(slug))
        for place in chosen.ruleset.known.places if hanging else ():
            if set(place.clauses) & set(rule.mark.clauses):
                marked = {
                    fact.name for fact in facts(slug, page_of(slug), reworded(slug, place)) if fact.unverified_since
                }
                name = f"{rule.mark.name} in {place.name}"
                silent[name] = hanging - marked - UNMARKED.get(slug, set())
    assert silent
    assert {name: names for name, names in silent.items() if names} == {}
