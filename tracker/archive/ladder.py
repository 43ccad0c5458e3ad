"""Which checkpoints to keep: the newest few, then about one an hour, a day, a week, a month and a year, going back."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime

NEWEST = 4
"""How many of the newest are kept whatever their instants: late news mostly reaches back by a look or two."""

DIGESTS = 2
"""Of how many digests, last used last, anything is kept: after an upgrade the former one serves a way back."""

_Rung = tuple[Callable[[datetime], Hashable], int | None]

RUNGS: tuple[_Rung, ...] = (
    (lambda at: (at.date(), at.hour), 24),
    (lambda at: at.date(), 7),
    (lambda at: at.isocalendar()[:2], 5),
    (lambda at: (at.year, at.month), 12),
    (lambda at: at.year, None),
)
"""Each rung: what makes two instants neighbours, and how many neighbourhoods are kept (None: all)."""


def kept(instants: Iterable[datetime]) -> frozenset[datetime]:
    """Those of the instants that stay; of each neighbourhood the latest, so that thinning often loses no rung."""
    newest_first = sorted({instant.astimezone(UTC) for instant in instants}, reverse=True)
    stay = set(newest_first[:NEWEST])
    for neighbourhood, limit in RUNGS:
        latest: dict[Hashable, datetime] = {}
        for instant in newest_first:
            latest.setdefault(neighbourhood(instant), instant)
        stay.update(list(latest.values())[:limit])
    return frozenset(stay)
