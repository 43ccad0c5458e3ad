"""A file of mode 600 beside the config that holds one line nobody else may know: made once, on the disk for good, never written over."""

from __future__ import annotations

import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from tracker.errors import DiceError

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_LONGEST = 1000
"""How many bytes are read at most."""


@dataclass(frozen=True, slots=True)
class PrivateFile:
    """Such a file: ``what`` it is called in errors, what whoever read it ``knows``, the ``document`` that says what to do then.

    ``missing`` says what is wrong where it is not there, and ``give_back`` what helps then.
    """

    path: Path
    what: str
    knows: str
    document: str
    missing: str
    give_back: str
    kind: type[DiceError] = DiceError

    def exists(self) -> bool:
        """Whether anything has that name, be it a link into nowhere."""
        return os.path.lexists(self.path)

    def read(self) -> bytes:
        """What is in it; raises ``kind`` where it is missing, open to others or no regular file."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            raise self.error(self.missing, self.give_back) from None
        except OSError as error:
            problem = "is a symbolic link" if self.path.is_symlink() else error.strerror or str(error)
            raise self.error(problem, "give a regular file that this account can read") from error
        try:
            self._check(os.fstat(descriptor))
            return os.read(descriptor, _LONGEST)
        finally:
            os.close(descriptor)

    def make(self, text: str) -> None:
        """Make it with a line in it, on the disk for good before this returns; raises ``kind``, also where there is one."""
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
            raise self.error(f"cannot be made: {error.strerror or error}", "check the folder and its rights") from error

    def _check(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise self.error("is no regular file", "give a regular file")
        if os.name == "posix" and found.st_uid not in {os.geteuid(), 0}:
            raise self.error(f"belongs to another account, which knows {self.knows}", f"follow {self.document}")
        if os.name == "posix" and found.st_mode & 0o077:
            mode = f"{stat.S_IMODE(found.st_mode):o}"
            raise self.error(
                f"is open to others (mode {mode}): whoever read it knows {self.knows}",
                f"chmod 600 {self.path}; if others may have read it, follow {self.document}",
            )

    def error(self, problem: str, remedy: str) -> DiceError:
        """What is wrong with this file."""
        return self.kind(f"{self.what} {problem}", place=str(self.path), remedy=remedy)


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
