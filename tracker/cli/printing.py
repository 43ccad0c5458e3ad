"""Printing: coloured tables on a terminal, plain text in a pipe, JSON where asked; untrusted text is made harmless."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from tracker.core.plan import shown

if TYPE_CHECKING:
    from rich.console import Console

    from tracker.core.ports import Progress

STYLES: Mapping[str, str] = {
    "enact": "bold green",
    "fail": "bold red",
    "popular": "green",
    "unpopular": "red",
    "undetermined": "bold yellow",
    "Enacted": "green",
    "Failed": "red",
    "ok": "green",
    "mend": "bold red",
    "held": "bold yellow",
    "failed": "bold red",
}
"""Words that have a colour on a terminal."""
DIFF_STYLES: Mapping[str, str] = {"+": "green", "-": "red", "@": "cyan"}


def is_colourful() -> bool:
    """Whether standard output is a terminal that wants colour (NO_COLOR, TERM=dumb)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_json(value: Any) -> None:
    """A value as indented JSON."""
    click.echo(json.dumps(value, ensure_ascii=not _speaks_utf8(), indent=2, default=str))


def print_line(text: str = "", style: str = "") -> None:
    """One line, on a terminal in a style; control characters are spelt out."""
    line = shown(text)
    if style and is_colourful():
        from rich.text import Text

        _console().print(Text(line, style=style), soft_wrap=True)
    else:
        click.echo(_sayable(line))


def print_heading(text: str) -> None:
    """A line that stands above others."""
    print_line()
    print_line(text, "bold")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """A table: with lines and colours on a terminal, else as columns of plain text that are never cut."""
    cells = [[words(value) for value in row] for row in rows]
    if is_colourful():
        _print_rich_table(columns, cells, title)
        return
    if title:
        click.echo(_sayable(shown(title)))
    for line in plain_table(columns, cells):
        click.echo(_sayable(line))


def plain_table(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table's lines as plain text: columns two blanks apart, the last one ragged."""
    widths = [max(len(row[i]) for row in [columns, *cells]) for i in range(len(columns))]
    for row in [columns, *cells]:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _print_rich_table(columns: Sequence[str], cells: Sequence[Sequence[str]], title: str) -> None:
    from rich.table import Table
    from rich.text import Text

    heading = Text(shown(title)) if title else None
    table = Table(title=heading, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.header_style = "bold underline"
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in cells:
        table.add_row(*(Text(text, style=_style(text)) for text in row))
    _console().print(table)


def _style(text: str) -> str:
    return next((style for word, style in STYLES.items() if word in text.split(", ")), "")


def print_diff(lines: Iterable[str]) -> None:
    """A unified diff, coloured on a terminal; its lines were made harmless already."""
    for line in lines:
        print_line(line, DIFF_STYLES.get(line[:1], ""))


def words(value: Any) -> str:
    """A value as people read it: yes and no, the members of a list or a table, harmless text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(words(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {item}" for name, item in value.items())
    return shown(str(value))


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _speaks_utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _sayable(line: str) -> str:
    """A line as standard output can carry it: what its encoding lacks is escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)


# --- progress ---------------------------------------------------------------------------------------------------------


class Bar:
    """A progress bar on the error stream, shown from the second step on: short readings need none."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._steps = 0

    def step(self, text: str, done: int, total: int | None) -> None:
        """Move the bar."""
        self._steps += 1
        if self._steps < 2:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress as RichProgress

            self._bar = RichProgress(console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        self._bar.update(self._task, description=shown(text), completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A progress bar where somebody watches the error stream, else none."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.close()
