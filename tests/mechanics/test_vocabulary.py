"""A game's vocabulary: its own words are read as such in that game, and mean nothing to a game without them."""

import importlib
import pkgutil
import re

import pytest

from tests.mechanics.test_instruction_reading import body
from tracker import mechanics
from tracker.mechanics.enacting.amendments import draft
from tracker.mechanics.enacting.instructions import (
    Instruction,
    MatterEnacted,
    Move,
    NewRule,
    Place,
    Position,
    Repeal,
    Replace,
    ReplaceEverywhere,
    RuleExists,
    RuleName,
    RulesetShape,
    Step,
)
from tracker.mechanics.reading_orders.commentary import doubt_about
from tracker.mechanics.reading_orders.instruction_reading import read_instructions
from tracker.mechanics.reading_orders.vocabulary import PLAIN, SectionWords, Vocabulary, any_of, phrasebook
from tracker.mechanics.ruleset.matter_names import is_called

HARBOUR = Vocabulary(
    sections=(SectionWords("fixed"), SectionWords("tidal"), SectionWords("by-law", ("charter",))),
    home="tidal",
    matters=("bill", "writ of wreck"),
    voting=("two thirds",),
    marks=("AYE",),
    eras=("season",),
    orders=("moor",),
    pages=("logbook",),
    things=("signal flag",),
    steps=("tacking step",),
)
"""The words of a made-up game."""
SHAPE = RulesetShape(("Fixed Rules", "Tidal Rules", "Charter"), "Tidal Rules", vocabulary=HARBOUR)
PAGE = "= Fixed Rules =\n== Pay ==\nPay.\n= Tidal Rules =\n== Axes ==\nCut.\n= Charter =\n== Flags ==\nFly.\n"
R, S = RuleName("Wood Piles"), RuleName("Axes")


def steps(text: str, vocabulary: Vocabulary = HARBOUR) -> tuple[Step, ...]:
    read = read_instructions(body(text), vocabulary)
    assert read.refusals == (), text
    return read.steps


def codes(text: str, vocabulary: Vocabulary = HARBOUR) -> list[str]:
    return [refusal.code for refusal in read_instructions(body(text), vocabulary).refusals]


# --- sections ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Add a new tidal rule called “Wood Piles”:[[A.]]", NewRule("Wood Piles", "A.", Place("tidal"))),
        ("Add to the fixed rules a rule called “Wood Piles”:[[A.]]", NewRule("Wood Piles", "A.", Place("fixed"))),
        ("Add a rule to the charter, called “Wood Piles”:[[A.]]", NewRule("Wood Piles", "A.", Place("charter"))),
        ("Add a rule to the by-law rules, called “Wood Piles”:[[A.]]", NewRule("Wood Piles", "A.", Place("by-law"))),
        ("Add a rule to “Charter” called “Wood Piles”:[[A.]]", NewRule("Wood Piles", "A.", Place("Charter"))),
        ("Repeal the tidal rule “Axes”.", Repeal(RuleName("Axes", section="tidal"))),
        ("Repeal the rule “Axes” in the charter section.", Repeal(RuleName("Axes", section="charter"))),
        ("Repeal the rule “Axes” from the fixed ruleset.", Repeal(RuleName("Axes", section="fixed"))),
        ("Replace “A” with “B” throughout the charter.", ReplaceEverywhere("A", "B", "charter")),
    ],
)
def test_a_section_is_called_as_its_people_call_it(text: str, order: Instruction) -> None:
    assert [step.instruction for step in steps(text)] == [order]


def test_all_the_rules_of_a_list_stand_in_the_section_named_before_it() -> None:
    named = [RuleName(title, section="fixed") for title in ("Axes", "Saws")]
    assert [step.instruction for step in steps("Repeal the fixed rules “Axes” and “Saws”.")] == list(map(Repeal, named))


def test_an_adjective_of_another_game_is_an_attribute() -> None:
    assert codes("Add a new tidal rule called “Axes”:[[A.]]", PLAIN) == ["ATTRIBUTE"]
    assert codes("Add a new dynastic rule called “Axes”:[[A.]]") == ["ATTRIBUTE"]


@pytest.mark.parametrize(
    "text",
    [
        "In the charter, add to the fixed rules a rule called “Axes”:[[A.]]",
        "Add a new fixed rule to the charter, called “Axes”:[[A.]]",
        "In the charter, repeal the fixed rules “Axes” and “Saws”.",
    ],
)
def test_two_sections_named_for_one_rule_are_refused(text: str) -> None:
    assert codes(text) == ["PLACE_UNCLEAR"]


def test_a_section_stays_said_when_the_ruleset_is_named_too() -> None:
    (step,) = steps("In the charter, add to the ruleset a rule called “Axes”:[[A.]]")
    assert step.instruction == NewRule("Axes", "A.", Place("charter"))


@pytest.mark.parametrize(
    "text",
    [
        "Add a rule to the end of the ruleset, called “Axes”:[[A.]]",
        "At the end of the ruleset, add a rule called “Axes”:[[A.]]",
        "Add a rule called “Axes” at the bottom of the rules:[[A.]]",
        "Add a rule at the top of the ruleset called “Axes”:[[A.]]",
        "In the charter, add a rule at the end of the ruleset, called “Axes”:[[A.]]",
        "Move the rule “Axes” to the end of the whole ruleset.",
    ],
)
def test_the_end_of_a_ruleset_of_several_sections_is_the_end_of_none(text: str) -> None:
    assert codes(text) == ["PLACE_UNCLEAR"]


def test_the_end_of_a_section_or_of_a_ruleset_without_any_is_clear() -> None:
    (step,) = steps("Add a rule to the end of the tidal rules, called “Axes”:[[A.]]")
    assert step.instruction == NewRule("Axes", "A.", Place("tidal"))
    (step,) = steps("Move the rule “Axes” to the top of the ruleset.", PLAIN)
    assert step.instruction == Move(S, Place(where="start"))


# --- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("there is a fixed rule called “Axes”", RuleExists(RuleName("Axes", section="fixed"))),
        ("there is no fixed rule called “Axes”", RuleExists(RuleName("Axes", section="fixed"), wanted=False)),
        ("no tidal rule called “Axes” exists", RuleExists(RuleName("Axes", section="tidal"), wanted=False)),
        ("the rule “Axes” exists in the fixed rules", RuleExists(RuleName("Axes", section="fixed"))),
        ("the rule “Axes” is not in the charter", RuleExists(RuleName("Axes", section="charter"), wanted=False)),
        ("the rule “Axes” is in the ruleset", RuleExists(S)),
        ("the rule “Axes” is still part of the ruleset", RuleExists(S)),
        ("the bill “P” was enacted", MatterEnacted("P")),
        ("the writ of wreck “P” passed", MatterEnacted("P")),
    ],
)
def test_a_condition_asks_in_the_games_words(condition: str, wanted: object) -> None:
    (step,) = steps(f"If {condition}, repeal the rule “Wood Piles”.")
    assert step.instruction == Repeal(R)
    assert step.conditions == (wanted,)


@pytest.mark.parametrize(
    "condition", ["the rule “Axes” exists", "there is a rule called “Axes”", "there is no rule “Saws”"]
)
def test_a_place_behind_the_condition_is_that_of_the_order(condition: str) -> None:
    (step,) = steps(f"If {condition}, in the charter add a new rule called “Wood Piles”:[[A.]]")
    assert step.instruction == NewRule("Wood Piles", "A.", Place("charter"))
    assert [held.rule.section for held in step.conditions if isinstance(held, RuleExists)] == [""]


def test_a_rule_of_another_section_does_not_fulfil_a_condition() -> None:
    text = "If there is a fixed rule called “Axes”, repeal the rule “Flags”."
    made = draft(PAGE, read_instructions(body(text), HARBOUR), SHAPE)
    assert made.outcome == "nothing"
    assert draft(PAGE, read_instructions(body(text.replace("fixed", "tidal")), HARBOUR), SHAPE).outcome == "whole"


@pytest.mark.parametrize("condition", ["the tidal ruleset contains “A”", "the rule “Axes” is in the harbour"])
def test_a_condition_that_is_not_understood_to_its_end_is_refused(condition: str) -> None:
    assert codes(f"If {condition}, repeal the rule “Wood Piles”.") == ["CONDITION_UNDECIDED"]


@pytest.mark.parametrize("condition", ["more than half say AYE", "nobody wants two thirds"])
def test_words_of_voting_are_known_as_such_only_in_their_game(condition: str) -> None:
    text = f"If {condition}, repeal the rule “Wood Piles”."
    assert codes(text) == ["CONDITION_ON_VOTES"]
    assert codes(text, PLAIN) == ["CONDITION_UNDECIDED"]


# --- what is no change of a rule ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "plain"),
    [
        ("Update the logbook: it names “Axes”.", "OTHER_PAGE", "NOT_UNDERSTOOD"),
        ("In this writ of wreck, change “A” to “B”.", "OTHER_PAGE", "NOT_UNDERSTOOD"),
        ("Change the «A» signal flag so that it is red.", "NOT_UNDERSTOOD", "NOT_UNDERSTOOD"),
    ],
)
def test_other_pages_and_matters_bear_the_games_names(text: str, code: str, plain: str) -> None:
    assert codes(text) == [code]
    assert codes(text, PLAIN) == [plain]


def test_a_verb_of_the_game_orders_and_its_steps_are_counted() -> None:
    assert codes("Moor the ship of Ann.") == ["NOT_UNDERSTOOD"]
    assert codes("Moor the ship of Ann.", PLAIN) == ["NO_INSTRUCTION"]
    (step,) = steps("Replace the second tacking step of “Axes” with “Turn.”")
    assert step.instruction == Replace(S, Position("step", 2), "Turn.")


@pytest.mark.parametrize(
    "sentence", ["I think the season ends badly.", "It is fun, and we moor her.", "I said that it is a tidal matter."]
)
def test_talk_in_the_games_words_may_be_an_order(sentence: str) -> None:
    assert doubt_about(phrasebook(HARBOUR), sentence, ())
    assert doubt_about(phrasebook(PLAIN), sentence, ()) == ""


def test_a_matter_is_called_after_its_kind() -> None:
    assert is_called("the Writ of  Wreck: Foam", "Writ: Foam", HARBOUR.matters)
    assert not is_called("the Writ of Wreck: Foam", "Writ: Foam", PLAIN.matters)


# --- the patterns -----------------------------------------------------------------------------------------------------


def test_of_no_words_nothing_is_found() -> None:
    assert re.search(any_of([""]), "anything") is None
    assert re.fullmatch(any_of(["a.b", "a.b c"]), "a.b c")
    assert re.fullmatch(any_of(["a.b"]), "axb") is None


def test_equal_vocabularies_share_one_phrasebook() -> None:
    assert phrasebook(Vocabulary(home="tidal")) is phrasebook(Vocabulary(home="tidal"))


def test_no_pattern_is_compiled_with_its_slots_unfilled() -> None:
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(mechanics.__path__, f"{mechanics.__name__}.")
    ]
    compiled = [value for module in modules for value in vars(module).values() if isinstance(value, re.Pattern)]
    assert len(compiled) > 50
    assert [pattern.pattern for pattern in compiled if re.search(r"(?<!\[)%[a-z ]+%", str(pattern.pattern))] == []
