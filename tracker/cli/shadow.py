"""The command that judges what admins did before anybody asked the tracker: shadow."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from tracker.cli.options import INSTANT, common, examples, wired
from tracker.cli.printing import print_json, print_line, print_table


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
