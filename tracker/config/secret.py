"""Secrets: read from an environment variable or a file that only its owner can read, and never shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tracker.errors import ConfigError
from tracker.masking import SHORTEST_SECRET, hide

_OTHERS = 0o077


class Secret:
    """A text that prints as stars; ``reveal`` gives it to the one who needs it.

    While it lives nothing that this process tells holds the text (``tracker.masking``).
    """

    __slots__ = ("__weakref__", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        hide(self, text)

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "Secret(***)" if self._text else "Secret()"


def read_secret(variable: str, file: Path | None, environment: Mapping[str, str], place: str) -> Secret:
    """The secret from an environment variable, or else from a file; empty where neither is named.

    Raises ConfigError where the variable is not set, or where the file cannot be read, is open to others or another's.
    """
    if variable:
        if not environment.get(variable):
            remedy = f"set it, or name another variable as {place}"
            raise ConfigError(f"the environment variable {variable} is not set", place=place, remedy=remedy)
        return _checked(environment[variable], place)
    return _checked(_from_file(file, place), place) if file else Secret("")


def _checked(text: str, place: str) -> Secret:
    """A secret that can be masked wherever it turns up; an empty one is none."""
    if text and len(text) < SHORTEST_SECRET:
        problem = f"what it names is too short to be a password, token or address: {len(text)} of at least {SHORTEST_SECRET} characters"
        raise ConfigError(problem, place=place, remedy="copy the whole of it")
    if not text.isprintable():
        problem = "the secret holds a line break or another character that cannot be seen"
        raise ConfigError(problem, place=place, remedy="write it anew, on one line")
    return Secret(text)


def _check_private(found: os.stat_result, file: Path, place: str) -> None:
    """Refuse a file that another account could read or change."""
    if found.st_uid not in {os.geteuid(), 0}:
        problem, remedy = f"{file} belongs to another account, which can change it", f"run: chown {os.geteuid()} {file}"
        raise ConfigError(problem, place=place, remedy=remedy)
    if found.st_mode & _OTHERS:
        problem = f"{file} can be read by others (mode {found.st_mode & 0o777:03o})"
        raise ConfigError(problem, place=place, remedy=f"run: chmod 600 {file}")


def _from_file(file: Path, place: str) -> str:
    try:
        with file.open(encoding="utf-8") as opened:
            _check_private(os.fstat(opened.fileno()), file, place)
            return opened.readline().rstrip("\r\n")
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}", place=place, remedy="write the password into it") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8", place=place, remedy="save it as UTF-8") from error
