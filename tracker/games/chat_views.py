"""What the pages of every chat game show of trades, proposals, rulings and what somebody can do, as plain frozen values.

Where worlds differ any field may be ``UNDETERMINED`` instead; ``is_certain`` is False of what only some worlds have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer of a trade: what each side gives, what became of it, and who lacks what at this instant; ``id`` names it alone."""

    id: str
    by: str
    to: str
    give: str
    get: str
    at: datetime
    message: str
    status: str
    closed_at: datetime | None
    lacking: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class VoterView:
    """Somebody whose vote counts."""

    name: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class UncountedView:
    """A reaction that does not count, and why."""

    name: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal with its voting period and its votes, those of its end or, before, as they stand.

    ``perhaps`` are people whose vote is not certain, ``doubts`` why; ``verdict`` is what would become of it as the votes stand.
    ``is_awaited``: its voting period is over, and the result waits for what is not known.
    """

    message: str
    author: str
    klass: str
    created: datetime
    start: datetime
    end: datetime
    text: str
    status: str
    pro: int | str
    contra: int | str
    voters_for: Mapping[str, VoterView]
    voters_against: Mapping[str, VoterView]
    perhaps: tuple[str, ...]
    doubts: tuple[str, ...]
    uncounted: tuple[UncountedView, ...]
    verdict: str
    needs: str
    clause: str
    closed_at: datetime | None
    reason: str
    reason_clause: str
    matters: tuple[str, ...]
    is_awaited: bool | str = False
    is_certain: bool = True

    @property
    def is_live(self) -> bool:
        """Whether it is neither decided nor retracted for certain."""
        return self.closed_at is None


@dataclass(frozen=True, slots=True)
class RequestView:
    """A request for justice: what is asked since when, whether it obliges the Judge, and the ids of the rulings on it."""

    id: str
    by: str
    text: str
    kind: str
    at: datetime
    message: str
    status: str
    obliges: bool
    rulings: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling with its standing; ``decided`` is what was decided by it, noted when it was overturned."""

    id: str
    request: str
    by: str
    text: str
    truth: str
    at: datetime
    message: str
    status: str
    overturned_at: datetime | None
    switch: str
    decided: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class ConfidenceView:
    """A vote of confidence on a ruling: its period and its votes, those of its end or as they stand."""

    message: str
    ruling: str
    by: str
    start: datetime
    end: datetime
    status: str
    affirm: int | str
    overturn: int | str
    affirming: Mapping[str, VoterView]
    overturning: Mapping[str, VoterView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class CanView:
    """Something that somebody may do now: the words and where they are posted ("" for any channel), and until when (UTC)."""

    what: str
    clause: str
    words: str
    channel: str = ""
    until: datetime | None = None
    note: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class BarView:
    """Something that somebody may not do now: why, and when that is over, where an instant is known (UTC)."""

    what: str
    clause: str
    why: str
    until: datetime | None = None
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class AbilitiesView:
    """What one person may do now and what they may not."""

    id: str
    name: str
    is_playing: bool
    may: Mapping[str, CanView]
    barred: Mapping[str, BarView]
    is_certain: bool = True
