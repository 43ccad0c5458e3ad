"""WordPress under the blog contract, by REST and by pages."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from tests.contracts.blog_contract import BlogContract
from tests.contracts.blog_world import BlogWorld, ScriptedSite, at
from tests.contracts.wordpress_site import WordPressSite
from tracker.demo.site import Answer
from tracker.sources.blog.wordpress import WordPress
from tracker.sources.blog.wordpress_pages import WordPressConfig


def world(site: ScriptedSite) -> BlogWorld:
    config = WordPressConfig(base_url=site.url, roster_url=f"{site.url}/players/")
    return BlogWorld(site, lambda _, fetcher: WordPress(config, fetcher))


class TestRest(BlogContract):
    """With the REST interface open."""

    reads_post: tuple[str, ...] = ("/wp-json/wp/v2/", "/dry-socks/")
    roster_requests = 1

    def site(self) -> ScriptedSite:
        return WordPressSite()

    def make(self, site: ScriptedSite) -> BlogWorld:
        return world(site)


class TestPages(TestRest):
    """With the REST interface closed."""

    reads_post = ("/dry-socks/",)
    has_member_ids = False

    def site(self) -> ScriptedSite:
        site = WordPressSite()
        site.is_rest_open = False
        return site


# --- pages that open with something else ---


class WelcomingSite(WordPressSite):
    """A WordPress whose every page opens with words of welcome, a page of the site's own, and a sticky post."""

    is_rest_open = False

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        if address == "/about/":
            return Answer(200, b'<html><body class="page"><h1 class="entry-title">About</h1></body></html>')
        answer = super().rendered(address, headers)
        old = super().rendered("/pinned/", headers).body.decode()
        block = old[old.index("<h1 class=") : old.index('<h3 id="comments"')].replace(
            ">Read this</h1>", f'><a href="{self.url}/pinned/">Read this</a></h1>'
        )
        number = re.findall(r"postid-(\d+)", old)[0]
        welcome = f'<p>Welcome!</p><h2 class="entry-title"><a href="{self.url}/about/">About</a></h2>'
        pinned = f'<article class="post-{number} type-post sticky">{block}</article>'
        is_own = address.startswith("/pinned/") or "feed" in address or "players" in address
        before = "" if is_own else f"{'' if '/20' not in address else welcome}{pinned}"
        body = re.sub(r"(<body[^>]*>)", lambda found: found[1] + before, answer.body.decode(), count=1)
        return Answer(answer.status, body.encode(), answer.content_type, answer.headers)


def test_words_of_welcome_and_a_sticky_post_are_no_matters_and_hide_none() -> None:
    with WelcomingSite() as site:
        blog = world(site)
        site.tell("post", -900, slug="pinned", category="", title="Read this", author="Quill", body="<p>Be kind.</p>")
        blog.propose(1)
        blog.comment(2, "{FOR}")
        blog.propose(2.5, "wet-socks", "Wet Socks")
        blog.tick(3)
        told = {row.subject: (row.payload["category"], row.payload["body"]) for row in blog.rows("post")}
        dry = ("Proposal", "<p>Dry them.</p>")
        assert told == {"pinned": ("", "<p>Be kind.</p>"), "dry-socks": dry, "wet-socks": dry}
        assert [row.subject for row in blog.rows("comment")] == ["dry-socks"]
        assert blog.codes() == set()
        site.paths()
        blog.tick(4)
        assert "/about/" not in site.paths()


# --- a REST interface that answers with nothing -----------------------------------------------------------------------


@pytest.fixture
def blog() -> Iterator[BlogWorld]:
    """A proposal with a comment, of which REST told, and a later comment."""
    with WordPressSite() as site:
        made = world(site)
        made.propose(1)
        made.comment(2, "<p>{FOR}</p>")
        made.tick(3)
        made.comment(3.5, "<p>{AGAINST}</p>", author="Marlowe", id="2")
        yield made


def empty(answer: Answer, **headers: str) -> Answer:
    """An empty list, as caches and plugins make it, instead of the answer."""
    return replace(answer, status=200, body=b"[]", headers=headers)


EMPTY = {
    "without a total": empty,
    "with a total of nothing": lambda answer: empty(answer, **{"X-WP-Total": "0"}),
    "with the right total": lambda answer: replace(answer, body=b"[]"),
}


def test_comment_before_the_first_look_at_the_feed_of_comments_is_told_by_that(blog: BlogWorld) -> None:
    blog.comment(3.1, "<p>{FOR}</p>", author="Oda", id="3")
    blog.site.paths()
    (comment,) = blog.new_rows(3.2)
    assert (comment.kind, comment.at) == ("comment", at(3.1))
    assert blog.site.paths()[0] == "/comments/feed/"


@pytest.mark.parametrize("path", ["/wp-json/", "/wp-json/wp/v2/posts", "/wp-json/wp/v2/comments"])
@pytest.mark.parametrize("answer", EMPTY)
def test_empty_answers_of_rest_take_nothing_away_as_the_pages_tell_more(
    blog: BlogWorld, path: str, answer: str
) -> None:
    blog.site.interventions = {path: EMPTY[answer]}
    assert [(row.kind, row.id) for row in blog.new_rows(4)] == [("comment", "comment:2")]
    assert blog.unread() == []
    assert blog.whole_looks()[-1].at == at(4)


def test_empty_answers_of_the_whole_site_are_no_answer(blog: BlogWorld) -> None:
    blog.site.interventions = dict.fromkeys(("/wp-json/", "/dry-socks/", "/players/", "/2026/"), empty)
    assert blog.new_rows(4) == []
    assert "dry-socks" in [part.name for part in blog.unread()]
    assert len(blog.whole_looks()) == 1
    blog.site.interventions.clear()
    assert [row.id for row in blog.new_rows(5)] == ["comment:2"]


def test_list_without_its_total_is_not_taken_for_all(blog: BlogWorld) -> None:
    def first_only(answer: Answer) -> Answer:
        return replace(answer, body=json.dumps(json.loads(answer.body)[:1]).encode(), headers={})

    blog.site.interventions = {"/wp-json/wp/v2/comments": first_only}
    assert [row.id for row in blog.new_rows(4)] == ["comment:2"]


def test_post_that_is_gone_by_rest_and_by_its_pages_is_gone(blog: BlogWorld) -> None:
    blog.site.events[:] = [
        event for event in blog.site.events if "dry-socks" not in (event.get("slug"), event.get("post"))
    ]
    blog.site.tell("roster_change", 3.6, name="Pim", change="idle")
    assert "post_gone" in [row.kind for row in blog.new_rows(4)]
