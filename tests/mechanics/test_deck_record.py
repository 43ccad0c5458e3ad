"""The record of a secret deck: what it proves, and that whatever is changed in it is found."""

import copy
import html
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker.core.secrecy import commitment
from tracker.mechanics.deck_record import (
    DeckEntry,
    Opened,
    Told,
    Word,
    published_in,
    read_record,
    record_of,
    record_text,
    verify,
)
from tracker.mechanics.secret_deck import in_order, nonce_of, pledge_of, secret_hash, shuffled

KINDS = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
GAME, MASTER = "nomicoup-1", "the secret text of this very game"
WORDS = (
    Word("ana", "duck", "x7", pledge_of("duck", "x7")),
    Word("ben", pledge=pledge_of("never shown")),
    Word("cy", "tea", "", pledge_of("tea")),
)
NOON = datetime(2021, 5, 1, 12, tzinfo=UTC)

Record = dict[str, Any]


def opened(number: int, cards: list[str]) -> Opened:
    """The shuffle of that number of some cards, as it is drawn."""
    deck = shuffled(MASTER, GAME, number, ("duck", "tea"), in_order(cards, KINDS))
    nonce = nonce_of(MASTER, GAME, number)
    return Opened(deck, nonce, commitment(GAME, number, nonce, deck))


def played() -> Record:
    """The record of a short game: all cards are shuffled, two people draw, one of them puts a card in and draws another."""
    first = opened(1, [kind for kind in KINDS for _ in range(3)])
    left, shown = list(first.deck[4:]), first.deck[0]
    second = opened(2, [*left, shown])
    entries = [
        DeckEntry("shuffle", "", [kind for kind in KINDS for _ in range(3)], 1, NOON, "m1"),
        DeckEntry("draw", "ana", list(first.deck[:2]), 0, NOON),
        DeckEntry("draw", "cy", list(first.deck[2:4])),
        DeckEntry("shuffle", "ana", [shown], 2),
        DeckEntry("draw", "ana", [second.deck[0]]),
    ]
    told = Told(GAME, KINDS, WORDS, entries, {1: first, 2: second}, MASTER, secret_hash(MASTER))
    return json.loads(json.dumps(record_of(told)))  # type: ignore[no-any-return]


RECORD = played()
HASHES = [
    ("secret", RECORD["secret_hash"]),
    *((str(each), RECORD["log"][at]["commitment"]) for each, at in ((1, 0), (2, 3))),
]


def changed(*path: Any, to: Any) -> Record:
    """The record with one thing changed."""
    made = copy.deepcopy(RECORD)
    place = made
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return made


def test_an_honest_record_holds() -> None:
    found = verify(RECORD, HASHES)
    assert (found.faults, found.shuffles, found.draws, found.compared) == ([], 2, 3, 3)
    assert found.warnings == ["pledged words that were never shown: ben"]
    assert found.record()["holds"] is True


def test_what_was_not_compared_is_told() -> None:
    assert "compare yourself with what was published before: the hashes of 1, 2, secret" in verify(RECORD).warnings


def other_order(record: Record) -> None:
    deck = record["log"][0]["deck"]
    deck[5], deck[6], deck[7] = deck[6], deck[7], deck[5]


def other_order_with_its_hash(record: Record) -> None:
    """Somebody chose another order and made a hash up that fits it."""
    entry = record["log"][3]
    entry["deck"] = sorted(entry["deck"])
    entry["commitment"] = commitment(GAME, 2, entry["nonce"], entry["deck"])
    record["log"][4]["cards"] = entry["deck"][:1]


def dealt_from_below(record: Record) -> None:
    record["log"][1]["cards"] = record["log"][0]["deck"][-2:]


def left_a_shuffle_out(record: Record) -> None:
    record["log"][3]["shuffle"] = 3


def put_in_what_nobody_held(record: Record) -> None:
    record["log"][3]["in"] = [next(kind for kind in KINDS if kind not in record["log"][1]["cards"])]


def another_secret(record: Record) -> None:
    record["secret"] = "chosen to fit"


def another_word(record: Record) -> None:
    record["words"][2]["word"] = "coffee"


def words_in_another_order(record: Record) -> None:
    record["words"] = record["words"][::-1]


def no_secret(record: Record) -> None:
    record["secret"] = ""


def impossible_word(record: Record) -> None:
    record["words"][0] |= {"word": "a b"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (other_order, "shuffle 1: its order and nonce have not the hash"),
        (
            other_order_with_its_hash,
            "shuffle 2: its order is not the one that follows from the secret text and the words",
        ),
        (dealt_from_below, "draw 1: ana was dealt"),
        (left_a_shuffle_out, "shuffle 3 comes after shuffle 1"),
        (put_in_what_nobody_held, "shuffle 2: ana put in what they did not hold"),
        (put_in_what_nobody_held, "shuffle 2: the deck holds other cards than before it"),
        (another_secret, "the secret text has not the hash that was shown beforehand"),
        (another_word, "the word of cy is not the one that was pledged"),
        (words_in_another_order, "shuffle 1: its order is not the one"),
        (no_secret, "the secret text is not published"),
        (impossible_word, "the word of ana can be none"),
    ],
)
def test_whatever_is_changed_is_found(change: Callable[[Record], None], told: str) -> None:
    record = copy.deepcopy(RECORD)
    change(record)
    assert any(fault.startswith(told) for fault in verify(record, HASHES).faults), verify(record, HASHES).faults


@pytest.mark.parametrize(("number", "name"), [("1", "shuffle 1"), ("secret", "the secret text"), ("9", "shuffle 9")])
def test_another_hash_that_was_published_is_found(number: str, name: str) -> None:
    found = verify(RECORD, [(number, "0" * 64)])
    assert found.faults == [f"another hash of {name} was published: {'0' * 64}"]


def test_without_any_word_it_says_what_is_not_proven() -> None:
    record = changed("words", to=[])
    assert any(warning.startswith("no player's word is mixed in") for warning in verify(record).warnings)


def test_a_game_that_people_stated_is_checked_from_there_on() -> None:
    record = copy.deepcopy(RECORD)
    start = record["log"][0]["deck"]
    held = [{"stated": name, "cards": start[n : n + 2], "after": 0} for n, name in ((0, "ana"), (2, "cy"))]
    record["log"] = [
        {"stated": "", "cards": start[4:], "after": 1, "at": "2021-05-01T12:00:00Z"},
        *held,
        *record["log"][3:],
    ]
    found = verify(record)
    assert found.faults == []
    assert "people stated the deck at 2021-05-01T12:00:00Z: what was dealt before is not checked" in found.warnings


# --- texts ------------------------------------------------------------------------------------------------------------


def test_a_record_is_found_in_its_own_text_and_in_a_page() -> None:
    text = record_text(RECORD)
    assert read_record(text) == RECORD == read_record(json.dumps(RECORD))
    assert read_record(f"== Deck ==\n<pre>\n{html.escape(text)}\n</pre>\n[[Category:x]]") == RECORD
    assert sum(line.startswith('{"draw"') for line in text.splitlines()) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no record of a deck"),
        ("[]", "holds no record of a deck"),
        (record_text(RECORD) * 2, "holds several records of a deck"),
        (record_text(RECORD)[:-40], "cannot be read"),
        (record_text(changed("log", 1, to={"draw": 5, "cards": []})), "entry 2 of log is of another form"),
        (record_text(changed("log", 0, "shuffle", to="1")), "entry 1 of log is of another form"),
        (record_text(changed("words", 0, to="duck")), "entry 1 of words is of another form"),
        (json.dumps(changed("words", to={})), "words is no list"),
        (json.dumps(changed("game", to=None)), "game is no text"),
        (json.dumps(changed("kinds", to=[1])), "kinds or words_are_used is missing"),
        ('{"record": "secret deck"' + '{"a":' * 5000, "cannot be read"),
    ],
)
def test_what_is_no_record_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_record(text)


def test_hashes_are_found_in_pages_messages_and_exports() -> None:
    one, other = "a" * 64, "b" * 64
    page = f"|-\n| <code>{GAME}&#124;1</code>\n| <code>{one}</code>\n|-\n| <code>{GAME}|12</code> || <code>{other}</code>\n"
    assert list(published_in(page, GAME)) == [("1", one), ("12", other)]
    assert list(published_in(f"{GAME}|secret: {one}", GAME)) == [("secret", one)]
    line = f'{{"kind":"commitment","id":"{GAME}|3","at":"2021-05-01T12:00:00Z","for":"{GAME}|3","hash":"{one}"}}'
    assert list(published_in(line, GAME)) == [("3", one)]
    assert list(published_in(f"{GAME}|1 (none yet) {GAME}|2 {one}", GAME)) == [("2", one)]
    assert list(published_in(f"{GAME}&#124;2 {one[:30]}<wbr>{one[30:60]}<wbr>{one[60:]}", GAME)) == [("2", one)]
    assert list(published_in(f"other-{GAME}|1 {one} {GAME}|x {one}", GAME)) == []
