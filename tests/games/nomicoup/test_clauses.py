"""Clauses, parameters, first rules and codes of Nomicoup: their form, their place in the ruleset, and the values that stand in its text."""

import re
import tomllib
from pathlib import Path

import pytest

from tracker.core.clause import CLASSES, normalise
from tracker.core.instants import EPOCH
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.law import CLAUSES, CODES, PARAMETERS, REFUSALS, Law, first_rules
from tracker.mechanics.ruleset.clause_passages import clause_hashes, rule_of
from tracker.mechanics.ruleset.ruletree import parse_rules

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = (RULESETS / "nomicoup.wikitext").read_text(encoding="utf-8")
RULES = parse_rules(PAGE)
CHECKLIST = tomllib.loads((RULESETS / "nomicoup.toml").read_text(encoding="utf-8"))
SWITCHES = [name for name, parameter in PARAMETERS.items() if parameter.choices]
READ = [name for name, parameter in PARAMETERS.items() if parameter.pattern is not None]
NOT_IN_THE_TEXT = {
    *("order_rule", "changing_order_rule", "cards_of_characters", "characters", "actions", "counteractions"),
    *("upcoming_preface", "vote_emoji", "spelling_closeness", "game_id", "deck_opening_hours"),
    *("ruleset_page", "gutted_percent", "settle_after_hours", "admins", "dice_operators"),
}
"""Tables of what the rules tell in sentences, a number that the rule's text tells in passing, and what is the tracker's own."""


def test_there_are_all_clauses_each_in_its_place() -> None:
    assert list(CLAUSES) == list(CHECKLIST) == [f"COUP-{number:03}" for number in range(1, 123)]
    assert {id: clause.path[-1].partition(" - ")[0] for id, clause in CLAUSES.items()} == CHECKLIST


def test_the_classes_are_those_of_the_checklist() -> None:
    counts = {klass: sum(clause.klass == klass for clause in CLAUSES.values()) for klass in CLASSES}
    assert counts == {"AUTO": 110, "AUDIT": 1, "ASSIST": 6, "TEXT": 5}


def test_the_clauses_with_rulings_are_those_of_the_checklist() -> None:
    assert {int(id[-3:]) for id, clause in CLAUSES.items() if clause.rulings} == {
        *(2, 8, 9, 10, 15, 16, 20, 23, 24, 25, 28, 35, 36, 39, 40, 42, 43, 44, 46, 49, 51, 57, 60, 67, 68),
        *(79, 80, 81, 85, 90, 93, 94, 100, 101, 102, 103, 107, 109, 114, 119),
    }


def test_every_clause_stands_on_the_page_with_the_known_hash() -> None:
    assert clause_hashes(PAGE, CLAUSES) == {id: clause.text_hash for id, clause in CLAUSES.items()}
    assert all(clause.text_hash for clause in CLAUSES.values())


def test_the_first_rules_are_those_of_the_page() -> None:
    assert len(first_rules()) == 57
    for path, title, content in first_rules():
        assert normalise(RULES.find(path).own_text) == normalise(content), path
        assert RULES.find(path).name == title


def test_a_rule_that_is_named_within_another_is_not_cut_there() -> None:
    contents = {path: content for path, _, content in first_rules()}
    assert contents["4.5"].endswith(
        "Counteractions defined in subrules of 4.6 - Characters require a player to claim they are influencing that character."
    )
    assert contents["4.6"].startswith("Subrules of this define the characters")


def test_there_are_at_most_ten_switches_each_at_a_clause_with_a_ruling() -> None:
    assert len([name for name in SWITCHES if name != "operator_may_play"]) <= 10
    assert all(CLAUSES[PARAMETERS[name].clause].rulings for name in SWITCHES if name != "operator_may_play")


def test_every_clause_that_is_more_than_text_is_carried_out_by_some_rule() -> None:
    assert {id for id, clause in CLAUSES.items() if clause.klass != "TEXT"} <= set(GAME.rules.carried_out())


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_stands_at_its_first_reading_and_takes_each_other(name: str) -> None:
    parameter = PARAMETERS[name]
    assert parameter.values[-1].value == parameter.choices[0]
    assert len(set(parameter.choices)) == len(parameter.choices) >= 2
    for reading in parameter.choices:
        assert Law(EPOCH, {name: reading}).chooses(name, reading)


def test_every_number_stands_in_the_text() -> None:
    assert {name for name in PARAMETERS if name not in SWITCHES and name not in READ} == NOT_IN_THE_TEXT


@pytest.mark.parametrize("name", READ)
def test_each_pattern_finds_its_place_and_the_known_value(name: str) -> None:
    rule = rule_of(RULES, CLAUSES[PARAMETERS[name].clause])
    pattern = PARAMETERS[name].pattern
    assert rule is not None
    assert pattern is not None
    assert pattern.read(normalise(rule.own_text)).value == PARAMETERS[name].values[-1].value


def test_there_are_as_many_cards_and_credits_as_the_rules_say() -> None:
    law = Law(EPOCH, {})
    assert len(law.words("characters")) * law.number("cards_per_character") == 15
    assert law.number("credits_total") == 50


PROMISED = (
    "not_player already_player game_over not_your_turn must_coup not_enough_credits missing_target bad_target bad_amount bad_claim"
    " missing_claim nothing_to_counter own_action no_claim already_challenged window_closed not_holding no_type bad_type no_content"
    " missing_parameter unknown_rule paths_disagree parent_missing text_not_found text_not_unique not_allowed already_titled"
    " edit_after_votes not_eligible inactive not_judge no_change unclear"
)


def test_every_code_of_the_checklist_is_there_with_its_clause() -> None:
    assert list(REFUSALS) == PROMISED.split()
    for code, (clause, sentence) in CODES.items():
        assert clause in CLAUSES, code
        assert re.fullmatch(r"[A-Z].*\.", sentence), code
