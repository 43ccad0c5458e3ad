"""What many nomics cost in one process: ten and a hundred, five of them busy, each with a blog, an archive and pages of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.idle_tick import CountingSite, present_story
from bench.table import Measure, print_table
from tracker.demo.show import demo_options

FEW, MANY, BUSY, ROUNDS = 10, 100, 5, 5
IDLE_SECONDS, IDLE_PROCESSOR, IDLE_MEGABYTES, IDLE_REQUESTS = 0.2, 0.03, 0.3, 1
MEMORY_RATIO, PROCESSOR_RATIO = 1.3, 4.0
"""The targets: of each idle nomic besides the first ones, and of a hundred nomics by ten (within this run).

Seconds of the clock hang on the disk and on who else is at work, as the blogs are in this process: the ratio is of the processor's.
"""
AUTHOR = "Juniper"


@dataclass(frozen=True, slots=True)
class Cost:
    """One process that ticked every nomic: wall-clock and processor seconds, largest resident set in MB, requests to the blogs."""

    seconds: float
    processor: float
    megabytes: float
    requests: int


@dataclass(frozen=True, slots=True)
class Many:
    """A config of several nomics and the blogs that they read; the first ``BUSY`` of them get a proposal before each tick."""

    config: Path
    sites: list[CountingSite]

    @property
    def names(self) -> list[str]:
        """Every nomic, in the config's order."""
        return [f"nomic-{number}" for number in range(len(self.sites))]

    def write_config(self) -> None:
        """What all have in common in plain sections, what is each one's own in its section."""
        options = [demo_options(site.url, datetime.now(UTC)) for site in self.sites]
        options = [{**one, ("blog", "full_reading_minutes"): "10080"} for one in options]
        shared = {name: text for name, text in options[0].items() if all(one[name] == text for one in options)}
        lines = []
        for section in dict.fromkeys(section for section, _ in shared):
            lines += [f"[{section}]", *(f"{key[1]} = {text}" for key, text in shared.items() if key[0] == section)]
        for name, one in zip(self.names, options, strict=True):
            own = {key: text for key, text in one.items() if key not in shared}
            lines += [f"[nomic:{name}]", *(f"{section}.{option} = {text}" for (section, option), text in own.items())]
        self.config.write_text("\n".join(lines), encoding="utf-8")

    def make_busy(self, turn: int) -> None:
        """A new proposal on each busy blog, so that pages change."""
        told = {"category": "Proposal", "title": f"Stair {turn}", "author": AUTHOR, "body": "<p>Add a new rule.</p>"}
        for site in self.sites[:BUSY]:
            now = datetime.now(UTC).replace(microsecond=0)
            event = {"at": now, "kind": "post", "slug": f"stair_{turn}", **told}
            site.story, site.now = replace(site.story, events=(*site.story.events, event)), now

    def tick(self, *more: str) -> tuple[Cost, dict[str, Any]]:
        """Tick in a process of its own; what it cost and what it printed."""
        asked, begun = sum(site.asked for site in self.sites), time.perf_counter()
        command = [sys.executable, "-m", "tracker", "tick", "--json", "--config", str(self.config), *more]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            output = process.stdout.read() if process.stdout else b""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begun
        if process.returncode:
            raise SystemExit(f"{' '.join(command)} failed: {output.decode()}")
        requests = sum(site.asked for site in self.sites) - asked
        return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, requests), json.loads(output)


def prepare(config: Path) -> None:
    """Make every nomic's pages, in one process."""
    from tracker.app.people import by_hand
    from tracker.bootstrap import wire
    from tracker.config import read_nomics

    for settings in read_nomics(config):
        wired = wire(settings)
        made = by_hand.plan_creation_now(wired)
        by_hand.apply_now(wired, made, made.checksum)
        wired.close()


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        # As for whoever runs it by cron, the modules are compiled by the first run and not by each.
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        few, _, _ = _measured(Path(folder) / "few", FEW)
        many, alone, idle = _measured(Path(folder) / "many", MANY)
    more = MANY - FEW
    return print_table(
        [
            Measure(f"{FEW} nomics, {BUSY} of them busy", few.seconds, "s"),
            Measure(f"{MANY} nomics, {BUSY} of them busy", many.seconds, "s"),
            Measure("the one by the other", many.seconds / few.seconds, "times"),
            Measure(
                "the processor's seconds, the one by the other",
                many.processor / few.processor,
                "times",
                PROCESSOR_RATIO,
            ),
            Measure(f"{MANY} nomics, none of them busy", idle.seconds, "s"),
            Measure(f"{MANY} processes with a nomic each (one idle one, times {MANY})", alone.seconds * MANY, "s"),
            Measure("each idle nomic more", (many.seconds - few.seconds) / more, "s", IDLE_SECONDS),
            Measure("of which the processor's", (many.processor - few.processor) / more, "s", IDLE_PROCESSOR),
            Measure("largest resident set of the few", few.megabytes, "MB"),
            Measure("largest resident set of the many", many.megabytes, "MB"),
            Measure("the one by the other", many.megabytes / few.megabytes, "times", MEMORY_RATIO),
            Measure("each idle nomic more", (many.megabytes - few.megabytes) / more, "MB", IDLE_MEGABYTES),
            Measure("requests of the few", few.requests, "requests"),
            Measure("requests of the many", many.requests, "requests"),
            Measure("each idle nomic more", (many.requests - few.requests) / more, "requests", IDLE_REQUESTS),
        ]
    )


def _measured(folder: Path, count: int) -> tuple[Cost, Cost, Cost]:
    """So many nomics with five of them busy, an idle one in a process of its own, and all of them idle: medians."""
    folder.mkdir()
    story = present_story()
    with ExitStack() as stack:
        now = datetime.now(UTC)
        many = Many(folder / "tracker.ini", [stack.enter_context(CountingSite(story, now)) for _ in range(count)])
        many.write_config()
        subprocess.run([sys.executable, "-m", "bench.many_nomics", str(many.config)], check=True)
        many.tick()
        busy = []
        for turn in range(ROUNDS):
            many.make_busy(turn)
            cost, told = many.tick()
            _expect(told, {"applied": BUSY, "idle": count - BUSY})
            busy.append(cost)
        idle = [many.tick() for _ in range(ROUNDS)]
        _expect(idle[-1][1], {"idle": count})
        alone = [many.tick("--nomic", many.names[-1])[0] for _ in range(ROUNDS)]
    return _median(busy), _median(alone), _median([cost for cost, _ in idle])


def _expect(told: dict[str, Any], outcomes: dict[str, int]) -> None:
    found = Counter(one["outcome"] for one in told.values())
    if found != outcomes:
        raise SystemExit(f"these ticks were otherwise than meant: {dict(found)} instead of {outcomes}")


def _median(costs: list[Cost]) -> Cost:
    return Cost(
        median(cost.seconds for cost in costs),
        median(cost.processor for cost in costs),
        max(cost.megabytes for cost in costs),
        round(median(cost.requests for cost in costs)),
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        prepare(Path(sys.argv[1]))
    else:
        sys.exit(main())
