"""A chat of which exported files are all that is read: how old the newest of each channel is, and what waits for newer ones."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import SetClock, create_pages, wired
from tests.contracts.chat_world import START, ChatWorld, at
from tests.sources.chat.exporter import write
from tracker.app.asking.inquiry import status
from tracker.app.tick.health import STUCK_CODE
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.bootstrap import chat_checks, chats
from tracker.core.instants import iso
from tracker.errors import ConfigError
from tracker.games.registry import game
from tracker.sources.chat.export import ChatExportSource

HOUR, DAY = 60, 24 * 60
Told = Callable[[float], dict[str, Any]]


@pytest.fixture
def world() -> ChatWorld:
    made = ChatWorld()
    made.post(1, "ana", "I join the game")
    made.chat.channel("off-topic")
    return made


def told_of(folder: Path, *lines: str, channels: Sequence[str] = ("game-actions", "proposals")) -> tuple[Wired, Told]:
    """A tracker of Round 10 that reads files alone, and what its status says at a minute after the start, once it has ticked."""
    needed = ["channels =", *(f"    {name}" for name in channels)]
    text = "\n".join(["[game]", "slug = round10", "[chat_export]", "files = *.json", *needed, *lines])
    clock = SetClock(START)
    made = wired(folder, text, clock=clock)
    files = [source for source in chats(made.settings, clock) if isinstance(source, ChatExportSource)]
    made = replace(made, game=game("round10"), sources=tuple(files))
    create_pages(made)

    def told(minute: float) -> dict[str, Any]:
        clock.instant = at(minute)
        tick(made)
        return status(made, "operator")

    return made, told


def waiting(found: dict[str, Any]) -> list[str]:
    """Since when what is due waits, as the chat is not wholly read."""
    return [each["text"].partition("due at ")[2][:20] for each in found["findings"] if each["code"] == "CHAT_UNREAD"]


def test_the_age_of_each_channels_newest_export_is_told(world: ChatWorld, tmp_path: Path) -> None:
    _, told = told_of(tmp_path)
    write(world.chat, tmp_path, at(5))
    found = told(3 * HOUR)
    ages = {each["channel"]: (each["up_to"], each["hours"]) for each in found["exports"]}
    assert ages == dict.fromkeys(("game-actions", "proposals"), ("2021-08-01T00:05:00Z", 2))
    assert (found["warnings"], found["stuck"], found["exit_code"]) == ([], [], 0)


def test_old_files_are_warned_of_and_stop_nothing_while_nothing_is_due(world: ChatWorld, tmp_path: Path) -> None:
    _, told = told_of(tmp_path, "stale_hours = 2")
    write(world.chat, tmp_path, at(5))
    assert told(2 * HOUR)["warnings"] == []
    found = told(3 * HOUR)
    assert {(each["code"], each["place"]) for each in found["warnings"]} == {
        ("EXPORT_OLD", "#game-actions"),
        ("EXPORT_OLD", "#proposals"),
    }
    assert "(2 hours ago)" in found["warnings"][0]["text"]
    assert (found["stuck"], found["exit_code"]) == ([], 0)


def test_what_is_due_waits_for_newer_files_and_is_stuck_once_they_are_too_old(world: ChatWorld, tmp_path: Path) -> None:
    _, told = told_of(tmp_path)
    write(world.chat, tmp_path, at(5))
    found = told(DAY + HOUR)
    assert waiting(found) == [iso(at(DAY))], "the chips of Monday"
    assert (found["warnings"], found["exit_code"]) == ([], 0), "a file of each night is no fault"
    found = told(DAY + 3 * HOUR)
    assert found["exit_code"] == STUCK_CODE
    assert {(each["what"], each["since"]) for each in found["stuck"]} == {
        ("what is due waits for newer exports", "2021-08-01T00:05:00Z")
    }
    write(world.chat, tmp_path, at(DAY + 3 * HOUR + 5))
    found = told(DAY + 3 * HOUR + 10)
    assert (found["warnings"], found["stuck"], found["exit_code"]) == ([], [], 0)


def test_a_channel_of_the_game_that_no_file_tells_of_keeps_waiting_what_is_due(
    world: ChatWorld, tmp_path: Path
) -> None:
    made, told = told_of(tmp_path, channels=())
    for name in ("auctions", "judge-elections"):
        world.chat.channel(name)
    write(world.chat, tmp_path, at(2 * DAY))
    (left_out,) = [file for file in tmp_path.glob("*.json") if "judge-elections" in file.read_text()]
    left_out.unlink()
    found = told(2 * DAY + 1)
    assert (waiting(found), found["exit_code"]) == ([iso(at(DAY))], STUCK_CODE), "the chips of Monday"
    why = "#judge-elections: no exported file tells of #judge-elections, so nothing follows from what nobody said there"
    assert [(each["why"].startswith(why), each["since"]) for each in found["stuck"]] == [(True, "")]
    assert [(each["code"], each["place"]) for each in found["warnings"]] == [("EXPORT_MISSING", "#judge-elections")]
    with pytest.raises(ConfigError, match="4 exported files can be read; no exported file tells of #judge-elections"):
        chat_checks(made.settings, made.clock)["chat export"]()
    write(world.chat, tmp_path, at(2 * DAY))
    found = told(2 * DAY + 10)
    assert (waiting(found), found["warnings"], found["exit_code"]) == ([], [], 0)


def test_of_a_chat_whose_channels_are_read_live_no_file_need_tell(world: ChatWorld, tmp_path: Path) -> None:
    discord = ("[discord]", "guild = 123456789012345678", "token_file = token", "channels = proposals")
    (tmp_path / "token").write_text("a token")
    (tmp_path / "token").chmod(0o600)
    made, _ = told_of(tmp_path, *discord, channels=("judge-elections",))
    write(world.chat, tmp_path, at(5))
    assert chat_checks(made.settings, made.clock)["chat export"]() == "3 exported files can be read"
    tick(made)
    assert [each["code"] for each in status(made, "operator")["warnings"]] == []


def test_files_beside_discord_may_be_old(world: ChatWorld, tmp_path: Path) -> None:
    discord = ("[discord]", "guild = 123456789012345678", "token_file = token", "channels = proposals")
    (tmp_path / "token").write_text("a token")
    (tmp_path / "token").chmod(0o600)
    made, told = told_of(tmp_path, "stale_hours = 1", *discord)
    write(world.chat, tmp_path, at(5))
    found = told(9 * HOUR)
    assert [each["hours"] for each in found["exports"]] == [8, 8]
    assert (found["warnings"], found["exit_code"]) == ([], 0)
    assert made.settings.discord.is_on


def test_the_check_tells_the_ages_and_warns_without_an_error(world: ChatWorld, tmp_path: Path) -> None:
    made, _ = told_of(tmp_path, "stale_hours = 26")
    write(world.chat, tmp_path, at(5))
    clock = SetClock(at(3 * HOUR))
    look = chat_checks(made.settings, clock)["chat export"]
    assert look() == (
        "3 exported files can be read; "
        "#game-actions: the newest export tells up to 2021-08-01T00:05:00Z (2 hours ago); "
        "#proposals: the newest export tells up to 2021-08-01T00:05:00Z (2 hours ago)"
    )
    clock.instant = at(3 * DAY)
    assert "(2 days ago); WARNING: more than 26 hours old: #game-actions, #proposals" in look()
    for file in tmp_path.glob("*.json"):
        told = json.loads(file.read_text())
        file.write_text(json.dumps({**told, "dateRange": {"after": None, "before": "2021-08-01T00:04:00Z"}}))
    assert "up to 2021-08-01T00:04:00Z" in look(), "an export of days past tells nothing of those after"
