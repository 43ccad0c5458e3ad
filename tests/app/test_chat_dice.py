"""Dice of chat games: committed to beforehand, on a page of their own, drawn for late decisions without anybody knowing them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.test_dice_document import program, run
from tests.contracts.chat_world import at
from tracker.app.asking.checkup import check_up
from tracker.app.asking.inquiry import gamestate_at, status
from tracker.app.dice.dice import SOURCE
from tracker.app.dice.dice_verify import verify_archive, verify_pages
from tracker.app.people import by_hand, deciding
from tracker.core.gamestate import Gamestate
from tracker.core.observation import Observation
from tracker.errors import UsageError

DAY = 24 * 60
SOON = DAY + 20
"""When the seed of the first day is shown."""
EVE = 4 * DAY
"""A Thursday, with which a phase of several days begins in which lots are generated."""
PAGE = "Tracker/Dice"
UNKNOWN = "not found among the accounts"
__all__ = ["program"]


@pytest.fixture
def chat(tmp_path: Path, base: Path) -> Iterator[ChatTracker]:
    with chat_tracker(tmp_path / "own", base=base) as made:
        made.tick(0.5)
        made.say(1, "ana", "I join the game")
        yield made


def gamestate(chat: ChatTracker) -> Gamestate:
    return gamestate_at(chat.tracker)


def rows(chat: ChatTracker, kind: str) -> list[Observation]:
    told = (row.observation for row in chat.archive.rows())
    return [each for each in told if each.kind == kind and each.source == SOURCE]


def codes(chat: ChatTracker) -> list[str]:
    return [finding.code for finding in gamestate(chat).findings]


def decide(chat: ChatTracker, question: str, answer: str | None, minutes: float) -> None:
    chat.clock.instant = at(minutes)
    deciding.decide(chat.tracker, question, answer, by="Op", why="so it is")


def checked(chat: ChatTracker, folder: Path) -> int:
    """How many rolls hold by the dice page alone, and by the archive."""
    saved = folder / "dice.wikitext"
    saved.write_text(chat.page(PAGE), encoding="utf-8")
    on_page, archived = verify_pages([saved]), verify_archive(chat.archive)
    assert (on_page.difference, archived.difference) == ("", "")
    assert on_page.rolls == archived.rolls
    return on_page.rolls


# --- the page ---------------------------------------------------------------------------------------------------------


def test_seeds_are_committed_to_on_the_wiki_before_anybody_asks_for_dice(chat: ChatTracker) -> None:
    chat.tick(2)
    assert len(re.findall(r'^\|- id="dice-day-', chat.page(PAGE), re.MULTILINE)) == 8
    assert rows(chat, "roll") == []
    assert "committed to up to 2021-08-08" in str(list(check_up(chat.tracker, lambda: "")))


def test_everybody_can_check_a_lot_from_the_page_and_finds_the_page(
    chat: ChatTracker, tmp_path: Path, program: Path
) -> None:
    asked = chat.say(2, "ana", "I generate a lot")
    chat.tick(3)
    commitment = rows(chat, "commitment")[0].payload["hash"]
    assert f"<code>{commitment}</code>" in chat.page(PAGE)
    assert f'<span title="message {asked}">2021-08-01 00:02 UTC</span>' in chat.page(PAGE)
    assert "secret until the day is over" in chat.page(PAGE)
    (reply,) = chat.replies()[asked]
    assert f"by the seed of 2021-08-01 whose SHA-256 is {commitment}" in reply.replace("\\", "")
    assert "[[Tracker/Dice" in chat.page("Tracker/Log")
    chat.tick(SOON)
    assert checked(chat, tmp_path) == 6
    assert run(program, tmp_path, chat.page(PAGE)) == (0, "6 of 6 rolls checked: all hold\n")
    assert " late" not in chat.page(PAGE)


def test_old_days_go_to_the_page_of_their_month(chat: ChatTracker) -> None:
    chat.say(2, "ana", "I generate a lot")
    for day in (0, 1, 3, 5, 60):
        chat.tick(day * DAY + 30)
    assert "roll-2021-08-01-1" not in chat.page(PAGE)
    assert "roll-2021-08-01-1" in chat.page("Tracker/Dice 2021-08")


@pytest.mark.parametrize("away", [0, 70], ids=["always there", "away for weeks"])
def test_days_with_many_dice_leave_the_page_without_a_hand(chat: ChatTracker, away: int) -> None:
    chat.say(2, "ana", "I generate 10 lots")
    for day in (0, 1, 2, *(away + day for day in range(3, 7))):
        assert chat.tick(day * DAY + 30).outcome == "applied"
    assert "roll-2021-08-01-1" not in chat.page(PAGE)
    august = chat.page("Tracker/Dice 2021-08")
    assert "roll-2021-08-01-60" in august
    assert all(f'id="dice-day-2021-08-0{day}"' in august for day in range(1, 10 if away else 6))


# --- lines that become clear later -------------------------------------------------------------------------------------


def test_a_line_confirmed_on_a_later_day_falls_by_the_seed_of_that_day(chat: ChatTracker, tmp_path: Path) -> None:
    unclear = chat.say(EVE + 2, "ana", "I generate some lots")
    chat.say(EVE + 3, "ana", "I generate a lot")
    chat.tick(EVE + 4)
    chat.tick(EVE + SOON)
    assert "dice:2021-08-05" in [each.payload["for"] for each in rows(chat, "reveal")]
    confirm(chat, unclear, EVE + SOON + 10)
    for minute in (EVE + SOON + 11, EVE + SOON + 12):
        report = chat.tick(minute)
        assert (report.exit_code, report.errors) == (0, ())
    assert list(gamestate(chat).values["lots"]) == ["1", "2"]
    late = [roll for roll in rows(chat, "roll") if unclear in str(roll.payload["for"])]
    assert {roll.happened_at.date() for roll in late} == {at(EVE + SOON + 10).date()}
    assert "DICE_AWAITED" not in codes(chat)
    chat.tick(EVE + 2 * DAY + 20)
    assert checked(chat, tmp_path) == 12


def confirm(chat: ChatTracker, message: str, minutes: float) -> None:
    """Let ana react on the tracker's answer to a message with its first number."""
    chat.clock.instant = at(minutes)
    sent = chat.discord.chat.channel("game-actions").messages.values()
    (answer,) = (each for each in sent if each.author is chat.discord.me and each.reply_to == message)
    answer.reactions.setdefault(("1️⃣", ""), {})[chat.discord.chat.person("ana").id] = False


@pytest.mark.parametrize("later", [EVE + 5, EVE + SOON + 10], ids=["the same day", "when the seed of its day is shown"])
def test_no_dice_fall_for_a_message_edited_unread_before_its_author_confirms_it(
    chat: ChatTracker, later: float, tmp_path: Path
) -> None:
    message = chat.say(EVE + 2, "ana", "I generate 3 lots")
    chat.discord.chat.find(message).edited_at = at(EVE + 3)
    chat.tick(EVE + 4)
    assert (rows(chat, "roll"), gamestate(chat).requests) == ([], ())
    assert "DICE_AWAITED" not in codes(chat)
    chat.tick(later - 0.5)
    confirm(chat, message, later)
    report = chat.tick(later + 1)
    assert (report.exit_code, report.errors) == (0, ())
    assert len(gamestate(chat).values["lots"]) == 3
    chat.tick(EVE + 2 * DAY + 20)
    assert checked(chat, tmp_path) == 18


# --- dice that can never be drawn --------------------------------------------------------------------------------------


@pytest.fixture
def lost(chat: ChatTracker) -> ChatTracker:
    """A lot asked for on the first day, by a message that a file tells of when that day's seed is shown."""
    chat.say(EVE + 2, "ana", "I generate a lot")
    chat.tick(EVE + 3)
    chat.tick(EVE + SOON)
    told = {"kind": "message", "id": "m9", "at": at(EVE + 5).isoformat(), "channel": "game-actions", "author": "100"}
    by_hand.import_records(chat.tracker, [{**told, "text": "I generate a lot"}])
    return chat


QUESTION = "dice-line:lot:m9:1:1"


def test_a_line_that_turns_up_after_its_seed_was_shown_holds_nothing_up(lost: ChatTracker) -> None:
    assert lost.tick(EVE + SOON + 1).exit_code == 0
    assert [asked.id for asked in gamestate(lost).questions] == [QUESTION]
    assert "DICE_LOST" in codes(lost)
    lost.tick(EVE + 2 * DAY + 20)
    assert "dice:2021-08-06" in [each.payload["for"] for each in rows(lost, "reveal")]


def test_its_dice_are_drawn_by_the_seed_of_the_day_of_the_decision(lost: ChatTracker, tmp_path: Path) -> None:
    lost.tick(EVE + SOON + 1)
    decide(lost, QUESTION, "draw", EVE + SOON + 2)
    assert lost.tick(EVE + SOON + 3).exit_code == 0
    assert (list(gamestate(lost).values["lots"]), gamestate(lost).questions) == (["1", "2"], ())
    with pytest.raises(UsageError, match="dice fell on that answer"):
        decide(lost, QUESTION, "void", EVE + SOON + 4)
    lost.tick(EVE + 2 * DAY + 20)
    assert checked(lost, tmp_path) == 12


def test_an_answer_of_a_day_whose_seed_is_shown_holds_nothing_up_either(lost: ChatTracker) -> None:
    lost.tick(EVE + SOON + 1)
    told = {
        "kind": "decision",
        "id": "d1",
        "at": at(EVE + 30).isoformat(),
        "question": QUESTION,
        "by": "Op",
        "why": "x",
    }
    by_hand.import_records(lost.tracker, [{**told, "answer": "draw"}])
    assert lost.tick(EVE + SOON + 2).exit_code == 0
    assert [asked.id for asked in gamestate(lost).questions] == [QUESTION]
    decide(lost, QUESTION, "void", EVE + SOON + 3)
    lost.tick(EVE + SOON + 4)
    assert gamestate(lost).questions == ()


def test_people_let_it_come_to_nothing(lost: ChatTracker) -> None:
    lost.tick(EVE + SOON + 1)
    for answer in ("1 2 3", "some dice"):
        with pytest.raises(UsageError, match="dice-line"):
            decide(lost, QUESTION, answer, EVE + SOON + 2)
    decide(lost, QUESTION, "void", EVE + SOON + 2)
    lost.tick(EVE + SOON + 3)
    assert list(gamestate(lost).values["lots"]) == ["1"]
    assert [(each.code, each.observation) for each in gamestate(lost).refused] == [("NO_ROLL", "m9")]


# --- who knows the seeds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operators", "identities"),
    [
        ("100", ""),
        ("ana", ""),
        ("Ana", ""),
        ("discord:100", ""),
        ("<@100>", ""),
        ("<@!100>", ""),
        ("Op", "Op = discord:100"),
        ("op on wiki", "Op =\n discord:100\n wiki:Op_on_wiki"),
    ],
)
def test_while_an_operator_plays_no_dice_are_drawn(chat: ChatTracker, operators: str, identities: str) -> None:
    people = f"[identities]\n{identities}\n" if identities else ""
    chat.more = f"[dice]\noperators = {operators}\n{people}"
    chat.say(2, "bob", "I join the game")
    chat.say(3, "bob", "I generate a lot")
    report = chat.tick(4)
    assert report.exit_code == 11
    assert "runs this tracker and is a player" in str(report.errors)
    assert rows(chat, "roll") == []
    assert "DICE_AWAITED" in codes(chat)
    assert "The tracker is run by" in chat.page(PAGE)
    assert "run by 100" not in chat.page(PAGE)
    assert "run by discord" not in chat.page(PAGE)
    assert "run by <" not in chat.page(PAGE)


@pytest.mark.parametrize(("operators", "identities"), [("bob", ""), ("999", ""), ("Op", "Op = discord:999")])
def test_an_operator_who_does_not_play_bars_nobody(chat: ChatTracker, operators: str, identities: str) -> None:
    people = f"[identities]\n{identities}\n" if identities else ""
    chat.more = f"[dice]\noperators = {operators}\n{people}"
    chat.say(2, "bob", "I only run the bot.")
    chat.say(3, "ana", "I generate a lot")
    assert chat.tick(4).exit_code == 0
    assert len(rows(chat, "roll")) == 6


@pytest.mark.parametrize("operators", ["Ona", "zed, 100", "wiki:Ada"])
def test_an_operator_whom_nobody_can_know_is_a_fault_of_every_tick_and_bars_the_dice(
    chat: ChatTracker, operators: str
) -> None:
    chat.more = f"[dice]\noperators = {operators}\n"
    told = f"nobody is known as {operators}, so nobody can tell whether they play: no dice are drawn"
    for minute in (2, 3):
        report = chat.tick(minute)
        assert (report.outcome, report.exit_code) == ("failed", 11)
        assert told in str(report.errors)
    chat.say(4, "ana", "I generate a lot")
    chat.tick(5)
    assert rows(chat, "roll") == []
    found = status(chat.tracker, "operator")
    assert told in str(found["stuck"])
    assert UNKNOWN in chat.page(PAGE)
    chat.more = "[dice]\noperators = <@999>\n"
    assert chat.tick(6).exit_code == 0
    assert len(rows(chat, "roll")) == 6
    assert UNKNOWN not in chat.page(PAGE)


@pytest.mark.parametrize(
    ("operators", "more"),
    [("ana", ""), ("Op", "[identities]\nOp = discord:999\n"), ("Ona", "operator_may_play = yes\n")],
)
def test_the_dice_page_says_of_no_operator_who_can_be_known_or_may_play_that_nobody_knows_them(
    chat: ChatTracker, operators: str, more: str
) -> None:
    chat.more = f"[dice]\noperators = {operators}\n{more}"
    chat.tick(2)
    assert "The tracker is run by" in chat.page(PAGE)
    assert UNKNOWN not in chat.page(PAGE)


@pytest.mark.parametrize(
    ("operators", "identities", "is_known"),
    [
        ("ana", "", True),
        ("999", "", True),
        ("discord:999", "", True),
        ("<@999>", "", True),
        ("Op", "Op = discord:999", True),
        ("Ona", "", False),
        ("wiki:Ada", "", False),
        ("Op", "Op = wiki:Ada", False),
    ],
)
def test_the_check_names_operators_who_cannot_be_known(
    chat: ChatTracker, operators: str, identities: str, is_known: bool
) -> None:
    chat.tick(2)
    chat.more = f"[dice]\noperators = {operators}\n" + (f"[identities]\n{identities}\n" if identities else "")
    (told,) = [check for check in check_up(chat.made(chat.archive), lambda: "") if check.name == "dice"]
    assert told.is_ok == is_known
    assert is_known or f"nobody is known as {operators}" in told.found


def test_nobody_stops_the_dice_by_taking_the_name_of_an_operator_whose_account_is_known(chat: ChatTracker) -> None:
    chat.more = "[dice]\noperators = ana\n[identities]\nana = discord:999\n"
    chat.say(3, "ana", "I generate a lot")
    assert chat.tick(4).exit_code == 0
    assert len(rows(chat, "roll")) == 6
