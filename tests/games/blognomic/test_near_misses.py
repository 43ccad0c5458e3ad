"""Lines that are nearly an action: refused with the nearest form that is known, and nothing changes."""

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.stories import gamestate
from tracker.core.gamestate import Gamestate

LINES = tomllib.loads((Path(__file__).parent / "near_misses.toml").read_text(encoding="utf-8"))["line"]
FIELDS = {"text", "said", "code", "refused", "is_far"}
FIRST = opening("Ada Date 18, Wood 9, HSR 1, SP 0", "Bo Date 3", "at The Beach: Ada")
NOON = "2019-09-20 12:00:00"


def logged(text: str, when: str = NOON) -> Gamestate:
    dice = "".join(f"\n2019-09-20 10:00:00 roll DICE{sides} 2" for sides in (4, 20))
    return gamestate(f'{FIRST}\n2019-09-20 10:00:00 Ada logs "{text}" as x1{dice}', when)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["text"])
def test_the_nearest_form_is_named(line: dict[str, Any]) -> None:
    assert set(line) <= FIELDS
    state = logged(line["text"])
    assert {each.code for each in state.refused} == {line.get("code", "UNCLEAR")}
    assert len(state.refused) == line.get("refused", 1)
    reasons = " | ".join(each.text for each in state.refused)
    assert line["said"] in reasons
    assert ("nearest form" not in reasons) or not line.get("is_far")
    assert state.events == ()
    assert state.values["values"] == logged("frobnicate").values["values"]


@pytest.mark.parametrize(
    ("text", "wood"), [("exert: gather", 11), ("bonfire 2; gather", 9), ("motivation Paranoia; gather", 11)]
)
def test_lines_that_are_understood_are_carried_out(text: str, wood: int) -> None:
    state = logged(text)
    assert state.refused == ()
    assert state.values["values"]["Ada"]["Wood"] == wood


def test_dice_with_their_result_are_told_to_be_no_action() -> None:
    state = logged("gather DICE4: 3", "2019-09-22 12:00:00")
    (unused,) = [each for each in state.findings if each.code == "ROLL_UNUSED"]
    assert "nearest form: gather" in unused.text


def test_a_long_line_of_talk_is_answered_at_once() -> None:
    talk = "gather wood, exert and " * 80
    began = time.process_time()
    assert {each.code for each in logged(talk).refused} == {"UNCLEAR"}
    assert time.process_time() - began < 2
