"""Managed regions: exactly one pair of markers, only the span between them changes, and nobody's quotation counts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tracker.core.region import (
    begin_marker,
    empty_region,
    end_marker,
    find_region,
    find_regions,
    find_section,
    insert_region,
    markers,
    new_page,
    page_text,
    region_text,
    replace_region,
    sections,
    visible_text,
)
from tracker.errors import RegionError

PIECES = st.sampled_from(
    [
        "text", "\n", " ", "== Heading ==\n", "<!-- a remark -->", "<!--", "-->", "<nowiki>", "</nowiki>", "<pre>",
        "</pre>", "<nowiki/>", "{|\n", "|}", "{{nobots}}", "é", "e\u0301", "\u0338", "=", "<", "[[Category:X]]", "~~~~",
        "<!-- tracker:begin other -->", "<!-- tracker:end other -->", "<!-- tracker:begin board -->",
        "<!-- tracker:end board -->",
    ]
)  # fmt: skip
WIKITEXT = st.lists(PIECES, max_size=12).map("".join)


def page(body: str = "old", before: str = "Intro\n", after: str = "\nOutro") -> str:
    return f"{before}<!-- tracker:begin board -->\n{body}\n<!-- tracker:end board -->{after}"


def test_region_is_read_without_the_blank_lines_around_it() -> None:
    assert find_region(page("\n\n{| class=x\n|}\n  \n"), "board").text == "{| class=x\n|}"


def test_replacing_keeps_everything_outside() -> None:
    assert replace_region(page("old"), "board", "new\ntable") == page("new\ntable")


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("<!--tracker:begin board-->", "<!--tracker:end board-->"),
        ("<!--   tracker:begin\tboard   -->", "<!-- tracker:end  board-->"),
        ("<!--\ntracker:begin\nboard\n-->", "<!-- tracker:end board -->"),
    ],
)
def test_white_space_in_markers_does_not_matter(begin: str, end: str) -> None:
    assert replace_region(f"a\n{begin}\nx\n{end}\nb", "board", "y") == f"a\n{begin}\ny\n{end}\nb"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing at all", "'board': its markers are missing"),
        ("<!-- tracker:begin board --> x", "'board': its end marker is missing"),
        ("x <!-- tracker:end board -->", "'board': its begin marker is missing"),
        ("<!-- tracker:end board --> x <!-- tracker:begin board -->", "'board': its begin marker is missing"),
        (page() + page(), "'board': its begin marker stands twice"),
        ("<!-- tracker:begin board -->" + page(), "'board': its begin marker stands twice"),
        (page() + "<!-- tracker:end board -->", "'board': its end marker stands twice"),
        (page("<!-- tracker:begin b -->\n<!-- tracker:end b -->"), "'board' and 'b' are crossed or nested"),
        (
            "<!-- tracker:begin board --><!-- tracker:begin b --><!-- tracker:end board --><!-- tracker:end b -->",
            "'board' and 'b' are crossed or nested",
        ),
        (page() + "<!-- tracker:begin b -->", "'b': its end marker is missing"),
        (page("<!-- unclosed"), None),
        (page("<nowiki>", after="</nowiki>"), "'board': its end marker is missing"),
    ],
)
def test_faulty_markers_are_an_error_naming_page_and_region(text: str, said: str | None) -> None:
    with pytest.raises(RegionError) as caught:
        replace_region(text, "board", "new", "Votable matters")
    assert caught.value.place == "Votable matters"
    assert (said or "'board'") in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize(
    "quotation",
    [
        "<nowiki><!-- tracker:begin board --></nowiki>",
        "<NOWIKI ><!-- tracker:end board --></nowiki\n>",
        "<pre class='x'>\n<!-- tracker:begin board -->\n</pre>",
        "<syntaxhighlight lang=html><!-- tracker:begin board --></syntaxhighlight>",
        "<!-- say <!-- tracker:begin board -->",
        "<!-- tracker:beginning board -->",
        "<!-- tracker:begin board of directors -->",
        "<!-- tracker:begin -->",
        "&lt;!-- tracker:begin board -->",
    ],
)
def test_a_persons_text_about_our_markers_is_no_marker(quotation: str) -> None:
    text = page(before=f"{quotation}\n", after=f"\n{quotation}")
    assert replace_region(text, "board", "new") == page("new", before=f"{quotation}\n", after=f"\n{quotation}")


def test_an_unclosed_nowiki_is_plain_text_as_in_mediawiki() -> None:
    assert find_region(page(before="<nowiki> never closed\n"), "board").text == "old"
    assert find_region(page(before="<nowiki/>\n", after="</nowiki>"), "board").text == "old"


def test_only_what_is_hidden_is_blanked_out() -> None:
    assert visible_text("a <nowiki> b <!-- c\n --> <pre>d</pre> <nowiki/>") == (
        "a <nowiki> b \0\0\0\0\0\0\n\0\0\0\0 \0\0\0\0\0\0\0\0\0\0\0\0 \0\0\0\0\0\0\0\0\0"
    )


def test_a_region_within_a_line_stays_there() -> None:
    text = "| score: <!-- tracker:begin n -->5<!-- tracker:end n --> ||"
    assert replace_region(text, "n", "17") == text.replace("5", "17")
    assert replace_region(text, "n", "") == text.replace("5", "")


@pytest.mark.parametrize("body", ["{|\n|}", "* a\n* b", "* a", "# a", ": a", "\u0338x"])
def test_what_needs_its_own_line_gets_it(body: str) -> None:
    text = "a <!-- tracker:begin n -->5<!-- tracker:end n --> b"
    assert replace_region(text, "n", body) == text.replace("5", f"\n{body}\n")


@pytest.mark.parametrize(
    "body",
    [
        "<!--",
        "x <!-- tracker:end board -->",
        "<!-- tracker:begin board -->",
        "<!-- tracker:begin a --><!-- tracker:end a -->",
        "--> <!-- tracker:begin later -->",
    ],
)
def test_a_text_that_would_break_the_markers_is_refused(body: str) -> None:
    with pytest.raises(RegionError, match="break"):
        replace_region(page(), "board", body)


def test_a_nowiki_that_would_swallow_the_end_marker_is_refused() -> None:
    with pytest.raises(RegionError, match="break"):
        replace_region(page(after="\n</nowiki>"), "board", "<nowiki>")
    with pytest.raises(RegionError, match="break"):
        replace_region(page(before="<nowiki>\n"), "board", "</nowiki>")
    assert find_region(replace_region(page(), "board", "<nowiki>"), "board").text == "<nowiki>"


@pytest.mark.parametrize(
    "body", ["~~~~", "<math>~~~</math>", "{{subst:X}}", "{{ SafeSubst: X}}", "[[A (b)|]]", "[[|A]]"]
)
def test_a_text_that_the_wiki_would_replace_when_saving_is_refused(body: str) -> None:
    with pytest.raises(RegionError, match="would replace"):
        replace_region(page(), "board", f"x {body} y")
    with pytest.raises(RegionError, match="would replace"):
        new_page("", {"board": f"x {body} y"})
    for quoted in (f"<nowiki>{body}</nowiki>", f"<pre>{body}</pre>", f"<!-- {body} -->"):
        assert find_region(replace_region(page(), "board", quoted), "board").text == quoted


def test_what_a_person_left_outside_may_stay() -> None:
    assert replace_region(page(after="<ref>~~~~</ref>"), "board", "new") == page("new", after="<ref>~~~~</ref>")


@given(before=WIKITEXT, after=WIKITEXT, old=WIKITEXT, new=WIKITEXT)
def test_every_byte_outside_the_region_stays(before: str, after: str, old: str, new: str) -> None:
    text = page(old, before, after)
    try:
        region = find_region(text, "board")
        changed = replace_region(text, "board", new)
    except RegionError:
        return
    prefix, suffix = text[: region.start], text[region.end :]
    assert changed.startswith(prefix)
    assert changed.endswith(suffix)
    assert len(changed) >= len(prefix) + len(suffix)
    assert find_region(changed, "board").text == region_text(new)
    assert [m.name for m in markers(changed)] == [m.name for m in markers(text)]


@given(before=WIKITEXT, after=WIKITEXT, new=WIKITEXT)
def test_replacing_twice_is_replacing_once(before: str, after: str, new: str) -> None:
    try:
        once = replace_region(page("old", before, after), "board", new)
    except RegionError:
        return
    assert replace_region(once, "board", new) == once


@given(text=WIKITEXT)
def test_reading_any_page_ends_in_regions_or_a_region_error(text: str) -> None:
    try:
        regions = find_regions(text, "P")
    except RegionError:
        return
    for name, region in regions.items():
        assert text[: region.start].endswith("-->")
        assert text[region.end :].startswith("<!--")
        assert name in {"board", "other"}


@given(text=st.text())
def test_page_text_is_settled(text: str) -> None:
    assert page_text(page_text(text)) == page_text(text)
    assert region_text(region_text(text)) == region_text(text)


def test_page_text_is_what_the_wiki_keeps() -> None:
    assert page_text("a\r\nb\rc e\u0301\x07\x00 \n\t\n") == "a\nb\nc é\ufffd\ufffd"


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a--b", "x>", "-x", "x-", "ümlaut", "a\nb"])
def test_a_name_that_no_marker_can_carry_is_refused(name: str) -> None:
    with pytest.raises(RegionError, match="no name for a region"):
        begin_marker(name)
    with pytest.raises(RegionError, match="no name for a region"):
        end_marker(name)


@pytest.mark.parametrize("name", ["board", "evidence-2019-10", "gnd.table", "a_c", "7"])
def test_every_allowed_name_is_found_again(name: str) -> None:
    assert find_region(empty_region(name, "x"), name).text == "x"


def test_sections_are_found_outside_comments_and_nowiki() -> None:
    hidden = "<!--\n== B ==\n-->\n<nowiki>\n== C ==\n</nowiki>\n"
    text = f"= A =\n{hidden}==  D   d == <!-- x -->\ntext\n=== E ===\n== F\n==G==\nend"
    assert [(s.level, s.title) for s in sections(text)] == [(1, "A"), (2, "D d"), (3, "E"), (2, "G")]
    section = find_section(text, "D d")
    assert text[section.start : section.end] == "text\n=== E ===\n== F\n"


def test_markers_go_right_below_the_named_heading() -> None:
    text = "Intro\n== Board ==\nPeople wrote this.\n== Other ==\n"
    changed = insert_region(text, "board", "Board")
    assert changed == text.replace("== Board ==\n", f"== Board ==\n{empty_region('board')}\n")
    assert find_region(insert_region("== Board ==", "board", "Board"), "board").text == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("== Other ==", "the page has 'Other'"),
        ("plain", "no section at all"),
        ("== Board ==\n== Board ==", "stands twice"),
        ("== Board ==\n" + empty_region("board"), "is there already"),
        ("== Board ==\n<!-- tracker:begin b -->", "end marker is missing"),
    ],
)
def test_markers_are_inserted_only_where_the_place_is_certain(text: str, said: str) -> None:
    with pytest.raises(RegionError, match=said):
        insert_region(text, "board", "Board", "Votable matters")


@given(before=WIKITEXT, after=WIKITEXT)
def test_inserting_markers_only_inserts(before: str, after: str) -> None:
    text = f"{before}\n== Board ==\n{after}"
    assume("tracker:begin board" not in text)
    try:
        changed = insert_region(text, "board", "Board")
    except RegionError:
        return
    assert changed.replace(f"{empty_region('board')}\n", "", 1) == text


def test_a_new_page_holds_its_regions_in_order() -> None:
    text = new_page("'''Written by a bot.'''\n", {"board": "x", "roster": ""})
    assert text.startswith("'''Written by a bot.'''\n\n<!-- tracker:begin board -->\nx\n")
    assert list(find_regions(text)) == ["board", "roster"]


@pytest.mark.parametrize(("opening", "body"), [("<!-- open", "x"), ("ok", "<!--"), (empty_region("other"), "x")])
def test_a_new_page_that_would_break_its_own_markers_is_refused(opening: str, body: str) -> None:
    with pytest.raises(RegionError, match="break its own markers"):
        new_page(opening, {"board": body})


@pytest.mark.parametrize("piece", ["<nowiki>", "<nowiki ", "<!-- a -->", "<pre>x</pre>", "= ", "== a ==\n", "<!--\n"])
def test_a_million_characters_of_hostile_text_are_scanned(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert find_regions(text) == {}
    assert len(sections(text)) in {0, 1, len(text) // 8}
