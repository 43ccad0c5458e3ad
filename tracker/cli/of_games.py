"""The commands that games add, as a group under each game's slug: parse the arguments, call the game, print what it finds."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from tracker.cli.options import examples, json_option
from tracker.cli.printing import print_json, print_line
from tracker.errors import UsageError
from tracker.games.base import Argument, Command
from tracker.games.registry import game, known_slugs

DECK = ("secret", "record", "verify")
"""What a game with hidden cards adds (``cli.deck``)."""


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
    made = [_made(command) for command in game(slug).commands]
    if game(slug).deals_cards:
        from tracker.cli.deck import commands_of

        made += commands_of(slug)
    return click.Group(slug, made, help=f"Commands for {game(slug).title}.")


def _made(command: Command) -> click.Command:
    @click.command(command.name, help=command.help, epilog=examples(*command.examples))
    @json_option
    def called(as_json: bool, **given: str | None) -> None:
        texts = [_text(argument, given[argument.name]) for argument in command.arguments]
        found = command.find(*texts)
        if as_json:
            print_json(found.values)
        else:
            _print(found.lines)

    called.params += [click.Argument([each.name], required=not each.may_be_piped) for each in command.arguments]
    return called


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
