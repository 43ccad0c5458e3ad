"""The key file of the dice: 32 secret bytes beside the config, from which every day's seed follows."""

from __future__ import annotations

import os
import re
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from tracker.errors import DiceError

_KEY = re.compile(rb"[0-9a-f]{64}\n?")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_GIVE_BACK = "put the file back from a backup; see docs/dice.md for what to do where it is lost"


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A file of mode 600 that holds the key as 64 hexadecimal digits."""

    path: Path

    def exists(self) -> bool:
        """Whether anything has that name, be it a link into nowhere."""
        return os.path.lexists(self.path)

    def read(self) -> bytes:
        """The key; raises DiceError where the file is missing, open to others, no regular file, or holds no key."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            raise self._error("is missing, but seeds that follow from it are committed to", _GIVE_BACK) from None
        except OSError as error:
            problem = "is a symbolic link" if self.path.is_symlink() else error.strerror or str(error)
            raise self._error(problem, "give a regular file that this account can read") from error
        try:
            self._check(os.fstat(descriptor))
            content = os.read(descriptor, 100)
        finally:
            os.close(descriptor)
        if not _KEY.fullmatch(content):
            raise self._error("holds no key of 64 hexadecimal digits", _GIVE_BACK)
        return bytes.fromhex(content.decode().strip())

    def make(self) -> bytes:
        """Make the file with a new key, on the disk for good before the key is given; raises DiceError, also where there is one."""
        text = secrets.token_hex(32)
        unfinished = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}.new")
        try:
            _write(unfinished, text)
            try:
                # A link, not a renaming: a file that appeared meanwhile stays.
                os.link(unfinished, self.path)
            finally:
                unfinished.unlink()
            _settle_folder(self.path.parent)
        except OSError as error:
            raise self._error(
                f"cannot be made: {error.strerror or error}", "check the folder and its rights"
            ) from error
        return bytes.fromhex(text)

    def _check(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise self._error("is no regular file", "give a regular file")
        if os.name == "posix" and found.st_uid not in {os.geteuid(), 0}:
            raise self._error("belongs to another account, which knows every roll to come", "follow docs/dice.md")
        if os.name == "posix" and found.st_mode & 0o077:
            mode = f"{stat.S_IMODE(found.st_mode):o}"
            raise self._error(
                f"is open to others (mode {mode}): whoever read it knows every roll to come",
                f"chmod 600 {self.path}; if others may have read it, follow docs/dice.md",
            )

    def _error(self, problem: str, remedy: str) -> DiceError:
        return DiceError(f"the key file {problem}", place=str(self.path), remedy=remedy)


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{text}\n")
        file.flush()
        os.fsync(file.fileno())


def _settle_folder(folder: Path) -> None:
    """A new name is on the disk only once its folder is."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
