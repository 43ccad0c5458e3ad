"""What ``deploy/`` holds is tried: systemd's own check of the units, cron's line in a shell, logrotate on a log that is being written."""

import getpass
import grp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import archived, folder, run
from tests.cli.test_run import Start, start
from tracker.core.instants import parse_instant

__all__ = ["archived", "folder", "run", "start"]

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".timer"})
PLACE = "/srv/nomic"


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.fixture
def place(archived: Path) -> Path:
    """A folder as the files of ``deploy/`` expect it, with the tracker installed in it."""
    commands = archived / ".venv" / "bin"
    commands.mkdir(parents=True)
    command = commands / "tracker"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tracker "$@"\n')
    command.chmod(0o755)
    return archived


def test_systemd_finds_no_fault_in_the_units(place: Path, tmp_path: Path) -> None:
    units = tmp_path / "units"
    units.mkdir()
    for name in UNITS:
        (units / name).write_text(text(name).replace(PLACE, str(place)))
    command = ["systemd-analyze", "verify", "--man=no", *(str(units / name) for name in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "tracker" in line]
    assert (done.returncode, ours) == (0, [])


def test_systemd_would_find_a_fault(place: Path, tmp_path: Path) -> None:
    unit = tmp_path / "tracker.service"
    unit.write_text(text("tracker.service"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert f"{PLACE}/.venv/bin/tracker is not executable" in done.stderr


def test_the_timer_starts_every_ten_minutes() -> None:
    (calendar,) = re.findall(r"^OnCalendar=(.*)$", text("tracker-tick.timer"), re.MULTILINE)
    command = ["systemd-analyze", "calendar", "--iterations=3", "--base-time=2026-03-02 12:01:00 UTC", calendar]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "TZ": "UTC"})
    told = re.findall(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC", done.stdout)
    instants = sorted({parse_instant(f"{day}T{time}Z") for day, time in told})
    assert [f"{instant:%H:%M:%S}" for instant in instants if f"{instant:%M}" != "01"] == [
        "12:10:00",
        "12:20:00",
        "12:30:00",
    ]


def test_crons_line_ticks_in_a_bare_shell(place: Path) -> None:
    (line,) = [line for line in text("tracker.cron").splitlines() if not line.startswith("#")]
    *times, command = line.split(maxsplit=5)
    assert times == ["*/10", "*", "*", "*", "*"]
    # Cron gives its commands a shell, a home, and hardly a path.
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(place), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace(PLACE, str(place))], capture_output=True, text=True, env=bare, cwd="/"
    )
    # There are no pages yet, which waits for a person.
    assert (done.returncode, done.stderr) == (8, "")
    assert (place / "tick.log").read_text().startswith("held: ")


@pytest.fixture
def rotate(place: Path, tmp_path: Path) -> list[str]:
    """The command that rotates by our file; ``systemctl`` reloads what the test has started."""
    group = grp.getgrgid(os.getgid()).gr_name
    rules = tmp_path / "tracker.logrotate"
    rules.write_text(
        text("tracker.logrotate").replace(PLACE, str(place)).replace("nomic nomic", f"{getpass.getuser()} {group}")
    )
    rules.chmod(0o644)
    systemctl = tmp_path / "bin" / "systemctl"
    systemctl.parent.mkdir()
    systemctl.write_text('#!/bin/sh\n[ "$*" = "reload tracker.service" ] && kill -HUP "$(cat "$TRACKER_PID")"\n')
    systemctl.chmod(0o755)
    logrotate = shutil.which("logrotate", path=f"{os.environ['PATH']}:/usr/sbin")
    assert logrotate is not None
    return [logrotate, "--state", str(tmp_path / "state"), str(rules)]


def test_logrotate_finds_no_fault(rotate: list[str]) -> None:
    done = subprocess.run([*rotate, "--debug"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "error" not in done.stderr.lower()


def test_logrotate_moves_the_log_away_and_the_daemon_writes_a_new_one(
    place: Path, tmp_path: Path, rotate: list[str], start: Start
) -> None:
    daemon = start()
    daemon.wait_for("held: ")
    pid = tmp_path / "pid"
    pid.write_text(str(daemon.process.pid))
    around = {**os.environ, "TRACKER_PID": str(pid), "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run([*rotate, "--force"], capture_output=True, text=True, env=around, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    moved = (place / "tracker.log.1").read_text()
    assert "INFO started with tracker.ini" in moved
    new = daemon.wait_for("the config was read anew")
    assert "started with" not in new
    assert daemon.log.stat().st_mode & 0o777 == 0o600
    assert daemon.end() in {0, 14}
    assert "ended after" in daemon.text
    assert "ended after" not in (place / "tracker.log.1").read_text()


def test_the_files_are_told_of(place: Path) -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for path in DEPLOY.iterdir():
        assert f"`deploy/{path.name}`" in page
