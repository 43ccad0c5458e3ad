"""The toy game's state inside the fold."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from tracker.core.gamestate import Finding, Outcome


class Choice(StrEnum):
    """A vote."""

    FOR = "for"
    AGAINST = "against"


@dataclass(slots=True)
class Vote:
    """One comment: its author's choice, and since when."""

    observation: str
    author: str
    choice: Choice | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Possibility:
    """A comment or an edit that may have happened between two looks."""

    observation: str
    author: str
    not_before: datetime
    choice: Choice | None


@dataclass(slots=True)
class Matter:
    """One post, open to votes until ``closes_at``."""

    slug: str
    observation: str
    title: str
    opened_at: datetime
    closes_at: datetime
    is_closed: bool = False
    outcome: Outcome = Outcome.UNDETERMINED
    counted: dict[str, Choice] = field(default_factory=dict)
    counted_observations: tuple[str, ...] = ()
    votes: dict[str, Vote] = field(default_factory=dict)
    possible: dict[str, Possibility] = field(default_factory=dict)
    remarks: list[tuple[datetime, str]] = field(default_factory=list)
    last_event: datetime | None = None


@dataclass(slots=True)
class Throw:
    """Dice that were asked for."""

    key: str
    by: str
    sides: int
    asked_at: datetime
    faces: tuple[int, ...] | None = None


@dataclass(slots=True)
class State:
    """Everything live."""

    matters: dict[str, Matter] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    throws: dict[str, Throw] = field(default_factory=dict)
    voters: set[str] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
