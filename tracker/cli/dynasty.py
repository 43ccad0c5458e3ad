"""The commands about dynasty files: new, check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import FILE, examples, json_option, text_of
from tracker.cli.printing import print_heading, print_json, print_line, print_table
from tracker.errors import InputError, UsageError

if TYPE_CHECKING:
    from tracker.mechanics.declared.declared_actions import AtomicAction
    from tracker.mechanics.declared.file import Action, Dynasty, Reading
    from tracker.mechanics.holdings import Variable

DYNASTY_FILE = "dynasty.toml"


@click.group()
def dynasty() -> None:
    """Write a dynasty file, or explain what is wrong with one."""


@dynasty.command(
    epilog=examples(
        'tracker dynasty new "The Cafe"',
        'tracker dynasty new "The Cafe" --page Cafe --day-zero 2024-01-01 --output cafe.toml',
    )
)
@json_option
@click.argument("name")
@click.option("--output", type=FILE, default=DYNASTY_FILE, show_default=True, help="The file to write.")
@click.option("--page", default="", help="The wiki page of the table and its log; the dynasty's name where left out.")
@click.option(
    "--day-zero",
    type=click.DateTime(["%Y-%m-%d"]),
    default=None,
    metavar="DATE",
    help="The UTC day that is counted 0; the present one where left out.",
)
def new(as_json: bool, name: str, output: Path, page: str, day_zero: datetime | None) -> None:
    """Write a commented dynasty file for the dynasty NAME, with variables and actions to be changed."""
    from tracker.mechanics.declared.file import read_dynasty

    text = new_text(name, page or name, (day_zero or datetime.now(UTC)).date())
    faults = read_dynasty(text).faults
    if faults:
        raise UsageError(faults[0].what, remedy=faults[0].remedy)
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise InputError("is there already", place=str(output), remedy="name another with --output") from error
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError(problem, place=str(output), remedy="check folder, rights and space") from error
    if as_json:
        print_json({"file": str(output)})
        return
    print_line(f"{output} is written. Next: change it, then tracker dynasty check {output}")


def new_text(name: str, page: str, day_zero: date) -> str:
    """A commented dynasty file."""
    text = (files(__package__) / "new_dynasty.toml").read_text(encoding="utf-8")
    chosen = {"name": name, "page": page, "day_zero": day_zero.isoformat()}
    for slot, value in chosen.items():
        text = text.replace(f"<<{slot}>>", json.dumps(value, ensure_ascii=False)[1:-1])
    return text


@dynasty.command(epilog=examples("tracker dynasty check dynasty.toml", "tracker dynasty check dynasty.toml --json"))
@json_option
@click.argument("file", type=FILE)
def check(as_json: bool, file: Path) -> int:
    """Say what is wrong with a dynasty FILE, line by line; of a sound one show its variables and actions."""
    from tracker.games.blognomic.dynasties.dynasty_files import built_in_names
    from tracker.mechanics.declared.file import read_dynasty

    reading = read_dynasty(text_of(file), frozenset(built_in_names()))
    if as_json:
        print_json(_record(file, reading))
    elif reading.dynasty is None:
        for fault in reading.faults:
            print_line(f"{file}:{fault.line}: {fault.what}{f' ({fault.remedy})' if fault.remedy else ''}")
        print_line(f"{len(reading.faults)} to mend", "bold red")
    else:
        _print(reading.dynasty)
    return 0 if reading.dynasty is not None else InputError.exit_code


def _print(found: Dynasty) -> None:
    print_line(f"{found.name}: sound", "bold")
    counted = f"; {found.day_zero} is day 0" if found.day_zero else ""
    built_in = f"; with the actions of {found.code}" if found.code else ""
    print_line(f"page {found.page or 'none'}; {found.player}, {found.emperor}{counted}{built_in}")
    if found.variables:
        columns = ("variable", "of", "type", "legal", "at first", "tracked", "by hand")
        print_heading("Variables")
        print_table(columns, [tuple(_variable(variable).values()) for variable in found.variables])
    if found.actions:
        print_heading("Actions")
    for action in found.actions:
        _print_action(action)
    if found.atomic_actions:
        print_heading("Atomic Actions")
        rows = (_atomic(atomic) for atomic in found.atomic_actions)
        print_table(("name", "limit", "steps"), [(row["name"], row["limit"], "; ".join(row["steps"])) for row in rows])


def _variable(variable: Variable) -> dict[str, Any]:
    from tracker.mechanics.declared.declared_actions import legal_words

    first = variable.default_expression or variable.shown(
        variable.default if variable.has_default else variable.fallback()
    )
    return {
        "name": variable.name,
        "of": variable.of,
        "type": variable.type,
        "legal": legal_words(variable),
        "at first": first or "blank",
        "tracked": variable.tracked,
        "by hand": variable.by_hand,
    }


def _print_action(action: Action) -> None:
    limit = "" if action.limit == "none" else f", {action.limit}"
    print_line(f"{action.name} ({action.who}{limit})", "bold")
    for what, texts in _action(action).items():
        if isinstance(texts, list) and texts:
            print_line(f"  {what}: {'; '.join(texts)}")


def _action(action: Action) -> dict[str, Any]:
    return {
        "name": action.name,
        "who": action.who,
        "limit": action.limit,
        "lines": [form.text for form in action.forms],
        "needs": [need.text for need in action.needs],
        "steps": [step.text for step in action.steps],
    }


def _atomic(atomic: AtomicAction) -> dict[str, Any]:
    return {"name": atomic.name, "limit": atomic.limit, "steps": list(atomic.plan)}


def _record(file: Path, reading: Reading) -> Mapping[str, Any]:
    faults = [{"line": fault.line, "what": fault.what, "remedy": fault.remedy} for fault in reading.faults]
    record: dict[str, Any] = {"file": str(file), "sound": reading.dynasty is not None, "faults": faults}
    if reading.dynasty is not None:
        record["name"] = reading.dynasty.name
        record["variables"] = [_variable(variable) for variable in reading.dynasty.variables]
        record["actions"] = [_action(action) for action in reading.dynasty.actions]
        record["atomic actions"] = [_atomic(atomic) for atomic in reading.dynasty.atomic_actions]
    return record
