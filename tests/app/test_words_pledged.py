"""Words pledged at a table of Coup: how they are told on the deck's page, taken when they are shown, and waited for while one is in doubt."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, PEOPLE, coup_table, enter, rows, start
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand
from tracker.mechanics.deck_record import published_in, verify
from tracker.mechanics.secret_deck import pledge_of

DECK = "Tracker/Court Deck"
KINDS = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    with coup_table(tmp_path / "coup") as made:
        yield made


def shown(table: ChatTracker) -> list[tuple[str, str]]:
    """What the deck's page shows by which the record is compared."""
    return list(published_in(table.page(DECK), GAME))


def win(table: ChatTracker, minute: float) -> None:
    table.say(minute, "ben", "Win: @cy (so it is)")
    table.tick(minute + 1)
    table.tick(minute + 2)


def edited_pledge(table: ChatTracker) -> str:
    """Ana and cy pledge, and show their words; cy edits the pledge before anybody reads it."""
    enter(table)
    table.say(1.1, "ana", f"I pledge {pledge_of('duck', 'x1')}.")
    message = table.say(1.2, "cy", f"I pledge {pledge_of('owl', 'x2')}.")
    table.say(1.3, "ana", "The pledges are closed.")
    table.say(1.4, "ana", "My word is duck, salt x1.")
    found = table.discord.chat.find(message)
    found.text, found.edited_at = f"I pledge {pledge_of('fit', 'x3')}.", at(1.5)
    table.say(1.6, "cy", "My word is fit, salt x3.")
    table.tick(1.9)
    return f"posted:{message}"


def test_the_page_lists_pledges_in_the_order_in_which_they_count(table: ChatTracker) -> None:
    enter(table)
    hashes = {name: pledge_of(name, "x1") for name in PEOPLE}
    for minute, name in ((1.1, "cy"), (1.2, "ana"), (1.3, "ben")):
        table.say(minute, name, f"I pledge {hashes[name]}.")
    table.say(1.4, "cy", f"I pledge {hashes['cy']}.")
    table.tick(1.5)
    assert [each for what, each in shown(table) if what == "pledge"] == [hashes["cy"], hashes["ana"], hashes["ben"]]
    table.say(1.6, "cy", f"I pledge {pledge_of('another')}.")
    table.tick(1.7)
    saved = shown(table)
    assert [each for what, each in saved if what == "pledge"] == [hashes["ana"], hashes["ben"], pledge_of("another")]
    table.say(1.8, "ana", "The pledges are closed.")
    for name in ("ben", "ana"):
        table.say(1.9, name, f"My word is {name}, salt x1.")
    start(table)
    win(table, 10)
    record = gamestate_at(table.tracker).dealing.record  # type: ignore[union-attr]
    assert [each["word"] for each in record["words"]] == ["ana", "ben", ""]
    assert verify(record, saved, shown(table), first_kinds=KINDS).faults == []


def test_the_page_shows_by_which_order_cards_are_sorted_until_they_are(table: ChatTracker) -> None:
    enter(table)
    assert ("kinds", ",".join(KINDS)) in shown(table)
    start(table)
    assert "kinds" not in dict(shown(table))


@pytest.mark.parametrize(("pledged", "said"), [("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")])
def test_a_word_counts_as_it_was_pledged_however_the_chat_composes_it(
    table: ChatTracker, pledged: str, said: str
) -> None:
    word = unicodedata.normalize(pledged, "Ærgård-é")  # type: ignore[arg-type]
    enter(table)
    table.say(1.1, "ana", f"I pledge {pledge_of(word, 'x1')}.")
    table.tick(1.2)
    table.say(1.3, "ana", "The pledges are closed.")
    table.say(1.4, "ana", f"My word is {unicodedata.normalize(said, word)}, salt x1.")  # type: ignore[arg-type]
    table.tick(1.6)
    saved = [(what, unicodedata.normalize("NFC", each)) for what, each in shown(table)]
    start(table)
    win(table, 10)
    record = gamestate_at(table.tracker).dealing.record  # type: ignore[union-attr]
    assert [each["word"] for each in record["words"]] == [word]
    assert verify(record, saved).faults == []


def test_the_deck_says_that_it_waits_for_an_answer_on_a_pledge(table: ChatTracker) -> None:
    question = edited_pledge(table)
    assert [each for what, each in shown(table) if what == "pledge"] == [pledge_of("duck", "x1")]
    start(table)
    (awaited,) = [each for each in gamestate_at(table.tracker).findings if each.code == "SHUFFLE_AWAITED"]
    assert awaited.text.endswith(f"; which words go into it hangs on {question}, which people are asked")
    assert rows(table, "shuffle") == []
    by_hand.decide(table.tracker, question, "as seen", by="Op", why="it was so")
    table.tick(4)
    assert [each for each in gamestate_at(table.tracker).findings if each.code == "SHUFFLE_AWAITED"] == []
    win(table, 10)
    record = gamestate_at(table.tracker).dealing.record  # type: ignore[union-attr]
    assert [each.get("edited") for each in record["words"]] == [None, True]
    assert any(each.startswith("pledges that were edited before they were read") for each in verify(record).warnings)
