"""A table of Coup: a tracker of Nomicoup that reads a fake Discord, writes privately there, and deals from a secret text."""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tracker.bootstrap import deck_secret
from tracker.core.observation import Observation

PEOPLE = ("ana", "ben", "cy")
OPTIONS = {"answers": "no", "private_messages": "yes"}
GAME = "nomicoup-1"
SECRET = "a secret text of forty characters or so!"


MADE: dict[str, Any] = {"slug": "nomicoup", "channels": ("general", "propositions")}


@cache
def _first_table() -> Path:
    """The folder of a table at minute 0, of which others begin as copies."""
    folder = Path(mkdtemp(prefix="table-"))
    atexit.register(rmtree, folder)
    with chat_tracker(folder, **MADE, options=dict(OPTIONS)) as table:
        keep_secret(table, SECRET)
        table.tick(0)
    return folder


@contextmanager
def coup_table(folder: Path, secret: str = SECRET, **more: Any) -> Iterator[ChatTracker]:
    """A tracker that has committed to its secret text (unless that is ""), at minute 0, and of whose game nobody has heard."""
    folder.mkdir(exist_ok=True)
    base = _first_table() if secret == SECRET and more.keys() <= {"options"} else None
    with chat_tracker(folder, base, **{**MADE, "options": dict(OPTIONS), **more}) as table:
        if secret and base is None:
            keep_secret(table, secret)
            table.tick(0)
        yield table


def keep_secret(table: ChatTracker, secret: str) -> Path:
    """Put a secret text in its place, instead of any that is there; its file."""
    file = deck_secret(table.tracker.settings).path
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(f"{secret}\n")
    return file


def enter(table: ChatTracker, minute: float = 1) -> None:
    """Let everybody enter, and be heard at that minute."""
    for number, name in enumerate(PEOPLE):
        table.say(minute - 1 + number / 100, name, "I request to become a player.")
    table.tick(minute)


def start(table: ChatTracker, minute: float = 2) -> None:
    """Let the game start, and cards be dealt a minute later."""
    table.say(minute, "ana", "Start the game.")
    table.tick(minute + 1)


def rows(table: ChatTracker, kind: str) -> list[Observation]:
    """Everything archived of a kind, in the order in which it became known."""
    return [row.observation for row in table.archive.rows() if row.observation.kind == kind]


def hands(table: ChatTracker) -> dict[str, list[str]]:
    """What everybody holds, by name, as the fold has it."""
    from tracker.app.asking.inquiry import gamestate_at

    found = gamestate_at(table.tracker)
    names = found.names or {}
    return {names.get(id, id): each["hand"] for id, each in found.secrets["players"].items()}


def told(table: ChatTracker, name: str) -> list[str]:
    """What somebody was told privately, each without the line that tells it from others."""
    return [text.partition("\n")[2] for text in table.discord.told_privately(name)]
