"""The test blog is a real WordPress: posts, comments and feeds are what a follower would meet."""

from datetime import UTC, datetime, timedelta

import feedparser
import pytest
import requests
from bs4 import BeautifulSoup, Tag

from tests.services.wordpress import Post, WordPress

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
VOTE = '<img src="/wp-content/uploads/icons/for.svg" alt="for" />'


def get(url: str, **headers: str) -> requests.Response:
    return requests.get(url, headers=headers, timeout=30)


def page(url: str) -> Tag:
    answer = get(url)
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "lxml")


def part(of: Tag, css_class: str) -> Tag:
    found = of.find(class_=css_class)
    assert isinstance(found, Tag)
    return found


def time_of(tag: Tag) -> datetime:
    found = tag.find("time")
    assert isinstance(found, Tag)
    return datetime.fromisoformat(str(found["datetime"]))


def comments_on(url: str) -> dict[str, Tag]:
    comments = part(page(url), "wp-block-comment-template").find_all("li", class_="comment")
    return {str(item["id"]): part(item, "wp-block-comment-content") for item in comments}


@pytest.fixture
def proposal(wordpress: WordPress) -> Post:
    wordpress.add_author("Ada")
    wordpress.add_author("Bo the Łate")
    wordpress.add_category("Proposal")
    return wordpress.post("A Proposal: more ducks", "<p>Add <b>ducks</b>.</p>", "Ada", "Proposal", NOON)


def test_post_stands_at_its_address(proposal: Post) -> None:
    assert proposal.slug == "a-proposal-more-ducks"
    assert proposal.url.endswith("/a-proposal-more-ducks/")
    found = page(proposal.url)
    assert "Add <b>ducks</b>." in str(part(found, "wp-block-post-content"))
    assert "Ada" in found.text
    assert time_of(found) == NOON


def test_feed_tells_of_posts(wordpress: WordPress, proposal: Post) -> None:
    for address in ("/feed/", "/feed/atom/", "/category/proposal/feed/"):
        parsed = feedparser.parse(get(wordpress.url + address).content)
        assert not parsed.bozo
        (entry,) = parsed.entries
        assert (entry.link, entry.author) == (proposal.url, "Ada")
        assert entry.id.endswith(f"/?p={proposal.id}")
        assert [tag.term for tag in entry.tags] == ["Proposal"]


def test_comment_keeps_its_vote_its_author_and_its_time(wordpress: WordPress, proposal: Post) -> None:
    made = wordpress.comment(proposal, "Bo the Łate", f"<p>Aye {VOTE}</p>", NOON + timedelta(hours=1))
    comment = part(page(proposal.url), "comment")
    assert comment["id"] == f"comment-{made}"
    assert part(comment, "wp-block-comment-author-name").text.strip() == "Bo the Łate"
    assert time_of(comment) == NOON + timedelta(hours=1)
    vote = part(comment, "wp-block-comment-content").find("img", alt="for")
    assert isinstance(vote, Tag)
    assert vote["src"] == "/wp-content/uploads/icons/for.svg"


def test_vote_survives_in_a_guests_comment(wordpress: WordPress, proposal: Post) -> None:
    form = {"author": "Guest", "email": "", "comment": f"Me too {VOTE}", "comment_post_ID": str(proposal.id)}
    assert requests.post(f"{wordpress.url}/wp-comments-post.php", data=form, timeout=30).ok
    (comment,) = comments_on(proposal.url).values()
    assert comment.find("img", alt="for")


def test_comment_feeds_tell_of_comments(wordpress: WordPress, proposal: Post) -> None:
    wordpress.comment(proposal, "Ada", f"Mine {VOTE}", NOON)
    for address in (f"{wordpress.url}/comments/feed/", f"{proposal.url}feed/"):
        (entry,) = feedparser.parse(get(address).content).entries
        assert 'alt="for"' in entry.content[0].value


@pytest.mark.parametrize("name", ["for", "against", "imperial", "veto"])
def test_vote_icons_are_served(wordpress: WordPress, name: str) -> None:
    answer = get(f"{wordpress.url}/wp-content/uploads/icons/{name}.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_comment_is_edited_and_deleted(wordpress: WordPress, proposal: Post) -> None:
    kept = wordpress.comment(proposal, "Ada", "First.", NOON)
    gone = wordpress.comment(proposal, "Ada", "Second.", NOON)
    wordpress.edit_comment(kept, f"On second thought {VOTE}")
    wordpress.delete_comment(gone)
    found = comments_on(proposal.url)
    assert list(found) == [f"comment-{kept}"]
    assert "On second thought" in found[f"comment-{kept}"].text
    assert "First." not in found[f"comment-{kept}"].text


def test_post_is_edited_and_trashed(wordpress: WordPress, proposal: Post) -> None:
    wordpress.edit_post(proposal, title="Fewer ducks", body="<p>Remove them.</p>")
    found = page(proposal.url)
    assert "Fewer ducks" in found.text
    assert "Remove them." in found.text
    wordpress.trash_post(proposal)
    assert get(proposal.url).status_code == 404
    assert feedparser.parse(get(f"{wordpress.url}/feed/").content).entries == []


def test_categories_of_a_post_change(wordpress: WordPress, proposal: Post) -> None:
    wordpress.add_category("Enacted")
    wordpress.set_post_category(proposal, ["Proposal", "Enacted"])
    (entry,) = feedparser.parse(get(f"{wordpress.url}/feed/").content).entries
    assert sorted(tag.term for tag in entry.tags) == ["Enacted", "Proposal"]
    wordpress.set_post_category(proposal, "Enacted")
    assert feedparser.parse(get(f"{wordpress.url}/category/proposal/feed/").content).entries == []


def test_future_post_is_published_at_once(wordpress: WordPress, proposal: Post) -> None:
    later = wordpress.post("Later", "x", "Ada", "Proposal", datetime(2099, 1, 1, tzinfo=UTC))
    assert page(later.url)
    first, *_ = feedparser.parse(get(f"{wordpress.url}/feed/").content).entries
    assert first.link == later.url


def test_long_thread_has_older_pages(wordpress: WordPress, proposal: Post) -> None:
    made = [wordpress.comment(proposal, "Ada", f"Number {i}", NOON + timedelta(minutes=i)) for i in range(101)]
    assert list(comments_on(proposal.url)) == [f"comment-{made[100]}"]
    older = str(part(page(proposal.url), "wp-block-comments-pagination-previous")["href"])
    assert older.startswith(f"{proposal.url}comment-page-1/")
    assert list(comments_on(older)) == [f"comment-{number}" for number in made[:100]]


def test_feed_answers_unchanged_only_while_it_is(wordpress: WordPress, proposal: Post) -> None:
    feed = f"{wordpress.url}/feed/"
    etag = get(feed).headers["ETag"]
    assert get(feed, **{"If-None-Match": etag}).status_code == 304
    wordpress.edit_post(proposal, body="Changed.")
    assert get(feed, **{"If-None-Match": etag}).status_code == 200


def test_fault_strikes_where_told(wordpress: WordPress, proposal: Post) -> None:
    wordpress.inject_fault(503, path="/feed/", retry_after=7)
    assert get(proposal.url).status_code == 200
    assert get(f"{wordpress.url}/feed/").headers["Retry-After"] == "7"
    assert get(f"{wordpress.url}/feed/").status_code == 200


def test_requests_are_logged_until_forgotten(wordpress: WordPress, proposal: Post) -> None:
    get(f"{wordpress.url}/feed/?x=1", **{"If-None-Match": '"old"'})
    get(f"{wordpress.url}/nowhere/")
    feed, nowhere = wordpress.requests()
    assert (feed["path"], feed["query"], feed["status"]) == ("/feed/", {"x": "1"}, 200)
    assert feed["headers"]["if-none-match"] == '"old"'
    assert nowhere["status"] == 404
    assert wordpress.request_count == 2
    wordpress.forget_requests()
    assert wordpress.request_count == 0


def test_reset_gives_a_new_blog(wordpress: WordPress, proposal: Post) -> None:
    comment = wordpress.comment(proposal, "Ada", "Before.", NOON)
    wordpress.reset()
    assert get(proposal.url).status_code == 404
    wordpress.add_author("Ada")
    wordpress.add_category("Proposal")
    again = wordpress.post("A Proposal: more ducks", "After.", "Ada", "Proposal", NOON)
    assert again == proposal
    assert wordpress.comment(again, "Ada", "After.", NOON) == comment


def test_unknown_names_are_refused(wordpress: WordPress, proposal: Post) -> None:
    with pytest.raises(ValueError, match="no author 'Cy'"):
        wordpress.comment(proposal, "Cy", "Hello.", NOON)
    with pytest.raises(ValueError, match="no category 'Enacted'"):
        wordpress.set_post_category(proposal, "Enacted")


def test_instant_without_zone_is_refused(wordpress: WordPress, proposal: Post) -> None:
    with pytest.raises(ValueError, match="time zone"):
        wordpress.comment(proposal, "Ada", "Hello.", NOON.replace(tzinfo=None))
