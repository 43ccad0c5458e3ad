"""The key file of the dice: 32 secret bytes beside the config, from which every day's seed follows."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from tracker.app.keeping.private_file import PrivateFile

_KEY = re.compile(rb"[0-9a-f]{64}\n?")
_GIVE_BACK = "put the file back from a backup; see docs/proofs.md for what to do where it is lost"


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A file of mode 600 that holds the key as 64 hexadecimal digits."""

    path: Path

    def exists(self) -> bool:
        """Whether anything has that name, be it a link into nowhere."""
        return self._file.exists()

    def read(self) -> bytes:
        """The key; raises DiceError where the file is missing, open to others, no regular file, or holds no key."""
        content = self._file.read()
        if not _KEY.fullmatch(content):
            raise self._file.error("holds no key of 64 hexadecimal digits", _GIVE_BACK)
        return bytes.fromhex(content.decode().strip())

    def make(self) -> bytes:
        """Make the file with a new key, on the disk for good before the key is given; raises DiceError, also where there is one."""
        text = secrets.token_hex(32)
        self._file.make(text)
        return bytes.fromhex(text)

    @property
    def _file(self) -> PrivateFile:
        missing = "is missing, but seeds that follow from it are committed to"
        return PrivateFile(self.path, "the key file", "every roll to come", "docs/proofs.md", missing, _GIVE_BACK)
