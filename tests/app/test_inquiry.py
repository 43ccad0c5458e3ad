"""Inquiries: the whole case of a matter with clauses, reasons and the votes that do not count; and how the tracker fares."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.app.wiring import SetClock, ToldSource, post, small_game, wired
from tracker.app.asking.inquiry import explain, gamestate_at, open_matters, status
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.errors import UsageError

ENACTED = {
    **{"kind": "post_status", "id": "status:dry_socks", "at": "2019-10-03T12:00:00Z", "slug": "dry_socks"},
    **{"status": "Enacted", "note": "Timed out 2-1. Enacted by Ada."},
}


@pytest.fixture
def source() -> ToldSource:
    return ToldSource(unseen=small_game())


@pytest.fixture
def tracker(tmp_path: Path, source: ToldSource) -> Wired:
    made = wired(tmp_path, "", sources=[source])
    tick(made)
    return made


def test_every_fact_has_its_clause_with_title_and_what_it_rests_on(tracker: Wired) -> None:
    case = explain(tracker, "dry_socks", None, "operator").record()
    assert {fact["name"] for fact in case["facts"]} >= {"matters.dry_socks.for", "matters.dry_socks.popular"}
    for fact in case["facts"]:
        assert fact["title"] == tracker.game.clauses[fact["clause"]].place
        for reason in fact["reasons"]:
            assert reason["title"]
            assert set(reason["observations"]) <= set(case["observations"])


def test_a_vote_that_does_not_count_is_listed_with_why_and_clause(tracker: Wired) -> None:
    case = explain(tracker, "dry_socks", None, "operator")
    (uncounted,) = case.uncounted
    assert uncounted["comment"] == "Hal-dry_socks"
    assert uncounted["why"] == "NOT_A_PLAYER"
    assert uncounted["clause"]
    assert uncounted["meaning"]
    assert case.observations["Hal-dry_socks"]["author"] == "Hal"


@pytest.mark.parametrize("name", ["dry_socks", "Dry Socks", " DRY_SOCKS "])
def test_a_matter_is_known_by_its_slug_in_any_letter_case(tracker: Wired, name: str) -> None:
    assert explain(tracker, name, None, "operator").matter == "dry_socks"


def test_a_near_miss_names_the_matter_that_is_meant(tracker: Wired) -> None:
    with pytest.raises(UsageError, match="did you mean dry_socks"):
        explain(tracker, "dry_sox", None, "operator")


def test_an_instant_is_explained_as_it_was(tracker: Wired) -> None:
    early = explain(tracker, "dry_socks", datetime(2019, 10, 1, 10, 15, tzinfo=UTC), "operator")
    assert early.values["for"] == 1
    assert early.uncounted == ()


def test_a_resolved_matter_is_explained_as_it_stood_just_before(tracker: Wired, source: ToldSource) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    clock.instant = datetime(2019, 10, 3, 13, tzinfo=UTC)
    source.unseen = [ENACTED]
    tick(tracker)
    case = explain(tracker, "dry_socks", None, "operator")
    assert case.as_of < datetime(2019, 10, 3, 12, tzinfo=UTC)
    assert case.values["allowed"] == ["enact"]
    assert case.facts
    assert case.resolution == {
        **{"status": "Enacted", "by": "", "at": "2019-10-03T12:00:00Z"},
        **{"note": "Timed out 2-1. Enacted by Ada.", "observation": "status:dry_socks"},
    }
    assert explain(tracker, "dry_socks", case.as_of, "operator").resolution is None


def test_an_unlawful_matter_of_long_ago_can_be_explained(tracker: Wired, source: ToldSource) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    source.unseen = [post("no_player", "Hal", "2019-10-01T11:40:00Z")]
    tick(tracker)
    clock.instant = datetime(2020, 6, 1, tzinfo=UTC)
    source.unseen = [{**ENACTED, "by": "Ada"}]
    tick(tracker)
    case = explain(tracker, "No Player", None, "operator")
    assert case.values["state"] == "not official"
    assert case.as_of == datetime(2019, 10, 1, 11, 40, tzinfo=UTC)


def test_a_matter_settled_long_ago_can_still_be_explained(tracker: Wired, source: ToldSource) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    clock.instant = datetime(2020, 6, 1, tzinfo=UTC)
    source.unseen = [ENACTED]
    tick(tracker)
    assert explain(tracker, "dry_socks", None, "operator").values["for"] == 2


def test_what_is_not_for_a_viewer_is_left_out(tracker: Wired, source: ToldSource) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    clock.pass_minutes(10)
    secret = {**small_game()[4], "id": "secret", "audience": "Ada", "author": "Ada", "at": "2019-10-01T12:05:00Z"}
    source.unseen = [secret]
    tick(tracker)
    assert "secret" in explain(tracker, "dry_socks", None, "operator").observations
    assert "secret" not in explain(tracker, "dry_socks", None, "public").observations


def test_a_case_is_plain_json(tracker: Wired) -> None:
    record = explain(tracker, "dry_socks", None, "operator").record()
    assert json.loads(json.dumps(record)) == record


def test_open_matters_stand_in_the_order_of_the_queue(tracker: Wired, source: ToldSource) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    clock.pass_minutes(60)
    call = post("a_call", "Cy", "2019-10-01T12:20:00Z", category="Call for Judgement")
    source.unseen = [call, post("new_hats", "Cy", "2019-10-01T12:30:00Z")]
    tick(tracker)
    slugs = [matter["slug"] for matter in open_matters(tracker.game, gamestate_at(tracker).values)]
    assert slugs == ["dry_socks", "new_hats", "a_call"]


def test_the_status_tells_of_the_last_tick_and_what_waits(tracker: Wired) -> None:
    found = status(tracker, "operator")
    assert found["last_tick"]["outcome"] == "held"
    assert found["rows"] == 6, "five rows of the blog, and the setting that no table of values is kept"
    assert [matter["slug"] for matter in found["matters"]] == ["dry_socks"]
    assert found["open_intents"] == 0
    assert json.loads(json.dumps(found)) == found


def test_the_status_of_an_empty_archive(tmp_path: Path) -> None:
    found = status(wired(tmp_path), "operator")
    assert (found["last_tick"], found["rows"], found["matters"]) == (None, 0, [])
