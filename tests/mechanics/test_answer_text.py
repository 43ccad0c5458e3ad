"""Answers to people's lines: their words are shown, and none of them works."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.render.parsed import parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.core.change import AnswerLine, given_answers, with_answers
from tracker.core.manners import allows_bot
from tracker.mechanics.answer_text import answer_text

ODD = [
    "{{nobots}}",
    "{{PAGENAME}} and {{subst:x}}",
    "<!--",
    "--> <!-- tracker:end gndt -->",
    "<!-- tracker:answer revision:Port:3#0 -->",
    "a ~~~~ b",
    "a ~~~ b ~~~~~",
    "<nowiki>",
    "</nowiki><b>x",
    "<pre>",
    '<div style="position:fixed">',
    "[[Category:X]]",
    "[http://evil.example/ x]",
    "http://evil.example/ x",
    "mailto:a@evil.example",
    "'''bold''' and ''so''",
    "__NOTOC__",
    "== x ==",
    "|} || {|",
    "-{a}-",
    "RFC 123, PMID 5, ISBN 1234567890",
    "&lt;nowiki&gt; &#123;",
    "#REDIRECT [[X]]",
]


@pytest.mark.parametrize(
    "words", ["DICE4: 3. Day 29 → 30.", "Unclear: not understood (BN-225, UNCLEAR).", "at 12:30", "it's"]
)
def test_plain_words_stay_as_they_are(words: str) -> None:
    assert answer_text(words) == words


@pytest.mark.parametrize("words", ODD)
def test_odd_words_are_shown_and_their_answer_is_given(words: str) -> None:
    text = answer_text(words)
    assert html.unescape(text) == words
    answer = AnswerLine("revision:Port:9#0", "* swear", f"*: {text}")
    changed, given, errors = with_answers("* swear\n", [answer], "Port")
    assert (given, errors) == ((answer,), ())
    assert given_answers(changed) == {answer.key}
    assert allows_bot(changed, "Tracker")


@pytest.mark.parametrize("hidden", ["\u200b", "\ufeff", "\u202e", "\u00ad", "\x07", "\ufdd0"])
def test_what_hides_or_turns_text_is_replaced(hidden: str) -> None:
    assert answer_text(f"a{hidden}b") == "a\ufffdb"


@given(st.text())
def test_an_answer_is_one_line_and_bears_no_markup(words: str) -> None:
    text = answer_text(words)
    assert len(text.splitlines()) <= 1
    assert not set("<>{}[]|~") & set(text)
    assert not any(mark in text for mark in ("''", "__", "://"))


def test_mediawiki_shows_the_words_and_nothing_else(mediawiki: MediaWiki) -> None:
    page = parse(mediawiki, "".join(f"* line {nth}\n*: {answer_text(words)}\n" for nth, words in enumerate(ODD)))
    assert [seen(each) for each in page.html.select("dd")] == ODD
    assert not page.html.select("a, b, i, pre, div[style], h2")
