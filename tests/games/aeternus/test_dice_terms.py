"""What dice give: sums, none at all, and target numbers (AET-069 to AET-072)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tracker.games.aeternus.dice_terms import DiceTerm, dice_term, value_of

from tracker.errors import UsageError
from tracker.games.aeternus.checkers import value_of_dice
from tracker.mechanics.chat_readings import Unusable


@pytest.mark.parametrize(
    ("dice", "faces", "value"),
    [
        ("3d6", "4 1 6", 11),
        ("0d20", "", 0),
        ("5d6 4+", "4, 3, 6, 1, 4", 3),
        ("5d6, 4+", "4 3 6 1 4", 3),
        ("3D8 9+", "8 8 8", 0),
        ("3d8 1+", "1 8 2", 3),
        ("0d6 1+", "", 0),
    ],
)
def test_value_of_dice(dice: str, faces: str, value: int) -> None:
    assert value_of_dice(dice, faces).values["value"] == value


@pytest.mark.parametrize("dice", ["3d0", "5d64+", "d6", "-1d6", "3d6 +4", "3d6 4", "3.5d6", "", "3d6;4+"])
def test_what_is_no_dice_is_said_so(dice: str) -> None:
    if dice == "5d64+":
        assert isinstance(dice_term(dice), Unusable)
    with pytest.raises(UsageError, match="no dice"):
        value_of_dice(dice, "1 1 1")


@pytest.mark.parametrize("faces", ["7 1 1", "1 1", "0 1 1", "a b c", "1 1 1 1"])
def test_faces_that_cannot_fall_are_refused(faces: str) -> None:
    with pytest.raises(UsageError):
        value_of_dice("3d6", faces)


@given(st.lists(st.integers(1, 20), max_size=12))
def test_a_higher_target_never_counts_more(faces: list[int]) -> None:
    counts = [value_of(DiceTerm(len(faces), 20, target), faces) for target in range(1, 23)]
    assert counts[0] == len(faces)
    assert counts[-1] == 0
    assert all(one >= other for one, other in pairwise(counts))
