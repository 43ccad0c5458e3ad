"""The wiki's own clock beside that of this machine: what is due by ours alone is not carried out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tracker.core.ports import KeepsTime
from tracker.errors import ClockAheadError

if TYPE_CHECKING:
    from tracker.app.wired import Wired

TOLERANCE = timedelta(minutes=1)
"""By how much the clocks of two machines that are kept right may differ."""
_HOUR, _DAY = 60, 1440
"""In minutes."""


def time_of_wiki(wired: Wired) -> datetime | None:
    """What the wiki's clock says (UTC), or None where it has none; one request. Raises WikiError."""
    return wired.wiki.time() if isinstance(wired.wiki, KeepsTime) else None


def refuse_if_ahead(wired: Wired, as_of: datetime) -> None:
    """Raise ClockAheadError where our clock, or what is due by it as of an instant, is ahead of the wiki's; WikiError too."""
    told, now = time_of_wiki(wired), max(as_of, wired.clock.now())
    if told is not None and now - told > TOLERANCE:
        problem = f"the clock of this machine is ahead of the wiki's by {_span(now - told)}: nothing is enacted"
        raise ClockAheadError(problem, place="clock", remedy="set the clock of this machine (NTP)")


def _span(length: timedelta) -> str:
    """About how long it is, in words that stay the same from tick to tick."""
    minutes = int(length / TOLERANCE)
    if minutes < _HOUR:
        return f"{minutes} min"
    return f"{minutes // _HOUR} h" if minutes < _DAY else f"{minutes // _DAY} d"
