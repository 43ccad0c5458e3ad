"""Checks dice after the fact: that each seed shown is the one committed to, and that every roll follows from its day's seed.

What is checked may come from an archive or from the text of a dice page: ``read_page`` finds days and rolls in the tables there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from tracker.core.ports import Progress
from tracker.mechanics.dice.seeds import MOST_SIDES, commitment_of, faces, mixed

_STEP = 10_000
"""After how many rolls a long check tells how far it is."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day (``YYYY-MM-DD``, UTC) with its commitment and when that was made, and once it is shown its seed with the words.

    Hash and seed are hexadecimal; ``words`` are lines NAME:WORD; instants are texts ``YYYY-MM-DD HH:MM:SS``.
    """

    day: str
    hash: str
    committed_at: str
    secret: str = ""
    words: tuple[str, ...] = ()


class Thrown(NamedTuple):
    """Dice as they fell: the key of the request, its instant, and where known the words mixed in (None: those of the day)."""

    key: str
    asked_at: str
    sides: int
    faces: tuple[int, ...]
    words: tuple[str, ...] | None = None

    @property
    def day(self) -> str:
        """The day (UTC) on which they were asked for."""
        return self.asked_at[:10]


@dataclass(slots=True)
class Checked:
    """What a check found: ``open`` days and rolls wait for a seed; ``late`` days were committed to after a roll was asked for.

    ``difference`` is the first thing that does not hold, as a sentence; "" where everything does.
    """

    days: int = 0
    days_open: int = 0
    rolls: int = 0
    rolls_open: int = 0
    late: list[str] = field(default_factory=list)
    difference: str = ""

    def record(self) -> dict[str, Any]:
        """As ``tracker dice verify --json`` prints it."""
        return {name: getattr(self, name) for name in self.__slots__}


def check(days: Iterable[Day], rolls: Iterable[Thrown], told: Progress | None = None) -> Checked:
    """Compute every seed and roll anew, up to the first that differs; ``told`` hears how far it is."""
    found = Checked()
    known: dict[str, Day] = {}
    differences = chain(_check_days(days, known, found), _check_rolls(rolls, known, found, told))
    found.difference = next(differences, "")
    return found


def _check_days(days: Iterable[Day], known: dict[str, Day], found: Checked) -> Iterator[str]:
    """What is wrong with the days, one by one; fills ``known``."""
    for day in days:
        earlier = known.setdefault(day.day, day)
        if (earlier.hash, earlier.committed_at) != (day.hash, day.committed_at):
            yield f"{day.day}: two different commitments stand there, {earlier.hash} and {day.hash}"
        if day.secret and earlier.secret and (day.secret, day.words) != (earlier.secret, earlier.words):
            yield f"{day.day}: two different seeds or sets of words stand there"
        known[day.day] = day if day.secret else earlier
    for day in known.values():
        found.days, found.days_open = found.days + bool(day.secret), found.days_open + (not day.secret)
        if day.secret and commitment_of(bytes.fromhex(day.secret)) != day.hash:
            yield f"{day.day}: the seed shown has the SHA-256 {commitment_of(bytes.fromhex(day.secret))}, not {day.hash}"


def _check_rolls(
    rolls: Iterable[Thrown], known: Mapping[str, Day], found: Checked, told: Progress | None
) -> Iterator[str]:
    """What is wrong with the rolls, one by one."""
    seeds: dict[str, bytes] = {}
    # Of each roll no more than a number: objects kept by the hundred thousand slow the whole check down.
    keys: dict[str, int] = {}
    late: dict[str, None] = {}
    for number, thrown in enumerate(rolls):
        if told and number % _STEP == 0:
            told.step("checking rolls", number, None)
        day = known.get(thrown.asked_at[:10])
        if day is None:
            yield f"roll {thrown.key}: no commitment stands for {thrown.day}"
            continue
        mark = hash(thrown)
        if keys.setdefault(thrown.key, mark) != mark:
            yield f"roll {thrown.key}: it stands there twice, and differently"
        if thrown.asked_at < day.committed_at:
            late[day.day] = None
            found.late = list(late)
        if not day.secret:
            found.rolls_open += 1
            continue
        seed = seeds.get(day.day)
        if seed is None:
            seed = seeds[day.day] = mixed(bytes.fromhex(day.secret), "\n".join(sorted(day.words)))
        fault = _fault(thrown, day, seed)
        if fault:
            yield fault
        found.rolls += 1


def _fault(thrown: Thrown, day: Day, seed: bytes) -> str:
    """Why a roll does not follow from its day's seed; empty where it does."""
    if thrown.words is not None and thrown.words != day.words:
        return f"roll {thrown.key}: other words were mixed in than those shown for {day.day}"
    if not 1 <= thrown.sides <= MOST_SIDES:
        return f"roll {thrown.key}: a die of {thrown.sides} sides cannot be thrown"
    wanted = faces(seed, thrown.key, thrown.sides, len(thrown.faces))
    if wanted == thrown.faces:
        return ""
    shown, due = (" ".join(map(str, each)) for each in (thrown.faces, wanted))
    return f"roll {thrown.key}: {len(wanted)}d{thrown.sides} is shown as {shown}, but the seed of {day.day} gives {due}"


# --- a page -----------------------------------------------------------------------------------------------------------

_INSTANT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
_DAY_ROW = re.compile(
    r'\|- id="dice-day-[^\n]*\n'
    rf"\| <code>(\d{{4}}-\d\d-\d\d)</code>\n\| <code>({_INSTANT})</code>[^\n]*\n\| <code>([0-9a-f]{{64}})</code>\n"
    r"\| (?:<code>([0-9a-f]{64})</code>|[^<\n]*)\n\| ([^\n]*)"
)
_ROLL_ROW = re.compile(
    r'\|- id="roll-[^\n]*\n'
    rf"\| <code>({_INSTANT})</code>\n\| <code>([^<\n]*)</code>\n\| [^\n]*\n"
    r"\| <code>(\d+)d(\d+)</code>\n\| <code>([\d ]*)</code>\n"
)
_CODE = re.compile("<code>([^<\n]*)</code>")
_MOST_DIGITS = 30


def read_page(text: str) -> tuple[list[Day], Iterator[Thrown]]:
    """The days of a dice page's wikitext, and its rolls in order as they are read; raises ValueError for a row that has no such form."""
    days = [_day(found) for found in _DAY_ROW.finditer(text)]
    if text.count('|- id="dice-day-') != len(days):
        raise ValueError("a row of a day cannot be read")
    return days, _rolls(text)


def _rolls(text: str) -> Iterator[Thrown]:
    count = 0
    for found in _ROLL_ROW.finditer(text):
        count += 1
        yield _thrown(found)
    if text.count('|- id="roll-') != count:
        raise ValueError("a row of a roll cannot be read")


def _day(found: re.Match[str]) -> Day:
    day, committed_at, hash, secret, words = found.groups()
    return Day(day, hash, committed_at, secret or "", tuple(html.unescape(word) for word in _CODE.findall(words)))


def _thrown(found: re.Match[str]) -> Thrown:
    asked_at, key, count, sides, shown = found.groups()
    faces_shown = tuple(map(int, shown.split())) if len(shown) < _MOST_DIGITS else tuple(map(_number, shown.split()))
    if len(faces_shown) != _number(count):
        raise ValueError(f"the roll {html.unescape(key)} shows {len(faces_shown)} faces of {count[:_MOST_DIGITS]} dice")
    return Thrown(html.unescape(key) if "&" in key else key, asked_at, _number(sides), faces_shown)


def _number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits stands there")
    return int(digits)
