"""Which numbers and tables of Round 10 a text concerns: whoever states, quotes or rewords a clause is told of all that stands in it."""

import re
from pathlib import Path

import pytest
from tracker.mechanics.concerned_parameters import concerned

from tracker.core.clause import normalise
from tracker.core.clause_pattern import Quotation
from tracker.core.instants import parse_instant
from tracker.games.round10.law import CLAUSES, PARAMETERS, Law
from tracker.mechanics.ruletree import bare_title, parse_rules

PAGE = (Path(__file__).parents[2] / "rulesets" / "round-10.wikitext").read_text(encoding="utf-8")
RULES = {
    tuple(bare_title(title) for title in node.path): PAGE[node.own.start : node.own.end]
    for node in parse_rules(PAGE).walk()
}
OURS = {"ruleset_page", "gutted_percent", "settle_after_hours", "admins", "dice_operators"}
"""What stands in no rule."""
IN_TEXT = [name for name, each in PARAMETERS.items() if not each.choices and name not in OURS]
QUOTED = [(name, quote) for name in IN_TEXT if (form := PARAMETERS[name].pattern) is not None for quote in form.quoted]
AUGUST = parse_instant("2021-08-05T00:00:00Z")


def concerns(text: str, **settings: object) -> tuple[str, ...]:
    return concerned(Law(AUGUST, settings), text)


@pytest.mark.parametrize("name", IN_TEXT)
def test_the_rule_in_which_a_parameter_stands_concerns_it(name: str) -> None:
    assert name in concerns(RULES[CLAUSES[PARAMETERS[name].clause].path])


@pytest.mark.parametrize(("name", "quote"), QUOTED, ids=lambda each: each if isinstance(each, str) else "")
def test_a_sentence_that_gives_another_value_concerns_the_parameter(name: str, quote: Quotation) -> None:
    """As it would be proposed: the words around the value as they are, and a number that stands in no rule."""
    sentence = next(part for part in re.split(r"(?<=[.]) (?=[A-Z])", normalise(PAGE)) if quote.known in part)
    numbers = re.sub(r"\b\d+\b", "77", quote.known)
    assert name in concerns(sentence.replace(quote.known, numbers))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("An Ace counts 21.", ("ranks",)),
        ("Change 10 to 12.", ()),
        ("Double all prizes.", ("prizes",)),
        ("Auctions begin on Tuesday.", ("phases", "secret_kinds")),
        ("The urgent voting takes 36 hours.", ("urgent_voting_hours",)),
        ("Everybody gets a cookie.", ()),
        ("Change 100 chips to 200 chips.", ("chips_per_auction_phase", "prizes")),
        ("Each player gains 250 chips.", ("chips_per_auction_phase", "prizes")),
        ("Lots have four cards.", ("cards_per_lot",)),
    ],
)
def test_which_tables_and_numbers_a_text_concerns(text: str, names: tuple[str, ...]) -> None:
    assert concerns(text) == names


def test_a_value_that_was_changed_before_is_known_as_it_is_now() -> None:
    assert "chips_per_auction_phase" in concerns("Change 120 chips to 130 chips.", chips_per_auction_phase=120)
    assert "chips_per_auction_phase" not in concerns("Change 120 chips to 130 chips.")
