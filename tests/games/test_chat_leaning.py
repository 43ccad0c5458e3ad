"""Law 7 in the games played in chat: what hangs on the code of a clause is marked while that clause's rule reads otherwise."""

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
LAST = "Nothing follows from this."


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


@cache
def marked(slug: str, place: Place) -> frozenset[str]:
    """The names of the facts that are unverified once the passages of a place read otherwise."""
    found = facts(slug, page_of(slug), reworded(slug, place))
    return frozenset(fact.name for fact in found if fact.unverified_since)


def relied_on(slug: str) -> list[Rule]:
    """The rules that carry out what people must be able to rely on, of those that are called at all."""
    chosen, (end,) = chat_game(slug), [max(row.observation.happened_at for row in played(slug))]
    called = asked(lambda: figures(slug))
    rules = [each for each in chosen.rules.in_force(end) if called.issuperset(each.mark.clauses)]
    return [each for each in rules if all(chosen.clauses[id].klass == "AUTO" for id in each.mark.clauses)]


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("slug", GAMES)
def test_what_hangs_on_a_clause_is_marked_while_it_is_in_doubt(slug: str, half: int) -> None:
    places, before = chat_game(slug).ruleset.known.places, figures(slug)
    tried, silent = 0, dict[str, set[str]]()
    for rule in relied_on(slug)[half::2]:
        hanging = facts_that_hang_on(rule, before, lambda: figures(slug))
        for place in places if hanging else ():
            if set(place.clauses) & set(rule.mark.clauses):
                tried += 1
                silent[f"{rule.mark.name} in {place.name}"] = hanging - marked(slug, place)
    assert tried > 0
    assert {name: names for name, names in silent.items() if names} == {}
