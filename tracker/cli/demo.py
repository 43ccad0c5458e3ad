"""The demo command: a sample fortnight without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.board import print_board
from tracker.cli.options import FILE, examples, json_option
from tracker.cli.printing import print_json, print_line, print_table

if TYPE_CHECKING:
    from tracker.app.enacting.enacted import Done
    from tracker.demo.show import Shown


@click.command(epilog=examples("tracker demo", "tracker demo --folder demo", "tracker demo --json"))
@json_option
@click.option(
    "--folder", type=FILE, default=None, help="Where pages, archive and config go; else a new folder in /tmp."
)
def demo(as_json: bool, folder: Path | None) -> int:
    """Show a sample fortnight of a made-up blog: served on loopback, ticked at several instants into a folder of pages.

    It prints the board at each instant, and where the pages lie.
    """
    from tracker.demo.show import show
    from tracker.demo.story import FORTNIGHT, read_story

    place = folder or _new_folder()
    seen: list[Shown] = []
    for shown in show(read_story(FORTNIGHT), place):
        seen.append(shown)
        if not as_json:
            _print_shown(shown)
    if as_json:
        print_json({"folder": str(place), "ticks": [_record(shown) for shown in seen]})
    else:
        _print_end(place, seen[-1])
    return max(shown.report.exit_code for shown in seen)


def _new_folder() -> Path:
    import tempfile

    return Path(tempfile.mkdtemp(prefix="tracker-demo-"))


def _print_shown(shown: Shown) -> None:
    from tracker.app.asking.inquiry import open_matters
    from tracker.games.registry import game

    gamestate, report = shown.gamestate, shown.report
    open_ones = open_matters(game(gamestate.game), gamestate.values)
    print_board(gamestate.values, open_ones, f"{gamestate.as_of:%A %Y-%m-%d %H:%M} UTC")
    since = _day_before(gamestate)
    findings = [(f.code, f.clause, f.text) for f in gamestate.findings if f.at and f.at > since and not f.is_note]
    if findings:
        print_table(("found since yesterday", "clause", "what"), findings)
    print_line(f"{report.outcome}: {report.words}")
    for made in shown.decided:
        told = made.payload
        print_line(f"{told['by']} decides {told['question']}: {told['answer']} ({told['why']})", "bold")
    for slug, done in shown.enacted:
        _print_enacted(slug, done)
    print_line()


def _print_enacted(slug: str, done: Done) -> None:
    by = done.enactment.by if done.enactment else "NAME"
    print_line(f"{by} enacts: tracker enact {slug} --apply --by {by}", "bold")
    for act in done.acts:
        print_line(f"  {act.target}: {act.status}, revision {act.revision}")
    if done.note:
        print_line(f"  note for the blog: {done.note}")


def _day_before(gamestate: Any) -> Any:
    from datetime import timedelta

    return gamestate.as_of - timedelta(days=1)


def _record(shown: Shown) -> dict[str, Any]:
    return {"report": shown.report.record(), **shown.gamestate.record()}


def _print_end(place: Path, last: Shown) -> None:
    from tracker.core.instants import iso

    config, at = place / "tracker.ini", iso(last.gamestate.as_of)
    print_line(f"The pages lie in {place / 'wiki' / 'pages'}", "bold")
    print_line("Ask on:")
    for slug in list(last.gamestate.values["matters"])[-3:]:
        print_line(f"  tracker explain {slug} --as-of {at} --config {config}")
