"""An archive that was put back from an old copy, or is new: what was dealt before holds, or nothing is dealt."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, coup_table, enter, keep_secret, rows, start, told
from tests.contracts.chat_world import at
from tracker.app.deck.deck_restored import is_restored
from tracker.app.keeping.interchange import exported
from tracker.app.people import by_hand
from tracker.app.publish.restored import note_restored
from tracker.app.tick.tick_report import TickReport
from tracker.archive.copies import back_up
from tracker.archive.sql import open_archive


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game of which the cards are dealt."""
    with coup_table(tmp_path) as made:
        enter(made)
        start(made)
        made.tick(3.5)
        yield made


def put_back(table: ChatTracker, happen: Callable[[], None]) -> TickReport:
    """Copy the archive, let something happen, and put the copy back; the second tick after that."""
    copy = back_up(table.archive.database, at(3.6), 3, table.folder / "copy.db")
    happen()
    table.archive.close()
    table.archive = open_archive(str(copy))
    note_restored(table.archive, at(9), {})
    table.tick(9)
    return table.tick(10)


def forget(table: ChatTracker, message: str) -> None:
    for channel in table.discord.chat.channels.values():
        channel.messages.pop(message, None)


def test_the_same_is_dealt_again_and_goes_on(table: ChatTracker) -> None:
    def happen() -> None:
        table.say(4, "cy", "I forfeit.")
        table.say(6, "dee", "I request to become a player.")
        table.tick(7)

    report = put_back(table, happen)
    assert (report.exit_code, [each.text("for") for each in rows(table, "shuffle")]) == (0, [f"{GAME}|1", f"{GAME}|2"])
    assert len([text for text in told(table, "dee") if text.startswith("You draw")]) == 1
    table.say(11, "dee", "I forfeit.")
    assert table.tick(13).exit_code == 0
    assert len(rows(table, "shuffle")) == 3


def test_nothing_is_dealt_where_a_player_was_told_of_other_cards(table: ChatTracker) -> None:
    def happen() -> None:
        forfeit = table.say(4, "cy", "I forfeit.")
        table.tick(5)
        table.say(6, "dee", "I request to become a player.")
        table.tick(7)
        forget(table, forfeit)

    report = put_back(table, happen)
    assert (report.exit_code, len(rows(table, "dealt"))) == (11, 3)
    assert len([text for text in told(table, "dee") if text.startswith("You draw")]) == 1


def test_nothing_is_dealt_where_a_player_was_told_of_the_draw_by_another_number(table: ChatTracker) -> None:
    def happen() -> None:
        entered = table.say(4, "dee", "I request to become a player.")
        table.tick(5)
        table.say(5.2, "eli", "I request to become a player.")
        table.tick(6.5)
        said = table.discord.chat.find(entered)
        said.text, said.edited_at = "Never mind.", at(7)

    report = put_back(table, happen)
    assert (report.exit_code, len(rows(table, "dealt"))) == (11, 3)
    assert any("104 was told privately of another draw" in str(error) for error in report.errors)


def test_nothing_is_dealt_where_the_wiki_shows_a_shuffle_that_nothing_calls_for(table: ChatTracker) -> None:
    def happen() -> None:
        forfeit = table.say(4, "cy", "I forfeit.")
        for minute in (5, 6):
            table.tick(minute)
        forget(table, forfeit)

    report = put_back(table, happen)
    assert report.exit_code == 11
    assert any("showed a hash of shuffle 2, for which nothing calls now" in str(error) for error in report.errors)
    table.say(11, "dee", "I request to become a player.")
    assert table.tick(13).exit_code == 11
    assert len(rows(table, "dealt")) == 3
    state = {"status": "waiting", "players": [{"id": "100"}, {"id": "101"}], "game_id": "nomicoup-2"}
    opening = {"kind": "opening", "id": "o", "game": "nomicoup", "at": at(14).isoformat(), "state": state}
    by_hand.import_records(table.tracker, [opening])
    keep_secret(table, "another text of forty characters or so!!")
    table.tick(15)
    table.say(16, "ana", "Start the game.")
    table.tick(18)
    assert [each.text("for") for each in rows(table, "shuffle")] == [f"{GAME}|1", "nomicoup-2|1"]


def test_of_a_public_export_alone_no_card_can_be_dealt_which_is_told(table: ChatTracker, tmp_path: Path) -> None:
    lines = list(exported(table.archive, "public", table.tracker.game.hidden))
    with coup_table(tmp_path / "another") as other:
        by_hand.import_records(other.tracker, [json.loads(line) for line in lines])
        report = other.tick(7)
        assert any("comes from a public export" in str(error) for error in report.errors)


@pytest.mark.parametrize(("minute", "holds"), [(5, True), (9.5, False)], ids=["of before", "of since"])
def test_an_opening_of_before_the_archive_was_put_back_settles_nothing(
    table: ChatTracker, minute: float, holds: bool
) -> None:
    note_restored(table.archive, at(9), {})
    state = {"game_id": "nomicoup-2", "status": "waiting", "players": [{"id": "101"}, {"id": "102"}]}
    opening = {"kind": "opening", "id": "o", "game": "nomicoup", "at": at(minute).isoformat(), "state": state}
    by_hand.import_records(table.tracker, [opening])
    assert is_restored(table.tracker) == holds
