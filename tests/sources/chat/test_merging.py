"""One chat read in two ways: what exported files tell and what is read live come together by the ids of the rows."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.contracts.chat_world import at
from tests.sources.chat.exporter import write
from tests.sources.chat.rest_world import RestWorld, rest_world
from tracker.app.tick.looking import Silence
from tracker.core.observation import Observation
from tracker.sources.chat.export import ChatExportSource


@pytest.fixture
def world() -> Iterator[RestWorld]:
    with rest_world() as made:
        yield made


def imported(world: RestWorld, folder: Path, exported: datetime, read: datetime) -> list[Observation]:
    """Export the chat at one instant and read that at another; the rows but that of the look."""
    write(world.chat, folder, exported)
    return taken(world, folder, read)


def taken(world: RestWorld, folder: Path, read: datetime) -> list[Observation]:
    """Read the files as they are; the rows but that of the look."""
    before = world.archive.last_seq()
    for batch in ChatExportSource(folder, ["*.json"]).observe(world.archive, read, Silence()):
        world.archive.append(batch)
    return [row.observation for row in world.archive.rows(after_seq=before) if row.observation.kind != "look"]


def test_what_was_exported_is_not_told_again_when_it_is_read_live(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    assert len(imported(world, tmp_path, at(5), at(6))) == 2
    world.react(id, "cleo")
    (row,) = world.look(15)
    assert (row.source, row.id) == ("discord", f"reaction:{id}:👍:102")
    assert world.is_complete


def test_what_was_read_live_is_not_told_again_by_an_export(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.look(5)
    world.edit(6, id, "I propose more")
    world.look(15)
    assert imported(world, tmp_path, at(20), at(21)) == []


def test_an_old_export_read_late_takes_nothing_back(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    write(world.chat, tmp_path, at(2))
    world.edit(3, id, "I propose more")
    world.react(id, "bob")
    world.look(5)
    assert taken(world, tmp_path, at(60)) == []
    gone = world.post(6, "ana", "never mind", channel="proposals")
    write(world.chat, tmp_path, at(7))
    world.look(8)
    world.delete(gone)
    world.look(15)
    assert taken(world, tmp_path, at(70)) == []


def test_an_edit_that_an_export_saw_first_is_one_edit(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "I propose")
    world.look(2)
    world.edit(3, id, "I propose more")
    (row,) = imported(world, tmp_path, at(4), at(5))
    assert (row.kind, row.at, row.source) == ("message_edited", at(3), "chat_export")
    assert world.look(15) == []


def test_an_export_that_writes_names_for_ids_is_the_same_message(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "Thanks <@101>")
    world.look(2)
    world.chat.find(id).text = "Thanks @bob"
    assert imported(world, tmp_path, at(4), at(5)) == []


def test_a_reaction_that_is_in_no_export_later_was_taken_back(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.look(2)
    world.unreact(id, "bob")
    (row,) = imported(world, tmp_path, at(10), at(11))
    assert (row.kind, row.not_after) == ("reaction_removed", at(10))
    assert world.look(15) == []


def test_both_readings_tell_each_thing_once(world: RestWorld, tmp_path: Path) -> None:
    id = world.post(1, "ana", "Bid 5")
    world.react(id, "bob")
    imported(world, tmp_path, at(5), at(6))
    world.edit(7, id, "Bid 6")
    world.unreact(id, "bob")
    world.look(15)
    rows = [row.observation for row in world.archive.rows() if row.observation.kind != "look"]
    assert sorted((each.kind, each.text("text"), each.happened_at) for each in rows) == [
        ("message", "Bid 5", at(1)),
        ("message_edited", "Bid 6", at(7)),
        ("reaction", "", at(5)),
        ("reaction_removed", "", at(15)),
    ]
