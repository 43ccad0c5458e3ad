"""Patterns: quotations of a clause with its values marked, fixed entries, and tables whose rows come and go."""

from typing import Any

import pytest

from tracker.core.clause import normalise
from tracker.core.clause_pattern import (
    EntriesPattern,
    PatternFault,
    Quotation,
    RowsPattern,
    ScalarPattern,
    TablesPattern,
    pattern_of,
    with_known_words,
)
from tracker.errors import RuleError

VOTES = "It has been open for at least 48 hours, it has more than 1 valid Vote. After 48 hours it may fail."


def scalar(*texts: str, kind: str = "hours") -> ScalarPattern:
    return ScalarPattern(tuple(Quotation(text, kind) for text in texts))


def test_a_value_is_found_between_the_words_quoted() -> None:
    reading = scalar("at least {48 hours}, it").read(VOTES.replace("at least 48 hours", "at least three days"))
    assert reading.value == 72
    assert [(place.words, place.end - place.start) for place in reading.places] == [("48 hours", len("three days"))]


def test_the_known_words_are_put_back() -> None:
    changed = VOTES.replace("48 hours", "3 days").replace("than 1", "than two")
    places = [
        *scalar("at least {48 hours}, it", "After {48 hours} it").read(changed).places,
        *scalar("more than {1:number+1} valid").read(changed).places,
    ]
    assert with_known_words(changed, places) == VOTES


def test_what_is_added_is_added() -> None:
    assert scalar("more than {1:number+1} valid").read(VOTES).value == 2
    assert scalar("more than {1:number-1} valid").read(VOTES).value == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (VOTES.replace("at least", "at most"), "nowhere"),
        (f"{VOTES} {VOTES}", "stands 2 times"),
        (VOTES.replace("least 48", "least -48"), "absurd"),
        (VOTES.replace("least 48 hours", "least 99999 weeks"), "absurd"),
        (VOTES.replace("least 48", "least some"), "nowhere"),
        (VOTES.replace("least 48", "least 72"), "differently in several places: 72, 48"),
        ("", "nowhere"),
    ],
)
def test_what_cannot_be_read_is_a_fault(text: str, why: str) -> None:
    with pytest.raises(PatternFault, match=why):
        scalar("at least {48 hours}, it", "After {48 hours} it").read(text)


def test_a_number_that_goes_on_is_not_cut() -> None:
    with pytest.raises(PatternFault, match="nowhere"):
        scalar("fewer than {5}", kind="number").read("fewer than 5% of them")
    assert scalar("fewer than {five}", kind="number").read("fewer than fifty-five of them").value == 55


def test_layout_between_the_words_does_not_matter() -> None:
    text = normalise("* open for\n* at least 48&nbsp;hours", keep_bullets=True)
    assert scalar("open for at least {48 hours}").read(text).value == 48


def test_parts_of_one_fraction_are_read_from_one_place() -> None:
    text = "is two thirds of the number of players"
    above, below = (
        Quotation(f"is {{half:{part}}} the number", "number").read(text) for part in ("numerator", "denominator")
    )
    assert (above.value, below.value) == (2, 3)
    assert with_known_words(text, [*above.places, *below.places]) == "is half the number of players"


@pytest.mark.parametrize("text", ["nothing is marked", "a {1:numbr} of it"])
def test_a_quotation_without_a_value_or_of_an_unknown_kind_does_not_load(text: str) -> None:
    with pytest.raises(RuleError, match=r"parameters.toml"):
        _ = Quotation(text, "number").slots


# --- entries

COSTS = {"shelter": "a shelter costs {10} wood", "bonfire": "the bonfire costs {100} wood"}


def test_fixed_entries_are_read_one_by_one() -> None:
    pattern = pattern_of({"pattern": COSTS, "unit": "wood"}, {"shelter": 10, "bonfire": 100})
    assert isinstance(pattern, EntriesPattern)
    reading = pattern.read(
        "Of course a shelter costs 12 wood and the bonfire costs a hundred wood".replace("a hundred", "90")
    )
    assert reading.value == {"shelter": 12, "bonfire": 90}


def test_entries_named_after_the_values_read_the_keys() -> None:
    pattern = pattern_of(
        {"pattern": {"FOR": "/{for.gif} is FOR", "NO": "/{no.gif} is NO"}, "unit": "files"}, {"for.gif": "FOR"}
    )
    assert pattern is not None
    assert pattern.read("/yes.gif is FOR, /no.gif is NO").value == {"yes.gif": "FOR", "no.gif": "NO"}
    with pytest.raises(PatternFault, match="alike"):
        pattern.read("/a.gif is FOR, /a.gif is NO")


# --- rows

SEARCH = RowsPattern(
    "make a DICE20 search:", "{key:range}: {value:phrase}", "That is all.", "• 1-19: nothing • 20: Little Mac"
)
TEXT = "To search, make a DICE20 search: • 1-19: nothing • 20: Little Mac That is all. Then rest."


def table(rows: str) -> Any:
    return SEARCH.read(f"To search, make a DICE20 search: {rows} That is all. Then rest.").value


def test_rows_come_and_go() -> None:
    assert table("• 1-19: nothing • 20: Little Mac") == {"1-19": "nothing", "20": "Little Mac"}
    assert table("• 1-10: nothing • 11-19: 2 Wood • 20: Little Mac") == {
        "1-10": "nothing", "11-19": "2 Wood", "20": "Little Mac",
    }  # fmt: skip


def test_a_wikitable_is_read_too() -> None:
    assert table("|- | 1-19: nothing |- | 20: Little Mac") == {"1-19": "nothing", "20": "Little Mac"}


def test_the_rows_of_the_known_text_are_put_back() -> None:
    changed = TEXT.replace("1-19", "1-18").replace("• 20", "• 19: a shell • 20")
    assert with_known_words(changed, SEARCH.read(changed).places) == TEXT
    assert SEARCH.read(TEXT).value == {"1-19": "nothing", "20": "Little Mac"}


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("", "empty"),
        ("• 20: x • 20: y", "two rows"),
        ("• 20 gives x", "cannot be read"),
        ("• 1: x or so • never", "cannot be read"),
    ],
)
def test_tables_that_cannot_be_read(rows: str, why: str) -> None:
    with pytest.raises(PatternFault, match=why):
        table(rows)


def test_a_table_that_is_not_there_or_twice() -> None:
    with pytest.raises(PatternFault, match="nowhere"):
        SEARCH.read("make a DICE20 search.")
    with pytest.raises(PatternFault, match="2 times"):
        SEARCH.read(f"{TEXT} {TEXT}")


def test_kinds_follow_the_unit() -> None:
    assert pattern_of({}, 5) is None
    assert isinstance(
        pattern_of({"table": {"before": "a", "row": "{key} {value}", "after": "", "rows": ""}}, {}), RowsPattern
    )
    date = pattern_of({"pattern": "beyond {August 31, 2019}.", "unit": "date"}, "2019-08-31")
    assert date is not None
    assert date.read("days beyond 1 October 2019. Then").value == "2019-10-01"
    die = pattern_of({"pattern": "rolling {DICE20}", "reads": "die"}, 20)
    assert die is not None
    assert die.read("rolling DICE6 twice").value == 6
    bases = pattern_of({"pattern": "box {http://a.example/}for.gif", "unit": "URLs"}, ["http://a.example/"])
    assert bases is not None
    assert bases.read("box https://b.example/i/for.gif").value == ["https://b.example/i/"]


# --- several values in one quotation, and tables of tables

PRIZES = "| 1 || 5 Trungs and 10 chips |- | 2 || 4 Trungs and 20 chips |- | 3 || a cake |}"
KNOWN: dict[str, dict[str, Any]] = {
    "1": {"trungs": 5, "chips": 10},
    "2": {"trungs": 4, "chips": 20},
    "3": {"cake": "a"},
}


def prizes() -> TablesPattern:
    quoted = {
        place: {
            "trungs": f"| {place} || {{{told['trungs']}}} Trungs and {{{told['chips']}:other}} chips",
            "chips": f"| {place} || {{{told['trungs']}:other}} Trungs and {{{told['chips']}}} chips",
        }
        for place, told in KNOWN.items()
        if place != "3"
    }
    found = pattern_of({"pattern": quoted, "reads": "number"}, KNOWN)
    assert isinstance(found, TablesPattern)
    return found


def test_a_number_of_another_parameter_may_be_any() -> None:
    quotation = Quotation("{2} lots for every {3:other} players", "number")
    assert (
        scalar("{2} lots for every {3:other} players", kind="number").read("5 lots for every four players").value == 5
    )
    assert quotation.read("5 lots for every four players").places[0].words == "2"
    assert len(quotation.read("5 lots for every four players").places) == 1
    with pytest.raises(PatternFault, match="nowhere"):
        quotation.read("5 lots for every few players")


def test_a_quotation_with_numbers_of_others_alone_marks_nothing() -> None:
    with pytest.raises(RuleError, match="no value is marked"):
        scalar("for every {3:other} players").read("for every 3 players")


def test_a_table_of_tables_reads_its_entries_and_keeps_the_rest() -> None:
    assert prizes().read(PRIZES).value == KNOWN
    changed = PRIZES.replace("4 Trungs and 20", "6 Trungs and 25")
    assert prizes().read(changed).value == {**KNOWN, "2": {"trungs": 6, "chips": 25}}
    assert with_known_words(changed, prizes().read(changed).places) == PRIZES


def test_a_row_of_a_table_of_tables_that_is_gone_is_a_fault() -> None:
    with pytest.raises(PatternFault, match="nowhere"):
        prizes().read(PRIZES.replace("| 2 ||", "| 4 ||"))
