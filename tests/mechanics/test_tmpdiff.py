"""Rule trees: headings as MediaWiki finds them, spans that print the page back, and rules looked up by name and path."""

import html
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.services.mediawiki import MediaWiki
from tracker.errors import RuleError
from tracker.mechanics.ruletree import RuleNode, parse_rules, shown_text

PAGE = """{{TOCRight}}
<div class="core">
==Core Rules==
The section's own words.

===Votable Matters===
A matter.
====Votes====
* one
====Enacting and Failing====
===Proposals===
====Votes====
Others.
</div>
<!-- ==Hidden== -->
== '''Dynastic''' [[Rules|Rules]] ==
===5.3.1 - Biomes===
<nowiki>
===No rule===
</nowiki>
===Mac’s Cave===
===Dormancy [Active]===
===48 Hours===
"""

TIDY = [
    *(
        "=",
        "==",
        "===",
        "====",
        "A",
        " B",
        "\n",
        "\n",
        "\n==",
        "=\n",
        "C",
        "*",
        " ",
        "\t",
        "\r\n",
        "é",
        "§",
        "\U0001f41f",
    ),
    *("\n<!-- c -->", "<!-- c -->\n", "D<!-- c -->E", "\n<!--\n==F==\n-->\n", "\n<pre>\n==G==\n</pre>\n", "<nowiki />"),
    *(
        "<nowiki>==H==</nowiki>",
        "<div>",
        "</div>",
        " ''I'' ",
        "[[J|K]]",
        "[[L]]",
        "&amp;",
        "&eacute;",
        "<br/>",
        "{|\n|",
        "|}",
    ),
]
UNTIDY = ["<!--", "-->", "<nowiki>", "</nowiki>", "<pre>", "</pre>", "[[", "]]", "{{", "\0", "\1"]
TIDY_PAGES = st.lists(st.sampled_from(TIDY), max_size=25).map("".join)
PAGES = st.lists(st.sampled_from(TIDY + UNTIDY), max_size=25).map("".join)


def shown(page: str) -> list[tuple[int, str]]:
    return [(node.level, node.title) for node in parse_rules(page).walk()]


def place_of(page: str, title: str) -> str:
    return parse_rules(page).find(title).place


# --- headings


def test_headings_become_a_tree_by_their_levels() -> None:
    assert [node.place for node in parse_rules(PAGE).walk()] == [
        "Core Rules",
        "Core Rules › Votable Matters",
        "Core Rules › Votable Matters › Votes",
        "Core Rules › Votable Matters › Enacting and Failing",
        "Core Rules › Proposals",
        "Core Rules › Proposals › Votes",
        "Dynastic Rules",
        "Dynastic Rules › Biomes",
        "Dynastic Rules › Mac’s Cave",
        "Dynastic Rules › Dormancy [Active]",
        "Dynastic Rules › 48 Hours",
    ]


def test_own_text_ends_at_the_first_subrule_and_whole_text_after_the_last() -> None:
    matters = parse_rules(PAGE).find("Votable Matters")
    assert matters.own_text == "A matter.\n"
    assert matters.whole_text == (
        "===Votable Matters===\nA matter.\n====Votes====\n* one\n====Enacting and Failing====\n"
    )
    assert parse_rules(PAGE).own_text == '{{TOCRight}}\n<div class="core">\n'


def test_a_level_left_out_still_makes_a_child() -> None:
    assert place_of("=A=\n====B====\n===C===\n", "C") == "A › C"


@pytest.mark.parametrize(
    ("heading", "number", "title"),
    [
        ("5.3.1 - Biomes", "5.3.1", "Biomes"),
        ("5.3 Biomes", "5.3", "Biomes"),
        ("4. Biomes", "4", "Biomes"),
        ("4) Biomes", "4", "Biomes"),
        ("4: Biomes", "4", "Biomes"),
        ("4 – Biomes", "4", "Biomes"),
        ("48 Hours", "", "48 Hours"),
        ("4-Way Stop", "", "4-Way Stop"),
        ("12.5", "", "12.5"),
        ("4.", "", "4."),
    ],
)
def test_numbers_of_headings_are_no_part_of_the_title(heading: str, number: str, title: str) -> None:
    (node,) = parse_rules(f"=={heading}==\ntext").children
    assert (node.number, node.title) == (number, title)


@pytest.mark.parametrize(
    "page",
    [
        "==A== x\n",
        " ==A==\n",
        "x<!--\n-->==A==\n",
        "==A==<nowiki/>\n",
        "<pre>\n==A==\n</pre>\n",
        "<!--\n==A==\n",
        "<div>==A==</div>",
        "==",
        "",
    ],
)
def test_what_is_no_heading(page: str) -> None:
    root = parse_rules(page)
    assert root.children == ()
    assert root.own_text == root.whole_text == page


@pytest.mark.parametrize(
    ("page", "level", "title"),
    [
        ("==A==", 2, "A"),
        ("<!-- c -->==A==<!--\n-->  \r\n", 2, "A"),
        ("===A==\n", 2, "=A"),
        ("=======A=======\n", 6, "=A="),
        ("=====\n", 2, "="),
        ("== ==\n", 2, ""),
        ("==A<!-- c --> &amp; ''B'' [http://x.example C]==\n", 2, "A & B C"),
        ("<pre>not closed\n==A==\n", 2, "A"),
    ],
)
def test_what_is_a_heading(page: str, level: int, title: str) -> None:
    assert shown(page) == [(level, title)]


@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(page=TIDY_PAGES)
def test_headings_are_those_that_mediawiki_finds(mediawiki_server: MediaWiki, page: str) -> None:
    assert shown(page) == list(_sections(mediawiki_server, page))


def _sections(wiki: MediaWiki, page: str) -> Iterator[tuple[int, str]]:
    asked = {"text": page, "contentmodel": "wikitext", "prop": "sections", "title": "Ruleset"}
    for section in wiki.person("Ada").post("parse", **asked)["parse"]["sections"]:
        line = html.unescape(re.sub(r"<[^>]*>", "", section["line"]))
        yield int(section["level"]), " ".join(line.split())


# --- printing back


@given(page=st.one_of(PAGES, st.text(), st.text(alphabet="=\n<!->A \0\1\r")))
def test_any_page_prints_back_byte_for_byte(page: str) -> None:
    root = parse_rules(page)
    assert root.printed() == root.whole_text == page


@given(page=PAGES)
def test_every_node_covers_its_heading_its_text_and_its_subrules_without_a_gap(page: str) -> None:
    for node in [root := parse_rules(page), *root.walk()]:
        assert node.printed() == node.whole_text
        ends = [node.heading.end, node.own.end, *(child.whole.end for child in node.children)]
        starts = [node.own.start, *(child.whole.start for child in node.children), node.whole.end]
        assert (node.heading.start, starts) == (node.whole.start, ends)


# --- looking up


@pytest.mark.parametrize(
    "title",
    ["Mac's cave", "MAC’S  CAVE", "'''Mac’s''' [[Cave]]", "7.1 - Mac’s Cave"],
)
def test_a_rule_is_found_whatever_its_layout(title: str) -> None:
    assert place_of(PAGE, title) == "Dynastic Rules › Mac’s Cave"


def test_a_rule_is_found_without_its_marker_and_its_number() -> None:
    assert place_of(PAGE, "Dormancy") == "Dynastic Rules › Dormancy [Active]"
    assert place_of(PAGE, "Biomes") == "Dynastic Rules › Biomes"


def test_a_whole_title_goes_before_one_with_a_marker() -> None:
    assert [node.title for node in parse_rules("==A [x]==\n==A==\n").named("A")] == ["A"]


def test_a_path_tells_rules_of_one_name_apart() -> None:
    rules = parse_rules(PAGE)
    assert rules.at(["core rules", "Proposals", "Votes"]).own_text == "Others.\n</div>\n<!-- ==Hidden== -->\n"
    assert rules.at(["Core Rules", "Votable Matters", "Votes"]).own_text == "* one\n"
    assert rules.at([]) is rules


def refusal_of(rules: RuleNode, *path: str) -> str:
    with pytest.raises(RuleError) as caught:
        _ = rules.find(path[0]) if len(path) == 1 else rules.at(path)
    return str(caught.value)


def test_an_unknown_name_is_answered_with_the_nearest_ones() -> None:
    assert "Dynastic Rules › Dormancy [Active]" in refusal_of(parse_rules(PAGE), "Dormnacy")


def test_a_rule_that_is_no_child_of_that_one_is_answered_with_its_path() -> None:
    text = refusal_of(parse_rules(PAGE), "Core Rules", "Enacting and failing")
    assert text.startswith("Core Rules: ")
    assert "Core Rules › Votable Matters › Enacting and Failing" in text


def test_two_rules_of_one_name_are_both_named() -> None:
    text = refusal_of(parse_rules(PAGE), "Votes")
    assert "Core Rules › Votable Matters › Votes; Core Rules › Proposals › Votes" in text


def test_a_name_like_none_says_where_to_look() -> None:
    assert "there is no rule 'Zzz'" in refusal_of(parse_rules(""), "Zzz")


def test_shown_text_is_what_readers_see() -> None:
    assert shown_text("'''A''' <span id=x>B</span> [[C|D]]<!-- e --> &lt;F") == "A B D <F"
