"""The dice log: commitments, shown seeds and rolls by day, until a day is old and only the page of its month keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.dice.seeds import day_meant, faces_of

OWN_SOURCE = "dice"
"""The source of the rolls that the tracker drew itself: only those follow from a seed."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """The hash of a day's seed, when it was made, and the row that says so."""

    hash: str
    at: datetime
    row: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """A day's seed (hexadecimal) with the words of players, lines NAME:WORD, and when it was shown."""

    secret: str
    words: tuple[str, ...]
    at: datetime
    row: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that fell.

    ``who`` asked for them and ``purpose`` is what they were asked for, before they fell; ``shown`` is the result in words
    where it is no number. ``message`` is that of a chat by which they were asked for. ``is_own`` is False for dice that the
    tracker did not draw.
    """

    key: str
    asked_at: datetime
    sides: int
    faces: tuple[int | str, ...]
    words: tuple[str, ...] = ()
    who: str = ""
    purpose: str = ""
    shown: str = ""
    is_own: bool = True
    message: str = ""

    @property
    def day(self) -> str:
        """The day (UTC) on which it was asked for, ``2019-10-01``."""
        return f"{self.asked_at.astimezone(UTC):%Y-%m-%d}"


@dataclass(slots=True)
class DiceLog:
    """What is known of the dice: commitments and seeds by day, rolls by key; ``months`` have days that were settled."""

    commitments: dict[str, Commitment] = field(default_factory=dict)
    reveals: dict[str, Reveal] = field(default_factory=dict)
    rolls: dict[str, Roll] = field(default_factory=dict)
    months: list[str] = field(default_factory=list)
    settled_to: str = ""
    """The day before which days were settled last; "" before any was."""


@dataclass(frozen=True, slots=True)
class DiceDay:
    """One day with everything about it."""

    day: str
    commitment: Commitment | None = None
    reveal: Reveal | None = None
    rolls: tuple[Roll, ...] = ()

    @property
    def month(self) -> str:
        """The month whose page keeps it, ``2019-10``."""
        return self.day.rpartition("-")[0]


# --- rows -------------------------------------------------------------------------------------------------------------


def take_commitment(log: DiceLog, payload: Mapping[str, Any], at: datetime, row: str, settled: SettledMatters) -> None:
    """Take a ``commitment`` row in; the first of a day counts, and those of other secrets are nobody's here."""
    day = day_meant(payload)
    if day:
        _reopen(log, day, settled)
        log.commitments.setdefault(day, Commitment(str(payload["hash"]), at, row))


def take_reveal(log: DiceLog, payload: Mapping[str, Any], at: datetime, row: str, settled: SettledMatters) -> None:
    """Take a ``reveal`` row in."""
    day = day_meant(payload)
    if day:
        _reopen(log, day, settled)
        words = tuple(str(word) for word in payload.get("words") or ())
        log.reveals.setdefault(day, Reveal(str(payload["secret"]), words, at, row))


def take_roll(
    log: DiceLog,
    payload: Mapping[str, Any],
    at: datetime,
    settled: SettledMatters,
    *,
    source: str,
    who: str = "",
    purpose: str = "",
    shown: str = "",
) -> None:
    """Take a ``roll`` row in that was asked for at ``at``, with what its request says; one without a key is not kept."""
    key = str(payload.get("for") or "")
    if not key:
        return
    words = tuple(str(word) for word in payload.get("words") or ())
    is_own = source == OWN_SOURCE
    roll = Roll(key, at, int(payload["sides"]), faces_of(payload), words, who, purpose, shown, is_own)
    _reopen(log, roll.day, settled)
    log.rolls.setdefault(key, roll)


def tell(log: DiceLog, key: str, who: str, purpose: str, message: str = "") -> None:
    """Put down who asked for a roll and what for, once its line has been read."""
    if key in log.rolls:
        log.rolls[key] = replace(log.rolls[key], who=who, purpose=purpose, message=message)


# --- days -------------------------------------------------------------------------------------------------------------


def days_of(log: DiceLog) -> dict[str, DiceDay]:
    """Every live day, in order."""
    rolls: dict[str, list[Roll]] = {}
    for roll in log.rolls.values():
        rolls.setdefault(roll.day, []).append(roll)
    return {
        day: DiceDay(day, log.commitments.get(day), log.reveals.get(day), _in_order(rolls.get(day, [])))
        for day in sorted({*log.commitments, *log.reveals, *rolls})
    }


def _in_order(rolls: list[Roll]) -> tuple[Roll, ...]:
    return tuple(sorted(rolls, key=lambda roll: roll.asked_at))


def month_of(log: DiceLog, month: str, settled: SettledMatters) -> list[DiceDay]:
    """Every day of a month whose seed was shown or that was settled, live ones too, oldest first."""
    live = {day.day: day for day in days_of(log).values() if day.month == month and (day.reveal or not day.commitment)}
    old = (thawed(record) for record in settled.settled_in(_group(month)).values())
    return sorted([*live.values(), *(day for day in old if day.day not in live)], key=lambda day: day.day)


def settle(log: DiceLog, limit: datetime) -> list[SettledRecord]:
    """Take the days before that of ``limit`` out of the log, whether their seed was shown or never can be.

    One whose seed was shown late (the tracker was away) stays as long after that, as the page of its month must still be written.
    """
    log.settled_to = f"{limit.astimezone(UTC):%Y-%m-%d}"
    done = [
        day for day in days_of(log).values() if day.day < log.settled_to and not _is_shown_since(day, log.settled_to)
    ]
    for day in done:
        log.commitments.pop(day.day, None)
        log.reveals.pop(day.day, None)
        for roll in day.rolls:
            del log.rolls[roll.key]
    log.months = sorted({day.month for day in done}.union(log.months))
    return [_record(day) for day in done]


def _is_shown_since(day: DiceDay, limit: str) -> bool:
    """Whether its seed was shown after that day."""
    return day.reveal is not None and f"{day.reveal.at.astimezone(UTC):%Y-%m-%d}" > limit


def _record(day: DiceDay) -> SettledRecord:
    end = datetime.fromisoformat(f"{day.day}T23:59:59+00:00")
    return SettledRecord(f"dice:{day.day}", _group(day.month), end, freezing.frozen(DiceDay, day).decode())


def _group(month: str) -> str:
    return f"dice {month}"


def _reopen(log: DiceLog, day: str, settled: SettledMatters) -> None:
    """A day that was settled comes back for a late row."""
    if day >= log.settled_to:
        return
    record = settled.settled(f"dice:{day}")
    if record is None or day in log.commitments or any(roll.day == day for roll in log.rolls.values()):
        return
    found = thawed(record)
    if found.commitment:
        log.commitments[day] = found.commitment
    if found.reveal:
        log.reveals[day] = found.reveal
    log.rolls.update({roll.key: roll for roll in found.rolls})


def thawed(record: Mapping[str, Any]) -> DiceDay:
    """A settled day as it was."""
    day: DiceDay = freezing.restored(DiceDay, record)
    return day
