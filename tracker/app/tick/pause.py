"""A pause that a person asked for: until it ends the tracker looks and answers, and writes nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.instants import iso
from tracker.core.manners import PAUSE_QUESTION
from tracker.core.observation import Observation, ObservationBatch
from tracker.errors import PlanHeldError, UsageError

if TYPE_CHECKING:
    from tracker.app.wired import Wired

DECISIONS = "decisions"
"""The source under which decisions are archived."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Who paused the tracker, why, and since when (UTC)."""

    by: str
    why: str
    since: datetime

    def __str__(self) -> str:
        """In words."""
        return f"paused by {self.by} since {iso(self.since)} ({self.why})"

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"by": self.by, "why": self.why, "since": iso(self.since)}


def paused(wired: Wired) -> Pause | None:
    """The pause that lasts; None where there is none."""
    found = _newest(wired)
    if found is None or found.payload.get("answer") != "on" or found.payload.get("revoked"):
        return None
    return Pause(str(found.payload["by"]), str(found.payload["why"]), found.happened_at)


def refuse_if_paused(wired: Wired) -> None:
    """Raise PlanHeldError while the tracker is paused."""
    pause = paused(wired)
    if pause:
        raise PlanHeldError(f"the tracker is {pause}", remedy="tracker resume --by NAME ends the pause")


def pause(wired: Wired, *, by: str, why: str) -> Pause:
    """Pause the tracker; the lock is held. Raises UsageError where it is paused already, or a name or reason is missing."""
    before = paused(wired)
    if before:
        raise UsageError(f"it is {before} already", remedy="tracker resume --by NAME ends the pause")
    set_pause(wired, "on", by=by, why=why)
    return Pause(by, why, wired.clock.now())


def resume(wired: Wired, *, by: str, why: str) -> Pause:
    """End the pause, which is given back; the lock is held. Raises UsageError where there is none."""
    before = paused(wired)
    if before is None:
        raise UsageError("it is not paused", remedy="tracker status tells how it fares")
    set_pause(wired, "off", by=by, why=why)
    return before


def was_answered_by(wired: Wired, answer: str, why: str) -> bool:
    """Whether this answer was ever given for just this reason, whatever was said since."""
    told = (row.observation.payload for row in wired.archive.versions(f"decision:{PAUSE_QUESTION}"))
    return any((item.get("answer"), item.get("why")) == (answer, why) for item in told)


def _newest(wired: Wired) -> Observation | None:
    found = wired.archive.newest_about(DECISIONS, PAUSE_QUESTION)
    return found[-1].observation if found else None


def set_pause(wired: Wired, answer: str, *, by: str, why: str) -> None:
    """Archive that the tracker is paused (``on``) or goes on (``off``); the lock is held.

    Raises UsageError where a name or a reason is missing.
    """
    if not (by.strip() and why.strip()):
        raise UsageError("a decision needs a name and a reason", remedy="give --by NAME and --why TEXT")
    now = wired.clock.now()
    payload = {"question": PAUSE_QUESTION, "answer": answer, "by": by, "why": why, "since": iso(now)}
    made = Observation("decision", f"decision:{PAUSE_QUESTION}", payload, at=now, seen_at=now, source=DECISIONS)
    wired.archive.append(ObservationBatch(DECISIONS, (made,), iso(now), now), wired.game.read)
