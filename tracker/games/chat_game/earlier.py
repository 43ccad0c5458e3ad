"""What was told of a chat game long ago and has left the live state: by months for its pages, and day by day for its trails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.mechanics import freezing

from .state import Event, Told


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def told_on(settled: SettledMatters, months: Iterable[str]) -> Iterator[Told]:
    """What was told on every settled day of some months, oldest first."""
    return (day for month in sorted(months) for day in told_in(settled, month).values())


def events_of(settled: SettledMatters, month: str) -> tuple[list[Event], dict[str, str]]:
    """What came about on the settled days of a month, oldest first, and where the messages stand that it cites."""
    days = list(told_in(settled, month).values())
    events = sorted((event for day in days for event in day.events), key=lambda event: event.at)
    return events, {id: place for day in days for id, place in day.places.items()}
