"""Listening at the gateway: the same rows as reading gives, with their instants; a gap falls back to two looks."""

import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yarl
from discord.gateway import DiscordWebSocket

from tests.app.wiring import SetClock
from tests.contracts.chat_contract import picked
from tests.contracts.chat_world import GUILD, Account, at, span
from tests.sources.chat.fake_discord import TOKEN
from tests.sources.chat.fake_gateway import IDENTIFY, RESUME, FakeGateway, gateway
from tests.sources.chat.rest_world import RestWorld, rest_world
from tracker.sources.chat.gateway import GatewayListener, Gateways
from tracker.sources.chat.spool import GatewayConfig, Spool


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeGateway]:
    with gateway() as made:
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(made.url))
        yield made


@pytest.fixture
def world() -> Iterator[RestWorld]:
    with rest_world() as made:
        yield made


def listening(world: RestWorld, fake: FakeGateway) -> GatewayListener:
    address = fake.url.replace("ws:", "http:")
    listener = GatewayListener(GatewayConfig(TOKEN, GUILD, address), world.clock, try_again=0.05)
    world.heard = listener
    listener.start()
    return listener


@pytest.fixture
def heard(world: RestWorld, fake: FakeGateway) -> Iterator[GatewayListener]:
    listener = listening(world, fake)
    until(lambda: not listener.problem)
    yield listener
    listener.stop()
    assert not listener._thread.is_alive()


def tell(world: RestWorld, fake: FakeGateway, minutes: float, name: str, **told: Any) -> None:
    """The gateway tells of something at that minute, and it has been heard."""
    world.clock.instant = at(minutes)
    spool = world.heard._spool  # type: ignore[union-attr]
    before = len(spool._events)
    fake.tell(name, **told)
    until(lambda: len(spool._events) > before)


def told_message(world: RestWorld, id: str) -> dict[str, Any]:
    written = world.chat.find(id)
    channel = world.chat.channels[written.channel]
    return {**world.discord.message(written, channel), "guild_id": GUILD}


def reaction(world: RestWorld, id: str, who: str, emoji: str = "👍") -> dict[str, Any]:
    account = world.chat.people[who]
    user = {"id": account.id, "username": account.name, "discriminator": "0", "avatar": None}
    member: dict[str, Any] = {
        "user": user,
        "nick": account.nick or None,
        "roles": [],
        "joined_at": at(0).isoformat(),
        "flags": 0,
    }
    return {
        "channel_id": world.chat.channels[world.chat.find(id).channel].id,
        "message_id": id,
        "user_id": account.id,
        "emoji": {"id": None, "name": emoji},
        "member": {**member, "deaf": False, "mute": False},
        "type": 0,
    }


def test_who_listens_says_who_it_is_and_what_it_wants_to_hear(heard: GatewayListener, fake: FakeGateway) -> None:
    (identity,) = [payload["d"] for payload in fake.heard if payload["op"] == IDENTIFY]
    assert identity["token"] == TOKEN
    # Guilds, members, messages, reactions, and what messages hold.
    assert identity["intents"] == 1 | 1 << 1 | 1 << 9 | 1 << 10 | 1 << 15


def test_what_is_heard_has_its_instant_and_reading_adds_nothing(
    world: RestWorld, heard: GatewayListener, fake: FakeGateway
) -> None:
    world.look(1)
    id = world.post(2, "ana", "I propose", channel="proposals")
    tell(world, fake, 2, "MESSAGE_CREATE", **told_message(world, id))
    world.react(id, "bob")
    tell(world, fake, 3, "MESSAGE_REACTION_ADD", **reaction(world, id, "bob"))
    world.unreact(id, "bob")
    tell(world, fake, 4, "MESSAGE_REACTION_REMOVE", **reaction(world, id, "bob"))
    world.react(id, "cleo")
    tell(world, fake, 5, "MESSAGE_REACTION_ADD", **reaction(world, id, "cleo"))
    rows = world.look(10)
    assert [(row.kind, row.at) for row in rows] == [
        ("message", at(2)),
        ("reaction", at(3)),
        ("reaction_removed", at(4)),
        ("reaction", at(5)),
    ]
    assert rows[0].payload["place"] == f"{GUILD}/{world.id('proposals')}"
    assert rows[1].id == rows[2].id == f"reaction:{id}:👍:101"
    assert rows[1].payload["name"] == "bob"
    assert world.look(20) == []
    assert world.codes() == set()


def test_a_reaction_on_the_bots_own_answer_is_heard(
    world: RestWorld, heard: GatewayListener, fake: FakeGateway
) -> None:
    world.look(1)
    world.chat.person("tracker", is_bot=True)
    id = world.post(2, "tracker", "Did you mean: 1️⃣ `join`?")
    tell(world, fake, 2, "MESSAGE_CREATE", **told_message(world, id))
    world.react(id, "bob", "1️⃣")
    tell(world, fake, 3, "MESSAGE_REACTION_ADD", **reaction(world, id, "bob", "1️⃣"))
    answer, confirmed = world.look(10)
    assert (answer.payload["bot"], confirmed.at) == (True, at(3))
    assert {name: confirmed.payload[name] for name in ("message", "emoji")} == {"message": id, "emoji": "1️⃣"}


def test_edits_and_deletions_are_heard(world: RestWorld, heard: GatewayListener, fake: FakeGateway) -> None:
    ids = [world.post(1, "ana", f"message {number}") for number in range(4)]
    world.look(2)
    world.edit(3, ids[0], "better")
    tell(world, fake, 3.001, "MESSAGE_UPDATE", **told_message(world, ids[0]))
    where = {"channel_id": world.id("game-actions")}
    for id in ids[1:]:
        world.delete(id)
    tell(world, fake, 4, "MESSAGE_DELETE", id=ids[1], **where)
    tell(world, fake, 5, "MESSAGE_DELETE_BULK", ids=ids[1:], **where)
    assert [(row.kind, row.id, row.at) for row in world.look(10)] == [
        ("message_edited", ids[0], at(3)),
        ("message_deleted", ids[1], at(4)),
        ("message_deleted", ids[2], at(5)),
        ("message_deleted", ids[3], at(5)),
    ]
    assert world.look(20) == []


def test_all_reactions_taken_away_are_taken_back_one_by_one(
    world: RestWorld, heard: GatewayListener, fake: FakeGateway
) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    for emoji, who in (("👍", "bob"), ("👍", "cleo"), ("👎", "ana"), ("🎉", "ana")):
        world.react(id, who, emoji)
    world.look(2)
    where = {"channel_id": world.id("proposals"), "message_id": id}
    world.chat.find(id).reactions.clear()
    tell(world, fake, 3, "MESSAGE_REACTION_REMOVE_EMOJI", emoji={"id": None, "name": "👍"}, **where)
    tell(world, fake, 4, "MESSAGE_REACTION_REMOVE_ALL", **where)
    assert sorted((row.payload["emoji"], row.payload["user"], row.at) for row in world.look(10)) == [
        ("🎉", "100", at(4)),
        ("👍", "101", at(3)),
        ("👍", "102", at(3)),
        ("👎", "100", at(4)),
    ]


def test_who_leaves_is_heard_once(world: RestWorld, heard: GatewayListener, fake: FakeGateway) -> None:
    world.look(1)
    world.leave("bob")
    tell(
        world,
        fake,
        2,
        "GUILD_MEMBER_REMOVE",
        user={"id": "101", "username": "bob", "discriminator": "0", "avatar": None},
    )
    (row,) = world.look(70)
    assert (row.kind, row.at, row.payload) == ("member_left", at(2), {"user": "101", "name": "bob"})
    assert world.look(140) == []


def test_other_names_are_heard_of_whom_the_game_knows(
    world: RestWorld, heard: GatewayListener, fake: FakeGateway
) -> None:
    world.known = ("ana", "bob")
    world.leave("bob")
    assert picked(world.look(1), "user", "name") == [("member_named", "100", "ana")]
    for minute, who in ((2, "ana"), (3, "cleo")):
        account = world.chat.people[who]
        account.nick = f"{who} the Great"
        tell(world, fake, minute, "GUILD_MEMBER_UPDATE", **member(account))
    bob = world.chat.people["bob"]
    world.chat.members[bob.id] = bob
    tell(world, fake, 4, "GUILD_MEMBER_ADD", **member(bob))
    tell(world, fake, 5, "GUILD_MEMBER_UPDATE", **member(bob))
    assert [(row.at, row.payload) for row in world.look(6)] == [
        (at(2), {"user": "100", "name": "ana the Great", "also": ["ana"]}),
        (at(4), {"user": "101", "name": "bob"}),
    ]
    assert world.look(70) == []


def member(account: Account) -> dict[str, Any]:
    user = {"id": account.id, "username": account.name, "global_name": None, "discriminator": "0", "avatar": None}
    more = {"roles": [], "joined_at": at(0).isoformat(), "flags": 0, "deaf": False, "mute": False}
    return {"user": user, "nick": account.nick or None, **more}


def test_a_gap_is_told_by_its_two_ends(world: RestWorld, heard: GatewayListener, fake: FakeGateway) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.look(2)
    tell(world, fake, 3, "MESSAGE_REACTION_ADD", **reaction(world, id, "ana", "🎉"))
    fake.missed = [("MESSAGE_REACTION_ADD", reaction(world, id, "bob"))]
    world.react(id, "ana", "🎉")
    world.react(id, "bob")
    world.clock.instant = at(6)
    fake.drop()
    until(lambda: any(payload["op"] == RESUME for payload in fake.heard) and not heard.problem)
    tell(world, fake, 7, "MESSAGE_REACTION_ADD", **reaction(world, id, "cleo"))
    world.react(id, "cleo")
    certain, between, after = world.look(10)
    assert (certain.at, after.at) == (at(3), at(7))
    assert span(between) == (at(3), at(6))
    assert world.look(20) == []


def test_what_a_gap_swallowed_is_read_with_two_looks(
    world: RestWorld, heard: GatewayListener, fake: FakeGateway
) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.look(2)
    world.react(id, "bob")
    (row,) = world.look(10)
    assert span(row) == (at(2), at(10))


def test_what_is_heard_does_not_hide_what_was_not(world: RestWorld, heard: GatewayListener, fake: FakeGateway) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "ana")
    world.look(2)
    tell(world, fake, 3, "MESSAGE_REACTION_ADD", **reaction(world, id, "bob"))
    world.react(id, "cleo", "🎉")
    tell(world, fake, 4, "MESSAGE_REACTION_ADD", **reaction(world, id, "ana", "🎉"))
    assert picked(world.look(10), "user", "emoji") == [
        ("reaction", "101", "👍"),
        ("reaction", "100", "🎉"),
        ("reaction_removed", "101", "👍"),
        ("reaction", "102", "🎉"),
        ("reaction_removed", "100", "🎉"),
    ]
    assert world.look(20) == []


@pytest.mark.parametrize(
    ("refusal", "told"), [(4014, "MESSAGE CONTENT INTENT"), (4004, "does not accept the token"), (4012, "code 4012")]
)
def test_a_refusal_is_told_and_reading_goes_on(world: RestWorld, fake: FakeGateway, refusal: int, told: str) -> None:
    fake.refusal = refusal
    listener = listening(world, fake)
    until(lambda: told in listener.problem)
    world.post(1, "ana", "hello")
    assert picked(world.look(5), "text") == [("message", "hello")]
    assert world.codes() == {"NOT_LISTENING"}
    assert told in world.warnings[0].text
    assert TOKEN not in world.warnings[0].text
    fake.refusal = 0
    until(lambda: not listener.problem)
    listener.stop()


ODD: list[dict[str, Any]] = [
    {},
    {"t": "MESSAGE_CREATE", "d": None},
    {"t": "MESSAGE_CREATE", "d": {"guild_id": GUILD, "channel_id": "7000"}},
    {
        "t": "MESSAGE_CREATE",
        "d": {"guild_id": GUILD, "channel_id": "7000", "content": "", "author": {"id": "1"}, "id": "x"},
    },
    {
        "t": "MESSAGE_UPDATE",
        "d": {"guild_id": GUILD, "channel_id": "7000", "content": "x", "author": {"id": "1"}, "id": "9"},
    },
    {"t": "MESSAGE_DELETE", "d": {"guild_id": GUILD, "channel_id": "7000", "id": None}},
    {"t": "MESSAGE_REACTION_ADD", "d": {"guild_id": GUILD, "channel_id": "7000", "message_id": "1"}},
    {"t": "MESSAGE_REACTION_ADD", "d": {"guild_id": GUILD, "channel_id": "1", "message_id": "1"}},
    {"t": "GUILD_MEMBER_REMOVE", "d": {"guild_id": GUILD, "user": None}},
    {"t": "GUILD_MEMBER_UPDATE", "d": {"guild_id": GUILD, "user": None, "nick": "Nobody"}},
    {"t": "GUILD_MEMBER_UPDATE", "d": {"guild_id": GUILD, "user": {"id": "101"}, "nick": 7}},
    {"t": "GUILD_MEMBER_ADD", "d": {"guild_id": "another", "user": {"id": "101"}}},
    {"t": "GUILD_MEMBER_REMOVE", "d": {"guild_id": "another", "user": {"id": "101"}}},
    {"t": ["MESSAGE_CREATE"], "d": {"guild_id": GUILD}},
]


def test_odd_events_tell_nothing(world: RestWorld) -> None:
    world.look(1)
    spool = Spool(GUILD, world.clock)
    spool.hear({"t": "READY", "d": {}})
    for payload in ODD:
        spool.hear(payload)
    world.heard = spool
    assert world.look(10) == []
    assert world.codes() == set()


def test_the_connections_kept_are_those_that_are_wanted(fake: FakeGateway) -> None:
    gateways, clock = Gateways(), SetClock(at(0))
    one = GatewayConfig(TOKEN, GUILD, fake.url.replace("ws:", "http:"))
    gateways.keep({"a": one, "b": one}, clock)
    first, second = gateways.of("a"), gateways.of("b")
    assert first is not None
    assert second is not None
    gateways.keep({"a": one}, clock)
    assert gateways.of("a") is first
    assert gateways.of("b") is None
    until(lambda: not second._thread.is_alive())
    gateways.keep({"a": GatewayConfig("another.token", GUILD, one.api)}, clock)
    assert gateways.of("a") is not first
    changed = gateways.of("a")
    gateways.keep({}, clock, as_before=["a"])
    assert gateways.of("a") is changed
    gateways.keep({}, clock)
    assert gateways.of("a") is None
    assert "another.token" not in repr(changed.config if changed else "")


def test_a_connection_ends_at_once_at_whatever_moment_of_its_making(fake: FakeGateway) -> None:
    config = GatewayConfig(TOKEN, GUILD, fake.url.replace("ws:", "http:"))
    for number in range(60):
        listener = GatewayListener(config, SetClock(at(0)))
        listener.start()
        time.sleep(number / 2400)
        listener.stop()
        assert not listener._thread.is_alive(), f"it is kept up {number / 2.4:.1f} ms after its beginning"
    # What was left open shows as a warning, which fails the test.
    gc.collect()
