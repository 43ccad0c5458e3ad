"""What Fruits and Smoothies say that they do."""

import pytest
from tracker.games.ducks.smoothie import Smoothie

from tracker.core.instants import EPOCH
from tracker.games.ducks.fruit import description_of, ingredients, portion
from tracker.games.ducks.law import Law

USUAL = Law(EPOCH, {})


@pytest.mark.parametrize("item", USUAL.fruits)
def test_a_fruit_has_the_description_of_the_table(item: str) -> None:
    assert description_of(USUAL, item) == USUAL.value("fruits")[item]


@pytest.mark.parametrize("item", ["Egg", "God Egg", "Abundant Nothing", "", "Grapes-Grapes Smoothie"])
def test_what_is_no_fruit_has_none(item: str) -> None:
    assert description_of(USUAL, item) == ""


def test_a_smoothies_description_combines_those_of_its_fruits_under_its_own_name() -> None:
    assert description_of(USUAL, "Grapes-Seeds Smoothie") == (
        "You may use Grapes-Seeds Smoothie to feed one of your own ducks instead of another's. "
        "You may do this even if you have already fed a duck this voting period. "
        "You may feed Grapes-Seeds Smoothie to a duck when feeding a duck. That duck gains 1 additional quack."
    )


def test_a_style_adds_its_sentences() -> None:
    described = description_of(USUAL, "Icy Blood Orange-Ambrosia Smoothie")
    assert described.endswith(USUAL.value("styles")["Icy"])


def test_the_numbers_of_seeds_are_those_of_the_law() -> None:
    law = Law(EPOCH, {"seeds_per_feeding": 5})
    assert portion(law, "Seeds") == 5
    assert ingredients(law, Smoothie(("Seeds", "Mango Slice"))) == {"Seeds": 5, "Mango Slice": 1}
