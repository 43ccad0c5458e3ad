"""The record of a secret deck: what it proves, and that whatever is changed in it is found."""

import copy
import html
import json
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker.core.secrecy import commitment
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.deck_record import KINDS as KINDS_SHOWN
from tracker.mechanics.deck.deck_record import (
    PLEDGE,
    WORD,
    DeckEntry,
    Opened,
    Told,
    Word,
    listed_closing,
    published_in,
    read_record,
    record_of,
    record_text,
)
from tracker.mechanics.deck.secret_deck import in_order, nonce_of, pledge_of, secret_hash, shuffled

KINDS = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
GAME, MASTER = "nomicoup-1", "the secret text of this very game"
WORDS = (
    Word("ana", "duck", "x7", pledge_of("duck", "x7")),
    Word("ben", pledge=pledge_of("never shown")),
    Word("cy", "tea", "", pledge_of("tea")),
)
NOT_COUNTED = (Word("ana", pledge=pledge_of("goose", "x1")),)
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
    told = Told(
        GAME,
        KINDS,
        3,
        WORDS,
        entries,
        {1: first, 2: second},
        MASTER,
        secret_hash(MASTER),
        not_counted=NOT_COUNTED,
        names={"ana": "Ana", "cy": "cy"},
        closed=[each.pledge for each in WORDS],
    )
    return json.loads(json.dumps(record_of(told)))  # type: ignore[no-any-return]


RECORD = played()
UNCOMPARED = "compare yourself with what was published before: the hashes of the pledge of Ana (ana), the pledge of ben, the pledge of cy"
CLOSING = ("closed", listed_closing(GAME, RECORD["closed"]).removeprefix(f"{GAME} closed "))
HASHES = [
    CLOSING,
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
    assert (found.faults, found.shuffles, found.draws, found.compared) == ([], 2, 3, 4)
    assert found.warnings == ["pledged words that were never shown: ben", UNCOMPARED]
    assert found.record()["holds"] is True
    drawn = {each: RECORD["log"][each]["cards"] for each in (1, 2, 4)}
    assert found.shown == [
        "kinds: Duke, Assassin, Captain, Ambassador, Contessa",
        "cards: 3 Duke, 3 Assassin, 3 Captain, 3 Ambassador, 3 Contessa",
        f"word of Ana (ana): duck x7; pledge: {pledge_of('duck', 'x7')}",
        f"word of ben: not shown; pledge: {pledge_of('never shown')}",
        f"word of cy: tea; pledge: {pledge_of('tea')}",
        f"drawn by Ana (ana): {', '.join(drawn[1])} at 2021-05-01T12:00:00Z; {drawn[4][0]}",
        f"drawn by cy: {', '.join(drawn[2])}",
    ]


def test_pledges_and_words_that_were_published_are_compared() -> None:
    pledges = [("pledge", each.pledge) for each in WORDS]
    found = verify(RECORD, [*HASHES, *pledges, ("word", "duck x7"), ("word", "tea"), ("word", "tea 2021")])
    assert (found.faults, found.warnings) == ([], ["pledged words that were never shown: ben"])
    replaced = verify(RECORD, [CLOSING, ("pledge", pledge_of("goose", "x1"))])
    assert replaced.faults == []
    assert any(each.startswith("a pledge of Ana (ana) was published that does not count") for each in replaced.warnings)
    for what, told in (("pledge", "0" * 64), ("word", "duck"), ("word", "drake x7")):
        assert verify(RECORD, [CLOSING, (what, told)]).faults == [
            f"a {what} was published that the record does not have: {told}"
        ]


def test_what_was_not_compared_is_told() -> None:
    told = (
        "compare yourself with what was published before: the hashes of 1, 2, secret, closed, the pledge of Ana (ana)"
    )
    assert any(warning.startswith(told) for warning in verify(RECORD).warnings)


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
        (dealt_from_below, "draw 1: Ana (ana) was dealt"),
        (left_a_shuffle_out, "shuffle 3 comes after shuffle 1"),
        (put_in_what_nobody_held, "shuffle 2: Ana (ana) put in what they did not hold"),
        (put_in_what_nobody_held, "shuffle 2: the deck holds other cards than before it"),
        (another_secret, "the secret text has not the hash that was shown beforehand"),
        (another_word, "the word of cy is not the one that was pledged"),
        (words_in_another_order, "shuffle 1: its order is not the one"),
        (no_secret, "the secret text is not published"),
        (impossible_word, "the word of Ana (ana) can be none"),
    ],
)
def test_whatever_is_changed_is_found(change: Callable[[Record], None], told: str) -> None:
    record = copy.deepcopy(RECORD)
    change(record)
    assert any(fault.startswith(told) for fault in verify(record, HASHES).faults), verify(record, HASHES).faults


# --- records in which everything fits together --------------------------------------------------------------------------


def sealed_anew(record: Record) -> Record:
    """A record whose operator computed everything anew, so that it fits: orders, hashes and who drew what."""
    words = [each["word"] for each in record["words"] if each["word"]] * record["words_are_used"]
    deck, held, kinds = list[str](), dict[str, list[str]](), record["kinds"]
    record["closed"] = [each["pledge"] for each in record["words"] if each["pledge"]]
    for entry in record["log"]:
        if "kinds" in entry:
            kinds = entry["kinds"]
            continue
        if "draw" in entry:
            drawn = len(entry["cards"])
            entry["cards"], deck = deck[:drawn], deck[drawn:]
            held.setdefault(entry["draw"], []).extend(entry["cards"])
            continue
        if entry["player"]:
            entry["in"] = [held[entry["player"]].pop(0) for _ in entry["in"]]
        cards, number = in_order([*deck, *entry["in"]], kinds), entry["shuffle"]
        entry["deck"] = shuffled(MASTER, GAME, number, words, cards)
        entry["nonce"] = nonce_of(MASTER, GAME, number)
        entry["commitment"] = commitment(GAME, number, entry["nonce"], entry["deck"])
        deck = list(entry["deck"])
    return record


def a_friends_word_and_pledge(record: Record) -> None:
    record["words"][2] |= {"word": "owl", "salt": "p9", "pledge": pledge_of("owl", "p9")}


def a_word_without_pledge(record: Record) -> None:
    record["words"][2] |= {"word": "owl", "pledge": ""}


def a_word_left_out(record: Record) -> None:
    del record["words"][0]


def a_word_that_was_not_shown(record: Record) -> None:
    record["words"][0] |= {"word": "", "salt": ""}


def words_that_are_not_used(record: Record) -> None:
    record["words_are_used"] = False


def other_cards(record: Record) -> None:
    record["log"][0]["in"] = ["Duke"] * 7 + ["Captain"] * 4 + ["Contessa"] * 4


def other_kinds(record: Record) -> None:
    record |= {"kinds": ["Duke", "Captain", "Contessa"], "copies": 5}
    record["log"][0]["in"] = record["kinds"] * 5


def a_shuffle_by_nobody(record: Record) -> None:
    record["log"][3] |= {"player": "", "in": ["Duke"]}


def cards_that_are_new(record: Record) -> None:
    record["log"][3] |= {"player": "", "in": ["Joker"] * 3}
    record["log"].insert(3, {"kinds": ["Joker", *KINDS], "at": "2021-05-02T12:00:00Z"})


def new_cards_of_no_kind(record: Record) -> None:
    record["log"][3] |= {"player": "", "in": ["Joker"] * 3}


def kinds_in_another_order(record: Record) -> None:
    record["kinds"] = record["kinds"][::-1]


def words_in_another_order_throughout(record: Record) -> None:
    record["words"] = record["words"][::-1]


def a_pledge_given_twice(record: Record) -> None:
    record["not_counted"].append(dict(record["words"][2]))
    record["words"] = record["words"][::-1]


def a_draw_of_another(record: Record) -> None:
    record["log"][4]["draw"] = "cy"


def a_needless_shuffle(record: Record) -> None:
    record["log"].insert(3, {**record["log"][3], "in": []})
    record["log"][4]["shuffle"] = 3


FORGERIES: list[tuple[Callable[[Record], None], str, str]] = [
    (a_friends_word_and_pledge, "shown", f"word of cy: owl p9; pledge: {pledge_of('owl', 'p9')}"),
    (a_word_without_pledge, "shown", "word of cy: owl; pledge: none"),
    (a_word_without_pledge, "warnings", "words that were not pledged"),
    (a_word_left_out, "warnings", "drew cards, and the record has no word of theirs"),
    (a_word_that_was_not_shown, "warnings", "pledged words that were never shown: Ana (ana), ben"),
    (words_that_are_not_used, "warnings", "no player's word is mixed in"),
    (other_cards, "faults", "the deck was made of 7 Duke, 4 Captain, 4 Contessa, not of 3 of each kind"),
    (other_kinds, "shown", "cards: 5 Duke, 5 Captain, 5 Contessa"),
    (a_shuffle_by_nobody, "faults", "shuffle 2: cards that nobody held were put in: 1 Duke"),
    (cards_that_are_new, "warnings", "shuffle 2: cards of new characters were put in; did the rules say so?: 3 Joker"),
    (
        cards_that_are_new,
        "shown",
        "kinds at 2021-05-02T12:00:00Z: Joker, Duke, Assassin, Captain, Ambassador, Contessa",
    ),
    (cards_that_are_new, "warnings", "ATTENTION: cards are sorted as Joker, Duke"),
    (new_cards_of_no_kind, "faults", "shuffle 2: cards that nobody held were put in: 3 Joker"),
    (kinds_in_another_order, "shown", "kinds: Contessa, Ambassador, Captain, Assassin, Duke"),
    (
        kinds_in_another_order,
        "warnings",
        "ATTENTION: cards are sorted as Contessa, Ambassador, Captain, Assassin, Duke; the rules begin",
    ),
    (a_pledge_given_twice, "warnings", "pledges that were given twice, so that their places are not compared: cy"),
    (a_draw_of_another, "shown", "drawn by cy: Duke, Duke; Captain"),
    (a_needless_shuffle, "faults", "shuffle 2: nothing was put in"),
]
"""What somebody does who computes the whole record anew: how it is told, and how that begins."""
FAULTY = {change.__name__ for change, where, _ in FORGERIES if where == "faults"}
"""Those of them that cannot fit together."""
ON_SAVED_PAGES: list[tuple[Callable[[Record], None], tuple[str, str]]] = [
    (a_friends_word_and_pledge, (PLEDGE, pledge_of("tea"))),
    (a_friends_word_and_pledge, (WORD, "tea")),
    (a_word_without_pledge, (PLEDGE, pledge_of("tea"))),
    (a_word_left_out, (PLEDGE, pledge_of("duck", "x7"))),
    (a_word_that_was_not_shown, (WORD, "duck x7")),
]
"""The same, and what somebody saved of the deck's page."""


def single_changes() -> Iterator[tuple[str, Record]]:
    """Every record in which one thing is another, lacks, or is there twice, with what that is."""
    places: list[tuple[Any, ...]] = [("secret",), ("secret_hash",), ("words_are_used",), ("copies",), ("kinds", 0)]
    places += [("words", n, name) for n in range(len(WORDS)) for name in ("pledge", "word", "salt")]
    for n, entry in enumerate(RECORD["log"]):
        places += [("log", n, name) for name in ("nonce", "commitment", "draw", "player", "shuffle") if name in entry]
        places += [("log", n, name, at) for name in ("cards", "in", "deck") for at in range(len(entry.get(name, ())))]
    for place in places:
        was = RECORD
        for step in place:
            was = was[step]
        for to in _others(was, place):
            yield f"{place} {to}", changed(*place, to=to)
    for name in ("words", "log"):
        each = RECORD[name]
        for n in range(len(each)):
            yield f"without {name} {n}", {**RECORD, name: each[:n] + each[n + 1 :]}
            if name == "log":
                yield f"{name} {n} twice", {**RECORD, name: [*each[: n + 1], *each[n:]]}
                if each[n : n + 1] != each[n + 1 : n + 2] and n + 1 < len(each):
                    yield f"{name} {n} later", {**RECORD, name: [*each[:n], each[n + 1], each[n], *each[n + 2 :]]}


def _others(was: Any, place: tuple[Any, ...]) -> list[Any]:
    if isinstance(was, bool):
        return [not was]
    if isinstance(was, int):
        return [was + 1]
    if place[0] == "log" and place[-1] in ("draw", "player"):
        return [other for other in ("ana", "cy", "") if other != was]
    if place[-1] in ("pledge", "commitment", "secret_hash", "nonce"):
        return ["0" * len(was), ""]
    if place[0] == "log":
        return [next(kind for kind in KINDS if kind != was)]
    return [f"{was}x", *([""] if was else [])]


def forged(change: Callable[[Record], None]) -> Record:
    record = copy.deepcopy(RECORD)
    change(record)
    return sealed_anew(record)


def test_the_honest_record_sealed_anew_is_the_same() -> None:
    assert forged(lambda _: None) == RECORD


@pytest.mark.parametrize(("change", "where", "told"), FORGERIES)
def test_a_record_that_fits_together_shows_what_was_done(
    change: Callable[[Record], None], where: str, told: str
) -> None:
    found = verify(forged(change), first_kinds=KINDS)
    assert any(each.startswith(told) for each in getattr(found, where)), found
    assert bool(found.faults) is (where == "faults")


@pytest.mark.parametrize(("change", "saved"), ON_SAVED_PAGES)
def test_a_forged_word_differs_from_saved_pages(change: Callable[[Record], None], saved: tuple[str, str]) -> None:
    assert verify(RECORD, [saved, CLOSING]).faults == []
    (what, published), forgery = saved, forged(change)
    assert verify(forgery, [saved, closing_of(forgery)]).faults == [
        f"a {what} was published that the record does not have: {published}"
    ]


@pytest.mark.parametrize("change", [a_friends_word_and_pledge, a_word_without_pledge, a_word_left_out])
def test_a_pledge_that_came_after_the_closing_is_found(change: Callable[[Record], None]) -> None:
    forgery = forged(change)
    assert verify(forgery).faults == []
    assert verify(forgery, [CLOSING]).faults == [
        f"another hash of the closing of the pledges was published: {CLOSING[1]}"
    ]
    kept = {**forgery, "closed": RECORD["closed"]}
    assert all("pledge" in each and "closed" in each for each in verify(kept).faults)
    assert verify(kept).faults != []


def test_words_prove_nothing_without_the_closing() -> None:
    without = {name: value for name, value in RECORD.items() if name != "closed"}
    assert verify(without).faults == [
        "the closing of the pledges is not told: a pledge may have come after words were shown"
    ]
    told = "what was saved does not show the closing of the pledges: one may have come after words were shown"
    assert verify(RECORD, [HASHES[1]]).faults == [told]
    assert verify(changed("closed", to=RECORD["closed"][::-1])).faults == [
        "the words stand in another order than the pledges that were closed"
    ]


PLEDGES = [CLOSING, *((PLEDGE, each.pledge) for each in WORDS)]
OF_KINDS = (KINDS_SHOWN, ",".join(KINDS))


def closing_of(record: Record) -> tuple[str, str]:
    """The closing of a record's pledges as a page shows it."""
    told = listed_closing(GAME, record["closed"])
    return next(each for each in published_in(told, GAME) if each[0] == "closed")


def test_words_count_in_the_order_in_which_saved_pages_list_them() -> None:
    page = [*HASHES, *PLEDGES, (WORD, "duck x7"), (WORD, "tea")]
    assert verify(RECORD, page, PLEDGES[:3], PLEDGES[2:]).faults == []
    forgery = forged(words_in_another_order_throughout)
    assert verify(forgery).faults == []
    assert verify(forgery, [closing_of(forgery), *PLEDGES[1:]]).faults == [
        "a page lists the pledges in another order than the record: Ana (ana), ben, cy"
    ]
    assert verify(forgery, [closing_of(forgery), *page[-2:]]).faults == [
        "a page lists the words in another order than the record: Ana (ana), cy"
    ]
    # A pledge that was given twice may have stood at another place before; those of the others count.
    again = forged(a_pledge_given_twice)
    assert verify(again, [closing_of(again), *PLEDGES[2:]]).faults == []
    assert verify(again, [closing_of(again), *PLEDGES[1:]]).faults == [
        "a page lists the pledges in another order than the record: Ana (ana), ben"
    ]


def test_cards_are_sorted_by_the_kinds_that_stood_on_saved_pages() -> None:
    assert verify(RECORD, [OF_KINDS, CLOSING]).faults == []
    told = "other kinds of cards, or in another order, were published before the first shuffle; did the rules change?: "
    assert verify(forged(kinds_in_another_order), [OF_KINDS, CLOSING]).faults == [told + OF_KINDS[1]]
    changed_before = forged(lambda record: record["log"].insert(0, {"kinds": list(KINDS[::-1])}))
    assert verify(changed_before, [OF_KINDS, CLOSING]).faults == [told + OF_KINDS[1]]
    new = (KINDS_SHOWN, ",".join(["Joker", *KINDS]))
    assert verify(forged(cards_that_are_new), [OF_KINDS, CLOSING]).faults == []
    assert verify(forged(cards_that_are_new), [new, CLOSING]).faults == [told + new[1]]


@pytest.mark.parametrize(
    "word", ["a<b>c", "<wbr>", "x&amp;y", "e\u0301", "\u00e9", "&lt;i&gt;", "a\\b", "<b>", 'a"b', "<!--x"]
)
def test_a_word_is_compared_however_a_page_was_saved(word: str) -> None:
    def of_cy(record: Record) -> None:
        record["words"][2] |= {"word": word, "salt": "s1", "pledge": pledge_of(word, "s1")}

    record = forged(of_cy)
    assert read_record(record_text(record)) == record == read_record(f"<pre>{html.escape(record_text(record))}</pre>")
    line = f"{GAME}|word {word} s1"
    for saved in (f"| <code>{html.escape(line)}</code>\n", f"cy\t{line}\t2021"):
        told = list(published_in(unicodedata.normalize("NFC", saved), GAME))
        assert verify(record, [*told, closing_of(record)]).faults == []
    assert len(verify(record, [(WORD, "owl s1"), closing_of(record)]).faults) == 1


@pytest.mark.parametrize(("number", "name"), [("1", "shuffle 1"), ("secret", "the secret text"), ("9", "shuffle 9")])
def test_another_hash_that_was_published_is_found(number: str, name: str) -> None:
    found = verify(RECORD, [CLOSING, (number, "0" * 64)])
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
        (record_text(changed("log", 1, "note", to="x")), "entry 2 of log is of another form"),
        (record_text(changed("words", 0, "note", to="x")), "entry 1 of words is of another form"),
        (json.dumps({**RECORD, "more": 1}), "nobody knows what more is"),
        (record_text(changed("secret", to="\ud800")), "cannot be read"),
        (json.dumps(changed("words", to={})), "words is no list"),
        (json.dumps(changed("game", to=None)), "game is no text"),
        (json.dumps(changed("kinds", to=[1])), "entry 1 of kinds is of another form"),
        (json.dumps(changed("copies", to="3")), "copies is no number"),
        (json.dumps(changed("names", to={"ana": 1})), "names is of another form"),
        (json.dumps({**RECORD, "copies_of": {"Duke": "3"}}), "copies_of is of another form"),
        ('{"record": "secret deck"' + '{"a":' * 5000, "cannot be read"),
    ],
)
def test_what_is_no_record_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_record(text)


def test_a_kind_may_have_a_number_of_cards_of_its_own() -> None:
    faults = [verify({**RECORD, "copies_of": own}).faults for own in ({"Duke": 3}, {"Duke": 4})]
    assert faults[0] == verify(RECORD).faults
    assert any("not of 3 of each kind, 4 of Duke" in fault for fault in faults[1])


def test_hashes_are_found_in_pages_messages_and_exports() -> None:
    one, other = "a" * 64, "b" * 64
    page = f"|-\n| <code>{GAME}&#124;1</code>\n| <code>{one}</code>\n|-\n| <code>{GAME}|12</code> || <code>{other}</code>\n"
    assert list(published_in(page, GAME)) == [("1", one), ("12", other)]
    assert list(published_in(f"{GAME}|secret: {one}", GAME)) == [("secret", one)]
    line = f'{{"kind":"commitment","id":"{GAME}|3","at":"2021-05-01T12:00:00Z","for":"{GAME}|3","hash":"{one}"}}'
    assert list(published_in(line, GAME)) == [("3", one)]
    early = f'{{"id":"commitment:secret:{GAME}","at":"2021-05-01T12:00:00Z","for":"secret:{GAME}","hash":"{one}"}}'
    assert list(published_in(f"{early}\n{early.replace(GAME, GAME + '0')}", GAME)) == [("secret", one)]
    assert list(published_in(f"<code>{GAME}&#124;kinds Duke,Grand_Duke</code>\n.", GAME)) == [
        (KINDS_SHOWN, "Duke,Grand_Duke")
    ]
    assert list(published_in(f"{GAME}|1 (none yet) {GAME}|2 {one}", GAME)) == [("2", one)]
    assert list(published_in(f"{GAME}&#124;2 {one[:30]}<wbr>{one[30:60]}<wbr>{one[60:]}", GAME)) == [("2", one)]
    words = f"| {{GAME}}\n| <code>{GAME}&#124;pledge {one}</code>\n| <code>{GAME}&#124;word a&lt;b x7</code>\n| 2021"
    assert list(published_in(words, GAME)) == [("pledge", one), ("word", "a<b x7")]
    text = f"ana\t{GAME}|pledge {one}\t{GAME}|word duck\t2021-05-01 12:00 UTC"
    assert list(published_in(text, GAME)) == [("pledge", one), ("word", "duck")]
    assert list(published_in(f"other-{GAME}|1 {one} {GAME}|x {one}", GAME)) == []
