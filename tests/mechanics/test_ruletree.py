"""Rule trees: headings as MediaWiki finds them, spans that print the page back, and rules looked up by name and path."""

import html
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mechanics.span_checks import check_nesting
from tests.services.mediawiki import MediaWiki
from tracker.errors import RuleError
from tracker.mechanics.enacting.instructions import RuleName
from tracker.mechanics.ruleset.ruletree import RuleNode, parse_rules, shown_text

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
        "==A==<pre>\n</pre>\n",
        "<pre>\n</pre>==A==\n",
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


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(page=TIDY_PAGES)
def test_headings_are_those_that_mediawiki_finds(mediawiki_server: MediaWiki, page: str) -> None:
    assert shown(page) == list(_sections(mediawiki_server, page))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    page=st.lists(st.sampled_from(["=A=\n", "==B==\n", "===C===\n", "====D====\n", "x\n"]), max_size=12).map("".join)
)
def test_rules_are_counted_as_in_mediawikis_table_of_contents(mediawiki_server: MediaWiki, page: str) -> None:
    counted_there = [section["number"] for section in _asked(mediawiki_server, page)]
    assert [".".join(node.number_parts) for node in parse_rules(page).walk()] == counted_there


def _asked(wiki: MediaWiki, page: str) -> list[dict[str, str]]:
    asked = {"text": page, "contentmodel": "wikitext", "prop": "sections", "title": "Ruleset"}
    found: list[dict[str, str]] = wiki.person("Ada").post("parse", **asked)["parse"]["sections"]
    return found


def _sections(wiki: MediaWiki, page: str) -> Iterator[tuple[int, str]]:
    for section in _asked(wiki, page):
        line = html.unescape(re.sub(r"<[^>]*>", "", section["line"]))
        yield int(section["level"]), " ".join(line.split())


# --- printing back


@given(page=st.one_of(PAGES, st.text(), st.text(alphabet="=\n<!->A \0\1\r")))
def test_any_page_prints_back_byte_for_byte(page: str) -> None:
    root = parse_rules(page)
    assert root.printed() == root.whole_text == page


@given(page=PAGES)
def test_every_node_covers_its_heading_its_text_and_its_subrules_without_a_gap(page: str) -> None:
    root = parse_rules(page)
    check_nesting(root)
    assert all(node.printed() == node.whole_text for node in root.walk())


@given(page=PAGES)
def test_whatever_is_looked_up_is_a_rule_of_the_tree(page: str) -> None:
    rules = list((root := parse_rules(page)).walk())
    for rule in rules:
        number = ".".join(rule.number_parts)
        names = [RuleName(rule.title), RuleName(rule.title, number, rule.path[:-1]), RuleName("", number)]
        for answer in map(root.look_up, [*names, RuleName("A", number)]):
            assert all(any(node is one for one in rules) for node in answer.nodes)
            assert answer.fault or len(answer.nodes) == 1


# --- looking up


@pytest.mark.parametrize(
    "title",
    ["Mac's cave", "MAC’S  CAVE", "'''Mac’s''' [[Cave]]"],
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


NUMBERED = """==5 - World==
===5.3 - Generation===
====5.3.1 - Biomes====
====2 - Landmarks====
===Loose===
==5. Rivers==
==Credits==
"""


@pytest.mark.parametrize("number", ["5.3.1", "5.3.1.", "05.3.01"])
def test_a_rule_is_found_by_its_number(number: str) -> None:
    assert [node.title for node in parse_rules(NUMBERED).numbered(number)] == ["Biomes"]


def test_a_number_without_a_dot_counts_from_the_rule_above() -> None:
    assert parse_rules(NUMBERED).find("5.3.2").label == "5.3.2 - Landmarks"


def test_a_rule_without_a_number_has_none_where_others_have_one() -> None:
    rules = parse_rules(NUMBERED)
    assert rules.find("Loose").id_path == ()
    assert rules.numbered("1.2") == []
    assert rules.look_up(RuleName("Loose", "5.4")).fault == "NUMBER_DISAGREES"


@pytest.mark.parametrize("text", ["5.3.1", "5.3.1 - Biomes", "5.3.1 Biomes", "Biomes", "'''5.3.1:''' biomes"])
def test_number_title_or_both_lead_to_the_rule(text: str) -> None:
    assert parse_rules(NUMBERED).find(text).id_path == ("5", "3", "1")


def test_number_and_title_of_different_rules_are_answered_with_both() -> None:
    text = refusal_of(parse_rules(NUMBERED), "5.3 - Biomes")
    assert "the number and the title of '5.3 - Biomes' are not one rule's" in text
    assert "World › Generation › Biomes (5.3.1 - Biomes); World › Generation (5.3 - Generation)" in text


def test_an_unknown_number_is_answered_with_the_nearest() -> None:
    assert "5.3.1 - Biomes" in refusal_of(parse_rules(NUMBERED), "5.3.7")


def test_a_number_of_two_rules_is_answered_with_both() -> None:
    assert "World (5 - World); Rivers (5 - Rivers)" in refusal_of(parse_rules(NUMBERED), "5")


def test_where_no_heading_bears_a_number_the_table_of_contents_counts() -> None:
    rules = parse_rules("==A==\n===B===\n===C===\n==D==\n")
    assert rules.find("1.2").title == "C"
    assert rules.look_up(RuleName("C", "1.1")).fault == "NUMBER_DISAGREES"


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ("core", "Core Rules › X"),
        ("The Core Rules", "Core Rules › X"),
        ("Dynastic Ruleset", "Dynastic Rules › X"),
        ("A", ""),
    ],
)
def test_a_name_may_say_its_section(section: str, place: str) -> None:
    rules = parse_rules("==Core Rules==\n===X===\n==Dynastic Rules==\n===X===\n====A====\n")
    answer = rules.look_up(RuleName("X", section=section))
    assert ("" if answer.fault else answer.node.place) == place


def test_a_rule_that_stands_elsewhere_than_said_is_named() -> None:
    answer = parse_rules(PAGE).look_up(RuleName("Proposals", section="Dynastic Rules"))
    assert (answer.fault, answer.detail) == ("NO_RULE", "perhaps Core Rules › Proposals")


def test_hundreds_of_rules_of_one_name_make_a_short_refusal() -> None:
    text = refusal_of(parse_rules("==A==\n" * 900), "A")
    assert text.startswith("the page: 900 rules are called 'A'")
    assert len(text) < 200


def test_shown_text_is_what_readers_see() -> None:
    assert shown_text("'''A''' <span id=x>B</span> [[C|D]]<!-- e --> &lt;F") == "A B D <F"
