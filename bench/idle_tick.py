"""What an idle tick costs as a whole process: seconds, memory and requests, on the folder backend and a blog on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from tracker.config.example import config_text
from tracker.core.observation import canonical_json
from tracker.demo.show import demo_options
from tracker.demo.site import Answer, DemoSite
from tracker.demo.story import FORTNIGHT, Story, read_story

RUNS = 9
SECONDS, MEGABYTES, REQUESTS = 0.7, 120, 1
"""The targets: whole process, largest resident set, requests to the blog."""


class CountingSite(DemoSite):
    """A demo site that counts what it is asked."""

    asked = 0

    def answer(self, address: str, headers: Mapping[str, str]) -> Answer:
        """Answer and count."""
        self.asked += 1
        return super().answer(address, headers)


@dataclass(frozen=True, slots=True)
class Run:
    """One process: wall-clock and processor seconds, largest resident set in megabytes, requests, what it printed."""

    seconds: float
    processor: float
    megabytes: float
    requests: int
    printed: dict[str, Any]


def present_story() -> Story:
    """The demo's story, moved so that it ends now: its matters are as fresh as a living game's."""
    told = read_story(FORTNIGHT)
    late = datetime.now(UTC).replace(microsecond=0) - told.ticks[-1]
    return replace(told, events=tuple({**event, "at": event["at"] + late} for event in told.events), ticks=())


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    with tempfile.TemporaryDirectory() as name, CountingSite(present_story(), datetime.now(UTC)) as site:
        # As for whoever runs it by cron, the modules are compiled by the first run and not by each.
        os.environ["PYTHONPYCACHEPREFIX"] = name
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config = Path(name) / "tracker.ini"
        options = {**demo_options(site.url, datetime.now(UTC)), ("blog", "full_reading_minutes"): "10080"}
        config.write_text(config_text(options), encoding="utf-8")
        _run(site, "pages", "--create", "--yes", "--config", str(config))
        first = _run(site, "tick", "--json", "--config", str(config))
        runs = [_run(site, "tick", "--json", "--config", str(config)) for _ in range(RUNS)]
    return _print(first, runs)


def _run(site: CountingSite, *arguments: str) -> Run:
    asked, begun = site.asked, time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "tracker", *arguments], stdout=subprocess.PIPE) as process:
        output = process.stdout.read() if process.stdout else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begun
    if process.returncode:
        raise SystemExit(f"tracker {' '.join(arguments)} failed: {output.decode()}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, site.asked - asked, _json(output))


def _json(output: bytes) -> dict[str, Any]:
    return dict(json.loads(output)) if output.startswith(b"{") else {}


def _print(first: Run, runs: list[Run]) -> int:
    outcomes = {run.printed["outcome"] for run in runs}
    if outcomes != {"idle"}:
        raise SystemExit(f"these ticks were not idle: {canonical_json(sorted(outcomes))}")
    seconds, megabytes = median(run.seconds for run in runs), max(run.megabytes for run in runs)
    requests, processor = max(run.requests for run in runs), median(run.processor for run in runs)
    print(f"{'':10}{'seconds':>10}{'of which processor':>20}{'megabytes':>11}{'requests':>10}")
    print(f"{'first':10}{first.seconds:10.2f}{first.processor:20.2f}{first.megabytes:11.0f}{first.requests:10}")
    print(
        f"{'idle':10}{seconds:10.2f}{processor:20.2f}{megabytes:11.0f}{requests:10}   median of {len(runs)} processes"
    )
    ratios = (seconds / SECONDS, megabytes / MEGABYTES, requests / REQUESTS)
    print(f"{'of target':10}{ratios[0]:10.2f}{'':20}{ratios[1]:11.2f}{ratios[2]:10.2f}")
    return int(seconds >= SECONDS or megabytes >= MEGABYTES or requests > REQUESTS)


if __name__ == "__main__":
    sys.exit(main())
