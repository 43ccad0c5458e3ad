"""A whole tracker for tests, configured by a file and driven by its commands as an operator does, at a clock of the test's own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import stamina

from tracker.bootstrap import SystemClock
from tracker.cli import main

PASSWORD_VARIABLE = "TRACKER_WIKI_PASSWORD"


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)


@dataclass
class Tracker:
    """A tracker in a folder of its own; ``now`` is what its clock shows."""

    folder: Path
    now: datetime
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def config(self) -> Path:
        return self.folder / "tracker.ini"

    @property
    def archive(self) -> Path:
        return self.folder / "tracker.db"

    def configure(self, sections: Mapping[str, Mapping[str, str]]) -> None:
        """Write the config file; a value may have several lines."""
        parts = []
        for section, options in sections.items():
            lines = [f"{name} = {value}".replace("\n", "\n    ") for name, value in options.items()]
            parts.append("\n".join([f"[{section}]", *lines]))
        self.config.write_text("\n\n".join(parts) + "\n", encoding="utf-8")

    def run(self, *arguments: str) -> Ran:
        """Run a command in this process, by the command line's own entry, at the present instant of the clock."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        with (
            self.standing_clock(),
            stamina.set_testing(True, attempts=2, cap=True),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = main([*arguments, "--config", str(self.config)])
        return Ran(code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    @contextmanager
    def standing_clock(self) -> Iterator[None]:
        """Let this process's tracker see the test's clock, and the environment of its operator."""
        with patch.object(SystemClock, "now", lambda _: self.now), patch.dict(os.environ, self.environment):
            yield

    def must(self, *arguments: str) -> Ran:
        """Run a command that has to succeed."""
        ran = self.run(*arguments)
        assert ran.code == 0, f"tracker {' '.join(arguments)} ended with {ran.code}: {ran.err}{ran.out}"
        return ran

    def tick(self, *, code: int = 0, **later: float) -> dict[str, Any]:
        """One tick, after some time (``hours=1``); its report. It has to end with that exit code."""
        self.now += timedelta(**later)
        ran = self.run("tick", "--json")
        assert ran.code == code, f"the tick ended with {ran.code}: {ran.err}{ran.out}"
        assert "Traceback" not in ran.err
        report: dict[str, Any] = ran.said
        return report

    def process(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command as a process of its own, by the real clock."""
        command = [sys.executable, "-m", "tracker", *arguments, "--config", str(self.config)]
        around = {**os.environ, **self.environment}
        return subprocess.Popen(command, env=around, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def written(report: Mapping[str, Any]) -> set[str]:
    """The titles of the pages that a tick wrote."""
    return {act["target"] for act in report["acts"] if act["status"] in {"done", "merged"}}
