"""The wiki's own clock beside that of this machine: what is due by ours alone is not carried out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tracker.core.instants import iso
from tracker.core.ports import KeepsTime
from tracker.errors import PlanHeldError

if TYPE_CHECKING:
    from tracker.app.wired import Wired

TOLERANCE = timedelta(minutes=1)
"""By how much the clocks of two machines that are kept right may differ."""


def time_of_wiki(wired: Wired) -> datetime | None:
    """What the wiki's clock says (UTC), or None where it has none; one request. Raises WikiError."""
    return wired.wiki.time() if isinstance(wired.wiki, KeepsTime) else None


def refuse_if_ahead(wired: Wired) -> None:
    """Raise PlanHeldError while our clock is ahead of the wiki's: what is due by it may not be due. Raises WikiError too."""
    told, now = time_of_wiki(wired), wired.clock.now()
    if told is not None and now - told > TOLERANCE:
        problem = f"the wiki's clock says {iso(told)}, that of this machine {iso(now)}: nothing is enacted"
        raise PlanHeldError(problem, remedy="set the clock of this machine (NTP)")
