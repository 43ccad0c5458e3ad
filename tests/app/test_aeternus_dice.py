"""Dice of Aeternus: they fall as of their announcements, also where a tick comes late, one matter after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_chat_dice import DAY, codes, gamestate, rows

PHASE_II = 4 * DAY
"""When the first Phase II begins, in minutes after Sunday."""


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    with chat_tracker(tmp_path, slug="aeternus") as made:
        made.tick(0.5)
        made.say(1, "ana", "I join the game")
        made.say(2, "bob", "I join the game")
        yield made


def foraged(chat: ChatTracker) -> list[str]:
    return [str(event["at"]) for event in gamestate(chat).events if event["event"] == "foraged"]


def test_a_tick_after_the_phase_lets_nothing_lapse_that_was_announced_in_it(chat: ChatTracker) -> None:
    chat.tick(PHASE_II - 10)
    chat.say(PHASE_II - 2, "ana", "Forage")
    report = chat.tick(PHASE_II + 5)
    assert report.exit_code == 0
    assert foraged(chat) == ["2021-08-04T23:58:00Z"]
    assert "RANDOM_MATTER_LAPSED" not in codes(chat)
    assert len(rows(chat, "roll")) == 1


def test_announcements_of_one_tick_are_rolled_for_one_after_the_other(chat: ChatTracker) -> None:
    chat.say(3, "ana", "Forage")
    chat.say(4, "ana", "Forage")
    chat.say(5, "bob", "Forage")
    chat.tick(10)
    assert len(foraged(chat)) == len(rows(chat, "roll")) == 3
    assert gamestate(chat).refused == ()
    assert not {"ROLL_UNUSED", "RANDOM_MATTER_LAPSED"} & set(codes(chat))
    chat.tick(15)
    assert len(rows(chat, "roll")) == 3
