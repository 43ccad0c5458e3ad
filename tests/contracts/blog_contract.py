"""What reading a blog gives, whatever its engine: an engine's own test inherits this and says how to make its world."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.contracts.blog_world import BlogWorld, Intervention, ScriptedSite, at
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.demo.site import Answer
from tracker.errors import SourceUnreachableError, SourceUnreadableError
from tracker.sources.blog.cursor import BlogCursor
from tracker.sources.http import AskedToWaitError

HOSTILE_NAMES = ("Zoë ]] {{x}}", "~~~~", "Call for Judgment", "O'Brien & <i>Sons</i>", "\u202enosrep")

BEYOND = {
    "long": "<p>" + "lorem {{x}} [[y]] " * 12_000 + "</p>",
    "images": '<img src="/images/vote/for.gif" alt="FOR">' * 120_000,
    "deep": "<ul><li>" * 10_000,
    "rather deep": "<blockquote>" * 400 + "x" + "</blockquote>" * 400,
}
"""Texts that are more than is read of one."""


def answering(body: bytes, status: int = 200, **headers: str) -> Intervention:
    """Answer this instead of the page."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: Answer(status, body, headers=sent)


def cut(answer: Answer) -> Answer:
    """Break the page off in its middle."""
    return replace(answer, body=answer.body[: len(answer.body) // 2])


def bodies(rows: list[Observation]) -> list[str]:
    return [str(row.payload.get("body", "")) for row in rows]


class BlogContract:
    """The contract."""

    #: What is in the address of every request for the post ``dry-socks`` with its comments.
    reads_post: tuple[str, ...] = ("dry-socks",)
    #: How many requests the list of players costs, where it does not come with the posts.
    roster_requests = 0
    has_member_ids = True
    tells_resolution_times = False

    @pytest.fixture
    def world(self) -> Iterator[BlogWorld]:
        with self.site() as site:
            yield self.make(site)

    def site(self) -> ScriptedSite:
        """A blog that is not serving yet."""
        raise NotImplementedError

    def make(self, site: ScriptedSite) -> BlogWorld:
        """The world around that blog."""
        raise NotImplementedError

    def spoil(self, world: BlogWorld, intervention: Intervention) -> None:
        """Do that to every answer about the post ``dry-socks``."""
        world.site.interventions = dict.fromkeys(self.reads_post, intervention)

    # first sight

    def test_first_look_tells_posts_comments_and_roster(self, world: BlogWorld) -> None:
        world.propose(1, flavour="<p>Rain again.</p>")
        world.comment(2, "<p>{FOR} yes</p>")
        world.tick(3)
        (post,) = world.rows("post")
        assert post.id == "post:dry-socks"
        assert post.at == at(1)
        assert post.seen_at == at(3)
        assert post.payload["category"] == "Proposal"
        assert post.payload["title"].endswith("Dry Socks")
        assert post.payload["author"] == "Quill"
        assert post.payload["body"] == "<p>Dry them.</p>"
        assert post.payload["flavour"] == "<p>Rain again.</p>"
        assert post.payload["url"].startswith(world.site.url)
        (comment,) = world.rows("comment")
        assert comment.at == at(2)
        assert (comment.subject, comment.payload["author"]) == ("dry-socks", "Pim")
        assert comment.payload["body"] == '<p><img src="/images/vote/for.gif" alt="for"> yes</p>'
        (roster,) = world.rows("roster")
        assert roster.at == at(3)
        assert [player["name"] for player in roster.payload["players"]] == ["Juniper", "Marlowe", "Pim", "Quill"]
        assert [player["admin"] for player in roster.payload["players"]] == [True, True, False, False]
        assert world.codes() == set()

    def test_member_ids_are_kept_where_the_blog_tells_them(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.tick(3)
        told = [row.payload.get("member_id") for row in world.rows("post", "comment")]
        assert told == (["14", "16"] if self.has_member_ids else [None, None])

    def test_plain_post_has_no_category_and_no_status(self, world: BlogWorld) -> None:
        world.propose(1, category="", title="Idle request")
        world.tick(2)
        (post,) = world.rows("post")
        assert post.payload["category"] == ""
        assert not world.rows("post_status")

    def test_what_is_resolved_at_first_sight_is_told_with_its_note(self, world: BlogWorld) -> None:
        world.propose(1)
        world.site.tell("post_status", 14, slug="dry-socks", status="Enacted", note="Reached quorum 3-0. Marlowe")
        world.tick(20)
        (status,) = world.rows("post_status")
        assert (status.id, status.payload["status"]) == ("status:dry-socks", "Enacted")
        assert status.payload["note"] == "Reached quorum 3-0. Marlowe"
        if self.tells_resolution_times:
            assert status.at == at(14)
        else:
            assert (status.not_before, status.not_after) == (at(1), at(20))

    def test_open_status_goes_without_saying(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        assert not world.rows("post_status")

    # nothing new

    def test_second_look_adds_nothing(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.tick(3)
        assert world.new_rows(4) == []
        assert world.new_rows(30) == []

    def test_same_batches_add_nothing_the_second_time(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        for batch in world.tick(3):
            assert world.archive.append(batch).added == 0

    def test_idle_tick_is_one_request(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(1.5, "Hello")
        world.tick(2)
        world.tick(2.1)
        world.site.paths()
        for minute in range(3):
            assert world.new_rows(2.2 + minute / 60) == []
            assert len(world.site.paths()) == 1

    def test_requests_tell_who_asks(self, world: BlogWorld) -> None:
        world.tick(1)
        agents = {headers["user-agent"] for _, headers in world.site.requests}
        assert len(agents) == 1
        assert "keeper@example.org" in agents.pop()

    # comments change

    def test_edited_comment_lies_between_the_two_looks(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}")
        world.tick(3)
        world.edit_comment(3.2, "{AGAINST}")
        (edited,) = world.new_rows(4)
        (first,) = world.rows("comment")
        assert (edited.kind, edited.id) == ("comment_edited", first.id)
        assert (edited.at, edited.not_before, edited.not_after) == (None, at(3), at(4))
        assert "against.gif" in edited.payload["body"]
        assert (edited.payload["post"], edited.payload["author"]) == ("dry-socks", "Pim")

    def test_comment_edited_there_and_back_gives_three_rows(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}")
        world.tick(3)
        world.edit_comment(3.2, "{AGAINST}")
        world.tick(4)
        world.edit_comment(4.2, "{FOR}")
        world.tick(5)
        (first,) = world.rows("comment")
        versions = [row.observation for row in world.archive.versions(first.id)]
        assert [row.kind for row in versions] == ["comment", "comment_edited", "comment_edited"]
        assert versions[0].payload["body"] == versions[2].payload["body"]
        assert (versions[2].not_before, versions[2].not_after) == (at(4), at(5))

    def test_unchanged_hint_does_not_hide_an_edit(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}")
        world.tick(2.9)
        world.tick(3)
        world.edit_comment(3.05, "{AGAINST}")
        assert world.new_rows(3.1) == []
        (edited,) = world.new_rows(3.6)
        assert edited.not_before in (at(2.9), at(3))
        assert edited.not_after == at(3.6)

    def test_first_look_at_or_after_a_named_instant_reads_open_matters_in_full(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}")
        world.tick(2.9)
        world.tick(3)
        world.named = at(3.15)
        world.edit_comment(3.05, "{AGAINST}")
        assert world.new_rows(3.1) == []
        (edited,) = world.new_rows(3.15)
        assert edited.not_after == at(3.15)
        world.edit_comment(3.17, "{FOR}")
        assert world.new_rows(3.2) == []

    def test_full_reading_that_a_named_instant_interrupts_begins_again(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}")
        world.tick(3)
        world.tick(3.6, batches=1)
        world.edit_comment(3.62, "{AGAINST}")
        world.named = at(3.65)
        (edited,) = world.new_rows(3.66)
        assert edited.not_before == at(3.6)

    def test_comment_that_is_gone_gets_a_tombstone(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.comment(2.5, "Bye", id="2")
        world.tick(3)
        world.site.tell("comment_gone", 3.5, post="dry-socks", id="1")
        (stone,) = world.new_rows(4)
        assert (stone.kind, stone.payload["author"]) == ("comment_gone", "Pim")
        assert stone.id == world.rows("comment")[0].id
        assert (stone.not_before, stone.not_after) == (at(3), at(4))
        assert world.new_rows(5) == []

    def test_tombstones_come_only_in_complete_batches(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.comment(2.5, "Bye", id="2")
        world.tick(3)
        world.site.tell("comment_gone", 3.5, post="dry-socks", id="1")
        for batch in world.tick(4):
            assert batch.complete or all(row.kind != "comment_gone" for row in batch.observations)

    def test_late_comment_is_told_at_its_own_time(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(5, "Later", id="2")
        world.tick(6)
        world.comment(4, "Held back", id="1")
        (late,) = world.new_rows(7)
        assert (late.kind, late.at, late.seen_at) == ("comment", at(4), at(7))

    def test_equal_seconds_of_one_member_are_two_comments(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "{FOR}", id="1")
        world.comment(2, "{AGAINST}", id="2")
        world.tick(3)
        first, second = world.rows("comment")
        assert first.id != second.id
        assert first.at == second.at == at(2)
        assert "for.gif" in first.payload["body"]

    def test_long_threads_are_read_to_the_end(self, world: BlogWorld) -> None:
        world.propose(1)
        for number in range(230):
            world.comment(2 + number / 100, f"Number {number}", id=str(number + 1))
        world.tick(6)
        assert len(world.rows("comment")) == 230
        assert world.codes() == set()
        assert world.whole_looks()

    def test_redacted_comment_stays_redacted(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "My address is 5 Quay Street")
        world.tick(3)
        (comment,) = world.rows("comment")
        world.archive.redact(comment.id, by="Marlowe", why="private", at=at(3.5))
        assert world.new_rows(4) == []
        assert "Quay" not in str([row.payload for row in world.rows()])

    # posts change

    def test_edited_post_tells_what_changed_and_nothing_else(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.tell("post_edited", 2.5, slug="dry-socks", by="Quill", body="<p>Dry them well.</p>")
        (edited,) = world.new_rows(3)
        assert (edited.kind, edited.id) == ("post_edited", "post:dry-socks")
        assert edited.payload == {"slug": "dry-socks", "by": "", "body": "<p>Dry them well.</p>"}
        assert edited.not_before == at(2)
        assert edited.not_after is not None
        assert at(2.5) <= edited.not_after <= at(3)

    def test_each_edit_is_compared_with_the_post_as_it_stood(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.tell("post_edited", 2.5, slug="dry-socks", by="Quill", body="<p>Dry them well.</p>")
        world.tick(3)
        assert world.new_rows(3.7) == []
        world.site.tell("post_edited", 3.8, slug="dry-socks", by="Quill", title="Drier Socks")
        (edited,) = world.new_rows(4.5)
        assert set(edited.payload) == {"slug", "by", "title"}
        assert edited.payload["title"].endswith("Drier Socks")
        assert world.new_rows(5.5) == []

    def test_category_change_is_an_edit(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.tell("post_edited", 2.1, slug="dry-socks", by="Quill", category="Story Post", title="A Story")
        (edited,) = [row for row in world.new_rows(3) if row.kind == "post_edited"]
        assert edited.payload["category"] == "Story Post"

    def test_resolution_seen_later_is_told_once(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.tell("post_status", 14, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
        (status,) = world.new_rows(15)
        assert (status.kind, status.payload["status"]) == ("post_status", "Failed")
        if not self.tells_resolution_times:
            assert (status.not_before, status.not_after) == (at(2), at(15))
        assert world.new_rows(16) == []

    def test_reopened_matter_is_told(self, world: BlogWorld) -> None:
        world.propose(1)
        world.site.tell("post_status", 14, slug="dry-socks", status="Failed", note="A mistake. Marlowe")
        world.tick(15)
        world.site.tell("post_status", 16, slug="dry-socks", status="open")
        (status,) = world.new_rows(28)
        assert status.payload["status"] == "open"
        assert (status.not_before, status.not_after) == (at(15), at(28))

    def test_status_of_a_matter_that_stays_open_is_asked_again(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.paths()
        world.tick(3)
        assert any(part in path for path in world.site.paths() for part in self.reads_post)

    def test_removed_post_gets_a_tombstone(self, world: BlogWorld) -> None:
        world.propose(1)
        world.propose(1.5, "wet-socks", "Wet Socks")
        world.tick(2)
        world.site.tell("post_gone", 2.5, slug="dry-socks")
        (stone,) = world.new_rows(3)
        assert (stone.kind, stone.id, stone.payload) == ("post_gone", "post:dry-socks", {"slug": "dry-socks"})
        assert (stone.not_before, stone.not_after) == (at(2), at(3))
        assert world.new_rows(20) == []

    def test_post_that_returns_is_told_again(self, world: BlogWorld) -> None:
        world.propose(1)
        world.propose(1.5, "wet-socks", "Wet Socks")
        world.tick(2)
        world.site.tell("post_gone", 2.5, slug="dry-socks")
        world.tick(3)
        world.propose(1)
        world.site.events.remove({"kind": "post_gone", "at": at(2.5), "slug": "dry-socks"})
        world.site.tell("post_edited", 3.5, slug="dry-socks", by="Quill", title="Dry Socks Return")
        back = [row for row in world.new_rows(4) if row.id == "post:dry-socks"]
        assert [row.kind for row in back] == ["post_edited"]
        assert {"title", "body", "category"} <= set(back[0].payload)

    # what is read when

    def test_new_post_is_read_as_soon_as_the_hint_names_it(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.propose(2.05, "wet-socks", "Wet Socks")
        told = [row for minutes in (6, 12) for row in world.new_rows(2 + minutes / 60)]
        assert [row.id for row in told] == ["post:wet-socks"]

    def test_full_reading_asks_once_for_each_open_matter_at_most(self, world: BlogWorld) -> None:
        for number in range(6):
            world.propose(1 + number / 10, f"matter-{number}", f"Matter {number}")
            world.comment(2, "{FOR}", post=f"matter-{number}", id=str(number + 1))
        world.tick(3)
        world.site.paths()
        world.tick(4)
        assert len(world.site.paths()) <= 1 + 6 + self.roster_requests

    def test_resolved_matters_rest(self, world: BlogWorld) -> None:
        world.propose(1)
        world.site.tell("post_status", 14, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
        world.tick(15)
        world.site.paths()
        world.tick(16)
        assert not any("dry-socks" in path for path in world.site.paths())

    def test_complete_look_is_told(self, world: BlogWorld) -> None:
        world.propose(1)
        (*_, last) = world.tick(2)
        (look,) = world.whole_looks()
        assert look.payload == {"source": "blog", "complete": True}
        assert look.at == at(2)
        assert last.complete

    # first run, interruption, resync

    def test_first_run_walks_the_months_with_progress(self, world: BlogWorld) -> None:
        world.config = replace(world.config, start_month="2026-02")
        world.propose(-100, "old-one", "Old One")
        world.propose(1)
        world.tick(2)
        assert [row.id for row in world.rows("post")] == ["post:old-one", "post:dry-socks"]
        assert ("month 2026-02", 0, 2) in world.steps.told
        assert ("month 2026-03", 1, 2) in world.steps.told

    def test_interrupted_first_run_goes_on_where_it_was(self, world: BlogWorld) -> None:
        for number in range(5):
            world.propose(1 + number, f"matter-{number}", f"Matter {number}")
        world.tick(8, batches=3)
        told = len(world.rows("post"))
        assert 0 < told < 5
        cursor = BlogCursor.parse(world.archive.cursor("blog"))
        assert cursor.walk is not None
        world.site.paths()
        world.tick(8.1)
        assert len(world.rows("post")) == 5
        assert not BlogCursor.parse(world.archive.cursor("blog")).walk

    def test_interruption_anywhere_loses_nothing(self, world: BlogWorld) -> None:
        for number in range(3):
            world.propose(1 + number, f"matter-{number}", f"Matter {number}")
            world.comment(5, "{FOR}", post=f"matter-{number}", id=str(number + 1))
        for step in range(40):
            world.tick(8 + step / 100, batches=1)
        assert len(world.rows("post")) == len(world.rows("comment")) == 3
        assert len(world.rows("roster")) == 1

    def test_resync_reads_everything_and_adds_nothing(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.site.tell("post_status", 14, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
        (*_, last) = world.tick(15)
        cursor = world.source().resync_cursor(world.archive)
        world.archive.append(replace(last, observations=(), cursor=cursor))
        world.site.paths()
        assert world.new_rows(16) == []
        assert any(part in path for path in world.site.paths() for part in self.reads_post)

    def test_edit_long_ago_is_found_by_a_resync(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.site.tell("post_status", 14, slug="dry-socks", status="Failed", note="Self-killed. Marlowe")
        world.tick(15)
        world.tick(15 + 24 * 40)
        assert not BlogCursor.parse(world.archive.cursor("blog")).watched
        world.edit_comment(16 + 24 * 40, "Goodbye")
        cursor = world.source().resync_cursor(world.archive)
        (*_, last) = world.tick(17 + 24 * 40)
        world.archive.append(replace(last, observations=(), cursor=cursor))
        (edited,) = world.new_rows(18 + 24 * 40)
        assert edited.kind == "comment_edited"
        assert edited.not_after == at(18 + 24 * 40)

    def test_post_that_vanished_long_ago_is_found_by_a_resync(self, world: BlogWorld) -> None:
        for number in (1, 2):
            world.propose(number, f"matter-{number}", f"Matter {number}")
            world.site.tell("post_status", 14, slug=f"matter-{number}", status="Failed", note="Self-killed. Marlowe")
        world.tick(15)
        world.tick(15 + 24 * 40)
        world.site.tell("post_gone", 16 + 24 * 40, slug="matter-1")
        (*_, last) = world.tick(17 + 24 * 40)
        assert world.rows("post_gone") == []
        for hour in (18, 42):
            source = world.source()
            cursor = source.resync_cursor(world.archive)
            assert source.is_resyncing(cursor)
            world.archive.append(replace(last, observations=(), cursor=cursor))
            world.tick(hour + 24 * 40)
            assert not source.is_resyncing(world.archive.cursor("blog"))
            assert [row.payload["slug"] for row in world.rows("post_gone")] == ["matter-1"]

    def test_resync_since_an_instant_reads_from_its_month_on(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        source = world.source()
        for since, month in ((None, "2026-03"), (at(24 * 40), "2026-04"), (at(-24 * 400), "2025-01")):
            walk = BlogCursor.parse(source.resync_cursor(world.archive, since)).walk
            assert walk is not None
            assert walk.next == month

    # roster

    def test_unchanged_roster_is_told_once(self, world: BlogWorld) -> None:
        world.tick(1)
        world.tick(2)
        world.tick(30)
        assert len(world.rows("roster")) == 1

    def test_who_falls_off_the_list_is_idle(self, world: BlogWorld) -> None:
        world.tick(1)
        world.site.tell("roster_change", 1.5, name="Marlowe", change="idle")
        (roster,) = world.new_rows(2)
        assert (roster.kind, roster.not_before, roster.not_after) == ("roster", at(1), at(2))
        players = {player["name"]: player for player in roster.payload["players"]}
        assert players["Marlowe"]["status"] == "idle"
        assert players["Marlowe"]["admin"]
        assert [name for name, player in players.items() if player["status"] == "player"] == ["Juniper", "Pim", "Quill"]
        assert world.new_rows(3) == []

    def test_who_comes_back_is_a_player_again(self, world: BlogWorld) -> None:
        world.tick(1)
        world.site.tell("roster_change", 1.5, name="Pim", change="idle")
        world.tick(2)
        world.site.tell("roster_change", 2.5, name="Pim", change="unidle")
        (roster,) = world.new_rows(3)
        assert {player["status"] for player in roster.payload["players"]} == {"player"}
        assert (roster.not_before, roster.not_after) == (at(2), at(3))

    def test_newcomer_and_new_admin_change_the_roster(self, world: BlogWorld) -> None:
        world.tick(1)
        world.site.tell("roster_change", 1.2, name="Fern", change="join")
        world.site.tell("roster_change", 1.3, name="Pim", change="admin")
        (roster,) = world.new_rows(2)
        assert {player["name"]: player["admin"] for player in roster.payload["players"]} == {
            "Fern": False,
            "Juniper": True,
            "Marlowe": True,
            "Pim": True,
            "Quill": False,
        }

    def test_empty_list_never_means_no_players(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        for name in ("Juniper", "Marlowe", "Quill", "Pim"):
            world.site.tell("roster_change", 2.1, name=name, change="leave")
        assert [row for row in world.new_rows(3) if row.kind == "roster"] == []
        assert "ROSTER_EMPTY" in world.codes()
        assert len(world.whole_looks()) == 1
        assert world.part_looks() == [("blog:roster", False, "2026-03-02T02:00:00Z")]
        world.tick(4)
        world.site.tell("roster_change", 4.5, name="Quill", change="join")
        world.tick(5)
        assert world.part_looks()[1:] == [("blog:roster", True, "")]

    # bad input

    def test_error_page_with_status_200_changes_nothing(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.tick(3)
        self.spoil(world, answering(b"<html><body><h1>Database error</h1></body></html>"))
        assert world.new_rows(4) == []
        assert world.codes() & {"UNREADABLE", "WRONG_PAGE", "MARKUP_CHANGED"}
        assert len(world.whole_looks()) == 1
        world.site.interventions.clear()
        world.edit_comment(4.5, "Goodbye")
        (edited,) = world.new_rows(5)
        assert (edited.not_before, edited.not_after) == (at(3), at(5))
        told = ("blog:post:dry-socks", False, "2026-03-02T03:00:00Z"), ("blog:post:dry-socks", True, "")
        assert [part for part in world.part_looks() if part[0] != "blog:roster"] == list(told)

    def test_site_of_error_pages_is_an_error_and_its_months_are_walked_later(self, world: BlogWorld) -> None:
        world.propose(1)
        world.site.interventions = {"/": answering(b"<html><body><h1>Database error</h1></body></html>")}
        for hours in (2, 3):
            with pytest.raises(SourceUnreadableError):
                world.tick(hours)
        world.site.interventions.clear()
        world.tick(4)
        assert [row.payload["slug"] for row in world.rows("post")] == ["dry-socks"]
        assert len(world.whole_looks()) == 1

    def test_empty_answer_changes_nothing(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(3)
        self.spoil(world, answering(b""))
        assert world.new_rows(4) == []
        assert world.warnings

    def test_page_that_breaks_off_takes_nothing_away(self, world: BlogWorld) -> None:
        world.propose(1)
        for number in range(20):
            world.comment(2, f"Number {number} {'x' * 200}", id=str(number + 1))
        world.tick(3)
        self.spoil(world, cut)
        assert world.new_rows(4) == []
        assert world.warnings
        assert len(world.whole_looks()) == 1

    def test_page_that_breaks_off_tells_no_half_comment(self, world: BlogWorld) -> None:
        world.propose(1)
        for number in range(9):
            world.comment(2, f"<p>{'begin ' * 50} end</p>", id=str(number + 1))
        self.spoil(world, cut)
        world.tick(3)
        assert all(body.endswith("end</p>") for body in bodies(world.rows("comment")))
        world.site.interventions.clear()
        world.tick(4)
        assert len(world.rows("comment")) == 9
        assert not world.rows("comment_edited", "post_edited")

    def test_unreachable_post_is_tried_again_and_the_others_are_read(self, world: BlogWorld) -> None:
        world.tick(1)
        world.propose(1.5)
        world.propose(1.6, "wet-socks", "Wet Socks")
        self.spoil(world, answering(b"busy", 503))
        world.tick(2)
        assert "UNREACHABLE" in world.codes()
        world.site.interventions.clear()
        world.tick(2.1)
        assert {row.id for row in world.rows("post")} == {"post:dry-socks", "post:wet-socks"}

    def test_site_that_is_down_raises(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"down", 503)}
        with pytest.raises(SourceUnreachableError, match="503"):
            world.tick(3)
        world.site.interventions.clear()
        assert world.new_rows(4) == []

    def test_site_that_stays_down_is_told_by_one_row_and_its_end_by_another(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"down", 503)}
        for hours in (2.2, 3, 3.5, 9):
            with pytest.raises(SourceUnreachableError, match="503"):
                world.tick(hours)
        assert world.part_looks() == [("blog:site", False, "2026-03-02T02:00:00Z")]
        assert [row.at for row in world.rows("look")][-1] == at(3)
        world.site.interventions.clear()
        world.comment(9.5, "Hello")
        assert [row.kind for row in world.new_rows(10)] == ["comment"]
        world.tick(11)
        assert world.part_looks()[1:] == [("blog:site", True, "")]

    def test_site_that_is_down_between_two_full_readings_leaves_nothing_unread(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"down", 503)}
        with pytest.raises(SourceUnreachableError):
            world.tick(2.2)
        world.site.interventions.clear()
        world.tick(2.4)
        assert world.part_looks() == []

    def test_site_that_is_down_at_a_named_instant_is_unread_until_it_answers(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.named = at(2.1)
        world.site.interventions = {"": answering(b"down", 503)}
        with pytest.raises(SourceUnreachableError):
            world.tick(2.1)
        assert world.part_looks() == [("blog:site", False, "2026-03-02T02:00:00Z")]
        world.site.interventions.clear()
        world.named = at(9)
        world.tick(2.2)
        assert world.part_looks()[1:] == [("blog:site", True, "")]

    def test_what_cannot_be_read_is_known_until_it_can_be(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        assert world.unread() == []
        self.spoil(world, answering(b"<html><body><h1>Database error</h1></body></html>"))
        world.tick(3)
        world.tick(4)
        (part,) = [part for part in world.unread() if part.name == "dry-socks"]
        assert (part.since, part.last) == ("2026-03-02T03:00:00Z", "2026-03-02T02:00:00Z")
        world.site.interventions.clear()
        world.tick(5)
        assert world.unread() == []

    def test_new_post_that_cannot_be_read_is_tried_until_it_can_be(self, world: BlogWorld) -> None:
        world.tick(1)
        world.propose(1.5)
        self.spoil(world, answering(b"<html><body><h1>Database error</h1></body></html>"))
        world.tick(2)
        assert [(part.name, part.last) for part in world.unread() if part.name == "dry-socks"] == [("dry-socks", "")]
        world.site.interventions.clear()
        world.tick(2.1)
        assert [row.id for row in world.rows("post")] == ["post:dry-socks"]
        world.tick(3)
        assert world.unread() == []

    def test_one_look_with_a_clock_ahead_keeps_no_later_one_from_reading(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(1.5, "Hello")
        world.tick(2)
        world.tick(24 * 60, site_hours=2.5)
        world.edit_comment(2.7, "Goodbye")
        (edited,) = world.new_rows(3)
        assert bodies([edited]) == ["Goodbye"]
        assert edited.not_after == at(3)
        world.edit_comment(3.2, "Goodbye all")
        assert len(world.new_rows(4)) == 1
        assert world.whole_looks()[-1].at == at(4)

    @pytest.mark.parametrize("wish", ["99999999", "99999999999999", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
    def test_wish_to_be_left_alone_for_years_is_heeded_for_some_hours(self, world: BlogWorld, wish: str) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"busy", 503, Retry_After=wish)}
        with pytest.raises(AskedToWaitError, match="2026-03-02T09:00:00Z"):
            world.tick(3)
        world.site.paths()
        with pytest.raises(AskedToWaitError):
            world.tick(8.9)
        assert world.site.paths() == []
        world.site.interventions.clear()
        assert world.new_rows(9) == []
        assert world.site.paths()

    def test_what_a_clock_ahead_noted_as_unread_does_not_hold_for_good(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"down", 503)}
        with pytest.raises(SourceUnreachableError):
            world.tick(24 * 60)
        with pytest.raises(SourceUnreachableError):
            world.tick(3)
        with pytest.raises(SourceUnreachableError):
            world.tick(4)
        world.site.interventions.clear()
        world.tick(5)
        world.tick(6)
        told = [(row.at, row.payload["complete"]) for row in world.rows("look") if row.payload["source"] == "blog:site"]
        ahead = 24 * 60
        assert sorted(told) == [(at(3), False), (at(5), True), (at(ahead), False), (at(ahead + 1), True)]

    def test_wish_noted_by_a_clock_that_was_ahead_is_none(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"busy", 503, Retry_After="3600")}
        with pytest.raises(AskedToWaitError):
            world.tick(24 * 60)
        world.site.interventions.clear()
        world.tick(3)
        assert world.whole_looks()[-1].at == at(3)

    def test_wish_to_be_left_alone_is_remembered(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.site.interventions = {"": answering(b"busy", 503, Retry_After="3600")}
        with pytest.raises(AskedToWaitError):
            world.tick(3)
        world.site.interventions.clear()
        world.site.paths()
        with pytest.raises(AskedToWaitError):
            world.tick(3.5)
        assert world.site.paths() == []
        world.tick(4.1)
        assert world.site.paths()

    def test_bytes_that_are_not_utf8_are_kept(self, world: BlogWorld) -> None:
        world.propose(1, body="<p>Na\u00efve s\u00f6cks</p>")
        world.comment(2, "<p>d\u00e9j\u00e0 vu</p>")

        def as_latin(answer: Answer) -> Answer:
            if "html" not in answer.content_type:
                return answer
            return replace(answer, body=answer.body.decode().encode("latin-1"), content_type="text/html")

        world.site.interventions = {"": as_latin}
        world.tick(3)
        assert bodies(world.rows("post", "comment")) == ["<p>Na\u00efve s\u00f6cks</p>", "<p>d\u00e9j\u00e0 vu</p>"]

    def test_long_comment_is_read_whole(self, world: BlogWorld) -> None:
        world.propose(1)
        text = "word " * 39_000
        world.comment(2, f"<p>{text}{{FOR}}</p>")
        world.tick(3)
        (comment,) = world.rows("comment")
        assert len(comment.payload["body"]) > 195_000
        assert "for.gif" in comment.payload["body"]
        assert world.codes() == set()

    @pytest.mark.parametrize("text", BEYOND)
    @pytest.mark.parametrize("where", ["post", "comment"])
    def test_text_beyond_the_bounds_is_told_and_nothing_else_suffers(
        self, world: BlogWorld, text: str, where: str
    ) -> None:
        world.propose(1)
        world.comment(2, "<p>{FOR}</p>", author="Pim")
        world.tick(3)
        before = bodies(world.rows("post", "comment"))
        if where == "post":
            world.site.tell("post_edited", 4, slug="dry-socks", body=BEYOND[text])
        else:
            world.comment(4, BEYOND[text], author="Marlowe", id="2")
        world.propose(4.5, slug="wet-socks", title="Wet Socks")
        world.comment(4.6, "<p>{AGAINST}</p>", id="3", post="wet-socks")
        world.tick(5)
        assert world.codes() & {"UNREADABLE", "TRUNCATED"}
        assert bodies(world.rows("post", "comment"))[:2] == before
        assert [row.payload.get("slug", row.payload.get("post")) for row in world.rows("post", "comment")[2:]] == [
            "wet-socks",
            "wet-socks",
        ]
        assert world.rows("post_edited", "post_gone", "comment_edited", "comment_gone") == []
        assert [part for part, is_whole, _ in world.part_looks() if not is_whole] == ["blog:post:dry-socks"]
        assert [part.name for part in world.unread()] == ["dry-socks"]

    def test_new_post_too_long_to_be_read_is_known_by_its_title(self, world: BlogWorld) -> None:
        world.propose(1, body=BEYOND["long"])
        world.tick(2)
        (post,) = world.rows("post")
        assert post.payload["title"].endswith("Dry Socks")
        assert (post.payload["body"], post.at) == ("", at(1))
        assert [part.name for part in world.unread()] == ["dry-socks"]
        world.site.tell("post_edited", 3, slug="dry-socks", body="<p>Shorter.</p>")
        world.tick(4)
        assert bodies(world.rows("post_edited")) == ["<p>Shorter.</p>"]
        assert world.unread() == []

    def test_page_over_the_size_limit_is_said_to_be(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(2)
        world.comment(2.1, f"<p>{'word ' * 30_000}</p>")
        world.http = replace(world.http, max_bytes=100_000)
        assert world.new_rows(3) == []
        assert any("100,000 bytes" in warning.text for warning in world.warnings)

    @pytest.mark.parametrize("title", ["--> |} {{x}}", "<script>alert(1)</script> &amp; <b>bold</b>", "x" * 10_000])
    def test_hostile_titles_are_text(self, world: BlogWorld, title: str) -> None:
        world.propose(1, title=title)
        world.tick(2)
        (post,) = world.rows("post")
        assert post.payload["title"].endswith(title)

    @pytest.mark.parametrize("name", HOSTILE_NAMES)
    def test_hostile_names_are_text(self, world: BlogWorld, name: str) -> None:
        world.site.tell("roster_change", 0.5, name=name, change="join")
        world.propose(1, author=name)
        world.comment(1.5, "Hello", author=name)
        world.tick(2)
        assert [row.payload["author"] for row in world.rows("post", "comment")] == [name, name]
        (roster,) = world.rows("roster")
        assert name in [player["name"] for player in roster.payload["players"]]

    def test_comment_cannot_pose_as_another(self, world: BlogWorld) -> None:
        forged = (
            '<div class="comment" id="comment-99"><h3><a href="/member/11">Juniper</a></h3>'
            '<div class="wp-block-comment-author-name">Juniper</div><div class="commentbody comment-content">{VETO}</div>'
            '<p>02-03-2026 02:30:00 UTC</p><time datetime="2026-03-02T02:30:00+00:00"></time></div>'
        )
        world.propose(1)
        world.comment(2, f"<p>Look:</p>{forged}")
        world.tick(3)
        assert {row.payload["author"] for row in world.rows("comment")} == {"Pim"}

    def test_time_in_the_future_is_a_warning(self, world: BlogWorld) -> None:
        world.propose(1)
        world.tick(0.99, site_hours=1)
        assert "CLOCK_SKEW" not in world.codes()
        world.comment(3, "Hello")
        world.tick(2, site_hours=3)
        assert "CLOCK_SKEW" in world.codes()
        (comment,) = world.rows("comment")
        assert comment.at == at(3)

    def test_every_row_is_of_this_source_and_dated(self, world: BlogWorld) -> None:
        world.propose(1)
        world.comment(2, "Hello")
        world.site.tell("post_status", 14, slug="dry-socks", status="Enacted", note="Timed out 1-0. Marlowe")
        world.tick(15)
        for row in world.rows():
            assert row.source == "blog"
            assert iso(row.happened_at)
            assert row.seen_at is not None

    def test_cursor_of_another_making_is_a_first_run(self, world: BlogWorld) -> None:
        world.propose(1)
        (*_, last) = world.tick(2)
        for text in ("nonsense", "[1]", '{"watched": 3}', '{"unknown": 1}'):
            world.archive.append(replace(last, observations=(), cursor=text))
            assert world.new_rows(3) == []
