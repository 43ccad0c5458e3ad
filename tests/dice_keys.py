"""Keys of dice for tests: one that is known, held in memory."""

from dataclasses import dataclass
from datetime import datetime

from tests.observing import at
from tracker.app.dice.dice import KeyedDice
from tracker.core.ports import Archive
from tracker.errors import DiceError

KEY = bytes(range(32))


@dataclass
class KnownKey:
    """A key that is there, or that may be made, or that is lost."""

    key: bytes | None = KEY
    reads: int = 0
    made: int = 0

    def exists(self) -> bool:
        return self.key is not None

    def read(self) -> bytes:
        self.reads += 1
        if self.key is None:
            raise DiceError("the key is missing", place="memory")
        return self.key

    def make(self) -> bytes:
        self.made += 1
        self.key = KEY
        return KEY


@dataclass
class StandingClock:
    """A clock that stands."""

    instant: datetime

    def now(self) -> datetime:
        return self.instant


def known_dice(archive: Archive, key: bytes | None = KEY, hours: float = 0) -> KeyedDice:
    """Dice of a known key over an archive, at an hour."""
    return KeyedDice(KnownKey(key), archive, StandingClock(at(hours)))
