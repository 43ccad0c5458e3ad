"""Dice commands are read as people write them, and nothing that they write can flood us."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.dice.dice_grammar import DiceCommand, read_dice

FRUIT = ("Lemon", "Orange", "Kiwi", "Grape", "Cherry", "Tangelo")
COLOURS = ("White", "Red", "Black")
TABLES = {"FRUIT": FRUIT, "COLOUR": COLOURS, "COLOR": COLOURS}
PIECES = (
    *(
        "DICE",
        "dice",
        "d",
        "D",
        "FRUIT",
        "COLOUR",
        "COLOR",
        "0",
        "1",
        "6",
        "20",
        "9" * 25,
        "9" * 5000,
        "-",
        "+",
        ",",
        " ",
    ),
    *("\n", ".", "4+", "3d6", "DICE20", "\u0663", "é", "\ud83d", "{{", "''", "\0"),
)


def only(text: str, most: int = 100) -> DiceCommand:
    (command,) = read_dice(text, TABLES, most)
    return command


@pytest.mark.parametrize(
    ("text", "token", "count", "sides", "purpose"),
    [
        ("DICE20 search", "DICE20", 1, 20, "search"),
        ("DICE20", "DICE20", 1, 20, ""),
        ("dice4 gather wood", "dice4", 1, 4, "gather wood"),
        ("3DICE6 plants", "3DICE6", 3, 6, "plants"),
        ("* gather wood: DICE4 --[[User:Ada]]", "DICE4", 1, 4, "gather wood: --[[User:Ada]]"),
        ("DICE006, why not", "DICE006", 1, 6, "why not"),
        ("d20", "d20", 1, 20, ""),
        ("2d6 forage.", "2d6", 2, 6, "forage"),
        ("I roll 4D6 for seeds", "4D6", 4, 6, "I roll for seeds"),
        ("FRUIT for lunch", "FRUIT", 1, 6, "for lunch"),
        ("COLOUR", "COLOUR", 1, 3, ""),
        ("COLOR of the sail", "COLOR", 1, 3, "of the sail"),
        ("(DICE6)", "DICE6", 1, 6, ""),
    ],
)
def test_commands_as_people_write_them(text: str, token: str, count: int, sides: int, purpose: str) -> None:
    command = only(text)
    assert (command.token, command.count, command.sides, command.purpose) == (token, count, sides, purpose)
    assert command.is_rolled
    assert (command.fault, command.target) == ("", None)


@pytest.mark.parametrize(
    "text",
    [
        *("", "gather wood", "DICE", "DICES", "XDICE6", "a dice roll of 6", "fruit", "Colour of 3"),
        *("the 3rd 2day", "2019-10-03", "DICE 20", "d", "Q1d6", "DICE\u0663", "e3d6", "1.5d6"),
    ],
)
def test_other_words_are_no_commands(text: str) -> None:
    assert read_dice(text, TABLES, 100) == []


@pytest.mark.parametrize("text", ["5d6 4+", "5d6, 4+", "5d6 ,4+", "5d6  4+"])
def test_target_after_a_separator(text: str) -> None:
    command = only(f"{text} attack")
    assert (command.count, command.sides, command.target, command.purpose) == (5, 6, 4, "attack")
    assert command.value((4, 3, 6, 1, 4)) == 3
    assert command.shown((4, 3, 6, 1, 4)) == f"{text}: 4, 3, 6, 1, 4 (3)"


@pytest.mark.parametrize(("text", "wanted"), [("3d8 9+", 0), ("3d8 1+", 3), ("3d8 0+", 3), (f"3d8 {'9' * 6000}+", 0)])
def test_target_beyond_the_die(text: str, wanted: int) -> None:
    assert only(text).value((8, 1, 4)) == wanted


@pytest.mark.parametrize("text", ["5d64+", "2d6+3", "FRUITS", "DICE6x", "2d6-1", "DICE6.5", "DICE6/2"])
def test_command_with_something_stuck_to_it_is_unclear(text: str) -> None:
    command = only(text)
    assert (command.fault, command.is_rolled, command.token) == ("UNCLEAR", False, text)
    assert text in command.why


@pytest.mark.parametrize("text", ["DICE0", "DICE-3", "3DICE0", "0DICE6", "DICE000", "0d20"])
def test_dice_without_sides_or_number_give_0_without_a_roll(text: str) -> None:
    command = only(f"{text} story")
    assert (command.is_rolled, command.fault, command.value(()), command.shown(())) == (False, "", 0, f"{text}: 0")


@pytest.mark.parametrize("text", ["3d0", "2d-6"])
def test_ndk_needs_a_side(text: str) -> None:
    assert only(text).fault == "UNCLEAR"


def test_number_of_sides_has_21_digits_at_most() -> None:
    assert only(f"DICE{10**20}").sides == 10**20
    for text in (f"DICE{10**21}", f"2d{10**21}", f"DICE{'9' * 10_000}"):
        command = only(text)
        assert (command.fault, command.is_rolled) == ("DIE_TOO_LARGE", False)
        assert "22 digits or more" in command.why
        assert len(command.why) < 150
    assert only(f"DICE{'0' * 30}6").sides == 6


def test_number_of_dice_is_capped() -> None:
    assert only("100DICE6").count == 100
    for text in ("101DICE6", "101d6", f"{'9' * 10_000}d6"):
        assert only(text).fault == "TOO_MANY_DICE"
    assert only("5DICE6", most=4).why == "5DICE6: more than 4 dice in one line are not rolled"


def test_cap_is_for_the_whole_line_and_reading_stops_there() -> None:
    commands = read_dice("60DICE6 40d6 DICE4 DICE4 DICE4\nDICE8", TABLES, 100)
    assert [(each.token, each.fault, each.line) for each in commands] == [
        ("60DICE6", "", 0),
        ("40d6", "", 0),
        ("DICE4", "TOO_MANY_DICE", 0),
        ("DICE8", "", 1),
    ]


def test_several_commands_share_the_purpose_of_their_line() -> None:
    commands = read_dice("DICE6 and FRUIT for the raft\n\nDICE2 hat", TABLES, 100)
    assert [(each.token, each.purpose, each.line) for each in commands] == [
        ("DICE6", "and for the raft", 0),
        ("FRUIT", "and for the raft", 0),
        ("DICE2", "hat", 2),
    ]


def test_results_as_people_read_them() -> None:
    assert only("DICE4").shown((3,)) == "DICE4: 3"
    assert only("3DICE6").shown((2, 6, 1)) == "3DICE6: 2, 6, 1 (9)"
    assert (only("FRUIT").value((3,)), only("FRUIT").shown((3,))) == ("Kiwi", "FRUIT: Kiwi")
    assert only("1d6 5+").shown((6,)) == "1d6 5+: 6 (1)"


def test_tables_are_the_games_own() -> None:
    assert read_dice("FRUIT", {}, 100) == []
    (command,) = read_dice("FRUIT", {"FRUIT": ["Melon"]}, 100)
    assert (command.sides, command.value((1,))) == (1, "Melon")
    (empty,) = read_dice("FRUIT", {"FRUIT": []}, 100)
    assert (empty.is_rolled, empty.value(())) == (False, 0)


def test_500_dice_lines_are_500_commands() -> None:
    commands = read_dice("\n".join(f"* DICE6 number {number}" for number in range(500)), TABLES, 100)
    assert [command.line for command in commands] == list(range(500))


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.integers(0, 20))
def test_no_text_raises_or_goes_beyond_the_caps(text: str, most: int) -> None:
    commands = read_dice(text, TABLES, most)
    for line in {command.line for command in commands}:
        here = [command for command in commands if command.line == line]
        assert sum(command.count for command in here) <= most
        assert len(here) <= most + 1
    for command in commands:
        assert command.sides < 10**21
        assert len(command.why) < 150
        assert command.value((1,) * command.count) is not None
        assert not command.fault or command.why


@given(st.text(max_size=200))
def test_no_text_at_all_raises(text: str) -> None:
    for command in read_dice(text, TABLES, 5):
        assert re.search("(?i)dice|d|FRUIT|COLO", command.token)


def test_long_lines_are_read_in_a_moment() -> None:
    for text in (
        "d" * 200_000,
        "9" * 200_000,
        "9d" * 100_000,
        "DICE6-" * 50_000,
        "d6 ," * 60_000,
        "d6" + " " * 200_000,
    ):
        assert len(read_dice(text, TABLES, 100)) <= 101
