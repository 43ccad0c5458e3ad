"""What was told of a chat game long ago and has left the live state: by months for its pages, and day by day for its trails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.games.chat_settling import Told
from tracker.mechanics import chat_record, freezing
from tracker.mechanics.chat_people import People


def told_in(settled: SettledMatters, month: str) -> Mapping[str, Told]:
    """What was told on each settled day of a month (``2021-08``), by the day."""
    records: Mapping[str, Any] = settled.settled_in(month)
    return {key.removeprefix("told:"): freezing.restored(Told, record) for key, record in sorted(records.items())}


def told_on(settled: SettledMatters, months: Iterable[str]) -> Iterator[Told]:
    """What was told on every settled day of some months, oldest first."""
    return (day for month in sorted(months) for day in told_in(settled, month).values())


class Earlier:
    """The months of which days have left the live state, each with a mark that stands for what was told on them.

    What was told is looked up month by month, when it is asked for.
    """

    __slots__ = ("_known", "_people", "_settled", "marks")

    def __init__(self, marks: Mapping[str, str], settled: SettledMatters, people: People) -> None:
        """``people`` give the names by which people are shown now."""
        self.marks = marks
        self._settled, self._people = settled, people
        self._known: dict[str, tuple[tuple[chat_record.Told, ...], dict[str, str]]] = {}

    def events_of(self, month: str) -> tuple[tuple[chat_record.Told, ...], dict[str, str]]:
        """What came about on the settled days of a month, oldest first, and where the messages stand that it cites."""
        if month not in self._known:
            self._known[month] = self._looked_up(month)
        return self._known[month]

    def _looked_up(self, month: str) -> tuple[tuple[chat_record.Told, ...], dict[str, str]]:
        days = list(told_in(self._settled, month).values()) if month in self.marks else []
        events = (chat_record.event_told(event, self._people) for day in days for event in day.events)
        places = {id: place for day in days for id, place in day.places.items()}
        return tuple(sorted(events, key=lambda event: event.at)), places
