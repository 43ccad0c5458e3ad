"""Law 14 without a wiki: what escaped values and built links consist of."""

import re
import string
import unicodedata

import pytest
from hypothesis import given

from tests.render.hostile import FRAGMENTS, values
from tracker.render.escaping import (
    ELLIPSIS,
    Wikitext,
    anchor_name,
    escape_attribute,
    escape_text,
    external_link,
    page_link,
    shown,
)

OUR_TAGS = re.compile(r"</?bdi>|<wbr>")
ENTITY = re.compile(r"&#(\d+);")
HARMLESS = set(string.ascii_letters + string.digits + " .,()?%+/$^\\`'-_:")


def decoded(wikitext: str) -> str:
    """What a reader sees of an escaped text."""
    return ENTITY.sub(lambda found: chr(int(found[1])), OUR_TAGS.sub("", wikitext))


@given(values())
def test_escaped_text_shows_the_value_and_holds_no_wikitext(value: str) -> None:
    escaped = escape_text(value)
    bare = ENTITY.sub("\0", OUR_TAGS.sub("", escaped))
    assert decoded(escaped) == shown(value)
    assert {character for character in bare if character.isascii()} <= HARMLESS | {"\0"}
    assert not re.search(r"''|--|__|~~|^[ :*#;=-]|//+\w+:|[a-z]:", bare)


@given(values())
def test_escaped_attribute_shows_the_value_and_cannot_end_it(value: str) -> None:
    escaped = escape_attribute(value)
    assert decoded(escaped) == shown(value)
    assert not set(escaped) & set('"<>[]{}|\n')


@given(values())
def test_shown_text_is_one_line_without_marks_that_hide_or_turn_text(value: str) -> None:
    line = shown(value)
    assert "\n" not in line
    assert line == line.strip()
    assert {unicodedata.category(character) for character in line} & {"Cc", "Cs"} == set()
    assert {character for character in line if unicodedata.category(character) == "Cf"} <= {"\u200c", "\u200d"}


@given(values())
def test_escaped_text_is_what_the_wiki_keeps(value: str) -> None:
    framed = f"| <b>{escape_text(value)}</b>"
    assert unicodedata.normalize("NFC", framed) == framed


def test_a_very_long_value_is_cut_with_an_ellipsis() -> None:
    assert shown("A" * 10_000) == "A" * 499 + ELLIPSIS
    assert shown("A" * 500) == "A" * 500
    assert shown("three words here", 10) == "three wor" + ELLIPSIS


def test_a_value_of_blanks_too_long_to_read_is_not_taken_for_nothing() -> None:
    assert shown(" " * 10_000) == ELLIPSIS


def test_a_long_word_may_be_broken_but_reads_the_same() -> None:
    escaped = escape_text("A" * 100)
    assert escaped.count("<wbr>") == 3
    assert decoded(escaped) == "A" * 100


def test_towers_of_accents_are_kept_low() -> None:
    assert shown("Z" + "\u0363" * 50) == "Z" + "\u0363" * 3


def test_right_to_left_text_is_isolated_and_left_to_right_text_is_not() -> None:
    assert escape_text("עברית") == "<bdi>עברית</bdi>"
    assert escape_text("Bo") == "Bo"


def test_invisible_and_turning_marks_are_shown_as_replaced() -> None:
    assert (
        shown("a\u202eb\x00c\u200bd")
        == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c\N{REPLACEMENT CHARACTER}d"
    )


@pytest.mark.parametrize("word", ["RFC 1234", "PMID 1234", "ISBN 0306406152", "(RFC 1234)"])
def test_numbers_that_the_wiki_would_link_are_not_linked(word: str) -> None:
    assert not re.search(r"(?<!\w)(RFC|PMID|ISBN) ", escape_text(word))
    assert decoded(escape_text(word)) == word


def test_plain_words_stay_readable_in_the_page_source() -> None:
    assert escape_text("Don't panic, half-way (10:30)") == "Don't panic, half-way (10:30)"


# --- links -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "https://blog.example/archive/dry_socks",
        "http://blog.example:8080/2019/10/?page=2#comments",
        "https://blog.example/archive/to_continue_a_war..._appendix",
    ],
)
def test_plain_address_stays_as_it_is(url: str) -> None:
    assert external_link(url, "Dry Socks") == f"[{url} Dry Socks]"


@pytest.mark.parametrize(
    ("url", "coded"),
    [
        ("https://b.example/a b", "https://b.example/a%20b"),
        ("https://b.example/[x]", "https://b.example/%5Bx%5D"),
        ("https://b.example/'\"<>{}|", "https://b.example/%27%22%3C%3E%7B%7D%7C"),
        ("https://b.example/?a=1&lt=2", "https://b.example/?a=1&amp;lt=2"),
        ("https://b.example/~~~~", "https://b.example/%7E%7E%7E%7E"),
        ("https://b.example/__NOTOC__", "https://b.example/%5F%5FNOTOC%5F%5F"),
        ("https://b.example/100%", "https://b.example/100%25"),
        ("https://b.example/%20", "https://b.example/%20"),
        ("https://b.example/é", "https://b.example/%C3%A9"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("HTTPS://b.example/", ""),
        ("javascript:alert(1)", ""),
        ("//b.example/", ""),
        ("https://", ""),
        ("https://user:word@b.example/", ""),
        ("https://b.example:99999999/", ""),
        ("https://[::1]/", ""),
        ("https://b example/", ""),
        ("https://b.example/" + "a" * 3000, ""),
        ("", ""),
    ],
)
def test_address_is_coded_or_refused(url: str, coded: str) -> None:
    assert external_link(url, "x") == (f"[{coded} x]" if coded else "x")


def test_a_link_without_a_label_still_says_something() -> None:
    assert external_link("https://b.example/", " ") == "[https://b.example/ link]"
    assert page_link("Roster", " ") == ""


def test_page_links_with_anchor_and_tooltip() -> None:
    assert page_link("Ruleset", "BN-045", anchor="Tags [Active]", tooltip="Votes") == (
        '[[Ruleset#Tags %5BActive%5D|<span title="Votes">BN-045</span>]]'
    )
    assert page_link("", "below", anchor="x") == "[[#x|below]]"


@pytest.mark.parametrize("title", ["Category:Trap", "File:Trap.png", "de:Trap", "/sub"])
def test_a_page_of_any_namespace_is_only_linked(title: str) -> None:
    assert page_link(title, "x") == f"[[:{title}|x]]"


@pytest.mark.parametrize(
    "title", ["a|b", "a]]", "a\nb", "{{a}}", "<b>", "a#b", "..", "a/../b", "%41", "&amp;", "~~~", "_", "x" * 300]
)
def test_no_link_where_no_page_can_bear_the_title(title: str) -> None:
    assert page_link(title, "x") == "x"


def test_anchor_names_differ_when_names_do() -> None:
    names = {fragment.casefold() for fragment in FRAGMENTS} | {"a_b", "a__b", "a:5f:b", "a_:5f:b", "a-b"}
    anchors = {anchor_name("player", name) for name in names}
    assert len(anchors) == len(names)
    assert all(re.fullmatch(r"player-[A-Za-z0-9.:_-]*", anchor) and "__" not in anchor for anchor in anchors)
    assert anchor_name("matter", "to_continue_a_war..._appendix") == "matter-to_continue_a_war..._appendix"
    assert anchor_name("player", "Kevan") == anchor_name("player", "kevan")


def test_the_marker_is_not_given_to_plain_text() -> None:
    assert isinstance(escape_text("x"), Wikitext)
    assert not isinstance(shown("x"), Wikitext)
