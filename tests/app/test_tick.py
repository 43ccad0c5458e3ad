"""One tick: what it does in which case, what it leaves undone, and how it is told."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import (
    APPLY,
    BOARD,
    MORE_LATER,
    START,
    SetClock,
    ToldSource,
    create_pages,
    edit_by_hand,
    page,
    post,
    roster,
    small_game,
    vote,
    wired,
)
from tests.contracts.publish_contract import Between
from tracker.app.tick.looking import Silence, lock, wake
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import OUTCOMES, RESTING, WAITING, TickReport
from tracker.app.wired import Wired
from tracker.core.planning import CODES
from tracker.core.ports import Intent, PageEdit
from tracker.errors import LockedError, WikiBusyError
from tracker.mechanics.enacting.enactment import CODES as CODES_OF_ENACTING

# --- the ordinary course ----------------------------------------------------------------------------------------------


def test_a_tick_brings_the_wiki_into_step(tracker: Wired) -> None:
    report = tick(tracker)
    assert (report.outcome, report.exit_code) == ("applied", 0)
    assert report.observed.added == {"config": 1, "blog": 5}
    assert "Dry Socks" in page(tracker).text
    assert {act.status for act in report.acts} == {"done"}


def test_a_second_tick_that_sees_nothing_new_is_idle(tracker: Wired, clock: SetClock, source: ToldSource) -> None:
    first = tick(tracker)
    revision = page(tracker).revision
    clock.pass_minutes(10)
    report = tick(tracker)
    assert (report.outcome, report.exit_code) == ("idle", 0)
    assert report.plan is None
    assert report.next_instant == first.next_instant
    assert page(tracker).revision == revision
    assert source.looks == 2


def test_an_idle_tick_folds_nothing_and_beats_once(
    tracker: Wired, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    monkeypatch.setattr("tracker.app.dice.dice_days.settle_rolls", lambda *_: pytest.fail("an idle tick folds"))
    tick(tracker)
    beat = tracker.archive.last_beat()
    assert beat is not None
    assert (beat.outcome, beat.at) == ("idle", clock.now())


def test_a_new_vote_ends_the_rest(tracker: Wired, clock: SetClock, source: ToldSource) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    source.unseen = [MORE_LATER]
    report = tick(tracker)
    assert report.outcome == "applied"
    assert report.observed.added == {"blog": 1}


def test_an_instant_that_passed_ends_the_rest(tracker: Wired, clock: SetClock) -> None:
    due = tick(tracker).next_instant
    assert due is not None
    clock.instant = due
    report = tick(tracker)
    assert report.outcome != "idle"
    assert report.next_instant is None or report.next_instant > due


def test_a_row_dated_later_is_taken_in_at_its_instant(tracker: Wired, clock: SetClock, source: ToldSource) -> None:
    source.unseen = [*small_game(), vote("for", "Di", "dry_socks", "2019-10-01T12:00:30Z")]
    assert tick(tracker).next_instant == START + timedelta(seconds=30)
    assert page(tracker).text.count("'''2''' FOR") == 1
    clock.pass_minutes(1)
    tick(tracker)
    assert page(tracker).text.count("'''3''' FOR") == 1


def test_a_hand_edit_ends_the_rest_and_is_told(tracker: Wired, clock: SetClock) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    edit_by_hand(tracker, "Dry Socks", "Wet Socks")
    report = tick(tracker)
    assert report.plan is not None
    assert [finding.code for finding in report.plan.findings] == ["HAND_EDIT_BLOCKED"]
    assert (report.outcome, report.exit_code) == ("held", 8)


def test_a_changed_config_ends_the_rest(tracker: Wired, clock: SetClock) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    other = wired(
        tracker.settings.folder,
        f"{APPLY}max_pages = 5\n",
        clock=clock,
        archive=tracker.archive,  # type: ignore[arg-type]
        sources=tracker.sources,  # type: ignore[arg-type]
        wiki=tracker.wiki,
    )
    assert tick(other).outcome == "in step"


def test_a_redaction_ends_the_rest(tracker: Wired, clock: SetClock) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    wake(tracker)
    assert tick(tracker).outcome == "in step"


# --- what only plans --------------------------------------------------------------------------------------------------


def test_where_the_config_permits_no_more_a_tick_only_plans(tmp_path: Path, source: ToldSource) -> None:
    tracker = wired(tmp_path, "", sources=[source])
    create_pages(tracker)
    before = page(tracker)
    report = tick(tracker)
    assert (report.outcome, report.exit_code, report.acts) == ("planned", 0, ())
    assert report.plan is not None
    assert not report.plan.is_empty
    assert page(tracker) == before


def test_the_first_tick_after_an_upgrade_only_plans(tracker: Wired, clock: SetClock, source: ToldSource) -> None:
    tick(tracker)
    clock.pass_minutes(10)
    source.unseen = [MORE_LATER]
    upgraded = replace(tracker, code="other code")
    assert tick(upgraded).outcome == "upgraded"
    assert "'''2''' FOR" in page(tracker).text
    assert tick(upgraded).outcome == "applied"
    assert "'''3''' FOR" in page(tracker).text


def test_an_upgrade_that_changes_no_page_is_no_event(tracker: Wired) -> None:
    tick(tracker)
    assert tick(replace(tracker, code="other code")).outcome == "in step"


def test_a_source_that_fails_keeps_anything_from_being_written(
    tracker: Wired, clock: SetClock, source: ToldSource
) -> None:
    tick(tracker)
    before = page(tracker)
    clock.pass_minutes(10)
    source.unseen = [MORE_LATER]
    source.fail()
    report = tick(tracker)
    assert (report.outcome, report.exit_code, report.acts) == ("withheld", 4, ())
    assert "no answer" in report.words
    assert page(tracker) == before
    source.error = None
    assert tick(tracker).outcome == "applied"


def test_a_source_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    first, second = ToldSource("chat"), ToldSource("blog", small_game())
    first.fail()
    report = tick(wired(tmp_path, sources=[first, second]))
    assert report.observed.added == {"config": 1, "chat": 0, "blog": 5}
    assert report.exit_code == 4


# --- what waits for people --------------------------------------------------------------------------------------------


def test_missing_pages_wait_for_a_person(tmp_path: Path, source: ToldSource) -> None:
    report = tick(wired(tmp_path, sources=[source]))
    assert (report.outcome, report.exit_code) == ("held", 8)
    assert report.plan is not None
    assert {finding.code for finding in report.plan.findings} == {"PAGE_MISSING"}


def test_the_switch_off_page_stops_every_edit(tracker: Wired) -> None:
    switch = "Tracker/Switch"
    tracker.wiki.save(PageEdit(switch, "stop, you are wrong", "stop", page(tracker, switch).revision))
    before = page(tracker)
    report = tick(tracker)
    assert (report.outcome, report.exit_code) == ("held", 8)
    assert page(tracker) == before


def test_a_hand_edit_inside_a_region_is_not_overwritten(tracker: Wired, clock: SetClock, source: ToldSource) -> None:
    tick(tracker)
    edit_by_hand(tracker, "Dry Socks", "Wet Socks")
    source.unseen = [MORE_LATER]
    clock.pass_minutes(10)
    report = tick(tracker)
    assert report.outcome == "held"
    assert "Wet Socks" in page(tracker).text


def test_missing_markers_stop_that_page_and_no_other(tracker: Wired) -> None:
    edit_by_hand(tracker, "<!-- tracker:end votable_matters -->", "")
    report = tick(tracker)
    assert report.outcome == "held"
    assert [act.target for act in report.acts if act.succeeded]
    assert BOARD not in {act.target for act in report.acts}


def test_a_second_tracker_is_locked_out(tracker: Wired) -> None:
    other = replace(tracker, owner="another")
    with lock(other), pytest.raises(LockedError, match="another holds the lock"):
        tick(tracker)
    assert tick(tracker).outcome == "applied"


def test_the_lock_of_a_tick_that_died_falls(tracker: Wired, clock: SetClock) -> None:
    now = clock.now()
    tracker.archive.acquire("the dead", now, now + tracker.lock_span)
    clock.instant = now + tracker.lock_span
    assert tick(tracker).outcome == "applied"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_tick_that_stood_still_past_its_lock_ends_as_locked_out(tracker: Wired, clock: SetClock, when: str) -> None:
    """Another process took the lock, settled what was begun, and gave the lock back: nothing is written over its head."""

    def stand_still(edit: PageEdit) -> None:
        if edit.title == BOARD:
            clock.instant += tracker.lock_span
            tick(replace(tracker, owner="another"))

    wiki = Between(tracker.wiki, before=stand_still) if when == "before" else Between(tracker.wiki, after=stand_still)
    with pytest.raises(LockedError, match="the lock was taken over meanwhile"):
        tick(replace(tracker, wiki=wiki))
    assert tick(tracker).exit_code == 0
    assert tick(tracker).outcome == "idle"


def test_a_tick_whose_lock_another_holds_by_now_writes_no_more(tracker: Wired, clock: SetClock) -> None:
    def taken(step: str) -> None:
        if step == f"intent:{BOARD}":
            clock.instant += tracker.lock_span
            tracker.archive.acquire("another", clock.now(), clock.now() + tracker.lock_span)

    before = page(tracker).revision
    with pytest.raises(LockedError, match="another holds the lock"):
        tick(replace(tracker, step=taken))
    assert page(tracker).revision == before


# --- faults -----------------------------------------------------------------------------------------------------------


class BusyWiki:
    """A wiki that answers nothing for now."""

    def __init__(self, wiki: Any) -> None:
        self.wiki = wiki
        self.is_busy = True

    def __getattr__(self, name: str) -> Any:
        if self.is_busy:
            raise WikiBusyError("the wiki is read-only", code="readonly", place="wiki", remedy="try later")
        return getattr(self.wiki, name)


def test_a_wiki_that_cannot_be_read_fails_the_tick_and_keeps_what_was_seen(tracker: Wired) -> None:
    busy = BusyWiki(tracker.wiki)
    report = tick(replace(tracker, wiki=busy))
    assert (report.outcome, report.exit_code) == ("failed", 5)
    assert report.observed.added == {"config": 1, "blog": 5}
    assert "read-only" in report.words
    assert tick(tracker).outcome == "applied"


def test_an_act_that_was_begun_and_never_ended_is_settled_by_reading_back(tracker: Wired, clock: SetClock) -> None:
    tick(tracker)
    board = page(tracker)
    intent = Intent("edit", BOARD, board.revision, "0" * 64, "update", "0" * 64, clock.now(), {})
    tracker.ledger.intend(intent)
    clock.pass_minutes(10)
    report = tick(tracker)
    assert [act.status for act in report.settled] == ["not done"]
    assert not tracker.ledger.open_intents()
    assert page(tracker).revision == board.revision


def test_a_tick_that_is_interrupted_gives_the_lock_back(tracker: Wired, source: ToldSource) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tick(replace(tracker, render=interrupted))
    tracker.archive.acquire("somebody else", START, START + timedelta(minutes=1))


# --- how it is told ---------------------------------------------------------------------------------------------------


def test_a_report_is_plain_json(tracker: Wired) -> None:
    record = tick(tracker).record()
    assert json.loads(json.dumps(record)) == record
    assert record["exit_code"] == 0
    assert record["plan"]["checksum"]


def test_every_outcome_that_rests_or_waits_is_one_that_there_is() -> None:
    assert set(OUTCOMES) >= RESTING
    assert {*CODES, *CODES_OF_ENACTING} >= WAITING


@pytest.mark.parametrize(("outcome", "code"), [("idle", 0), ("in step", 0), ("held", 8), ("failed", 5), ("planned", 0)])
def test_the_exit_code_follows_the_outcome(outcome: str, code: int) -> None:
    from tracker.app.tick.tick_report import Observed

    assert TickReport(START, outcome, Observed({})).exit_code == code


def test_nobody_need_watch(tracker: Wired) -> None:
    Silence().step("reading", 1, None)
    assert tick(tracker, Silence()).outcome == "applied"


def test_a_fold_of_the_same_rows_at_another_time_of_day_plans_nothing(tracker: Wired, clock: SetClock) -> None:
    tick(tracker)
    clock.pass_minutes(7)
    wake(tracker)
    report = tick(tracker)
    assert report.plan is not None
    assert report.plan.is_empty, "a page changed merely because time passed"


def test_the_order_in_which_sources_are_read_does_not_matter(tmp_path: Path) -> None:
    def texts(folder: str, *sources: ToldSource) -> dict[str, str]:
        tracker = wired(tmp_path / folder, sources=sources, clock=SetClock(datetime.fromisoformat("2019-10-02T00:00Z")))
        create_pages(tracker)
        tick(tracker)
        titles = [BOARD, "Tracker/Roster", "Tracker/Evidence"]
        return {title: found.text for title, found in tracker.wiki.fetch(titles).items()}

    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    posts = [post("dry_socks", "Bo", "2019-10-01T10:00:00Z"), vote("for", "Ada", "dry_socks", "2019-10-01T11:00:00Z")]
    first = texts("one", ToldSource("blog", posts), ToldSource("list", [roster()]))
    assert first == texts("two", ToldSource("list", [roster()]), ToldSource("blog", posts))
    assert "Dry Socks" in first[BOARD]
