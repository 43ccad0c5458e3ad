"""Processes that all want to write to one archive at the same moment."""

import subprocess
import sys

_LOCK = """
import sys
from tests.observing import at
from tracker.archive.sql import open_archive
from tracker.errors import LockedError
archive = open_archive(sys.argv[1], schema=sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
try:
    archive.acquire(sys.argv[2], at(1), at(2))
    print("taken")
except LockedError:
    print("locked")
archive.close()
"""

_APPEND = """
import sys
from tests.observing import batch, comment
from tracker.archive.sql import open_archive
archive = open_archive(sys.argv[1], schema=sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for number in range(30):
    archive.append(batch(comment(f"{sys.argv[2]}-{number}", number)))
print("appended")
archive.close()
"""


def lock_at_once(address: str, processes: int, schema: str = "") -> list[str]:
    """Let processes ask for the lock together; what each got, sorted."""
    return _run_together(_LOCK, address, processes, schema)


def append_at_once(address: str, processes: int, schema: str = "") -> list[str]:
    """Let processes append thirty comments each, one at a time."""
    return _run_together(_APPEND, address, processes, schema)


def _run_together(program: str, address: str, processes: int, schema: str) -> list[str]:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, address, f"writer{number}", schema],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return sorted(map(_answer, started))


def _answer(process: subprocess.Popen[str]) -> str:
    answer, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return answer.strip()
