"""The dice of the tracker: each day has a seed that follows from a secret key, is committed to beforehand and shown afterwards.

Commitments and shown seeds are rows of the archive like the rolls themselves; the key is not in the archive.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Protocol

from tracker.core.gamestate import RollRequest
from tracker.core.instants import TICKLE
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch
from tracker.core.ports import Archive, Clock
from tracker.errors import DiceError
from tracker.mechanics.dice.seeds import commitment_of, day_meant, day_seed, faces, mixed

SOURCE = "dice"
"""The source under which rolls, commitments and shown seeds are archived; its cursor lists the days whose seed is not shown yet."""
_DAY_KINDS = ("commitment", "reveal")


class Key(Protocol):
    """Where the key is kept."""

    def exists(self) -> bool:
        """Whether there is one."""
        ...

    def read(self) -> bytes:
        """The key; raises DiceError where it cannot be used."""
        ...

    def make(self) -> bytes:
        """A new key, kept for good; raises DiceError."""
        ...


class KeyedDice:
    """Draws dice from the seed of the day on which they were asked for (port ``DiceRoller``).

    The day is that of the request, not of the drawing: a drawing that a crash delays past midnight gives the same faces. No dice
    are drawn from a seed that was shown, or that is another than the one committed to: not now and not ever.
    """

    def __init__(self, key: Key, archive: Archive, clock: Clock) -> None:
        """Nothing is read yet: the key is asked for at the first use, and made only while nothing was ever committed to."""
        self._kept = key
        self._archive = archive
        self._clock = clock
        self._key: bytes | None = None
        self._ready: dict[date, bytes] = {}
        self._mixes: dict[date, str] = {}

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """As many faces 1..sides as the request asks for; the same key and day give the same faces. Raises DiceError."""
        day = day_of(request.asked_at)
        if day not in self._ready:
            self._ready[day] = self._seed_to_draw_from(day)
        self._check_mix(request, day)
        return faces(mixed(self._ready[day], request.mix), request.key, request.sides, request.count)

    def commit(self, days: Iterable[date]) -> bool:
        """Archive the commitments of these days that there are not yet; whether any was new.

        Raises DiceError where one that stands is of another seed, after the others were archived.
        """
        hashes = {day: commitment_of(self._seed(day)) for day in days}
        known = self._archive.newest(SOURCE, [_commitment_id(day) for day in hashes])
        new = {day: hash for day, hash in hashes.items() if _commitment_id(day) not in known}
        if new:
            made = [self._row("commitment", day, {"hash": hash}) for day, hash in new.items()]
            self._append(made, [*self.open_days(), *new])
        for day, hash in hashes.items():
            self._check_commitment(day, known.get(_commitment_id(day)), hash)
        return bool(new)

    def reveal(self, day: date) -> None:
        """Archive the seed of a day, from which nothing will be drawn any more; raises DiceError where it is another one."""
        known = self._archive.newest(SOURCE, [_commitment_id(day), _reveal_id(day)])
        if _reveal_id(day) in known:
            return
        seed = self._seed(day)
        self._check_commitment(day, known.get(_commitment_id(day)), commitment_of(seed))
        mix = self._mix_drawn(day)
        words = {"words": mix.split("\n")} if mix else {}
        self._ready.pop(day, None)
        left = [each for each in self.open_days() if each != day]
        self._append([self._row("reveal", day, {"secret": seed.hex(), **words})], left)

    def check(self, days: Iterable[date]) -> None:
        """Raise DiceError where the key cannot be used, or the commitment of one of these days is of another seed."""
        hashes = {day: commitment_of(self._seed(day)) for day in days}
        known = self._archive.newest(SOURCE, [_commitment_id(day) for day in hashes])
        for day, hash in hashes.items():
            self._check_commitment(day, known.get(_commitment_id(day)), hash)

    def fits(self, day: date) -> bool:
        """Whether a day's commitment is of the key that is there now; raises DiceError where that key cannot be used."""
        known = self._archive.newest(SOURCE, [_commitment_id(day)]).get(_commitment_id(day))
        return known is None or known.observation.payload["hash"] == commitment_of(self._seed(day))

    def loss(self, request: RollRequest) -> str:
        """Why what a request asks for can never be drawn; "" where it may be yet, also while the key cannot be used.

        A day that is not over is not given up: the right key may be put back.
        """
        day = day_of(request.asked_at)
        if _reveal_id(day) in self._archive.newest(SOURCE, [_reveal_id(day)]):
            return f"the seed of {day} was shown before it was known"
        if day >= day_of(self._clock.now()):
            return ""
        try:
            if not self.fits(day):
                return f"the key of {day} is gone"
            return (
                "" if self._mix_drawn(day) in (None, request.mix) else f"other words were mixed into the dice of {day}"
            )
        except DiceError:
            return ""

    def give_up(self, lost: Mapping[RollRequest, str]) -> None:
        """Archive that these dice can never be drawn, each with why, as of the instant they were asked for; each once.

        What is asked for anew, as of another instant, may be lost anew.
        """
        known = self._archive.newest(SOURCE, [_lost_id(request) for request in lost])
        now = self._clock.now()
        rows = [
            Observation(
                "roll_lost",
                _lost_id(request),
                {"for": request.key, "why": why},
                at=request.asked_at,
                seen_at=now,
                source=SOURCE,
            )
            for request, why in lost.items()
            if (row := known.get(_lost_id(request))) is None or row.observation.happened_at != request.asked_at
        ]
        if rows:
            self._append(rows, self.open_days())

    def shown(self, days: Iterable[date]) -> list[date]:
        """Those of some days whose seed is shown."""
        ids = {_reveal_id(day): day for day in days}
        return [ids[id] for id in self._archive.newest(SOURCE, list(ids))]

    @property
    def is_in_use(self) -> bool:
        """Whether this archive ever committed to a seed, as far as its cursor tells: that costs no search."""
        return bool(self._archive.cursor(SOURCE))

    def open_days(self) -> list[date]:
        """The days that are committed to and whose seed is not shown, in order."""
        cursor = self._archive.cursor(SOURCE)
        days = json.loads(cursor) if cursor and cursor.startswith("[") else self._open_days_of_rows()
        return sorted(date.fromisoformat(day) for day in days)

    # --- seeds --------------------------------------------------------------------------------------------------------

    def _seed(self, day: date) -> bytes:
        if self._key is None:
            is_first = not self._kept.exists() and not self.is_in_use and not self._open_days_of_rows(also_shown=True)
            self._key = self._kept.make() if is_first else self._kept.read()
        return day_seed(self._key, day)

    def _seed_to_draw_from(self, day: date) -> bytes:
        """The seed of a day, once it is sure that it may be drawn from; a day without a commitment gets one now, late as it is."""
        known = self._archive.newest(SOURCE, [_commitment_id(day), _reveal_id(day)])
        if _reveal_id(day) in known:
            problem = "its seed is shown already: whoever asks now can know the faces"
            raise DiceError(problem, place=f"dice of {day}", remedy="no dice are drawn for it; ask anew today")
        if _commitment_id(day) in known:
            seed = self._seed(day)
            self._check_commitment(day, known[_commitment_id(day)], commitment_of(seed))
            return seed
        self.commit([day])
        return self._seed(day)

    def _check_commitment(self, day: date, row: ArchivedObservation | None, hash: str) -> None:
        if row is not None and row.observation.payload["hash"] != hash:
            problem = "the key file is another one than the one that this day's seed was committed with"
            raise DiceError(problem, place=f"dice of {day}", remedy="put the old key file back; see docs/proofs.md")

    # --- words --------------------------------------------------------------------------------------------------------

    def _check_mix(self, request: RollRequest, day: date) -> None:
        """All rolls of a day have the same words mixed in, so that the day can be checked as one."""
        if day not in self._mixes:
            drawn = self._mix_drawn(day)
            self._mixes[day] = request.mix if drawn is None else drawn
        if self._mixes[day] != request.mix:
            problem = f"{request.key} asks for other words of players than were mixed into the day's rolls before"
            raise DiceError(
                problem, place=f"dice of {day}", remedy="words that became known too late; see docs/proofs.md"
            )

    def _mix_drawn(self, day: date) -> str | None:
        """The words that were mixed into the rolls of a day; None where it has none. Raises DiceError where they differ."""
        start = datetime.combine(day, time(), UTC)
        rows = self._archive.rows(happened_after=start - TICKLE, changing=start + timedelta(days=1) - TICKLE)
        rolls = (row.observation for row in rows if row.observation.kind == "roll" and row.observation.source == SOURCE)
        mixes = {"\n".join(roll.payload.get("words") or ()) for roll in rolls if day_of(roll.happened_at) == day}
        if len(mixes) > 1:
            raise DiceError(
                "its rolls have different words mixed in", place=f"dice of {day}", remedy="see docs/proofs.md"
            )
        return next(iter(mixes), None)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _row(self, kind: str, day: date, payload: dict[str, Any]) -> Observation:
        now, subject = self._clock.now(), f"dice:{day}"
        return Observation(kind, f"{kind}:{subject}", {"for": subject, **payload}, at=now, seen_at=now, source=SOURCE)

    def _append(self, rows: Sequence[Observation], open_days: Iterable[date]) -> None:
        cursor = json.dumps(sorted(day.isoformat() for day in set(open_days)))
        self._archive.append(ObservationBatch(SOURCE, tuple(rows), cursor, self._clock.now()))

    def _open_days_of_rows(self, *, also_shown: bool = False) -> list[str]:
        """The days that rows commit to, without those whose seed is shown: for an archive that was imported."""
        rows = [row.observation for row in self._archive.rows() if row.observation.source == SOURCE]
        days = {kind: {day_meant(row.payload) for row in rows if row.kind == kind} - {""} for kind in _DAY_KINDS}
        return sorted(days["commitment"] if also_shown else days["commitment"] - days["reveal"])


def day_of(instant: datetime) -> date:
    """The day (UTC) to which an instant belongs (BN-195)."""
    return instant.astimezone(UTC).date()


def _commitment_id(day: date) -> str:
    return f"commitment:dice:{day}"


def _lost_id(request: RollRequest) -> str:
    return f"lost:{request.key}"


def _reveal_id(day: date) -> str:
    return f"reveal:dice:{day}"
