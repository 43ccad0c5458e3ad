"""Players' own words in the dice: pledged by hash on the day before, shown when the day begins, mixed into the whole day's seed.

Nobody then knows a day's faces alone: the tracker does not know the words before the day, and the players do not know the seed. A
player writes the line ``commit HASH`` on one day (UTC), HASH being the SHA-256 of ``DATE:NAME:WORD`` with the date of the next day,
and ``word WORD`` early on that next day.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, TypeAlias
from urllib.parse import quote

LONGEST_WORD = 100
_LINE = re.compile(
    rf"[*#:\s]*(?:(?P<commit>commit)\s+(?P<hash>[0-9a-f]{{64}})|word\s+(?P<word>[!-~]{{1,{LONGEST_WORD}}}))(?=\s|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line about words: a pledge with its hash in small letters, or a word as it was written."""

    kind: Literal["commit", "word"]
    text: str


@dataclass(frozen=True, slots=True)
class Pledge:
    """Somebody's hash of a word for the day after ``at``; ``name`` is how the player is called in the hash."""

    name: str
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Shown:
    """Somebody's word as it was shown."""

    name: str
    word: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Mix:
    """What is mixed into a day's seed: ``text`` as ``RollRequest.mix`` ("" for nothing), and who did not show their word in time."""

    text: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitUntil:
    """The words of the day are not all in: rolls wait until this instant at the latest, for these players."""

    at: datetime
    names: tuple[str, ...]


Words: TypeAlias = Mix | WaitUntil


def read_line(text: str) -> Line | None:
    """What a line says about words; None where it says something else. Words are visible ASCII without blanks."""
    found = _LINE.match(text)
    if found is None:
        return None
    return Line("commit", found["hash"].lower()) if found["commit"] else Line("word", found["word"])


def hash_of(day: date, name: str, word: str) -> str:
    """What a player pledges: the SHA-256 of ``YYYY-MM-DD:NAME:WORD``, as 64 hexadecimal digits."""
    return hashlib.sha256(f"{day.isoformat()}:{name}:{word}".encode("utf-8", "surrogatepass")).hexdigest()


def words_of(
    day: date,
    pledges: Iterable[Pledge],
    shown: Iterable[Shown],
    as_of: datetime,
    *,
    hours: int,
    grace: timedelta = timedelta(),
) -> Words:
    """What is known at ``as_of`` of the words of a day (UTC).

    A pledge counts on the day before (the last of each player); a word that fits it counts within the first ``hours`` of the day.
    Once every pledged word is in, or that time and ``grace`` (for what is read late) are over, the mix holds for the whole day.
    """
    start = datetime.combine(day, time(), UTC)
    pledged = _last_pledges(pledges, start)
    # A day's seed is shown when the day is over: no word may change it after that.
    end = start + timedelta(hours=min(hours, 24))
    found = _fitting(day, pledged, [each for each in shown if start <= each.at < end and each.at <= as_of])
    missing = tuple(sorted(pledged.keys() - found.keys()))
    if missing and as_of < end + grace:
        return WaitUntil(end + grace, missing)
    return Mix(
        "\n".join(sorted(f"{quote(name, safe='', errors='replace')}:{word}" for name, word in found.items())), missing
    )


def _last_pledges(pledges: Iterable[Pledge], start: datetime) -> dict[str, str]:
    """Name -> hash, of the pledges of the day that ends at ``start``; of several the last one, of one instant the last given."""
    counting = [each for each in pledges if start - timedelta(days=1) <= each.at < start]
    return {each.name: each.hash for each in sorted(counting, key=lambda each: each.at)}


def _fitting(day: date, pledged: dict[str, str], shown: Iterable[Shown]) -> dict[str, str]:
    """Name -> word, of the words that were pledged."""
    return {
        each.name: each.word
        for each in shown
        if each.name in pledged and hmac.compare_digest(pledged[each.name], hash_of(day, each.name, each.word))
    }
