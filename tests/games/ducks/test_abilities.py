"""The words that the page of abilities gives for each thing are ones that the tracker reads as that very thing."""

import re

import pytest
from tracker.games.ducks.announced import read
from tracker.games.ducks.proposal_class import read_proposal
from tracker.games.ducks.reading import item_names
from tracker.games.ducks.spoken import DuckNames

from tests.games.ducks.lively import AFTER, AT_LAST, DURING, FORTNIGHT, gamestate
from tracker.core.instants import parse_instant
from tracker.games.ducks.law import Law
from tracker.mechanics.announcements import Announced

PLACES = {
    "NUMBER": "1",
    "QUACKS": "20",
    "DUCK": "Fern",
    "TARGET": "Moss",
    "NAME": "Ida",
    "TEXT": "yes",
    "TITLE": "Ponds",
}
KINDS = {
    "feed": "feed", "name": "name", "assign": "assign", "move": "move", "send": "send", "retrieve": "retrieve",
    "rename": "name", "to_duck": "to_duck", "from_duck": "from_duck",
    "cut": "cut_losses", "adjust": "adjust", "loot": "loot", "disciple": "quack_attack", "pond_roll": "pond_roll",
    "bid": "bid", "trade": "trade_offer", "accept": "consent", "withdraw": "withdraw", "confidence": "confidence_vote",
    "call": "confidence", "stand": "appoint", "assent": "assent", "remove": "assent_removal", "resign": "resign",
    "request": "request", "rule": "ruling", "revoke": "self_overturn", "Quack Attack": "quack_attack", "Lay Egg": "lay_egg",
    "Hatch Egg": "hatch_egg", "Divine Scrambler": "divine_scrambler", "Steal Duck": "steal_duck", "Cannibalism": "cannibalism",
    "Adopt": "adopt", "Make Smoothie": "make_smoothie", "Divine Cocktail": "divine_cocktail",
}  # fmt: skip
"""The kinds of announcements by the first part of an ability's key."""
NO_JUDGE = """
2021-03-15 10:00:00 cy in game-actions x1: I resign as Judge.
2021-03-15 10:01:00 ben in game-actions x2: I appoint myself Judge.
"""
SEEN = [
    (FORTNIGHT, "2021-03-08T15:45:00Z"),
    (FORTNIGHT, DURING),
    (FORTNIGHT, AFTER),
    (FORTNIGHT, AT_LAST),
    (FORTNIGHT + NO_JUDGE, AT_LAST),
]


def filled(words: str) -> str:
    """Words in which something stands for what people put in its place."""
    fruits = words.replace("with FRUIT and FRUIT", "with Grapes and Blood Orange")
    goods = (
        fruits.replace("trade ITEMS", "trade 1 Seeds")
        .replace("give ITEMS", "give 1 Seeds")
        .replace("take ITEMS", "take 1 Seeds")
        .replace("for ITEMS", "for nothing")
        .replace("QUESTION OR STATEMENT", "Why?")
    )
    return re.sub(r"\b[A-Z]{4,}\b", lambda found: PLACES.get(found[0], found[0]), goods)


def offered(story: str, at: str) -> dict[tuple[str, str], str]:
    """Key and words of everything that anybody may do, once for each kind."""
    people = gamestate(story, at).detail.play.abilities.values()
    return {(key.partition(":")[0], filled(each.words)): key for person in people for key, each in person.may.items()}


@pytest.mark.parametrize(("story", "at"), SEEN)
def test_what_the_page_says_to_say_is_read_as_that(story: str, at: str) -> None:
    law = Law(parse_instant(at), {})
    people = {"ana": ("ana",), "ben": ("ben",), "cy": ("cy",), "dee": ("dee",), "ida": ("Ida",)}
    for kind, words in offered(story, at):
        if kind in ("vote", "join"):
            continue
        if kind in ("urgent", "normal"):
            assert read_proposal(words, "normal").klass == kind
            continue
        said = read(words.replace("@Ida", "@ben"), people, DuckNames(["Fern", "Moss", "Lost", "Waif"]), item_names(law))
        assert [each.kind for each in said if isinstance(each, Announced)] == [KINDS[kind]], words
        assert len(said) == 1, words


def test_every_kind_of_thing_that_is_listed_is_known_here() -> None:
    seen = {kind for story, at in SEEN for kind, _ in offered(story, at)}
    assert {"feed", "send", "Quack Attack", "Hatch Egg", "bid", "stand", "assent", "rule", "revoke", "loot"} <= seen
    assert seen <= {*KINDS, "vote", "join", "urgent", "normal"}
