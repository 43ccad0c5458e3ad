"""Pausing by a person or after failures: what is still written, and how it ends."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.wiring import (
    APPLY,
    BOARD,
    MORE_LATER,
    SetClock,
    ToldSource,
    create_pages,
    edit_by_hand,
    page,
    vote,
    wired,
)
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.contracts.publish_contract import Between, fail
from tests.services.mediawiki import MediaWiki
from tracker.app.publish.publish import ActOutcome
from tracker.app.tick.health import health
from tracker.app.tick.passing import WORD_AGAIN
from tracker.app.tick.pause import paused, set_pause
from tracker.app.tick.pausing import ITSELF, count_failures
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.core.manners import Manners
from tracker.errors import (
    BlockedError,
    EditConflictError,
    LoginError,
    PageProtectedError,
    TrackerError,
    WikiBusyError,
)

STATUS = "Tracker/State of play"


@pytest.fixture
def keen(tmp_path: Path, clock: SetClock, source: ToldSource) -> Wired:
    """A tracker that may write and stops after two ticks that could not."""
    made = wired(tmp_path, f"{APPLY}stop_after_failures = 2\n", clock=clock, sources=[source])
    create_pages(made)
    return made


def failing(keen: Wired, error: TrackerError, *titles: str) -> Wired:
    """The tracker on a wiki that refuses edits of these pages, or of any."""
    return replace(keen, wiki=Between(keen.wiki, before=fail(error, *titles)))


def test_a_paused_tracker_writes_only_that_it_is(keen: Wired, source: ToldSource) -> None:
    assert tick(keen).outcome == "applied"
    board, status = page(keen), page(keen, STATUS)
    set_pause(keen, "on", by="Ada", why="{{spam}} <b>'''wrong''' numbers")
    source.unseen = [MORE_LATER]
    report = tick(keen)
    assert (report.outcome, report.exit_code) == ("paused", 0)
    assert page(keen) == board
    told = page(keen, STATUS).text
    assert "The tracker is paused''' since 2019-10-01T12:00:00Z, by Ada: " in told
    assert "{{spam}}" not in told
    assert "<b>" not in told
    assert told.replace(told[told.index("<div class") : told.index("</div>") + 7], "") == status.text
    assert tick(keen).outcome == "idle"
    set_pause(keen, "off", by="Ada", why="they are right")
    assert tick(keen).outcome == "applied"
    assert page(keen).text != board.text
    assert "paused" not in page(keen, STATUS).text


@pytest.mark.parametrize("error", [BlockedError("blocked"), LoginError("wrong password")])
def test_after_repeated_failures_it_stops_by_itself(keen: Wired, source: ToldSource, error: TrackerError) -> None:
    broken = failing(keen, error, BOARD)
    assert tick(broken).outcome == "failed"
    assert paused(keen) is None
    assert tick(broken).exit_code == 5
    pause = paused(keen)
    assert pause is not None
    assert pause.by == ITSELF
    assert pause.why.startswith(f"writing failed in 2 ticks in a row; the last time on {BOARD}: ")
    report = tick(keen)
    assert report.outcome == "paused"
    assert report.gamestate is not None
    assert [found.text for found in report.gamestate.findings if found.code == "NOT_AN_ADMIN"] == []
    assert [act.target for act in report.acts] == [STATUS]
    assert "failed in 2 ticks in a row" in page(keen, STATUS).text
    set_pause(keen, "off", by="Ada", why="unblocked")
    assert tick(broken).outcome == "failed"
    assert paused(keen) is None
    assert tick(keen).outcome == "applied"


def test_a_page_that_refuses_us_is_stuck_and_the_others_go_on(keen: Wired, source: ToldSource) -> None:
    broken = failing(keen, PageProtectedError("protected"), BOARD)
    board = page(keen).text
    for minute in range(6):
        source.unseen += [vote("for", "Di", "dry_socks", f"2019-10-01T11:4{minute}:00Z", id=f"vote {minute}")]
        assert tick(broken).outcome == "failed"
    assert paused(keen) is None
    assert page(keen).text == board
    assert "dry_socks" in page(keen, "Tracker/Evidence").text
    (stuck,) = health(keen, "operator")["stuck"]
    assert stuck["why"].startswith(f"{BOARD} was not written (protected)")
    assert tick(keen).outcome == "applied"
    assert health(keen, "operator")["stuck"] == []


@pytest.mark.parametrize("is_quiet", [True, False], ids=["nothing else to write", "others are written"])
def test_two_pages_that_refuse_us_stop_nothing(keen: Wired, source: ToldSource, is_quiet: bool) -> None:
    if is_quiet:
        tick(keen)
    evidence = "Tracker/Evidence"
    broken = failing(keen, PageProtectedError("protected"), BOARD, evidence)
    source.unseen += [vote("for", "Di", "dry_socks", "2019-10-01T11:40:00Z", id="vote")]
    for _ in range(6):
        assert tick(broken).outcome == "failed"
    assert paused(keen) is None
    assert {stuck["why"].split(" was ")[0] for stuck in health(keen, "operator")["stuck"]} == {evidence, BOARD}
    assert tick(keen).outcome == "applied"
    assert health(keen, "operator")["stuck"] == []


@pytest.mark.parametrize(
    ("ticks", "is_paused"),
    [
        (["AB", "AB", "AB"], False),
        (["AB", "AB", "ABC"], True),
        (["A", "AB", "ABC"], True),
        (["A", "A", "B"], False),
        (["AB", "+", "AB", "AB"], False),
        (["AB", "+", "AC"], False),
        (["AB", "AB+", "BC", "BD"], True),
    ],
)
def test_refusals_count_where_further_pages_are_refused(tracker: Wired, ticks: list[str], is_paused: bool) -> None:
    """Each letter a page that is refused in a tick, a plus one that is written; two such ticks are too many."""
    keen = replace(
        tracker, settings=replace(tracker.settings, publish=replace(tracker.settings.publish, stop_after_failures=2))
    )
    for told in ticks:
        acts = [ActOutcome("edit", page, "done" if page == "+" else "protected") for page in told]
        count_failures(keen, acts)
    assert (paused(keen) is not None) == is_paused


def test_a_wiki_that_refuses_every_page_stops_it(keen: Wired, source: ToldSource) -> None:
    broken = failing(keen, PageProtectedError("protected"))
    assert [tick(broken).outcome for _ in range(2)] == ["failed", "failed"]
    assert paused(keen) is not None


def test_a_word_that_could_not_be_written_comes_when_it_can(keen: Wired, clock: SetClock, source: ToldSource) -> None:
    broken = failing(keen, BlockedError("blocked"))
    assert [tick(broken).outcome for _ in range(3)] == ["failed", "failed", "paused"]
    assert "was not written (blocked)" in health(keen, "operator")["stuck"][-1]["why"]
    again = tick(broken)
    assert again.outcome == "idle"
    assert again.next_instant == clock.now() + WORD_AGAIN
    clock.pass_minutes(WORD_AGAIN.total_seconds() / 60)
    assert tick(keen).outcome == "paused"
    assert "The tracker is paused" in page(keen, STATUS).text
    assert [thing["what"] for thing in health(keen, "operator")["stuck"]] == ["paused"]
    clock.pass_minutes(WORD_AGAIN.total_seconds() / 60)
    assert tick(keen).outcome == "idle"


def test_a_tick_that_writes_ends_the_row_of_failures(keen: Wired, source: ToldSource) -> None:
    broken = failing(keen, BlockedError("blocked"), BOARD)
    assert tick(broken).outcome == "failed"
    assert tick(keen).outcome == "applied"
    source.unseen = [MORE_LATER]
    assert tick(broken).outcome == "failed"
    assert paused(keen) is None


@pytest.mark.parametrize("error", [EditConflictError("conflict"), WikiBusyError("maxlag")])
def test_what_goes_by_by_itself_is_no_such_failure(keen: Wired, error: TrackerError) -> None:
    broken = failing(keen, error)
    for _ in range(4):
        assert tick(broken).outcome == "failed"
    assert paused(keen) is None
    assert tick(keen).outcome == "applied"


def test_one_task_is_switched_off_by_its_own_page(keen: Wired, source: ToldSource) -> None:
    assert tick(keen).outcome == "applied"
    revision = page(keen).revision
    edit_by_hand(keen, "on", "stop", "Tracker/Switch/Pages")
    source.unseen = [MORE_LATER]
    report = tick(keen)
    assert report.outcome == "held"
    assert report.plan is not None
    assert [(each.code, each.subject) for each in report.plan.findings] == [("SWITCHED_OFF", "Tracker/Switch/Pages")]
    assert page(keen).revision == revision
    edit_by_hand(keen, "stop", "on", "Tracker/Switch/Pages")
    assert tick(keen).outcome == "applied"
    assert "[[Tracker/Switch/Pages|switch off]]" in page(keen).summary


def test_every_task_has_its_page_by_config(tmp_path: Path) -> None:
    made = wired(tmp_path, "[wiki]\nswitch_off_table = User:Bot/Table\naccount = Bot\n")
    below = {task: f"Tracker/Switch/{task.capitalize()}" for task in ("pages", "enacting", "pictures")}
    assert made.manners == Manners("Bot", "Tracker/Switch", {**below, "table": "User:Bot/Table"})
    none = wired(tmp_path, "[wiki]\nswitch_off_page =\nswitch_off_pages = Stop\naccount = Bot\n")
    assert none.manners == Manners("Bot", "", {"pages": "Stop"})
    assert none.manners.switch_pages == ("Stop",)


def test_an_undo_by_hand_is_respected_until_there_is_news(keen: Wired, source: ToldSource) -> None:
    assert tick(keen).outcome == "applied"
    first = page(keen).text
    source.unseen = [MORE_LATER]
    assert tick(keen).outcome == "applied"
    second = page(keen).text
    edit_by_hand(keen, second, first)
    report = tick(keen)
    assert report.plan is not None
    assert "UNDONE_BY_HAND" in [each.code for each in report.plan.findings]
    assert page(keen).text == first
    source.unseen = [vote("against", "Di", "dry_socks", "2019-10-01T11:50:00Z")]
    assert tick(keen).outcome == "applied"
    assert page(keen).text not in (first, second)


def test_an_undo_by_hand_is_told_until_there_is_news(
    keen: Wired, source: ToldSource, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tracker.tick")
    tick(keen)
    first = page(keen).text
    source.unseen = [MORE_LATER]
    tick(keen)
    edit_by_hand(keen, page(keen).text, first)
    for _ in range(2):
        tick(keen)
        found = health(keen, "public")
        (told,) = found["undone"]
        assert (told["what"], BOARD in told["why"], found["stuck"]) == ("UNDONE_BY_HAND", True, [])
        assert found["exit_code"] == 0
    set_pause(keen, "on", by="Ada", why="wrong numbers")
    tick(keen)
    assert len(health(keen, "public")["undone"]) == 1
    set_pause(keen, "off", by="Ada", why="over")
    tick(keen)
    assert len(_lines(caplog, "UNDONE_BY_HAND")) == 1
    source.unseen = [vote("against", "Di", "dry_socks", "2019-10-01T11:50:00Z")]
    tick(keen)
    assert health(keen, "public")["undone"] == []


def _lines(caplog: pytest.LogCaptureFixture, code: str) -> list[str]:
    """The journal's lines of new findings with a code."""
    told = [vars(line) for line in caplog.records if vars(line).get("event") == "finding new"]
    return [line["fields"]["text"] for line in told if line["fields"]["code"] == code]


def test_a_blocked_account_stops_by_itself_on_a_mediawiki(
    mediawiki: MediaWiki,
    tmp_path: Path,
    clock: SetClock,
    source: ToldSource,
) -> None:
    world = MediaWikiWorld(mediawiki)
    text = f"{APPLY}stop_after_failures = 2\n[wiki]\naccount = Botty\n"
    tracker = wired(tmp_path, text, clock=clock, sources=[source], wiki=world.wiki)
    create_pages(tracker)
    mediawiki.block("Botty")
    assert [tick(tracker).exit_code for _ in range(2)] == [5, 5]
    assert tick(tracker).outcome == "paused"
    mediawiki.person("Admin").post("unblock", user="Botty")
    source.unseen = [MORE_LATER]
    assert tick(tracker).outcome == "paused"
    assert "tracker-paused" in (world.text(STATUS) or "")
    set_pause(tracker, "off", by="Ada", why="unblocked")
    assert tick(tracker).outcome == "applied"
    assert "tracker-paused" not in (world.text(STATUS) or "")
