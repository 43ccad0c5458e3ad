"""The command line as a whole: help, errors in one line, documented exit codes."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest

from tests.cli.commands import Runner
from tracker.app.asking.audit import OUT_OF_STEP
from tracker.app.tick.health import STUCK_CODE
from tracker.archive.sql import open_archive
from tracker.cli import COMMANDS, EXIT_CODES, INTERRUPTED, root
from tracker.errors import TrackerError

NOON = "2019-10-01T12:00:00Z"


def every_command(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command with its full name, groups included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))


EVERY = list(every_command(root))


def every_error(base: type[TrackerError]) -> Iterator[type[TrackerError]]:
    yield base
    for error in base.__subclasses__():
        yield from every_error(error)


def test_there_is_every_command_that_was_promised() -> None:
    promised = {
        *("demo", "init", "opening", "pages", "tick", "plan", "apply", "status", "explain", "questions", "decide"),
        *(
            "replay",
            "archive",
            "schema",
            "check",
            "enact",
            "draft",
            "confirm",
            "precedence",
            "dice",
            "dynasty",
            "audit",
        ),
        *("resync", "pause", "resume", "run", "correct", "shadow", "adopt", "config"),
    }
    assert set(COMMANDS) == promised
    assert {path for path, _ in EVERY} >= {
        *(("archive", name) for name in ("export", "import", "redact")),
        ("schema", "codes"),
        *(("round10", name) for name in ("score", "hash")),
    }


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_command_has_help_with_examples_and_speaks_json(path: tuple[str, ...], command: click.Command) -> None:
    assert command.help
    options = {name for parameter in command.params for name in parameter.opts}
    if not isinstance(command, click.Group):
        assert f"tracker {' '.join(path)}" in (command.epilog or "")
        assert "--json" in options
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help, f"{path} {parameter.name} has no help"


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_example_can_be_parsed(path: tuple[str, ...], command: click.Command) -> None:
    name = f"tracker {' '.join(path)}"
    for line in (command.epilog or "").splitlines():
        for part in re.split(r"[|<>]", line):
            if part.strip().startswith(name):
                words = shlex.split(part)[1 + len(path) :]
                assert command.make_context(path[-1], words).command is command


def test_the_short_list_says_what_each_command_says_of_itself(run: Runner) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(name in done.out for name in COMMANDS)
    assert "Exit codes" in done.out


def test_every_error_has_a_documented_exit_code() -> None:
    results = {0, INTERRUPTED, OUT_OF_STEP, STUCK_CODE}
    assert {error.exit_code for error in every_error(TrackerError)} | results == set(EXIT_CODES)


def test_version(run: Runner) -> None:
    assert run("--version").out.startswith("tracker, version ")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["xyzzy"], 2, "No such command 'xyzzy'"),
        (["explain"], 2, "Missing argument 'NAME'"),
        (["status"], 3, "error: tracker.ini: there is no such config file"),
        (["replay", "none.jsonl", "--as-of", NOON], 9, "error: none.jsonl: No such file or directory"),
        (["replay", "none.jsonl", "--as-of", "noon"], 2, "'noon' is no instant; write 2019-10-01T12:00:00Z"),
        (["schema", "codes", "--game", "xyzzy"], 2, "there is no game 'xyzzy'"),
        (["decide", "a", "--by", "b", "--why", "c"], 2, "give either an answer or --revoke"),
        (["plan", "--approve", "a"], 2, "--approve needs --by"),
    ],
)
def test_an_error_is_told_without_a_traceback(
    run: Runner, folder: Path, arguments: list[str], code: int, told: str
) -> None:
    done = run(*arguments)
    assert done.code == code
    assert told in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_fault_of_our_own_is_one_line(run: Runner, archived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.app.asking.inquiry.status", lambda *_: 1 / 0)
    done = run("status")
    assert done.code == 1
    assert done.err == (
        "error: a fault of the tracker itself: ZeroDivisionError: division by zero (set TRACKER_DEBUG=1 to see where)\n"
    )
    monkeypatch.setenv("TRACKER_DEBUG", "1")
    done = run("status")
    assert done.code == 1
    assert done.err.startswith("Traceback (most recent call last):\n")
    assert done.err.endswith("ZeroDivisionError: division by zero\n")


def test_an_interruption_is_told(run: Runner, archived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tracker.app.asking.inquiry.status", interrupted)
    done = run("status")
    assert done.code == INTERRUPTED
    assert "interrupted" in done.err


def test_the_config_may_be_named_by_a_variable(run: Runner, archived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (archived / "tracker.ini").rename(archived / "other.ini")
    assert run("questions").code == 3
    monkeypatch.setenv("TRACKER_CONFIG", "other.ini")
    assert run("questions").code == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m tracker schema | head -c 10"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_output_that_the_terminal_cannot_show_is_escaped() -> None:
    command = [sys.executable, "-m", "tracker", "schema", "codes"]
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_tick_imports_nothing_that_it_does_not_need() -> None:
    code = "import sys, tracker.cli.ticks; print([m for m in ('rich', 'pydantic', 'sqlalchemy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 4000])
def test_an_archive_that_is_none_is_told(run: Runner, folder: Path, content: bytes) -> None:
    (folder / "tracker.ini").touch()
    (folder / "tracker.db").write_bytes(content)
    done = run("tick")
    assert done.code == 6
    assert done.err.startswith(f"error: {folder / 'tracker.db'}: ")
    assert done.err.count("\n") == 1
    assert (folder / "tracker.db").read_bytes() == content


def test_a_tick_beside_another_is_told(run: Runner, archived: Path) -> None:
    archive = open_archive(archived / "tracker.db")
    archive.acquire("another", datetime.now(UTC), datetime.now(UTC) + timedelta(minutes=5))
    archive.close()
    done = run("tick")
    assert done.code == 7
    assert "another holds the lock" in done.err
