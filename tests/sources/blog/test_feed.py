"""Feeds as hints."""

import time
from collections.abc import Callable

import pytest

from tests.contracts.blog_world import at
from tracker.errors import SourceUnreadableError
from tracker.sources.blog.feed import read_feed
from tracker.sources.blog.markup import Bounds
from tracker.sources.blog.reading import ListedPost
from tracker.sources.http import Fetched

URL = "https://blog.example/feed"


def fetched(text: str, content_type: str = "application/rss+xml; charset=UTF-8") -> Fetched:
    return Fetched(URL, URL, 200, text.encode(), {"content-type": content_type}, at(0), at(0))


def slug_of(url: str) -> str:
    return url.partition("/archive/")[2].partition("#")[0]


def rss(*items: str) -> str:
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>B</title>{"".join(items)}</channel></rss>'


def item(slug: str, more: str = "", title: str = "T") -> str:
    return f"<item><title>{title}</title><link>https://blog.example/archive/{slug}</link>{more}</item>"


def listed(text: str) -> tuple[ListedPost, ...]:
    return read_feed(fetched(text), slug_of)[0]


def test_entries_are_named_by_their_link() -> None:
    (entry,) = listed(rss(item("dry_socks")))
    assert (entry.slug, entry.url) == ("dry_socks", "https://blog.example/archive/dry_socks")


def test_comments_are_named_by_post_and_fragment() -> None:
    first, second = listed(rss(item("dry_socks#comment-1"), item("dry_socks#comment-2")))
    assert first.slug == second.slug == "dry_socks"
    assert first.key != second.key
    assert first.url == "https://blog.example/archive/dry_socks"


@pytest.mark.parametrize(
    "change",
    [
        lambda: item("x", title="New title"),
        lambda: item("x", "<description>text</description>"),
        lambda: item("x", "<pubDate>Mon, 02 Mar 2026 00:00:00 GMT</pubDate>"),
        lambda: item("x", "<category>Enacted</category>"),
    ],
)
def test_any_change_changes_the_fingerprint(change: Callable[[], str]) -> None:
    (before,), (after,) = listed(rss(item("x"))), listed(rss(change()))
    assert before.fingerprint != after.fingerprint
    assert before.key == after.key


def test_number_of_comments_is_part_of_the_fingerprint() -> None:
    form = '<rss version="2.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel>{}</channel></rss>'
    texts = [form.format(item("x", f"<slash:comments>{count}</slash:comments>")) for count in (3, 4)]
    (before,), (after,) = map(listed, texts)
    assert before.fingerprint != after.fingerprint


def test_guid_that_changes_with_the_time_is_not_looked_at() -> None:
    texts = [rss(item("x", f"<guid>https://blog.example/archive/x#When:{hour}:00:00Z</guid>")) for hour in (10, 11)]
    assert listed(texts[0]) == listed(texts[1])


def test_links_that_lead_to_no_post_are_left_out() -> None:
    assert listed(rss("<item><title>T</title><link>https://blog.example/about</link></item>", "<item/>")) == ()


def test_malformed_feed_is_used_with_a_warning() -> None:
    entries, warnings = read_feed(fetched(rss(item("x", "<description>a & b</description>"))), slug_of)
    assert [entry.slug for entry in entries] == ["x"]
    assert [warning.code for warning in warnings] == ["FEED_MALFORMED"]


@pytest.mark.parametrize("text", ["<html><body>Database error</body></html>", "", "/etc/passwd", "http://127.0.0.1:9/"])
def test_what_is_no_feed_is_refused(text: str) -> None:
    with pytest.raises(SourceUnreadableError, match="no feed"):
        read_feed(fetched(text, "text/html"), slug_of)


def test_empty_feed_is_a_feed() -> None:
    assert listed(rss()) == ()


def test_bytes_that_are_the_name_of_a_file_are_not_opened(tmp_path: object) -> None:
    path = f"{tmp_path}/feed.xml"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(rss(item("secret")))
    with pytest.raises(SourceUnreadableError):
        read_feed(fetched(path, "text/plain"), slug_of)


# --- what would stall the parser --------------------------------------------------------------------------------------

MANY = " ".join(f'a{number}="1"' for number in range(20_000))
GREATER = MANY.replace('"1"', '">"')


@pytest.mark.parametrize(
    "text",
    [
        rss().replace("<channel>", f"<channel {MANY}>"),
        rss(item("x", f"<description {MANY}/>")),
        rss(item("x", f"<description {MANY.replace(' ', chr(10))} />")),
        rss(item("x", f"<description {GREATER}/>")),
        rss(item("x", f"<description {MANY.replace(chr(34), chr(39))}/>")),
        rss(item("x", f"<description {MANY.replace('=', '+AD0-')}/>")).replace("?>", ' encoding="utf-7"?>', 1),
    ],
)
def test_an_element_of_very_many_attributes_is_refused_before_it_is_parsed(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(SourceUnreadableError, match="attributes"):
        read_feed(fetched(text, "application/rss+xml"), slug_of)
    assert time.monotonic() - began < 1


def test_long_texts_with_many_signs_of_equality_are_read() -> None:
    prose = "a = b, " * 2_000
    page = f"<![CDATA[<p class='x'>{prose}</p>{'<b c=d>e</b>' * 500}]]>"
    (entry,) = listed(rss(item("x", f"<description>{page}</description><link rel='a' href='{'b=c&amp;' * 500}'/>")))
    assert entry.slug == "x"


@pytest.mark.parametrize("form", ["<![CDATA[{}]]>", "{}"])
def test_texts_too_long_to_be_read_are_told_apart_and_hide_no_other(form: str) -> None:
    def fingerprints(text: str) -> list[str]:
        told = [
            item(slug, f"<description>{form.format(body)}</description>") for slug, body in (("a", text), ("b", "x"))
        ]
        found, warnings = read_feed(fetched(rss(*told)), slug_of, Bounds(longest=1_000))
        assert ([post.slug for post in found], warnings) == (["a", "b"], [])
        return [post.fingerprint for post in found]

    one, other = fingerprints("&lt;p&gt;" * 1_000), fingerprints("&lt;p&gt;" * 999 + "&lt;b&gt;")
    assert one[0] != other[0]
    assert one[1] == other[1]


def test_a_feed_of_too_many_tags_is_not_parsed() -> None:
    with pytest.raises(SourceUnreadableError, match="more than 10 tags"):
        read_feed(fetched(rss(item("a", "<description><p/><p/></description>"))), slug_of, Bounds(tags=10))
