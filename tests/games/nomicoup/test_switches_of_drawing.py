"""Switches on which only what the tracker draws hangs, and no gamestate: from what shuffles follow, and while who plays."""

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import Gamestate
from tracker.games.nomicoup import GAME
from tracker.render.pages import render_regions

STORY = """
    2021-05-01 00:00:00 set {name} = "{value}"
    2021-05-01 00:00:01 set dice_operators = ["ana"]
    2021-05-01 01:00:00 ana in general e0: I request to become a player.
    2021-05-01 01:00:01 ben in general e1: I request to become a player.
    2021-05-01 01:10:00 ana in general w1: My word is duck.
    2021-05-01 02:00:00 ana in general s1: Start the game.
    2021-05-01 03:00:00 ana in general c1: I add myself to the Judge candidates.
    2021-05-01 03:00:01 ben in general c2: I add myself to the Judge candidates.
    2021-05-01 03:00:02 ben in general c3: Clarification: Is it?
"""


def state(name: str, value: str) -> Gamestate:
    return gamestates(GAME, told(STORY.format(name=name, value=value), "nomicoup"), ["2021-05-01T04:00:00Z"])[-1]


@pytest.mark.parametrize(
    ("value", "words"), [("the secret text and the players' words", ("duck",)), ("the secret text", ())]
)
def test_from_what_shuffles_follow(value: str, words: tuple[str, ...]) -> None:
    dealing = state("shuffles_follow_from", value).dealing
    assert dealing is not None
    assert [each.words for each in dealing.requests] == [words]


@pytest.mark.parametrize(
    ("value", "shown"), [("no", "no dice are drawn while one of them"), ("yes", "operators may play")]
)
def test_whether_dice_fall_while_an_operator_plays_is_shown(value: str, shown: str) -> None:
    found = render_regions(GAME.pages(state("operator_may_play", value), GAME.catalogue()))
    assert any(shown in region.text for region in found)
