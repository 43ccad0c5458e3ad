"""Figures for Prometheus: a whole file after each tick, a port where one is wanted, and nothing imported otherwise."""

import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.app.wiring import APPLY, SetClock, ToldSource, small_game, vote, wired
from tests.contracts.outbox_contract import MemoryOutbox
from tracker.app.tick.telling import Figures
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.bootstrap import wire
from tracker.config import parse_settings
from tracker.core.ports import Intent, WikiRevision
from tracker.errors import ConfigError, WikiError
from tracker.metrics import SHARED, Meters, meter, serve, write_file

AT = datetime(2019, 10, 1, 12, tzinfo=UTC)
FIGURES = Figures("swans", AT, "in step", 0.25, 3, 7, 2, 0, AT + timedelta(hours=1), {"DORMANT": 2}, {"faults": 0})

Samples = dict[tuple[str, str], float]


def samples(text: str) -> Samples:
    """Value by name and further label."""
    return {
        (sample.name, next((value for name, value in sample.labels.items() if name != "nomic"), "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_file_holds_every_figure(tmp_path: Path) -> None:
    path = tmp_path / "tracker.prom"
    write_file(path, FIGURES)
    assert samples(path.read_text()) == {
        ("tracker_last_tick_timestamp_seconds", ""): AT.timestamp(),
        ("tracker_next_instant_timestamp_seconds", ""): AT.timestamp() + 3600,
        ("tracker_tick_duration_seconds", ""): 0.25,
        ("tracker_tick_requests", ""): 3,
        ("tracker_tick_rows", ""): 7,
        ("tracker_questions", ""): 2,
        ("tracker_open_intents", ""): 0,
        ("tracker_tick_outcome", "in step"): 1,
        ("tracker_findings", "DORMANT"): 2,
        ("tracker_stuck", "faults"): 0,
    }
    assert path.read_text().count('nomic="swans"') == 10
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [path], "nothing half written is left beside it"


def test_what_is_over_leaves_the_figures(tmp_path: Path) -> None:
    meters = Meters()
    meters.note(FIGURES)
    meters.note(replace(FIGURES, nomic="geese"))
    meters.note(replace(FIGURES, outcome="held", findings={"HIATUS": 1}, next_instant=None))
    told = {
        (sample.name, *sample.labels.values())
        for family in meters.registry.collect()
        for sample in family.samples
        if sample.name in {"tracker_findings", "tracker_tick_outcome"}
    }
    assert told == {
        ("tracker_findings", "swans", "HIATUS"),
        ("tracker_findings", "geese", "DORMANT"),
        ("tracker_tick_outcome", "swans", "held"),
        ("tracker_tick_outcome", "geese", "in step"),
    }
    assert meters.registry.get_sample_value("tracker_next_instant_timestamp_seconds", {"nomic": "swans"}) == 0


@pytest.fixture
def measured(tmp_path: Path) -> tuple[Wired, ToldSource, Path]:
    source = ToldSource(unseen=small_game())
    made = wired(tmp_path, f"[metrics]\nfile = m.prom\n[wiki]\nruleset =\n{APPLY}", sources=[source])
    path = made.settings.metrics_place
    assert path is not None
    return replace(made, meter=meter(path, is_shown=False)), source, path


def test_each_tick_writes_its_figures(measured: tuple[Wired, ToldSource, Path]) -> None:
    tracker, source, path = measured
    source.unseen.append(vote("for", "Ada", "nowhere", "2019-10-01T11:45:00Z"))
    tick(tracker)
    told = samples(path.read_text())
    assert told["tracker_tick_rows", ""] == 7
    assert told["tracker_tick_outcome", "held"] == 1
    assert told["tracker_findings", "UNKNOWN_POST"] == 1
    assert told["tracker_stuck", "pages"] > 1
    source.fail()
    assert isinstance(tracker.clock, SetClock)
    tracker.clock.pass_minutes(10)
    tick(tracker)
    told = samples(path.read_text())
    assert told["tracker_stuck", "faults"] == 1
    assert told["tracker_tick_outcome", "withheld"] == 1
    assert told["tracker_findings", "UNKNOWN_POST"] == 1
    assert told["tracker_last_tick_timestamp_seconds", ""] == tracker.clock.now().timestamp()


def test_acts_without_an_end_and_notices_that_cannot_be_sent_are_stuck(tmp_path: Path) -> None:
    hook = {"HOOK": "https://example.org/hook"}
    config = f"[metrics]\nfile = m.prom\n[wiki]\nruleset =\n[notices]\nwebhook_env = HOOK\n{APPLY}"
    made, outbox = wired(tmp_path, config, environment=hook), MemoryOutbox()
    path = tmp_path / "m.prom"
    tracker = replace(made, outbox=outbox, meter=meter(path, is_shown=False))
    outbox.be_down()
    tick(tracker)
    told = samples(path.read_text())
    assert (told["tracker_stuck", "notices"], told["tracker_stuck", "acts"]) == (1, 0)
    assert isinstance(made.clock, SetClock)
    # A message that was begun and whose end nobody noted: what reading back cannot settle stays open.
    lost = Intent("edit", "Nowhere", None, "x", "", "", made.clock.now(), {})
    made.ledger.intend(lost)
    made.clock.pass_minutes(300)
    tick(replace(tracker, wiki=NoHistory(made.wiki)))
    told = samples(path.read_text())
    assert (told["tracker_stuck", "notices"], told["tracker_stuck", "acts"]) == (0, 1)


class NoHistory:
    """A wiki that tells nobody what became of an edit."""

    def __init__(self, wiki: Any) -> None:
        self._wiki = wiki

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        raise WikiError(f"no answer about {title}")


def test_a_file_that_cannot_be_written_fails_no_tick(
    measured: tuple[Wired, ToldSource, Path], caplog: pytest.LogCaptureFixture
) -> None:
    tracker, _, path = measured
    lost = replace(tracker, meter=meter(path.parent / "nowhere" / "m.prom", is_shown=False))
    assert tick(lost).errors == ()
    assert [record.levelname for record in caplog.records if record.levelname == "ERROR"] == ["ERROR"]


def test_requests_to_the_blog_are_counted_by_the_tick(measured: tuple[Wired, ToldSource, Path]) -> None:
    tracker, source, path = measured
    tick(replace(tracker, requests=lambda: 100 + 5 * source.looks))
    assert samples(path.read_text())["tracker_tick_requests", ""] == 5


def test_figures_are_shown_on_a_port(unused_port: int) -> None:
    meter(None, is_shown=True)(replace(FIGURES, nomic="shown"))
    stop = serve("127.0.0.1", unused_port, "tracker.ini [metrics] port")
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{unused_port}/metrics", timeout=5) as answer:
            assert 'tracker_tick_rows{nomic="shown"} 7.0' in answer.read().decode()
        with pytest.raises(ConfigError, match=r"\[metrics\] port: 127.0.0.1:\d+: Address already in use"):
            serve("127.0.0.1", unused_port, "tracker.ini [metrics] port")
    finally:
        stop()
    assert SHARED.registry.get_sample_value("tracker_tick_rows", {"nomic": "shown"}) == 7


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def test_each_of_several_nomics_has_a_file_of_its_own(tmp_path: Path) -> None:
    made = parse_settings("[metrics]\nfile = all/m.prom\n", tmp_path / "tracker.ini", {})
    assert made.metrics_place == tmp_path / "all" / "m.prom"
    assert replace(made, nomic="swans").metrics_place == tmp_path / "all" / "m-swans.prom"
    assert parse_settings("", tmp_path / "tracker.ini", {}).metrics_place is None


def test_a_file_that_the_collector_would_not_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\[metrics\] file: node_exporter would not read it"):
        parse_settings("[metrics]\nfile = m.txt\n", tmp_path / "tracker.ini", {})


def test_only_who_wants_figures_and_notices_pays_for_them(tmp_path: Path) -> None:
    (tmp_path / "tracker.ini").write_text("[wiki]\nruleset =\n")
    script = (
        "import sys; from tracker.cli import main; main(['tick']); main(['tick']);"
        "bad = ('prometheus_client', 'tracker.outbox', 'tracker.app.tick.notices', 'tracker.journal', 'tracker.metrics');"
        "print([name for name in bad if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_wiring_brings_what_the_config_wants(tmp_path: Path) -> None:
    text = "[notices]\nwebhook_env = HOOK\n[metrics]\nfile = m.prom\n[blog]\nurl = https://example.org\n"
    made = wire(parse_settings(text, tmp_path / "tracker.ini", {"HOOK": "https://example.org/hook"}))
    plain = wire(parse_settings("", tmp_path / "other.ini", {}))
    try:
        assert type(made.outbox).__name__ == "Webhook"
        assert made.meter is not None
        assert made.requests() == 0
        assert (plain.outbox, plain.meter, plain.requests()) == (None, None, 0)
    finally:
        made.close()
        plain.close()
