"""A chat that cannot be read, or not all of it: nothing is concluded from silence, it is told once, and made good afterwards."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import status
from tracker.app.tick.health import STUCK_CODE, health
from tracker.app.tick.tick_report import TickReport
from tracker.core.instants import iso

MONDAY = 24 * 60


def stuck(chat: ChatTracker) -> list[tuple[str, str]]:
    found = health(chat.tracker, "operator")
    assert found["exit_code"] == (STUCK_CODE if found["stuck"] else 0)
    return [(each["why"], each["since"]) for each in found["stuck"]]


def ana(report: TickReport) -> Any:
    assert report.gamestate is not None
    return report.gamestate.values["players"]["100"]


def told(report: TickReport, code: str) -> list[str]:
    assert report.gamestate is not None
    return [found.text for found in report.gamestate.findings if found.code == code]


def test_a_channel_that_may_not_be_read_is_stuck_until_it_may(chat: ChatTracker) -> None:
    chat.discord.forbidden.add(chat.discord.chat.channel("proposals").id)
    report = chat.tick(10)
    assert [warning.code for warning in report.observed.warnings] == ["NO_PERMISSION"]
    ((why, since),) = stuck(chat)
    assert f"discord: #proposals cannot be read wholly (last read at {iso(at(5))})" in why
    assert "give the bot's role View Channel and Read Message History" in why
    assert since == iso(at(10))
    assert chat.tick(20).exit_code == 0
    assert stuck(chat) == [(why, since)]
    chat.discord.forbidden.clear()
    chat.tick(25)
    assert stuck(chat) == []


def test_a_server_that_hides_what_messages_say_cannot_be_read(chat: ChatTracker) -> None:
    chat.say(8, "bob", "I join the game")
    chat.discord.chat.is_content_shown = False
    for minute in (10, 15):
        report = chat.tick(minute)
        assert (report.outcome, report.exit_code) == ("withheld", 4)
        assert "turn on MESSAGE CONTENT INTENT" in str(report.errors[0])
    ((why, since),) = [each for each in stuck(chat) if "discord cannot be read" in each[0]]
    assert "turn on MESSAGE CONTENT INTENT" in why
    assert since == iso(at(10))
    chat.discord.chat.is_content_shown = True
    report = chat.tick(20)
    assert report.exit_code == 0
    assert stuck(chat) == []
    assert [event["event"] for event in report.gamestate.events] == ["player_joined"] * 2  # type: ignore[union-attr]


@pytest.mark.parametrize("fault", ["forbidden", "token refused"])
def test_what_was_due_while_nobody_could_read_waits_for_that(chat: ChatTracker, fault: str) -> None:
    chat.tick(MONDAY - 1)
    chat.say(MONDAY - 0.5, "ana", "I leave the game")
    if fault == "forbidden":
        chat.discord.forbidden.add(chat.discord.chat.channel("game-actions").id)
    else:
        chat.discord.spoil("channels", 401, None, 40)
    report = chat.tick(MONDAY + 0.1)
    assert ana(report)["chips"] == 0
    (why,) = told(report, "CHAT_UNREAD")
    assert f"since {iso(at(MONDAY - 1))}: what is due at {iso(at(MONDAY))} and later waits" in why
    assert status(chat.tracker, "operator")["unread"] == ["#game-actions" if fault == "forbidden" else "discord"]
    assert "chips_granted" not in [event["event"] for event in report.gamestate.events]  # type: ignore[union-attr]
    chat.discord.forbidden.clear()
    chat.discord.spoiled.clear()
    report = chat.tick(MONDAY + 10)
    assert (ana(report)["player"], ana(report)["chips"], told(report, "CHAT_UNREAD")) == (False, 0, [])
    assert status(chat.tracker, "operator")["unread"] == []


def test_a_chat_that_was_never_wholly_read_decides_nothing(tmp_path: Path) -> None:
    with chat_tracker(tmp_path) as other:
        other.say(2, "ana", "I join the game")
        other.discord.forbidden.add(other.discord.chat.channel("proposals").id)
        report = other.tick(MONDAY + 5)
        assert ana(report)["chips"] == 0
        assert len(told(report, "CHAT_UNREAD")) == 1
        assert len(stuck(other)) == 1
        other.discord.forbidden.clear()
        assert ana(other.tick(MONDAY + 10))["chips"] == 100
        assert stuck(other) == []
