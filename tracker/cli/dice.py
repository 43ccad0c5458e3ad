"""The commands about dice: check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import FILE, common, examples, wired
from tracker.cli.printing import print_json, print_line, progress_bar
from tracker.errors import DiceError

if TYPE_CHECKING:
    from tracker.mechanics.dice.dice_check import Checked


@click.group()
def dice() -> None:
    """Check the dice: that every roll follows from a seed that was committed to beforehand."""


@dice.command(
    epilog=examples(
        "tracker dice verify", "tracker dice verify dice.wikitext month.wikitext", "tracker dice verify --json"
    )
)
@common
@click.argument("files", type=FILE, nargs=-1, metavar="[FILE...]")
def verify(config: Path, as_json: bool, files: tuple[Path, ...]) -> int:
    """Compute every commitment, seed and roll anew, and name the first that differs (exit code 11).

    FILE is the wikitext of a dice page, several are checked together; without one the archive is checked.
    """
    with progress_bar() as progress:
        if files:
            from tracker.app.dice.dice_verify import verify_pages

            found = verify_pages(files, progress)
        else:
            from tracker.app.dice.dice_verify import verify_archive

            with wired(config, secrets=False) as tracker:
                found = verify_archive(tracker.archive, progress)
    if as_json:
        print_json(found.record())
    else:
        _print(found)
    return DiceError.exit_code if found.difference else 0


def _print(found: Checked) -> None:
    print_line(f"{found.days} days with their seed, {found.rolls} rolls: computed anew")
    if found.days_open or found.rolls_open:
        print_line(
            f"{found.days_open} days and {found.rolls_open} rolls cannot be checked yet: their seed is not shown"
        )
    if found.late:
        days = ", ".join(found.late)
        print_line(f"committed to only after dice were asked for, so that nothing is proven: {days}", "bold yellow")
    if found.difference:
        print_line(f"differs: {found.difference}", "bold red")
    else:
        print_line("nothing differs", "bold green")
