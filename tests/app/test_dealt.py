"""Cards are told only once everything before is read and the draw is archived; what was told is never dealt otherwise."""

import json
import multiprocessing
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, PEOPLE, SECRET, coup_table, enter, hands, rows, start, told
from tests.app.test_dealing import ALL, codes, killed_at
from tests.app.test_steps import Killed
from tests.contracts.chat_world import Account, at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.deck.deck import SOURCE
from tracker.app.keeping.interchange import exported
from tracker.app.people import by_hand
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.archive.holder import this_process
from tracker.bootstrap import open_archive
from tracker.core.gamestate import Dealing
from tracker.core.observation import OPERATOR, PUBLIC
from tracker.errors import LockedError
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.secret_deck import shuffled

DECK = shuffled(SECRET, GAME, 1, (), ALL)
IN_THE_PAST = "2021-08-01T00:00:00Z"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game that has started, all of whose cards are told."""
    with coup_table(tmp_path) as made:
        enter(made)
        start(made)
        yield made


def drawn(table: ChatTracker, name: str) -> list[str]:
    """What somebody was told that they drew."""
    return [text.split(". ")[0] for text in told(table, name) if text.startswith("You draw")]


def dealing(table: ChatTracker) -> Dealing:
    found = gamestate_at(table.tracker).dealing
    assert found is not None
    return found


def late_news(table: ChatTracker, minute: float, author: str, text: str) -> None:
    """Let a message become known that nobody had read."""
    message = {"kind": "message", "id": "9", "channel": "general", "author": author, "text": text}
    by_hand.import_records(table.tracker, [{**message, "at": at(minute).isoformat()}])


def stated(table: ChatTracker, minute: float, hands_of: dict[str, list[str]], **more: Any) -> None:
    """Let people state hands and deck."""
    left = list(ALL)
    for card in (card for hand in hands_of.values() for card in hand):
        left.remove(card)
    players = [{"id": id, "hand": hand} for id, hand in hands_of.items()]
    state = {"players": players, "deck": left, "turn": next(iter(hands_of)), **more}
    opening = {"kind": "opening", "id": "o", "game": "nomicoup", "at": at(minute).isoformat(), "state": state}
    by_hand.import_records(table.tracker, [opening])


def enters_late(table: ChatTracker, minute: float = 5) -> TickReport:
    """Let dee enter, and be dealt to a minute later."""
    table.say(minute, "dee", "I request to become a player.")
    return table.tick(minute + 1)


# --- before anything is told ------------------------------------------------------------------------------------------


def test_who_drew_what_is_archived_as_a_row_of_its_own(table: ChatTracker) -> None:
    found = rows(table, "dealt")
    assert [dict(row.payload) for row in found] == [
        {"for": f"{GAME}|{n}", "player": str(99 + n), "cards": DECK[2 * n - 2 : 2 * n], "shuffle": 1} for n in (1, 2, 3)
    ]
    assert {(row.at, row.audience, row.source) for row in found} == {(at(2), OPERATOR, SOURCE)}


@pytest.mark.parametrize("how", ["forbidden", "failing"])
def test_cards_of_a_known_order_wait_for_unread_channels_too(table: ChatTracker, how: str) -> None:
    channel = table.discord.chat.channel("propositions").id
    if how == "forbidden":
        table.discord.forbidden.add(channel)
    else:
        table.discord.spoil(f"/channels/{channel}/messages", 503, times=12)
    table.say(4, "cy", "I forfeit.", "propositions")
    enters_late(table)
    assert (table.discord.told_privately("dee"), len(rows(table, "dealt"))) == ([], 3)
    table.discord.forbidden.clear()
    table.discord.spoiled.clear()
    for minute in (7, 8, 12):
        assert table.tick(minute).exit_code == 0
    first, second = hands(table)["dee"]
    assert drawn(table, "dee") == [f"You draw {first} and {second}"]
    assert rows(table, "shuffle")[-1].payload["deck"][:2] == [first, second]
    assert "DEAL_UNFIT" not in codes(table)


def test_what_may_have_been_said_before_a_draw_is_read_first(table: ChatTracker) -> None:
    table.say(5, "dee", "I request to become a player.")
    report = table.tick(5 + 1 / 60)
    assert report.next_instant is not None
    assert ((report.next_instant - at(5)).total_seconds(), len(rows(table, "dealt"))) == (5, 3)
    table.tick(5 + 7 / 60)
    assert len(drawn(table, "dee")) == 1


def test_while_an_operator_plays_no_drawn_card_is_told(table: ChatTracker) -> None:
    table.more = "[dice]\noperators = 101\n"
    assert enters_late(table).exit_code == 11
    assert (rows(table, "dealt")[3:], table.discord.told_privately("dee")) == ([], [])


@pytest.mark.parametrize(
    "point", [(f"dealt:{GAME}|4", 1), ("intent:chat:letter:draw:", 1), ("saved:chat:letter:draw:", 1)]
)
def test_whoever_dies_after_a_draw_is_archived_tells_it_once(table: ChatTracker, point: tuple[str, int]) -> None:
    table.say(5, "dee", "I request to become a player.")
    table.step = killed_at(*point)
    with pytest.raises(Killed):
        table.tick(6)
    table.step = lambda _: None
    for minute in (7, 10, 13):
        assert table.tick(minute).exit_code == 0
    assert drawn(table, "dee") == [f"You draw {DECK[6]} and {DECK[7]}"]
    assert [row.text("for") for row in rows(table, "dealt")] == [f"{GAME}|{n}" for n in (1, 2, 3, 4)]


def test_an_archive_put_back_from_a_copy_archives_the_same_draws(tmp_path: Path) -> None:
    from tracker.app.publish.restored import note_restored
    from tracker.archive.copies import back_up
    from tracker.archive.sql import open_archive as open_file

    with coup_table(tmp_path / "table") as table:
        enter(table)
        copy = back_up(table.archive.database, at(1.5), 3, tmp_path / "copy.db")
        start(table)
        before, written = (
            [dict(row.payload) for row in rows(table, "dealt")],
            {name: told(table, name) for name in PEOPLE},
        )
        table.archive.close()
        table.archive = open_file(str(copy))
        note_restored(table.archive, at(3.5), {})
        for minute in (4, 5):
            table.tick(minute)
        assert [dict(row.payload) for row in rows(table, "dealt")] == before
        assert {name: told(table, name) for name in PEOPLE} == written


# --- what was told holds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["late news", "a dated setting", "joined identities"])
def test_what_would_change_a_deal_that_was_told_stops_the_deck(table: ChatTracker, change: str) -> None:
    before = {name: told(table, name) for name in PEOPLE}
    if change == "late news":
        late_news(table, 1.9, "100", "I forfeit.")
    elif change == "a dated setting":
        table.more = f"[switches]\nstart_cards from {IN_THE_PAST} = 3\n"
    else:
        table.more = "[identities]\nAnnie = discord:100, discord:101\n"
    report = table.tick(5)
    assert report.exit_code == 11
    assert f"of {GAME}, of 2 cards by 10" in str(report.errors)
    (found,) = [each for each in gamestate_at(table.tracker).findings if each.code == "DEAL_UNFIT"]
    assert (found.observations, any(kind in found.text for kind in ALL)) == (
        ((f"dealt:{GAME}|{2 if change == 'joined identities' else 1}",), False)
    )
    # Nobody holds other cards than were told, nor is anything dealt or shuffled any more.
    assert all(
        hand in ([], DECK[2 * n : 2 * n + 2]) for n, name in enumerate(PEOPLE) for hand in [hands(table).get(name, [])]
    )
    table.say(6, "cy", "I forfeit.")
    table.say(6.5, "dee", "I request to become a player.")
    assert table.tick(8).exit_code == 11
    assert (len(rows(table, "shuffle")), len(rows(table, "dealt"))) == (1, 3)
    assert {name: drawn(table, name) for name in PEOPLE} == {
        name: [text.split(". ")[0] for text in before[name] if text.startswith("You draw")] for name in PEOPLE
    }


def test_a_late_change_that_is_taken_back_lets_the_game_go_on(table: ChatTracker) -> None:
    table.more = f"[switches]\nstart_cards from {IN_THE_PAST} = 3\n"
    assert table.tick(5).exit_code == 11
    table.more = f"[switches]\nstart_cards from {IN_THE_PAST} = 2\n"
    assert table.tick(6).exit_code == 0
    assert enters_late(table, 7).exit_code == 0
    assert ("DEAL_UNFIT" in codes(table), drawn(table, "dee")) == (False, [f"You draw {DECK[6]} and {DECK[7]}"])


def test_hands_and_deck_that_people_state_settle_it(table: ChatTracker) -> None:
    late_news(table, 1.9, "101", "I forfeit.")
    assert table.tick(5).exit_code == 11
    stated(table, 6, {"100": DECK[:2], "102": DECK[4:6]})
    assert table.tick(7).exit_code == 0
    enters_late(table, 8)
    assert (rows(table, "dealt")[-1].text("for"), "DEAL_UNFIT" in codes(table)) == (f"{GAME}|4", False)
    assert len(drawn(table, "dee")) == 1
    assert table.tick(10).exit_code == 0


def test_a_late_forfeit_before_a_draw_asks_for_no_shuffle(table: ChatTracker) -> None:
    enters_late(table)
    late_news(table, 4, "102", "I forfeit.")
    report = table.tick(7)
    assert (report.exit_code, len(rows(table, "shuffle"))) == (11, 1)
    assert "draw 4 of nomicoup-1" in str(report.errors)
    assert drawn(table, "dee") == [f"You draw {DECK[6]} and {DECK[7]}"]


def test_who_gets_another_id_by_the_config_is_the_same_person(table: ChatTracker) -> None:
    written = {name: told(table, name) for name in PEOPLE}
    for minute, more in ((5, "[identities]\nAnnie = discord:100\n"), (8, ""), (11, "[identities]\nBo = discord:100\n")):
        table.more = more
        assert table.tick(minute).exit_code == 0
        assert {name: told(table, name) for name in PEOPLE} == written
    assert "DEAL_UNFIT" not in codes(table)


def test_who_had_another_id_when_cards_were_dealt_is_the_same_person(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        table.more = "[identities]\nAnnie = discord:100\n"
        enter(table)
        start(table)
        written = {name: told(table, name) for name in PEOPLE}
        table.more = ""
        assert table.tick(5).exit_code == 0
        assert {name: told(table, name) for name in PEOPLE} == written
        assert rows(table, "dealt")[0].payload["accounts"] == ["100"]


# --- afterwards -------------------------------------------------------------------------------------------------------


def test_the_record_tells_the_deal_that_was_told_whatever_is_set_since(table: ChatTracker) -> None:
    enters_late(table)
    table.more = f"[switches]\nstart_cards from {IN_THE_PAST} = 3\ndeck_opening_hours = 0\n"
    table.tick(7)
    table.say(8, "ben", "Win: @cy (so it is)")
    table.tick(10)
    table.tick(11)
    draws = [entry for entry in dealing(table).record["log"] if "draw" in entry]
    assert [(each["draw"], each["cards"]) for each in draws] == [
        (id, DECK[2 * n : 2 * n + 2]) for n, id in enumerate(("100", "101", "102", "103"))
    ]
    assert verify(dealing(table).record).faults == []


def test_exports_tell_only_that_somebody_drew(table: ChatTracker) -> None:
    def exports(audience: str, names: frozenset[str] | None) -> list[dict[str, Any]]:
        return [each for each in map(json.loads, exported(table.archive, audience, names)) if each["kind"] == "dealt"]

    for audience in (PUBLIC, OPERATOR):
        public = exports(audience, table.tracker.game.hidden)
        assert [(each["for"], each["player"], "cards" in each) for each in public] == [
            (f"{GAME}|{n}", str(99 + n), False) for n in (1, 2, 3)
        ]
    assert [each["cards"] for each in exports(OPERATOR, None)] == [DECK[0:2], DECK[2:4], DECK[4:6]]


# --- what private messages say ----------------------------------------------------------------------------------------


def turns_told(table: ChatTracker, name: str) -> list[str]:
    return [text for text in told(table, name) if text.startswith("It is your turn")]


def test_a_turn_that_is_over_when_it_is_read_is_told_to_nobody(table: ChatTracker) -> None:
    for minute, name in ((4, "ana"), (4.5, "ben")):
        table.say(minute, name, "I take Income.")
    table.tick(6)
    assert [len(turns_told(table, name)) for name in PEOPLE] == [1, 0, 1]


def test_what_is_not_to_be_chosen_any_more_is_asked_of_nobody(table: ChatTracker) -> None:
    table.say(4, "ana", "I Exchange.")
    table.say(4.1, "ben", "I take Income.")
    table.tick(4.15)
    table.whisper(4.2, "ana", f"return {' and '.join(hands(table)['ana'][:2])}")
    table.tick(6)
    assert len(drawn(table, "ana")) == 2
    assert not any("choose 2 cards to surrender" in text for text in told(table, "ana"))


def test_people_are_named_by_their_names_in_what_they_may_say(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        for number, name in enumerate(PEOPLE):
            account = Account(str(318374982374982370 + number), name)
            table.discord.chat.people[name] = table.discord.chat.members[account.id] = account
        enter(table)
        start(table)
        table.say(4, "ana", "As Duke, I Tax.")
        table.tick(6)
        (text,) = turns_told(table, "ben")
        assert "3183749" not in text
        (said,) = [part for part in text.split("“") if part.startswith("I challenge")]
        table.say(7, "ben", said.partition("”")[0] + ".")
        table.tick(9)
        assert "claim_challenged" in [each["event"] for each in gamestate_at(table.tracker).events]


def test_of_several_ticks_at_once_one_deals(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        enter(table)
        table.say(2, "ana", "Start the game.")
        table.clock.instant = at(3)
        table.archive.close()
        context = multiprocessing.get_context("fork")
        ended = context.SimpleQueue()

        def at_work() -> None:
            with closing(open_archive(table.tracker.settings)) as archive:
                try:
                    ended.put(tick(replace(table.made(archive), owner=this_process())).outcome)
                except LockedError:
                    ended.put("locked")

        processes = [context.Process(target=at_work) for _ in range(4)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        outcomes = sorted(ended.get() for _ in processes)
        assert (outcomes[0], set(outcomes[1:]) <= {"idle", "locked"}) == ("applied", True)
        table.archive = open_archive(table.tracker.settings)
        assert {name: len(drawn(table, name)) for name in PEOPLE} == dict.fromkeys(PEOPLE, 1)
