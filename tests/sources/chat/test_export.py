"""Exported chats: the contract of chats, and what is particular to files."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.chat_contract import ChatContract, picked
from tests.contracts.chat_world import ChatWorld, at, span
from tests.sources.chat.exporter import export, write
from tracker.core.instants import TICKLE
from tracker.core.observation import ObservationBatch
from tracker.core.ports import Source
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.sources.chat.cursor import ExportCursor
from tracker.sources.chat.export import BATCH, ChatExportSource


class ExportWorld(ChatWorld):
    """A chat that is exported before each look, and nothing but the files is read."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.patterns = ["*.json"]
        self.zone = 0.0
        self.is_exported = True
        self.channels: tuple[str, ...] = ()

    def source(self) -> Source:
        if self.is_exported:
            write(self.chat, self.folder, self.clock.now(), self.zone)
        return ChatExportSource(self.folder, self.patterns, channels=self.channels, known=self.known_accounts)

    def file(self, name: str, content: dict[str, Any] | str | bytes) -> Path:
        path = self.folder / name
        told = json.dumps(content) if isinstance(content, dict) else content
        path.write_bytes(told.encode() if isinstance(told, str) else told)
        os.utime(path, (at(1000).timestamp(), at(1000).timestamp()))
        return path


@pytest.fixture
def world(tmp_path: Path) -> ExportWorld:
    return ExportWorld(tmp_path)


class TestExport(ChatContract):
    source = "chat_export"

    @pytest.fixture
    def world(self, tmp_path: Path) -> ChatWorld:
        return ExportWorld(tmp_path)


def only(world: ExportWorld) -> dict[str, Any]:
    """The export of the one channel that counts, and nothing else is written by itself."""
    world.is_exported = False
    return export(world.chat, world.chat.channel("game-actions"), at(900))


def test_what_is_not_in_a_file_is_not_said_to_be_deleted(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I join the game")
    world.look(5)
    world.delete(id)
    assert world.look(15) == []


def test_another_zone_is_the_same_instant(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I join")
    world.edit(2, id, "I join the game")
    world.zone = 5.5
    first, edited = world.look(5)
    assert (first.at, edited.at) == (at(1), at(2))


def test_instants_without_a_zone_are_told_by_the_ids(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I join")
    world.edit(2, id, "I join the game")
    told = only(world)
    for name in ("timestamp", "timestampEdited"):
        shown = world.chat.find(id).at if name == "timestamp" else world.chat.find(id).edited_at
        assert shown is not None
        told["messages"][0][name] = (shown.replace(tzinfo=None, hour=shown.hour + 2)).isoformat()
    world.file("old.json", told)
    first, edited = world.look(1001)
    assert (first.at, edited.at) == (at(1), at(2))


def test_unchanged_files_are_not_read_again(world: ExportWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world.post(1, "ana", "I join the game")
    world.file("a.json", only(world))
    world.look(1001)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("an unchanged file was read"))
    assert world.look(1010) == []
    assert world.is_complete


def test_a_file_grown_by_messages_tells_those(world: ExportWorld) -> None:
    world.post(1, "ana", "one")
    world.look(5)
    world.post(6, "bob", "two")
    assert picked(world.look(15), "text") == [("message", "two")]


def test_many_messages_come_in_batches_and_an_interrupted_reading_doubles_nothing(world: ExportWorld) -> None:
    for number in range(BATCH + 20):
        world.post(number / 10, "ana", f"message {number}")
    world.file("a.json", only(world))
    assert len(world.look(1001, stop=lambda batches: batches == 1)) == BATCH
    assert len(world.look(1010)) == 20
    assert len(world.rows("message")) == len({row.id for row in world.rows("message")}) == BATCH + 20


def test_the_user_name_is_told_beside_the_name_shown_here(world: ExportWorld) -> None:
    world.chat.people["ana"].nick = "Ana the Great"
    world.post(1, "ana", "hello")
    world.post(2, "bob", "hello")
    world.file("a.json", only(world))
    assert [(row.payload["name"], row.payload.get("also")) for row in world.look(1001)] == [
        ("Ana the Great", ["ana"]),
        ("bob", None),
    ]


def test_whom_a_message_mentions_is_named_just_before_it_where_the_game_knows_them(world: ExportWorld) -> None:
    world.known = ("cleo",)
    world.chat.people["cleo"].nick = "Cleo the Great"
    world.post(1, "ana", "I give 5 chips to @Cleo the Great and @bob")
    world.post(2, "ana", "again: @Cleo the Great")
    world.post(1.5, "bob", "@Cleo the Great?", channel="proposals")
    rows = [row for row in world.look(5) if row.kind == "member_named"]
    assert [(row.payload, row.at) for row in rows] == [
        ({"user": "102", "name": "Cleo the Great", "also": ["cleo"]}, at(1) - TICKLE)
    ]
    world.chat.people["cleo"].nick = "Cleopatra"
    world.post(6, "bob", "@Cleopatra?")
    named, said = world.look(10)
    assert (named.payload["name"], named.at, said.at) == ("Cleopatra", at(6) - TICKLE, at(6))


def test_a_mention_in_a_file_read_later_is_named_although_it_came_first(world: ExportWorld) -> None:
    world.known = ("cleo",)
    world.post(1, "bob", "@cleo?", channel="proposals")
    world.post(2, "ana", "@cleo!")
    assert [row.at for row in world.look(5) if row.kind == "member_named"] == [at(2) - TICKLE, at(1) - TICKLE]


def test_a_message_twice_in_a_file_counts_as_edited_last(world: ExportWorld) -> None:
    id = world.post(1, "ana", "old")
    world.react(id, "bob")
    told = only(world)
    again = {**told["messages"][0], "content": "new", "timestampEdited": at(3).isoformat()}
    again["reactions"] = [{**again["reactions"][0], "users": [{"id": "102", "name": "cleo", "isBot": False}]}]
    told["messages"] = [again, told["messages"][0]]
    world.file("a.json", told)
    world.file("b.json", {**told, "messages": [again]})
    rows = world.look(1001)
    assert [(row.kind, row.payload.get("text")) for row in rows[:2]] == [("message", "new"), ("message_edited", "new")]
    assert sorted(row.payload["user"] for row in rows[2:]) == ["101", "102"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"guild": {}, "channel": {"name": "a"}, "messages": [{"id": "1",', "line 1, column"),
        ("[]", "no list of messages"),
        ('{"messages": []}', "of which channel"),
        ('{"messages": {}, "channel": {"name": "a"}}', "no list of messages"),
        (b"\xff\xfe", "byte 1 is not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"n": ' + "9" * 5000 + "}", "too long"),
    ],
)
def test_a_broken_file_is_named_and_the_others_go_on(world: ExportWorld, content: str | bytes, told: str) -> None:
    world.post(1, "ana", "I join the game")
    world.file("b.json", only(world))
    world.file("a.json", content)
    assert picked(world.look(1001), "text") == [("message", "I join the game")]
    (warning,) = world.warnings
    assert warning.code == "EXPORT_BROKEN"
    assert warning.place.endswith("a.json")
    assert told in warning.text
    assert not world.is_complete
    assert world.look(1010) == []
    assert [warning.code for warning in world.warnings] == ["EXPORT_BROKEN"]


def test_a_file_mended_is_read(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    told = json.dumps(only(world))
    world.file("a.json", told[: len(told) // 2])
    assert world.look(1001) == []
    world.file("a.json", told)
    assert len(world.look(1010)) == 1
    assert world.codes() == set()


@pytest.mark.parametrize("bad", [None, {"id": ""}, {"id": "x", "timestamp": "yesterday"}, {"id": 5}, []])
def test_a_message_that_cannot_be_read_is_left_out(world: ExportWorld, bad: object) -> None:
    world.post(1, "ana", "I join the game")
    told = only(world)
    told["messages"].insert(0, bad)
    world.file("a.json", told)
    assert len(world.look(1001)) == 1
    assert world.codes() == {"UNREADABLE_MESSAGE"}
    assert "message 1" in world.warnings[0].text


def test_odd_fields_do_not_matter(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    told = only(world)
    odd = {"content": 5, "author": None, "reactions": [3, {"emoji": None}, {"emoji": {"name": "x"}, "users": [1, {}]}]}
    told["messages"][0] |= odd | {"timestampEdited": "soon", "reference": 7, "type": "Reply"}
    world.file("a.json", told)
    assert picked(world.look(1001), "author", "text") == [("message", "unknown", "")]


def test_an_export_without_contents_is_not_taken(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    world.chat.is_content_shown = False
    assert world.look(5) == []
    assert world.codes() == {"EXPORT_EMPTY"}
    assert "MESSAGE CONTENT INTENT" in world.warnings[0].text
    world.chat.is_content_shown = True
    assert len(world.look(15)) == 1


def test_an_old_export_does_not_say_who_reacted(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I propose")
    world.react(id, "bob")
    told = only(world)
    del told["messages"][0]["reactions"][0]["users"]
    world.file("a.json", told)
    assert [row.kind for row in world.look(1001)] == ["message"]
    assert world.codes() == {"EXPORT_WITHOUT_USERS"}
    assert f"who reacted to 1 messages, the first of them {id}" in world.warnings[0].text
    assert "export anew, as JSON, with a DiscordChatExporter newer than July 2023" in world.warnings[0].text
    row, _ = world.looks
    assert (span(row), row.payload["complete"], row.payload["reactions"]) == ((at(1), at(1000)), False, 1)
    assert row.payload["source"] == f"chat_export:reactions:{id}:👍"
    world.file("b.json", told)
    assert (world.look(1005), world.looks) == ([], [])


def test_a_newer_export_tells_who_reacted(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I propose")
    world.react(id, "bob")
    world.react(id, "cleo")
    told = only(world)
    users = told["messages"][0]["reactions"][0].pop("users")
    world.file("a.json", told)
    world.look(1001)
    told["messages"][0]["reactions"][0]["users"] = users[:1]
    world.file("a.json", told)
    assert [row.kind for row in world.look(1005)] == ["reaction"]
    assert world.codes() == {"EXPORT_WITHOUT_USERS"}
    told["messages"][0]["reactions"][0]["users"] = users
    world.file("a.json", told)
    assert [row.kind for row in world.look(1010)] == ["reaction"]
    assert [row.payload["complete"] for row in world.looks] == [True]
    assert world.codes() == set()


def test_no_such_file_is_told(world: ExportWorld) -> None:
    world.is_exported = False
    world.patterns = ["exports/*.json"]
    assert world.look(5) == []
    assert world.codes() == {"NO_EXPORT"}
    assert "exports/*.json" in world.warnings[0].place


def test_reactions_lie_between_the_message_and_when_the_file_was_written(world: ExportWorld) -> None:
    id = world.post(1, "ana", "I propose")
    world.react(id, "bob")
    world.file("a.json", only(world))
    _, reaction = world.look(1010)
    assert span(reaction) == (at(1), at(1000))


# --- up to when the files tell everything -----------------------------------------------------------------------------


def whole(world: ExportWorld, minutes: float) -> list[tuple[object, ...]]:
    """Between which instants a look at that minute says that all was read."""
    world.look(minutes)
    return [span(row) for row in world.looks if row.payload == {"source": "chat_export", "complete": True}]


def exported(world: ExportWorld, channel: str, minutes: float, **more: Any) -> None:
    """The file of a channel that is exported at that minute."""
    world.is_exported = False
    file = world.file(f"{channel}.json", export(world.chat, world.chat.channel(channel), at(minutes)) | more)
    os.utime(file, (at(minutes).timestamp(), at(minutes).timestamp()))


def test_files_tell_everything_up_to_their_export(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    exported(world, "game-actions", 5)
    assert whole(world, 1000) == [(at(5) - TICKLE, at(5))]
    assert whole(world, 1005) == []
    exported(world, "game-actions", 900)
    assert whole(world, 1010) == [(at(5), at(900))]


def test_the_channel_exported_first_is_the_one_that_counts(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    world.chat.channel("proposals")
    exported(world, "game-actions", 5)
    exported(world, "proposals", 7)
    assert whole(world, 10) == [(at(5) - TICKLE, at(5))]
    exported(world, "proposals", 20)
    assert whole(world, 21) == []
    exported(world, "game-actions", 22)
    assert whole(world, 23) == [(at(5), at(20))]
    (world.folder / "proposals.json").unlink()
    exported(world, "game-actions", 30)
    assert whole(world, 31) == []


def test_a_channel_in_which_nobody_plays_keeps_nothing_waiting(world: ExportWorld) -> None:
    world.chat.channel("tavern")
    exported(world, "tavern", 2)
    exported(world, "game-actions", 5)
    world.channels = ("game-actions",)
    assert whole(world, 10) == [(at(5) - TICKLE, at(5))]


def test_a_channel_of_the_game_without_a_file_is_not_read(world: ExportWorld) -> None:
    exported(world, "game-actions", 5)
    world.channels = ("game-actions", "proposals")
    assert whole(world, 10) == []
    (told,) = world.looks
    assert (told.payload["complete"], told.possible_from) == (False, FIRST_MILLISECOND)
    assert world.look(11) == []
    assert world.looks == [], "it is told once"
    exported(world, "proposals", 12)
    assert whole(world, 13) == [(at(5) - TICKLE, at(5))]
    exported(world, "game-actions", 14)
    world.channels = ("game-actions", "proposals", "judge-elections")
    assert whole(world, 15) == [], "nothing more is known to be whole"


@pytest.mark.parametrize(
    "told", [{"guild": None}, {"guild": {"id": "0"}}, {"guild": {"id": "7]"}}, {"guild": {"id": ["7"]}}]
)
def test_a_file_that_does_not_tell_a_server_tells_no_place(world: ExportWorld, told: dict[str, Any]) -> None:
    world.post(1, "ana", "I join the game")
    exported(world, "game-actions", 3, **told)
    (said,) = [row for row in world.look(10) if row.kind == "message"]
    assert "place" not in said.payload


def test_a_thread_keeps_nothing_waiting_and_a_forum_is_read_by_its_posts(world: ExportWorld) -> None:
    forum = world.chat.channel("ideas")
    world.chat.channel("one", parent=forum.id)
    world.chat.channel("two", parent=forum.id)
    exported(world, "one", 3)
    exported(world, "two", 8)
    exported(world, "game-actions", 9)
    assert whole(world, 10) == [(at(8) - TICKLE, at(8))]
    exported(world, "ideas", 9)
    assert whole(world, 11) == [(at(8), at(9))]


def test_files_of_some_days_each_count_once_they_join(world: ExportWorld) -> None:
    def days(after: float, before: float | None) -> dict[str, Any]:
        return {"dateRange": {"after": at(after).isoformat(), "before": at(before).isoformat() if before else None}}

    exported(world, "game-actions", 900, dateRange={"after": None, "before": at(10).isoformat()})
    assert whole(world, 1000) == [(at(10) - TICKLE, at(10))]
    exported(world, "game-actions", 901, **days(20, None))
    assert whole(world, 1001) == [], "what was said from minute 10 to 20 is in no file"
    exported(world, "game-actions", 902, **days(5, 25))
    assert whole(world, 1002) == [(at(10), at(901))]


def test_a_file_that_does_not_say_when_it_was_exported_tells_up_to_its_newest_message(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    world.post(4, "bob", "I join the game")
    exported(world, "game-actions", 900, exportedAt=None)
    assert whole(world, 1000) == [(at(4) - TICKLE, at(4))]


def test_an_export_from_the_future_tells_no_more_than_up_to_now(world: ExportWorld) -> None:
    exported(world, "game-actions", 9000)
    assert whole(world, 1000) == [(at(1000) - TICKLE, at(1000))]


def test_a_cursor_of_before_this_was_noted_has_the_files_read_once_more(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    exported(world, "game-actions", 5)
    whole(world, 10)
    old = json.loads(world.archive.cursor("chat_export") or "")
    assert ExportCursor.parse(json.dumps({"files": old["files"]})).files == {}


def test_reading_every_file_anew_tells_nothing_twice(world: ExportWorld) -> None:
    world.post(1, "ana", "I join the game")
    exported(world, "game-actions", 5)
    whole(world, 10)
    anew = ExportCursor().text()
    world.archive.append(ObservationBatch("chat_export", (), anew, at(11)))
    assert (world.look(12), world.looks) == ([], [])
