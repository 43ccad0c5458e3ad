"""How the tracker fares: what is stuck, why and since when, in a form that monitors can ask for."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import APPLY, START, SetClock, ToldSource, small_game, vote, wired
from tests.contracts.outbox_contract import MemoryOutbox
from tracker.app.asking.inquiry import gamestate_at, status
from tracker.app.publish.pages import layouts
from tracker.app.tick.health import STUCK_CODE, health
from tracker.app.tick.looking import publisher
from tracker.app.tick.pause import pause
from tracker.app.tick.standing import Kept, Standing, keep, line, read_kept
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.archive.sql import open_archive
from tracker.core.instants import iso
from tracker.core.ports import Intent, PageEdit
from tracker.errors import DiceError
from tracker.sources.wiki_pages import WikiPagesSource

CONFIG = f"[wiki]\nruleset =\n{APPLY}"


@pytest.fixture
def source() -> ToldSource:
    return ToldSource(unseen=small_game())


@pytest.fixture
def tracker(tmp_path: Path, source: ToldSource) -> Wired:
    """A tracker whose pages are there and in step."""
    made = wired(tmp_path, CONFIG, sources=[source])
    publishing = publisher(made)
    plan = publishing.plan_new_pages(layouts(made, gamestate_at(made)))
    publishing.apply_plan(plan, plan.checksum)
    assert tick(made).outcome == "applied"
    return made


def clock(tracker: Wired) -> SetClock:
    assert isinstance(tracker.clock, SetClock)
    return tracker.clock


def stuck(tracker: Wired, viewer: str = "operator") -> list[tuple[str, str, str]]:
    found = health(tracker, viewer)
    assert found["exit_code"] == (STUCK_CODE if found["stuck"] else 0)
    assert json.loads(json.dumps(found)) == found
    return [(item["what"], item["why"], item["since"]) for item in found["stuck"]]


def test_all_is_well(tracker: Wired) -> None:
    assert stuck(tracker) == []
    found = health(tracker, "operator")
    assert (found["last_look"], found["last_look_seconds"]) == (iso(START), 0)
    assert found["last_change"]["at"] == iso(START)
    assert "new rows; written: " in found["last_change"]["what"]


def test_a_tracker_that_never_looked_is_stuck(tmp_path: Path) -> None:
    made = wired(tmp_path, CONFIG)
    assert stuck(made) == [("no look", "no tick was made yet", "")]
    assert health(made, "operator")["last_change"] is None


def test_a_look_that_is_too_old(tracker: Wired) -> None:
    clock(tracker).pass_minutes(60)
    assert stuck(tracker) == []
    clock(tracker).pass_minutes(1)
    assert stuck(tracker) == [("no look", "the last tick was 61 minutes ago; 60 are allowed", iso(START))]


def test_the_last_change_is_not_the_last_look(tracker: Wired) -> None:
    clock(tracker).pass_minutes(10)
    assert tick(tracker).outcome == "idle"
    found = health(tracker, "operator")
    assert (found["last_look"], found["last_change"]["at"]) == (iso(START + timedelta(minutes=10)), iso(START))


def test_a_source_fails_since_its_first_failure(tracker: Wired, source: ToldSource) -> None:
    source.fail()
    for _ in range(3):
        clock(tracker).pass_minutes(10)
        tick(tracker)
    why = "blog cannot be read: blog: no answer (try later)"
    assert stuck(tracker) == [("something fails", why, iso(START + timedelta(minutes=10)))]
    source.error = None
    clock(tracker).pass_minutes(10)
    tick(tracker)
    assert stuck(tracker) == []


def test_a_page_that_is_not_written_is_told_until_it_is(tracker: Wired, source: ToldSource) -> None:
    title = "Tracker/Votable matters"
    page = tracker.wiki.fetch([title])[title]
    tracker.wiki.save(PageEdit(title, "gone", "by hand", page.revision))
    source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:05:00Z")]
    clock(tracker).pass_minutes(10)
    tick(tracker)
    ((what, why, since),) = stuck(tracker)
    assert (what, since) == ("pages that are not written", iso(START + timedelta(minutes=10)))
    assert title in why
    tracker.wiki.save(PageEdit(title, page.text, "back", tracker.wiki.fetch([title])[title].revision))
    clock(tracker).pass_minutes(10)
    tick(tracker)
    assert stuck(tracker) == []


def test_a_switched_off_tracker_says_by_whom(tracker: Wired, source: ToldSource) -> None:
    switch = tracker.wiki.fetch(["Tracker/Switch"])["Tracker/Switch"]
    tracker.wiki.save(PageEdit("Tracker/Switch", "stop", "", switch.revision))
    source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:05:00Z")]
    clock(tracker).pass_minutes(10)
    tick(tracker)
    assert sum("switched off" in why for _, why, _ in stuck(tracker)) == 1


def test_a_page_that_is_there_by_now_is_not_told_as_missing(tmp_path: Path) -> None:
    now = SetClock()
    tracker = wired(tmp_path, APPLY, clock=now, sources=[ToldSource(unseen=small_game())])
    sources: tuple[Any, ...] = (*tracker.sources, WikiPagesSource("wiki", tracker.look, ["Ruleset"]))
    tracker = replace(tracker, sources=sources)

    def missing() -> list[str]:
        tick(tracker)
        now.pass_minutes(1)
        return [item["place"] for item in status(tracker, "operator")["warnings"]]

    assert missing() == ["Ruleset"]
    tracker.wiki.save(PageEdit("Ruleset", "= Core Rules =", "", None))
    assert missing() == []
    next((tmp_path / "wiki" / "pages").glob("Ruleset*")).unlink()
    assert missing() == ["Ruleset"]


def test_a_pause_is_told_with_who_and_why(tracker: Wired, source: ToldSource) -> None:
    pause(tracker, by="Ada", why="a holiday")
    clock(tracker).pass_minutes(10)
    tick(tracker)
    assert stuck(tracker) == [("paused", f"paused by Ada since {iso(START)} (a holiday)", iso(START))]


def test_an_act_without_its_end_is_told_once_no_tick_can_be_at_it(tracker: Wired) -> None:
    begun = clock(tracker).now()
    tracker.ledger.intend(Intent("edit", "Roster", 1, "hash", "", "", begun, {}))
    clock(tracker).pass_minutes(30)
    assert stuck(tracker) == []
    clock(tracker).pass_minutes(1)
    assert stuck(tracker) == [("an act without its end", "edit of Roster", iso(begun))]


def test_a_lost_key_is_told(tracker: Wired, monkeypatch: pytest.MonkeyPatch, source: ToldSource) -> None:
    def lost(*_: object) -> None:
        raise DiceError("the key is lost", place="dice.key", remedy="put it back")

    monkeypatch.setattr("tracker.app.tick.passing.settle", lost)
    source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:05:00Z")]
    clock(tracker).pass_minutes(10)
    tick(tracker)
    assert [(what, why) for what, why, _ in stuck(tracker)] == [
        ("something fails", "dice.key: the key is lost (put it back)")
    ]


def test_notices_that_cannot_be_sent_are_told(tracker: Wired, tmp_path: Path, source: ToldSource) -> None:
    text = f"[notices]\nwebhook_env = HOOK\n{CONFIG}"
    made = wired(tmp_path, text, environment={"HOOK": "https://example.org/x"})
    outbox = MemoryOutbox()
    outbox.be_down()
    heard = replace(tracker, settings=made.settings, outbox=outbox)
    clock(tracker).pass_minutes(10)
    tick(heard)
    since = iso(START + timedelta(minutes=10))
    assert stuck(heard) == [("notices that cannot be sent", "down; 1 wait", since)]
    clock(tracker).pass_minutes(10)
    tick(heard)
    assert stuck(heard) == []


def test_what_is_not_for_a_viewer_is_left_out(tracker: Wired) -> None:
    before = read_kept(tracker.archive)
    doubt = {"confirm-clause:BN-046": Standing("a rule", iso(START), "operator")}
    keep(tracker.archive, before, Kept({"drift": doubt}), START)
    assert stuck(tracker) == [("rules in doubt", "a rule", iso(START))]
    assert stuck(tracker, "public") == []


def test_any_text_is_kept_as_it_stands(tmp_path: Path) -> None:
    archive = open_archive(str(tmp_path / "tracker.db"))
    hostile = "half \ud83d, a \0 and é\n-->"
    things = {hostile: Standing(line(hostile), iso(START), hostile, is_told=True)}
    kept = Kept({"faults": things}, ("abc",), {"DORMANT": 2}, 3, iso(START), "written", {"day": [hostile]})
    try:
        keep(archive, read_kept(archive), kept, START)
        assert read_kept(archive) == kept
    finally:
        archive.close()
