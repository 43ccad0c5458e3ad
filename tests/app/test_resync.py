"""Resync: what changed unseen is found, told and counted, nothing is lost or doubled, and an interrupted one goes on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import APPLY, SetClock, ToldSource, small_game, wired
from tests.contracts.blog_world import BlogWorld, ScriptedSite, at
from tracker.app.people import by_hand
from tracker.app.people.reading_anew import Reread, State, last_of
from tracker.app.people.resync import resync
from tracker.app.publish.drifted import Drift
from tracker.app.tick.looking import lock, publisher
from tracker.app.tick.pause import set_pause
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import Observed
from tracker.app.wired import Wired
from tracker.core.change import AnswerLine
from tracker.core.plan import answer_key
from tracker.core.ports import Known, PageEdit
from tracker.errors import LockedError, StoppedError
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.directory import DirectoryWiki

LONG_AGO = 24 * 40
"""Hours after which nothing of the first days is looked at any more."""
BOARD = "Tracker/Votable matters"


class Blogged(BlogWorld):
    """A blog of old and the tracker that watches it, with the pages that it keeps."""

    def __init__(self, site: ScriptedSite, folder: Path) -> None:
        config = ExpressionEngineConfig(base_url=site.url)
        super().__init__(site, lambda _, fetcher: ExpressionEngine(config, fetcher))
        self.folder = folder
        self.now = SetClock(at(15))
        self.wiki = DirectoryWiki(folder / "wiki", self.now, "Tracker")
        self.edit("Ruleset", "one")

    def edit(self, title: str, text: str, by: str = "Quill") -> None:
        people = DirectoryWiki(self.folder / "wiki", self.now, by)
        people.save(PageEdit(title, text, "", people.revision_ids([title])[title]))

    def tracker(self, hours: float) -> Wired:
        """The tracker as a process of its own at an instant."""
        self.now.instant = self.clock.instant = self.site.now = at(hours)
        made = wired(self.folder, APPLY, clock=self.now, archive=self.archive, wiki=self.wiki)
        sources: tuple[Any, ...] = (self.source(), WikiPagesSource("wiki", made.look, ["Ruleset"], full_history=True))
        return replace(made, sources=sources)

    def make_pages(self, tracker: Wired) -> None:
        plan = by_hand.plan_creation_now(tracker)
        by_hand.apply_now(tracker, plan, plan.checksum)


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blogged]:
    """Two failed proposals of long ago, each with two comments, and an open one; everything is archived."""
    with ScriptedSite() as site:
        made = Blogged(site, tmp_path)
        for number in (1, 2):
            made.propose(number, f"old-{number}", f"Old {number}")
            for id in (1, 2):
                made.comment(number + 0.1 * id, "{FOR} hm", id=f"{number}{id}", post=f"old-{number}")
            site.tell("post_status", 14, slug=f"old-{number}", status="Failed", note="Self-killed. Marlowe")
        tick(made.tracker(15))
        made.propose(LONG_AGO, "new", "New")
        made.comment(LONG_AGO + 0.5, "{FOR}", id="31", post="new")
        made.make_pages(made.tracker(LONG_AGO + 1))
        tick(made.tracker(LONG_AGO + 1))
        assert tick(made.tracker(LONG_AGO + 2)).exit_code == 0
        yield made


LATER = LONG_AGO + 3


def sorts(found: Any) -> list[tuple[str, str]]:
    return sorted((item.sort, item.subject) for item in found.differences)


def test_where_nothing_changed_nothing_differs_and_no_row_is_added(blog: Blogged) -> None:
    rows = blog.archive.last_seq()
    done = resync(blog.tracker(LONG_AGO + 2.01))
    assert (done.reread.summary, done.reread.is_complete, done.reread.went_on) == ("nothing differs", True, False)
    assert (done.reread.differences, done.reread.drifted, done.reread.figures) == ((), (), ())
    assert (done.tick.outcome, done.tick.exit_code) == ("in step", 0)
    added = [row.observation for row in blog.archive.rows(after_seq=rows)]
    assert {row.kind for row in added} <= {"look"}
    assert tick(blog.tracker(LONG_AGO + 2.02)).outcome == "idle"


def test_what_changed_unseen_is_told_with_what_it_was(blog: Blogged) -> None:
    blog.edit_comment(LATER - 0.5, "Goodbye", id="11", post="old-1")
    blog.site.tell("comment_gone", LATER - 0.5, post="old-1", id="12")
    blog.site.tell("post_gone", LATER - 0.4, slug="old-2")
    blog.site.tell("post_status", LATER - 0.3, slug="old-1", status="Enacted", note="After all. Marlowe")
    done = resync(blog.tracker(LATER))
    assert sorts(done.reread) == [
        ("comment edited", "old-1"),
        ("comment gone", "old-1"),
        ("post gone", "old-2"),
        ("status changed", "old-1"),
    ]
    told = {item.sort: item for item in done.reread.differences}
    assert "Goodbye" in told["comment edited"].text
    assert " → " in told["comment edited"].text
    assert told["status changed"].text.startswith("Failed → Enacted; ")
    assert told["comment gone"].author == "Pim"
    assert told["comment edited"].at == at(LATER)
    assert "1 × comment edited" in done.reread.summary
    assert done.tick.exit_code == 0
    assert resync(blog.tracker(LATER + 0.1)).reread.summary == "nothing differs"


def test_figures_that_change_through_it_are_told_before_and_after(blog: Blogged) -> None:
    blog.comment(LATER - 0.5, "{AGAINST}", author="Marlowe", id="32", post="new")
    done = resync(blog.tracker(LATER))
    figures = {figure.name: (figure.before, figure.after) for figure in done.reread.figures}
    assert figures["matters.new.against"] == (0, 1)
    assert figures["matters.new.votes.Marlowe"] == (None, "AGAINST")
    assert sorts(done.reread) == [("comment unseen", "new")]


def test_a_roster_that_differs_names_who(blog: Blogged) -> None:
    blog.site.tell("roster_change", LATER - 0.5, name="Pim", change="idle")
    done = resync(blog.tracker(LATER))
    (item,) = done.reread.differences
    assert item.sort == "roster differs"
    assert "Pim" in item.text
    assert "Quill" not in item.text


def test_since_an_instant_leaves_out_what_was_before(blog: Blogged) -> None:
    blog.edit_comment(LATER - 0.5, "Goodbye", id="11", post="old-1")
    blog.edit_comment(LATER - 0.5, "{AGAINST} now", id="31", post="new")
    done = resync(blog.tracker(LATER), since=at(LONG_AGO))
    assert sorts(done.reread) == [("comment edited", "new")]
    assert done.reread.since == at(LONG_AGO)


def test_what_was_not_wholly_read_is_not_gone(blog: Blogged) -> None:
    blog.site.interventions["/archive/old-1"] = lambda answer: replace(
        answer, body=answer.body[: len(answer.body) // 2]
    )
    blog.site.interventions["/archive/old-2"] = lambda answer: replace(answer, status=500)
    done = resync(blog.tracker(LATER))
    assert not [item for item in done.reread.differences if "gone" in item.sort]
    assert "old-2" in done.reread.unread
    assert "could not be read" in done.reread.summary
    assert blog.rows("comment_gone", "post_gone") == []


# --- wiki -------------------------------------------------------------------------------------------------------------


def test_revisions_unseen_and_vanished_are_told(blog: Blogged) -> None:
    blog.edit("Ruleset", "two", by="Pim")
    tick(blog.tracker(LATER))
    blog.edit("Ruleset", "three", by="Marlowe")
    tracker = blog.tracker(LATER + 1)

    class Shortened:
        """A wiki that has no second revision any more."""

        def __getattr__(self, name: str) -> Any:
            return getattr(tracker.look, name)

        def revisions(self, title: str, after: int = 0, limit: int = 50) -> Any:
            return [found for found in tracker.look.revisions(title, after, limit) if found.revision != 2]

    pages = WikiPagesSource("wiki", Shortened(), ["Ruleset"], full_history=True)
    done = resync(replace(tracker, sources=(tracker.sources[0], pages)))
    told = {(item.sort, item.id, item.author) for item in done.reread.differences}
    assert told == {
        ("revision unseen", "revision:Ruleset:3", "Marlowe"),
        ("revision vanished", "revision:Ruleset:2", "Pim"),
    }
    assert [row.id for row in blog.rows("page_revision")] == [f"revision:Ruleset:{number}" for number in (1, 2, 3)]


def test_pages_that_drifted_are_told_with_whose_edit(blog: Blogged) -> None:
    text = blog.wiki.fetch([BOARD])[BOARD].text
    blog.now.instant = at(LATER - 0.5)
    blog.edit(BOARD, text.replace("New", "Neu"), by="Pim")
    evidence = blog.wiki.fetch(["Tracker/Evidence"])["Tracker/Evidence"].text
    blog.edit("Tracker/Evidence", evidence.replace("<!-- tracker:end", "<!-- trucker:end"), by="Quill")
    blog.edit("Tracker/Roster", "people's own words\n" + blog.wiki.fetch(["Tracker/Roster"])["Tracker/Roster"].text)
    done = resync(blog.tracker(LATER))
    told = {(item.page, item.part, item.editor) for item in done.reread.drifted}
    assert (BOARD, "votable_matters", "Pim") in told
    assert {page for page, _, _ in told} <= {BOARD, "Tracker/Evidence"}
    assert done.tick.exit_code == 8


def test_who_changed_our_part_is_told_and_not_who_edited_the_page_last(blog: Blogged) -> None:
    text = blog.wiki.fetch([BOARD])[BOARD].text
    blog.edit(BOARD, text.replace("New", "Neu"), by="Pim")
    vandalised = blog.wiki.revision_ids([BOARD])[BOARD]
    blog.edit(BOARD, f"hello\n{text.replace('New', 'Neu')}", by="Ada")
    (told,) = resync(blog.tracker(LATER)).reread.drifted
    assert (told.part, told.editor, told.revision) == ("votable_matters", "Pim", vandalised)


def test_who_broke_the_markers_is_told_and_not_who_edited_the_page_last(blog: Blogged) -> None:
    text = blog.wiki.fetch([BOARD])[BOARD].text
    blog.edit(BOARD, f"hello\n{text}", by="Ada")
    blog.edit(BOARD, text.replace("<!-- tracker:end", "<!-- trucker:end"), by="Pim")
    blog.edit(BOARD, text.replace("<!-- tracker:end", "<!-- trucker:end") + " bye", by="Ada")
    (told,) = resync(blog.tracker(LATER)).reread.drifted
    assert ("markers are faulty" in told.text, told.editor) == (True, "Pim")


def test_what_drifted_before_our_last_edit_of_the_page_is_told_with_whose_edit_it_was(blog: Blogged) -> None:
    tracker = blog.tracker(LATER)
    publishing = publisher(tracker)
    text = blog.wiki.fetch([BOARD])[BOARD].text
    blog.edit(BOARD, text.replace("New", "Neu"), by="Pim")
    spoilt = blog.wiki.fetch([BOARD])[BOARD]
    answer = AnswerLine("x:1", "* x", "*: y")
    receipt = blog.wiki.save(PageEdit(BOARD, f"{spoilt.text}\n* x\n*: y {answer.marker}", "", spoilt.revision))
    publishing.remember(BOARD, receipt.revision, {answer_key(answer): answer.answer}, "as it is")
    told = {(item.part, item.editor, item.revision) for item in resync(tracker).reread.drifted}
    assert told == {("votable_matters", "Pim", spoilt.revision)}


def test_an_answer_that_was_cleared_away_is_told_once(blog: Blogged) -> None:
    tracker = blog.tracker(LATER)
    before = blog.wiki.fetch([BOARD])[BOARD]
    answers = [AnswerLine(f"x y:{number}", "* x", "*: y") for number in (1, 2)]
    lines = [f"* x\n*: y {answer.marker}" for answer in answers]
    given = blog.wiki.save(PageEdit(BOARD, "\n".join([before.text, *lines]), "", before.revision))
    publisher(tracker).remember(BOARD, given.revision, {answer_key(each): each.answer for each in answers}, "as it is")
    assert resync(tracker).reread.drifted == ()
    blog.edit(BOARD, f"{before.text}\n{lines[1]}", by="Pim")
    blog.edit(BOARD, f"hello\n{before.text}\n{lines[1]}", by="Ada")
    (told,) = resync(blog.tracker(LATER + 1)).reread.drifted
    assert (told.text, told.editor) == ("our answer was taken away", "Pim")
    assert resync(blog.tracker(LATER + 2)).reread.drifted == ()
    blog.edit(BOARD, before.text, by="Quill")
    (told,) = resync(blog.tracker(LATER + 3)).reread.drifted
    assert (told.part, told.editor) == ("answer:x y:2", "Quill")


def test_our_own_revisions_are_no_difference(blog: Blogged) -> None:
    tracker = blog.tracker(LATER)
    blog.edit("Ruleset", "ours", by="The_bot")
    tracker = replace(
        tracker, settings=replace(tracker.settings, wiki=replace(tracker.settings.wiki, account="The bot"))
    )
    assert resync(tracker).reread.differences == ()


# --- what is told of it ---


def test_the_first_differences_are_told_in_words_with_where_the_rest_is(blog: Blogged) -> None:
    for number, name in enumerate(("11", "12", "21", "22", "31")):
        post = "new" if name == "31" else f"old-{name[0]}"
        blog.edit_comment(LATER - 0.5 + number / 100, f"Goodbye {number}", id=name, post=post)
    blog.edit(BOARD, blog.wiki.fetch([BOARD])[BOARD].text.replace("New", "Neu"), by="Pim")
    tracker = blog.tracker(LATER)
    told = resync(tracker).reread.in_words(200)
    assert len(told) <= 200
    assert told.startswith("5 × comment edited, 1 × part of a page drifted")
    assert f"{BOARD} (Pim, revision " in told
    assert "more: tracker resync --last" in told
    state = last_of(tracker)
    assert state is not None
    assert len(state.found) == 6 + len(resync_figures(state))
    assert any("old-1" in line and "Pim" in line for line in state.found)


def resync_figures(state: State) -> list[str]:
    return [line for line in state.found if line.startswith("figure")]


# --- interrupted ------------------------------------------------------------------------------------------------------


def test_interrupted_anywhere_the_next_goes_on_and_nothing_is_lost_or_doubled(blog: Blogged) -> None:
    blog.edit_comment(LATER - 0.5, "Goodbye", id="11", post="old-1")
    blog.site.tell("post_gone", LATER - 0.4, slug="old-2")

    class Stopped:
        """Stops at the given step."""

        def __init__(self, left: int) -> None:
            self.left = left

        def step(self, name: str) -> None:
            if name.startswith(("appended:", "observed:")):
                self.left -= 1
                if self.left < 0:
                    raise StoppedError("stopped")

    ended, tries = None, 0
    while ended is None:
        tries += 1
        try:
            ended = resync(replace(blog.tracker(LATER + tries / 100), step=Stopped(4).step))
        except StoppedError:
            state = last_of(blog.tracker(LATER + tries / 100))
            assert state is not None
            assert (state.is_open, state.began) == (True, at(LATER + 0.01))
        assert tries < 60
    assert tries >= 3
    assert (ended.reread.went_on, ended.reread.is_complete) == (True, True)
    assert sorts(ended.reread) == [("comment edited", "old-1"), ("post gone", "old-2")]
    assert len(blog.rows("comment_edited")) == len(blog.rows("post_gone")) == 1


def test_a_tick_in_between_goes_on_reading_and_the_report_tells_of_all(blog: Blogged) -> None:
    blog.edit_comment(LATER - 0.5, "Goodbye", id="11", post="old-1")
    site = blog.site
    site.interventions["/archive/old-1"] = lambda answer: replace(answer, status=500)
    site.interventions["/2026/"] = lambda answer: replace(answer, status=500)
    broken = resync(blog.tracker(LATER))
    assert not broken.reread.is_complete
    assert "the next one goes on" in broken.reread.summary
    site.interventions.clear()
    for n in range(1, 4):
        tick(blog.tracker(LATER + n))
    done = resync(blog.tracker(LATER + 5))
    assert (done.reread.went_on, done.reread.is_complete, done.reread.began) == (True, True, at(LATER))
    assert ("comment edited", "old-1") in sorts(done.reread)


# --- around it --------------------------------------------------------------------------------------------------------


class Remembering(ToldSource):
    """A source that has everything read anew by its own cursor."""

    def resync_cursor(self, known: Known, since: datetime | None = None) -> str:
        return f"anew after {known.cursor(self.name)} since {since and since.year}"


def test_each_source_begins_by_its_own_cursor_and_others_at_their_beginning(tmp_path: Path) -> None:
    clock = SetClock()
    own, plain = Remembering(unseen=small_game()), ToldSource("chat")
    tracker = wired(tmp_path, clock=clock, sources=[own, plain])
    tick(tracker)
    clock.pass_minutes(1)
    resync(tracker, since=clock.now() - timedelta(days=400))
    assert tracker.archive.cursor("blog") == "anew after 1 since 2018"
    assert tracker.archive.cursor("chat") == ""


def test_a_source_that_fails_leaves_it_open_and_nothing_is_written(tmp_path: Path) -> None:
    clock = SetClock()
    source = ToldSource(unseen=small_game())
    tracker = wired(tmp_path, clock=clock, sources=[source])
    tick(tracker)
    source.fail()
    done = resync(tracker)
    assert (done.reread.is_complete, done.tick.outcome, done.tick.exit_code) == (False, "withheld", 4)
    source.error = None
    clock.pass_minutes(1)
    assert resync(tracker).reread.went_on


def test_it_holds_the_lock(tmp_path: Path) -> None:
    tracker = wired(tmp_path)
    with lock(tracker), pytest.raises(LockedError):
        resync(replace(tracker, owner="another"))


def test_a_paused_tracker_reads_anew_and_writes_nothing(blog: Blogged) -> None:
    set_pause(blog.tracker(LATER), "on", by="Ada", why="wrong numbers")
    blog.edit_comment(LATER - 0.5, "{AGAINST} now", id="31", post="new")
    text = blog.wiki.fetch([BOARD])[BOARD].text
    done = resync(blog.tracker(LATER))
    assert ("comment edited", "new") in sorts(done.reread)
    assert done.tick.outcome == "paused"
    assert blog.wiki.fetch([BOARD])[BOARD].text == text


def test_the_record_is_plain_json(blog: Blogged) -> None:
    import json

    blog.edit_comment(LATER - 0.5, "Goodbye", id="11", post="old-1")
    record = resync(blog.tracker(LATER)).record()
    assert json.loads(json.dumps(record)) == record
    assert record["differences"][0]["sort"] == "comment edited"
    assert record["tick"]["exit_code"] == 0


def test_in_words_what_one_edit_did_to_a_page_is_named_once() -> None:
    parts = tuple(Drift("Asks", f"answer:{n}", "our answer was taken away", 7, "Bo") for n in range(3))
    other = Drift("Board", "board", "its markers are gone", 8, "Bo")
    found = Reread(at(0), None, False, True, Observed({}), drifted=(*parts, other))
    told = "4 × part of a page drifted. part of a page drifted: Asks (Bo, revision 7)"
    assert found.in_words(400) == f"{told} (3 times); part of a page drifted: Board (Bo, revision 8)"
    assert found.in_words(120) == f"{told} (3 times); 1 more: tracker resync --last"
