"""Proposals that are messages voted on for a period: when it runs, what done to the message retracts them, and what the votes decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from tracker.core.instants import FAR_FUTURE
from tracker.mechanics.chat_log import Between, ChatMessage
from tracker.mechanics.reaction_votes import Tally
from tracker.mechanics.weekly_calendar import WeeklyCalendar

Status: TypeAlias = Literal["waiting", "open", "took effect", "failed", "retracted"]
TOOK_EFFECT: Status = "took effect"
FAILED: Status = "failed"
RETRACTED: Status = "retracted"
VERDICTS: tuple[Status, ...] = (TOOK_EFFECT, FAILED, RETRACTED)
"""What may have become of a proposal once its voting period is over."""

ChangeKind: TypeAlias = Literal["edited", "deleted"]
Stretch: TypeAlias = Literal["before", "during", "after"]
"""Where an instant lies with regard to a voting period [start, end)."""
Passes: TypeAlias = Callable[[frozenset[str], frozenset[str]], bool]
"""Whether a proposal takes effect, given who is for it and who against it."""


@dataclass(slots=True)
class Proposal:
    """A proposal and its voting period, from ``start`` on and strictly before ``end`` (UTC).

    ``text`` is that voted on, before the period the newest. ``for_`` and ``against`` are the votes at the end, None before it or
    where they are not known for certain. ``was_before`` says of a change seen only between two looks that lie on both sides of
    the start whether it was decided to have come before it. ``matters`` names what people may have to change if it takes effect.
    """

    message: str
    author: str
    klass: str
    created: datetime
    start: datetime
    end: datetime
    text: str = ""
    status: Status = "waiting"
    for_: int | None = None
    against: int | None = None
    voters_for: tuple[str, ...] = ()
    voters_against: tuple[str, ...] = ()
    closed_at: datetime | None = None
    reason: str = ""
    matters: tuple[str, ...] = ()
    was_before: dict[ChangeKind, bool] = field(default_factory=dict)

    @property
    def is_closed(self) -> bool:
        """Whether it is decided or retracted."""
        return self.closed_at is not None

    def close(self, status: Status, when: datetime, reason: str = "") -> None:
        """Let it be over; raises ValueError where it is already, or where the status is none of the end."""
        if self.is_closed or status not in VERDICTS:
            raise ValueError(f"proposal {self.message} is {self.status} and cannot become {status}")
        self.status, self.closed_at, self.reason = status, when, reason

    def count(self, votes: Tally) -> None:
        """Note the votes as far as they are certain."""
        (self.for_, self.voters_for), (self.against, self.voters_against) = (
            _agreed([way[side] for way in votes.ways]) for side in (0, 1)
        )


def _agreed(ways: list[frozenset[str]]) -> tuple[int | None, tuple[str, ...]]:
    """How many voted, None where the ways differ in it, and who surely did."""
    counts = {len(way) for way in ways}
    surely = frozenset.intersection(*ways)
    return (counts.pop() if len(counts) == 1 else None), tuple(sorted(surely))


# --- periods and what passes ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClassRule:
    """A class of proposals: what passes, and for how long it is voted on from its submission.

    ``lasts`` None: it is voted on in the whole first phase that starts strictly after its submission.
    """

    passes: Passes
    lasts: timedelta | None = None


def voting_period(rule: ClassRule, created: datetime, calendar: WeeklyCalendar) -> tuple[datetime, datetime]:
    """When the voting on a proposal starts and ends (DUCK-036, DUCK-048, R10-088, R10-092, AET-036, AET-040)."""
    if rule.lasts is not None:
        return created, created + rule.lasts
    phase = calendar.phase_after(created)
    return phase.start, phase.end


def at_most_against(most: int) -> Passes:
    """It passes with at most so many votes against it, whatever is for it (R10-089, DUCK-049, AET-037)."""
    return lambda _, against: len(against) <= most


def at_least_share(dividend: int, divisor: int, without_votes: bool) -> Passes:
    """It passes with at least ``dividend`` / ``divisor`` of the votes for it; ``without_votes`` is said by the game (R10-093)."""

    def passes(pro: frozenset[str], contra: frozenset[str]) -> bool:
        cast = len(pro) + len(contra)
        return without_votes if not cast else len(pro) * divisor >= dividend * cast

    return passes


def with_author(votes: Tally, author: str) -> Tally:
    """The votes where an author who is not against their own proposal is for it."""
    ways = (way if author in way[1] else (way[0] | {author}, way[1]) for way in votes.ways)
    return replace(votes, ways=tuple(dict.fromkeys(ways)))


# --- what happens to the message --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RetractionRule:
    """What done to a proposal's message before its voting period, and what during it, retracts the proposal.

    ``gives_back``: a retraction before the period gives back what the proposal cost.
    """

    before: frozenset[ChangeKind]
    during: frozenset[ChangeKind] = frozenset({"edited", "deleted"})
    gives_back: bool = False

    def retracts(self, kind: ChangeKind, stretch: Stretch) -> bool:
        """Whether that change retracts in that stretch."""
        return stretch != "after" and kind in (self.before if stretch == "before" else self.during)

    def tells_apart(self, kind: ChangeKind) -> bool:
        """Whether it matters on which side of the period's start a change was made."""
        before = kind in self.before
        return before != (kind in self.during) or (before and self.gives_back)


@dataclass(frozen=True, slots=True)
class Change:
    """An edit of a message, with the text it brought, or its deletion."""

    kind: ChangeKind
    at: Between
    text: str = ""


def changes(message: ChatMessage) -> tuple[Change, ...]:
    """What was done to a message, as far as it is known; of one first seen edited there was an edit before that look."""
    found = [Change("edited", version.at, version.text) for version in message.edits]
    if message.seen_edited:
        first_known = message.edits[0].at.by if message.edits else message.seen or FAR_FUTURE
        if first_known > message.at:
            found.insert(0, Change("edited", Between(message.at, first_known), message.text))
    if message.deleted is not None:
        found.append(Change("deleted", message.deleted))
    return tuple(found)


def stretches(proposal: Proposal, change: Change) -> frozenset[Stretch]:
    """Where a change may lie with regard to the voting period, given what was decided of it at the start."""
    before_start, before_end = change.at.before(proposal.start), change.at.before(proposal.end)
    if before_start is None and change.kind in proposal.was_before:
        before_start = proposal.was_before[change.kind]
    if before_start:
        return frozenset({"before"})
    found: set[Stretch] = {"before"} if before_start is None else set()
    if before_end is not False:
        found.add("during")
    if before_end is not True:
        found.add("after")
    return frozenset(found)


def surely_retracting(proposal: Proposal, message: ChatMessage, rule: RetractionRule, by: datetime) -> Change | None:
    """The first change that surely was made by an instant and retracts the proposal; None where there is none."""
    for change in changes(message):
        if change.at.by <= by and all(rule.retracts(change.kind, where) for where in stretches(proposal, change)):
            return change
    return None


def doubtful_at_start(proposal: Proposal, message: ChatMessage, rule: RetractionRule) -> Change | None:
    """A change that may have come before the voting period or not, where that matters; None where there is none."""
    for change in changes(message):
        if "before" in (where := stretches(proposal, change)) and len(where) > 1 and rule.tells_apart(change.kind):
            return change
    return None


# --- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ended:
    """What may have become of a proposal at its end: the possible verdicts in the order of ``VERDICTS``, and what is in doubt.

    ``change`` is the change by which it may have been retracted.
    """

    verdicts: tuple[Status, ...]
    votes: Tally
    change: Change | None = None

    def ways(self, verdict: Status, passes: Passes) -> Tally:
        """The ways in which the votes can have stood if that is the verdict; where no known way leads to it, all."""
        fitting = tuple(way for way in self.votes.ways if passes(*way) == (verdict == TOOK_EFFECT))
        return replace(self.votes, ways=fitting or self.votes.ways)


def ended(proposal: Proposal, message: ChatMessage, votes: Tally, passes: Passes, rule: RetractionRule) -> Ended:
    """What the votes and the changes of the message decide at the end of the voting period."""
    possible = {TOOK_EFFECT if passes(*way) else FAILED for way in votes.ways}
    retracting = None
    for change in changes(message):
        found = {rule.retracts(change.kind, stretch) for stretch in stretches(proposal, change)}
        if found == {True}:
            return Ended((RETRACTED,), votes, change)
        if True in found:
            retracting = retracting or change
    verdicts = tuple(each for each in VERDICTS if each in possible or (each == RETRACTED and retracting))
    return Ended(verdicts, votes, retracting)


def between(at: Between) -> str:
    """An instant as it is told to people: ``at X``, or ``between X and Y``, in UTC."""
    if at.is_exact:
        return f"at {_moment(at.by)}"
    return f"after {_moment(at.after)}" if at.by == FAR_FUTURE else f"between {_moment(at.after)} and {_moment(at.by)}"


def _moment(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M" if not (when.second or when.microsecond) else "%Y-%m-%d %H:%M:%S")


def doubts_in_words(votes: Tally) -> list[str]:
    """Why the votes are not certain: whose reaction was only seen between which looks, and how many are nobody's that is known."""
    told = [f"a reaction of {user} was cast or taken back {between(at)}" for user, at in votes.doubts]
    unnamed = f"of {votes.unnamed} reactions it is not told whose they are: an export with the users of each reaction tells it"
    return [*told, unnamed] if votes.unnamed else told
