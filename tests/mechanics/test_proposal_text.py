"""Proposal texts: sentences with their quotations, blocks as wikitext, what cannot be put on a page, and any HTML at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.enacting.proposal_text import LONGEST_BODY, ProposalText, read_proposal

PIECES = (
    "<p>|</p>|<br />|<blockquote>|</blockquote>|<ul>|<li>|</ul>|<ol>|<b>|</b>|<i>|<a href='x'>|</a>|<pre>|</pre>|<q>|</q>|<s>|<div>"
    "|“|”|‘|’|\"|'|‘’‘|’‘’|* |== |a|Wood|. |:|\n| |&nbsp;|<!-- | -->|<script>|\0|\1|\x11|«3»|⟦0⟧|‹1›|\u202e|&#1;|<|]]>"
)
FRAGMENTS = st.sampled_from(PIECES.split("|"))


def shapes(html: str) -> list[str]:
    return [sentence.shape for sentence in read_proposal(html).sentences]


def quotations(html: str) -> list[str]:
    return [quoted.text for quoted in read_proposal(html).quoted]


def block(inner: str) -> str:
    return quotations(f"<blockquote>{inner}</blockquote>")[0]


def fault(html: str) -> str:
    return "; ".join(quoted.fault for quoted in read_proposal(html).quoted if quoted.fault)


# --- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Repeal “Wood”. Thanks!</p>", ["Repeal «0».", "Thanks!"]),
        ("<p>Call it “Wood.” Give it a text.</p>", ["Call it «0»", "Give it a text."]),
        ("<p>Add “Wood.” to it.</p>", ["Add «0» to it."]),
        ("<p>Some things, e.g. Wood, burn.</p>", ["Some things, e.g. Wood, burn."]),
        ("<p>In rule 2.3 “Wood” do this.</p>", ["In rule 2.3 «0» do this."]),
        ("<p>1. Repeal it.<br />2) Rename it.</p>", ["Repeal it.", "Rename it."]),
        ("<p>Part A: Repeal it.</p><p>1a. Rename it.</p>", ["Repeal it.", "Rename it."]),
        ("<p>Replace “A”<br />with “B”</p>", ["Replace «0» with «1»"]),
        ("<p>Replace<br />“A”<br />with:<br />“B”</p>", ["Replace «0» with:", "«1»"]),
        ("<p>One line<br />Another line</p>", ["One line", "Another line"]),
        ("<p>Add it:</p><blockquote><p>Wood. Stone.</p></blockquote><p>Done.</p>", ["Add it:", "⟦0⟧", "Done."]),
        ("<ul><li>Repeal it.</li><li>Rename it.</li></ul>", ["Repeal it.", "Rename it."]),
        ("<p>It is the players’ wood, isn’t it?</p>", ["It is the players’ wood, isn’t it?"]),
        ("<p>In <b>the rule</b> <i>“Wood”</i></p>", ["In the rule «0»"]),
        ("<p>If <a href='http://x/y'>that one</a> passed</p>", ["If ‹0› passed"]),
        ("no tags at all", ["no tags at all"]),
        ("", []),
    ],
)
def test_sentences(html: str, expected: list[str]) -> None:
    assert shapes(html) == expected


def test_items_of_lists_are_known_with_their_bullets() -> None:
    read = read_proposal(
        "<p>Do this:</p><ul><li>One.<ol><li>Two.</li></ol></li></ul><p>Three.</p><p>* Four<br />* Five</p>"
    )
    assert [(each.shape, each.lists, each.bullet) for each in read.sentences] == [
        ("Do this:", (), ""),
        ("One.", (1,), "*"),
        ("Two.", (1, 2), "*#"),
        ("Three.", (), ""),
        ("Four", (3,), "*"),
        ("Five", (3,), "*"),
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>A</li></ul><ul><li>B</li></ul>", [(1,), (2,)]),
        ("<ul><li>A</li></ul><br /><ul><li>B</li></ul>", [(1,), (2,)]),
        ("<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>", [(1,), (1, 2), (1,)]),
        ("<ul><li>A<ul><li>B</li></ul>C</li></ul>D", [(1,), (1, 2), (1,), ()]),
        ("<ul><li><p>A</p><p>B</p></li><li>C</li></ul>", [(1,), (1,), (1,)]),
        ("<p>* A<br />** B<br />** C<br />* D<br />** E</p>", [(1,), (1, 2), (1, 2), (1,), (1, 3)]),
        ("<p>* A</p><p>* B</p>", [(1,), (1,)]),
        ("<p>* A<br />* B</p><p>* C</p>", [(1,), (1,), (2,)]),
        ("<p>* A</p><p>B</p><p>* C</p>", [(1,), (), (2,)]),
        ("<p>* A</p><blockquote>B</blockquote><p>* C</p>", [(1,), (1,), (1,)]),
        ("<p>- A<br />- B</p>", [(1,), (1,)]),
    ],
)
def test_each_list_is_known_from_the_next_one(html: str, expected: list[tuple[int, ...]]) -> None:
    assert [each.lists for each in read_proposal(html).sentences] == expected


def test_a_sentence_is_written_out_again_with_its_quotations() -> None:
    read = read_proposal("<p>Add “Wood” here:</p><blockquote>A <b>log</b>.</blockquote>")
    assert read.written("Add «0» here: ⟦1⟧") == "Add “Wood” here: [A '''log'''.]"


def test_what_looks_like_our_own_references_is_nothing_but_text() -> None:
    assert shapes("<p>Add «0» and ⟦1⟧ and ‹2›.</p>") == ["Add ¤0¤ and ¤1¤ and ¤2¤."]


# --- quotations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Say “one” and “two”", ["one", "two"]),
        ("Say “one “inner” one”", ["one “inner” one"]),
        ("Say “it’s ‘here’, they said”", ["it’s ‘here’, they said"]),
        ('Say "one" and "two"', ["one", "two"]),
        ('Say "the "inner" one" now', ['the "inner" one']),
        ('Say "one " and " two"', ["one ", " two"]),
        ("Say ‘one’ and ‘the player’s two’", ["one", "the player’s two"]),
        ("Say 'one' and 'it''s' fine", ["one", "it''s"]),
        ("Say <q>one</q>", ["one"]),
        ("Say “a<br />b”", ["a\nb"]),
        ("Say “a</p><p>b”", ["a\n\nb"]),
        ("Say “a &amp; b&nbsp;c”", ["a & b c"]),
        ("Say “<b>a</b> ''b''”", ["'''a''' ''b''"]),
        ("Say “‘’‘a’‘’ b”", ["'''a''' b"]),
    ],
)
def test_inline_quotations(prose: str, expected: list[str]) -> None:
    read = read_proposal(f"<p>{prose}</p>")
    assert [quoted.text for quoted in read.quoted] == expected
    assert read.unclosed == ()


@pytest.mark.parametrize(
    "prose",
    [
        "Say “one",
        "Say one”",
        "Say “one and “two”",
        'Say "one',
        'Say "one and two" or "three',
        "Say ‘the players’ hands’ now",
        "Say “one<blockquote>two</blockquote>”",
        "<ul><li>Say “one</li><li>two”</li></ul>",
    ],
)
def test_a_quotation_without_a_clear_end_is_noted(prose: str) -> None:
    assert read_proposal(f"<p>{prose}</p>").unclosed


def test_a_block_quotation_that_never_closes_is_noted() -> None:
    assert read_proposal("<p>Add:</p><blockquote><p>Wood.</p><p>Repeal it.</p>").unclosed == ("a block quotation",)


def test_the_link_around_a_quotation_is_kept() -> None:
    quoted = read_proposal(
        "<p>If <a href='https://b/archive/p'>“P”</a> or “<a href='https://b/q'>Q</a>” passed</p>"
    ).quoted
    assert [(each.text, each.href, each.fault) for each in quoted] == [
        ("P", "https://b/archive/p", ""),
        ("Q", "https://b/q", ""),
    ]


# --- block quotations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<p>One.</p>\n\n<p>Two.</p>", "One.\n\nTwo."),
        ("<p>One.<br />\nTwo.</p>", "One.\nTwo."),
        ("<p>* one<br />\n* two</p>", "* one\n* two"),
        ("* one\n* two\n", "* one\n* two"),
        ("<p># one<br />## two</p>", "# one\n## two"),
        ("<p>== Sub ==<br />Text</p>", "== Sub ==\nText"),
        ("<p>Text:</p><ul><li>one</li><li>two</li></ul><p>More</p>", "Text:\n* one\n* two\n\nMore"),
        ("<ol><li>one<ul><li>two</li></ul></li><li>three</li></ol>", "# one\n#* two\n# three"),
        ("<ul><li><p>one</p></li></ul>", "* one"),
        ("<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em></p>", "'''a''' '''b''' ''c'' ''d''"),
        ("<p>‘’‘Name:’‘’ a player’s name</p>", "'''Name:''' a player’s name"),
        ("<p>See [[The Harbour]] and {{template|x}}.</p>", "See [[The Harbour]] and {{template|x}}."),
        ("<p>Wrapped\nby the editor</p>", "Wrapped by the editor"),
        ("<p>&lt;br&gt; &amp; “quoted”</p>", "<br> & “quoted”"),
        ("<p>https://x.org <a href='https://x.org'>https://x.org</a></p>", "https://x.org https://x.org"),
        ("<span>plain</span>", "plain"),
    ],
)
def test_blocks_become_wikitext_line_by_line(inner: str, expected: str) -> None:
    assert block(inner) == expected
    assert not fault(f"<blockquote>{inner}</blockquote>")


def test_preformatted_text_is_a_block_as_typed() -> None:
    assert quotations("<pre>one\n\n* two\n  three</pre>") == ["one\n\n* two\nthree"]


@pytest.mark.parametrize(
    ("inner", "named"),
    [
        ("a ‘’ b", "mangled"),
        ("‘’‘never ended", "mangled"),
        ("a\u202eb", "RIGHT-TO-LEFT OVERRIDE"),
        ("a\u200bb", "ZERO WIDTH SPACE"),
        ("a\u00adb", "SOFT HYPHEN"),
        ("a\ufeffb", "ZERO WIDTH NO-BREAK SPACE"),
        ("a\0b", "REPLACEMENT CHARACTER"),
        ("<img src='x.gif' alt='for' />", "img"),
        ("<a href='https://x.org'>here</a>", "link"),
        ("<s>old</s> new", "<s>"),
        ("<table><tr><td>1</td></tr></table>", "table"),
        ("<span style='color:red'>red</span>", "<span>"),
        ("<blockquote>inner</blockquote>", "within the quotation"),
        ("<ul><li><p>one</p><p>two</p></li></ul>", "several paragraphs"),
    ],
)
def test_what_has_no_twin_in_wikitext_makes_a_block_faulty(inner: str, named: str) -> None:
    assert named in fault(f"<blockquote>a {inner}</blockquote>")


@pytest.mark.parametrize(
    ("inner", "named"),
    [
        ("a\u200fb", "RIGHT-TO-LEFT MARK"),
        ("a <img src='x'> b", "no twin"),
        ("a <a href='u'>b</a>", "link"),
        ("<b>a", "emphasis"),
    ],
)
def test_an_inline_quotation_may_be_faulty_too(inner: str, named: str) -> None:
    assert named in fault(f"<p>Replace “x” with “{inner}”</b></p>")


def test_struck_out_words_are_noted() -> None:
    assert read_proposal("<p><strike>Repeal “Wood”.</strike> Rename it.</p>").struck == ("Repeal “Wood”.",)


# --- anything at all --------------------------------------------------------------------------------------------------


def test_a_body_beyond_the_bound_is_not_read() -> None:
    assert read_proposal("x" * (LONGEST_BODY + 1)) == ProposalText(is_too_long=True)


@given(st.lists(FRAGMENTS | st.text(max_size=8), max_size=60).map("".join))
def test_any_html_is_read_and_every_reference_leads_somewhere(html: str) -> None:
    read = read_proposal(html)
    for sentence in read.sentences:
        assert sentence.shape == " ".join(sentence.shape.split())
        assert read.written(sentence.shape)


@given(st.text(alphabet="abc “”‘’\"'.:*#\n", max_size=60))
def test_what_stands_in_a_block_never_becomes_a_sentence(inner: str) -> None:
    html = f"<p>Add it:</p><blockquote>{inner}</blockquote><p>Done.</p>"
    assert shapes(html) == ["Add it:", "⟦0⟧", "Done."]
