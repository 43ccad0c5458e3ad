"""What can be looked up of formats and games: the JSON Schema of observations, codes and parameters."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.files import DEFAULT_GAME
from tracker.cli.options import (
    chosen_nomics,
    common,
    examples,
    json_option,
)
from tracker.cli.printing import print_json, print_line, print_table, words
from tracker.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from tracker.games.base import Game

PARAGRAPH = 100
"""How many characters a line of a paragraph has at most."""


@click.group(invoke_without_command=True)
@click.pass_context
@json_option
def schema(ctx: click.Context, as_json: bool) -> None:
    """Print the JSON Schema of one observation; `codes` and `parameters` print what a game has of those."""
    if ctx.invoked_subcommand is None:
        from tracker.app.keeping.record_shapes import schema as made

        print_json(made())


game_option = click.option(
    "--game",
    default=None,
    help=f"The game's short name; without it the config's, or where there is no config {DEFAULT_GAME}.",
)


def _game_of(config: Path, game: str | None) -> Game[Any]:
    """The game that a command names, else the config's, else the default; raises UsageError where a config has several."""
    from tracker.games.registry import game as game_of

    if game is not None:
        return game_of(game)
    is_named = click.get_current_context().get_parameter_source("config") is not click.core.ParameterSource.DEFAULT
    if not (is_named or config.exists()):
        return game_of(DEFAULT_GAME)
    found = list(chosen_nomics(config, secrets=False).values())
    for one in found:
        if isinstance(one, ConfigError):
            raise one
    slugs = dict.fromkeys(one.game.slug for one in found if not isinstance(one, ConfigError))
    if len(slugs) > 1:
        raise UsageError(f"{config} has several games", remedy=f"give --game NAME: {', '.join(slugs)}")
    return game_of(*slugs)


@schema.command(epilog=examples("tracker schema codes", "tracker schema codes --game ducks --json"))
@common
@game_option
def codes(config: Path, as_json: bool, game: str | None) -> None:
    """Print every code of a finding or refusal with its clause and a sentence."""
    from tracker.core.planning import CODES
    from tracker.mechanics.enacting.enactment import CODES as ENACTING

    found = {**_game_of(config, game).codes, **{code: ("", text) for code, text in {**CODES, **ENACTING}.items()}}
    if as_json:
        print_json({code: {"clause": clause, "meaning": text} for code, (clause, text) in found.items()})
    else:
        print_table(("code", "clause", "meaning"), [(code, clause, text) for code, (clause, text) in found.items()])


@schema.command(epilog=examples("tracker schema parameters", "tracker schema parameters --game ducks --json"))
@common
@game_option
def parameters(config: Path, as_json: bool, game: str | None) -> None:
    """Print every number, word and switch of a game: what [switches] in the config can set."""
    rows = [_parameter(parameter) for parameter in _game_of(config, game).parameters.values()]
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            _print_parameter(row)


def _print_parameter(row: dict[str, Any]) -> None:
    """A parameter as a paragraph: lists of words are too long for a table."""
    print_line(f"{row['name']} [{row['clause']}]", "bold")
    for name in ("value", "allowed", "description"):
        text = words(row[name])
        if text:
            for line in wrap(f"{name}: {text}", PARAGRAPH, initial_indent="  ", subsequent_indent="    "):
                print_line(line)


def _parameter(parameter: Any) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "value": parameter.values[-1].value,
        "allowed": list(parameter.choices) or parameter.unit,
        "clause": parameter.clause,
        "description": parameter.description,
    }
