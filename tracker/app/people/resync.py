"""Resync: every source read anew and compared (``reading_anew``), and the usual tick after it, under one lock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.app.people.reading_anew import Reread, look_anew
from tracker.app.tick.looking import Silence, at_work
from tracker.app.tick.tick import tick_locked
from tracker.app.tick.tick_report import TickReport
from tracker.core.ports import Progress

if TYPE_CHECKING:
    from tracker.app.wired import Wired


@dataclass(frozen=True, slots=True)
class Resynced:
    """A whole resync: what the reading anew showed, and the tick that followed it."""

    reread: Reread
    tick: TickReport

    def record(self) -> dict[str, Any]:
        """As ``tracker resync --json`` prints it."""
        return {**self.reread.record(), "tick": self.tick.record()}


def resync(wired: Wired, progress: Progress | None = None, *, since: datetime | None = None) -> Resynced:
    """Read every source anew, from an instant or the first thing archived on, compare, and do a usual tick; under one lock.

    Nothing is lost or doubled: what is archived already adds nothing, and a tombstone follows only from a complete reading.
    One that was interrupted is gone on with, from its own instant. Raises as ``tick``.
    """
    watched = progress or Silence()
    with at_work(wired) as told:
        found = look_anew(told.wired, watched, since=since)
        return Resynced(found, tick_locked(told, watched, found.observed))
