"""What commands share: the options, the kinds of their values, and the tracker wired from the config that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tracker.core.instants import instant_of_play
from tracker.core.observation import OPERATOR
from tracker.errors import ConfigError, InputError, UsageError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.config import Settings
    from tracker.config.nomics import Found

Function = TypeVar("Function", bound=Callable[..., Any])

CONFIG_FILE = "tracker.ini"
CONFIG_VARIABLE = "TRACKER_CONFIG"
DEBUG_VARIABLE = "TRACKER_DEBUG"
"""An environment variable: where it is set, a fault of the tracker itself shows its traceback."""
_NOMIC = f"{__name__}.nomic"


class InstantType(click.ParamType[datetime]):
    """An instant with its zone."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The instant that a text names; fails where it is none."""
        try:
            return value if isinstance(value, datetime) else instant_of_play(str(value))
        except ValueError:
            self.fail(f"{value!r} is no instant; write 2019-10-01T12:00:00Z, of the years 1970 to 2199", param, ctx)


INSTANT = InstantType()
FILE = click.Path(path_type=Path)
MOST_BYTES = 1_000_000
"""So much of a text that people wrote is read, and no more."""


def text_of(file: Path) -> str:
    """A text that people wrote, in a file or with ``-`` on standard input; raises InputError where it cannot be read."""
    try:
        with click.open_file(str(file), "rb") as opened:
            return str(opened.read(MOST_BYTES), "utf-8-sig")
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError(problem, place=str(file), remedy="name a file that can be read") from error
    except UnicodeDecodeError as error:
        raise InputError("is no UTF-8 text", place=str(file), remedy="save it as UTF-8") from error


def _keep_nomic(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    # Kept beside the command's arguments: whatever loads the config finds it, and no command has to hand it on.
    ctx.meta[_NOMIC] = value


_config_option = click.option(
    "--config",
    "config",
    type=FILE,
    default=CONFIG_FILE,
    envvar=CONFIG_VARIABLE,
    show_default=True,
    show_envvar=True,
    help="The config file.",
)
_nomic_option = click.option(
    "--nomic",
    "nomic",
    metavar="NAME",
    default=None,
    expose_value=False,
    callback=_keep_nomic,
    help="Which of several nomics: that of the config's section [nomic:NAME].",
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


secrets_option = click.option(
    "--secrets",
    "secrets",
    is_flag=True,
    help="Tell what is hidden too, as hands and decks: keep what is written so from others.",
)


def examples(*lines: str) -> str:
    """Examples for the end of a command's help, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def config_option(function: Function) -> Function:
    """The options that say of which config, and of which nomic in it, a command is."""
    return _config_option(_nomic_option(function))


def common(function: Function) -> Function:
    """The options that every command with a config has."""
    return json_option(config_option(function))


def load(config: Path, *, secrets: bool = True) -> Settings:
    """The settings of the one nomic that a command names; raises ConfigError, and UsageError where there are several."""
    found = chosen_nomics(config, secrets=secrets)
    if len(found) > 1:
        remedy = f"give --nomic NAME: {', '.join(found)}"
        raise UsageError(f"{config} holds {len(found)} nomics", remedy=remedy)
    (one,) = found.values()
    if isinstance(one, ConfigError):
        raise one
    return one


def chosen_nomics(config: Path, *, secrets: bool = True) -> Found:
    """Every nomic of a config, or the one of ``--nomic``, with its settings or its error.

    Raises ConfigError where the file cannot be used at all, and UsageError where it holds no such nomic.
    """
    from tracker.config import each_nomic

    found, name = _without_clashes(each_nomic(config, secrets=secrets)), _nomic()
    if name is None:
        return found
    if "" in found:
        raise UsageError(f"{config} holds a single nomic, without a name", remedy="leave --nomic out")
    if name not in found:
        raise UsageError(f"{config} holds no nomic {name!r}", remedy=f"it holds {', '.join(found)}")
    return {name: found[name]}


def _without_clashes(found: Found) -> Found:
    """The same with an error for each nomic that would write another's pages."""
    wikis = [one for one in found.values() if not isinstance(one, ConfigError) and one.wiki.backend != "directory"]
    if len(wikis) < 2:
        return found
    from tracker.app.publish.shared_wiki import clashes

    return {**found, **clashes(wikis)}


def is_grouped(found: Found) -> bool:
    """Whether output is grouped by nomic: the config has sections [nomic:NAME], and the command names none."""
    return "" not in found and _nomic() is None


def _nomic() -> str | None:
    name: str | None = click.get_current_context().meta.get(_NOMIC)
    return name


@contextmanager
def wired(config: Path, *, secrets: bool = True) -> Iterator[Wired]:
    """The tracker wired from a config and closed at the end; without ``secrets`` it can do nothing on the wiki."""
    with wired_from(load(config, secrets=secrets)) as made:
        yield made


@contextmanager
def journal_of(settings: Settings) -> Iterator[None]:
    """Write a journal, as the config asks, of everything done inside the ``with`` block; raises ConfigError where it cannot be opened."""
    if not settings.log.is_on:
        yield
        return
    from tracker.journal import JOURNAL

    JOURNAL.open([settings])
    try:
        yield
    finally:
        JOURNAL.close()


@contextmanager
def wired_from(settings: Settings, step: Callable[[str], None] | None = None) -> Iterator[Wired]:
    """The tracker wired from one nomic's settings and closed at the end; ``step`` is called between its steps and may end it."""
    from tracker.bootstrap import wire

    if step is None:
        made = wire(settings)
    else:
        from tracker.app.tick.stopping import waiting

        made = replace(wire(settings, sleep=waiting(step)), step=step)
    try:
        yield made
    finally:
        made.close()
