"""The command that puts the record right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tracker.cli.options import INSTANT, common, examples, wired
from tracker.cli.printing import print_json, print_line, print_table


@click.command(
    epilog=examples(
        'tracker correct status:dry_socks --void --by Kevan --why "set by a slip, before anybody could know"',
        'tracker correct comment:4711 --reads FOR --by Kevan --why "the icon was broken that day"',
        'tracker correct comment:4711 --happened 2019-10-03T09:59:00Z --by Kevan --why "the blog\'s clock was wrong"',
        'tracker correct --set /roster/Ada/status idle --by Kevan --why "CfJ: Where Is Ada"',
        'tracker correct dry_socks --set /roster/Ada/admin true --by Kevan --why "what it says takes effect"',
        'tracker correct correction:3 --void --by Kevan --why "it was right as it stood"',
        "tracker correct --list",
    )
)
@common
@click.argument("row", required=False)
@click.option(
    "--reads", default=None, metavar="TEXT", help="What ROW says: a message, comment, post, log line, or note."
)
@click.option("--happened", type=INSTANT, default=None, metavar="INSTANT", help="When ROW happened.")
@click.option("--void", is_flag=True, help="ROW counts for nothing; of a correction: it is taken back.")
@click.option(
    "--set",
    "value",
    nargs=2,
    default=None,
    metavar="POINTER VALUE",
    help="What a value is from now on, as tracker replay prints it; of a proposal (ROW): since that was decided.",
)
@click.option("--remove", default=None, metavar="POINTER", help="As --set, for what is not there any more.")
@click.option("--by", default="", metavar="NAME", help="Who puts it right.")
@click.option("--why", default="", metavar="TEXT", help="The reason, for all to read.")
@click.option("--list", "listed", is_flag=True, help="Only list what was put right.")
def correct(
    config: Path,
    as_json: bool,
    row: str | None,
    reads: str | None,
    happened: datetime | None,
    void: bool,
    value: tuple[str, str] | None,
    remove: str | None,
    by: str,
    why: str,
    listed: bool,
) -> None:
    """Put the record right: what ROW says, when it happened, that it counts for nothing, or what a value is.

    All that came after ROW is worked out anew by the next tick. ROW is an id as tracker explain and the pages show it; where several
    things happened under one id, ID@INSTANT is one of them. Nothing is deleted: a correction is archived with name, time and reason,
    and taken back by another (--void of its id).
    """
    from tracker.app.people import correcting
    from tracker.core.corrections import in_words
    from tracker.core.observation import record_from_observation

    if listed:
        with wired(config, secrets=False) as tracker:
            _print_list(correcting.standing(tracker), as_json=as_json)
        return
    said = _said(row, reads, happened, void, value, remove)
    with wired(config, secrets=False) as tracker:
        made = correcting.correct(tracker, said, by=by, why=why)
    if as_json:
        print_json(record_from_observation(made))
        return
    print_line(f"{made.id}: {in_words(made.payload)}; the next tick takes it in")


def _said(
    row: str | None,
    reads: str | None,
    happened: datetime | None,
    void: bool,
    value: tuple[str, str] | None,
    remove: str | None,
) -> dict[str, Any]:
    """The one change that the options ask for (reads, happened, void or set); raises UsageError where they ask for none or several."""
    from tracker.app.people.correcting import value_meant
    from tracker.core.instants import iso
    from tracker.errors import UsageError

    told: dict[str, Any] = {
        "reads": reads,
        "happened": iso(happened) if happened else None,
        "void": void or None,
        "set": {"pointer": value[0], "value": value_meant(value[1])} if value else None,
    }
    given = {name: each for name, each in told.items() if each is not None}
    given |= {"set": {"pointer": remove, "remove": True}} if remove else {}
    if len(given) != 1 or (remove and value):
        raise UsageError("give one of --reads, --happened, --void, --set and --remove")
    if not row and "set" not in given:
        raise UsageError("which row is put right?", remedy="tracker explain shows the ids")
    return {**({"of": row} if row else {}), **given}


def _print_list(told: Any, *, as_json: bool) -> None:
    from tracker.core.corrections import in_words

    if as_json:
        print_json(told)
    elif told:
        print_table(("id", "at", "what", "by", "why"), [_line(each, in_words(each)) for each in told])
    else:
        print_line("Nothing was put right.")


def _line(told: Mapping[str, Any], words: str) -> tuple[str, ...]:
    taken_back = f" (taken back by {told['taken_back_by']})" if "taken_back_by" in told else ""
    return told["id"], told["at"], f"{words}{taken_back}", told["by"], told["why"]
