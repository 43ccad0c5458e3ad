"""The command that goes through a ruleset page once: adopt."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import common, examples, wired
from tracker.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.mechanics.ruleset.adopting import Compared

SAID = {"s": "same", "d": "differs", "l": "later", "q": "quit"}


@click.command(
    epilog=examples(
        "tracker adopt Ruleset --by Kevan",
        'tracker adopt Ruleset --by Kevan --same "Core Rules/Votes" --differs "Appendix/Time"',
        "tracker adopt Ruleset --json",
    )
)
@common
@click.argument("page", required=False, default="")
@click.option("--by", default="", help="Who compares; without it everything is only shown.")
@click.option("--why", default="compared when the page was adopted", show_default=True, help="The reason, for all.")
@click.option("--same", multiple=True, metavar="RULE", help="This rule means the same, without asking; repeatable.")
@click.option("--differs", multiple=True, metavar="RULE", help="This rule means something else; repeatable.")
def adopt(
    config: Path, as_json: bool, page: str, by: str, why: str, same: tuple[str, ...], differs: tuple[str, ...]
) -> None:
    """Go once through the ruleset PAGE: say of each rule that is not word for word known whether it means the same.

    Each rule is shown beside what the tracker carries out. Every answer is archived at once with name and time, so that you can stop and go
    on later; a wording that means the same is never asked about again. What differs stays unverified on every page.
    """
    from tracker.app.people import adopting
    from tracker.errors import UsageError

    if (same or differs) and not by:
        raise click.UsageError("an answer needs a name: give --by NAME")
    with wired(config, secrets=False) as tracker:
        left = {each.rule: each for each in adopting.waiting(tracker, page)}
        for rule, said in [*((rule, "same") for rule in same), *((rule, "differs") for rule in differs)]:
            if rule not in left:
                raise UsageError(
                    f"{rule} does not wait to be compared", remedy=f"what does: {', '.join(left) or 'none'}"
                )
            adopting.adopt(tracker, left.pop(rule), said, by=by, why=why)
        if as_json:
            print_json([each.record() for each in left.values()])
        elif by and not (same or differs) and sys.stdin.isatty():
            _ask(tracker, list(left.values()), by, why)
        else:
            _show(list(left.values()))


def _ask(tracker: Wired, left: Sequence[Compared], by: str, why: str) -> None:
    from tracker.app.people import adopting

    for number, each in enumerate(left, start=1):
        print_line(f"{number} of {len(left)}", "dim")
        _print(each)
        key = click.prompt("Same meaning, differs, later, quit?", type=click.Choice(list(SAID)), default="l")
        if SAID[key] == "quit":
            break
        if SAID[key] in (adopting.SAME, adopting.DIFFERS):
            adopting.adopt(tracker, each, SAID[key], by=by, why=why)
    _tell_left(len(adopting.waiting(tracker)))


def _show(left: Sequence[Compared]) -> None:
    for each in left:
        _print(each)
    _tell_left(len(left))


def _tell_left(count: int) -> None:
    waits = f"{count} rules wait to be compared" if count != 1 else "1 rule waits to be compared"
    print_line(f"{waits}; tracker adopt --by NAME goes through them" if count else "Every rule is known or compared.")


def _print(compared: Compared) -> None:
    print_line(compared.rule, "bold")
    for clause, sentence in compared.sentences:
        print_line(f"  {clause}: {sentence}")
    if compared.words:
        print_line(f"  the page: {compared.words}")
    else:
        nearest = f"; most like it: {compared.likeliest}" if compared.likeliest else ""
        print_line(f"  not on the page{nearest}; “same” says that it is gone indeed")
    if compared.changed:
        print_line(f"  changed: {compared.changed}")
