"""Calls in the game's chat: whoever's turn begins is called once where the config allows it, and nobody else ever is."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import OPTIONS, coup_table, enter, start
from tests.app.test_steps import Killed
from tracker.app.people.chat_writing import AGAIN

LATER = AGAIN.total_seconds() / 60
CALLS = {**OPTIONS, "calls": "yes"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A table at which people are called, and the game started at minute 2."""
    with coup_table(tmp_path / "calls", options=CALLS) as made:
        enter(made)
        start(made)
        yield made


def called(table: ChatTracker) -> list[str]:
    """Who was called, by their names, in order; each call names its turn's end."""
    names = {account.id: name for name, account in table.discord.chat.people.items()}
    texts = table.discord.said("general")
    assert all("It is your turn" in text for text in texts)
    return [names[account] for text in texts for account in re.findall(r"<@(\d+)>", text)]


def mentions(table: ChatTracker) -> list[Any]:
    """Whom Discord was told to call, in every message that was sent anywhere."""
    return [body["allowed_mentions"].get("users", []) for body in table.discord.bodies if "content" in body]


def killed_at(name: str) -> Callable[[str], None]:
    def step(done: str) -> None:
        if done.startswith(name):
            raise Killed

    return step


def test_whoever_has_the_turn_is_called_once(table: ChatTracker) -> None:
    table.tick(4)
    assert called(table) == ["ana"]
    table.say(5, "ana", "I take Income.")
    table.tick(6)
    table.tick(7)
    assert called(table) == ["ana", "ben"]
    people = table.discord.chat.people
    assert [each for each in mentions(table) if each] == [[people["ana"].id], [people["ben"].id]]
    (text,) = table.discord.said("general")[-1:]
    assert text == f"<@{people['ben'].id}> It is your turn, ben, until 2021-08-03 00:05 UTC."


def test_who_must_coup_is_told_so_and_turns_that_passed_unseen_are_not_called_for(table: ChatTracker) -> None:
    table.tick(4)
    for minute, who in enumerate(("ana", "ben", "cy", "ana"), start=10):
        table.say(minute, who, "I take Income.")
    table.tick(20)
    assert called(table) == ["ana", "ben"]


def test_nobody_is_called_unless_the_config_allows_it(tmp_path: Path) -> None:
    with coup_table(tmp_path / "quiet") as table:
        enter(table)
        start(table)
        table.tick(4)
        assert table.discord.said("general") == []
        table.options = {**CALLS, "answers": "both", "status_channels": "status"}
        table.tick(5)
        assert called(table) == ["ana"]
        assert not any("<@" in text for text in table.discord.said("status"))


def test_a_turn_that_began_long_ago_is_not_called_for(table: ChatTracker) -> None:
    table.options = OPTIONS
    table.say(4, "ana", "I pass.")
    table.tick(5)
    table.options = {**CALLS, "reply_hours": "1"}
    table.tick(70)
    assert called(table) == ["ana"]


@pytest.mark.parametrize("step", ["intent:", "saved:", "receipt:"])
def test_a_tick_killed_anywhere_leaves_one_call(tmp_path: Path, step: str) -> None:
    with coup_table(tmp_path / "killed", options=CALLS) as table:
        enter(table)
        table.say(2, "ana", "Start the game.")
        table.step = killed_at(f"{step}chat:call:")
        with pytest.raises(Killed):
            start(table, 3)
        table.step = lambda _: None
        for minute in (4.1, 4.2, 5 + LATER, 6 + LATER):
            table.tick(minute)
        assert called(table) == ["ana"]
        assert table.tracker.ledger.open_intents() == []


def test_a_group_is_called_by_its_members_and_people_by_the_account_that_is_theirs(tmp_path: Path) -> None:
    with coup_table(tmp_path / "group", options=CALLS) as table:
        for number, name in enumerate(("fay", "gus")):
            table.discord.chat.person(name)
            table.say(0.1 + number / 10, name, "hello")
        fay, gus = (table.discord.chat.people[name].id for name in ("fay", "gus"))
        table.more = f"[identities]\nFay = discord:{fay}\n"
        table.say(0.5, "fay", f'We (<@{fay}>, <@{gus}>) request to become a player named "Twins".')
        table.say(0.6, "gus", 'I confirm "Twins".')
        table.tick(1)
        start(table)
        table.tick(4)
        assert called(table) == ["fay", "gus"]


def test_a_permission_that_lacks_is_a_fault_until_it_is_given(table: ChatTracker) -> None:
    table.say(4, "ana", "I pass.")
    table.discord.refuse(f"{table.discord.chat.channel('general').id}/messages", 403)
    report = table.tick(5)
    assert [error.place for error in report.errors] == ["#general"]
    table.tick(6 + LATER)
    assert called(table) == ["ana", "ben"]
