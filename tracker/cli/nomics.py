"""Acting on every nomic of a config file, one after the other: the trouble of one never stops the others."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import DEBUG_VARIABLE, chosen_nomics, is_grouped
from tracker.cli.printing import print_heading, print_json
from tracker.errors import ConfigError, StoppedError, TrackerError
from tracker.masking import masked

if TYPE_CHECKING:
    from tracker.config import Settings


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did for one nomic: as JSON, how it is printed as text, and the exit code (0: nothing failed)."""

    record: Any
    show: Callable[[], None]
    exit_code: int = 0


def on_every(
    config: Path,
    act: Callable[[Settings], Outcome],
    *,
    as_json: bool,
    secrets: bool = True,
    broken: Callable[[ConfigError], Outcome] | None = None,
) -> int:
    """Act on each nomic of the file, or on that of ``--nomic``, and print; the exit code of the first that failed.

    Text is grouped by nomic, JSON an object by name; a single nomic is printed plainly, and its errors are raised.
    ``broken`` makes an outcome of a config that cannot be used, where that is no error to the command.
    """
    try:
        found = chosen_nomics(config, secrets=secrets)
    except ConfigError as error:
        if broken is None:
            raise
        return _print_plainly(broken(error), as_json=as_json)
    if is_grouped(found):
        return _print_grouped(found, act, broken, as_json=as_json)
    (only,) = found.values()
    return _print_plainly(_outcome(only, act, broken), as_json=as_json)


def _outcome(
    settings: Settings | ConfigError,
    act: Callable[[Settings], Outcome],
    broken: Callable[[ConfigError], Outcome] | None,
) -> Outcome:
    if not isinstance(settings, ConfigError):
        return act(settings)
    if broken is None:
        raise settings
    return broken(settings)


def _print_plainly(outcome: Outcome, *, as_json: bool) -> int:
    if as_json:
        print_json(outcome.record)
    else:
        outcome.show()
    return outcome.exit_code


def _print_grouped(
    found: Mapping[str, Settings | ConfigError],
    act: Callable[[Settings], Outcome],
    broken: Callable[[ConfigError], Outcome] | None,
    *,
    as_json: bool,
) -> int:
    from tracker.bootstrap import keep_connections

    records, first_failed = {}, 0
    try:
        with keep_connections():
            for name, settings in found.items():
                if not as_json:
                    print_heading(name)
                outcome = _guarded(name, partial(_outcome, settings, act, broken))
                if as_json:
                    records[name] = outcome.record
                else:
                    outcome.show()
                first_failed = first_failed or outcome.exit_code
    finally:
        # Who is stopped in between still says what was done.
        if as_json:
            print_json(records)
    return first_failed


def _guarded(name: str, act: Callable[[], Outcome]) -> Outcome:
    """What came of acting on one nomic; whatever goes wrong is told on the error stream with its name."""
    try:
        return act()
    except StoppedError:
        raise
    except TrackerError as error:
        return _failed(name, str(error), error.exit_code)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the others are acted on
        remedy = f" (set {DEBUG_VARIABLE}=1 to see where)"
        if os.environ.get(DEBUG_VARIABLE):
            click.echo(masked("".join(traceback.format_exception(fault))), err=True, nl=False)
            remedy = ""
        what = masked(" ".join(f"{type(fault).__name__}: {fault}".split()))
        return _failed(name, f"a fault of the tracker itself: {what}{remedy}", 1)


def _failed(name: str, text: str, exit_code: int) -> Outcome:
    click.echo(f"error: {name}: {text}", err=True)
    return Outcome({"error": text, "exit_code": exit_code}, lambda: None, exit_code)
