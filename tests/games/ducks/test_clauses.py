"""Clauses, parameters, tables and codes of Ducks: their form, their place in the ruleset, and the values that stand in its text."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tracker.games.ducks.codes import CODES, NOTES, REFUSALS
from tracker.games.ducks.setting_problems import problem
from tracker.games.ducks.tables import Dice, Loot, colour_of, dice_of, loot_of

from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import CLASSES, load_clauses, load_parameters, normalise
from tracker.core.clause_pattern import PatternFault
from tracker.core.instants import EPOCH
from tracker.games.ducks.law import CLAUSES, FOLDER, PARAMETERS, Law
from tracker.mechanics.clause_passages import clause_hashes, rule_of
from tracker.mechanics.ruletree import parse_rules

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = (RULESETS / "ducks.wikitext").read_text(encoding="utf-8")
RULES = parse_rules(PAGE)
CHECKLIST = tomllib.loads((RULESETS / "ducks.toml").read_text(encoding="utf-8"))
SWITCHES = [name for name, parameter in PARAMETERS.items() if parameter.choices]
NUMBERS = [name for name in PARAMETERS if name not in SWITCHES]
USUAL = Law(EPOCH, {})
NOT_IN_THE_TEXT = {
    *("forbidden_names", "fruits", "styles", "quacktions"),
    *("items", "disciple_names", "quack_attack_even_divisor"),
    *("ruleset_page", "gutted_percent", "settle_after_hours", "admins", "dice_operators"),
}
"""Words whose change changes what the rules do; what the text tells in sentences; and what is the tracker's own."""
READ = sorted(set(NUMBERS) - NOT_IN_THE_TEXT)


def words_of(name: str) -> str:
    rule = rule_of(RULES, CLAUSES[PARAMETERS[name].clause])
    assert rule is not None
    return normalise(rule.own_text)


# --- clauses


def test_there_are_all_clauses_each_in_its_place() -> None:
    assert list(CLAUSES) == list(CHECKLIST) == [f"DUCK-{number:03}" for number in range(1, 183)]
    assert {id: clause.path[-1] for id, clause in CLAUSES.items()} == CHECKLIST


def test_the_classes_are_those_of_the_checklist() -> None:
    counts = {klass: sum(clause.klass == klass for clause in CLAUSES.values()) for klass in CLASSES}
    assert counts == {"AUTO": 169, "AUDIT": 1, "ASSIST": 9, "TEXT": 3}


def test_the_clauses_with_rulings_are_those_of_the_checklist() -> None:
    assert {int(id[-3:]) for id, clause in CLAUSES.items() if clause.rulings} == {
        *(2, 3, 6, 9, 10, 11, 12, 18, 20, 22, 24, 30, 32, 34, 35, 37, 41, 43, 50, 53, 55, 60, 61, 63, 65, 68, 73, 74),
        *(77, 79, 80, 83, 85, 86, 87, 90, 91, 96, 98, 99, 100, 102, 104, 110, 114, 117, 120, 121, 122, 123, 130, 131),
        *(134, 137, 141, 145, 146, 154, 157, 162, 163, 165, 167, 172, 174, 178, 179, 182),
    }


def test_every_clause_stands_on_the_page_with_the_known_hash() -> None:
    assert clause_hashes(PAGE, CLAUSES) == {id: clause.text_hash for id, clause in CLAUSES.items()}
    assert all(clause.text_hash for clause in CLAUSES.values())


def test_a_rule_that_the_page_lacks_has_no_hash() -> None:
    hashes = clause_hashes(PAGE.replace("===Auctions===", "===Markets==="), CLAUSES)
    assert [id for id, hash in hashes.items() if not hash] == [f"DUCK-{number}" for number in range(131, 143)]


def test_every_clause_says_something_of_its_own_in_one_sentence() -> None:
    titles = [clause.title for clause in CLAUSES.values()]
    assert len(set(titles)) == len(titles)
    assert not [title for title in titles if len(title) > 110 or title.endswith(".") or not title[0].isalnum()]


# --- parameters


def test_every_parameter_names_a_clause_and_says_what_it_is() -> None:
    assert not [name for name, each in PARAMETERS.items() if each.clause not in CLAUSES or not each.description]


def test_every_ruling_is_a_switch() -> None:
    rulings = [name for name, each in PARAMETERS.items() if each.description.startswith("RULING: ")]
    assert rulings == [name for name in SWITCHES if name != "operator_may_play"]
    assert {PARAMETERS[name].clause for name in rulings} == {id for id, clause in CLAUSES.items() if clause.rulings}


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_stands_at_its_first_reading_and_has_another(name: str) -> None:
    parameter = PARAMETERS[name]
    assert parameter.values[-1].value == parameter.choices[0]
    assert len(set(parameter.choices)) == len(parameter.choices) >= 2


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_takes_each_of_its_readings_and_no_other(name: str) -> None:
    for reading in PARAMETERS[name].choices:
        assert Law(EPOCH, {name: reading}).chooses(name, reading)
        assert Law.book.fits(name, reading)
    assert not Law.book.fits(name, "whatever")


def test_the_orders_of_a_boundary_hold_the_same_steps() -> None:
    orders = [order.split(", ") for order in PARAMETERS["boundary_order"].choices]
    assert orders[0] == ["proposals", "Duck God", "auctions", "reset", "ponds", "Disciple"]
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}


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


OTHER: dict[str, tuple[str, str, Any]] = {
    "actions_channel": ("#game-actions, provided", "#moves, provided", "moves"),
    "periods": (
        "Sunday, Monday, Tuesday, Wednesday",
        "Sunday, Monday, and Tuesday",
        {"One": ["Sunday", "Monday", "Tuesday"], "Two": ["Thursday", "Friday", "Saturday"]},
    ),
    "proposals_channel": ("#proposals", "#bills", "bills"),
    "vote_for": (":gatorTrung:", ":quack:", "quack"),
    "vote_against": (":updownTrung:", ":honk:", "honk"),
    "default_proposal_class": ("defaults to normal", "defaults to urgent", "urgent"),
    "urgent_voting_hours": ("two days", "36 hours", 36),
    "urgent_most_against": ("more than two votes", "more than three votes", 3),
    "eggs_of_a_collapse": ("gains one egg", "gains three egg", 3),
    "name_most_characters": ("longer than 140", "longer than eighty", 80),
    "name_least_characters": ("shorter than 1", "shorter than 3", 3),
    "feedings_per_period": ("Once per", "Twice per", 2),
    "feeding_dice": ("1d6 Quacks", "2d4 Quacks", "2d4"),
    "quacktion_costs": (
        "|| 20 Quacks, 1 Egg",
        "|| 15 Quacks, 2 Egg",
        {
            **USUAL.value("quacktion_costs"),
            "Divine Cocktail": {**USUAL.costs("Divine Cocktail"), "Quacks": 15, "Egg": 2},
        },
    ),
    "quack_attack_damage_divisor": ("loses N/2", "loses N/4", 4),
    "lay_egg_least_roll": ("10 or greater", "eight or greater", 8),
    "eggs_laid": ("gains 1 Egg", "gains two Egg", 2),
    "steal_duck_more_than": ("more than ten", "more than 15", 15),
    "cannibalism_quacks": ("gains ten quacks", "gains 5 quacks", 5),
    "colours": (
        "If the number was 4 or 5",
        "If the number was five or 5",
        {**USUAL.value("colours"), "Green": {"least": 5, "most": 5}},
    ),
    "retrieval_die": ("retrieval d12", "retrieval d20", 20),
    "failed_retrieval_loss": ("decreases by 1", "decreases by two", 2),
    "least_potential": ("minimum of 1", "minimum of 3", 3),
    "retrievals_per_period": ("Only one attempt", "Only two attempt", 2),
    "cut_losses_potential": ("quacks become 1", "quacks become 2", 2),
    "new_duck_least_roll": ("12 or higher", "11 or higher", 11),
    "loot": (
        "|- | 10 || 1 Mango Slice",
        "|- | 10 || 3 Mango Slices",
        {**USUAL.value("loot"), "10": "3 Mango Slices"},
    ),
    "blood_orange_adds": ("add 3 to", "add 4 to", 4),
    "watermelon_adjustment": ("subtract 1 from", "subtract 2 from", 2),
    "seeds_per_feeding": ("feed 10 seeds", "feed a dozen seeds", 12),
    "seeds_quacks": ("gains 1 additional", "gains 2 additional", 2),
    "ambrosia_subtracts": ("subtract 5 from", "subtract 6 from", 6),
    "fruits_per_smoothie": ("combining 2 different", "combining three different", 3),
    "icy_quacks": ("gains 3 additional", "gains four additional", 4),
    "duck_god_weekday": ("Each Sunday", "Each Friday", "Friday"),
    "duck_god_weekly_god_eggs": ("gains one God", "gains two God", 2),
    "duck_god_losing_god_eggs": ("possesses 12 or", "possesses twenty or", 20),
    "disciple_quacktions_per_period": ("Once per", "3 times per", 3),
    "ritual_dice": ("loses 1d6", "loses 2d6", "2d6"),
    "disciple_reward_dice": ("gain 1d6", "gain 1d8", "1d8"),
    "disciple_loot": (
        "|- | 20 || 1 God Egg",
        "|- | 20 || 1 God Egg |- | 21 || 9 Seeds",
        {**USUAL.value("disciple_loot"), "21": "9 Seeds"},
    ),
    "disciple_dice": ("with 3d20", "with 4d10", "4d10"),
    "disciple_title": ('"Disciple"', '"Apostle"', "Apostle"),
    "old_one_dice": ("gains 1d4", "gains 1d3", "1d3"),
    "old_one_losing_god_eggs": ("possesses 24 or", "possesses thirty or", 30),
    "initial_ponds_divisor": ("divided by four", "divided by three", 3),
    "pond_die": ("roll a d6", "roll a d4", 4),
    "new_pond_roll": ("result is 6", "result is 4", 4),
    "pond_move_quacks": ("spending one quack", "spending two quack", 2),
    "pond_loss_per_same_colour": ("loses one quack", "loses two quack", 2),
    "pond_gain_per_other_colour": ("gains one quack", "gains two quack", 2),
    "appointment_assents": ("two other players", "three other players", 3),
    "removal_assents": ("assent of two players", "assent of four players", 4),
    "confidence_start_hours": ("within 4 days", "within 5 days", 120),
    "confidence_voting_hours": ("period of 2 days", "period of 1 day", 24),
    "self_overturn_hours": ("within one week", "within a fortnight", 336),
}
TOLD_TWICE: dict[str, tuple[str, str, Any]] = {
    "scouting_die": (r"d12(?= for the duck| to commence)", "d10", 10),
    "loot_die": (r"d20(?= and obtain| !! Loot)", "d30", 30),
    "scrambler_divisor": (r"(?<=multiple of )20|(?<=N/)20", "25", 25),
    "disciple_loot_die": (r"d20(?= on the| !! Loot)", "d24", 24),
}
"""Numbers that the text tells in two places, which must agree."""


def read_of(name: str, text: str) -> Any:
    pattern = PARAMETERS[name].pattern
    assert pattern is not None
    return pattern.read(text).value


@pytest.mark.parametrize("name", READ)
def test_a_changed_value_is_read_and_may_be_set(name: str) -> None:
    before, after, value = OTHER[name] if name in OTHER else TOLD_TWICE[name]
    form = before if name in TOLD_TWICE else re.escape(before)
    text, places = re.subn(form, after, words_of(name))
    assert places == (2 if name in TOLD_TWICE else 1)
    assert read_of(name, text) == value != PARAMETERS[name].values[0].value
    assert Law.book.fits(name, value)
    assert not problem(name, value)
    check_value(name, value, PARAMETERS)


@pytest.mark.parametrize("name", TOLD_TWICE)
def test_a_number_told_differently_in_its_two_places_is_a_fault(name: str) -> None:
    form, after, _ = TOLD_TWICE[name]
    with pytest.raises(PatternFault, match="differently in several places"):
        read_of(name, re.sub(form, after, words_of(name), count=1))


def test_a_colour_that_the_text_does_not_tell_so_is_a_fault() -> None:
    with pytest.raises(PatternFault, match="nowhere"):
        read_of("colours", words_of("colours").replace("the duck is Blue", "the duck is Indigo"))


def test_a_row_of_another_form_is_a_fault() -> None:
    with pytest.raises(PatternFault, match="cannot be read"):
        read_of("loot", words_of("loot").replace("| 9 || 1 Blood Orange", "| nine || 1 Blood Orange"))


def test_words_that_are_told_in_sentences_are_those_of_the_text() -> None:
    text = normalise(PAGE)
    for fruit, description in USUAL.value("fruits").items():
        assert f"| {fruit} || {description}" in text
    for style, description in USUAL.value("styles").items():
        assert f"{style}: {description}" in text
    for name, each in USUAL.value("quacktions").items():
        assert f"| {name} || {each['cost']} || {each['target']} || " in text
        assert each["effect"] in text
    assert f"{USUAL.words('forbidden_names')[0]} Any duck possessing any of these names" in text


def test_the_files_load_by_themselves() -> None:
    assert len(load_parameters(FOLDER / "parameters.toml")) == len(PARAMETERS)
    assert len(load_clauses(FOLDER / "clauses.toml")) == len(CLAUSES)
    assert json.loads(json.dumps({name: each.values[0].value for name, each in PARAMETERS.items()}))


# --- tables


def test_the_colours_are_those_of_the_rule() -> None:
    told = [USUAL.colour(number) for number in range(-4, 10)]
    assert told == ["Violet"] * 5 + ["Yellow"] * 3 + ["Green"] * 2 + ["Blue"] + ["Red"] * 3


def test_a_number_between_the_colours_gives_none() -> None:
    assert not colour_of(5, {"Teal": {"most": 4}, "Pink": {"least": 6}})


def test_the_loot_of_a_mission_is_that_of_the_rule() -> None:
    rows = [USUAL.looted("loot", face) for face in range(1, 21)]
    seeds = Loot(1, 4, "Seeds", dice=Dice(2, 6))
    found = [row.item for row in rows[4:] if row]
    assert rows[:4] == [seeds] * 4
    assert found == [
        *["Grapes"] * 2,
        *["Watermelon Slice"] * 2,
        "Blood Orange",
        "Mango Slice",
        *["Abundant Nothing"] * 10,
    ]
    assert {row.count for row in rows[4:] if row} == {1}


def test_the_loot_of_the_disciple_is_that_of_the_rule() -> None:
    rows = {row.item: (row.least, row.most, row.count, str(row.dice or "")) for row in USUAL.loot("disciple_loot")}
    assert rows == {
        "Seeds": (1, 10, 0, "4d6"),
        "Grapes": (11, 14, 1, ""),
        "Watermelon Slice": (15, 17, 1, ""),
        "Blood Orange": (18, 19, 1, ""),
        "God Egg": (20, 20, 1, ""),
    }


def test_a_roll_that_no_row_has_brings_nothing() -> None:
    assert Law(EPOCH, {"loot": {"1-4": "1 Grapes"}}).looted("loot", 5) is None


def test_the_dice_are_those_of_the_rules() -> None:
    assert {name: str(USUAL.dice(name)) for name in NUMBERS if PARAMETERS[name].unit == "dice"} == {
        "feeding_dice": "1d6",
        "ritual_dice": "1d6",
        "disciple_reward_dice": "1d6",
        "disciple_dice": "3d20",
        "old_one_dice": "1d4",
    }
    assert USUAL.dice("disciple_dice").each == [20, 20, 20]
    assert dice_of(" 2D6 ") == Dice(2, 6)


@pytest.mark.parametrize("words", ["", "d6", "0d6", "1d0", "101d6", "1d1001", "-1d6", "1.5d6", "1d6 + 1", "dd", "٣d٦"])
def test_what_are_no_dice_is_told(words: str) -> None:
    with pytest.raises(ValueError, match="are no dice such as 3d20"):
        dice_of(words)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({"1-4": "some Seeds"}, "is no row"),
        ({"1-4": "Crown"}, "is no row"),
        ({"one": "1 Seeds"}, "is no row"),
        ({"1-4": "0d6 Seeds"}, "are no dice"),
        ({"4-1": "1 Seeds"}, "go backwards"),
        ({"1-4": "1 Seeds", "4": "1 Grapes"}, "the roll 4 stands in two rows"),
    ],
)
def test_what_is_no_loot_is_told(rows: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        loot_of(rows, USUAL.words("items"))


def test_an_item_of_a_loot_table_is_one_of_the_known_ones_where_that_is_asked() -> None:
    items = USUAL.words("items")
    assert [row.item for row in loot_of({"1": "2 Crown", "2": "1 seed"}, items)] == ["Crown", "Seeds"]
    with pytest.raises(ValueError, match="is no row"):
        loot_of({"1": "2 Crown"}, items, known_only=True)


def test_costs_are_items_and_quacks() -> None:
    assert USUAL.costs("Divine Cocktail") == {"Quacks": 20, "Egg": 1, "God Egg": 1, "Abundant Nothing": 10}
    assert not USUAL.costs("Adopt")
    assert not USUAL.costs("Quack Attack")


def test_the_fruits_stand_in_the_order_of_their_table_whatever_order_a_setting_has() -> None:
    in_order = ("Grapes", "Blood Orange", "Watermelon Slice", "Seeds", "Mango Slice", "Ambrosia")
    assert USUAL.fruits == tuple(USUAL.value("fruits")) == in_order
    assert Law(EPOCH, {"fruits": dict(sorted(USUAL.value("fruits").items()))}).fruits == in_order


def test_the_names_for_disciples_differ_and_are_names() -> None:
    names = USUAL.words("disciple_names")
    assert len({name.casefold() for name in names}) == len(names) >= 50
    assert not [name for name in names if name != name.strip() or not name or name[-1].isdigit()]


# --- settings


def test_every_usual_value_is_of_use() -> None:
    assert not {
        name: problem(name, PARAMETERS[name].values[0].value) for name in PARAMETERS if problem(name, USUAL.value(name))
    }
    assert not problem("no_such_parameter", 5)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("feeding_dice", "a handful", "are no dice"),
        ("loot", {"1": "a cake"}, "is no row"),
        ("duck_god_weekday", "Caturday", "is no weekday"),
        ("default_proposal_class", "super", "is normal or urgent"),
        ("colours", {"Teal": {"above": 1}}, "Teal must have"),
        ("colours", {"Teal": {}}, "Teal must have"),
        ("colours", {"Teal": {"least": 3, "most": 2}}, "least above its most"),
        ("colours", {"Teal": {"most": 4}, "Pink": {"least": 4}}, "share a number"),
        ("colours", {"Teal": {"least": 1, "most": 9}, "Pink": {"least": 4, "most": 5}}, "share a number"),
    ],
)
def test_a_value_of_no_use_is_told_with_the_reason(name: str, value: Any, why: str) -> None:
    assert why in problem(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colours", {"Teal": {"least": "one"}}),
        ("colours", {"Teal": 5}),
        ("loot", {"1": 5}),
        ("feeding_dice", 6),
        ("quacktion_costs", {"Adopt": {"Quacks": -1}}),
        ("urgent_most_against", "two"),
        ("urgent_most_against", True),
        ("fruits", ["Grapes"]),
        ("items", "Egg"),
        ("periods", {"One": "Sunday"}),
        ("boundary_order", "ponds, proposals"),
    ],
)
def test_what_is_shaped_otherwise_is_refused(name: str, value: Any) -> None:
    assert not Law.book.fits(name, value)
    with pytest.raises(ValueError, match="is not allowed; allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colours", {"Violet": {"most": 2}, "Pink": {"least": 3}}),
        ("quacktion_costs", {"Adopt": {"Quacks": 3}, "Hatch Egg": {}}),
        ("loot", {"1-20": "3d6 Grapes"}),
        ("fruits", {"Grapes": "Sweet.", "Pear": "Soft."}),
        ("styles", {"Hot": "The fed duck is warm."}),
        ("forbidden_names", ["Jeffery", "Bob"]),
        ("items", ["Egg", "Crown"]),
        ("disciple_names", ["Waddles"]),
    ],
)
def test_a_table_may_come_to_hold_other_rows(name: str, value: Any) -> None:
    assert Law.book.fits(name, value)
    assert not problem(name, value)
    check_value(name, value, PARAMETERS)


# --- codes

PROMISED = [
    *("not_player", "already_player", "unclear", "missing_parameter", "unknown_duck"),
    *("ambiguous_duck", "not_owner", "duck_incomplete", "already_fed", "own_duck"),
    *("not_players_duck", "bad_fruit", "bad_style", "lacks_items", "missing_items"),
    *("not_enough_quacks", "bad_amount", "bad_target", "royalty", "not_deity"),
    *("disciple_used", "on_mission", "not_on_mission", "iced", "too_early"),
    *("too_late", "already_attempted", "no_adjustment", "no_loot_due", "no_such_pond"),
    *("no_roll_due", "bad_name", "quacks_not_tradeable", "no_such_offer", "not_ownerless"),
    *("unaffordable", "bid_too_low", "bad_payment", "judge_exists", "not_judge"),
    *("own_request",),
]


def test_every_code_of_the_checklist_is_there_with_its_clause() -> None:
    assert list(REFUSALS) == [*PROMISED, "no_roll", "round_over"]
    assert set(NOTES) == {"edited_ignored", "retracted", "possible_reroll", "bot_check"}
    for code, (clause, sentence) in CODES.items():
        assert clause in CLAUSES, code
        assert re.fullmatch(r"[A-Z].*\.", sentence), code
