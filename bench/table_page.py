"""What the table page costs: one revision read, and revisions compared that were read before."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from bench.table import Measure, print_table
from tracker.core.change import AnswerLine, with_answers
from tracker.core.region import empty_region, find_region
from tracker.mechanics.table.page_changes import LineMemory, compare
from tracker.mechanics.table.table_page import PageReading, read_page
from tracker.mechanics.table.wikitable import read_table

PLAYERS, COLUMNS, LINES = 15, 8, 200
REVISIONS = 10_000
REPEATS = 7
SIGNED = "--[[User:Keeper {0}|Keeper {0}]] ([[User talk:Keeper {0}|talk]]) 12:01, 3 October 2019 (UTC)"


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    return print_table(run())


def run() -> list[Measure]:
    """Milliseconds of reading a table and a page, of answering, and seconds of comparing many revisions."""
    text = page(0, LINES)
    region = find_region(text, "gndt").span
    readings = history()
    return [
        Measure(f"a table of {PLAYERS} rows read", _seconds(lambda: read_table(region)) * 1000, "ms", 5),
        Measure(
            f"a page with it and {LINES} lines read", _seconds(lambda: read_page(text, "gndt", "Log")) * 1000, "ms", 20
        ),
        Measure(f"{REVISIONS:,} revisions compared", _seconds(lambda: follow(readings), repeats=1), "s", 1),
        Measure("500 lines of one edit answered", _seconds(lambda: answer(text)) * 1000, "ms", 500),
    ]


def page(number: int, lines: int) -> str:
    """The page as it stands at one revision: every revision changes a cell, and a line comes with it."""
    rows = [
        f"|-\n| Keeper {row}\n" + "\n".join(_cell(number, row, column) for column in range(COLUMNS))
        for row in range(PLAYERS)
    ]
    header = "\n".join(["! Keeper", *(f"! Good {column}" for column in range(COLUMNS))])
    table = "\n".join(['{| class="wikitable sortable"', header, *rows, "|}"])
    return "\n".join([empty_region("gndt", table), "", "== Log ==", *log_lines(number, lines), ""])


def log_lines(number: int, lines: int) -> list[str]:
    """The log as it stands at one revision."""
    first = number - number % LINES
    return [f"* gather wood {line} {SIGNED.format(line % PLAYERS)}" for line in range(first, number + lines)]


def _cell(number: int, row: int, column: int) -> str:
    value = number // PLAYERS if (row, column) == (number % PLAYERS, 0) else row + column
    return f'| data-sort-value="{value}" | {value}<sup class="tracker-flag">computed {value + 1}</sup>'


def history() -> list[PageReading]:
    """Readings of many revisions as they come out of an archive; each begins a new log after so many lines."""
    first = json.dumps(read_page(page(0, 1), "gndt", "Log"))
    readings = []
    for number in range(REVISIONS):
        reading: PageReading = json.loads(first)
        for row in range(PLAYERS):
            reading["rows"][f"Keeper {row}"]["Good 0"] = str((number + PLAYERS - 1 - row) // PLAYERS)
        reading["lines"] = log_lines(number, 1)
        reading["digest"] = str(number)
        readings.append(reading)
    return readings


def follow(readings: list[PageReading]) -> int:
    """Compare each reading with the one before; how many new lines there were."""
    before: PageReading | None = None
    seen, lines = LineMemory(), 0
    for number, reading in enumerate(readings):
        found = compare(before, reading, seen, str(number))
        before, seen = found.reading, found.seen
        lines += len(found.new_lines) + len(found.lines_edited)
    if lines != REVISIONS:
        raise SystemExit(f"{lines} lines were found in {REVISIONS} revisions")
    return lines


def answer(text: str) -> int:
    """Answer lines of a page, all in one edit."""
    asked = text + "* DICE6\n" * 500
    _, done, _ = with_answers(asked, [AnswerLine(f"r#{nth}", "* DICE6", "*: 3", "Log", nth) for nth in range(500)], "")
    if len(done) != 500:
        raise SystemExit(f"only {len(done)} lines were answered")
    return len(done)


def _seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of several runs."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
