"""``tracker run`` as a process: what it does by itself, what signals do to it, and beside other trackers on the same archive."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.commands import Runner
from tracker.cli import COMMANDS
from tracker.config.example import config_text
from tracker.demo.show import demo_options
from tracker.demo.site import DemoSite
from tracker.demo.story import FORTNIGHT, read_story

PATIENCE = 60.0
HOLD = """
import sys
from datetime import UTC, datetime, timedelta
from tracker.archive.holder import this_process
from tracker.bootstrap import open_archive
from tracker.config import load_settings
from pathlib import Path
archive = open_archive(load_settings(Path("tracker.ini")))
now = datetime.now(UTC)
archive.acquire(this_process(), now, now + timedelta(minutes=30))
print("held", flush=True)
sys.stdin.readline()
archive.release(this_process())
archive.close()
"""


@dataclass
class Daemon:
    """A ``tracker run`` that goes on, and the log that it writes."""

    process: subprocess.Popen[str]
    log: Path

    def wait_for(self, words: str, times: int = 1) -> str:
        """The log, as soon as it holds these words so many times."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            text = self.text
            if text.count(words) >= times:
                return text
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {text}"
            time.sleep(0.05)
        raise AssertionError(f"{words!r} is not {times} times in the log:\n{self.text}")

    @property
    def text(self) -> str:
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.send(number)
        return self.process.wait(timeout=PATIENCE)


Start = Callable[..., Daemon]


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Starts ``tracker run`` in the folder; ended with the test."""
    started: list[Daemon] = []

    def begin(*options: str, environment: Mapping[str, str] | None = None) -> Daemon:
        log = folder / "tracker.log"
        command = [sys.executable, "-m", "tracker", "run", "--log", str(log), *options]
        process = subprocess.Popen(command, text=True, env={**os.environ, **(environment or {})})
        started.append(Daemon(process, log))
        return started[-1]

    yield begin
    for daemon in started:
        daemon.process.kill()
        daemon.process.wait()


@pytest.fixture
def site() -> Iterator[DemoSite]:
    """The demo's blog as it was in the middle of its fortnight."""
    story = read_story(FORTNIGHT)
    with DemoSite(story, story.ticks[len(story.ticks) // 2]) as site:
        yield site


def configure(folder: Path, site: DemoSite, **http: str) -> None:
    options = demo_options(site.url, site.now) | {("http", name): value for name, value in http.items()}
    (folder / "tracker.ini").write_text(config_text(options), encoding="utf-8")


@pytest.fixture
def prepared(folder: Path, site: DemoSite, run: Runner) -> Path:
    """A folder with the demo's config, its players archived and its pages made."""
    configure(folder, site)
    (folder / "opening.jsonl").write_text(run("opening").out, encoding="utf-8")
    assert run("archive", "import", folder / "opening.jsonl").code == 0
    assert run("pages", "--create", "--yes").code == 0
    return folder


def board(folder: Path) -> str:
    return next((folder / "wiki").glob("pages/*otable*")).read_text(encoding="utf-8")


def wait_until_written(folder: Path) -> None:
    """Until a tick has taken the lock, which is the first thing that it writes."""
    log = folder / "tracker.db-wal"
    until = time.monotonic() + PATIENCE
    while not (log.exists() and log.stat().st_size):
        assert time.monotonic() < until
        time.sleep(0.02)


# --- by itself --------------------------------------------------------------------------------------------------------


def test_it_ticks_by_itself_as_a_tick_by_hand_does(prepared: Path, start: Start, run: Runner) -> None:
    daemon = start()
    daemon.wait_for("INFO applied: the wiki was brought into step")
    assert daemon.end() == 0
    lines = daemon.text.splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (INFO|WARNING|ERROR) ", line) for line in lines)
    assert lines[-1].endswith("ended after 1 ticks")
    assert "tracker:begin votable_matters" in board(prepared)
    assert run("tick", "--json").json["outcome"] == "idle"


def test_each_tick_is_a_line_of_json(prepared: Path) -> None:
    command = [sys.executable, "-m", "tracker", "run", "--json", "--log", str(prepared / "tracker.log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    assert (told["nomic"], told["outcome"]) == ("", "applied")


def test_without_a_log_file_it_tells_on_the_error_stream(archived: Path) -> None:
    process = subprocess.Popen([sys.executable, "-m", "tracker", "run"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "INFO started with tracker.ini" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=PATIENCE)
    assert "SIGINT: ending after the running step" in rest
    assert process.returncode in {0, 14}


def test_a_config_that_cannot_be_used_ends_it_at_the_start(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[schedule]\nminutes = never\n")
    done = run("run")
    assert done.code == 3
    assert "[schedule] minutes" in done.err
    assert run("run", "--config", "none.ini").code == 3


def test_a_log_that_cannot_be_written_is_told(archived: Path, run: Runner) -> None:
    done = run("run", "--log", archived / "none" / "tracker.log")
    assert done.code == 2
    assert "check the folder and its rights" in done.err


def test_what_it_imports_waits_for_it() -> None:
    told = "import sys, tracker.cli.run; print([name for name in sys.modules if 'apscheduler' in name])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert "run" in COMMANDS


# --- signals ----------------------------------------------------------------------------------------------------------


def test_sigterm_in_the_middle_of_a_tick_ends_it_after_the_running_step(
    prepared: Path, site: DemoSite, start: Start, run: Runner
) -> None:
    configure(prepared, site, delay_seconds="1")
    daemon = start()
    daemon.wait_for("started")
    # By now it reads the blog, a page a second.
    wait_until_written(prepared)
    assert daemon.end() == 14
    assert "stopped by a signal after the step" in daemon.text
    assert "Tide" not in board(prepared)
    configure(prepared, site)
    done = run("tick", "--json")
    assert (done.code, done.json["outcome"]) == (0, "applied")


def test_sigterm_ends_a_single_tick_likewise(prepared: Path, site: DemoSite, run: Runner) -> None:
    configure(prepared, site, delay_seconds="1")
    process = subprocess.Popen([sys.executable, "-m", "tracker", "tick"], stderr=subprocess.PIPE, text=True)
    wait_until_written(prepared)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 14
    assert "the next tick goes on from there" in err
    configure(prepared, site)
    assert run("tick", "--json").json["outcome"] == "applied"


@pytest.mark.parametrize("command", ["tick", "resync", "run"])
def test_sigterm_ends_a_wait_between_two_requests(prepared: Path, site: DemoSite, command: str) -> None:
    configure(prepared, site, delay_seconds="60")
    process = subprocess.Popen([sys.executable, "-m", "tracker", command], stderr=subprocess.PIPE, text=True)
    wait_until_written(prepared)
    time.sleep(0.5)
    asked = time.monotonic()
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, time.monotonic() - asked < 10) == (14, True)
    assert "stopped by a signal after the step waited" in err


def test_sighup_rereads_the_config_and_a_broken_one_is_told_while_the_old_one_goes_on(
    archived: Path, start: Start, run: Runner
) -> None:
    assert run("pages", "--create", "--yes").code == 0
    config = archived / "tracker.ini"
    good = config.read_text()
    daemon = start()
    daemon.wait_for("applied: ")
    config.write_text("[schedule]\nminutes = never\n")
    daemon.send(signal.SIGHUP)
    assert "[schedule] minutes" in daemon.wait_for("; the old config goes on")
    config.write_text(f"{good}\n[schedule]\nminutes = 1\n")
    daemon.send(signal.SIGHUP)
    daemon.wait_for("the config was read anew")
    config.unlink()
    daemon.send(signal.SIGHUP)
    daemon.wait_for("; the old config goes on", times=2)
    assert daemon.end() in {0, 14}


def test_of_several_nomics_a_broken_one_stops_no_other(folder: Path, start: Start) -> None:
    config = folder / "tracker.ini"
    config.write_text("[nomic:ducks]\n[nomic:geese]\n[nomic:swans]\nschedule.minutes = never\n")
    daemon = start()
    told = daemon.wait_for("[nomic:swans] schedule.minutes")
    daemon.wait_for("ducks: ")
    assert told.count("ERROR") == 1
    config.write_text("[nomic:ducks]\nschedule.minutes = never\n[nomic:swans]\n")
    daemon.send(signal.SIGHUP)
    daemon.wait_for("its old config goes on")
    daemon.wait_for("ducks: ", times=2)
    assert daemon.end() in {0, 14}
    assert {path.name for path in folder.glob("*.db")} >= {"ducks.db"}


# --- beside others ----------------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest, folder: Path, run: Runner) -> Path:
    """A folder whose config names an archive in either database."""
    lines = ["[publish]", "permission = apply"]
    if request.param == "postgres":
        lines += ["[archive]", f"url = {request.getfixturevalue('postgres_url')}"]
    (folder / "tracker.ini").write_text("\n".join(lines) + "\n")
    assert run("pages", "--create", "--yes").code == 0
    return folder


def test_daemon_cron_and_hand_may_coincide(shared: Path, start: Start, run: Runner) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        done = run("tick")
        assert done.code == 7
        assert re.search(rf":{holder.pid} holds the lock since \d{{4}}-\d\d-\d\dT[^,]+, until ", done.err)
        daemon = start()
        daemon.wait_for(f":{holder.pid} holds the lock since")
        assert daemon.process.poll() is None
    finally:
        holder.kill()
        holder.communicate()
    daemon.send(signal.SIGHUP)
    daemon.wait_for("all is well again")
    assert daemon.text.count("holds the lock") == 1
    assert daemon.end() in {0, 14}


def test_ticks_by_hand_beside_the_daemon_lose_nothing_and_double_nothing(shared: Path, start: Start) -> None:
    daemon = start()
    ticks = [subprocess.Popen([sys.executable, "-m", "tracker", "tick"], stderr=subprocess.PIPE) for _ in range(3)]
    codes = sorted(tick.wait(timeout=PATIENCE) for tick in ticks)
    for tick in ticks:
        tick.communicate()
    assert set(codes) <= {0, 7}
    assert daemon.process.poll() is None
    assert daemon.end() in {0, 14}
    assert "Traceback" not in daemon.text
    assert "a fault of the tracker" not in daemon.text
