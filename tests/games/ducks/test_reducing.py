"""What a setting may be, and which tables and numbers a proposal may concern."""

from typing import Any

import pytest

from tracker.core.instants import parse_instant
from tracker.games.ducks import GAME
from tracker.games.ducks.law import Law
from tracker.mechanics.concerned_parameters import concerned


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("feeding_dice", "six"),
        ("old_one_dice", "0d4"),
        ("periods", {"One": ["Sunday"], "Two": ["Sunday"]}),
        ("loot", {"1-4": "2d6 Seeds", "4-20": "1 Grapes"}),
        ("colours", {"Red": {"least": 1}, "Blue": {"most": 1}}),
        ("duck_god_weekday", "Someday"),
        ("default_proposal_class", "super"),
    ],
)
def test_a_setting_of_the_right_sort_may_be_of_no_use(name: str, value: Any) -> None:
    assert GAME.setting_problem(name, value)
    assert not GAME.setting_problem(name, GAME.parameters[name].values[0].value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The Duck God loses at 13.", ()),
        ("Urgent voting takes 36 hours.", ("urgent_voting_hours",)),
        ("The feeding dice are 1d8.", ("feeding_dice",)),
        ("Ducks may be called Jeffery.", ("forbidden_names",)),
        ("Red ducks begin at 8.", ("colours",)),
        ("A new style, Fizzy, is added.", ("styles",)),
        ("Players greet one another, and none of them bows.", ()),
        ("Each player gains 3 Seeds.", ("items", "fruits")),
    ],
)
def test_which_tables_and_numbers_a_text_concerns(text: str, names: tuple[str, ...]) -> None:
    assert concerned(Law(parse_instant("2021-03-08T00:00:00Z"), {}), text) == names
