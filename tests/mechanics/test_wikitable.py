"""Wikitables by hand: what is read agrees with what MediaWiki shows; what cannot be read is named with its line."""

import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import given
from hypothesis import strategies as st

from tests.render.parsed import parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.mechanics.table.wikitable import FAULTS, Table, cell_value, read_table

OURS = """{| class="wikitable sortable"
|+ Values
! scope="col" class="tracker-names" | Castaway
! scope="col" data-sort-type="number" | HSR
! scope="col" data-sort-type="number" | Wood
|- id="player-ada"
| Ada
| 1
| 5
|- id="player-bo"
| Bo
| data-sort-value="4" | 4<sup class="tracker-flag">computed 5</sup>
| 0
|}"""
"""The form that we write."""


def titles_and_values(table: Table) -> list[tuple[str, ...]]:
    return [table.titles, *(row.values for row in table.rows)]


def kinds(wikitext: str) -> list[tuple[str, int]]:
    return [(fault.kind, fault.line) for fault in read_table(wikitext).faults]


def test_our_own_form_is_read() -> None:
    table = read_table(OURS)
    assert titles_and_values(table) == [("Castaway", "HSR", "Wood"), ("Ada", "1", "5"), ("Bo", "4", "0")]
    assert table.faults == ()
    assert [row.line for row in table.rows] == [7, 11]
    assert table.rows[1].attributes == 'id="player-bo"'


def test_every_cell_tells_its_place() -> None:
    table = read_table(OURS, first_line=101)
    for cell in [*table.header, *(cell for row in table.rows for cell in row.cells)]:
        assert OURS[cell.start : cell.end] == cell.text
        assert OURS.count("\n", 0, cell.start) + 101 == cell.line
    assert table.rows[1].cells[1].attributes == 'data-sort-value="4"'


HAND_EDITED = {
    "ours": OURS,
    "all on one line": "{|class=wikitable\n!Name!!Wood!!Log\n|-\n|Ada||5||x\n|-\n|Bo||6||\n|}",
    "bars in a header line": "{|class=wikitable\n! Name || Wood\n! Food\n|-\n| Ada || 5\n| 6\n|}",
    "attributes": '{|class=wikitable\n! style="a" | N !! id=x | W\n|- style="b"\n| style="c"| Ada || id=y | 5 | 6\n|}',
    "links": "{|class=wikitable\n! N !! W\n|-\n| [[User:Ada|Ada]] || see [[B|b]] | c\n|-\n| [[Bo]] || id=z | [[C|c]]\n|}",
    "a cut link": "{|class=wikitable\n! N !! W !! X\n|-\n| Ada || [[B||b]]\n|}",
    "magic bars": "{|class=wikitable\n! N !! W\n{{!}}-\n{{!}} Ada {{!}}{{!}} 5\n|}",
    "nowiki": "{|class=wikitable\n! N !! W\n|-\n| <nowiki>a || b | c\n| d</nowiki> || <nowiki/>5\n|-\n<nowiki/>| x\n| y || z\n|}",
    "comments": "{|class=wikitable\n<!-- | a\n| b -->\n! N !! W\n|-<!-- x -->\n<!-- y -->| A<!-- || -->da |<!-- -->| 5\n|}",
    "comment lines": "{|class=wikitable\n! N !! W\n|-\n| Ada\n<!-- a -->\n| 5\n  <!-- b -->  \n|-\n| Bo\n| 6\n|}",
    "several lines": "{|class=wikitable\n! N !! W\n|-\n| Ada\nis here\n\n* really\n| 5\n|}",
    "blanks before": " {|class=wikitable\n ! N !! W\n  |-\n  | Ada || 5\n  |}",
    "indented": ":{|class=wikitable\n! N !! W\n|-\n| Ada || 5\n|}",
    "empty rows": "{|class=wikitable\n|-\n! N !! W\n|-\n|-\n|-----\n| Ada || 5\n|-\n|}",
    "signs": "{|class=wikitable\n! N !! W !! X\n|-\n| Ada || -5 || +3\n|-\n| }x || ! || - \n|}",
    "exclamations": "{|class=wikitable\n! N !! W\n|-\n| wow!! || a!b\n|}",
    "three bars": "{|class=wikitable\n! N !! W\n|-\n| a ||| b\n|-\n| a | || c\n|}",
    "row headers": '{|class=wikitable\n! N !! W\n|-\n! scope="row" | Ada\n| 5\n|}',
    "formatting": "{|class=wikitable\n! '''N''' !! W\n|-\n| ''Ada'' || '''''5''''' it's ''''x'''''''\n|}",
    "tags": '{|class=wikitable\n! N !! W\n|-\n| <b title="a|b">Ada</b> || <span style="x||y">5</span><br>6\n|}',
    "entities": "{|class=wikitable\n! N !! W\n|-\n| A&amp;B &lt;i&gt; || &#124;&#x7C;&nbsp;5 &bogus; &amp;lt;\n|}",
    "external links": "{|class=wikitable\n! N !! W\n|-\n| [https://a.example/x|y A da] || 5\n|}",
    "category": "{|class=wikitable\n! N !! W\n|-\n| Ada[[Category:X]] || [[:Category:Y]]\n|}",
    "struck": "{|class=wikitable\n! N !! W\n|-\n| Ada || <s>5</s> 6 <del>x</del>\n|}",
    "unclosed braces": "{|class=wikitable\n! N !! W\n|-\n| {{a [[ }} || 5\n|-\n| {b} || {{c} }\n|}",
    "caption": "{|class=wikitable\n|+ a || b\nmore of it\n! N !! W\n|-\n| Ada || 5\n|}",
    "right to left": "{|class=wikitable\n! N !! W\n|-\n| עברית || \u200f5 🏳️\u200d🌈\n|}",
    "after the end": "{|class=wikitable\n! N !! W\n|-\n| Ada || 5\n|} and | more || text\n| no cell",
}


@pytest.mark.parametrize("name", HAND_EDITED)
def test_hand_edited_tables_are_read_as_mediawiki_shows_them(mediawiki: MediaWiki, name: str) -> None:
    shown = parse(mediawiki, HAND_EDITED[name])
    assert titles_and_values(read_table(HAND_EDITED[name])) == [tuple(map(value_shown, row)) for row in shown.rows()]


@pytest.mark.parametrize(
    "wikitext",
    [
        "{|class=wikitable\n! N !! W\n|-\n| {{lc:A|B}}a || {{#if:x}}\n|-\n| b || {{lc:\n| X\n}}y\n|}",
        "{|class=wikitable\n! N !! W\n|-\n| {b} || {{{c}}\n|-\n| {{a|{{b|c}}|{{{d|e}}}}} || x {{f|[[f|g]]||h}}\n|}",
        "{|class=wikitable\n! N !! W\n|-\n| {{a\n|-\n| x || y\n| z || }} || 5\n|-\n| b || c\n|}",
        "{{{!}} class=wikitable\n! N !! W\n{{!}}-\n{{!}} a {{!}}{{!}} {{ ! }}\n{{!}}}",
    ],
)
def test_templates_are_never_cut(mediawiki: MediaWiki, wikitext: str) -> None:
    table = read_table(wikitext)
    assert [len(row.cells) for row in table.rows] == [len(row) for row in parse(mediawiki, wikitext).rows()[1:]]
    assert table.faults == ()


def value_shown(cell: Tag) -> str:
    """What a reader sees of a cell, without what is struck out and without our marks."""
    copy = BeautifulSoup(str(cell), "lxml")
    for gone in copy.select("s, del, sup[class^=tracker]"):
        gone.decompose()
    for block in copy.select("br, li, p"):
        block.insert_before(" ")
    return seen(copy)


PIECES = [
    *("{|", "|}", "|-", "|+", "|", "||", "!", "!!", "\n", "\n|", "\n!", "\n|-\n", " ", "a", "b", "[[", "]]", "[[c|d]]"),
    *("<nowiki>", "</nowiki>", "<nowiki/>", "<!--", "-->", "<!-- x -->", "<b>", "</b>", "&amp;", "'''", ":", "{{!}}"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_nothing_raises_and_spans_fit(middle: str) -> None:
    wikitext = "{|\n! N !! W\n|-\n| Ada || 5\n" + middle
    table = read_table(wikitext)
    for row in table.rows:
        for cell in row.cells:
            assert wikitext[cell.start : cell.end] == cell.text
    assert {fault.kind for fault in table.faults} <= FAULTS.keys()
    assert {row.fault for row in table.rows if row.fault} <= {fault.kind for fault in table.faults}


# --- faults -------------------------------------------------------------------------------------------------------------


FAULTY: list[tuple[str, list[tuple[str, int]]]] = [
    ("nothing here", [("no table", 1)]),
    ("{|\n|}", [("no table", 1)]),
    ("<nowiki>{|\n! N\n|}</nowiki>", [("no table", 1)]),
    ("{|\n! N !! W\n|-\n| Ada || 5\n", [("unclosed table", 5)]),
    ("{|\n| N || W\n|-\n| Ada || 5\n|}", [("no header", 2)]),
    ("{|\n! N !! W\n|-\n| Ada\n|-\n| Bo || 5\n|}", [("too few cells", 4)]),
    ("{|\n! N !! W\n|-\n| Ada || 5 || 6\n|}", [("too many cells", 4)]),
    ("{|\n! N !! W\n|-\n| Ada || 5\n|-\n! N !! w\n|}", [("doubled header", 6)]),
    ("{|\n! N !! W !! w\n|-\n| Ada || 5 || 6\n|}", [("doubled column", 2)]),
    ("{|\n! N !! W\n|-\n| Ada\n{|\n| x\n|}\n| 5\n|}", [("nested table", 5)]),
    ("{|\n! N !! W\n|-\n| colspan=2 | Ada\n|}", [("merged cells", 4)]),
    ('{|\n! N !! W\n|-\n| rowspan="2" | Ada || 5\n|-\n| 6\n|}', [("merged cells", 4), ("merged cells", 6)]),
    ("{|\n! N !! W\n|-\n| Ada || rowspan=0 | 5\n|-\n| Bo || 6\n|}", [("merged cells", 4), ("merged cells", 6)]),
    ("{|\n! colspan=2 | N\n|-\n| Ada || 5\n|}", [("merged cells", 2), ("too many cells", 4)]),
    ("{|\n! N !! W\n|-\nstray\n| Ada || 5\n|}", [("text outside cells", 4)]),
    ("{|\n! N !! W\n|-\n| Ada || 5\n|}\n\n{|\n! X\n|}", [("second table", 7)]),
    ("{|\n! N !! W\n|-\n| Ada || 5</td><td>6\n|}", [("table in HTML", 4)]),
    ('{|\n! N !! W\n|-\n| colspan="1" | Ada || rowspan=1 | 5\n|}', []),
]


@pytest.mark.parametrize(("wikitext", "expected"), FAULTY)
def test_what_cannot_be_read_is_named_with_its_line(wikitext: str, expected: list[tuple[str, int]]) -> None:
    assert kinds(wikitext) == expected


def test_every_fault_is_made_by_some_table() -> None:
    assert {kind for _, expected in FAULTY for kind, _ in expected} == set(FAULTS)


def test_a_faulty_row_keeps_its_fault_and_the_others_are_read() -> None:
    table = read_table("{|\n! N !! W\n|-\n| Ada\n|-\n| Bo || 5\n|}")
    assert [(row.values, row.fault) for row in table.rows] == [(("Ada",), "too few cells"), (("Bo", "5"), "")]


def test_a_nested_table_does_not_end_the_outer_one() -> None:
    table = read_table("{|\n! N !! W\n|-\n| Ada\n{|\n|-\n| x || y\n|}\n| 5\n|-\n| Bo || 6\n|}")
    assert [len(row.cells) for row in table.rows] == [2, 2]
    assert table.rows[1].values == ("Bo", "6")


# --- values -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("5", "5"),
        ("  a \n b ", "a b"),
        ("'''5'''", "5"),
        ("it's", "it's"),
        ("[[User:Ada|Ada]]", "Ada"),
        ("[[Ada]]", "Ada"),
        ("[[:File:X.png]]", "File:X.png"),
        ("[[File:X.png|thumb|a]]5", "5"),
        ("4<sup class='tracker-flag'>computed 5</sup>", "4"),
        ('4<sup class="tracker-flag"><b style="x">5</b></sup> <sup class="tracker-unverified">u</sup>', "4"),
        ("m<sup>2</sup>", "m2"),
        ('m<sup class="tracker-flag">never closed', "m"),
        ("4<!-- five -->", "4"),
        ("<s>4</s>5", "5"),
        ("<s><nowiki>x</nowiki></s> <nowiki>'''y''' &lt;</nowiki>", "'''y''' <"),
        ("&#60;sup class=&#34;tracker-flag&#34;&#62;x&#60;/sup&#62;", '<sup class="tracker-flag">x</sup>'),
        ("{{a|b}}", "{{a|b}}"),
        ("<bdi>עברית</bdi>", "עברית"),
        ("a<wbr>b", "ab"),
        ("\x000\x00", "0"),
        ("&#x110000; &#0;", "\ufffd \ufffd"),
    ],
)
def test_a_value_is_what_readers_see_without_our_marks(text: str, value: str) -> None:
    assert cell_value(text) == value
