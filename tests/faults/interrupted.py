"""A process that ticks in children of its own, each struck at a step that it is told: killed, out of disk, or shut out of its archive.

It reads one order a line (JSON) and answers each with a line: how the child ended, and the steps that it came to.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tracker.app.tick.tick import tick
from tracker.archive import database
from tracker.bootstrap import wire
from tracker.config.reading import load_settings
from tracker.core.gamestate import Message
from tracker.core.instants import iso, parse_instant
from tracker.errors import TrackerError

SENT = "sent.jsonl"
ENVIRONMENT = {"TRACKER_WEBHOOK": "http://127.0.0.1:9/unused"}
NO_FAULT = "none"
WARM_UP = "warm up"
"""The fault of a tick in the parent itself: whatever its children would each import or compile is then there."""


@dataclass(frozen=True)
class Order:
    """One tick in a folder at an instant, and the fault that strikes it at a step (the first is 1)."""

    folder: str
    now: str
    fault: str = NO_FAULT
    step: int = 0


@dataclass(frozen=True)
class Ended:
    """How a child ended: its exit code, or minus the signal; the steps that it came to, and what it said."""

    code: int
    steps: list[str]
    said: str


# --- in the child -----------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """A clock that stands."""

    instant: datetime

    def now(self) -> datetime:
        return self.instant


@dataclass
class FileOutbox:
    """Messages as lines of a file, each safe before it counts as sent."""

    file: Path

    def send(self, message: Message) -> str:
        with self.file.open("a") as stream:
            stream.write(json.dumps([message.key, message.text]) + "\n")
        return message.key


def die(_folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fill_disk(_folder: Path) -> None:
    """From here on no file can be written to."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def lock_archive(folder: Path) -> None:
    """Another connection writes, for as long as this process lives."""
    held = sqlite3.connect(folder / "tracker.db", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    HELD.append(held)


HELD: list[sqlite3.Connection] = []
FAULTS: Mapping[str, Callable[[Path], None]] = {
    "kill": die, "disk full": fill_disk, "archive busy": lock_archive, NO_FAULT: lambda _: None, WARM_UP: lambda _: None
}  # fmt: skip


@dataclass
class Steps:
    """Counts a tick's steps, writes each down, and lets the fault strike at its own."""

    order: Order
    out: int
    count: int = 0

    def __call__(self, name: str) -> None:
        self.count += 1
        os.write(self.out, f"{name}\n".encode())
        if self.count == self.order.step:
            FAULTS[self.order.fault](Path(self.order.folder))


def run_child(order: Order, out: int) -> int:
    """Tick once as `tracker tick` does; the exit code."""
    database.BUSY_SECONDS = 0
    folder = Path(order.folder)
    try:
        settings = load_settings(folder / "tracker.ini", ENVIRONMENT)
        made = wire(settings, Standing(parse_instant(order.now)), lambda _: None)
        outbox = FileOutbox(folder / SENT)
        # Whoever mends the code while the tests run makes no upgrade of it.
        report = tick(replace(made, step=Steps(order, out), outbox=outbox, code="the code"))
        made.close()
    except TrackerError as error:
        os.write(out, f"! {error}\n".encode())
        return error.exit_code
    os.write(out, f"! {report.words}\n".encode())
    return report.exit_code


def serve() -> None:
    """Carry out the orders of the standard input."""
    for line in sys.stdin:
        order = Order(**json.loads(line))
        read_end, write_end = os.pipe()
        if order.fault == WARM_UP:
            run_child(order, write_end)
        child = os.fork()
        if not child:
            os.close(read_end)
            code = 70
            try:
                code = run_child(order, write_end)
            finally:
                os._exit(code)
        os.close(write_end)
        with os.fdopen(read_end) as told:
            lines = told.read().splitlines()
        _, status = os.waitpid(child, 0)
        steps = [text for text in lines if not text.startswith("! ")]
        said = "".join(text[2:] for text in lines if text.startswith("! "))
        print(json.dumps(asdict(Ended(os.waitstatus_to_exitcode(status), steps, said))), flush=True)


# --- in the test ------------------------------------------------------------------------------------------------------


@dataclass
class Ticker:
    """The process, as a test uses it."""

    process: subprocess.Popen[str] = field(init=False)

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.faults.interrupted"]
        root = Path(__file__).parents[2]
        self.process = subprocess.Popen(
            command, cwd=root, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.process.communicate(timeout=60)

    def tick(self, folder: Path, now: datetime, fault: str = NO_FAULT, step: int = 0) -> Ended:
        """One tick in a process of its own."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = Order(str(folder), iso(now), fault, step)
        self.process.stdin.write(json.dumps(asdict(order)) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return Ended(**answer)


if __name__ == "__main__":
    serve()
