"""The commands that compare: the table of players' values with its log (audit), and what admins did with the rules of its day (shadow)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tracker.cli.options import INSTANT, as_of_option, common, examples, wired
from tracker.cli.printing import print_heading, print_json, print_line, print_table, progress_bar


@click.command(epilog=examples("tracker audit", "tracker audit --as-of 2019-10-03T10:00:00Z", "tracker audit --json"))
@common
@as_of_option
def audit(config: Path, as_json: bool, as_of: datetime | None) -> int:
    """Compute the table anew from the archived revisions, and compare each with what it showed.

    Names the first step at which table and log part ways, every cell with revision, editor, what it shows, what the log makes
    of it and why; hand edits and what became of them; reverts, disputes, rows doubled or renamed, unused dice, revisions that
    are held. Exit code 12 where a cell is out of step, the page is held, or a hand edit waits for people.
    """
    from tracker.app.asking.audit import OUT_OF_STEP
    from tracker.app.asking.audit import audit as audited

    with progress_bar() as progress, wired(config, secrets=False) as tracker:
        found = audited(tracker, as_of, progress)
    if as_json:
        print_json(found.record())
    else:
        _print(found.record())
    return 0 if found.is_in_step else OUT_OF_STEP


def _print(found: Mapping[str, Any]) -> None:
    print_line(f"{found['page']}: {found['revisions']} revisions compared with their log", "bold")
    if found["held"]:
        print_line(f"held: {found['held']}", "bold red")
    first = found["first"]
    if first:
        what = (
            f"{first['player']}, {first['variable']}: shows {first['shown']!r}, the log makes it {first['computed']!r}"
        )
        print_line(f"first out of step: revision {first['revision']} by {first['editor']} at {first['at']}", "bold red")
        print_line(f"  {what}: {first['why']} [{first['clause']}]")
    elif found["in_step"]:
        print_line("table and log are in step", "bold green")
    _print_partings(found["partings"])
    _print_edits(found["hand_edits"])
    if found["remarks"]:
        print_heading("Also")
        columns = ("what", "clause", "at", "text")
        print_table(columns, [(item["code"], item["clause"], item["at"], item["text"]) for item in found["remarks"]])


def _print_partings(partings: list[Mapping[str, Any]]) -> None:
    # What was merely not brought up to date yet, and then was, is how every line is answered.
    shown = [item for item in partings if not (item["is_behind"] and item["ended"])]
    if shown:
        print_heading("Cells out of step")
        columns = ("revision", "editor", "cell", "shows", "log makes it", "why", "until")
        print_table(columns, [_parting(item) for item in shown])


def _parting(item: Mapping[str, Any]) -> tuple[str, ...]:
    until = f"revision {item['ended']}" if item["ended"] else "now"
    cell = f"{item['player']}, {item['variable']}"
    return (
        str(item["revision"]), item["editor"], cell, item["shown"], item["computed"], f"{item['why']} [{item['clause']}]",
        until,
    )  # fmt: skip


def _print_edits(edits: list[Mapping[str, Any]]) -> None:
    if edits:
        print_heading("Hand edits that nothing explained")
        columns = ("revision", "editor", "cell", "was", "set to", "standing", "why")
        print_table(columns, [_edit(item) for item in edits])


def _edit(item: Mapping[str, Any]) -> tuple[str, ...]:
    cell, why = f"{item['player']}, {item['variable']}", f"{item['code']}: {item['why']} [{item['clause']}]"
    return str(item["revision"]), item["editor"], cell, item["old"], item["shown"], item["standing"], why


@click.command(
    epilog=examples("tracker shadow --since 2025-06-01T00:00:00Z", "tracker shadow --since 2025-06-01T00:00:00Z --json")
)
@common
@click.option("--since", type=INSTANT, required=True, metavar="INSTANT", help="Compare matters posted from then on.")
def shadow(config: Path, as_json: bool, since: datetime) -> None:
    """Judge the matters that are resolved already by the rules of their own days, and compare with what the admins did.

    What differs comes first, with why. Nothing is written: this tells in ten minutes whether to trust the tracker. Of what was resolved
    before its first look at the blog it knows neither the instant nor the roster of that day: that counts as alike where the rules allowed it
    at any instant since the post, with the players as first seen.
    """
    from tracker.app.asking.shadow import shadow as compare

    with wired(config, secrets=False) as tracker:
        found = compare(tracker, since)
    alike = sum(each.is_alike for each in found)
    if as_json:
        print_json({"alike": alike, "of": len(found), "matters": [each.record() for each in found]})
        return
    print_line(f"{alike} of {len(found)} matters were resolved as the rules of their day allowed", "bold")
    if found:
        rows = [(each.matter, each.done, each.stands, each.why or "alike") for each in found]
        print_table(("matter", "they", "votes", "why not"), rows)
