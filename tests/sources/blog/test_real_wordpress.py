"""The blog source on a real WordPress: what people do there, and the traps of its conditional answers."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests

from tests.contracts.blog_world import FakeClock, Steps
from tests.services.wordpress import Post, WordPress
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import Observation, ReadingWarning
from tracker.sources.blog.source import BlogConfig, BlogSource
from tracker.sources.blog.wordpress import WordPress as WordPressEngine
from tracker.sources.blog.wordpress_pages import WordPressConfig
from tracker.sources.http import Fetcher, HttpConfig

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
FOR = '<img src="/wp-content/uploads/icons/for.svg" alt="for" />'
AGAINST = '<img src="/wp-content/uploads/icons/against.svg" alt="against" />'


def hours(number: float) -> datetime:
    return NOON + timedelta(hours=number)


class Follower:
    """A tracker's blog source beside the real blog, with a clock of its own."""

    def __init__(self, blog: WordPress, **config: str) -> None:
        self.archive = MemoryArchive()
        self.warnings: list[ReadingWarning] = []
        self._clock = FakeClock(NOON)
        self._config = WordPressConfig(base_url=blog.url, **config)  # type: ignore[arg-type]

    def _source(self) -> BlogSource:
        http = HttpConfig(delay_seconds=0, addresses=(self._config.base_url,))
        fetcher = Fetcher(http, self._clock, self._clock.sleep, self._clock.steady)
        return BlogSource("blog", BlogConfig(start_month="2026-03"), WordPressEngine(self._config, fetcher))

    def unread(self) -> set[str]:
        """What cannot be read at present."""
        return {part.name for part in self._source().unread_parts(self.archive.cursor("blog"))}

    def tick(self, number: float) -> list[Observation]:
        """Look at the blog so many hours after noon; what that added, looks left out."""
        self._clock.instant = hours(number)
        before = self.archive.last_seq()
        self.warnings = []
        for batch in self._source().observe(self.archive, self._clock.now(), Steps()):
            self.archive.append(batch)
            self.warnings += batch.warnings
        added = (row.observation for row in self.archive.rows(after_seq=before))
        return [row for row in added if row.kind not in {"look", "fragment"}]


@pytest.fixture
def proposal(wordpress: WordPress) -> Post:
    for author in ("Ada", "Bo the Łate"):
        wordpress.add_author(author)
    for category in ("Proposal", "Enacted", "Failed"):
        wordpress.add_category(category)
    return wordpress.post("Proposal: Ducks & “Drakes”", "<p>Add <b>ducks</b>.</p>", "Ada", "Proposal", NOON)


@pytest.fixture(params=["auto", "never"])
def follower(wordpress: WordPress, request: pytest.FixtureRequest) -> Follower:
    return Follower(wordpress, rest=request.param)


def test_post_and_comments_are_read(wordpress: WordPress, proposal: Post, follower: Follower) -> None:
    number = wordpress.comment(proposal, "Bo the Łate", f"<p>Aye {FOR}</p>", hours(1))
    post, comment = follower.tick(2)
    assert (post.id, post.at) == (f"post:{proposal.slug}", NOON)
    assert post.payload["title"] == "Proposal: Ducks & “Drakes”"
    assert (post.payload["category"], post.payload["author"]) == ("Proposal", "Ada")
    assert post.payload["body"] == "<p>Add <b>ducks</b>.</p>"
    assert post.payload["url"] == proposal.url
    assert (comment.id, comment.at) == (f"comment:{number}", hours(1))
    assert comment.payload["author"] == "Bo the Łate"
    assert 'src="/wp-content/uploads/icons/for.svg" alt="for"' in comment.payload["body"]
    assert follower.warnings == []
    assert follower.tick(3) == []


def test_both_ways_of_reading_agree(wordpress: WordPress, proposal: Post) -> None:
    wordpress.comment(proposal, "Bo the Łate", f"<p>Aye {FOR}</p>\n<blockquote>so “it” be</blockquote>", hours(1))
    wordpress.comment(proposal, "Ada", 'Plain & simple: <a href="/archive/?a=1&b=2">there</a>', hours(1.5))
    for number in range(60):
        wordpress.comment(proposal, "Ada", f"Number {number}", hours(1.6))
    read = [Follower(wordpress, rest=way).tick(2) for way in ("auto", "never")]
    assert len(read[0]) == 63
    assert "/comment-page-" in read[0][1].payload["url"]
    for by_rest, by_page in zip(*read, strict=True):
        assert (by_rest.id, by_rest.at) == (by_page.id, by_page.at)
        assert by_rest.payload["body"] == by_page.payload["body"]
        assert by_rest.payload["author"] == by_page.payload["author"]
        assert by_rest.payload["url"] == by_page.payload["url"]


def test_conditional_feed_hides_an_edited_comment_and_a_full_reading_finds_it(
    wordpress: WordPress, proposal: Post, follower: Follower
) -> None:
    number = wordpress.comment(proposal, "Bo the Łate", f"<p>{FOR}</p>", hours(1))
    follower.tick(2)
    assert follower.tick(2.05) == []
    etags = {path: requests.get(f"{wordpress.url}{path}", timeout=30).headers["ETag"] for path in FEEDS}
    wordpress.edit_comment(number, f"<p>{AGAINST}</p>")
    for path, etag in etags.items():
        assert requests.get(f"{wordpress.url}{path}", headers={"If-None-Match": etag}, timeout=30).status_code == 304
    assert follower.tick(2.1) == []
    assert follower.tick(2.2) == []
    (edited,) = follower.tick(2.6)
    assert (edited.kind, edited.id) == ("comment_edited", f"comment:{number}")
    assert "against.svg" in edited.payload["body"]
    assert (edited.not_before, edited.not_after) == (hours(2.05), hours(2.6))


def test_second_post_of_one_second_is_found_although_the_feed_says_unchanged(
    wordpress: WordPress, proposal: Post, follower: Follower
) -> None:
    follower.tick(1)
    wordpress.post("Twin", "<p>x</p>", "Ada", "Proposal", NOON)
    assert [row.id for row in follower.tick(2)] == ["post:twin"]


def test_comments_are_edited_there_and_back_and_deleted(
    wordpress: WordPress, proposal: Post, follower: Follower
) -> None:
    number = wordpress.comment(proposal, "Ada", f"<p>{FOR}</p>", hours(1))
    follower.tick(2)
    wordpress.edit_comment(number, f"<p>{AGAINST}</p>")
    follower.tick(3)
    wordpress.edit_comment(number, f"<p>{FOR}</p>")
    follower.tick(4)
    wordpress.delete_comment(number)
    (gone,) = follower.tick(5)
    kinds = [row.observation.kind for row in follower.archive.versions(f"comment:{number}")]
    assert kinds == ["comment", "comment_edited", "comment_edited", "comment_gone"]
    assert (gone.not_before, gone.not_after) == (hours(4), hours(5))


def test_post_is_edited_resolved_and_trashed(wordpress: WordPress, proposal: Post, follower: Follower) -> None:
    wordpress.post("Other", "<p>x</p>", "Ada", "Proposal", hours(0.5))
    follower.tick(1)
    wordpress.edit_post(proposal, title="Proposal: Geese")
    (edited,) = follower.tick(2)
    assert (edited.kind, edited.payload["title"]) == ("post_edited", "Proposal: Geese")
    wordpress.set_post_category(proposal, ["Proposal", "Enacted"])
    (status,) = follower.tick(3)
    assert (status.kind, status.payload["status"]) == ("post_status", "Enacted")
    assert (status.not_before, status.not_after) == (hours(2), hours(3))
    wordpress.trash_post(proposal)
    (gone,) = follower.tick(20)
    assert (gone.kind, gone.id) == ("post_gone", f"post:{proposal.slug}")


def test_long_thread_is_read_to_the_end(wordpress: WordPress, proposal: Post, follower: Follower) -> None:
    made = [wordpress.comment(proposal, "Ada", f"Number {i}", hours(i / 100)) for i in range(105)]
    follower.tick(3)
    told = [row.observation.id for row in follower.archive.rows() if row.observation.kind == "comment"]
    assert told == [f"comment:{number}" for number in made]
    assert follower.warnings == []


def test_idle_tick_is_one_conditional_request(wordpress: WordPress, proposal: Post, follower: Follower) -> None:
    for number in (1, 1.1, 1.2):
        follower.tick(number)
    wordpress.forget_requests()
    assert follower.tick(1.3) == []
    (request,) = wordpress.requests()
    assert request["status"] == 304


def test_full_reading_by_rest_needs_fewer_requests_than_matters(wordpress: WordPress, proposal: Post) -> None:
    for number in range(12):
        post = wordpress.post(f"Matter {number}", "<p>x</p>", "Ada", "Proposal", hours(number / 100))
        wordpress.comment(post, "Ada", f"<p>{FOR}</p>", hours(0.5))
    follower = Follower(wordpress)
    follower.tick(1)
    wordpress.forget_requests()
    assert follower.tick(2) == []
    assert wordpress.request_count == 3


def test_rest_that_is_closed_is_not_asked_again(wordpress: WordPress, proposal: Post) -> None:
    follower = Follower(wordpress)
    wordpress.inject_fault(403, path="/wp-json/")
    follower.tick(1)
    wordpress.forget_requests()
    follower.tick(2)
    assert not any("wp-json" in request["path"] for request in wordpress.requests())
    assert follower.warnings == []


@pytest.mark.parametrize("path", ["/wp-json/", "/wp-json/wp/v2/posts", "/wp-json/wp/v2/comments"])
def test_rest_that_answers_with_nothing_takes_nothing_away(wordpress: WordPress, proposal: Post, path: str) -> None:
    wordpress.comment(proposal, "Ada", f"<p>{FOR}</p>", hours(0.5))
    follower = Follower(wordpress)
    follower.tick(1)
    number = wordpress.comment(proposal, "Bo the Łate", f"<p>{AGAINST}</p>", hours(1.5))
    wordpress.inject_fault(200, path=path, body="[]", count=50)
    assert [row.id for row in follower.tick(2)] == [f"comment:{number}"]
    wordpress.clear_faults()
    assert follower.tick(3) == []


FAULTS: Mapping[str, Mapping[str, Any]] = {
    "down": {"status": 503},
    "error page with status 200": {"status": 200},
    "empty list": {"status": 200, "body": "[]"},
    "error of PHP within the page": {"status": 200, "body": "<br /><b>Fatal error</b>: Allowed memory size exhausted"},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_post_that_cannot_be_read_loses_nothing_and_is_known_to_be_unread(
    wordpress: WordPress, proposal: Post, follower: Follower, fault: str
) -> None:
    wordpress.comment(proposal, "Ada", f"<p>{FOR}</p>", hours(0.5))
    follower.tick(1)
    number = wordpress.comment(proposal, "Bo the Łate", f"<p>{AGAINST}</p>", hours(1.5))
    for path in ("/wp-json/", f"/{proposal.slug}/"):
        wordpress.inject_fault(**{**FAULTS[fault], "path": path, "count": 50})
    assert follower.tick(2) == []
    assert follower.unread() == {proposal.slug}
    wordpress.clear_faults()
    assert [row.id for row in follower.tick(3)] == [f"comment:{number}"]
    assert follower.unread() == set()


FEEDS = ("/feed/", "/comments/feed/")
