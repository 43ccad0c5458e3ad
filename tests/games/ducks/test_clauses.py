"""Clauses, parameters, tables and codes of Ducks: their form, their place in the ruleset, and the values that stand in its text."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import normalise, text_hash
from tracker.core.instants import EPOCH
from tracker.games.ducks.law import CLAUSES, CODES, OWN_CODES, PARAMETERS, Law, Loot, dice_of, setting_problem
from tracker.mechanics.ruleset.ruletree import parse_rules

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = (RULESETS / "ducks.wikitext").read_text(encoding="utf-8")
RULES = parse_rules(PAGE)
CHECKLIST = tomllib.loads((RULESETS / "ducks.toml").read_text(encoding="utf-8"))
USUAL = Law(EPOCH, {})
SWITCHES = [name for name, parameter in PARAMETERS.items() if parameter.choices]
IN_THE_TEXT = [name for name, parameter in PARAMETERS.items() if parameter.pattern]
OTHER: dict[str, tuple[str, str, Any]] = {
    "actions_channel": ("#game-actions, provided", "#moves, provided", "moves"),
    "vote_for": (":gatorTrung:", ":quack:", "quack"),
    "default_proposal_class": ("defaults to normal", "defaults to urgent", "urgent"),
    "urgent_voting_hours": ("two days", "36 hours", 36),
    "name_most_characters": ("longer than 140", "longer than eighty", 80),
    "feeding_dice": ("1d6 Quacks", "2d4 Quacks", "2d4"),
    "lay_egg_least_roll": ("10 or greater", "eight or greater", 8),
    "loot": ("|- | 10 || 1 Mango Slice", "|- | 10 || 3 Mango Slices", {**USUAL.value("loot"), "10": "3 Mango Slices"}),
    "duck_god_weekday": ("Each Sunday", "Each Friday", "Friday"),
    "duck_god_losing_god_eggs": ("possesses 12 or", "possesses twenty or", 20),
    "disciple_dice": ("with 3d20", "with 4d10", "4d10"),
    "pond_move_quacks": ("spending one quack", "spending two quack", 2),
    "confidence_start_hours": ("within 4 days", "within 5 days", 120),
}


def read(name: str, change: tuple[str, str] = ("", "")) -> Any:
    """What a parameter's pattern reads in its rule, one passage changed."""
    rule, pattern = RULES.at(CLAUSES[PARAMETERS[name].clause].path), PARAMETERS[name].pattern
    assert pattern is not None
    return pattern.read(normalise(rule.own_text).replace(*change)).value


def test_there_are_all_clauses_each_in_its_place_with_the_known_hash() -> None:
    assert list(CLAUSES) == list(CHECKLIST) == [f"DUCK-{number:03}" for number in range(1, 183)]
    assert {id: clause.path[-1] for id, clause in CLAUSES.items()} == CHECKLIST
    assert not [id for id, clause in CLAUSES.items() if text_hash(RULES.at(clause.path).own_text) != clause.text_hash]


def test_every_parameter_names_a_clause_and_says_what_it_is() -> None:
    assert not [name for name, each in PARAMETERS.items() if each.clause not in CLAUSES or not each.description]


def test_there_are_at_most_ten_switches_each_of_a_clause_with_a_ruling_and_at_its_first_reading() -> None:
    assert len(SWITCHES) <= 10
    for name in set(SWITCHES) - {"operator_may_play"}:
        assert CLAUSES[PARAMETERS[name].clause].rulings
        assert PARAMETERS[name].values[-1].value == PARAMETERS[name].choices[0]


@pytest.mark.parametrize("name", IN_THE_TEXT)
def test_each_pattern_finds_the_known_value(name: str) -> None:
    assert read(name) == PARAMETERS[name].values[-1].value


@pytest.mark.parametrize("name", OTHER)
def test_a_changed_value_is_read_and_may_be_set(name: str) -> None:
    before, after, value = OTHER[name]
    assert read(name, (before, after)) == value
    assert Law.book.fits(name, value)
    assert not setting_problem(name, value)
    check_value(name, value, PARAMETERS)


def test_the_tables_are_those_of_the_rules() -> None:
    told = [USUAL.colour(number) for number in range(-4, 10)]
    assert told == ["Violet"] * 5 + ["Yellow"] * 3 + ["Green"] * 2 + ["Blue"] + ["Red"] * 3
    assert USUAL.looted("loot", 4) == Loot("Seeds", 0, [6, 6])
    assert USUAL.looted("loot", 20) == Loot("Abundant Nothing", 1, [])
    assert USUAL.looted("disciple_loot", 20) == Loot("God Egg", 1, [])
    assert USUAL.costs("Divine Cocktail") == {"Quacks": 20, "Egg": 1, "God Egg": 1, "Abundant Nothing": 10}
    assert USUAL.fruits == list(USUAL.value("fruits"))
    assert USUAL.dice("disciple_dice") == [20, 20, 20]


@pytest.mark.parametrize("words", ["", "d6", "0d6", "1d0", "1d6 + 1", "dd", "٣d٦"])
def test_what_are_no_dice_is_told(words: str) -> None:
    with pytest.raises(ValueError, match="are no dice such as 3d20"):
        dice_of(words)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("feeding_dice", "a handful", "are no dice"),
        ("loot", {"1": "a cake"}, "is no gain"),
        ("loot", {"4-1": "1 Seeds"}, "go backwards"),
        ("duck_god_weekday", "Caturday", "is no weekday"),
        ("periods", {"One": ["Sunday"], "Two": ["Sunday"]}, "another first one"),
        ("default_proposal_class", "super", "is normal or urgent"),
        ("colours", {"Teal": {"above": 1}}, "Teal must have"),
        ("colours", {"Teal": {"least": 3, "most": 2}}, "least above its most"),
    ],
)
def test_a_value_of_no_use_is_told_with_the_reason(name: str, value: Any, why: str) -> None:
    assert why in setting_problem(name, value)


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_the_games_own_values_are_of_use(name: str) -> None:
    assert not setting_problem(name, PARAMETERS[name].values[-1].value)


def test_every_code_has_its_clause_and_a_sentence() -> None:
    assert all(clause in CLAUSES and re.fullmatch(r"[A-Z].*\.", text) for clause, text in CODES.values())
    assert set(OWN_CODES.values()) <= set(CODES)
