"""When the cards of a game are published: not before people could object, however late the win was read, and only if the record holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, coup_table, enter, rows, start
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand, redacting
from tracker.app.people.correcting import correct
from tracker.errors import UsageError
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.secret_deck import pledge_of

HOURS = "[switches]\ndeck_opening_hours = 24\n"
HOUR = 60
DAY = 24 * HOUR


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game of which the cards are dealt."""
    with coup_table(tmp_path) as made:
        made.more = HOURS
        enter(made)
        start(made)
        yield made


def published(table: ChatTracker) -> list[str]:
    return [each.text("for") for each in rows(table, "reveal") if each.text("for").startswith("secret:")]


def endings(table: ChatTracker) -> list[str]:
    return [each.text("win") for each in rows(table, "ending")]


def found(table: ChatTracker) -> list[str]:
    return [each.code for each in gamestate_at(table.tracker).findings]


# --- how long people can object ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_forbidden", [False, True], ids=["no tick ran", "the channel could not be read"])
def test_the_hours_run_from_when_the_win_is_told_however_late_it_was_read(
    table: ChatTracker, is_forbidden: bool
) -> None:
    channel = table.discord.chat.channel("general").id
    table.say(10, "ben", "Win: @cy (joke)")
    if is_forbidden:
        table.discord.forbidden.add(channel)
        table.tick(10 + HOUR)
        table.discord.forbidden.clear()
    late = 10 + 30 * HOUR
    table.tick(late)
    assert published(table) == []
    table.tick(late + DAY - 1)
    assert published(table) == []
    table.tick(late + DAY)
    assert published(table) == [f"secret:{GAME}"]
    assert verify(gamestate_at(table.tracker).dealing.record).faults == []  # type: ignore[union-attr]


def test_a_win_that_is_imported_later_has_its_hours_too(table: ChatTracker) -> None:
    table.tick(3 * DAY)
    win = {"kind": "message", "id": "9", "channel": "general", "author": "101", "text": "Win: @cy (joke)"}
    by_hand.import_records(table.tracker, [{**win, "at": at(10).isoformat()}])
    table.tick(3 * DAY + 1)
    assert (gamestate_at(table.tracker).values["status"], published(table)) == ("over", [])


def test_nothing_is_published_that_no_page_told(table: ChatTracker) -> None:
    table.permission = "plan"
    table.say(10, "ben", "Win: @cy (joke)")
    table.tick(12)
    table.tick(3 * DAY)
    assert (endings(table), published(table)) == ([], [])
    table.permission = "apply"
    table.tick(3 * DAY + 1)
    assert (len(endings(table)), published(table)) == (1, [])


def test_a_win_can_be_corrected_until_the_tick_that_publishes(table: ChatTracker) -> None:
    said = table.say(10, "ben", "Win: @cy (joke)")
    table.tick(12)
    table.discord.forbidden.add(table.discord.chat.channel("propositions").id)
    table.tick(12 + DAY + HOUR)
    assert published(table) == []
    correct(table.tracker, {"of": said, "void": True}, by="Op", why="a joke")
    table.discord.forbidden.clear()
    table.tick(13 + DAY + HOUR)
    assert (gamestate_at(table.tracker).values["status"], published(table)) == ("running", [])


def test_no_private_message_that_cannot_be_read_keeps_the_cards_of_a_game_that_is_over(table: ChatTracker) -> None:
    table.say(10, "ben", "Win: @cy (so it is)")
    table.tick(12)
    table.discord.forbidden.add(table.discord.chat.private("ana").id)
    table.tick(12 + DAY)
    assert published(table) == [f"secret:{GAME}"]


# --- the words and kinds that shuffles were drawn with ----------------------------------------------------------------


@pytest.fixture
def spoken(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game for which ana and cy pledged words, and that has started."""
    with coup_table(tmp_path) as made:
        enter(made)
        made.say(1.1, "ana", f"I pledge {pledge_of('duck', 'x1')}.")
        made.say(1.2, "cy", f"I pledge {pledge_of('owl', 'x2')}.")
        for author, text in (
            ("ana", "The pledges are closed."),
            ("ana", "My word is duck, salt x1."),
            ("cy", "My word is owl, salt x2."),
        ):
            made.say(1.4, author, text)
        made.tick(1.9)
        start(made)
        yield made


def test_the_words_of_the_first_shuffle_hold_for_all_of_the_game(spoken: ChatTracker) -> None:
    said = ((1.25, f"I pledge {pledge_of('late', 'x3')}."), (1.45, "My word is late, salt x3."))
    row = {"kind": "message", "channel": "general", "author": "101"}
    records = [
        {**row, "id": str(n), "text": text, "at": at(when).isoformat()} for n, (when, text) in enumerate(said, 8)
    ]
    by_hand.import_records(spoken.tracker, records)
    spoken.tick(7)
    assert (found(spoken), gamestate_at(spoken.tracker).dealing.words) == ([], ("duck", "owl"))  # type: ignore[union-attr]
    spoken.say(8, "cy", "I forfeit.")
    spoken.tick(10)
    spoken.say(20, "ben", "Win: @ana (so it is)")
    assert spoken.tick(22).exit_code == 0
    record = gamestate_at(spoken.tracker).dealing.record  # type: ignore[union-attr]
    checked = verify(record)
    assert (checked.faults, checked.shuffles) == ([], 2)
    assert [each["word"] for each in record["words"]] == ["duck", "owl"]


def test_the_record_tells_where_the_kinds_of_cards_change(spoken: ChatTracker) -> None:
    kinds = ["Inquisitor", "Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
    lines = "".join(f"\n {kind}" for kind in kinds)
    spoken.more = f"[switches]\ncharacters from 2021-08-01T00:06:00Z ={lines}\n"
    spoken.tick(7)
    spoken.say(8, "cy", "I forfeit.")
    spoken.tick(10)
    spoken.say(20, "ben", "Win: @ana (so it is)")
    spoken.tick(22)
    record = gamestate_at(spoken.tracker).dealing.record  # type: ignore[union-attr]
    assert record["kinds"] == kinds[1:]
    assert [each["kinds"] for each in record["log"] if "kinds" in each] == [kinds]
    assert verify(record).faults == []


def test_a_record_that_does_not_hold_is_not_published(spoken: ChatTracker, monkeypatch: pytest.MonkeyPatch) -> None:
    from tracker.games.nomicoup.hidden import words

    spoken.say(20, "ben", "Win: @ana (so it is)")
    with monkeypatch.context() as patched:
        # As if the words had been lost: of older archives no row tells them.
        patched.setattr(words, "of_record", lambda _: [])
        report = spoken.tick(22)
        assert report.exit_code == 11
        assert any("the record of the deck does not hold" in str(error) for error in report.errors)
        assert published(spoken) == []
    spoken.tick(30)
    assert published(spoken) == [f"secret:{GAME}"]


# --- the name of the game ---------------------------------------------------------------------------------------------


def test_a_game_keeps_its_name_until_an_opening(table: ChatTracker) -> None:
    table.more += "game_id = nomicoup-2\n"
    table.say(5, "cy", "I forfeit.")
    table.tick(7)
    assert [each.text("for") for each in rows(table, "shuffle")] == [f"{GAME}|1", f"{GAME}|2"]
    opening = {
        "kind": "opening",
        "id": "o",
        "game": "nomicoup",
        "at": at(20).isoformat(),
        "state": {"status": "waiting"},
    }
    by_hand.import_records(table.tracker, [opening])
    table.clock.instant = at(21)
    assert gamestate_at(table.tracker).dealing.game == "nomicoup-2"  # type: ignore[union-attr]


# --- who and what holds it up -----------------------------------------------------------------------------------------


def test_an_operator_who_plays_within_a_group_is_noticed(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        table.more = "[dice]\noperators = 103\n"
        enter(table)
        for name in ("dee", "eli"):
            table.discord.chat.person(name)
        table.say(1.1, "dee", 'We (<@103>, <@104>) request to become a player named "Quartet".')
        table.say(1.2, "eli", 'I confirm "Quartet".')
        table.tick(1.5)
        table.say(2, "ana", "Start the game.")
        report = table.tick(3)
        assert (report.exit_code, rows(table, "shuffle")) == (11, [])
        assert any("runs this tracker and is a player" in str(error) for error in report.errors)


def test_private_messages_of_who_left_hold_up_no_deal(table: ChatTracker) -> None:
    table.discord.forbidden.add(table.discord.chat.private("ben").id)
    table.say(5, "cy", "I forfeit.")
    report = table.tick(7)
    assert len(rows(table, "shuffle")) == 1
    (part,) = (part for parts in report.observed.unread.values() for part in parts)
    assert (part.name, part.account, "roles" in part.why) == ("#dm of ben (101)", "101", False)
    table.say(8, "ben", "I forfeit.")
    for minute in (10, 12):
        table.tick(minute)
    assert len(rows(table, "shuffle")) == 3


def test_no_stranger_closes_the_pledges(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        enter(table)
        table.say(1.1, "ana", f"I pledge {pledge_of('duck', 'x1')}.")
        table.say(1.2, "troll", "The pledges are closed.")
        table.tick(2)
        assert [each.code for each in gamestate_at(table.tracker).refused] == ["not_player"]


@pytest.mark.parametrize("row", [f"{GAME}|1", f"dealt:{GAME}|1"])
def test_rows_of_the_deck_are_not_redacted(table: ChatTracker, row: str) -> None:
    with pytest.raises(UsageError, match="is a row of the deck"):
        redacting.redact(table.tracker, row, by="Op", why="a test")
