"""The lock between real processes: who holds it is told, a holder that was killed keeps nobody out, on SQLite and PostgreSQL."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.observing import at
from tracker.archive.holder import has_ended, this_process, told
from tracker.archive.memory import MemoryArchive
from tracker.archive.sql import open_archive
from tracker.core.instants import iso
from tracker.errors import LockedError

_HOLD = """
import sys
from tests.observing import at
from tracker.archive.holder import this_process
from tracker.archive.sql import open_archive
archive = open_archive(sys.argv[1])
archive.acquire(this_process(), at(1), at(2))
print(this_process(), flush=True)
sys.stdin.readline()
"""
_NAME = "import tracker.archive.holder as holder; print(holder.this_process(), flush=True); input()"

Process: TypeAlias = subprocess.Popen[str]
Started: TypeAlias = tuple[Process, str]
Start: TypeAlias = Callable[..., Started]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a Python process and reads its first line; all of them are ended with the test."""
    started: list[Process] = []

    def begin(program: str, *arguments: str) -> Started:
        command = [sys.executable, "-c", program, *arguments]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield begin
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found: str = request.getfixturevalue("postgres_url") if request.param == "postgres" else str(tmp_path / "a.db")
    return found


def test_the_second_process_is_told_who_holds_the_lock_and_since_when(address: str, start: Start) -> None:
    holder, _ = start(_HOLD, address)
    archive = open_archive(address)
    since = f"{socket.gethostname()}:{holder.pid} holds the lock since {iso(at(1))}, until {iso(at(2))}"
    with pytest.raises(LockedError, match=re.escape(since)) as locked:
        archive.acquire(this_process(), at(1.5), at(3))
    assert locked.value.exit_code == 7
    archive.close()


def test_a_holder_that_was_killed_keeps_nobody_out(address: str, start: Start) -> None:
    holder, _ = start(_HOLD, address)
    holder.send_signal(signal.SIGKILL)
    archive = open_archive(address)
    # Not yet waited for it is a zombie, which holds nothing any more.
    os.waitid(os.P_PID, holder.pid, os.WEXITED | os.WNOWAIT)
    archive.acquire(this_process(), at(1.5), at(3))
    archive.release(this_process())
    archive.close()


def test_a_holder_that_stands_still_is_waited_for_until_the_lock_expires(address: str, start: Start) -> None:
    holder, _ = start(_HOLD, address)
    holder.send_signal(signal.SIGSTOP)
    archive = open_archive(address)
    with pytest.raises(LockedError):
        archive.acquire(this_process(), at(1.5), at(3))
    archive.acquire(this_process(), at(2), at(3))
    archive.close()


@pytest.mark.parametrize("elsewhere", ["another host", "another boot", "another container", "unmarked"])
def test_what_may_go_on_elsewhere_is_waited_for(address: str, start: Start, elsewhere: str) -> None:
    gone, name = start(_NAME)
    gone.kill()
    gone.wait()
    host, boot, namespace, _ = parts_of(name)
    owner = {
        "another host": name.replace(host, f"not-{host}", 1),
        "another boot": name.replace(boot, "0" * len(boot)),
        "another container": name.replace(namespace, "pid:1"),
        "unmarked": told(name),
    }[elsewhere]
    archive = open_archive(address)
    archive.acquire(owner, at(1), at(2))
    with pytest.raises(LockedError):
        archive.acquire(this_process(), at(1.5), at(3))
    archive.acquire(this_process(), at(2), at(3))
    archive.close()


def parts_of(name: str) -> tuple[str, str, str, str]:
    """Host, boot, namespace and start of a process's name."""
    match = re.fullmatch(r"(.*):\d+ \[(\S+) (\S+) (\d+)\]", name)
    assert match is not None
    return match[1], match[2], match[3], match[4]


def test_a_number_that_another_process_bears_now_is_not_its_holder(address: str, start: Start) -> None:
    _, name = start(_NAME)
    assert not has_ended(name)
    earlier = re.sub(r"\d+\]$", "1]", name)
    assert has_ended(earlier)
    archive = open_archive(address)
    archive.acquire(earlier, at(1), at(2))
    archive.acquire(this_process(), at(1.5), at(3))
    archive.close()


def test_the_archive_in_memory_does_the_same(start: Start) -> None:
    gone, name = start(_NAME)
    archive = MemoryArchive()
    archive.acquire(name, at(1), at(2))
    with pytest.raises(LockedError, match=re.escape(f"{told(name)} holds the lock since")):
        archive.acquire(this_process(), at(1.5), at(3))
    gone.kill()
    gone.wait()
    archive.acquire(this_process(), at(1.5), at(3))


def test_a_process_is_named_for_people_by_host_and_number() -> None:
    assert told(this_process()) == f"{socket.gethostname()}:{os.getpid()}"
    assert told("cron") == "cron"
    assert not has_ended("cron")
    assert not has_ended(this_process())


def test_where_the_system_shows_no_marks_nothing_is_supposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Start
) -> None:
    gone, name = start(_NAME)
    gone.kill()
    gone.wait()
    monkeypatch.setattr("tracker.archive.holder._BOOT", tmp_path / "none")
    assert this_process() == f"{socket.gethostname()}:{os.getpid()}"
    assert not has_ended(name)


def test_a_process_of_another_account_whose_details_are_hidden_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Start
) -> None:
    _, name = start(_NAME)
    monkeypatch.setattr("tracker.archive.holder._PROCESSES", tmp_path)
    assert not has_ended(name)
