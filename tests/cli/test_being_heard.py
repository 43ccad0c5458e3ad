"""What a monitor and a log reader get: the status with its exit code, the journal, and several nomics at once."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from tests.cli.commands import Runner
from tracker.journal import JOURNAL

TWO = """\
[wiki]
ruleset =
[publish]
permission = apply
[nomic:swans]
wiki.account = Swanny
[nomic:geese]
wiki.account = Goosy
"""


@pytest.fixture
def in_step(folder: Path, run: Runner) -> Path:
    """A tracker whose pages are there and say what they should."""
    (folder / "tracker.ini").write_text("[wiki]\nruleset =\n[publish]\npermission = apply\n")
    assert run("pages", "--create", "--yes").code == 0
    assert run("tick").code == 0
    return folder


def test_a_status_without_trouble_ends_with_0(run: Runner, in_step: Path) -> None:
    done = run("status")
    assert done.code == 0
    assert "Last tick: " in done.out
    assert "Last change: " in done.out
    assert "Stuck" not in done.out
    told = run("status", "--json").json
    assert (told["stuck"], told["exit_code"]) == ([], 0)
    assert told["last_look_seconds"] < 60


def test_a_journal_on_a_full_disk_takes_nothing_from_a_tick(run: Runner, in_step: Path) -> None:
    config = in_step / "tracker.ini"
    config.write_text(f"{config.read_text()}[log]\nfile = /dev/full\n")
    done = run("tick", "--json")
    assert (done.code, done.json["outcome"]) == (0, "in step")
    assert done.err.startswith("error: /dev/full: No space left on device; the journal goes on here\n")
    assert "tick ended" in done.err
    assert "Traceback" not in done.err


def test_a_status_with_trouble_ends_with_13_and_says_why(run: Runner, in_step: Path) -> None:
    run("pause", "--by", "Ada", "--why", "a holiday")
    done = run("status")
    assert done.code == 13
    assert "paused by Ada" in done.out
    (item,) = run("status", "--json").json["stuck"]
    assert item["what"] == "paused"


def test_a_status_says_that_ticks_break_off(run: Runner, in_step: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("tracker.app.tick.tick._rest", lambda *_: 1 / 0)
        assert run("tick").code == 1
    done = run("status")
    assert done.code == 13
    assert " came to its end: a tick was broken off: a fault of the tracker itself: ZeroDivisionError." in done.out
    assert "Last tick before that: " in done.out
    assert run("tick").code == 0
    assert "broken off" not in run("status").out


def test_a_tracker_that_does_not_look_is_stuck(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("")
    done = run("status", "--json")
    assert done.code == 13
    assert [item["what"] for item in done.json["stuck"]] == ["no look"]


def test_several_nomics_are_told_each_and_the_worst_counts(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text(TWO)
    run("pages", "--nomic", "swans", "--create", "--yes")
    run("tick")
    done = run("status", "--json")
    assert done.code == 13
    assert done.json["swans"]["exit_code"] == 0
    assert {item["what"] for item in done.json["geese"]["stuck"]} == {"pages that are not written"}
    assert run("status", "--nomic", "swans").code == 0


def test_a_tick_writes_the_journal_that_the_config_wants(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("[wiki]\nruleset =\n[log]\nformat = json\n")
    done = run("tick")
    events = [json.loads(line)["event"] for line in done.err.splitlines()]
    assert (events[0], events[-1]) == ("tick begun", "tick ended")
    (folder / "tracker.ini").write_text("[wiki]\nruleset =\n")
    assert run("tick").err == ""
    assert not JOURNAL.covers("")


def test_notices_go_out_and_their_address_is_seen_nowhere(run: Runner, folder: Path, httpserver: HTTPServer) -> None:
    httpserver.expect_oneshot_request("/s3cr3t").respond_with_data("{}", status=500)
    httpserver.expect_request("/s3cr3t").respond_with_json({"id": "1"})
    (folder / "hook").write_text(httpserver.url_for("/s3cr3t"))
    (folder / "hook").chmod(0o600)
    log = "[log]\nformat = json\nfile = log.jsonl\n"
    (folder / "tracker.ini").write_text(f"[wiki]\nruleset =\n[notices]\nwebhook_file = hook\n{log}")
    said = [run("tick"), run("status", "--json"), run("tick"), run("status", "--json")]
    stuck = [{item["what"] for item in said[number].json["stuck"]} for number in (1, 3)]
    assert [("notices that cannot be sent" in whats) for whats in stuck] == [True, False]
    bodies = [json.loads(request.data) for request, _ in httpserver.log]
    assert bodies[0] == bodies[1]
    assert bodies[1]["content"].startswith("The tracker tells its news here")
    written = (folder / "log.jsonl").read_text() + "".join(done.out + done.err for done in said)
    assert "s3cr3t" not in written
    database = b"".join(path.read_bytes() for path in folder.glob("tracker.db*"))
    assert b"s3cr3t" not in database


def test_the_address_of_notices_must_be_safe(run: Runner, folder: Path) -> None:
    (folder / "hook").write_text("http://example.org/s3cr3t")
    (folder / "hook").chmod(0o600)
    (folder / "tracker.ini").write_text("[notices]\nwebhook_file = hook\n")
    done = run("tick")
    assert done.code == 3
    assert "[notices] webhook_file: what it names holds no address of a webhook" in done.err
    assert "s3cr3t" not in done.err
    (folder / "hook").chmod(0o644)
    assert "run: chmod 600" in run("tick").err


# --- tracker run ------------------------------------------------------------------------------------------------------


def until(found: Callable[[], bool], what: str) -> None:
    for _ in range(600):
        if found():
            return
        time.sleep(0.1)
    raise AssertionError(what)


def events(path: Path) -> list[str]:
    return [json.loads(line)["event"] for line in path.read_text().splitlines()] if path.exists() else []


def test_the_daemon_keeps_a_journal_that_is_rotated_and_shows_its_figures(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    log = "[log]\nformat = json\nfile = log.jsonl\n"
    (folder / "tracker.ini").write_text(f"[wiki]\nruleset =\n{log}[metrics]\nport = {port}\n")
    journal, rotated = folder / "log.jsonl", folder / "log.jsonl.1"
    command = [sys.executable, "-m", "tracker", "run"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as daemon:
        try:
            until(lambda: "tick ended" in events(journal), "no tick was told")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                assert 'tracker_tick_outcome{nomic="blognomic",outcome="' in answer.read().decode()
            journal.rename(rotated)
            daemon.send_signal(signal.SIGHUP)
            until(lambda: "the config was read anew" in events(journal), "the journal was not opened anew")
        finally:
            daemon.send_signal(signal.SIGTERM)
            _, told = daemon.communicate(timeout=60)
    assert daemon.returncode in {0, 14}
    assert told == "", "nothing is told twice"
    assert any(event.startswith("started with") for event in events(rotated))
    assert any(event.startswith("ended after") for event in events(journal))
