"""Dice of Aeternus: they fall as of their announcements, also where a tick comes late, one matter after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_chat_dice import DAY, codes, gamestate, rows
from tracker.core.gamestate import RollRequest
from tracker.errors import DiceError

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


def test_a_chain_of_dice_falls_in_one_tick(chat: ChatTracker) -> None:
    chat.say(3, "ana", "Scout North and Ashe, then traverse Mouth")
    chat.tick(10)
    seen = gamestate(chat)
    labels = [event["label"] for event in seen.events if event["event"] == "rolled"]
    assert len(rows(chat, "roll")) == len(labels)
    generated = [event["hex"] for event in seen.events if event["event"] == "hex_generated"]
    assert generated[:3] == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert labels.count("landmark") == labels.count("corrupt") == len(generated)
    assert [each["ap"] for each in seen.values["players"].values()] == [0, 2]
    assert seen.requests == ()


def test_the_rest_of_a_chain_that_was_announced_before_the_phase_ended_does_not_lapse(chat: ChatTracker) -> None:
    chat.tick(PHASE_II - 10)
    chat.say(PHASE_II - 2, "ana", "Scout North and Ashe")
    chat.tick(PHASE_II + 5)
    assert [event["event"] for event in gamestate(chat).events].count("hex_generated") == 2
    assert "RANDOM_MATTER_LAPSED" not in codes(chat)


def test_dice_that_cannot_be_drawn_hold_up_no_later_ones(chat: ChatTracker, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.tick(PHASE_II - 10)
    first = chat.say(PHASE_II - 2, "ana", "Forage")
    chat.say(PHASE_II + 1, "bob", "Forage")
    draw = type(chat.tracker.dice).roll

    def roll(dice: object, request: RollRequest) -> tuple[int, ...]:
        if first in request.key:
            raise DiceError("the key of that day is not there")
        return draw(dice, request)  # type: ignore[arg-type]

    monkeypatch.setattr(type(chat.tracker.dice), "roll", roll)
    chat.tick(PHASE_II + 5)
    assert "RANDOM_MATTER_LAPSED" in codes(chat)
    assert foraged(chat) == ["2021-08-05T00:01:00Z"]
    assert [first in request.key for request in gamestate(chat).requests] == [True]
    monkeypatch.undo()
    chat.tick(PHASE_II + 10)
    assert foraged(chat) == ["2021-08-04T23:58:00Z", "2021-08-05T00:01:00Z"]
