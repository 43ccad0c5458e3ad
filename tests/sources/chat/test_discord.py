"""Discord over REST: the contract of chats, what is asked of Discord, and all that can go wrong with it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.contracts.chat_contract import ChatContract, picked
from tests.contracts.chat_world import ChatWorld, at, span
from tests.sources.chat.fake_discord import FORUM, MEMBERS
from tests.sources.chat.rest_world import RestWorld, rest_world
from tracker.core.instants import TICKLE, iso
from tracker.core.ports import UnreadPart
from tracker.errors import SourceError, SourceUnreachableError, SourceUnreadableError
from tracker.sources.chat.cursor import DiscordCursor
from tracker.sources.chat.discord import DiscordSource


@pytest.fixture
def world() -> Iterator[RestWorld]:
    with rest_world() as made:
        yield made


class TestDiscord(ChatContract):
    @pytest.fixture
    def world(self) -> Iterator[ChatWorld]:
        with rest_world() as made:
            yield made


def several(world: RestWorld, count: int, first: float = 0, channel: str = "game-actions") -> list[str]:
    """So many messages, ten a minute."""
    return [world.post(first + number / 10, "ana", f"message {number}", channel=channel) for number in range(count)]


# --- what is asked of Discord -----------------------------------------------------------------------------------------


def test_a_quiet_pass_over_six_channels_takes_six_requests(world: RestWorld) -> None:
    names = ("game-actions", "proposals", "auctions", "judge", "talk", "bots")
    for name in names:
        several(world, 3, channel=name)
    world.set(channels=names)
    world.look(5)
    world.asked()
    assert world.look(15) == []
    assert sorted(world.asked()) == sorted(f"channels/{world.id(name)}/messages?limit=100" for name in names)
    assert world.is_complete


def test_channels_are_listed_anew_once_a_day(world: RestWorld) -> None:
    world.look(0)
    world.asked()
    world.look(23 * 60)
    assert "guilds/700/channels" not in world.asked()
    world.look(25 * 60)
    assert "guilds/700/channels" in world.asked()


def test_one_request_more_for_each_older_page_with_open_messages(world: RestWorld) -> None:
    id = world.post(0, "ana", "I propose", channel="proposals")
    several(world, 150, 1, channel="proposals")
    world.look(20)
    world.asked()
    world.look(30)
    oldest = sorted(map(int, world.chat.channels["proposals"].messages))[50]
    assert [path for path in world.asked() if world.id("proposals") in path] == [
        f"channels/{world.id('proposals')}/messages?limit=100",
        f"channels/{world.id('proposals')}/messages?limit=100&before={oldest + 1}",
    ]
    world.edit(31, id, "I propose more")
    assert [row.at for row in world.look(40)] == [at(31)]
    world.asked()
    world.look(15 * 24 * 60)
    assert len([path for path in world.asked() if f"{world.id('proposals')}/messages" in path]) == 1


def test_who_reacted_is_read_when_counts_change(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.look(5)
    world.asked()
    world.look(10)
    assert not [path for path in world.asked() if "reactions" in path]
    world.react(id, "cleo")
    (row,) = world.look(15)
    assert (row.payload["user"], span(row)) == ("102", (at(5), at(15)))
    assert len([path for path in world.asked() if "reactions" in path]) == 1


def test_a_first_reaction_came_after_the_last_look(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.look(5)
    world.look(15)
    world.react(id, "bob")
    (row,) = world.look(25)
    assert span(row) == (at(15), at(25))


def test_a_swap_is_seen_at_the_interval_for_open_messages_only(world: RestWorld) -> None:
    id, other = (world.post(1, "ana", "I propose", channel=name) for name in ("proposals", "game-actions"))
    for message in (id, other):
        world.react(message, "bob")
    world.look(5)
    for message in (id, other):
        world.unreact(message, "bob")
        world.react(message, "cleo")
    assert world.look(15) == []
    rows = world.look(36)
    assert picked(rows, "message", "user") == [("reaction", id, "102"), ("reaction_removed", id, "101")]
    assert {span(row) for row in rows} == {(at(5), at(36))}


def test_who_reacted_is_read_when_an_instant_that_the_game_named_has_passed(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.look(5)
    world.unreact(id, "bob")
    world.react(id, "cleo")
    world.named = at(12)
    assert world.look(11) == []
    assert {span(row) for row in world.look(12)} == {(at(5), at(12))}
    world.asked()
    world.look(13)
    assert not [path for path in world.asked() if "reactions" in path]


def test_shortly_before_a_named_instant_it_is_read_once_more_who_reacted(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.look(5)
    world.unreact(id, "bob")
    world.react(id, "cleo")
    world.named = at(12)
    world.set(look_before_seconds=60)
    assert world.look(10.5) == []
    assert {span(row) for row in world.look(11)} == {(at(5), at(11))}
    world.react(id, "dev")
    assert {span(row) for row in world.look(12)} == {(at(11), at(12))}


def test_the_first_look_and_that_after_a_named_instant_say_that_all_was_read(world: RestWorld) -> None:
    world.post(1, "ana", "Hello")
    world.look(5)
    assert [span(row) for row in world.looks] == [(at(5) - TICKLE, at(5))]
    world.named = at(12)
    world.look(11)
    assert world.looks == []
    world.look(12.5)
    assert [span(row) for row in world.looks] == [(at(11), at(12.5))]
    world.look(13)
    assert world.looks == []


def test_a_look_that_missed_something_says_so_once_and_a_later_one_makes_up_for_it(world: RestWorld) -> None:
    world.post(1, "ana", "Hello")
    world.look(5)
    world.named = at(12)
    world.discord.forbidden.add(world.id("proposals"))
    world.look(12)
    assert [(span(row), row.payload["complete"]) for row in world.looks] == [((at(5), at(12)), False)]
    world.look(15)
    assert world.looks == []
    world.named = at(40)
    world.discord.forbidden.clear()
    world.look(20)
    assert [(span(row), row.payload["complete"]) for row in world.looks] == [((at(5), at(20)), True)]


def test_a_first_look_that_misses_something_says_that_nothing_is_wholly_read_yet(world: RestWorld) -> None:
    world.set(since=at(0))
    world.post(1, "ana", "Hello")
    world.discord.forbidden.add(world.id("proposals"))
    world.look(5)
    assert [(span(row), row.payload["complete"]) for row in world.looks] == [((at(0) - TICKLE, at(5)), False)]
    world.look(6)
    assert world.looks == []
    world.discord.forbidden.clear()
    world.look(10)
    assert [(span(row), row.payload["complete"]) for row in world.looks] == [((at(0) - TICKLE, at(10)), True)]


def test_a_named_instant_at_which_discord_did_not_answer_is_made_up_for(world: RestWorld) -> None:
    world.look(5)
    world.named = at(12)
    world.discord.spoil("channels", 401, None, 40)
    with pytest.raises(SourceError):
        world.look(12)
    world.discord.spoiled.clear()
    world.named = at(40)
    world.look(20)
    assert [span(row) for row in world.looks] == [(at(5), at(20))]


def test_news_after_a_long_pause_are_told_to_be_all(world: RestWorld) -> None:
    world.look(5)
    world.look(120)
    assert world.looks == []
    world.post(130, "ana", "Hello")
    world.look(150)
    assert world.looks == []
    world.post(160, "ana", "What becomes of it was due before anybody knew of it")
    world.look(300)
    assert [span(row) for row in world.looks] == [(at(150), at(300))]


def test_many_reactions_come_page_by_page_and_super_ones_apart(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    for number in range(150):
        world.react(id, f"voter {number}")
    world.react(id, "cleo", is_super=True)
    assert len([row for row in world.look(5) if row.kind == "reaction"]) == 151
    assert len([path for path in world.asked() if "reactions" in path]) == 3


# --- reading on -------------------------------------------------------------------------------------------------------


def test_the_first_reading_goes_page_by_page_and_goes_on_where_it_was_interrupted(world: RestWorld) -> None:
    ids = several(world, 250)
    assert len(world.look(60, stop=lambda batches: batches == 1)) == 100
    assert [row.id for row in world.look(61)] == ids[100:]
    assert world.is_complete


def test_what_is_older_than_the_reading_begins_is_left_out(world: RestWorld) -> None:
    ids = several(world, 20)
    world.set(since=at(1))
    assert [row.id for row in world.look(5)] == ids[10:]
    assert world.look(15) == []
    world.delete(ids[0])
    world.edit(16, ids[1], "never seen")
    assert world.look(25) == []


def test_nothing_is_lost_or_doubled_after_a_long_absence(world: RestWorld) -> None:
    before = several(world, 30)
    world.look(5)
    after = several(world, 320, 10)
    world.edit(50, before[3], "changed meanwhile")
    world.delete(before[4])
    rows = world.look(100)
    assert [row.id for row in rows if row.kind == "message"] == after
    assert [(row.kind, row.id) for row in rows if row.kind != "message"] == [
        ("message_deleted", before[4]),
        ("message_edited", before[3]),
    ]
    assert world.look(110) == []


def test_a_look_that_ran_out_of_time_goes_on(world: RestWorld) -> None:
    ids = several(world, 3, channel="proposals")
    for id in ids:
        world.react(id, "bob")
    world.discord.spoil(f"{ids[1]}/reactions", 500, times=20)
    world.rest = replace(world.rest, seconds=1.5)
    assert [(row.kind, row.subject) for row in world.look(5)] == [
        ("message", "proposals"),
        ("reaction", ids[0]),
        ("message", "proposals"),
        ("message", "proposals"),
    ]
    assert world.codes() == set()
    was_complete = world.is_complete
    world.discord.spoiled.clear()
    world.rest = replace(world.rest, seconds=20)
    world.look(15)
    assert (was_complete, world.is_complete) == (False, True)
    assert [row.subject for row in world.rows("reaction")] == ids
    assert [row.id for row in world.rows("message")] == ids


def test_a_reading_anew_compares_everything_with_the_archive(world: RestWorld) -> None:
    ids = several(world, 250)
    world.look(60)
    world.delete(ids[7])
    world.edit(61, ids[8], "changed long after")
    assert world.look(70) == []
    from tests.observing import batch

    source = world.source()
    cursor = source.resync_cursor(world.archive, at(0))  # type: ignore[attr-defined]
    world.archive.append(batch(source="discord", cursor=cursor))
    rows = world.look(80)
    assert [(row.kind, row.id) for row in rows] == [("message_deleted", ids[7]), ("message_edited", ids[8])]


@pytest.mark.parametrize(
    "cursor", ["", "{", "[]", '{"places": 5}', '{"guild": "700", "places": {"1": {"x": 1}}}', "null"]
)
def test_a_cursor_that_cannot_be_read_is_that_of_a_first_look(cursor: str) -> None:
    assert DiscordCursor.parse(cursor, "700") == DiscordCursor("700")


def test_the_cursor_stays_small(world: RestWorld) -> None:
    several(world, 300)
    several(world, 90, channel="proposals")
    world.look(60)
    cursor = world.archive.cursor("discord") or ""
    assert len(cursor) < 20_000
    assert DiscordCursor.parse(cursor, "700").text() == cursor


# --- deletions (law 3) ------------------------------------------------------------------------------------------------


def test_a_deletion_lies_between_two_looks(world: RestWorld) -> None:
    ids = several(world, 3)
    world.look(5)
    world.look(15)
    world.delete(ids[1])
    (row,) = world.look(25)
    assert (row.kind, row.id, span(row)) == ("message_deleted", ids[1], (at(15), at(25)))
    assert row.payload == {"channel": "game-actions", "author": "100", "name": "ana"}
    assert world.look(35) == []


def test_an_open_message_on_an_older_page_is_seen_to_be_deleted(world: RestWorld) -> None:
    ids = several(world, 150, channel="proposals")
    world.look(20)
    world.delete(ids[0])
    world.delete(ids[149])
    assert {(row.kind, row.id) for row in world.look(30)} == {
        ("message_deleted", ids[0]),
        ("message_deleted", ids[149]),
    }
    assert world.look(40) == []


def test_nothing_is_deleted_where_no_messages_come_at_all(world: RestWorld) -> None:
    several(world, 3)
    world.look(5)
    world.discord.without_history.add(world.id("game-actions"))
    assert world.look(15) == []
    assert world.codes() == {"NOTHING_CAME"}
    assert "Read Message History" in world.warnings[0].text
    assert not world.is_complete
    world.discord.without_history.clear()
    assert world.look(25) == []


def test_where_all_was_deleted_that_is_told(world: RestWorld) -> None:
    ids = several(world, 2)
    world.look(5)
    world.chat.channel("game-actions").messages.clear()
    assert [(row.kind, row.id) for row in world.look(15)] == [("message_deleted", id) for id in ids]
    assert world.is_complete
    assert world.look(25) == []


def test_an_empty_answer_about_what_is_there_deletes_nothing(world: RestWorld) -> None:
    several(world, 2)
    world.look(5)
    world.discord.change("messages", lambda _: [])
    assert world.look(15) == []
    assert world.codes() == {"NOTHING_CAME"}


def test_nothing_is_deleted_by_a_page_that_cannot_be_read_wholly(world: RestWorld) -> None:
    several(world, 3)
    world.look(5)
    world.discord.change("messages", lambda page: [None, {"id": "x"}, *page[2:]])
    assert world.look(15) == []
    assert world.codes() == {"UNREADABLE_MESSAGE"}
    assert world.look(25) == []


# --- threads and forums -----------------------------------------------------------------------------------------------


def test_a_forums_posts_are_read_with_one_request_for_all_that_are_quiet(world: RestWorld) -> None:
    forum = world.chat.channel("ideas", type=FORUM)
    world.set(channels=("game-actions", "ideas"), voting_channels=frozenset())
    for title in ("First", "Second"):
        world.chat.channel(title, type=11, parent=forum.id)
        world.post(1, "ana", f"the {title} idea", channel=title)
    rows = world.look(5)
    assert picked(rows, "channel", "thread") == [("message", "ideas", "First"), ("message", "ideas", "Second")]
    assert picked(rows, "place") == [("message", f"700/{world.id('First')}"), ("message", f"700/{world.id('Second')}")]
    world.asked()
    assert world.look(15) == []
    assert world.asked() == ["guilds/700/threads/active", f"channels/{world.id('game-actions')}/messages?limit=100"]
    world.post(16, "bob", "more", channel="Second")
    assert picked(world.look(25), "text", "thread") == [("message", "more", "Second")]


def test_archived_threads_are_found_at_the_first_reading(world: RestWorld) -> None:
    for number in range(60):
        old = world.chat.channel(f"old {number}", type=11, parent=world.id("proposals"), archived_at=at(number + 1))
        world.post(0.5, "ana", f"words {number}", channel=old.name)
    assert len(world.look(100)) == 60
    world.asked()
    assert world.look(110) == []
    assert not [path for path in world.asked() if "threads" in path]


def test_a_thread_is_found_by_the_message_that_it_hangs_on(world: RestWorld) -> None:
    first = world.post(1, "ana", "I propose")
    world.look(5)
    thread = world.chat.channel("Talk of it", type=11, parent=world.id("game-actions"))
    world.post(6, "bob", "what of it", channel="Talk of it")

    def hang(page: list[dict[str, Any]]) -> list[dict[str, Any]]:
        shown = {"id": thread.id, "name": thread.name, "last_message_id": max(thread.messages)}
        return [one | ({"thread": shown} if one["id"] == first else {}) for one in page]

    world.discord.change(f"channels/{world.id('game-actions')}/messages", hang)
    assert picked(world.look(15), "text", "thread") == [("message", "what of it", "Talk of it")]


def test_a_thread_of_another_channel_is_not_read(world: RestWorld) -> None:
    world.chat.channel("secret")
    world.chat.channel("A secret thread", type=11, parent=world.id("secret"))
    world.post(1, "ana", "hush", channel="A secret thread")
    assert world.look(5) == []


# --- members ----------------------------------------------------------------------------------------------------------


def test_who_left_is_told_between_two_lists(world: RestWorld) -> None:
    world.post(1, "bob", "hello")
    world.look(5)
    world.leave("bob")
    assert world.look(15) == []
    (row,) = world.look(70)
    assert (row.kind, row.payload, span(row)) == ("member_left", {"user": "101"}, (at(5), at(70)))
    assert world.look(140) == []


def test_who_had_left_before_the_first_look_left_after_their_last_words(world: RestWorld) -> None:
    world.post(1, "bob", "hello")
    world.post(2, "bob", "good bye")
    world.chat.person("dice", is_bot=True)
    world.post(3, "dice", "4")
    world.leave("bob")
    world.leave("dice")
    (row,) = [row for row in world.look(5) if row.kind == "member_left"]
    assert (row.payload["user"], span(row)) == ("101", (at(2), at(5)))
    assert world.look(70) == []


def test_members_are_listed_again_when_a_named_instant_has_passed(world: RestWorld) -> None:
    world.look(5)
    world.leave("bob")
    world.named = at(10)
    assert [span(row) for row in world.look(10)] == [(at(5), at(10))]


def test_without_the_members_switch_one_warning_says_so_and_the_rest_goes_on(world: RestWorld) -> None:
    world.discord.flags &= ~MEMBERS
    world.post(1, "ana", "hello")
    assert len(world.look(5)) == 1
    assert world.codes() == {"MEMBERS_OFF"}
    assert "SERVER MEMBERS INTENT" in world.warnings[0].text
    assert world.is_complete
    world.asked()
    world.look(60)
    assert not [path for path in world.asked() if "members" in path]
    assert world.codes() == {"MEMBERS_OFF"}
    world.set(members_minutes=0)
    world.look(61)
    assert world.codes() == set()


def test_the_members_switch_turned_on_is_noticed_as_soon_as_members_are_due(world: RestWorld) -> None:
    world.discord.flags &= ~MEMBERS
    world.look(5)
    world.discord.flags |= MEMBERS
    world.look(70)
    assert world.codes() == set()


def test_once_members_were_listed_that_they_are_not_any_more_leaves_what_is_due_unread(world: RestWorld) -> None:
    world.post(1, "bob", "hello")
    world.look(5)
    world.discord.flags &= ~MEMBERS
    world.leave("bob")
    world.named = at(80)
    world.look(70)
    assert world.codes() == {"MEMBERS_OFF"}
    assert not world.is_complete
    (part,) = parts(world)
    assert (part.name, part.since, part.last) == ("members", iso(at(70)), iso(at(5)))
    world.look(80)
    assert [(span(row), row.payload["complete"]) for row in world.looks] == [((at(5), at(80)), False)]
    world.look(90)
    assert world.codes() == {"MEMBERS_OFF"}
    assert not world.is_complete
    world.discord.flags |= MEMBERS
    (row,) = world.look(150)
    assert (row.kind, row.payload["user"], span(row)) == ("member_left", "101", (at(5), at(150)))
    assert [row.payload["complete"] for row in world.looks] == [True]
    assert (world.codes(), parts(world)) == (set(), ())


def test_the_name_that_somebody_has_here_goes_before_the_other(world: RestWorld) -> None:
    world.chat.people["ana"].nick = "Ana the Great"
    world.post(1, "ana", "hello")
    (row,) = world.look(5)
    assert [row.payload[name] for name in ("author", "name", "also")] == ["100", "Ana the Great", ["ana"]]


def test_whom_the_game_knows_is_named_at_the_first_list_and_where_a_name_changes(world: RestWorld) -> None:
    world.known = ("ana", "cleo")
    cleo = world.chat.person("cleo")
    cleo.nick, cleo.shown = "Cleo the Great", "Cleo"
    rows = world.look(5)
    assert [(row.kind, row.payload, row.at) for row in rows] == [
        ("member_named", {"user": "100", "name": "ana"}, at(5)),
        ("member_named", {"user": cleo.id, "name": "Cleo the Great", "also": ["Cleo", "cleo"]}, at(5)),
    ]
    cleo.nick, cleo.shown, cleo.name = "", "Cleopatra", "cleo_7"
    world.chat.people["bob"].nick = "Bob the Great"
    assert world.look(15) == []
    (row,) = world.look(70)
    assert (row.kind, row.payload, span(row)) == (
        "member_named",
        {"user": cleo.id, "name": "Cleopatra", "also": ["cleo_7"]},
        (at(5), at(70)),
    )
    cleo.name = "cleo_8"
    (row,) = world.look(140)
    assert row.payload["also"] == ["cleo_8"]
    assert world.look(210) == []


def test_a_server_of_ten_thousand_members_makes_no_rows_of_those_whom_the_game_does_not_know(world: RestWorld) -> None:
    for number in range(10_000):
        world.chat.person(f"member {number}").nick = f"Member {number}"
    world.known = ("member 7777",)
    (row,) = world.look(5)
    assert row.payload == {"user": world.chat.people["member 7777"].id, "name": "Member 7777", "also": ["member 7777"]}
    for account in world.chat.people.values():
        account.nick = f"New {account.name}"
    (row,) = world.look(70)
    assert row.payload["name"] == "New member 7777"


def test_members_are_listed_at_once_for_a_member_whom_the_game_knows_since(world: RestWorld) -> None:
    world.look(5)
    world.asked()
    world.known = ("bob",)
    (row,) = world.look(10)
    assert (row.payload, row.at) == ({"user": "101", "name": "bob"}, at(10))
    world.asked()
    assert world.look(15) == []
    assert not [path for path in world.asked() if "members" in path]


def test_who_wrote_is_not_named_once_more_but_where_that_changes(world: RestWorld) -> None:
    world.post(1, "bob", "hello")
    assert [row.kind for row in world.look(5)] == ["message"]
    world.known = ("bob",)
    world.asked()
    assert world.look(10) == []
    assert not [path for path in world.asked() if "members" in path]
    world.known = ()
    world.chat.people["bob"].nick = "Bobby"
    (row,) = world.look(70)
    assert (row.payload, span(row)) == ({"user": "101", "name": "Bobby", "also": ["bob"]}, (at(5), at(70)))


def test_who_is_known_and_no_member_is_named_once_they_are_and_again_when_they_come_back(world: RestWorld) -> None:
    world.known = ("bob",)
    world.leave("bob")
    assert world.look(5) == []
    world.asked()
    world.look(10)
    assert not [path for path in world.asked() if "members" in path]
    bob = world.chat.people["bob"]
    for minute in (70, 210):
        world.chat.members[bob.id] = bob
        (row,) = world.look(minute)
        assert (row.kind, row.at) == ("member_named", at(minute))
        world.leave("bob")
        assert [row.kind for row in world.look(minute + 70)] == ["member_left"]


def test_where_members_are_not_shown_any_more_nobody_asks_again_and_again_for_names(world: RestWorld) -> None:
    world.look(5)
    world.discord.flags &= ~MEMBERS
    world.known = ("bob",)
    world.look(70)
    world.asked()
    assert world.look(75) == []
    assert not [path for path in world.asked() if "members" in path]


def parts(world: RestWorld) -> tuple[UnreadPart, ...]:
    source = world.source()
    assert isinstance(source, DiscordSource)
    return source.unread_parts(world.archive.cursor("discord"))


# --- what can go wrong ------------------------------------------------------------------------------------------------


def test_a_channel_that_is_forbidden_does_not_stop_the_others(world: RestWorld) -> None:
    several(world, 2)
    several(world, 2, channel="proposals")
    world.look(5)
    world.discord.forbidden.add(world.id("game-actions"))
    world.post(6, "ana", "unseen")
    world.post(6, "ana", "seen", channel="proposals")
    assert picked(world.look(15), "text") == [("message", "seen")]
    (warning,) = world.warnings
    assert (warning.code, warning.place) == ("NO_PERMISSION", "#game-actions")
    assert "View Channel" in warning.text
    assert not world.is_complete
    (part,) = parts(world)
    assert (part.name, part.since, part.last) == ("#game-actions", iso(at(15)), iso(at(5)))
    assert "View Channel" in part.why
    world.look(20)
    assert parts(world) == (part,)
    world.discord.forbidden.clear()
    assert picked(world.look(25), "text") == [("message", "unseen")]
    assert parts(world) == ()
    assert world.is_complete


def test_a_channel_that_was_deleted_makes_nothing_deleted_and_is_looked_for(world: RestWorld) -> None:
    several(world, 2)
    world.look(5)
    gone = world.chat.channels.pop("game-actions")
    assert world.look(15) == []
    assert world.codes() == {"NO_CHANNEL"}
    world.look(25)
    assert "did you mean" in world.warnings[0].text or "there are" in world.warnings[0].text
    world.chat.channels["games"] = replace(gone, name="game_actions")
    world.asked()
    world.look(24 * 60 + 30)
    assert "did you mean game_actions" in world.warnings[0].text


def test_a_renamed_channel_keeps_its_name_in_the_config(world: RestWorld) -> None:
    world.look(5)
    world.chat.channels["game-actions"].name = "actions"
    world.post(6, "ana", "hello")
    world.look(25 * 60)
    assert [row.subject for row in world.rows("message")] == ["game-actions"]
    assert world.codes() == set()


def test_unknown_and_ambiguous_names_are_told_with_what_is_near(world: RestWorld) -> None:
    world.chat.channels["other"] = replace(world.chat.channel("proposals"), id="7999")
    world.set(channels=("#Game-Actions", "propsals", "proposals", "7000"), voting_channels=frozenset())
    world.post(1, "ana", "hello")
    assert len(world.look(5)) == 1
    told = {warning.place: warning.text for warning in world.warnings}
    assert "did you mean proposals?" in told["#propsals"]
    assert "2 channels are called so" in told["#proposals"]
    world.asked()
    world.look(15)
    assert "guilds/700/channels" not in world.asked()
    assert world.codes() == {"NO_CHANNEL"}


def test_without_the_content_switch_nothing_is_taken_and_it_is_told_which_switch(world: RestWorld) -> None:
    known = world.post(1, "ana", "hello")
    world.look(5)
    world.chat.is_content_shown = False
    several(world, 150, 6)
    with pytest.raises(SourceError, match="turn on MESSAGE CONTENT INTENT"):
        world.look(25)
    assert world.codes() == {"CONTENT_OFF"}
    assert "MESSAGE CONTENT INTENT" in world.warnings[0].text
    assert not world.is_complete
    world.chat.is_content_shown = True
    assert len(world.look(35)) == 150
    assert [row.payload["text"] for row in world.rows() if row.id == known] == ["hello"]


def test_a_message_without_words_is_no_sign_of_the_switch(world: RestWorld) -> None:
    world.post(1, "ana", "")
    assert picked(world.look(5), "text") == [("message", "")]
    assert world.codes() == set()


def test_a_rate_limit_is_waited_for(world: RestWorld) -> None:
    several(world, 2)
    bucket = {"X_RateLimit_Bucket": "b", "X_RateLimit_Limit": "1", "X_RateLimit_Remaining": "0"}
    limited = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
    world.discord.spoil("messages", 429, limited, 1, **bucket, X_RateLimit_Reset_After="0.2")
    assert len(world.look(5)) == 2
    assert world.is_complete
    assert len([path for path in world.asked() if "messages" in path]) == 3


def test_a_bucket_that_is_empty_is_not_asked_until_it_is_filled(world: RestWorld) -> None:
    import time

    several(world, 150)
    instants: list[float] = []

    def drained(page: Any) -> Any:
        instants.append(time.monotonic())
        return page

    for _ in range(2):
        world.discord.spoiled.append(
            (
                f"{world.id('game-actions')}/messages",
                lambda answer: replace(
                    answer,
                    body=drained(answer.body),
                    headers={
                        "X-RateLimit-Bucket": "b",
                        "X-RateLimit-Limit": "5",
                        "X-RateLimit-Remaining": "0",
                        "X-RateLimit-Reset-After": "0.4",
                    },
                ),
            )
        )
    assert len(world.look(20)) == 150
    assert [later - earlier >= 0.35 for earlier, later in pairwise(instants)] == [True]


def test_a_wait_that_is_too_long_ends_the_look(world: RestWorld) -> None:
    limited = {"message": "You are being rate limited.", "retry_after": 3600.0, "global": True}
    world.discord.spoil("channels", 429, limited)
    with pytest.raises(SourceUnreachableError, match="left alone for 3600 s"):
        world.look(5)


def test_a_passing_failure_is_tried_again(world: RestWorld) -> None:
    several(world, 2)
    world.discord.spoil("messages", 502)
    assert len(world.look(5)) == 2


def test_a_lasting_failure_of_one_channel_does_not_stop_the_others(world: RestWorld) -> None:
    several(world, 1)
    several(world, 2, channel="proposals")
    world.discord.spoil(f"{world.id('game-actions')}/messages", 503)
    assert len(world.look(5)) == 2
    assert world.codes() == {"UNREACHABLE"}
    assert len(world.look(15)) == 1


def test_where_discord_is_down_the_look_fails_and_the_next_goes_on(world: RestWorld) -> None:
    several(world, 2)
    world.look(5)
    world.post(6, "ana", "later")
    world.discord.spoil("messages", 503, times=2)
    with pytest.raises(SourceUnreachableError, match=r"Discord failed \(status 503\)"):
        world.look(15)
    assert len(world.look(25)) == 1


def test_nobody_there_is_told(world: RestWorld) -> None:
    world.rest = replace(world.rest, api="http://127.0.0.1:9/api/v10")
    with pytest.raises(SourceUnreachableError, match="cannot be reached"):
        world.look(5)


def test_a_refused_token_is_told_without_it(world: RestWorld) -> None:
    world.rest = replace(world.rest, token="some.other.token")
    with pytest.raises(SourceUnreadableError, match="does not accept the token") as caught:
        world.look(5)
    assert "Reset Token" in caught.value.remedy
    assert "some.other.token" not in f"{caught.value!r} {world.rest!r} {caught.value.__context__!r}"


def test_a_token_refused_halfway_loses_nothing(world: RestWorld) -> None:
    id = world.post(1, "ana", "I propose", channel="proposals")
    world.react(id, "bob")
    world.discord.spoil("reactions", 401)
    with pytest.raises(SourceUnreadableError, match="does not accept the token"):
        world.look(5)
    assert [row.kind for row in world.look(15)] == ["message", "reaction"]


def test_a_server_that_the_bot_is_not_in_is_told(world: RestWorld) -> None:
    world.set(guild="701")
    with pytest.raises(SourceUnreadableError, match="invite the bot"):
        world.look(5)


def test_no_redirect_leads_elsewhere(world: RestWorld) -> None:
    world.discord.spoil("channels", 302, Location="http://localhost:9/elsewhere")
    with pytest.raises(SourceUnreadableError, match="no site of the config"):
        world.look(5)


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"threads": 5', b"5", b"null", b'{"a": 1}', b"[" * 100_000])
def test_an_answer_that_cannot_be_read_is_told(world: RestWorld, body: bytes) -> None:
    several(world, 2)
    several(world, 2, channel="proposals")
    world.look(5)
    world.post(6, "ana", "later")
    world.discord.spoil(f"{world.id('game-actions')}/messages", 200, body)
    assert world.look(15) == []
    assert world.codes() == {"UNREADABLE_ANSWER"}
    assert len(world.look(25)) == 1


def test_an_answer_without_end_is_not_read(world: RestWorld) -> None:
    several(world, 2)
    world.rest = replace(world.rest, max_bytes=3000)
    world.discord.spoil(f"{world.id('game-actions')}/messages", 200, b"[" + b" " * 1_000_000 + b"]")
    world.look(5)
    assert world.codes() == {"UNREADABLE_ANSWER"}


def test_a_channel_list_that_fails_later_does_not_stop_the_reading(world: RestWorld) -> None:
    several(world, 1)
    world.look(5)
    world.post(6, "ana", "later")
    world.discord.spoil("guilds/700/channels", 503)
    assert len(world.look(25 * 60)) == 1
    assert world.codes() == {"UNREACHABLE"}


ODD: list[Any] = [
    {"author": None},
    {"author": {"id": 5}},
    {"content": None, "embeds": [{}]},
    {"edited_timestamp": "soon"},
    {"edited_timestamp": "2021-08-01T00:00:00"},
    {"reactions": None},
    {"reactions": [None, {"emoji": None, "count": 1}, {"emoji": {"id": None, "name": None}, "count": 2}]},
    {"reactions": [{"emoji": {"id": None, "name": "👍"}, "count": "many"}]},
    {"message_reference": 5, "type": 19},
    {"thread": {"id": None}},
    {"thread": 7},
]


@pytest.mark.parametrize("odd", ODD, ids=json.dumps)
def test_odd_fields_do_not_matter(world: RestWorld, odd: dict[str, Any]) -> None:
    world.post(1, "ana", "hello")
    world.discord.change("messages", lambda page: [one | odd for one in page])
    (row,) = world.look(5)
    assert row.kind == "message"
    assert world.codes() == set()


def test_an_emoji_that_cannot_be_asked_for_does_not_hold_up_the_rest(world: RestWorld) -> None:
    ids = several(world, 150)
    world.react(ids[3], "bob", "\ud83d")
    world.react(ids[3], "cleo")
    rows = world.look(20)
    assert [row.payload["user"] for row in rows if row.kind == "reaction"] == ["102"]
    assert len(rows) == 151
    assert world.codes() == {"UNREADABLE_ANSWER"}
    assert not world.is_complete
    assert world.look(30) == []
    assert world.is_complete


def test_a_config_that_reads_from_earlier_on_or_votes_elsewhere_is_heeded(world: RestWorld) -> None:
    ids = several(world, 20)
    old = world.chat.channel("old", type=11, parent=world.id("game-actions"), archived_at=at(0.5))
    in_thread = world.post(0.4, "ana", "in the thread", channel=old.name)
    world.set(since=at(1), members_minutes=0)
    assert [row.id for row in world.look(5)] == ids[10:]
    world.set(since=None)
    assert {row.id for row in world.look(15)} == {*ids[:10], in_thread}
    world.react(ids[0], "bob")
    world.look(16)
    world.unreact(ids[0], "bob")
    world.react(ids[0], "cleo")
    assert world.look(60) == []
    world.set(voting_channels=frozenset({"game-actions"}))
    assert picked(world.look(61), "user") == [("reaction", "102"), ("reaction_removed", "101")]


@pytest.mark.parametrize("name", ["bob", "zoë"])
def test_errors_are_the_trackers_own(world: RestWorld, name: str) -> None:
    world.discord.spoil("guilds", 418, {"message": name})
    with pytest.raises(SourceError, match="status 418"):
        world.look(5)
