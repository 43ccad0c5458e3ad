"""What reading a chat gives, whichever way it is read: each reader's own test inherits this and says how to make its world."""

from collections.abc import Iterator

import pytest

from tests.contracts.chat_world import DELETED_USER, GUILD, Account, ChatWorld, at, span
from tracker.core.observation import Observation

HOSTILE = (
    "x" * 4000,
    "half a pair: \ud83d end",
    "\u202etxet\u202c and a z\u200bero",
    "NUL \0 and \\u0000 and \u2028",
    "| cell || {{template}} [[link]] <nowiki>",
    "@everyone <@100> `code` ```block```",
    "9" * 400,
)


def picked(rows: list[Observation], *names: str) -> list[tuple[object, ...]]:
    return [(row.kind, *(row.payload.get(name) for name in names)) for row in rows]


class ChatContract:
    """The contract."""

    source = "discord"

    @pytest.fixture
    def world(self) -> Iterator[ChatWorld] | ChatWorld:
        raise NotImplementedError

    # --- messages -----------------------------------------------------------------------------------------------------

    def test_a_message_is_told_with_who_where_and_when(self, world: ChatWorld) -> None:
        first = world.post(1, "ana", "I join the game")
        answer = world.post(2.5, "bob", "Welcome", reply_to=first, type=19)
        said, replied = world.look(5)
        assert (said.kind, said.id, said.at, said.seen_at) == ("message", first, at(1), at(5))
        assert said.source == self.source
        place = f"{GUILD}/{world.chat.channel('game-actions').id}"
        shown = {"channel": "game-actions", "author": "100", "text": "I join the game", "name": "ana"}
        assert said.payload == {**shown, "place": place}
        assert (replied.id, replied.at, replied.payload["reply_to"]) == (answer, at(2.5), first)
        assert world.codes() == set()
        assert world.is_complete

    def test_what_was_told_is_not_told_again(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I join the game")
        world.react(id, "bob")
        assert len(world.look(5)) == 2
        assert world.look(15) == []
        assert world.is_complete

    def test_an_edit_has_its_own_instant(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "Bid 5")
        world.look(5)
        world.edit(7.25, id, "Bid 6")
        (row,) = world.look(15)
        assert (row.kind, row.id, row.at, row.payload["text"]) == ("message_edited", id, at(7.25), "Bid 6")
        assert world.look(25) == []
        world.edit(26, id, "Bid 6")
        assert [row.at for row in world.look(35)] == [at(26)]

    def test_of_a_message_first_seen_edited_the_first_text_is_unknown(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "Bid 5")
        world.edit(3, id, "Bid 6")
        first, edited = world.look(5)
        assert (first.kind, first.at, first.payload["seen_edited"]) == ("message", at(1), True)
        assert (edited.kind, edited.at, edited.payload["text"]) == ("message_edited", at(3), "Bid 6")
        assert world.look(15) == []

    def test_what_the_server_tells_is_nobodys_message(self, world: ChatWorld) -> None:
        world.post(1, "ana", "ana joined", type=7)
        world.post(2, "ana", "pinned", type=6)
        assert world.look(5) == []

    def test_bots_and_webhooks_are_marked(self, world: ChatWorld) -> None:
        world.chat.person("dice", is_bot=True)
        world.post(1, "dice", "Rolled 4")
        hook = world.post(2, "ana", "I am ana, honestly")
        world.chat.find(hook).author = Account("555", "ana", is_bot=True, webhook="555")
        assert picked(world.look(5), "author", "name", "bot") == [
            ("message", world.chat.people["dice"].id, "dice", True),
            ("message", "555", "ana", True),
        ]

    def test_a_deleted_author_still_wrote(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I join the game")
        world.chat.find(id).author = Account(DELETED_USER, "Deleted User")
        assert picked(world.look(5), "author", "name") == [("message", DELETED_USER, "Deleted User")]

    def test_an_author_deleted_later_keeps_what_was_told(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I join the game")
        world.look(5)
        world.chat.find(id).author = Account(DELETED_USER, "Deleted User")
        assert world.look(15) == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_whatever_is_written_comes_as_it_is(self, world: ChatWorld, text: str) -> None:
        id = world.post(1, "ana", text)
        world.chat.person("zoë | ~~~~ \ud800")
        world.react(id, "zoë | ~~~~ \ud800")
        rows = world.look(5)
        assert rows[0].payload["text"] == text
        assert [row.kind for row in rows] == ["message", "reaction"]
        assert world.look(15) == []

    def test_a_thread_is_part_of_its_channel(self, world: ChatWorld) -> None:
        world.chat.channel("Ace counts 21", type=11, parent=world.chat.channel("proposals").id)
        world.post(1, "ana", "I propose", channel="Ace counts 21")
        assert picked(world.look(5), "channel", "thread") == [("message", "proposals", "Ace counts 21")]
        world.post(6, "bob", "I object", channel="Ace counts 21")
        assert picked(world.look(15), "channel", "thread") == [("message", "proposals", "Ace counts 21")]
        assert world.look(25) == []

    # --- reactions ----------------------------------------------------------------------------------------------------

    def test_reactions_tell_who_set_which_emoji_between_when(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I propose", channel="proposals")
        world.react(id, "bob", "👍🏽")
        world.react(id, "cleo", "yes", id="31415")
        _, tone, custom = world.look(5)
        assert tone.id == f"reaction:{id}:👍🏽:101"
        assert tone.payload == {"message": id, "emoji": "👍🏽", "user": "101", "name": "bob"}
        assert custom.payload["emoji"] == "yes:31415"
        assert (span(tone), tone.seen_at) == ((at(1), at(5)), at(5))

    def test_a_reaction_taken_back_is_told(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I propose", channel="proposals")
        world.react(id, "bob")
        world.react(id, "cleo")
        world.look(5)
        world.unreact(id, "bob")
        (row,) = world.look(15)
        assert (row.kind, row.id) == ("reaction_removed", f"reaction:{id}:👍:101")
        assert (row.payload["user"], row.not_after) == ("101", at(15))
        world.unreact(id, "cleo")
        assert picked(world.look(25), "user") == [("reaction_removed", "102")]
        world.react(id, "bob")
        (again,) = world.look(35)
        assert (again.kind, again.id) == ("reaction", f"reaction:{id}:👍:101")
        assert world.look(45) == []

    def test_a_renamed_emoji_stays_the_same_reaction(self, world: ChatWorld) -> None:
        id = world.post(1, "ana", "I propose", channel="proposals")
        world.react(id, "bob", "yes", id="31415")
        world.look(5)
        found = world.chat.find(id).reactions
        found["aye", "31415"] = found.pop(("yes", "31415"))
        assert world.look(15) == []
        world.react(id, "cleo", "aye", id="31415")
        assert picked(world.look(25), "user") == [("reaction", "102")]
