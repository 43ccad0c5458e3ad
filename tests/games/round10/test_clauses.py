"""Clauses, parameters and codes of Round 10: their form, their place in the ruleset, and the values that stand in its text."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.round10.test_cases import CASES
from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import CLASSES, Parameters, load_clauses, load_parameters, normalise
from tracker.core.clause_pattern import PatternFault
from tracker.core.instants import EPOCH
from tracker.games.round10.game import GAME
from tracker.games.round10.law import CLAUSES, CODES, FOLDER, PARAMETERS, REFUSALS, Law
from tracker.mechanics.ruleset.clause_passages import clause_hashes, rule_of
from tracker.mechanics.ruleset.ruletree import parse_rules

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = (RULESETS / "round-10.wikitext").read_text(encoding="utf-8")
RULES = parse_rules(PAGE)
CHECKLIST = tomllib.loads((RULESETS / "round-10.toml").read_text(encoding="utf-8"))
SCORING = Path(__file__).with_name("scoring.toml").read_text(encoding="utf-8")
SWITCHES = [name for name, parameter in PARAMETERS.items() if parameter.choices]
NUMBERS = [name for name in PARAMETERS if name not in SWITCHES]
USUAL = Law(EPOCH, {})
NOT_IN_THE_TEXT = {
    "senatorial_ranks",
    "untradable_items",
    "secret_kinds",
    "secret_maturation_phases",
    "settle_after_hours",
    "admins",
    "dice_operators",
    "ruleset_page",
    "gutted_percent",
}
"""Words that the text tells in sentences, in which no value stands by itself; and what is the tracker's own."""


def words_of(name: str) -> str:
    rule = rule_of(RULES, CLAUSES[PARAMETERS[name].clause])
    assert rule is not None
    return normalise(rule.own_text)


# --- clauses


def test_there_are_all_clauses_each_in_its_place() -> None:
    assert list(CLAUSES) == list(CHECKLIST) == [f"R10-{number:03}" for number in range(1, 148)]
    for id, clause in CLAUSES.items():
        assert CHECKLIST[id] in (clause.place, clause.place.replace(" Class Proposal", ""))


def test_the_classes_are_those_of_the_checklist() -> None:
    counts = {klass: sum(clause.klass == klass for clause in CLAUSES.values()) for klass in CLASSES}
    assert counts == {"AUTO": 125, "AUDIT": 6, "ASSIST": 8, "TEXT": 8}


def test_every_clause_stands_on_the_page_with_the_known_hash() -> None:
    assert clause_hashes(PAGE, CLAUSES) == {id: clause.text_hash for id, clause in CLAUSES.items()}
    assert all(clause.text_hash for clause in CLAUSES.values())


def test_a_rule_that_the_page_lacks_has_no_hash() -> None:
    hashes = clause_hashes(PAGE.replace("===Scoring===", "===Counting==="), CLAUSES)
    assert [id for id, hash in hashes.items() if not hash] == [f"R10-{number:03}" for number in range(58, 70)]


def test_every_clause_says_something_of_its_own_in_one_sentence() -> None:
    titles = [clause.title for clause in CLAUSES.values()]
    assert len(set(titles)) == len(titles)
    assert not [title for title in titles if len(title) > 110 or title.endswith(".") or not title[0].isalnum()]


# --- parameters


def test_every_parameter_names_a_clause_and_says_what_it_is() -> None:
    assert not [name for name, each in PARAMETERS.items() if each.clause not in CLAUSES or not each.description]


def test_few_rulings_are_switches() -> None:
    rulings = {name for name, each in PARAMETERS.items() if each.description.startswith("RULING: ")}
    assert len(rulings) <= 10
    assert rulings <= set(SWITCHES)
    assert all(CLAUSES[PARAMETERS[name].clause].rulings for name in rulings)


def test_every_clause_is_carried_out_or_its_class_says_why_not() -> None:
    assert {each.klass for id, each in CLAUSES.items() if id not in GAME.rules.carried_out()} == {"TEXT"}


def test_every_clause_that_is_carried_out_is_in_a_situation() -> None:
    scored = {clause for case in tomllib.loads(SCORING)["case"] for clause in case["clauses"]}
    of_cards = {f"R10-{number}" for number in range(100, 109)} | {"R10-099"}
    named = {clause for case in CASES for clause in case.clauses} | scored | of_cards
    assert {each.klass for id, each in CLAUSES.items() if id not in named} == {"TEXT"}


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_stands_at_its_first_reading_and_has_another(name: str) -> None:
    parameter = PARAMETERS[name]
    assert parameter.values[-1].value == parameter.choices[0]
    assert len(set(parameter.choices)) == len(parameter.choices) >= 2


def test_every_number_stands_in_the_text() -> None:
    assert {name for name in NUMBERS if PARAMETERS[name].pattern is None} == NOT_IN_THE_TEXT


@pytest.mark.parametrize("name", sorted(set(NUMBERS) - NOT_IN_THE_TEXT))
def test_each_pattern_finds_its_place_and_the_known_value(name: str) -> None:
    pattern = PARAMETERS[name].pattern
    assert pattern is not None
    text = words_of(name)
    reading = pattern.read(text)
    assert reading.value == PARAMETERS[name].values[-1].value
    assert [text[place.start : place.end] for place in reading.places] == [place.words for place in reading.places]


OTHER = tomllib.loads(Path(__file__).with_name("changed_values.toml").read_text(encoding="utf-8"))
"""Words that change, and the value then: of a long table only its changed rows."""


@pytest.mark.parametrize("name", sorted(set(NUMBERS) - NOT_IN_THE_TEXT))
def test_a_changed_value_is_read_and_may_be_set(name: str) -> None:
    before, after = OTHER[name]["before"], OTHER[name]["after"]
    value = OTHER[name].get("value") or {**USUAL.value(name), **OTHER[name]["rows"]}
    text, pattern = words_of(name), PARAMETERS[name].pattern
    assert before in text
    assert pattern is not None
    assert pattern.read(text.replace(before, after)).value == value != PARAMETERS[name].values[0].value
    assert Law.book.fits(name, value)
    check_value(name, value, PARAMETERS)


def test_a_row_of_another_form_is_a_fault() -> None:
    pattern = PARAMETERS["prizes"].pattern
    assert pattern is not None
    with pytest.raises(PatternFault, match="nowhere"):
        pattern.read(words_of("prizes").replace("| 6 || 50 chips", "| 6 || a cake"))


# --- tables as settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ranks", {"1": "Fool"}),
        ("traditions", {"Italian": ["Swords", "Batons"]}),
        ("senatorial_ranks", ["Queen"]),
        ("prizes", {"1": {"trungs": 1}, "9+": {"chips": 5, "gold_stars": 1, "presented_cards": "returned"}}),
        ("exchange", {"gold_star": 10, "king_maker": 50}),
        (
            "secret_kinds",
            {"spell": {"phase": "Bartering", "channel": "magic", "maturation": "1 day", "revelation": "2 days"}},
        ),
        ("multipliers", {"Senatorial": 5}),
    ],
)
def test_a_table_may_come_to_hold_other_rows(name: str, value: Any) -> None:
    assert Law.book.fits(name, value)
    check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ranks", ["Ace"]),
        ("ranks", {"1": 1}),
        ("ranks", {"1": " "}),
        ("ranks", {" ": "Ace"}),
        ("traditions", {"French": "Hearts"}),
        ("traditions", {"French": [""]}),
        ("senatorial_ranks", "Queen"),
        ("prizes", {"1": {"trungs": -1}}),
        ("prizes", {"1": {"trungs": "five"}}),
        ("prizes", {"1": 5}),
        ("exchange", {"gold_star": "10"}),
        ("exchange", {"gold_star": True}),
        ("exchange", {"gold_star": 10**400}),
        ("multipliers", {"Senatorial": "h"}),
        ("secret_kinds", {"bid": {"channel": 5}}),
        ("unsold_lot", "is sold"),
        ("lots_minimum", "ten"),
    ],
)
def test_what_is_shaped_otherwise_is_refused(name: str, value: Any) -> None:
    assert not Law.book.fits(name, value)
    with pytest.raises(ValueError, match="is not allowed; allowed: "):
        check_value(name, value, PARAMETERS)


def test_the_files_load_by_themselves() -> None:
    assert isinstance(load_parameters(FOLDER / "parameters.toml"), Parameters)
    assert len(load_clauses(FOLDER / "clauses.toml")) == len(CLAUSES)
    assert json.loads(json.dumps({name: each.values[0].value for name, each in PARAMETERS.items()}))


# --- codes

PROMISED = {
    *("NOT_A_PLAYER", "ALREADY_PLAYER", "WRONG_CHANNEL", "WRONG_PHASE", "TYPE_MISSING", "BAD_HASH", "HASH_MISMATCH"),
    *("NOT_YOUR_ACTION", "TOO_EARLY", "TOO_LATE", "ACTION_ALREADY_FAILED", "ENOUGH_LOTS", "INSUFFICIENT_ITEMS"),
    *("NOT_TRADABLE", "NOT_A_PARTY", "NO_SUCH_OFFER", "NO_SUCH_CONTRACT", "WRONG_RATE", "NO_PROPOSAL_MAKER"),
    *("UNKNOWN_CLASS", "NOT_THE_JUDGE", "NOT_THE_JUDGE_WHO_RULED", "NO_TEXT", "UNCLEAR", "ROUND_OVER"),
}
FAILURES = {
    *("edited_before_maturation", "superseded", "not_revealed", "not_possessed_at_submission"),
    *("not_possessed_at_reveal", "not_natural_number", "multiple_bids_on_lot", "inactive_lot", "exceeds_chips"),
    *("withdrawn", "deleted_before_voting", "deleted_during_voting", "modified_during_voting"),
}


def test_every_code_of_the_checklist_is_there_with_its_clause() -> None:
    assert set(REFUSALS) == PROMISED | {"NO_ROLL"}
    assert set(CODES) >= PROMISED | FAILURES
    for code, (clause, sentence) in CODES.items():
        assert clause in CLAUSES, code
        assert re.fullmatch(r"[A-Z].*\.", sentence), code
