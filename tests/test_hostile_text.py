"""Text from outside that is made to hurt: nesting without end, bombs in feeds, and patterns that take for ever."""

import math
from datetime import UTC, datetime

import pytest

from tests.patterns import WORST_GROWTH, Use, every_use, growth
from tracker.errors import SourceUnreadableError
from tracker.mechanics.html_reading import images_in, plain_text
from tracker.sources.blog.feed import read_feed
from tracker.sources.http import Fetched

NOW = datetime(2026, 3, 2, tzinfo=UTC)
DEEP = 20_000
URL = "https://blog.example/feed"
ITEM = b'<rss version="2.0"><channel><item><link>x</link><title>%s</title></item></channel></rss>'


def feed(content: bytes) -> Fetched:
    return Fetched(URL, URL, 200, content, {"content-type": "application/rss+xml"}, NOW, NOW)


def entities(*declared: bytes) -> bytes:
    return b'<?xml version="1.0"?><!DOCTYPE x [' + b"".join(b"<!ENTITY %s>" % one for one in declared) + b"]>"


LAUGHS = [b'l0 "lol"', *(b'l%d "%s"' % (number, b"&l%d;" % (number - 1) * 10) for number in range(1, 10))]
BOMBS = {
    "billion laughs": entities(*LAUGHS) + ITEM % b"&l9;",
    "quadratic blow-up": entities(b'a "%s"' % (b"a" * 50_000)) + ITEM % (b"&a;" * 20_000),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_entities_of_a_feed_do_not_multiply(bomb: str) -> None:
    import feedparser

    parsed = feedparser.parse(BOMBS[bomb], sanitize_html=False, resolve_relative_uris=False)
    assert sum(len(str(entry.get("title", ""))) for entry in parsed.entries) <= len(BOMBS[bomb])


def test_a_feed_reads_no_file_of_ours() -> None:
    content = entities(b'a SYSTEM "file:///etc/hostname"') + ITEM % b"[&a;]"
    import feedparser

    (entry,) = feedparser.parse(content).entries
    with open("/etc/hostname", encoding="utf-8") as file:  # noqa: PTH123 - as the feed names it
        assert file.read().strip() not in entry.get("title", "")


@pytest.mark.parametrize("blank", [b"\n", b" ", b"\n "])
def test_a_feed_that_does_not_begin_is_none(blank: bytes) -> None:
    with pytest.raises(SourceUnreadableError, match="no feed"):
        read_feed(feed(blank * 1_000_000 + ITEM % b"a"), str)


@pytest.mark.parametrize("tag", ["b", "div", "ul><li", "blockquote", "table><tr><td"])
def test_a_post_may_nest_without_end(tag: str) -> None:
    nested = f"<{tag}>" * DEEP + "<img src=x>words"
    assert plain_text(nested) in ("words", "")
    assert images_in(nested) in ([["x", "", "blockquote" in tag]], [])


# --- patterns ---------------------------------------------------------------------------------------------------------

USES = every_use()


def test_the_patterns_are_found() -> None:
    assert len(USES) > 300


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.place} {use.pattern.pattern[:30]}")
def test_no_pattern_takes_more_than_quadratic_time(use: Use) -> None:
    # Measured again where it seems to: other work on the machine makes one measurement worthless, not three.
    worst = (
        min((growth(use) for _ in range(3)), key=lambda found: found[0]) if growth(use)[0] > WORST_GROWTH else (0.0, "")
    )
    assert worst[0] <= WORST_GROWTH, worst


def test_the_measure_knows_a_bad_pattern() -> None:
    import re

    assert growth(Use("here", re.compile(r"(?:a+)+!"), frozenset({"match"})))[0] == math.inf
    assert growth(Use("here", re.compile(r"a+!"), frozenset({"match"})))[0] < WORST_GROWTH
