"""The text of a rule: blocks as MediaWiki makes them, sentences, the end of the text, and quotations found again."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mechanics.span_checks import is_within
from tests.services.mediawiki import MediaWiki
from tracker.core.region import Span
from tracker.mechanics.ruleset.ruletext import (
    CONTENT,
    MOST_MATCHES,
    Block,
    blocks,
    cuts_markup,
    end_of_text,
    is_invisible,
    matches,
    sentences,
    with_markup,
)

RULE = """A first one.
Of two lines.<br/>

The second. '''It''' has two sentences.
* one
** one and a half
*# counted

* two
: set in
;Term
:What it means.

{| class="wikitable"
| a
{|
| b
|}
|}
<div>

{{Note|
lines
}}
<!-- hidden
* no item
-->
<pre>
* no item
</pre>
----
 spaced
<ul>
<li>a</li>
</ul>
The last one.<!-- c --><br/>
<!-- d -->
<br/>
</div></div>
[[Category:X]]
"""

PIECES = [
    *(
        "A b.",
        "C!",
        " ",
        "\n",
        "\n\n",
        "\n* ",
        "\n# ",
        "\n*# ",
        "\n: ",
        "\n;",
        "\n{|\n",
        "\n|}\n",
        "\n|-\n",
        "\n ",
        "\n----",
    ),
    *(
        "<!-- c -->",
        "\n<!-- c -->\n",
        "<!--",
        "-->",
        "<nowiki>* x</nowiki>",
        "<nowiki>",
        "</nowiki>",
        "\n<pre>\n* x\n</pre>\n",
    ),
    *(
        "\n<div>\n",
        "</div>",
        "<br/>",
        "<b>",
        "</b>",
        "\n<ul>\n<li>",
        "</ul>\n",
        "\n<table>\n",
        "</table>",
        "{{x}}",
        "{{",
        "}}",
    ),
    *(
        "''",
        "'''",
        "'''''",
        "'",
        "[[",
        "]]",
        "[[d|e]]",
        "[[f]]",
        "[//g h]",
        "[",
        "]",
        "&amp;",
        "&nbsp;",
        "“",
        "”",
        '"',
        "‘",
        "’",
    ),
    *("(", ")", "--", "...", "…", "—", "1. ", "e.g. ", "i", "\t", "\r\n", "\0", "\1", "\u200b", "é", "\U0001f41f"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
ANY_TEXT = st.one_of(TEXTS, st.text(), st.text(alphabet="*#:; \n<!->/A.'[]{|}&"))


def whole(page: str) -> Span:
    return Span(0, len(page))


def blocks_of(page: str) -> list[Block]:
    return blocks(page, whole(page))


def cut(page: str, spans: Sequence[Span]) -> list[str]:
    return [page[span.start : span.end] for span in spans]


def kinds_of(page: str) -> list[str]:
    return [block.kind for block in blocks_of(page)]


def found(page: str, quoted: str) -> list[str]:
    return cut(page, matches(page, whole(page), quoted))


# --- blocks


def test_a_rule_of_everything_in_blocks() -> None:
    assert [(block.kind, block.marker, RULE[block.text.start : block.text.end][:14]) for block in blocks_of(RULE)] == [
        ("paragraph", "", "A first one.\nO"),
        ("blank", "", ""),
        ("paragraph", "", "The second. ''"),
        ("item", "*", "one"),
        ("item", "**", "one and a half"),
        ("item", "*#", "counted"),
        ("blank", "", ""),
        ("item", "*", "two"),
        ("indent", ":", "set in"),
        ("term", ";", "Term"),
        ("indent", ":", "What it means."),
        ("blank", "", ""),
        ("table", "", '{| class="wiki'),
        ("wrapper", "", "<div>"),
        ("blank", "", ""),
        ("template", "", "{{Note|\nlines\n"),
        ("comment", "", ""),
        ("preformatted", "", "<pre>\n* no ite"),
        ("divider", "", "----"),
        ("preformatted", "", "spaced"),
        ("html_list", "", "<ul>\n<li>a</li"),
        ("paragraph", "", "The last one."),
        ("comment", "", ""),
        ("wrapper", "", "<br/>"),
        ("wrapper", "", "</div></div>"),
        ("template", "", "[[Category:X]]"),
    ]


def test_text_leaves_out_breaks_and_comments_at_its_edges() -> None:
    assert cut(RULE, [block.text for block in blocks_of(RULE) if block.kind == "paragraph"]) == [
        "A first one.\nOf two lines.",
        "The second. '''It''' has two sentences.",
        "The last one.",
    ]


def test_lines_of_one_list_share_its_number() -> None:
    page = "* a\n** b\n\n* c\n\n\n* d\n# e\n\n# f\n: g\n; h\nText\n* i\n<!-- c -->\n* j\n"
    lists = [(block.marker, block.list_id) for block in blocks_of(page) if block.marker]
    assert lists == [
        *(("*", 0), ("**", 0), ("*", 0), ("*", 1), ("#", 2), ("#", 3)),
        *((":", 4), (";", 4), ("*", 5), ("*", 5)),
    ]


@pytest.mark.parametrize(
    ("page", "kinds"),
    [
        ("A\n<!-- c -->\nB", ["paragraph"]),
        ("A\n<!-- c -->\n", ["paragraph", "comment"]),
        ("<!-- c -->* a", ["item"]),
        ("<div>A</div>", ["paragraph"]),
        ("A {{x|\n* y\n}} B\n* c", ["paragraph", "item"]),
        ("{{x\n* y", ["paragraph", "item"]),
        ("{|\n* y\n", ["table"]),
        (":{|\n|}\nA", ["table", "paragraph"]),
        ("<nowiki>* x</nowiki>\n", ["paragraph"]),
        ("__NOTOC__\n", ["template"]),
        ("{{TOCRight}}\n", ["template"]),
        ("{{a}} and {{b}}\n", ["paragraph"]),
        ("", []),
        (" \t\n\n", ["blank"]),
    ],
)
def test_kinds_of_blocks(page: str, kinds: list[str]) -> None:
    assert kinds_of(page) == kinds


@given(page=ANY_TEXT, before=st.sampled_from(["", "==A==\n", "x\n\n"]))
def test_blocks_cover_the_text_without_overlap(page: str, before: str) -> None:
    own = Span(len(before), len(before) + len(page))
    at = own.start
    for block in blocks(before + page, own):
        assert block.span.start == at < block.span.end
        assert is_within(block.text, block.span)
        assert (block.list_id >= 0) == bool(block.marker) == (block.depth > 0)
        at = block.span.end
    assert at == own.end


LINES = st.sampled_from(
    [
        *("A", "B", "", "* a", "# b", ": c", ";d", "<!-- e -->", "A<!-- e -->", "<!-- e -->* a", "{|\n|f\n|}", "----"),
        *("<div>", "</div>", "<nowiki>* a</nowiki>", "<pre>\n* a\n</pre>", "A<nowiki>\n</nowiki>"),
    ]
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=9))
def test_paragraphs_and_items_are_those_that_mediawiki_makes(mediawiki_server: MediaWiki, lines: list[str]) -> None:
    page = "\n".join(lines)
    asked = {"text": page, "contentmodel": "wikitext", "prop": "text", "disablelimitreport": "1"}
    html = mediawiki_server.person("Ada").post("parse", **asked)["parse"]["text"]
    shown = re.sub(r"<table.*?</table>", "", html, flags=re.DOTALL)
    counted = [len(re.findall(pattern, shown)) for pattern in (r"<p>(?:\s|<br\s*/?>)*[AB*]", r"<li>", r"<d[dt]>")]
    kinds = kinds_of(page)
    assert [kinds.count("paragraph"), kinds.count("item"), kinds.count("indent") + kinds.count("term")] == counted


# --- where the text ends


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("A.\n\nB.\n<!-- c -->\n<br/>\n</div>\n<div class=x>\n\n", "A.\n\nB."),
        ("A.</div>\n", "A."),
        ("A. <br /> <!-- c -->\n", "A."),
        ("A.\n* b\n\n", "A.\n* b"),
        ("A.\n{|\n| b\n|}\n\n", "A.\n{|\n| b\n|}"),
        ("A.\n<div>\n* b\n</div>\n\n", "A.\n<div>\n* b\n</div>"),
        ("<div>\nA.\n</div>\n", "<div>\nA."),
        ("<div>A.</div>\n", "<div>A.</div>"),
        ("A. <!-- c --> B.<!-- d -->", "A. <!-- c --> B."),
        ("A.\n{{map}}\n", "A.\n{{map}}"),
        ("\n\n", ""),
        ("\n<!-- c -->\n</div>\n", ""),
        ("{{TOCRight}}\n<div class='x/y'>\n", "{{TOCRight}}\n<div class='x/y'>"),
        ("<div></div>\n", ""),
    ],
)
def test_where_the_text_of_a_rule_ends(page: str, text: str) -> None:
    own = Span(6, 6 + len(page))
    assert f"==X==\n{page}"[6 : end_of_text(f"==X==\n{page}", own)] == text


@given(page=ANY_TEXT)
def test_nothing_said_stands_behind_the_end(page: str) -> None:
    end = end_of_text(page, whole(page))
    assert 0 <= end <= len(page)
    assert all(block.text.end <= end for block in blocks_of(page) if block.kind in CONTENT - {"template"})


# --- sentences


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("One.\nTwo.\n\nThree.", ["One.", "Two.", "Three."]),
        ("* One. Two\n* Three", ["One.", "Two", "Three"]),
        ("Say “No. Never.” to it. Then go.", ["Say “No. Never.” to it.", "Then go."]),
        ('He "rests." Then (as in 3. Or 4.) he goes.', ['He "rests."', "Then (as in 3. Or 4.) he goes."]),
        ("It is 1.5 or e.g. Two, i.e. Three vs. Four.", ["It is 1.5 or e.g. Two, i.e. Three vs. Four."]),
        ("See no. 5. No. 6 too. Just no. Go.", ["See no. 5.", "No. 6 too.", "Just no.", "Go."]),
        ("1. Do it. 2. Do that.", ["1. Do it.", "2. Do that."]),
        ("Wait... What?! Yes.", ["Wait...", "What?!", "Yes."]),
        ("'''One.''' [[Two.]] <b>Three.</b> Four.", ["'''One.'''", "[[Two.]]", "<b>Three.</b>", "Four."]),
        ("Up to X. Then stop. (eg. this one.) End.", ["Up to X.", "Then stop.", "(eg. this one.)", "End."]),
        ("One.<!-- c. D --> Two.", ["One.", "Two."]),
        ("A (never closed. Then “on. And on.", ["A (never closed.", "Then “on.", "And on."]),
        ("{|\n| One. Two.\n|}", []),
    ],
)
def test_sentences(page: str, expected: list[str]) -> None:
    assert [re.sub(r"<!--.*-->\s*", "", text) for text in cut(page, sentences(page, whole(page)))] == expected


@given(page=ANY_TEXT)
def test_sentences_stand_in_order_within_their_blocks(page: str) -> None:
    at = 0
    texts = [block.text for block in blocks_of(page)]
    for sentence in sentences(page, whole(page)):
        assert at <= sentence.start < sentence.end
        assert any(is_within(sentence, text) for text in texts)
        assert page[sentence.start : sentence.end].strip(" \t\r\n") == page[sentence.start : sentence.end]
        at = sentence.end


# --- quotations


@pytest.mark.parametrize(
    ("page", "quoted", "expected"),
    [
        ("a Castaway’s “Hunger”", 'a Castaway\'s "Hunger"', ["a Castaway’s “Hunger”"]),
        ("one  two\nthree&nbsp;four", "one two three four", ["one  two\nthree&nbsp;four"]),
        ("one two", " one \n two ", ["one two"]),
        ("a '''bold''' word", "a bold word", ["a '''bold''' word"]),
        ("a bold word", "a '''bold''' word", ["a bold word"]),
        ("'''bold'''", "bold", ["bold"]),
        ("'''a b''' c", "a b c", ["'''a b''' c"]),
        ("x '''''y''''' z", "x y z", ["x '''''y''''' z"]),
        ("see [[Main Page|the Wiki]] now", "the Wiki", ["[[Main Page|the Wiki]]"]),
        ("see [[Main Page|the Wiki]] now", "see the Wiki now", ["see [[Main Page|the Wiki]] now"]),
        ("see [[Main Page|the Wiki]] now", "Wiki", ["Wiki"]),
        ("[http://x.example a b] c", "a b c", ["[http://x.example a b] c"]),
        ("AT&amp;T &lt;b&gt;", "AT&T <b>"[:4], ["AT&amp;T"]),
        ("a<!-- c -->b", "ab", ["a<!-- c -->b"]),
        ("a <!-- c --> b", "a b", ["a <!-- c --> b"]),
        ("a<br/>b", "a b", ["a<br/>b"]),
        ("a <b>b</b>", "a b", ["a <b>b</b>"]),
        ("x<sup>2</sup> + y", "x2 +", ["x<sup>2</sup> +"]),
        ("<nowiki>''a''</nowiki> b", "''a''", ["a"]),
        ("<nowiki>[[a]]</nowiki> b", "a", ["a"]),
        ("it -- was... so", "it — was… so", ["it -- was... so"]),
        ("aXa a", "a", ["a", "a", "a"]),
        ("aaa", "aa", ["aa", "aa"]),
        ("Ab", "ab", []),
        ("a b", "", []),
        ("a b", "'''", []),
        ("a\u200bb", "ab", []),
        ("a\u200bb", "a\u200bb", []),
        ("ab", "a\u202eb", []),
        ("ab", "a&rlm;b", []),
        ("a - b", "a – b", []),
        ("]] a [[", "a", ["a"]),
        ("a ]] b", "a ]] b", ["a ]] b"]),
        ("<nowiki> a", "<nowiki> a", ["<nowiki> a"]),
    ],
)
def test_where_a_quotation_stands(page: str, quoted: str, expected: list[str]) -> None:
    assert found(page, quoted) == expected


@pytest.mark.parametrize(
    ("page", "quoted", "is_cut"),
    [
        ("'''a b''' c", "b c", True),
        ("'''a b''' c", "a b c", False),
        ("'''a b''' c", "a b", False),
        ("[[x|a b]] c", "b c", True),
        ("[[x|a b]] c", "a b c", False),
        ("''a\n b", "a b", False),
        ("<b>a</b> b", "a b", False),
        ("<b>a c</b> b", "c b", True),
        ("a <b>b c", "a b", True),
        ("''a '''b'' c''' d", "b c", True),
    ],
)
def test_a_quotation_may_cut_markup_in_two(page: str, quoted: str, is_cut: bool) -> None:
    (place,) = matches(page, whole(page), quoted)
    assert cuts_markup(page, place) is is_cut


def test_what_is_taken_away_takes_its_markup_along() -> None:
    page = "x\n\nIt is '''''[[a|so]]''''' now."
    (place,) = matches(page, whole(page), "so")
    widened = with_markup(page, place)
    assert page[widened.start : widened.end] == "'''''[[a|so]]'''''"
    assert with_markup(page, Span(3, 5)) == Span(3, 5)


def test_only_the_piece_asked_for_is_searched() -> None:
    assert matches("a b a b", Span(2, 5), "a") == [Span(4, 5)]
    assert matches("a b a b", Span(2, 5), "b a b") == []


def test_no_more_places_are_told_than_anybody_reads() -> None:
    page = "a " * (MOST_MATCHES + 7)
    assert len(matches(page, whole(page), "a")) == MOST_MATCHES


@pytest.mark.parametrize("character", ["\u200b", "\u202e", "\u2066", "\u00ad", "\x07", "\ue000", "\u3164", "\ufeff"])
def test_invisible_marks(character: str) -> None:
    assert is_invisible(character)


@pytest.mark.parametrize("character", ["a", " ", "’", "\ufe0f", "\u0301", "é"])
def test_visible_marks(character: str) -> None:
    assert not is_invisible(character)


WORDS = st.lists(st.sampled_from(["one", "two", "it's", '"so"', "3.5", "(four)", "five;"]), min_size=1, max_size=8)
NOISE = {
    "it's": ["it's", "it’s", "it&#39;s", "'''it's'''", "[[x|it’s]]", "<b>it's</b>"],
    '"so"': ['"so"', "“so”", "&quot;so&quot;", "''“so”''"],
}


@given(words=WORDS, data=st.data())
def test_a_quotation_is_found_under_any_layout(words: list[str], data: st.DataObject) -> None:
    noisy = [data.draw(st.sampled_from(NOISE.get(word, [word, f"'''{word}'''", f"[[{word}]]"]))) for word in words]
    blanks = data.draw(
        st.lists(st.sampled_from([" ", "\n", "  ", "&nbsp;", " <!-- c --> ", "<br/>"]), min_size=8, max_size=8)
    )
    text = "".join(word + blank for word, blank in zip(noisy, blanks, strict=False)).removesuffix(
        blanks[len(words) - 1]
    )
    page = f"Before. {text} After."
    places = matches(page, whole(page), " ".join(words))
    assert any(plain(text).split() == words for text in cut(page, places))
    assert not any(cuts_markup(page, place) for place in places)


def plain(text: str) -> str:
    bare = re.sub(r"<[^>]*>|'{2,}|\[\[(?:[^|\]]*\|)?|\]\]", "", text.replace("<br/>", " "))
    for entity, character in {"&nbsp;": " ", "&#39;": "'", "&quot;": '"', "’": "'", "“": '"', "”": '"'}.items():
        bare = bare.replace(entity, character)
    return bare


@given(page=TEXTS, data=st.data())
def test_each_place_reads_as_quoted_and_lies_in_the_piece(page: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(page)))
    piece = Span(start, data.draw(st.integers(start, len(page))))
    quoted = data.draw(st.sampled_from(["A b.", "e", "h", "f", "C!", "“", "i", "—", "...", "A b. C!", "'", "["]))
    for place in matches(page, piece, quoted):
        assert is_within(place, piece)
        assert place.start < place.end
        assert found(page[place.start : place.end], quoted)
