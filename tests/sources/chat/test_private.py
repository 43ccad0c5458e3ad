"""Private messages as they are read: under a channel of their own, for the operator alone, none taken for another's."""

from collections.abc import Iterator

import pytest

from tests.contracts.chat_world import ME, at
from tests.sources.chat.rest_world import RestWorld, rest_world
from tracker.core.observation import OPERATOR, PUBLIC, ObservationBatch
from tracker.core.secrecy import is_private


@pytest.fixture
def world() -> Iterator[RestWorld]:
    """A server on which ana and bob may write privately to the bot."""
    with rest_world() as made:
        channels = {made.chat.private(name).id: made.chat.person(name).id for name in ("ana", "bob")}
        made.set(private=lambda: channels)
        yield made


def whisper(world: RestWorld, minutes: float, name: str, text: str) -> str:
    return world.post(minutes, name, text, world.chat.private(name).name)


def test_what_is_written_privately_is_for_the_operator_alone(world: RestWorld) -> None:
    said, open_said = whisper(world, 1, "ana", "discard Duke"), world.post(2, "ana", "I take Income.")
    found = {row.id: row for row in world.look(3)}
    assert dict(found[said].payload) == {"channel": "dm", "author": "100", "text": "discard Duke", "name": "ana"}
    assert (found[said].audience, found[said].at, is_private(found[said])) == (OPERATOR, at(1), True)
    assert (found[open_said].audience, is_private(found[open_said])) == (PUBLIC, False)
    assert world.is_complete


def test_the_bots_own_words_are_left_out(world: RestWorld) -> None:
    world.look(1)
    world.chat.people["bot"] = world.discord.me
    world.post(2, "bot", "You hold Duke.", world.chat.private("ana").name)
    answer = whisper(world, 3, "ana", "hand")
    assert [row.id for row in world.look(4)] == [answer]
    assert not any(row.payload.get("author") == ME for row in world.rows())


def test_edits_and_deletions_are_private_too_and_touch_nobody_elses(world: RestWorld) -> None:
    first, second = whisper(world, 1, "ana", "discard Duke"), whisper(world, 1.5, "bob", "hand")
    world.look(2)
    world.edit(3, first, "discard Captain")
    edited = world.look(4)
    assert [(row.kind, row.id, row.audience) for row in edited] == [("message_edited", first, OPERATOR)]
    world.delete(first)
    gone = world.look(6)
    assert [(row.kind, row.id, row.audience) for row in gone] == [("message_deleted", first, OPERATOR)]
    assert not any(row.kind == "message_deleted" and row.id == second for row in world.rows())


def test_reading_all_anew_takes_nobodys_messages_for_deleted(world: RestWorld) -> None:
    whisper(world, 1, "ana", "discard Duke")
    whisper(world, 1.5, "bob", "hand")
    world.look(2)
    cursor = world.source().resync_cursor(world.archive)  # type: ignore[attr-defined]
    world.archive.append(ObservationBatch("discord", (), cursor, at(3)))
    assert world.look(4) == []


def test_a_channel_of_whoever_comes_later_is_read_from_its_beginning(world: RestWorld) -> None:
    world.look(1)
    cleo = world.chat.private("cleo").id
    said = whisper(world, 2, "cleo", "hand")
    world.look(3)
    assert [row for row in world.rows() if row.id == said] == []
    world.set(private=lambda: {cleo: world.chat.person("cleo").id})
    assert [row.id for row in world.look(4)] == [said]


def test_private_channels_are_kept_when_channels_are_listed_anew(world: RestWorld) -> None:
    world.look(1)
    said = whisper(world, 24 * 60 + 1, "ana", "hand")
    assert [row.id for row in world.look(24 * 60 + 2)] == [said]


def test_without_private_messages_none_are_asked_for(world: RestWorld) -> None:
    world.set(private=dict)
    said = whisper(world, 1, "ana", "hand")
    assert said not in {row.id for row in world.look(2)}
    assert not any(world.chat.private("ana").id in asked for asked in world.asked())
