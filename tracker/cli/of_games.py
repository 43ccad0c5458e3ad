"""The commands that games add, as a group under each game's slug: parse the arguments, call the game, print what it finds."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import INSTANT, config_option, examples, json_option, wired
from tracker.cli.printing import print_json, print_line
from tracker.errors import InputError, UsageError
from tracker.games.base import Argument, Command, CommandAnswer
from tracker.games.registry import game, known_slugs

if TYPE_CHECKING:
    from tracker.core.fold import Folded

DECK = ("secret", "record", "verify")
"""What a game with hidden cards adds (``cli.deck``)."""
_BELOW_ZERO = re.compile(r"-[0-9]")
_PLAY_OPTIONS: tuple[Callable[..., Any], ...] = (
    config_option,
    click.option(
        "--replay",
        type=click.Path(path_type=Path, allow_dash=True),
        default=None,
        metavar="FILE",
        help="Look at the observations in FILE (JSON Lines; - is standard input), not at the archive of the config.",
    ),
    click.option(
        "--as-of", type=INSTANT, default=None, metavar="INSTANT", help="Look at then; else at now, or at a FILE's end."
    ),
)


@dataclass(frozen=True, slots=True)
class _Play:
    """Which play a command looks at: that of a file, or of a config's archive, and at which instant."""

    slug: str
    config: Path
    replay: Path | None
    as_of: datetime | None

    def folded(self) -> Folded[Any]:
        """What was folded; raises UsageError where the config is another game's, or the file tells nothing."""
        return self._of_archive() if self.replay is None else self._of_file(self.replay)

    def _of_archive(self) -> Folded[Any]:
        from tracker.app.asking.folding import fold_archive

        with wired(self.config, secrets=False) as tracker:
            if tracker.game.slug != self.slug:
                raise UsageError(f"{self.config} is of {tracker.game.title}", remedy="give --replay FILE, or --config")
            return fold_archive(tracker.game, tracker.archive, self.as_of or tracker.clock.now())

    def _of_file(self, file: Path) -> Folded[Any]:
        from tracker.app.asking.replay import rows_of
        from tracker.cli.files import records_of
        from tracker.core.fold import fold

        played = game(self.slug)
        rows = rows_of(played, records_of(file, None if played.finds_settings else played.parameters))
        if not rows:
            raise UsageError(f"{file} tells of nothing", remedy="give a file of observations")
        return fold(played, rows, self.as_of or max(row.observation.happened_at for row in rows))


def slugs() -> list[str]:
    """The games that add commands; each game is imported for it."""
    return [slug for slug in known_slugs() if _names(slug)]


def _names(slug: str) -> list[str]:
    """The names of the commands that a game adds."""
    played = game(slug)
    return [*(command.name for command in played.commands), *(DECK if played.deals_cards else ())]


def short_help(slug: str) -> str:
    """One sentence about a game's commands."""
    return f"{game(slug).title}: {', '.join(_names(slug))}."


def group_of(slug: str) -> click.Group | None:
    """The commands of a game; None where there is no such game, or it adds none."""
    if slug not in known_slugs() or not _names(slug):
        return None
    made = [_made(slug, command) for command in game(slug).commands]
    if game(slug).deals_cards:
        from tracker.cli.deck import commands_of

        made += commands_of(slug)
    return click.Group(slug, made, help=f"Commands for {game(slug).title}.")


class _OwnCommand(click.Command):
    """A command of a game: what begins as a number below zero is an argument of it, and no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments that are left over."""
        ctx.ignore_unknown_options = any(map(_BELOW_ZERO.match, args))
        return super().parse_args(ctx, args)


def _made(slug: str, command: Command) -> click.Command:
    @click.command(command.name, cls=_OwnCommand, help=command.help, epilog=examples(*command.examples))
    @json_option
    def called(as_json: bool, **given: Any) -> None:
        texts = [_text(argument, given.pop(argument.name)) for argument in command.arguments]
        found = command.find(*(each.folded() for each in _plays(slug, given)), *texts)
        for argument, text in zip(command.arguments, texts, strict=True):
            if argument.is_written:
                _write(Path(text), found)
        if as_json:
            print_json(found.values)
        else:
            _print(found.lines)

    for option in _PLAY_OPTIONS if command.looks_at_play else ():
        called = option(called)
    called.params += [click.Argument([each.name], required=not each.may_be_piped) for each in command.arguments]
    return called


def _plays(slug: str, given: Mapping[str, Any]) -> list[_Play]:
    """The archive or file that a game's command looks at, as a list of one; empty for a command that needs none."""
    return [_Play(slug, given["config"], given["replay"], given["as_of"])] if given else []


def _write(file: Path, found: CommandAnswer) -> None:
    """Write what a command made; raises InputError where that cannot be."""
    try:
        file.write_bytes(found.content)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", place=str(file), remedy="name another file") from error


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        print_line(line)


def _text(argument: Argument, given: str | None) -> str:
    if given is not None:
        return given
    if sys.stdin.isatty():
        raise UsageError(f"missing argument {argument.name.upper()}", remedy="give it, or pipe it into this command")
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        raise UsageError("standard input is no valid UTF-8", remedy="pipe a text in UTF-8") from error
