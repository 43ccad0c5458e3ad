"""The command that puts two clauses side by side: precedence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tracker.cli.options import as_of_option, common, examples, wired
from tracker.cli.printing import print_heading, print_json, print_line, print_table


@click.command(
    epilog=examples(
        "tracker precedence BN-177 BN-080",
        'tracker precedence "Dynastic Distance" Castaways --narrower first',
        "tracker precedence Workdays Construction --narrower same --negative second --json",
    )
)
@common
@as_of_option
@click.option(
    "--narrower", type=click.Choice(["first", "second", "same"]), help="Which of the two has the more limited scope."
)
@click.option(
    "--negative", type=click.Choice(["first", "second", "both", "neither"]), help="Which of the two forbids something."
)
@click.argument("first")
@click.argument("second")
def precedence(
    config: Path,
    as_json: bool,
    as_of: datetime | None,
    narrower: str | None,
    negative: str | None,
    first: str,
    second: str,
) -> None:
    """Show which of two clauses goes first where they contradict each other, and what people must decide.

    FIRST and SECOND are ids of clauses or titles of rules. Whether they contradict each other, which has the more
    limited scope and which is negative only people can say.
    """
    from tracker.app.asking.inquiry import precedence as put_in_order

    with wired(config, secrets=False) as tracker:
        found = put_in_order(tracker, first, second, narrower or "", negative or "", as_of)
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: Mapping[str, Any]) -> None:
    sides = [(side, found[side]) for side in ("first", "second")]
    protected = {side: part["entrenched"] or "–" for side, part in sides if "entrenched" in part}
    rows = [(side, part["name"], part["section"], *filter(None, [protected.get(side)])) for side, part in sides]
    print_table(("", "rule", "section", *(["protected from dynastic rules"] if protected else [])), rows)
    print_heading("Order")
    for step in found["steps"]:
        print_line(f"  {step['clause']}: {step['text']}{_outcome(step['prevails'], found)}")
    print_line(f"First: {_name(found['prevails'], found) or 'a person decides'}", "bold")
    print_heading("For people to decide")
    for text in found["to_decide"]:
        print_line(f"  {text}")


def _outcome(side: str, found: Mapping[str, Any]) -> str:
    return f" -> {_name(side, found)}" if side else ""


def _name(side: str, found: Mapping[str, Any]) -> str:
    return str(found[side]["name"]) if side else ""
