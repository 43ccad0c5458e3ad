"""Words pledged at a table of Coup: how they are told on the deck's page, taken when they are shown."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, PEOPLE, coup_table, enter, start
from tracker.app.asking.inquiry import gamestate_at
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.deck_record import published_in
from tracker.mechanics.deck.secret_deck import pledge_of

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
