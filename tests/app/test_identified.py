"""A person who is written into the config in the middle of a round goes on being who they are, with all that they did."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tracker.app.asking.inquiry import gamestate_at, status


@pytest.fixture
def chat(tmp_path: Path, base: Path) -> Iterator[ChatTracker]:
    """Ana and Bob play, and Bob gave Ana 3 chips of the first Monday's."""
    with chat_tracker(tmp_path, base) as made:
        made.say(1, "ana", "I join the game")
        made.say(2, "bob", "I join the game")
        made.tick(3)
        offer = made.say(60 * 30, "bob", f"I give 3 chips to <@{made.discord.chat.person('ana').id}>")
        assert offer
        made.say(60 * 30 + 1, "ana", "I accept")
        made.tick(60 * 30 + 2)
        yield made


def chips(chat: ChatTracker) -> dict[str, int]:
    return {id: each["chips"] for id, each in gamestate_at(chat.tracker).values["players"].items()}


def test_a_mapping_of_the_middle_of_a_round_holds_for_what_was_before(chat: ChatTracker) -> None:
    ana, bob = (chat.discord.chat.person(name).id for name in ("ana", "bob"))
    assert chips(chat) == {ana: 103, bob: 97}
    chat.options["members_minutes"] = f"60\n[identities]\nRobert = wiki:Ada, discord:{bob}"
    chat.tick(60 * 31)
    assert chips(chat) == {ana: 103, "Robert": 97}
    chat.say(60 * 31 + 1, "bob", f"I give 1 chip to <@{ana}>")
    chat.say(60 * 31 + 2, "ana", f"I give 5 chips to <@{bob}>")
    report = chat.tick(60 * 31 + 3)
    assert report.exit_code == 0
    offers = gamestate_at(chat.tracker).values["offers"].values()
    assert {(each["by"], each["to"]) for each in offers if each["status"] == "open"} == {
        *((("Robert", ana)), (ana, "Robert")),
    }


def test_an_entry_that_is_taken_out_is_told(chat: ChatTracker) -> None:
    bob = chat.discord.chat.person("bob").id
    chat.options["members_minutes"] = f"60\n[identities]\nRobert = discord:{bob}"
    chat.tick(60 * 31)
    chat.options["members_minutes"] = "60"
    chat.tick(60 * 32)
    assert set(chips(chat)) == {chat.discord.chat.person("ana").id, bob}
    told = [each["text"] for each in status(chat.tracker, "operator")["findings"] if each["code"] == "IDENTITY_CHANGED"]
    assert told == [f"{bob} was said to be Robert, and is a person by itself now: all that it ever did counts so"]


def test_only_the_newest_change_of_an_entry_is_told(chat: ChatTracker) -> None:
    bob = chat.discord.chat.person("bob").id
    for minutes, person in enumerate(("Robert", "Rob", ""), start=60 * 31):
        entry = f"\n{person} = discord:{bob}" if person else ""
        chat.options["members_minutes"] = f"60\n[identities]{entry}"
        chat.tick(minutes)
    told = [each["text"] for each in status(chat.tracker, "operator")["findings"] if each["code"] == "IDENTITY_CHANGED"]
    assert told == [f"{bob} was said to be Rob, and is a person by itself now: all that it ever did counts so"]
