"""The secret text from which all orders of a deck follow: a line in a file of mode 600 beside the config, or in the environment."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from tracker.app.keeping.private_file import PrivateFile
from tracker.config.secret import Secret
from tracker.errors import DeckError

SHORTEST = 32
"""A shorter text could be guessed from its hash, which everybody knows."""
MAKE = "make one, once for each game, with: tracker nomicoup secret new"
_GIVE_BACK = (
    f"{MAKE}; where one was committed to, put that file back: see docs/proofs.md for what to do where it is lost"
)


@dataclass(frozen=True, slots=True)
class SecretPlace:
    """Where a game's secret text is kept: in ``given``, out of the environment, or else in the file at ``path``."""

    path: Path
    given: Secret

    def exists(self) -> bool:
        """Whether there is one, or anything in its place."""
        return bool(self.given) or self._file.exists()

    def read(self) -> Secret:
        """The text, which nothing that this process tells holds as long as it lives.

        Raises DeckError where there is none, where the file is open to others or no regular one, or where it could be guessed.
        """
        text = self.given or self._from_file()
        if len(text.reveal()) < SHORTEST or not text.reveal().isprintable():
            problem = f"is no secret text: one line of at least {SHORTEST} visible characters"
            raise self._file.error(problem, MAKE)
        return text

    def make(self) -> None:
        """Make the file with a new text; raises DeckError, also where there is one, or one comes out of the environment."""
        if self.given:
            raise DeckError("the secret text comes out of the environment", remedy="put a new one there")
        if self.exists():
            remedy = "keep it while its game lasts; where that is over and published, move the file away first"
            raise self._file.error("is there already", remedy)
        self._file.make(secrets.token_hex(32))

    def _from_file(self) -> Secret:
        try:
            return Secret(self._file.read().decode().rstrip("\r\n"))
        except UnicodeDecodeError:
            raise self._file.error("is not UTF-8", MAKE) from None

    @property
    def _file(self) -> PrivateFile:
        what, knows = "the file of the secret text", "every card"
        return PrivateFile(self.path, what, knows, "docs/proofs.md", "is missing", _GIVE_BACK, DeckError)
