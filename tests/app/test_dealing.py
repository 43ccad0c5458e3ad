"""Cards dealt live: committed to, archived before they are told, told once, and never dealt anew, whatever dies in between."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import (
    GAME,
    PEOPLE,
    SECRET,
    coup_table,
    enter,
    hands,
    keep_secret,
    rows,
    start,
    told,
)
from tests.app.test_steps import Killed
from tests.contracts.chat_world import at
from tests.sources.chat.fake_discord import Answer
from tracker.app.asking.checkup import check_up
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.deck.dealing import refuse_another
from tracker.app.deck.deck import SOURCE
from tracker.app.people import by_hand
from tracker.app.people.correcting import correct
from tracker.app.publish.pages import desired
from tracker.core.observation import OPERATOR
from tracker.core.secrecy import commitment
from tracker.errors import DeckError
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.deck_record import published_in
from tracker.mechanics.deck.secret_deck import nonce_of, pledge_of, secret_hash, shuffled

ALL = [kind for kind in ("Duke", "Assassin", "Captain", "Ambassador", "Contessa") for _ in range(3)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game that everybody has entered and that has not started."""
    with coup_table(tmp_path) as made:
        enter(made)
        yield made


def codes(table: ChatTracker) -> list[str]:
    return [found.code for found in gamestate_at(table.tracker).findings]


# --- committing and dealing -------------------------------------------------------------------------------------------


def test_the_hash_of_the_secret_text_is_archived_before_anybody_plays(table: ChatTracker) -> None:
    (row,) = (each for each in rows(table, "commitment") if not each.text("for").startswith("dice:"))
    assert dict(row.payload) == {"for": f"secret:{GAME}", "hash": secret_hash(SECRET)}
    assert gamestate_at(table.tracker).values["secret_hash"] == secret_hash(SECRET)


def test_cards_are_dealt_as_the_secret_text_says_and_told_to_their_players_alone(table: ChatTracker) -> None:
    start(table)
    deck = shuffled(SECRET, GAME, 1, (), ALL)
    (row,) = rows(table, "shuffle")
    nonce = nonce_of(SECRET, GAME, 1)
    kinds = ["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
    told_with = {"words": [], "words_are_used": True, "kinds": kinds}
    assert dict(row.payload) == {"for": f"{GAME}|1", "deck": deck, "nonce": nonce, **told_with}
    assert (row.at, row.audience, row.source) == (at(2), OPERATOR, SOURCE)
    for number, name in enumerate(PEOPLE):
        first, second = deck[2 * number : 2 * number + 2]
        assert told(table, name)[0] == f"You draw {first} and {second}. You hold {first} and {second}."
        assert hands(table)[name] == [first, second]
    assert gamestate_at(table.tracker).values["commitments"] == [commitment(GAME, 1, nonce, deck)]


def test_words_go_into_the_shuffle_in_the_order_of_their_pledges(table: ChatTracker) -> None:
    for minute, name, word, salt in ((1.1, "ben", "duck", "x9"), (1.2, "ana", "tea", ""), (1.3, "cy", "late", "")):
        table.say(minute, name, f"I pledge {pledge_of(word, salt)}.")
    table.say(1.4, "ana", "The pledges are closed.")
    table.say(1.5, "ana", "My word is tea.")
    table.say(1.6, "ben", "My word is duck, salt x9.")
    start(table)
    assert rows(table, "shuffle")[0].payload["deck"] == shuffled(SECRET, GAME, 1, ("duck", "tea"), ALL)
    events = gamestate_at(table.tracker).events
    assert [each["player"] for each in events if each["event"] == "word_left_out"] == ["102"]


def test_what_may_have_been_said_before_is_read_before_cards_are_dealt(table: ChatTracker) -> None:
    """At the instant of the look somebody may have written into a channel that was read already."""
    table.say(2, "ana", "Start the game.")
    report = table.tick(2 + 1 / 60)
    assert rows(table, "shuffle") == []
    assert report.next_instant is not None
    assert (report.next_instant - at(2)).total_seconds() == 5
    assert "SHUFFLE_AWAITED" in codes(table)
    assert table.tick(2 + 7 / 60).exit_code == 0
    assert len(rows(table, "shuffle")) == 1


def test_nothing_is_dealt_while_a_channel_cannot_be_read(table: ChatTracker) -> None:
    table.discord.forbidden.add(table.discord.chat.channel("propositions").id)
    start(table)
    assert rows(table, "shuffle") == []
    table.discord.forbidden.clear()
    table.tick(4)
    assert len(rows(table, "shuffle")) == 1


def test_one_shuffle_leads_to_the_next_in_one_tick(table: ChatTracker) -> None:
    table.say(2, "ana", "Start the game.")
    table.say(2.5, "ben", "I forfeit.")
    table.tick(4)
    first, second = rows(table, "shuffle")
    assert second.payload["deck"] == shuffled(SECRET, GAME, 2, (), sorted(second.payload["deck"], key=ALL.index))
    assert sorted(first.payload["deck"][4:6]) != [] != sorted(second.payload["deck"])
    assert len(second.payload["deck"]) == 11
    assert (second.at, gamestate_at(table.tracker).values["shuffle_number"]) == (at(2.5), 2)


# --- the secret text --------------------------------------------------------------------------------------------------


def test_without_a_secret_text_every_tick_says_so(tmp_path: Path) -> None:
    with coup_table(tmp_path, secret="") as table:
        for minute in (0, 1):
            report = table.tick(minute)
            assert (report.outcome, report.exit_code) == ("failed", 11)
            assert "the file of the secret text is missing" in str(report.errors)
            assert "tracker nomicoup secret new" in report.errors[0].remedy


@pytest.mark.parametrize("loss", ["removed", "replaced", "open to others", "too short"])
def test_a_lost_or_replaced_secret_text_stops_the_dealing_and_deals_nothing_anew(table: ChatTracker, loss: str) -> None:
    start(table)
    before = hands(table)
    file = keep_secret(
        table, {"replaced": "another text, as long as it has to be", "too short": "guess"}.get(loss, SECRET)
    )
    if loss == "removed":
        file.unlink()
    if loss == "open to others":
        file.chmod(0o644)
    table.say(4, "ben", "I forfeit.")
    report = table.tick(6)
    assert (report.outcome, report.exit_code) == ("failed", 11)
    assert {
        "removed": "is missing",
        "replaced": "another one than the one whose hash was published: nothing is dealt",
        "open to others": "is open to others (mode 644)",
        "too short": "is no secret text",
    }[loss] in str(report.errors)
    assert len(rows(table, "shuffle")) == 1
    assert {name: hands(table)[name] for name in ("ana", "cy")} == {name: before[name] for name in ("ana", "cy")}
    (look,) = [check for check in check_up(table.tracker, lambda: "") if check.name == "deck"]
    assert not look.is_ok
    keep_secret(table, SECRET)
    assert table.tick(7).exit_code == 0
    assert len(rows(table, "shuffle")) == 2
    assert len([each for each in rows(table, "commitment") if each.text("for").startswith("secret:")]) == 1


def test_check_says_how_soon_after_a_win_every_card_is_published(table: ChatTracker) -> None:
    start(table)
    (look,) = [check for check in check_up(table.tracker, lambda: "") if check.name == "deck"]
    assert look.is_ok
    assert "published at once, and for good, on a win that is recorded" in look.found
    table.more = HOURS
    table.tracker = table.made(table.archive)
    (look,) = [check for check in check_up(table.tracker, lambda: "") if check.name == "deck"]
    assert "published 24 hours after a win that is recorded" in look.found, "as the next tick takes it in"
    table.tick(5)
    (look,) = [check for check in check_up(table.tracker, lambda: "") if check.name == "deck"]
    assert "published 24 hours after a win that is recorded" in look.found


def test_the_secret_text_may_come_out_of_the_environment(tmp_path: Path) -> None:
    with coup_table(tmp_path, secret="") as table:
        table.more = "[deck]\nsecret_env = TOKEN\n"
        assert table.tick(0).exit_code == 11
        assert "is no secret text" in str(table.tick(0.5).errors)
        # The only variable that a test's tracker has is the token, which is too short.
        table.more = ""
        keep_secret(table, SECRET)
        assert table.tick(1).exit_code == 0


def test_no_other_secret_text_is_made_while_a_game_lasts(table: ChatTracker) -> None:
    from tracker.app.deck.dealing import refuse_another
    from tracker.errors import DeckError

    with pytest.raises(DeckError, match="is committed to"):
        refuse_another(table.tracker, gamestate_at(table.tracker).dealing)


def test_a_secret_text_is_for_one_game(table: ChatTracker) -> None:
    table.more = "[switches]\ngame_id = nomicoup-2\n"
    report = table.tick(2)
    assert report.exit_code == 11
    assert "the secret text is that of nomicoup-1: each game has its own" in str(report.errors)


def test_while_an_operator_plays_nothing_is_dealt(table: ChatTracker) -> None:
    table.more = "[dice]\noperators = 101\n"
    start(table)
    assert rows(table, "shuffle") == []
    table.more += "operator_may_play = yes\n"
    table.tick(4)
    assert len(rows(table, "shuffle")) == 1


# --- dying in between -------------------------------------------------------------------------------------------------


def killed_at(name: str, times: int = 1) -> Callable[[str], None]:
    left = [times]

    def step(done: str) -> None:
        if done.startswith(name):
            left[0] -= 1
            if left[0] == 0:
                raise Killed

    return step


LETTER = "chat:letter:draw:"


@pytest.mark.parametrize(
    "point",
    [
        (f"drawn:{GAME}|1", 1),
        (f"archived:{GAME}|1", 1),
        ("folded", 1),
        ("deck kept", 1),
        ("planned", 1),
        *((f"{step}:{LETTER}", times) for step in ("intent", "saved", "receipt") for times in (1, 2)),
        ("written privately", 1),
        ("beaten", 1),
        ("noted", 1),
    ],
    ids=lambda point: f"{point[0]} {point[1]}",
)
def test_whoever_dies_between_two_steps_changes_no_deal_and_repeats_none(
    table: ChatTracker, point: tuple[str, int]
) -> None:
    table.say(2, "ana", "Start the game.")
    table.step = killed_at(*point)
    with pytest.raises(Killed):
        table.tick(3)
    table.step = lambda _: None
    for minute in (4, 7, 10):
        assert table.tick(minute).exit_code == 0
    deck = shuffled(SECRET, GAME, 1, (), ALL)
    assert [row.payload["deck"] for row in rows(table, "shuffle")] == [deck]
    for number, name in enumerate(PEOPLE):
        first, second = deck[2 * number : 2 * number + 2]
        drawn = [text for text in told(table, name) if text.startswith("You draw")]
        assert drawn == [f"You draw {first} and {second}. You hold {first} and {second}."]
    assert table.tracker.ledger.open_intents() == []


def test_a_letter_whose_answer_was_lost_is_read_back(table: ChatTracker) -> None:
    table.say(2, "ana", "Start the game.")
    first = table.discord.chat.private("ana").id
    table.discord.spoil(f"channels/{first}/messages", 504)
    table.tick(3)
    for minute in (4, 8):
        table.tick(minute)
    for name in PEOPLE:
        assert len([text for text in told(table, name) if text.startswith("You draw")]) == 1


def test_an_archive_put_back_from_a_copy_deals_the_same_and_writes_nothing_twice(
    table: ChatTracker, tmp_path: Path
) -> None:
    from tracker.app.publish.restored import note_restored
    from tracker.archive.copies import back_up
    from tracker.archive.sql import open_archive

    copy = back_up(table.archive.database, at(1.5), 3, tmp_path / "copy.db")
    start(table)
    before, written = hands(table), {name: told(table, name) for name in PEOPLE}
    table.archive.close()
    table.archive = open_archive(str(copy))
    note_restored(table.archive, at(3.5), {})
    for minute in (4, 5):
        table.tick(minute)
    assert hands(table) == before
    assert {name: told(table, name) for name in PEOPLE} == written


def test_news_that_would_change_a_deal_that_was_made_stop_the_deck(table: ChatTracker) -> None:
    start(table)
    before = {name: told(table, name) for name in PEOPLE}
    message = {"kind": "message", "id": "9", "channel": "general", "author": "101", "text": "I forfeit."}
    by_hand.import_records(table.tracker, [{**message, "at": at(1.9).isoformat()}])
    table.say(4, "cy", "I forfeit.")
    report = table.tick(6)
    # Of two players the start deals otherwise, but the same 15 cards are shuffled: the order that was archived stands, and the deal.
    assert report.exit_code == 11
    assert "DEAL_UNFIT" in codes(table)
    assert [row.payload["deck"] for row in rows(table, "shuffle")] == [shuffled(SECRET, GAME, 1, (), ALL)]
    told_since = {name: told(table, name)[len(before[name]) :] for name in PEOPLE}
    assert not any(text.startswith("You draw") for texts in told_since.values() for text in texts)


def test_a_shuffle_of_other_cards_than_the_deck_holds_is_never_used(table: ChatTracker) -> None:
    start(table)
    table.say(4, "cy", "I forfeit.")
    table.tick(6)
    message = {"kind": "message", "id": "9", "channel": "general", "author": "101", "text": "I forfeit."}
    by_hand.import_records(table.tracker, [{**message, "at": at(3.5).isoformat()}])
    report = table.tick(8)
    assert report.exit_code == 11
    assert "shuffle 2 is drawn and archived, but the deck held other cards" in str(report.errors)
    assert "SHUFFLE_UNFIT" in codes(table)
    assert len(rows(table, "shuffle")) == 2


def test_a_deck_that_nobody_stated_is_drawn_as_the_next_shuffle_and_can_be_checked(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        stated = {"players": [{"id": "100"}, {"id": "101"}], "turn": "100", "shuffle_number": 4}
        by_hand.import_records(
            table.tracker,
            [{"kind": "opening", "id": "o", "game": "nomicoup", "at": at(0.5).isoformat(), "state": stated}],
        )
        table.say(1, "ana", "Hello.")
        table.tick(2)
        assert table.tick(3).exit_code == 0
        assert [row.text("for") for row in rows(table, "shuffle")] == [f"{GAME}|5"]
        values = gamestate_at(table.tracker).values
        assert (values["shuffle_number"], values["commitments"][:4]) == (5, [""] * 4)
        table.say(4, "cy", "Win: @ana (so it is)")
        table.tick(5)
        table.tick(6)
        dealing = gamestate_at(table.tracker).dealing
        assert dealing is not None
        hash = values["commitments"][4]
        found = verify(dealing.record, published_in(f"{GAME}|5 {hash}", GAME))
        assert (found.faults, found.shuffles, found.compared) == ([], 1, 1)


def test_another_game_of_the_same_channel_never_uses_the_orders_that_everybody_knows(table: ChatTracker) -> None:
    start(table)
    before = hands(table)
    table.say(4, "cy", "Win: @ana (so it is)")
    table.tick(5)
    new = {"kind": "setting", "id": "s", "name": "game_id", "value": "nomicoup-2", "at": at(6).isoformat()}
    stated = {"status": "waiting", "players": [{"id": "100"}, {"id": "101"}, {"id": "102"}]}
    opening = {"kind": "opening", "id": "o", "game": "nomicoup", "at": at(6).isoformat(), "state": stated}
    by_hand.import_records(table.tracker, [new, opening])
    keep_secret(table, SECRET.replace("forty", "fifty"))
    table.tick(7)
    start(table, 8)
    table.tick(10)
    values = gamestate_at(table.tracker).values
    assert [row.text("for") for row in rows(table, "shuffle")] == [f"{GAME}|1", "nomicoup-2|1"]
    assert values["commitments"] == [
        commitment("nomicoup-2", 1, rows(table, "shuffle")[1].text("nonce"), rows(table, "shuffle")[1].payload["deck"])
    ]
    assert hands(table) != before


# --- private messages -------------------------------------------------------------------------------------------------


def test_private_messages_are_read_and_answered(table: ChatTracker) -> None:
    start(table)
    table.whisper(4, "ben", "hand")
    table.whisper(4.1, "ben", "discard Duke")
    table.tick(5)
    (asked, wrong) = rows(table, "message")[-2:]
    assert {(row.payload["channel"], row.payload["author"], row.audience) for row in (asked, wrong)} == {
        ("dm", "101", OPERATOR)
    }
    held = " and ".join(hands(table)["ben"])
    assert told(table, "ben")[-2] == f"You hold {held}."
    assert told(table, "ben")[-1].startswith("That has no effect: ")
    assert told(table, "ana")[-1] == told(table, "ana")[1]


def test_the_bots_own_letters_are_not_archived(table: ChatTracker) -> None:
    start(table)
    for minute in (4, 5):
        table.tick(minute)
    assert [row for row in rows(table, "message") if row.payload["channel"] == "dm"] == []


def test_somebodys_turn_is_told_to_them_alone(table: ChatTracker) -> None:
    start(table)
    table.say(4, "ana", "I take Income.")
    table.tick(6)
    assert told(table, "ben")[-1].startswith("It is your turn, until 2021-08-03 00:04 UTC.")
    assert not any("your turn" in text for text in told(table, "cy"))


def test_who_takes_no_private_messages_is_told_of_without_a_card_and_asks_again(table: ChatTracker) -> None:
    table.discord.closed.add(table.discord.chat.person("ben").id)
    start(table)
    (row,) = rows(table, "letter")
    assert dict(row.payload) | {"for": ""} == {"for": "", "to": "101", "delivered": False}
    (found,) = [each for each in gamestate_at(table.tracker).findings if each.code == "UNDELIVERED"]
    assert "could not be delivered: 101, allow direct messages" in found.text
    assert not any(kind in found.text for kind in ALL)
    assert table.tick(4).exit_code == 0
    assert told(table, "ben") == []
    table.discord.closed.clear()
    table.tick(5)
    assert told(table, "ben") == []
    table.say(6, "ben", "Send it again.")
    table.tick(8)
    assert told(table, "ben") == [f"You hold {' and '.join(hands(table)['ben'])}."]
    assert [row.payload["delivered"] for row in rows(table, "letter")] == [False, True]
    assert "UNDELIVERED" not in codes(table)


def test_while_discord_is_down_letters_wait_and_are_written_then(table: ChatTracker) -> None:
    table.say(2, "ana", "Start the game.")
    for _ in range(20):
        table.discord.refuse("/messages", 503)
    report = table.tick(3)
    assert report.exit_code == 15
    assert not any(kind in str(report.errors) for kind in ALL)
    table.discord.refused.clear()
    table.tick(6)
    assert all(told(table, name)[0].startswith("You draw") for name in PEOPLE)


def test_a_pause_that_discord_asks_for_is_kept(table: ChatTracker) -> None:
    table.say(2, "ana", "Start the game.")
    table.discord.refused.append(("/messages", Answer(429, {"retry_after": 120.0, "global": False}, {})))
    report = table.tick(3)
    assert report.next_instant == at(5)
    table.tick(4)
    assert all(told(table, name) == [] for name in PEOPLE)
    table.tick(5)
    assert all(told(table, name)[0].startswith("You draw") for name in PEOPLE)


def test_nothing_is_written_where_a_tick_may_only_plan(table: ChatTracker) -> None:
    table.permission = "plan"
    start(table)
    assert all(told(table, name) == [] for name in PEOPLE)
    table.permission = "apply"
    table.tick(4)
    assert all(told(table, name)[0].startswith("You draw") for name in PEOPLE)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_when_the_game_is_over_all_is_published_and_holds(table: ChatTracker) -> None:
    start(table)
    table.say(4, "ben", "I forfeit.")
    table.tick(6)
    assert gamestate_at(table.tracker).dealing.record == {}  # type: ignore[union-attr]
    hashes = [(str(number), hash) for number, hash in enumerate(gamestate_at(table.tracker).values["commitments"], 1)]
    hashes.append(("secret", gamestate_at(table.tracker).values["secret_hash"]))
    table.say(7, "cy", "Win: @ana (everybody agrees)")
    table.tick(9)
    (row,) = rows(table, "reveal")[-1:]
    assert (row.text("for"), row.text("secret")) == (f"secret:{GAME}", SECRET)
    record = gamestate_at(table.tracker).dealing.record  # type: ignore[union-attr]
    found = verify(record, hashes)
    assert (found.faults, found.shuffles, found.draws, found.compared) == ([], 2, 3, 3)
    assert gamestate_at(table.tracker).values["players"]["100"]["hand"] == hands(table)["ana"]
    table.say(10, "cy", "I forfeit.")
    assert table.tick(12).exit_code == 0
    assert len(rows(table, "shuffle")) == 2


HOURS = "[switches]\ndeck_opening_hours = 24\n"
NEXT_DAY = 24 * 60


def won(table: ChatTracker) -> str:
    """Let cy say that ben won, where the cards stay secret for a day after that; the message."""
    table.more = HOURS
    start(table)
    message = table.say(4, "cy", "Win: @ben (so it is)")
    table.tick(6)
    return message


def test_the_cards_of_a_game_that_is_over_stay_secret_for_the_hours_of_the_config(table: ChatTracker) -> None:
    won(table)
    found = gamestate_at(table.tracker)
    assert (found.values["status"], found.values["winner"]) == ("over", "101")
    assert "deck" not in found.values
    assert found.dealing is not None
    assert (found.dealing.record, rows(table, "reveal")[-1:]) == ({}, [])
    with pytest.raises(DeckError, match="is committed to"):
        refuse_another(table.tracker, found.dealing)
    until = "is published then, which cannot be undone"
    assert until in "".join(str(each) for each in desired(table.tracker, found).pages)
    assert table.tick(NEXT_DAY + 5.9).next_instant == at(NEXT_DAY + 6)
    assert not [each for each in rows(table, "reveal") if each.text("for") == f"secret:{GAME}"]
    table.tick(NEXT_DAY + 6)
    assert [each.text("secret") for each in rows(table, "reveal") if each.text("for") == f"secret:{GAME}"] == [SECRET]
    found = gamestate_at(table.tracker)
    assert found.dealing is not None
    assert verify(found.dealing.record).faults == []
    assert until not in "".join(str(each) for each in desired(table.tracker, found).pages)


def test_a_win_that_is_corrected_as_void_in_these_hours_was_none_and_cards_are_dealt_on(table: ChatTracker) -> None:
    message = won(table)
    correct(table.tracker, {"of": message, "void": True}, by="Op", why="nobody won")
    table.tick(7)
    table.say(8, "ana", "I take Income.")
    table.say(9, "ana", "I forfeit.")
    assert table.tick(11).exit_code == 0
    values = gamestate_at(table.tracker).values
    assert (values["status"], values["winner"], values["deck_count"]) == ("running", None, 11)
    assert len(rows(table, "shuffle")) == 2
    table.tick(NEXT_DAY + 10)
    assert not [each for each in rows(table, "reveal") if each.text("for") == f"secret:{GAME}"]


def test_no_stranger_ends_the_game(table: ChatTracker) -> None:
    start(table)
    table.say(4, "troll", "Win: @ben (haha)")
    table.tick(6)
    assert gamestate_at(table.tracker).values["status"] == "running"
    assert [each.code for each in gamestate_at(table.tracker).refused] == ["not_player"]
