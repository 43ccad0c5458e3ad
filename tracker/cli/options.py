"""What commands share: the options, the kinds of their values, and the tracker wired from the config that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tracker.core.instants import parse_instant
from tracker.core.observation import OPERATOR

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.config import Settings

Function = TypeVar("Function", bound=Callable[..., Any])

CONFIG_FILE = "tracker.ini"
CONFIG_VARIABLE = "TRACKER_CONFIG"


class InstantType(click.ParamType[datetime]):
    """An instant with its zone."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The instant that a text names; fails where it is none."""
        try:
            return value if isinstance(value, datetime) else parse_instant(str(value))
        except ValueError:
            self.fail(f"{value!r} is no instant; write 2019-10-01T12:00:00Z", param, ctx)


INSTANT = InstantType()
FILE = click.Path(path_type=Path)

config_option = click.option(
    "--config",
    "config",
    type=FILE,
    default=CONFIG_FILE,
    envvar=CONFIG_VARIABLE,
    show_default=True,
    show_envvar=True,
    help="The config file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
as_of_option = click.option("--as-of", type=INSTANT, default=None, metavar="INSTANT", help="Judge as of then, not now.")
audience_option = click.option(
    "--audience",
    default=OPERATOR,
    show_default=True,
    help="Who reads it: public, operator, or a player's name; what is not for them is left out.",
)
wording_option = click.option(
    "--wording",
    "wordings",
    multiple=True,
    metavar="MARK",
    help="The mark that tracker questions shows of the text you read; nothing is decided where it reads otherwise by now.",
)


def examples(*lines: str) -> str:
    """Examples for the end of a command's help, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def common(function: Function) -> Function:
    """The options that every command with a config has."""
    return json_option(config_option(function))


def load(config: Path, *, secrets: bool = True) -> Settings:
    """The settings of the config that a command names; raises ConfigError."""
    from tracker.config import load_settings

    return load_settings(config, secrets=secrets)


@contextmanager
def wired(config: Path, *, secrets: bool = True) -> Iterator[Wired]:
    """The tracker wired from a config and closed at the end; without ``secrets`` it can do nothing on the wiki."""
    from tracker.bootstrap import wire

    made = wire(load(config, secrets=secrets))
    try:
        yield made
    finally:
        made.close()
