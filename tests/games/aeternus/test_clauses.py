"""Clauses, parameters, tables and codes of Aeternus: their form, their place in the ruleset, and the values that stand in its text."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import CLASSES, load_clauses, load_parameters, normalise
from tracker.core.clause_pattern import EntriesPattern, PatternFault
from tracker.core.instants import EPOCH
from tracker.games.aeternus import GAME
from tracker.games.aeternus.law import CLAUSES, CODES, FOLDER, PARAMETERS, REFUSALS, Law, reward_of
from tracker.games.aeternus.state import FEATURES, Aeternus, Player, full_points
from tracker.mechanics.chat.names import Names
from tracker.mechanics.ruleset.clause_passages import clause_hashes, rule_of
from tracker.mechanics.ruleset.ruletree import parse_rules

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = (RULESETS / "aeternus.wikitext").read_text(encoding="utf-8")
RULES = parse_rules(PAGE)
CHECKLIST = tomllib.loads((RULESETS / "aeternus.toml").read_text(encoding="utf-8"))
SWITCHES = [name for name, parameter in PARAMETERS.items() if parameter.choices]
NUMBERS = [name for name in PARAMETERS if name not in SWITCHES]
USUAL = Law(EPOCH, {})
NOT_IN_THE_TEXT = {
    *("directions", "biomes", "landmarks", "usual_biome", "suppressed_beside", "burnable_features"),
    *("resources", "standard_fish", "medallion_fish", "quality_names", "forage_rewards", "merge_voting_hours"),
    *("ruleset_page", "gutted_percent", "settle_after_hours", "admins", "dice_operators"),
}
"""Lists of names, whose change changes what the rules do; what is told in sentences; what a ruling gives; what is the tracker's own."""
READ = sorted(set(NUMBERS) - NOT_IN_THE_TEXT)


def words_of(name: str) -> str:
    rule = rule_of(RULES, CLAUSES[PARAMETERS[name].clause])
    assert rule is not None
    return normalise(rule.own_text)


# --- clauses


def test_there_are_all_clauses_each_in_its_place() -> None:
    assert list(CLAUSES) == list(CHECKLIST) == [f"AET-{number:03}" for number in range(1, 197)]
    titles = {id: clause.path[-1].replace(" Class Proposal", "") for id, clause in CLAUSES.items()}
    assert titles == {id: place.partition(" ")[2] or place for id, place in CHECKLIST.items()}


def test_the_classes_are_those_of_the_checklist() -> None:
    counts = {klass: sum(clause.klass == klass for clause in CLAUSES.values()) for klass in CLASSES}
    assert counts == {"AUTO": 174, "AUDIT": 8, "ASSIST": 6, "TEXT": 8}
    assert {int(id[-3:]) for id, clause in CLAUSES.items() if clause.klass != "AUTO"} == {
        *(13, 26, 27, 28, 39, 43, 44, 46, 47, 48, 49, 55, 56, 62, 63, 66, 67, 68, 145, 154, 178, 196),
    }


def test_the_clauses_with_rulings_are_those_of_the_checklist() -> None:
    conventions, mangled = {1, 62, 88, 128, 152, 176}, {30}
    assert {int(id[-3:]) for id, clause in CLAUSES.items() if clause.rulings} - conventions - mangled == {
        *(6, 10, 12, 13, 17, 19, 22, 29, 43, 50, 52, 57, 58, 61, 64, 75, 84, 93, 99, 101, 121, 123, 124, 126, 127),
        *(132, 148, 174, 175, 182, 184, 189, 191),
    }


def test_every_clause_stands_on_the_page_with_the_known_hash() -> None:
    assert clause_hashes(PAGE, CLAUSES) == {id: clause.text_hash for id, clause in CLAUSES.items()}
    assert all(clause.text_hash for clause in CLAUSES.values())


def test_every_clause_says_something_of_its_own_in_one_sentence() -> None:
    titles = [clause.title for clause in CLAUSES.values()]
    assert len(set(titles)) == len(titles)
    assert not [title for title in titles if len(title) > 110 or title.endswith(".") or not title[0].isalnum()]


def test_every_clause_that_is_more_than_text_is_carried_out_by_some_rule() -> None:
    assert {id for id, clause in CLAUSES.items() if clause.klass != "TEXT"} <= set(GAME.rules.carried_out())


# --- parameters


def test_every_parameter_names_a_clause_and_says_what_it_is() -> None:
    assert not [name for name, each in PARAMETERS.items() if each.clause not in CLAUSES or not each.description]


def test_there_are_at_most_ten_switches_each_at_a_clause_with_a_ruling() -> None:
    assert len(SWITCHES) <= 10
    assert all(CLAUSES[PARAMETERS[name].clause].rulings for name in SWITCHES if name != "operator_may_play")


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_stands_at_its_first_reading_and_takes_each_of_its_readings_and_no_other(name: str) -> None:
    parameter = PARAMETERS[name]
    assert parameter.values[-1].value == parameter.choices[0]
    assert len(set(parameter.choices)) == len(parameter.choices) >= 2
    for reading in parameter.choices:
        assert Law(EPOCH, {name: reading}).chooses(name, reading)
        assert Law.book.fits(name, reading)
    assert not Law.book.fits(name, "whatever")


def test_every_number_stands_in_the_text() -> None:
    assert {name for name in NUMBERS if PARAMETERS[name].pattern is None} == NOT_IN_THE_TEXT


@pytest.mark.parametrize("name", READ)
def test_each_pattern_finds_its_place_and_the_known_value(name: str) -> None:
    pattern = PARAMETERS[name].pattern
    assert pattern is not None
    text = words_of(name)
    reading = pattern.read(text)
    assert reading.value == PARAMETERS[name].values[-1].value
    assert [text[place.start : place.end] for place in reading.places] == [place.words for place in reading.places]


ANOTHER = {
    "week_start": "Friday",
    "phases": "Monday, Friday",
    "forage_biome": "Swamp",
    "default_proposal_class": "Urgent",
}


def another(name: str, words: str) -> str:
    """What might stand where a value stands."""
    if re.match(r"[a-z]+ times|once|twice", words, re.IGNORECASE):
        return "seven times"
    if re.fullmatch(r"d\d+", words):
        return "d17"
    if re.search(r"hours|days|week", words):
        return "17 days"
    if re.fullmatch(r"\d+%", words):
        return "17%"
    return ANOTHER.get(name, "17" if re.fullmatch(r"\d+|two|ten", words, re.IGNORECASE) else "elsewhere")


@pytest.mark.parametrize("name", READ)
def test_a_changed_value_is_read_and_may_be_set(name: str) -> None:
    pattern, text = PARAMETERS[name].pattern, words_of(name)
    assert pattern is not None
    places = pattern.read(text).places
    changed_together = [[place] for place in places] if isinstance(pattern, EntriesPattern) else [places]
    for changed in changed_together:
        other = text
        for place in sorted(changed, key=lambda place: -place.start):
            other = f"{other[: place.start]}{another(name, place.words)}{other[place.end :]}"
        value = pattern.read(other).value
        assert value != PARAMETERS[name].values[0].value
        assert type(value) is type(PARAMETERS[name].values[0].value)
        if name != "quality_ends_with":
            assert Law.book.fits(name, value)
            check_value(name, value, PARAMETERS)


def test_a_channel_told_differently_in_its_places_is_a_fault() -> None:
    pattern = PARAMETERS["justice_channel"].pattern
    assert pattern is not None
    text = words_of("justice_channel").replace("#request-for-justice", "#elsewhere", 1)
    with pytest.raises(PatternFault, match="differently in several places"):
        pattern.read(text)


def test_names_that_are_told_in_lists_are_those_of_the_text() -> None:
    text = normalise(PAGE, keep_bullets=True)
    assert f"• {' • '.join(USUAL.words('resources'))}" in text
    assert f"• {' • '.join(USUAL.words('standard_fish'))}" in text
    assert f"# {' # '.join(USUAL.words('quality_names'))}" in text
    assert f"• {' • '.join(USUAL.words('burnable_features'))}" in text
    rows = [re.escape(f"|- |{fish} |") + r"[^|]*" for fish in USUAL.words("medallion_fish")]
    assert re.search("".join(rows), " ".join(text.split()))
    for rewards in USUAL.value("forage_rewards").values():
        assert f"# {' # '.join(rewards)}".casefold() in text.casefold()
    for biome in USUAL.words("biomes"):
        assert rule_of_title(f"Biomes › {biome}").title == biome


def rule_of_title(place: str) -> Any:
    found = [clause for clause in CLAUSES.values() if clause.place.endswith(place)]
    rule = rule_of(RULES, found[0])
    assert rule is not None
    return rule


def test_the_files_load_by_themselves() -> None:
    assert len(load_parameters(FOLDER / "parameters.toml")) == len(PARAMETERS)
    assert len(load_clauses(FOLDER / "clauses.toml")) == len(CLAUSES)
    assert json.loads(json.dumps({name: each.values[0].value for name, each in PARAMETERS.items()}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("flag_cost", {"Wood": 4, "Resin": 1}),
        ("forage_rewards", {**USUAL.value("forage_rewards"), "Lake": ["1 Resin", "2 Resin"]}),
        ("suppressed_beside", {"Forest": "Swamp"}),
        ("directions", ["North", "Northeast", "Southeast", "South", "Southwest", "Northwest"]),
        ("quality_names", ["Poor"]),
    ],
)
def test_a_table_may_come_to_hold_other_rows(name: str, value: Any) -> None:
    assert Law.book.fits(name, value)
    check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("flag_cost", {"Wood": -1}),
        ("flag_cost", 5),
        ("corruption_percent", 101),
        ("forage_rewards", {"Meadow": "1 Wood"}),
        ("victory_hexes", 0),
        ("quality_ends_with", 2),
        ("quality_names", "Garbage"),
    ],
)
def test_what_is_shaped_otherwise_is_refused(name: str, value: Any) -> None:
    assert not Law.book.fits(name, value)
    with pytest.raises(ValueError, match=r"is not allowed; allowed|allowed are"):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("forage_rewards", {"Meadow": ["much Wood"]}, "'much Wood' is no reward"),
        ("week_start", "Someday", "Someday"),
        ("phases", {"I": ["Monday", "Mnday"]}, "Mnday"),
    ],
)
def test_a_value_of_no_use_is_told_with_the_reason(name: str, value: Any, why: str) -> None:
    assert why in GAME.setting_problem(name, value)
    assert not [each for each in PARAMETERS if GAME.setting_problem(each, USUAL.value(each))]


def test_where_no_rewards_are_left_nothing_is_gained() -> None:
    assert Law(EPOCH, {"forage_rewards": {"Forest": ["2 Wood"]}}).foraged("Meadow", 4) == {}
    assert Law(EPOCH, {"forage_rewards": {"Forest": ["2 Wood"]}}).foraged("Forest", 4) == {"Wood": 2}


# --- the tables of the checklist


def test_biomes_have_their_weights_and_biases() -> None:
    assert {biome: (weight, USUAL.bias(biome)) for biome, weight in USUAL.biome_weights.items()} == {
        "Meadow": (7, 12),
        "Deceased Dunes": (4, 10),
        "Forest": (5, 10),
        "Perilous Pass": (3, 5),
        "Swamp": (5, 10),
        "Lake": (0, 0),
    }
    assert USUAL.landmark_weights("Meadow") == {"Barren": 20, "Town": 2}
    assert USUAL.landmark_weights("Forest") == {"Barren": 20, "Town": 1}


def test_foraging_has_six_rewards_in_five_biomes_and_those_of_meadow_elsewhere() -> None:
    rewards = {biome: USUAL.rewards(biome) for biome in USUAL.words("biomes")}
    assert {len(each) for each in rewards.values()} == {USUAL.number("forage_die")} == {6}
    assert (
        rewards["Lake"] == rewards["Meadow"] == ({}, {"Wood": 1}, {"Stone": 1}, {"Hide": 1}, {"Wood": 2}, {"Wood": 3})
    )
    found = {item for each in rewards.values() for reward in each for item in reward}
    assert found <= set(USUAL.words("resources"))
    assert "Morbium" not in found
    assert USUAL.foraged("Forest", 3) == {"Thread": 2}
    assert USUAL.foraged("Perilous Pass", 2) == {"Copper": 1}
    assert USUAL.foraged("Meadow", 1) == {}


@pytest.mark.parametrize("words", ["", "Wood", "some Wood", "-1 Wood", "1"])
def test_what_is_no_reward_is_told(words: str) -> None:
    with pytest.raises(ValueError, match="is no reward"):
        reward_of(words)


def test_what_is_built_and_crafted_costs_resources() -> None:
    costs = {**USUAL.construction, **USUAL.crafting}
    assert {item for cost in costs.values() for item in cost} <= set(USUAL.words("resources"))
    assert costs == {
        "Flag": {"Wood": 5, "Thread": 2},
        "Pylon of Purity": {"Wood": 30, "Steel": 5, "Gold": 2},
        "Stag Station": {"Stone": 8, "Steel": 5, "Hide": 1},
        "Boardwalk": {"Wood": 10},
        "Foraging Pouch": {"Thread": 3, "Hide": 1},
        "Binoculars": {"Wood": 3, "Hide": 2, "Quartz": 1},
        "Standard Rod": {"Wood": 2, "Thread": 1},
        "Advanced Rod": {"Wood": 3, "Thread": 2, "Steel": 1},
        "Reinforced Rod": {"Steel": 4, "Thread": 3},
        "Classic Rod": {"Wood": 2, "Thread": 1, "Hide": 1},
        "Midas' Rod": {"Gold": 2, "Quartz": 1, "Thread": 3, "Copper": 1},
        "Torch": {"Wood": 2, "Resin": 1},
        "Explosives": {"Wood": 8, "Thread": 3, "Resin": 2},
    }
    assert {*USUAL.construction} == {*FEATURES} - {"Corrupted"}


def test_rods_have_their_chances() -> None:
    assert USUAL.rods == {
        "none": 70,
        "Standard Rod": 70,
        "Advanced Rod": 80,
        "Reinforced Rod": 85,
        "Classic Rod": 95,
        "Midas' Rod": 20,
    }
    assert [USUAL.medallion_percent(eligible) for eligible in (0, 3, 4, 7)] == [0, 30, 40, 40]


@pytest.mark.parametrize(
    ("score", "floor", "ceiling"), [(0, 2, 2), (1, 3, 3), (3, 3, 4), (4, 4, 4), (9, 5, 5), (16, 6, 6)]
)
def test_action_points_grow_with_the_root_of_the_quality_score(score: int, floor: int, ceiling: int) -> None:
    found = list[int]()
    for settings in ({}, {"action_points_of_quality": "ceiling of the square root"}):
        world = Aeternus()
        world.look(Names(), Law(EPOCH, settings))
        found.append(full_points(world, Player(inventory={f"Goldfish (quality {score})": 1} if score else {})))
    assert found == [floor, ceiling]


# --- codes

PROMISED = [
    *("NOT_A_PLAYER", "ALREADY_PLAYER", "TOO_SOON", "WRONG_CHANNEL", "NOT_REPUTABLE"),
    *("UNCLEAR", "UNKNOWN_CLASS", "TOO_LATE", "NAME_MISSING", "NO_SUCH_FACTION"),
    *("ALREADY_OWN_FACTION", "NOT_A_PARTY", "NO_SUCH_OFFER", "INSUFFICIENT_ITEMS", "OUT_OF_RANGE"),
    *("INDETERMINATE_HEX", "CANNOT_BUILD_HERE", "ALREADY_THERE", "NOTHING_THERE", "NO_STAG_STATION"),
    *("NO_LAKE", "CHOOSE_LAKE", "CANNOT_FORAGE_HERE", "NOTHING_TO_NAME", "NO_MORE_ACTIONS"),
    *("NOT_ENOUGH_AP", "NOT_THE_JUDGE", "NOT_THE_JUDGE_WHO_RULED", "CYCLE_OVER"),
]


def test_every_code_of_the_checklist_is_there_with_its_clause() -> None:
    assert list(REFUSALS) == [*PROMISED, "NO_ROLL"]
    for code, (clause, sentence) in CODES.items():
        assert clause in CLAUSES, code
        assert re.fullmatch(r"[A-Z].*\.", sentence), code
