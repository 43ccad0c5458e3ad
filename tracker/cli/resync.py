"""The commands by which an operator has everything read anew, and lets nothing be written for a while: resync, pause, resume."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import INSTANT, common, examples, journal_of, load, wired, wired_from
from tracker.cli.printing import print_heading, print_json, print_line, print_table, progress_bar
from tracker.cli.signals import stopped_by_signal
from tracker.cli.ticks import print_report
from tracker.core.instants import iso, iso_or_none

if TYPE_CHECKING:
    from tracker.app.people.reading_anew import Difference, Figure, Reread
    from tracker.app.publish.drifted import Drift

LINES_SHOWN = 200
"""How many lines of a table are printed; the JSON has all of them."""


@click.command(
    epilog=examples(
        "tracker resync",
        "tracker resync --since 2019-10-01T00:00:00Z",
        "tracker resync --json",
        "tracker resync --last",
    )
)
@common
@click.option(
    "--since",
    type=INSTANT,
    default=None,
    metavar="INSTANT",
    help="From then on; without it from the first thing known.",
)
@click.option("--last", is_flag=True, help="Only tell again what the last one found, whoever asked for it.")
def resync(config: Path, as_json: bool, since: datetime | None, last: bool) -> int:
    """Read blog and wiki pages anew, say what differs from the archive and from our pages as we left them, and do a tick.

    What is archived already adds nothing, and nothing archived is lost. Interrupted, the next one goes on. The exit code is
    that of the tick.
    """
    from tracker.app.people.resync import resync as read_anew

    if last:
        return _tell_last(config, as_json)
    with (
        stopped_by_signal() as stopping,
        wired_from(load(config), stopping.step) as tracker,
        journal_of(tracker.settings),
        progress_bar() as progress,
    ):
        found = read_anew(tracker, progress, since=since)
    if as_json:
        print_json(found.record())
    else:
        _print_reread(found.reread)
        print_report(found.tick)
    return found.tick.exit_code


def _tell_last(config: Path, as_json: bool) -> int:
    from tracker.app.people.reading_anew import last_of

    with wired(config, secrets=False) as tracker:
        state = last_of(tracker)
    if as_json:
        print_json(state.record() if state else {})
    elif state is None:
        print_line("nothing was read anew yet")
    else:
        print_line(f"read anew, begun at {iso(state.began)}: {state.summary or 'it is not over yet'}", "bold")
        for text in state.found:
            print_line(text)
    return 0


def _print_reread(found: Reread) -> None:
    since = f" from {iso(found.since)} on" if found.since else ""
    went_on = ", going on with one that was interrupted" if found.went_on else ""
    print_line(f"read anew{since}, begun at {iso(found.began)}{went_on}: {found.summary}", "bold")
    for name in found.unread:
        print_line(f"{name} could not be read; the next tick asks again", "yellow")
    _print("Differences", ("what", "about", "by", "not before", "at", "text"), found.differences, _difference)
    _print("Pages of ours that drifted", ("page", "part", "what", "revision", "by"), found.drifted, _drift)
    _print("Figures that changed", ("figure", "before", "after"), found.figures, _figure)


def _print(title: str, columns: tuple[str, ...], items: Iterable[Any], row: Callable[[Any], tuple[Any, ...]]) -> None:
    rows = [row(item) for item in items]
    if not rows:
        return
    print_heading(title)
    print_table(columns, rows[:LINES_SHOWN])
    if len(rows) > LINES_SHOWN:
        print_line(f"… and {len(rows) - LINES_SHOWN} more: tracker resync --json prints all of them")


def _difference(item: Difference) -> tuple[Any, ...]:
    return item.sort, item.subject or item.id, item.author, iso_or_none(item.since), iso_or_none(item.at), item.text


def _drift(item: Drift) -> tuple[Any, ...]:
    return item.page, item.part, item.text, item.revision, item.editor


def _figure(item: Figure) -> tuple[Any, ...]:
    return item.name, _value(item.before), _value(item.after)


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)


@click.command(epilog=examples('tracker pause --by Kevan --why "the blog is being moved"'))
@common
@click.option("--by", required=True, help="Who pauses it.")
@click.option("--why", required=True, help="The reason, for all to read.")
def pause(config: Path, as_json: bool, by: str, why: str) -> None:
    """Let ticks only look on, answer requests and say on the status page that they are paused, until somebody resumes."""
    from tracker.app.tick.looking import lock
    from tracker.app.tick.pause import pause as begin

    with wired(config, secrets=False) as tracker, lock(tracker):
        made = begin(tracker, by=by, why=why)
    if as_json:
        print_json(made.record())
    else:
        print_line(f"{made}; the next tick says so on the wiki")


@click.command(epilog=examples("tracker resume --by Kevan", 'tracker resume --by Kevan --why "the new blog is up"'))
@common
@click.option("--by", required=True, help="Who ends the pause.")
@click.option("--why", default="the pause is over", show_default=True, help="The reason, for all to read.")
def resume(config: Path, as_json: bool, by: str, why: str) -> None:
    """End a pause, whoever began it: the next tick writes again."""
    from tracker.app.tick.looking import lock
    from tracker.app.tick.pause import resume as end

    with wired(config, secrets=False) as tracker, lock(tracker):
        before = end(tracker, by=by, why=why)
    if as_json:
        print_json({"ended": before.record(), "by": by})
    else:
        print_line(f"It was {before}; the next tick writes again.")
