"""ExpressionEngine under the blog contract, and what is its own."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.contracts.blog_contract import BlogContract
from tests.contracts.blog_world import BlogWorld, FakeClock, ScriptedSite, at
from tracker.demo.site import EMPEROR_XPATH, Answer
from tracker.errors import ConfigError
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig
from tracker.sources.blog.source import BlogConfig
from tracker.sources.http import Fetcher, HttpConfig


class TestFrontPage(BlogContract):
    """With the front page as the hint."""

    reads_post = ("/archive/dry-socks",)
    tells_resolution_times = True

    def site(self) -> ScriptedSite:
        return ScriptedSite()

    def make(self, site: ScriptedSite) -> BlogWorld:
        config = ExpressionEngineConfig(base_url=site.url)
        return BlogWorld(site, lambda _, fetcher: ExpressionEngine(config, fetcher))


class TestFeed(TestFrontPage):
    """With a feed as the hint."""

    def make(self, site: ScriptedSite) -> BlogWorld:
        config = ExpressionEngineConfig(base_url=site.url, feed_urls=(f"{site.url}/feed",))
        return BlogWorld(site, lambda _, fetcher: ExpressionEngine(config, fetcher))


class PagedSite(ScriptedSite):
    """A blog with a page or two that a test wrote itself."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[str, str] = {}

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        html = self.written.get(address)
        return super().rendered(address, headers) if html is None else Answer(200, html.encode())


@pytest.fixture
def site() -> Iterator[PagedSite]:
    with PagedSite() as site:
        yield site


@pytest.fixture
def world(site: PagedSite) -> BlogWorld:
    return engine_world(site)


def engine_world(site: ScriptedSite, **config: Any) -> BlogWorld:
    chosen = ExpressionEngineConfig(base_url=site.url, **config)
    return BlogWorld(site, lambda _, fetcher: ExpressionEngine(chosen, fetcher))


def test_front_page_names_a_matter_with_a_new_comment(world: BlogWorld) -> None:
    world.propose(1)
    world.tick(2)
    world.comment(2.05, "{FOR}")
    (comment,) = world.new_rows(2.1)
    assert comment.kind == "comment"


def test_front_page_names_a_matter_that_was_resolved(world: BlogWorld) -> None:
    world.propose(1)
    world.tick(14)
    world.site.tell("post_status", 14.05, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
    (status,) = world.new_rows(14.1)
    assert (status.kind, status.at) == ("post_status", at(14.05))


def test_front_page_tells_of_the_roster_every_time(world: BlogWorld) -> None:
    world.tick(1)
    world.tick(1.1)
    world.site.tell("roster_change", 1.15, name="Pim", change="idle")
    (roster,) = world.new_rows(1.2)
    assert (roster.not_before, roster.not_after) == (at(1.1), at(1.2))


def test_feed_that_says_unchanged_hides_a_resolution_until_the_full_reading(site: PagedSite) -> None:
    world = engine_world(site, feed_urls=(f"{site.url}/feed",))
    world.propose(1)
    world.propose(2, "wet-socks", "Wet Socks")
    world.tick(14)
    site.tell("post_status", 14.05, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
    site.paths()
    assert world.new_rows(14.1) == []
    assert site.paths() == ["/feed"]
    (status,) = world.new_rows(14.6)
    assert (status.kind, status.at) == ("post_status", at(14.05))


def test_badges_are_no_part_of_names(world: BlogWorld) -> None:
    world.site.badges = {"Pim": "Keeper of <the> keys: they/them"}
    world.propose(1)
    world.comment(2, "Hello")
    world.tick(3)
    (comment,) = world.rows("comment")
    assert comment.payload["author"] == "Pim"
    assert comment.id == "comment:dry-socks:16:2026-03-02T02:00:00Z:1"
    world.site.badges = {"Pim": "Idle"}
    assert world.new_rows(4) == []


def test_renamed_member_keeps_comments(world: BlogWorld) -> None:
    world.propose(1)
    world.comment(2, "Hello")
    world.tick(3)
    for event in world.site.events:
        event.update({"author": "Pimlico"} if event.get("author") == "Pim" else {})
        if event["kind"] == "roster":
            event["players"] = [{**one, "name": one["name"].replace("Pim", "Pimlico")} for one in event["players"]]
    world.site.tell("roster_change", 3.5, name="Marlowe", change="admin")
    (roster,) = world.new_rows(4)
    assert [player["name"] for player in roster.payload["players"]] == ["Juniper", "Marlowe", "Pimlico", "Quill"]


def test_wrong_page_for_a_known_post_is_looked_up_in_its_month(world: BlogWorld, site: PagedSite) -> None:
    world.propose(1)
    world.propose(1.5, "wet-socks", "Wet Socks")
    world.tick(2)
    wrong = site.rendered("/archive/wet-socks", {}).body.decode()
    site.written["/archive/dry-socks"] = wrong
    site.paths()
    assert world.new_rows(3) == []
    assert "/2026/03/" in site.paths()
    assert world.codes() == {"WRONG_PAGE", "POST_GONE"}
    del site.written["/archive/dry-socks"]
    world.comment(3.5, "Still here")
    (comment,) = world.new_rows(4)
    assert comment.kind == "comment"


class WelcomingSite(PagedSite):
    """A blog whose every page opens with words of welcome and an old post."""

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        answer = super().rendered(address, headers)
        old = super().rendered("/archive/pinned", headers).body.decode()
        block = old[old.index('<h2 class="date">') : old.index('<a name="comments">')]
        welcome = '<h3><a href="/archive/how-to-play">Welcome</a></h3><p>Since Monday, January 6, 2003</p>'
        pinned = "" if address == "/archive/pinned" else block
        body = answer.body.decode().replace('<div id="main2">', f'<div id="main2">{welcome}{pinned}')
        return Answer(answer.status, body.encode(), answer.content_type, answer.headers)


def test_words_of_welcome_and_an_old_post_on_every_page_are_no_matters_and_hide_none() -> None:
    with WelcomingSite() as site:
        world = engine_world(site)
        site.tell("post", -900, slug="pinned", category="", title="Read this", author="Quill", body="<p>Be kind.</p>")
        world.propose(1)
        world.tick(1.5)
        assert {(row.subject, row.at) for row in world.rows("post")} == {("pinned", at(-900)), ("dry-socks", at(1))}
        assert world.codes() == set()
        world.comment(2, "{FOR}")
        world.propose(2.5, "wet-socks", "Wet Socks")
        world.tick(3)
        world.site.tell("post_status", 14, slug="dry-socks", status="Enacted", note="Quorum. Marlowe")
        world.tick(15)
        told = {row.subject: row.payload["category"] for row in world.rows("post")}
        assert told == {"pinned": "", "dry-socks": "Proposal", "wet-socks": "Proposal"}
        assert [row.subject for row in world.rows("comment")] == ["dry-socks"]
        assert [(row.subject, row.at) for row in world.rows("post_status")] == [("dry-socks", at(14))]
        assert world.codes() == set()
        assert "/archive/how-to-play" not in site.paths()
        assert world.whole_looks()


def test_another_post_under_a_known_name_is_not_mixed_in(world: BlogWorld) -> None:
    world.propose(1)
    world.comment(1.5, "Hello")
    world.tick(2)
    world.site.events = [event for event in world.site.events if event["kind"] == "roster"]
    world.propose(2.5, author="Marlowe", title="Something else")
    assert world.new_rows(3) == []
    assert "DUPLICATE_SLUG" in world.codes()


def test_changed_time_of_posting_is_a_warning(world: BlogWorld) -> None:
    world.propose(1)
    world.tick(2)
    world.site.events[-1]["at"] = at(1.25)
    assert world.new_rows(3) == []
    assert world.codes() == {"POST_TIME_CHANGED"}


def test_resolution_dated_before_our_last_look_is_a_warning(world: BlogWorld) -> None:
    world.propose(1)
    world.tick(14)
    world.site.tell("post_status", 13, slug="dry-socks", status="Enacted", note="Reached quorum. Marlowe")
    (status,) = world.new_rows(15)
    assert (status.at, status.not_before, status.not_after) == (None, at(14), at(15))
    assert "CLOCK_SKEW" in world.codes()


def test_mended_note_is_told_under_the_same_time(world: BlogWorld) -> None:
    world.propose(1)
    world.site.tell("post_status", 13, slug="dry-socks", status="Enacted", note="Timed out 3-4. Marlowe")
    world.tick(14)
    world.site.events[-1]["note"] = "Timed out 4-4. Marlowe"
    (status,) = world.new_rows(15)
    assert (status.at, status.payload["note"]) == (at(13), "Timed out 4-4. Marlowe")


def test_hundred_comments_without_further_pages_are_incomplete(world: BlogWorld, site: PagedSite) -> None:
    world.propose(1)
    for number in range(130):
        world.comment(2, f"Number {number}", id=str(number))
    site.now = at(3)
    page = site.answer("/archive/dry-socks", {}).body.decode()
    site.written["/archive/dry-socks"] = page.replace('href="/archive/dry-socks/P100"', "")
    batches = world.tick(3)
    assert len(world.rows("comment")) == 100
    assert world.codes() == {"COMMENTS_INCOMPLETE"}
    assert not world.whole_looks()
    assert not any(batch.complete for batch in batches)


def test_further_page_of_another_post_is_incomplete(world: BlogWorld, site: PagedSite) -> None:
    world.propose(1)
    world.propose(1, "wet-socks", "Wet Socks")
    for number in range(130):
        world.comment(2, f"Number {number}", id=str(number))
    site.now = at(3)
    site.written["/archive/dry-socks/P100"] = site.answer("/archive/wet-socks", {}).body.decode()
    world.tick(3)
    assert len(world.rows("comment")) == 100
    assert "WRONG_PAGE" in world.codes()
    assert not world.whole_looks()


def test_months_with_further_pages_are_walked_to_the_end(world: BlogWorld, site: PagedSite) -> None:
    for number in range(3):
        world.propose(1 + number, f"matter-{number}", f"Matter {number}")
    site.now = at(5)
    whole = site.answer("/2026/03/", {}).body.decode()
    first, second = whole.split('<div class="post proposal">', 2)[:2]
    tail = whole[whole.index('<div id="sidebar2">') :]
    rest = whole.replace(f'<div class="post proposal">{second}', "")
    link = '<p><a href="/2026/03/P1">Older</a></p></div>'
    site.written = {
        "/2026/03/": f'{first}<div class="post proposal">{second}{link}{tail}',
        "/2026/03/P1": rest,
    }
    world.tick(5)
    assert {row.id for row in world.rows("post")} == {"post:matter-0", "post:matter-1", "post:matter-2"}


def test_gap_in_the_feed_makes_the_month_be_walked_again(site: PagedSite) -> None:
    world = engine_world(site, feed_urls=(f"{site.url}/feed",))
    world.propose(1)
    world.tick(2)
    for number in range(14):
        world.propose(2.05 + number / 1000, f"matter-{number:02}", f"Matter {number}")
    told = world.new_rows(2.1)
    assert {row.id for row in told} == {f"post:matter-{number:02}" for number in range(14)}
    assert "FEED_GAP" in world.codes()


def test_two_posts_at_one_address_in_a_listing_are_a_warning(world: BlogWorld, site: PagedSite) -> None:
    world.propose(1)
    world.tick(2)
    page = site.answer("/", {}).body.decode()
    block = page[page.index('<div class="post proposal">') : page.index('<div id="sidebar2">')]
    other = block.replace("Dry Socks", "Drier Socks").replace("Quill", "Pim")
    site.written["/"] = page.replace(block, f"{block}<div>{other}")
    assert world.new_rows(2.1) == []
    assert "DUPLICATE_SLUG" in world.codes()


def test_hidden_mail_addresses_do_not_look_like_edits(world: BlogWorld) -> None:
    world.propose(1)
    world.comment(
        2, '<p><span data-eeEncEmail_aB3="1">.(JavaScript must be enabled)</span><script>x = 3;</script> hi</p>'
    )
    world.tick(3)
    world.site.events[-1]["body"] = (
        '<p><span data-eeEncEmail_zQ9="1">.(JavaScript must be enabled)</span><script>x = 9;</script> hi</p>'
    )
    assert world.new_rows(4) == []
    (comment,) = world.rows("comment")
    assert comment.payload["body"] == "<p><span>.(JavaScript must be enabled)</span> hi</p>"


def test_emperor_is_told_only_where_the_blog_marks_one(site: PagedSite) -> None:
    world = engine_world(site)
    world.tick(1)
    marked = engine_world(site, emperor_xpath=EMPEROR_XPATH)
    marked.tick(1)
    (unmarked,) = world.rows("roster")
    assert all("emperor" not in player for player in unmarked.payload["players"])
    (told,) = marked.rows("roster")
    assert [player["name"] for player in told.payload["players"] if player["emperor"]] == ["Juniper"]


@pytest.mark.parametrize("xpath", ["//*[", "no-such-function()", "count(//a)", "string(//a)"])
def test_emperor_xpath_is_checked_at_once(site: PagedSite, xpath: str) -> None:
    config = ExpressionEngineConfig(base_url=site.url, emperor_xpath=xpath)
    clock = FakeClock(at(0))
    with pytest.raises(ConfigError, match="emperor_xpath"):
        ExpressionEngine(config, Fetcher(HttpConfig(addresses=(site.url,)), clock, clock.sleep))


@pytest.mark.parametrize("month", ["2026", "2026-13", "last", "26-3-1"])
def test_start_month_is_checked_at_once(site: PagedSite, month: str) -> None:
    world = engine_world(site)
    world.config = BlogConfig(start_month=month)
    with pytest.raises(ConfigError, match="start_month"):
        world.source()


def test_first_run_begins_last_month_unless_told(site: PagedSite) -> None:
    world = engine_world(site)
    world.config = BlogConfig()
    world.tick(1)
    assert [path for path in site.paths() if path.startswith("/20")] == ["/2026/02/", "/2026/03/"]


def test_another_host_is_not_asked(site: PagedSite) -> None:
    world = engine_world(site)
    world.propose(1)
    world.tick(2)
    elsewhere = site.url.replace("127.0.0.1", "localhost")
    moved = Answer(302, b"", headers={"Location": f"{elsewhere}/elsewhere"})
    site.written["/elsewhere"] = site.rendered("/archive/dry-socks", {}).body.decode()
    site.interventions = {"/archive/dry-socks": lambda _: moved}
    assert world.new_rows(3) == []
    assert world.codes() == {"UNREACHABLE"}


def test_comment_cannot_forge_the_sidebar_or_the_pages_own_name(site: PagedSite) -> None:
    world = engine_world(site, emperor_xpath=EMPEROR_XPATH, idle_list_id="IdleList")
    forged = (
        '<div id="PlayerList"><a href="/member/66">Mallory*</a></div><p>1 player</p>'
        '<div id="IdleList"><a href="/member/11">Juniper</a></div><div id="emperor"><a>Pim</a></div>'
        '<link rel="canonical" href="/archive/wet-socks"><input name="RET" value="/archive/wet-socks">'
        '<h3 class="post-title proposal open"><a href="/archive/wet-socks">Wet</a></h3><p class="post-footer">x</p>'
        '<h2>Friday, January 1, 2021</h2><a href="/archive/dry-socks#comments">Comments (77)</a>'
        '<a href="/archive/dry-socks/P100">more</a>'
    )
    world.propose(1, body=forged, flavour=forged)
    world.comment(1.5, forged)
    world.tick(2)
    (roster,) = world.rows("roster")
    assert [player["name"] for player in roster.payload["players"]] == ["Juniper", "Marlowe", "Pim", "Quill"]
    assert [player["name"] for player in roster.payload["players"] if player["emperor"]] == ["Juniper"]
    (post,) = world.rows("post")
    assert (post.payload["slug"], post.at) == ("dry-socks", at(1))
    assert len(world.rows("comment")) == 1
    assert world.codes() == set()
    assert world.whole_looks()


def test_list_that_breaks_off_idles_nobody(world: BlogWorld, site: PagedSite) -> None:
    world.propose(1)
    world.tick(2)
    page = site.answer("/archive/dry-socks", {}).body.decode()
    site.written["/archive/dry-socks"] = page[: page.index("Pim</a>")]
    site.written["/"] = page[: page.index("Pim</a>")]
    assert world.new_rows(3) == []
    assert world.codes() == {"TRUNCATED", "ROSTER_EMPTY"}
