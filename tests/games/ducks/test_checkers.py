"""The commands that Ducks adds: names of ducks and Smoothies, checked before anybody announces them."""

import pytest
from tracker.games.ducks.checkers import check_name, describe_smoothie

from tracker.errors import UsageError
from tracker.games.ducks.quacktions import SMOOTHIE


@pytest.mark.parametrize(
    ("name", "allowed", "clause"),
    [
        ("Fern", True, None),
        ("  Fern  ", True, None),
        ("x" * 140, True, None),
        ("x" * 141, False, "DUCK-058"),
        ("", False, "DUCK-058"),
        ("Jeffery", False, "DUCK-060"),
        ("jeffery", True, None),
        ("🦆{{!}}", True, None),
    ],
)
def test_a_name_is_checked_by_the_criteria_that_need_no_round(name: str, allowed: bool, clause: str | None) -> None:
    found = check_name(name)
    assert (found.values["allowed"], found.values.get("clause")) == (allowed, clause)
    assert any("DUCK-0" in line for line in found.lines)


def test_a_smoothie_is_told_with_its_name_cost_and_description() -> None:
    found = describe_smoothie("Mango Slice and 10 Seeds, style Icy")
    assert found.values["name"] == f"Icy Seeds-Mango Slice {SMOOTHIE.removeprefix('Make ')}"
    assert found.values["costs"] == {"Quacks": 5, "Seeds": 10, "Mango Slice": 1}
    assert "the duck is becomes uncolored" in found.values["description"]
    assert "3 additional quacks" in found.values["description"]
    assert found.lines[1] == "costs: 5 Quacks, 10 Seeds, 1 Mango Slice"


def test_a_name_of_ones_own_that_does_not_tell_is_said_to_be_doubtful() -> None:
    found = describe_smoothie('Grapes and Ambrosia, named "Foo"')
    assert found.values["name"] == "Grapes-Ambrosia Smoothie"
    assert "people are asked" in found.lines[-1]
    assert describe_smoothie('Grapes and Ambrosia, named "Grapes of Ambrosia"').values["name"] == "Grapes of Ambrosia"


@pytest.mark.parametrize(
    "smoothie",
    [
        "",
        "Grapes",
        "Grapes and Grapes",
        "Grapes and bread",
        "Grapes and Ambrosia, style Hot",
        "Grapes and 3 Seeds",
        "x\ny",
        "if I may",
    ],
)
def test_what_tells_no_smoothie_is_refused_with_an_example(smoothie: str) -> None:
    with pytest.raises(UsageError) as caught:
        describe_smoothie(smoothie)
    assert "Grapes" in caught.value.remedy
