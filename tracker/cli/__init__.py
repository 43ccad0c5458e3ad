"""The commands: each parses, calls a use case and prints, and its module is imported only when it is called.

Only the program itself and the scripts import it. Read ``options`` and ``printing``, then a command's module:
``ticks``, ``run``, ``inquiry``, ``enact``, ``files``, ``setup`` ...
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from tracker import __version__
from tracker.cli.options import DEBUG_VARIABLE
from tracker.errors import TrackerError, UsageError
from tracker.masking import masked

COMMANDS: Mapping[str, tuple[str, str]] = {
    "demo": ("demo", "Show a sample fortnight, ticked into a folder of pages, without a network."),
    "init": ("setup", "Write a config file."),
    "config": ("setup", "Print the options of a config file, each with what it means."),
    "opening": ("setup", "Draft the list of players for a start in mid-game."),
    "pages": ("setup", "List the pages that are kept, and make those that are missing."),
    "check": ("setup", "Examine config, blog, wiki, rights and markers, and say what to mend."),
    "tick": ("ticks", "Observe, fold, plan, and apply what the config permits: one pass."),
    "run": ("run", "Tick every few minutes, and whenever something happens by itself, until a signal ends it."),
    "resync": ("resync", "Read every source anew, say what differs from archive and pages, and tick."),
    "pause": ("resync", "Let nothing but answers to requests be written until somebody resumes."),
    "resume": ("resync", "End a pause."),
    "plan": ("ticks", "Show what would be written now, as a diff."),
    "apply": ("ticks", "Carry out the plan of a checksum."),
    "draft": ("enact", "Show what a text would do to the ruleset page, before anybody proposes it."),
    "enact": ("enact", "Show what enacting a matter does to the ruleset page, write it, or take it back."),
    "status": ("inquiry", "Show the board and how the tracker fares."),
    "explain": ("inquiry", "Show the whole case of one matter, or how each value of a player came about."),
    "audit": ("audit", "Compare the table of players' values with its log, revision by revision."),
    "shadow": ("audit", "Compare what admins did before with the rules of those days."),
    "adopt": ("adopt", "Go once through a ruleset page: which of its rules mean what the tracker carries out."),
    "questions": ("questions", "List what people must decide."),
    "precedence": ("precedence", "Put two clauses side by side and show which goes first if they contradict."),
    "decide": ("questions", "Answer a question, or take an answer back."),
    "correct": ("correcting", "Put the record right: what a row says, when it happened, that it is void, or a value."),
    "confirm": ("questions", "Confirm that clauses whose wording changed are carried out as they now read."),
    "dice": ("dice", "Check that every roll follows from a seed that was committed to beforehand."),
    "dynasty": ("dynasty", "Write a dynasty file, or explain what is wrong with one."),
    "replay": ("files", "Fold a file of observations at chosen instants."),
    "archive": ("files", "Export, import, redact, verify, back up or restore what is archived."),
    "schema": ("schema", "Print the JSON Schema of observations, the codes, or the parameters."),
}
"""Every command: the module it is in and one sentence."""

EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "a fault of the tracker itself",
    2: "wrong arguments",
    3: "the config cannot be used",
    4: "a source could not be read; the others were, and nothing was written",
    5: "the wiki refused or failed",
    6: "the archive cannot be used",
    7: "another tracker is at work",
    8: "something waits for a person: a held change, a stale plan, faulty markers",
    9: "an input file cannot be used",
    10: "the rules themselves are inconsistent",
    11: "no dice can be drawn or cards dealt, or they do not follow from their secret",
    12: "a table and its log part ways, or a hand edit of it waits for people",
    13: "something is stuck, or the last look is too old (tracker status)",
    14: "stopped by a signal after the running step",
    15: "a message could not be sent",
    130: "interrupted",
}
"""What each exit code means."""

INTERRUPTED = 130
NEW_OBJECTS_PER_SEARCH = 200_000
"""After how many objects Python's garbage collector looks for cycles again; an idle tick makes fewer."""


class Commands(click.Group):
    """A group whose commands are imported when they are called; the list of them comes from the table above and from the games."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order in which one meets them, and at last those of the games that add some."""
        from tracker.cli.of_games import slugs

        return [*COMMANDS, *slugs()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, its module imported now."""
        if name not in COMMANDS:
            from tracker.cli.of_games import group_of

            return group_of(name)
        module = import_module(f"{__package__}.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them, and what games add."""
        from tracker.cli.of_games import short_help, slugs

        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])
        with formatter.section("Commands of games"):
            formatter.write_dl([(slug, short_help(slug)) for slug in slugs()])


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: " + "; ".join(f"{code} {text}" for code, text in EXIT_CODES.items()) + ".",
)
@click.version_option(__version__, prog_name="tracker")
def root() -> None:
    """Keep a nomic's paperwork: watch its blog, work out where every votable matter stands, keep the wiki's pages true."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code; every error is one clear line on the error stream."""
    # Nearly all that a start makes lasts to the end: searching it for cycles would take a tenth of an idle tick.
    gc.set_threshold(NEW_OBJECTS_PER_SEARCH)
    # A retry that is still going on is no error: what fails in the end is told once.
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    logging.getLogger("stamina").propagate = False
    try:
        outcome: Any = root.main(args=arguments, prog_name="tracker", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; what was read is kept, and the next run goes on from there", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return UsageError.exit_code
    except TrackerError as error:
        click.echo(f"error: {error}", err=True)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing must be written any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:  # noqa: BLE001 - nobody else would mask the secrets in what it says
        if os.environ.get(DEBUG_VARIABLE):
            click.echo(masked("".join(traceback.format_exception(fault))), err=True, nl=False)
            return 1
        what = masked(" ".join(f"{type(fault).__name__}: {fault}".split()))
        click.echo(f"error: a fault of the tracker itself: {what} (set {DEBUG_VARIABLE}=1 to see where)", err=True)
        return 1
    return outcome if isinstance(outcome, int) else 0
