"""Warnings of a chat's looks: told by status as long as they stand, and gone as soon as a look shows that they are mended."""

import json
from dataclasses import replace
from pathlib import Path

from tests.app.chat_tracker import ChatTracker
from tests.contracts.chat_world import GUILD, at
from tests.sources.chat.fake_discord import MEMBERS
from tracker.app.asking.inquiry import status
from tracker.app.tick.health import STUCK_CODE, health
from tracker.app.tick.tick import tick
from tracker.sources.chat.export import ChatExportSource

EMPTY = json.dumps(
    {"guild": {"id": GUILD}, "channel": {"id": "5", "name": "general", "type": "GuildTextChat"}, "messages": []}
)


def warned(chat: ChatTracker) -> set[tuple[str, str]]:
    return {(each["code"], each["place"]) for each in status(chat.tracker, "operator")["warnings"]}


def test_a_permission_that_is_given_back(chat: ChatTracker) -> None:
    channel = chat.discord.chat.channel("game-actions").id
    chat.discord.forbidden.add(channel)
    chat.tick(10)
    assert warned(chat) == {("NO_PERMISSION", "#game-actions")}
    chat.tick(20)
    assert warned(chat) == {("NO_PERMISSION", "#game-actions")}
    chat.discord.forbidden.clear()
    chat.tick(30)
    assert warned(chat) == set()


def test_the_switch_for_contents_that_is_turned_on(chat: ChatTracker) -> None:
    chat.discord.chat.is_content_shown = False
    chat.say(9, "bob", "I join the game")
    chat.tick(10)
    assert ("CONTENT_OFF", "#game-actions") in warned(chat)
    chat.discord.chat.is_content_shown = True
    chat.tick(20)
    assert warned(chat) == set()


def test_the_switch_for_members_that_is_turned_on(chat: ChatTracker) -> None:
    chat.discord.flags &= ~MEMBERS
    chat.tick(120)
    assert warned(chat) == {("MEMBERS_OFF", "members")}
    chat.discord.flags |= MEMBERS
    chat.tick(60 * 26)
    assert warned(chat) == set()


def test_the_switch_for_members_that_is_turned_off_is_a_fault_until_it_is_on_again(chat: ChatTracker) -> None:
    chat.discord.flags &= ~MEMBERS
    for minute in (120, 130, 300):
        chat.tick(minute)
    found = health(chat.tracker, "operator")
    assert found["exit_code"] == STUCK_CODE
    assert any("SERVER MEMBERS INTENT" in thing["why"] for thing in found["stuck"])
    chat.discord.flags |= MEMBERS
    chat.tick(370)
    assert warned(chat) == set()
    assert health(chat.tracker, "operator")["exit_code"] == 0


def test_a_file_that_is_written_anew(chat: ChatTracker, tmp_path: Path) -> None:
    exports = ChatExportSource(tmp_path, ["general.json"])
    told = []
    for minute, content in ((10, None), (20, "{"), (30, EMPTY)):
        if content is not None:
            (tmp_path / "general.json").write_text(content)
        chat.clock.instant = at(minute)
        chat.tracker = replace(chat.made(chat.archive), sources=(exports,))
        tick(chat.tracker)
        told.append(warned(chat))
    place = str(tmp_path / "general.json")
    assert told == [{("NO_EXPORT", place)}, {("EXPORT_BROKEN", place)}, set()]
