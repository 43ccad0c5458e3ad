"""Smoothies as items: their names, what can be told from a name, and their descriptions."""

from itertools import combinations

import pytest
from tracker.games.ducks.smoothie import Smoothie, description, is_telling, smoothie_made, smoothie_of
from tracker.games.ducks.spoken import ItemNames

from tracker.core.instants import EPOCH
from tracker.games.ducks.law import Law

LAW = Law(EPOCH, {})
FRUITS, STYLES = LAW.fruits, tuple(LAW.value("styles"))
ITEMS = ItemNames(LAW.words("items"), FRUITS, STYLES)
EVERY = [smoothie_made(pair, style, FRUITS) for pair in combinations(FRUITS, 2) for style in ("", *STYLES)]


def test_there_is_one_item_for_each_two_fruits_and_style() -> None:
    assert len({each.name for each in EVERY}) == len(EVERY) == 45


@pytest.mark.parametrize(
    ("fruits", "style", "name"),
    [
        (("Mango Slice", "Grapes"), "Icy", "Icy Grapes-Mango Slice Smoothie"),
        (("Seeds", "Grapes"), "", "Grapes-Seeds Smoothie"),
        (("Ambrosia", "Blood Orange"), "Light", "Light Blood Orange-Ambrosia Smoothie"),
    ],
)
def test_the_usual_name_has_the_tables_order(fruits: tuple[str, str], style: str, name: str) -> None:
    assert smoothie_made(fruits, style, FRUITS).name == name


@pytest.mark.parametrize("smoothie", EVERY, ids=lambda each: each.name)
def test_a_usual_name_is_read_back(smoothie: Smoothie) -> None:
    assert smoothie_of(smoothie.name, FRUITS, STYLES) == smoothie
    assert ITEMS.item(smoothie.name.lower()) == smoothie.name
    assert ITEMS.item(f"{smoothie.name.lower()}s") == smoothie.name


@pytest.mark.parametrize(
    "item",
    [
        "Grapes",
        "Smoothie",
        "Grapes Smoothie",
        "Grapes-Grapes Smoothie",
        "Grapes-Butter Smoothie",
        "Seeds-Grapes Smoothie",
        "Spicy Grapes-Seeds Smoothie",
        "Grapes-Seeds",
    ],
)
def test_what_is_no_smoothie(item: str) -> None:
    assert smoothie_of(item, FRUITS, STYLES) is None


@pytest.mark.parametrize(
    "words",
    [
        "icy light grapes-seeds smoothie",
        "spicy grapes-seeds smoothie",
        "grapes-grapes smoothie",
        "grapes-seeds",
        "smoothie",
        "grapes-butter smoothie",
    ],
)
def test_words_that_mean_no_smoothie_that_there_is(words: str) -> None:
    assert ITEMS.item(words) == ""


@pytest.mark.parametrize(
    ("name", "is_accepted"),
    [
        ("Icy Grapes-Mango Slice Smoothie", True),
        ("icy mango slices with grape", True),
        ("The Icy One of Grapes and Mango Slice", True),
        ("Grango", False),
        ("Grapes and Mango Slice", False),
        ("Icy Grapes", False),
        ("Icy Light Grapes-Mango Slice", False),
        ("Icy Grapes, Mango Slice and Seeds", False),
        ("Icygrapesmango slice", False),
        ("", False),
    ],
)
def test_an_own_name_must_tell_the_fruits_and_the_style(name: str, is_accepted: bool) -> None:
    assert is_telling(name, Smoothie(("Grapes", "Mango Slice"), "Icy"), FRUITS, STYLES) is is_accepted


def test_an_own_name_without_a_style_must_not_name_one() -> None:
    assert is_telling("Grapes and Seeds", Smoothie(("Grapes", "Seeds")), FRUITS, STYLES)
    assert not is_telling("Icy Grapes and Seeds", Smoothie(("Grapes", "Seeds")), FRUITS, STYLES)


def test_a_description_combines_those_of_the_fruits_and_the_style() -> None:
    smoothie = Smoothie(("Grapes", "Seeds"), "Light")
    said = description(smoothie, LAW.value("fruits"), LAW.value("styles"), {"Seeds": "10 Seeds"}, smoothie.name)
    assert said == (
        "You may use Light Grapes-Seeds Smoothie to feed one of your own ducks instead of another's. "
        "You may do this even if you have already fed a duck this voting period. "
        "You may feed Light Grapes-Seeds Smoothie to a duck when feeding a duck. That duck gains 1 additional quack. "
        f"{LAW.value('styles')['Light']}"
    )


def test_a_description_takes_a_name_for_what_it_is() -> None:
    smoothie = Smoothie(("Grapes", "Ambrosia"))
    said = description(smoothie, LAW.value("fruits"), LAW.value("styles"), {}, r"\g<0> Grapes")
    assert said.startswith(r"You may use \g<0> Grapes to feed")
    assert said.endswith(LAW.value("fruits")["Ambrosia"])
