"""What one hostile post or comment costs a tick: the processor's seconds beyond those that an ordinary one costs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.idle_tick import CountingSite, present_story
from bench.table import Measure, print_table
from tracker.config.example import config_text
from tracker.demo.show import demo_options

AUTHOR = "Quill"
LENGTH = 5_000_000
DEEP = 10_000
SECONDS = 2.0
"""The target: what one post may cost."""
RUNS = 3
"""The quickest of so many ticks counts: whatever else the machine does only adds to it."""


def _often(unit: str) -> str:
    return unit * (LENGTH // len(unit))


HOSTILE = {
    "5 MB of words, templates and links": _often("lorem {{x}} [[y]] "),
    "5 MB of images": _often('<img src="/images/vote/for.gif" alt="FOR">'),
    "5 MB of short paragraphs": _often("<p>2020</p>"),
    "5 MB of line ends": _often("<br>"),
    "5 MB of links": _often('<a href="/archive/bread#P100">x</a>'),
    "one attribute of 5 MB": f'<p title="{"x" * LENGTH}">a</p>',
    f"lists {DEEP:,} deep": "<ul><li>" * DEEP,
    f"quotations {DEEP:,} deep": "<blockquote>" * DEEP,
    "lists 80 deep with links": ("<ul><li>" * 40 + '<a href="/archive/bread#P100">x</a>' * 900) * 2,
    "190 kB of short paragraphs": "<p>2020</p>" * 17_000,
    "190 kB of quoted words": '"a" ' * 47_000,
    "190 kB of instructions": 'Change "a" to "b". ' * 10_000,
}
"""What a hostile text is made of."""


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    measures = []
    with tempfile.TemporaryDirectory() as name, CountingSite(present_story(), datetime.now(UTC)) as site:
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(name) / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config = Path(name) / "tracker" / "tracker.ini"
        config.parent.mkdir()
        options = {**demo_options(site.url, datetime.now(UTC)), ("blog", "full_reading_minutes"): "10080"}
        config.write_text(config_text(options), encoding="utf-8")
        _run("pages", "--create", "--yes", "--config", str(config))
        _run("tick", "--config", str(config))
        ordinary = _tick(site, config, "<p>Add a rule.</p>", "<p>No.</p>")
        for what, text in HOSTILE.items():
            measures.append(Measure(f"a post: {what}", _tick(site, config, text, "") - ordinary, "s", SECONDS))
            measures.append(Measure(f"a comment: {what}", _tick(site, config, "", text) - ordinary, "s", SECONDS))
    return print_table(measures)


def _tick(site: CountingSite, config: Path, body: str, comment: str) -> float:
    """The processor's seconds of the tick that first sees a post and a comment to it, from how all stood before."""
    told, now = site.story, datetime.now(UTC).replace(microsecond=0)
    post: dict[str, Any] = {"at": now - timedelta(minutes=2), "kind": "post", "slug": "hostile", "author": AUTHOR}
    said = {"at": now, "kind": "comment", "post": "hostile", "id": "hostile", "author": AUTHOR, "body": comment}
    post |= {"category": "Proposal", "title": "Hostile", "body": body}
    site.story, site.now = replace(told, events=(*told.events, post, said)), now
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "tracker"
        spent = []
        for _ in range(RUNS):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(config.parent, copy)
            spent.append(_run("tick", "--config", str(copy / config.name)))
    site.story = told
    return min(spent)


def _run(*arguments: str) -> float:
    """The processor's seconds of one command."""
    with subprocess.Popen([sys.executable, "-m", "tracker", *arguments], stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 1:
        raise SystemExit(f"tracker {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
