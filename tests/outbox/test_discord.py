"""Answers on Discord against the fake server: replies, edits, what is found again, and what the bot lacks."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.contracts.chat_world import GUILD, START, Channel, Chat, Written, at
from tests.contracts.outbox_contract import OutboxContract, OutboxWorld
from tests.sources.chat.fake_discord import FORUM, TOKEN, Answer, FakeDiscord, serving
from tracker.core.gamestate import Message
from tracker.core.ports import ChatOutbox
from tracker.errors import MessageGoneError, MessageLostError, MessageRefusedError, OutboxError, UndeliverableError
from tracker.outbox.discord import DiscordOutbox, DiscordOutboxConfig

LINK = "https://wiki.example/index.php?title=Tracker/Auction"


class DiscordWorld(OutboxWorld):
    """A server with a channel, and the bot's way to it."""

    def __init__(self, discord: FakeDiscord) -> None:
        self.discord, self.steady, self.slept = discord, 0.0, list[float]()
        discord.now = lambda: at(1.5)
        discord.chat.channel("swans")
        self.outbox: ChatOutbox = self.made()

    def made(self, links: tuple[str, ...] = (), token: str = TOKEN) -> DiscordOutbox:
        config = DiscordOutboxConfig(token, GUILD, f"{self.discord.url}/api/v10", "a@b.c", links, 5.0)
        return DiscordOutbox(config, lambda: self.steady, self.slept.append)

    def say(self, text: str, channel: str = "swans", minutes: float = 1) -> str:
        """Somebody writes; the message's id."""
        where, chat = self.discord.chat.channel(channel), self.discord.chat
        id = chat.snowflake(at(minutes))
        where.messages[id] = Written(id, where.name, chat.person("ana"), text, at(minutes))
        return id

    def arrived(self) -> list[str]:
        return self.discord.said("swans")

    def refuse(self) -> None:
        self.discord.refuse("/messages", 400)

    def be_busy(self, seconds: float) -> None:
        self.discord.refuse("/messages", 429, {"retry_after": seconds, "global": False})

    def be_down(self) -> None:
        self.discord.refuse("/messages", 503)

    def lose_answer(self) -> None:
        self.discord.spoil("/messages", 504)


@pytest.fixture
def discord() -> Iterator[FakeDiscord]:
    with serving(FakeDiscord(Chat())) as served:
        yield served


@pytest.fixture
def world(discord: FakeDiscord) -> DiscordWorld:
    return DiscordWorld(discord)


class TestDiscordOutbox(OutboxContract):
    @pytest.fixture
    def world(self, discord: FakeDiscord) -> OutboxWorld:
        return DiscordWorld(discord)


def told(text: str, to: str = "swans") -> Message:
    return Message(f"{to}:{text}", to, text, "", "public")


def test_a_reply_answers_its_message_and_calls_nobody(world: DiscordWorld) -> None:
    said = world.say("I bid")
    world.outbox.send(told("done: <@100> @everyone **won** ](http://x)", f"swans/{said}"))
    (body,) = world.discord.bodies
    assert body["message_reference"] == {"message_id": said, "fail_if_not_exists": True}
    assert body["allowed_mentions"] == {"parse": [], "replied_user": False}
    assert body["flags"] == 4
    assert body["content"] == r"done: ‹@ 100› @ everyone \*\*won\*\* ] (http: //x)"


def test_links_of_ours_stand_as_they_are_below_what_is_no_reply(world: DiscordWorld) -> None:
    outbox, said = world.made((LINK,)), world.say("I bid")
    outbox.send(told("x" * 3000))
    outbox.send(told("done", f"swans/{said}"))
    first, second = world.arrived()
    assert first.endswith(f"…\n<{LINK}>")
    assert len(first) == 2000
    assert second == "done"


def test_the_same_message_sent_twice_within_minutes_is_one(world: DiscordWorld) -> None:
    assert world.outbox.send(told("one")) == world.outbox.send(told("one"))
    assert world.arrived() == ["one"]


def test_a_message_says_something_else_once_it_is_edited(world: DiscordWorld) -> None:
    id = world.outbox.send(told("one"))
    world.outbox.edit(told("two @here"), id)
    assert world.arrived() == ["two @ here"]
    assert world.discord.bodies[-1]["allowed_mentions"]["parse"] == []


def test_a_deleted_message_is_told_apart(world: DiscordWorld) -> None:
    id = world.outbox.send(told("one"))
    del world.discord.chat.channel("swans").messages[id]
    with pytest.raises(MessageGoneError):
        world.outbox.edit(told("two"), id)
    with pytest.raises(MessageRefusedError):
        world.outbox.send(told("three", f"swans/{id}"))
    assert world.arrived() == []


def test_in_a_thread_it_answers_and_edits_in_the_thread(world: DiscordWorld) -> None:
    chat = world.discord.chat
    forum = chat.channel("proposals", type=FORUM)
    chat.channels["other"] = Channel(chat.snowflake(at(0)), "other", 11, forum.id)
    chat.channels["post"] = Channel(chat.snowflake(at(0)), "post", 11, forum.id)
    said = world.say("I propose", "post")
    id = world.outbox.send(told("done", f"proposals/{said}"))
    assert world.discord.said("post") == ["done"]
    world.outbox.edit(told("undone", f"proposals/{said}"), id)
    assert world.discord.said("post") == ["undone"]
    chat.channel("proposals").type = 0
    assert world.outbox.find(told("", f"proposals/{said}"), START) == id


def test_what_was_sent_is_found_again_and_nothing_else(world: DiscordWorld) -> None:
    first, second = world.say("I bid"), world.say("I bid too")
    assert world.outbox.find(told("done", f"swans/{first}"), START) is None
    reply = world.outbox.send(told("done", f"swans/{first}"))
    status = world.outbox.send(told("How it stands\nall well"))
    for number in range(150):
        world.say(f"chatter {number}", minutes=2 + number / 10)
    assert world.outbox.find(told("anything", f"swans/{first}"), START) == reply
    assert world.outbox.find(told("anything", f"swans/{second}"), START) is None
    assert world.outbox.find(told("How it stands\nbadly"), START) == status
    assert world.outbox.find(told("Something else"), START) is None
    assert world.outbox.find(told("How it stands"), at(60)) is None


def test_nobody_else_is_taken_for_the_bot(world: DiscordWorld) -> None:
    world.say("How it stands")
    assert world.outbox.find(told("How it stands"), START) is None


def test_a_search_without_end_says_so(world: DiscordWorld) -> None:
    for number in range(2001):
        world.say("chatter", minutes=1 + number / 100)
    with pytest.raises(OutboxError, match="too much was said"):
        world.outbox.find(told("How it stands"), START)


@pytest.mark.parametrize(
    ("where", "lacking"),
    [("mute", "Send Messages"), ("forbidden", "View Channel"), ("without_history", "Read Message")],
)
def test_a_permission_that_lacks_is_named_with_its_channel(world: DiscordWorld, where: str, lacking: str) -> None:
    said = world.say("I bid")
    getattr(world.discord, where).add(world.discord.chat.channel("swans").id)
    with pytest.raises(OutboxError, match=rf"#swans: .*\(give its role .*{lacking}") as raised:
        world.outbox.send(told("done", f"swans/{said}"))
    assert type(raised.value) is OutboxError


def test_a_token_that_is_refused_is_not_shown(world: DiscordWorld) -> None:
    with pytest.raises(OutboxError, match="does not accept the token") as raised:
        world.made(token="another.secret").send(told("one"))
    assert "another.secret" not in str(raised.value)


@pytest.mark.parametrize("name", ["geese", "twins"])
def test_a_channel_that_cannot_be_told_is_named(world: DiscordWorld, name: str) -> None:
    for number in (1, 2):
        world.discord.chat.channels[f"twins{number}"] = Channel(f"88{number}", "twins")
    with pytest.raises(OutboxError, match=f"#{name}: .*name its id"):
        world.outbox.send(told("one", name))
    assert world.outbox.send(told("one", "881"))


def test_a_channel_is_found_whatever_its_case_and_no_category_is_taken_for_it(world: DiscordWorld) -> None:
    world.discord.chat.channels["group"] = Channel("870", "swans", 4)
    assert world.outbox.send(told("one", "#Swans"))
    assert world.arrived() == ["one"]


@pytest.mark.parametrize("status", [500, 502, 504])
def test_what_the_server_may_have_taken_is_lost(world: DiscordWorld, status: int) -> None:
    world.discord.spoil("/messages", status)
    with pytest.raises(MessageLostError):
        world.outbox.send(told("one"))
    assert world.arrived() == ["one"]


def test_a_connection_that_breaks_leaves_it_open(world: DiscordWorld) -> None:
    world.discord.change("/messages", lambda _: {"no": "id"})
    with pytest.raises(MessageLostError):
        world.outbox.send(told("one"))


def test_nothing_listens_there(world: DiscordWorld) -> None:
    world.discord.url = "http://127.0.0.1:9"
    with pytest.raises(OutboxError, match="cannot be reached") as raised:
        world.made().send(told("one"))
    assert not isinstance(raised.value, MessageLostError)


def test_a_used_up_route_is_left_alone(world: DiscordWorld) -> None:
    world.outbox.send(told("zero"))
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "2.5"}
    world.discord.spoiled.append(("/messages", lambda made: Answer(made.status, made.body, headers)))
    world.outbox.send(told("one"))
    world.outbox.send(told("two"))
    assert world.slept == [2.5]
    world.steady += 2.5
    headers["X-RateLimit-Reset-After"] = "60"
    world.discord.spoiled.append(("/messages", lambda made: Answer(made.status, made.body, headers)))
    world.outbox.send(told("three"))
    with pytest.raises(OutboxError) as raised:
        world.outbox.send(told("four"))
    assert raised.value.wait_seconds == 60
    world.steady += 60
    world.outbox.send(told("four"))


def test_no_redirect_is_followed_with_the_token(world: DiscordWorld) -> None:
    world.discord.refuse("/messages", 302, {}, Location="http://localhost:1/elsewhere")
    with pytest.raises(OutboxError, match="status 302"):
        world.outbox.send(told("one"))


def test_what_is_no_message_of_discord_is_refused_unasked(world: DiscordWorld) -> None:
    with pytest.raises(MessageRefusedError):
        world.outbox.send(told("one", "swans/m1"))
    assert world.discord.requests == []


def test_clocks_may_differ_by_minutes(world: DiscordWorld) -> None:
    status = world.outbox.send(told("How it stands"))
    assert world.outbox.find(told("How it stands"), START + timedelta(minutes=5)) == status


# --- private messages -------------------------------------------------------------------------------------------------


def test_a_private_message_stands_in_its_readers_channel_alone_and_is_found_again(world: DiscordWorld) -> None:
    ana = world.discord.chat.person("ana")
    outbox = world.made(links=(LINK,))
    place = f"@{outbox.open_private(ana.id)}"
    message = Message("k1", place, "Note 1:\nYou hold Duke.", "COUP-034", ana.id)
    receipt = outbox.send(message)
    assert world.discord.told_privately("ana") == ["Note 1:\nYou hold Duke."]
    assert world.arrived() == []
    assert outbox.find(message, at(1)) == receipt
    assert outbox.find(Message("k2", place, "Note 2:\nYou hold Duke.", "", ana.id), at(1)) is None
    assert world.discord.taken().count("POST /api/v10/users/@me/channels") == 1


@pytest.mark.parametrize("account", ["404", "", "ana", "9" * 30])
def test_who_cannot_be_written_to_is_told_apart_from_a_failure(world: DiscordWorld, account: str) -> None:
    with pytest.raises(UndeliverableError):
        world.made().open_private(account)


def test_who_closed_their_private_messages_is_undeliverable(world: DiscordWorld) -> None:
    ana = world.discord.chat.person("ana")
    place = f"@{world.made().open_private(ana.id)}"
    world.discord.closed.add(ana.id)
    with pytest.raises(UndeliverableError, match="does not let the bot write to them") as caught:
        world.made().send(Message("k1", place, "You hold Duke.", "", ana.id))
    assert "Duke" not in str(caught.value)
    assert caught.value.place == "private messages"


def test_a_private_message_that_is_not_taken_now_may_be_later(world: DiscordWorld) -> None:
    ana = world.discord.chat.person("ana")
    outbox = world.made()
    place = f"@{outbox.open_private(ana.id)}"
    world.be_down()
    with pytest.raises(OutboxError) as caught:
        outbox.send(Message("k1", place, "You hold Duke.", "", ana.id))
    assert not isinstance(caught.value, UndeliverableError)
    world.discord.refuse("users/@me/channels", 500)
    with pytest.raises(OutboxError):
        outbox.open_private(ana.id)
