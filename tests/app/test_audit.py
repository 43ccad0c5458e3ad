"""Audit and trail over a tracker's own archive: pages that people edit and ticks that answer them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.app.cellar import Cellar
from tests.app.wiring import post, wired
from tracker.app.asking.audit import audit
from tracker.app.asking.player_trail import explain_player, sort_of
from tracker.core.observation import ObservationBatch, observation_from_record
from tracker.errors import UsageError

DIG = "* dig --[[User:Bo|Bo]] 12:06, 1 October 2019 (UTC)"


@pytest.fixture
def cellar(tmp_path: Path) -> Cellar:
    """A table on which Bo dug once, and which was brought up to date."""
    made = Cellar(tmp_path)
    made.write("Bo", DIG)
    made.tick()
    made.tick()
    return made


class Steps:
    """Notes how far something is."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int | None]] = []

    def step(self, text: str, done: int, total: int | None) -> None:
        self.told.append((done, total))


def test_a_table_that_the_tracker_keeps_is_in_step(cellar: Cellar) -> None:
    found = audit(cellar.wired)
    assert found.is_in_step, found.record()
    assert (found.page, found.edits) == ("Cellar", ())
    assert json.loads(json.dumps(found.record())) == found.record()


def test_a_hand_edit_parts_table_and_log(cellar: Cellar) -> None:
    cellar.set_row("Ada", 29, 7, "")
    cellar.tick()
    cellar.tick()
    found = audit(cellar.wired)
    first = found.first
    assert first is not None
    assert (first.player, first.variable, first.editor, first.shown, first.computed) == ("Ada", "Coal", "Ada", "7", "0")
    assert audit(cellar.wired, datetime(2019, 10, 1, 12, 15, tzinfo=UTC)).is_in_step


def test_an_audit_keeps_nothing_and_draws_no_dice(cellar: Cellar) -> None:
    rows = cellar.wired.archive.last_seq()
    checkpoints = [each.as_of for each in cellar.wired.archive.checkpoints("", cellar.clock.now())]
    assert audit(cellar.wired).record() == audit(cellar.wired).record()
    assert cellar.wired.archive.last_seq() == rows
    assert [each.as_of for each in cellar.wired.archive.checkpoints("", cellar.clock.now())] == checkpoints


def test_a_long_audit_says_how_far_it_is(cellar: Cellar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.app.asking.audit._ROWS_PER_STEP", 5)
    progress = Steps()
    audit(cellar.wired, progress=progress)
    assert progress.told[0] == (5, cellar.wired.archive.last_seq())


def test_without_a_table_there_is_nothing_to_audit(tmp_path: Path) -> None:
    (tmp_path / "dynasty.toml").write_text("")
    made = wired(tmp_path)
    setting = {"kind": "setting", "id": "s", "at": "2019-10-01T00:00:00Z", "name": "dynasty", "value": ""}
    made.archive.append(
        ObservationBatch("file", (observation_from_record(setting),), "", made.clock.now()), made.game.read
    )
    with pytest.raises(UsageError, match="keeps no table of values"):
        audit(made)


# --- trails -----------------------------------------------------------------------------------------------------------


def test_a_trail_tells_steps_with_clause_dice_and_revision(cellar: Cellar) -> None:
    record = explain_player(cellar.wired, "bo", None, "operator", variable="coal").record()
    start, dug = record["steps"]
    assert (record["player"], list(record["values"])) == ("Bo", ["Coal"])
    assert (start["kind"], start["revision"]) == ("start", None)
    assert start["title"]
    assert (dug["text"], dug["by"], dug["old"], dug["new"]) == ("dig", "Bo", 0, record["values"]["Coal"])
    assert dug["revision"]["page"] == "Cellar"
    assert json.loads(json.dumps(record)) == record


def test_the_revision_is_linked_where_the_wiki_is_one(cellar: Cellar) -> None:
    settings = cellar.wired.settings
    at_wiki = replace(settings, wiki=replace(settings.wiki, url="https://wiki.test/w/api.php"))
    record = explain_player(replace(cellar.wired, settings=at_wiki), "Bo", None, "operator").record()
    urls = {step["revision"]["url"] for step in record["steps"] if step["revision"]}
    assert urls == {"https://wiki.test/w/index.php?diff=3"}


def test_only_steps_since_an_instant(cellar: Cellar) -> None:
    since = datetime(2019, 10, 1, 12, 1, tzinfo=UTC)
    steps = explain_player(cellar.wired, "Bo", None, "operator", since=since).steps
    assert {step["kind"] for step in steps} == {"action"}


def test_unknown_names_and_variables_name_the_nearest(cellar: Cellar) -> None:
    with pytest.raises(UsageError, match="did you mean Ada"):
        explain_player(cellar.wired, "Adda", None, "operator")
    with pytest.raises(UsageError, match="did you mean Coal"):
        explain_player(cellar.wired, "Bo", None, "operator", variable="Cole")


def test_a_name_of_a_matter_and_a_player_must_be_told_apart(cellar: Cellar) -> None:
    archive, game, now = cellar.wired.archive, cellar.wired.game, cellar.clock.now()
    matter = observation_from_record({**post("bo", "Ada", "2019-10-01T12:01:00Z"), "source": "blog"})
    archive.append(ObservationBatch("blog", (matter,), "", now), game.read)
    with pytest.raises(UsageError, match="--as matter or --as player"):
        sort_of(cellar.wired, "Bo", None)
    assert sort_of(cellar.wired, "Bo", None, "matter") == "matter"
    assert sort_of(cellar.wired, "Ada", None) == "player"
    assert sort_of(cellar.wired, "dry_socks", None) == "matter"


def test_what_is_not_for_a_viewer_is_left_out(cellar: Cellar) -> None:
    secret = {"kind": "log_line", "id": "g9", "at": "2019-10-01T12:09:00Z", "page": "Cellar", "editor": "Bo"}
    seen = observation_from_record({**secret, "text": "burn 1 coal", "audience": "Bo"})
    cellar.wired.archive.append(ObservationBatch("file", (seen,), "", cellar.clock.now()), cellar.wired.game.read)
    for viewer, text in (("operator", "burn 1 coal"), ("public", "not for you")):
        assert explain_player(cellar.wired, "Bo", None, viewer, variable="Coal").steps[-1]["text"] == text
