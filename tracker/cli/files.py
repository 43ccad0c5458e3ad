"""The commands about files and shapes: replay, archive export, import and redact, schema."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.board import print_board, print_own_board
from tracker.cli.naming import Named
from tracker.cli.options import (
    FILE,
    INSTANT,
    audience_option,
    common,
    examples,
    json_option,
    load,
    secrets_option,
    wired,
)
from tracker.cli.printing import print_json, print_line, print_table
from tracker.cli.values import print_refused, print_values
from tracker.errors import ArchiveError, DeckError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracker.core.clause import Parameters
    from tracker.core.gamestate import Gamestate
    from tracker.games.base import Game

DEFAULT_GAME = "blognomic"
STANDARD_INPUT = "-"
COPIES = 14
"""How many copies of an archive are kept unless the command says otherwise."""
_ROWS_SHOWN = 3
"""How many of the rows that a finding rests on are named beside it."""


@click.command(
    epilog=examples(
        "tracker replay dispute.jsonl --as-of 2019-10-03T10:00:00Z",
        "tracker replay dispute.jsonl --as-of 2019-10-03T09:59:59Z --as-of 2019-10-03T10:00:00Z --json",
        "tracker archive export | tracker replay - --as-of 2019-10-03T10:00:00Z --pages --json",
    )
)
@json_option
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--game",
    default="",
    help=f"The game's short name; without it the one that FILE's openings name, else {DEFAULT_GAME}.",
)
@click.option(
    "--as-of", "instants", type=INSTANT, multiple=True, required=True, metavar="INSTANT", help="Fold to then."
)
@click.option("--pages", is_flag=True, help="Give the wikitext of all pages too, at the last instant.")
@secrets_option
def replay(as_json: bool, file: Path, game: str, instants: tuple[datetime, ...], pages: bool, secrets: bool) -> int:
    """Fold the observations in FILE (JSON Lines; - is standard input) at chosen instants, without archive or network.

    Players settle disputes with it: the same file gives the same answer everywhere. Where FILE is a public export that lacks cards
    dealt by then, that is said first: later values may hang on them, and the exit code is 11.
    """
    from tracker.app.asking.replay import gamestates, printed

    played, records = _play_of(file, game)
    states = gamestates(played, records, instants)
    told = printed(played, states, _page_texts if pages else None, secrets=secrets)
    if as_json:
        print_json(told)
    else:
        _print_replayed(played, states, records, told, secrets=secrets)
    return DeckError.exit_code if "incomplete" in told else 0


def _play_of(file: Path, slug: str) -> tuple[Game[Any], list[dict[str, Any]]]:
    """The game of a file, which its openings tell where it is not named, and its records."""
    from tracker.app.asking.replay import game_told
    from tracker.app.keeping.interchange import check_settings
    from tracker.games.registry import game

    placed = _placed(file)
    records = [record for _, record in placed]
    played = game(slug or game_told(records, DEFAULT_GAME))
    if not played.finds_settings:
        check_settings(placed, played.parameters)
    return played, records


def _placed(file: Path) -> list[tuple[str, dict[str, Any]]]:
    """The records of a file or of standard input, each with its place; the values of settings are not checked."""
    from tracker.app.keeping.interchange import lines_of, read_placed

    if str(file) == STANDARD_INPUT:
        return read_placed(sys.stdin.buffer, "standard input")
    return read_placed(lines_of(file), str(file))


def _print_replayed(
    played: Game[Any],
    states: Sequence[Gamestate],
    records: list[dict[str, Any]],
    told: dict[str, Any],
    *,
    secrets: bool,
) -> None:
    from tracker.app.asking.replay import messages_named, refusals_told

    if lacking := told.get("incomplete"):
        print_line(f"INCOMPLETE: {lacking['why']}.", "bold")
        print_line()
    for instant, found in told["instants"].items():
        _print_instant(played, instant, found)
    refused = refusals_told(states[-1], secrets=secrets)
    named = messages_named(states[-1], records, [each.observation for each in refused], secrets=secrets)
    print_refused(refused, Named({"names": named}))
    for title, text in told.get("pages", {}).items():
        print_line(f"--- {title} ---", "bold")
        click.echo(text)


def records_of(file: Path, parameters: Parameters | None) -> list[dict[str, Any]]:
    """The records of a file, or of standard input (``-``), checked; the values of settings too where a game's parameters are given."""
    from tracker.app.keeping.interchange import check_settings

    placed = _placed(file)
    if parameters is not None:
        check_settings(placed, parameters)
    return [record for _, record in placed]


def _page_texts(played: Any, gamestate: Any) -> dict[str, str]:
    from tracker.app.publish.pages import joined
    from tracker.bootstrap import render

    return joined(render(played.pages(gamestate, played.catalogue())))


def _print_instant(played: Game[Any], instant: str, found: dict[str, Any]) -> None:
    values = found["gamestate"]
    if own := played.board(values):
        print_own_board(own.record(), instant, [])
    else:
        in_doubt = [fact["name"] for fact in found["facts"] if "unverified_since" in fact]
        matters = [{"slug": slug, **matter} for slug, matter in values.get("matters", {}).items()]
        print_board({**values, "unverified": in_doubt}, matters, instant)
    print_values(values)
    findings = [
        (item["code"], item["clause"], item["text"], ", ".join(item["observations"][:_ROWS_SHOWN]))
        for item in found["findings"]
    ]
    if findings:
        print_table(("finding", "clause", "what", "rows"), findings)
    for asked in found["questions"]:
        print_line(f"question {asked['id']}: {asked['text']}")
    print_line()


# --- the archive ------------------------------------------------------------------------------------------------------


@click.group()
def archive() -> None:
    """Export, import, redact, verify, back up or restore what is archived."""


@archive.command(
    "export", epilog=examples("tracker archive export --output all.jsonl", "tracker archive export --audience public")
)
@common
@audience_option
@secrets_option
@click.option("--output", type=FILE, default=None, help="The file to write; without it, standard output.")
def export(config: Path, as_json: bool, audience: str, secrets: bool, output: Path | None) -> None:
    """Write every observation as JSON Lines, in the order in which they were learned.

    Of what is hidden while a game lasts (shuffles, private messages) only the public part is written, unless --secrets is given.
    """
    from tracker.app.keeping.interchange import exported

    with wired(config, secrets=False) as tracker:
        lines = exported(tracker.archive, audience, None if secrets else tracker.game.hidden)
        if output is None:
            for line in lines:
                sys.stdout.buffer.write(line.encode() + b"\n")
            return
        count = _write(output, lines)
    if as_json:
        print_json({"file": str(output), "observations": count})
    else:
        print_line(f"{count} observations in {output}")


def _write(output: Path, lines: Any) -> int:
    """Write lines to a file that only its owner can read, wholly or not at all; how many."""
    from tracker.errors import InputError

    count = 0
    unfinished = output.with_name(f"{output.name}.part")
    try:
        unfinished.touch(mode=0o600)
        with unfinished.open("wb") as file:
            for line in lines:
                file.write(line.encode() + b"\n")
                count += 1
        unfinished.replace(output)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        problem = error.strerror or str(error)
        raise InputError(problem, place=str(output), remedy="check folder, rights and space") from error
    return count


@archive.command(
    "import", epilog=examples("tracker archive import opening.jsonl", "tracker archive import - < all.jsonl")
)
@common
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def import_(config: Path, as_json: bool, file: Path) -> None:
    """Archive the observations in FILE (JSON Lines), all of them or none; what is known already adds nothing."""
    from tracker.app.keeping.statements import checked
    from tracker.app.people.by_hand import import_records

    with wired(config, secrets=False) as tracker:
        records = checked(tracker, records_of(file, tracker.game.parameters), str(file))
        added = import_records(tracker, records)
    if as_json:
        print_json({"read": len(records), "added": added})
    else:
        print_line(f"{len(records)} observations read, {added} of them new")


@archive.command(epilog=examples('tracker archive redact comment:123 --by Kevan --why "asked to be forgotten"'))
@common
@click.argument("id")
@click.option("--by", required=True, help="Who redacts.")
@click.option("--why", required=True, help="The reason, for all to read.")
def redact(config: Path, as_json: bool, id: str, by: str, why: str) -> None:
    """Empty the content of observation ID for good; its hash, author and time stay, and what it did: votes and announced actions still count."""
    from tracker.app.people.redacting import redact as emptied

    with wired(config, secrets=False) as tracker:
        rows = emptied(tracker, id, by=by, why=why)
    if as_json:
        print_json({"id": id, "rows": rows})
    else:
        print_line(f"{id}: {rows} rows emptied")


@archive.command(epilog=examples("tracker archive verify", "tracker archive verify --json"))
@common
def verify(config: Path, as_json: bool) -> int:
    """Check that the archive is whole: its database, no observation missing, and each as it was seen.

    Ends with exit code 6 where anything is wrong; nothing is changed.
    """
    from tracker.bootstrap import archive_faults

    place, found = archive_faults(load(config, secrets=False))
    if as_json:
        print_json({"place": place, "faults": found})
        return ArchiveError.exit_code if found else 0
    for fault in found:
        print_line(fault, "red")
    print_line(f"{place}: {len(found) or 'no'} faults")
    return ArchiveError.exit_code if found else 0


@archive.command(epilog=examples("tracker archive backup", "tracker archive backup --to /mnt/safe/tracker.db"))
@common
@click.option(
    "--to", "to", type=FILE, default=None, help="The file to write; without it, one among the archive's copies."
)
@click.option("--keep", type=click.IntRange(1), default=COPIES, show_default=True, help="How many copies stay.")
def backup(config: Path, as_json: bool, to: Path | None, keep: int) -> None:
    """Copy the archive while others use it, into the folder beside it whose name ends in .backups.

    The copy is checked as tracker archive verify does: a damaged one replaces none.
    """
    from tracker.bootstrap import SystemClock, back_up_archive

    written = back_up_archive(load(config, secrets=False), SystemClock().now(), keep, to)
    if as_json:
        print_json({"file": str(written)})
    else:
        print_line(f"copied to {written}")


@archive.command(epilog=examples("tracker archive restore", "tracker archive restore /mnt/safe/tracker.db"))
@common
@click.argument("file", type=FILE, required=False)
def restore(config: Path, as_json: bool, file: Path | None) -> None:
    """Put FILE, by default the last good copy, in the archive's place; what stands there is kept aside.

    So are copies that hold more than FILE: none of them is taken for the last good one any more. What was seen since
    the copy is read again by the next ticks. Stop tracker run before.
    """
    from tracker.bootstrap import SystemClock, restore_archive

    done = restore_archive(load(config, secrets=False), SystemClock().now(), file)
    if as_json:
        print_json({"file": str(done.copy), "aside": str(done.aside), "later": list(map(str, done.later))})
        return
    print_line(f"{done.copy} is in its place; what stood there is {done.aside}")
    for later in done.later:
        print_line(f"{later} holds more, and is kept no longer among the copies")
