"""Dice of Ducks: on a page by which anybody can check them, drawn for late decisions without anybody knowing them, and lost ones."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_chat_dice import DAY, PAGE, SOON, checked, codes, decide, gamestate, rows
from tests.contracts.chat_world import at
from tracker.app.people import by_hand

ROLL = "I roll for a new pond."
"""What asks for one die, once for the duck of each who joined."""
LINE = "dice-line:pond_roll:m9:1:1"


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[ChatTracker]:
    with chat_tracker(tmp_path, slug="ducks") as made:
        made.tick(0.5)
        made.say(1, "ana", "I join the game.")
        made.say(1.2, "bob", "I join the game.")
        made.say(1.4, "cy", "I join the game.")
        yield made


def test_seeds_are_committed_to_before_anybody_asks_for_dice(chat: ChatTracker) -> None:
    assert len(re.findall(r'^\|- id="dice-day-', chat.page(PAGE), re.MULTILINE)) == 8
    assert rows(chat, "roll") == []


def test_everybody_can_check_a_roll_from_the_page_and_finds_the_page(chat: ChatTracker, tmp_path: Path) -> None:
    asked = chat.say(2, "ana", ROLL)
    chat.tick(3)
    commitment = rows(chat, "commitment")[0].payload["hash"]
    assert f"<code>{commitment}</code>" in chat.page(PAGE)
    assert f'title="message {asked}"' in chat.page(PAGE)
    (reply,) = chat.replies()[asked]
    assert f"by the seed of 2021-08-01 whose SHA-256 is {commitment}" in reply.replace("\\", "")
    assert "[[Tracker/Dice" in chat.page("Tracker/Log")
    drawn = len(rows(chat, "roll"))
    chat.tick(SOON)
    assert checked(chat, tmp_path) == drawn > 0
    for day in (3, 5, 60):
        chat.tick(day * DAY + 30)
    assert "roll-2021-08-01-1" not in chat.page(PAGE)
    assert "roll-2021-08-01-1" in chat.page("Tracker/Dice 2021-08")


# --- dice that can never be drawn --------------------------------------------------------------------------------------


@pytest.fixture
def lost(chat: ChatTracker) -> ChatTracker:
    """A roll asked for on the first day, by a message that a file tells of when that day's seed is shown."""
    chat.tick(3)
    chat.tick(SOON)
    author = gamestate(chat).values["players"]
    told = {"kind": "message", "id": "m9", "at": at(5).isoformat(), "channel": "game-actions", "author": min(author)}
    by_hand.import_records(chat.tracker, [{**told, "text": f"{ROLL}\nI leave the game."}])
    return chat


def test_a_line_that_turns_up_after_its_seed_was_shown_holds_nothing_else_up(lost: ChatTracker) -> None:
    assert lost.tick(SOON + 1).exit_code == 0
    assert LINE in [asked.id for asked in gamestate(lost).questions]
    assert "DICE_LOST" in codes(lost)


def test_its_dice_are_drawn_by_the_seed_of_the_day_of_the_decision(lost: ChatTracker, tmp_path: Path) -> None:
    lost.tick(SOON + 1)
    decide(lost, LINE, "draw", SOON + 2)
    assert lost.tick(SOON + 3).exit_code == 0
    assert LINE not in [asked.id for asked in gamestate(lost).questions]
    assert [roll for roll in rows(lost, "roll") if "m9" in str(roll.payload["for"])]
    lost.tick(2 * DAY + 20)
    assert checked(lost, tmp_path) == len(rows(lost, "roll"))


def test_people_may_let_it_come_to_nothing_and_what_was_said_after_it_goes_on(lost: ChatTracker) -> None:
    lost.tick(SOON + 1)
    playing = sum(each["player"] for each in gamestate(lost).values["players"].values())
    decide(lost, LINE, "void", SOON + 2)
    lost.tick(SOON + 3)
    state = gamestate(lost)
    assert LINE not in [asked.id for asked in state.questions]
    assert ("m9", "no_roll", 1) in [(each.observation, each.code, each.n) for each in state.refused]
    # It was the week's first game action, after which the Duck Old One acts: by dice of the day of the answer.
    assert {roll.happened_at for roll in rows(lost, "roll") if "old_one" in roll.payload["for"]} == {at(SOON + 2)}
    assert sum(each["player"] for each in state.values["players"].values()) == playing - 1
