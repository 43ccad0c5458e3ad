"""The commands that look and write: tick, plan, apply."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.nomics import Outcome, on_every
from tracker.cli.options import common, examples, journal_of, wired, wired_from
from tracker.cli.printing import print_diff, print_heading, print_json, print_line, print_table, progress_bar
from tracker.cli.signals import stopped_by_signal
from tracker.errors import PlanError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracker.app.publish.publish import ActOutcome
    from tracker.app.tick.stopping import Stopping
    from tracker.app.tick.tick_report import TickReport
    from tracker.config import Settings
    from tracker.core.gamestate import Finding
    from tracker.core.plan import Plan


@click.command(epilog=examples("tracker tick", "tracker tick --config nomic.ini --json"))
@common
def tick(config: Path, as_json: bool) -> int:
    """Observe, fold, plan, and apply what the config permits: one pass, as cron runs it.

    Several nomics of one config are ticked one after the other; the exit code is that of the first that failed.
    """
    # One for all of them: a signal that comes at the end of one nomic's tick keeps the next one from beginning.
    with stopped_by_signal() as stopping:
        return on_every(config, partial(_tick, stopping=stopping), as_json=as_json)


def _tick(settings: Settings, *, stopping: Stopping) -> Outcome:
    from tracker.app.tick.tick import tick as one_tick

    with journal_of(settings), wired_from(settings, stopping.step) as tracker, progress_bar() as progress:
        report = one_tick(tracker, progress)
    return Outcome(report.record(), partial(print_report, report), report.exit_code)


def print_report(report: TickReport) -> None:
    """How a tick ended, its warnings, what it did, and what waits."""
    print_line(f"{report.outcome}: {report.words}", "bold" if report.exit_code == 0 else "bold red")
    for item in report.observed.warnings:
        print_line(f"warning {item.code} {item.place}: {item.text}", "yellow")
    _print_acts([*report.settled, *report.acts])
    if report.plan and report.outcome in {"planned", "upgraded", "withheld", "held"}:
        _print_plan_summary(report.plan)
    else:
        _print_findings(report.left)
    if report.next_instant:
        print_line(f"next look: {report.next_instant:%Y-%m-%d %H:%M:%S} UTC")


def _print_acts(acts: Iterable[ActOutcome]) -> None:
    rows = [(act.target, act.kind, act.status, act.revision, act.note) for act in acts]
    if rows:
        print_table(("page", "act", "outcome", "revision", "note"), rows)


def _print_plan_summary(plan: Plan) -> None:
    from tracker.app.people.by_hand import waits

    is_stuck = plan.is_empty and not plan.held and waits(plan)
    print_line("nothing can be written yet" if is_stuck else plan.summary)
    _print_findings(plan.findings)


def _print_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        print_line(f"{finding.code}: {finding.text}", "yellow")


# --- plan and apply ---------------------------------------------------------------------------------------------------


@click.command(
    epilog=examples(
        "tracker plan",
        "tracker plan --json | jq .checksum",
        "tracker plan --approve 2b7c... --by Kevan",
    )
)
@common
@click.option("--approve", "approved", multiple=True, metavar="CHECKSUM", help="Approve a held change, or all of it.")
@click.option("--by", default="", help="Who approves.")
def plan(config: Path, as_json: bool, approved: tuple[str, ...], by: str) -> int:
    """Show what would be written now, as a diff; nothing is read from the blog, and nothing is written.

    A change that is held (it would blank a region, or touches too many pages) happens only once an admin approved its
    checksum.
    """
    from tracker.app.people import by_hand

    if approved and not by:
        raise UsageError("--approve needs --by", remedy="say who approves: --by NAME")
    with wired(config) as tracker:
        if approved:
            by_hand.approve(tracker, approved, by)
        made = by_hand.plan_now(tracker)
    if as_json:
        print_json(made.record())
    else:
        print_plan(made)
        if made.pages:
            print_line(f"to do it: tracker apply --checksum {made.checksum}")
    return PlanError.exit_code if by_hand.waits(made) else 0


def print_plan(made: Plan) -> None:
    """The diff of every page, what is held and why, and the findings."""
    from tracker.core.plan import diff_lines

    for change in made.pages:
        print_heading(change.title)
        print_diff(diff_lines(change))
    for held in made.held:
        print_heading(f"held: {held.change.title}")
        print_diff(diff_lines(held.change))
        print_line(f"{'; '.join(held.reasons)}; approve {held.checksum}", "yellow")
    print_line()
    _print_plan_summary(made)


@click.command(epilog=examples("tracker apply --checksum 2b7c0d5e9f10"))
@common
@click.option("--checksum", required=True, help="The checksum that tracker plan showed (its first 12 characters do).")
def apply(config: Path, as_json: bool, checksum: str) -> int:
    """Carry out the plan of a checksum: nothing else is written than what was shown."""
    from tracker.app.people import by_hand

    with wired(config) as tracker:
        outcomes = by_hand.apply_now(tracker, by_hand.plan_now(tracker), checksum)
    return print_outcomes(outcomes, as_json=as_json)


def print_outcomes(outcomes: Sequence[ActOutcome], *, as_json: bool) -> int:
    """What became of each act; the exit code."""
    if as_json:
        print_json({"acts": [act.record() for act in outcomes]})
    elif outcomes:
        _print_acts(outcomes)
    else:
        print_line("nothing to do")
    return exit_code_of(outcomes)


def exit_code_of(outcomes: Iterable[Any]) -> int:
    """0, or that of a plan that was not carried out wholly."""
    return 0 if all(act.succeeded for act in outcomes) else PlanError.exit_code
