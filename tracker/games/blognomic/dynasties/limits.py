"""How often an action may be taken and when it returns, what may not be done at the same time, and actions of several steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from tracker.core.gamestate import Finding
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import day_of, week_of
from tracker.games.blognomic.gndt.gndt_records import Use
from tracker.games.blognomic.law import Law
from tracker.mechanics.table.atomic_actions import Verdict


class Limit(StrEnum):
    """How often an action may be taken; the value is the word that dynasty files use."""

    NONE = "none"
    DATE = "date"
    DAILY = "daily"
    DAILY_COMMUNAL = "daily communal"
    WEEKLY = "weekly"
    WEEKLY_COMMUNAL = "weekly communal"

    @property
    def is_daily(self) -> bool:
        """Once a UTC day."""
        return self in (Limit.DAILY, Limit.DAILY_COMMUNAL)

    @property
    def is_weekly(self) -> bool:
        """Once a week from Monday to Sunday."""
        return self in (Limit.WEEKLY, Limit.WEEKLY_COMMUNAL)

    @property
    def is_communal(self) -> bool:
        """By one player alone in that time."""
        return self in (Limit.DAILY_COMMUNAL, Limit.WEEKLY_COMMUNAL)


@dataclass(frozen=True, slots=True)
class Bar:
    """Why an action may not be taken: code, clause, one sentence, and the first instant at which this no longer bars it."""

    code: str
    clause: str
    text: str
    until: datetime


NameOf = Callable[[str], str]
"""Gives the name of a person's key."""


@rule("BN-193", "BN-194", "BN-210", "BN-211")
def bar_of(law: Law, limit: Limit, action: str, holder: str, uses: Iterable[Use], name_of: NameOf = str) -> Bar | None:
    """What bars a player from an action at the law's instant; None where nothing does.

    Where several things bar it, the sentence is the first's and the instant the last's: it may be taken from then on.
    """
    own, others = _parted(law, limit, action, holder, uses)
    bars = [bar for bar in (_spent(law, limit, own), _taken(law, limit, others, name_of), _gap(law, limit, own)) if bar]
    if not bars:
        return None
    return Bar(bars[0].code, bars[0].clause, bars[0].text, max(bar.until for bar in bars))


def _parted(
    law: Law, limit: Limit, action: str, holder: str, uses: Iterable[Use]
) -> tuple[Sequence[Use], Sequence[Use]]:
    """The uses so far of one action that count: one's own, and those of others in the same day or week."""
    if not (limit.is_daily or limit.is_weekly):
        return (), ()
    same = [use for use in uses if use.action == action and use.at <= law.when]
    own = sorted((use for use in same if use.holder == holder), key=lambda use: use.at)
    return own, [use for use in same if use.holder != holder and _is_same_period(limit, use.at, law.when)]


def _is_same_period(limit: Limit, first: datetime, second: datetime) -> bool:
    period = day_of if limit.is_daily else week_of
    return period(first) == period(second)


def _spent(law: Law, limit: Limit, own: Sequence[Use]) -> Bar | None:
    """Taken already in this day or week by the same player."""
    if not own or not _is_same_period(limit, own[-1].at, law.when):
        return None
    again = _period_end(limit, law.when)
    code, word = ("ALREADY_TODAY", "today") if limit.is_daily else ("ALREADY_THIS_WEEK", "this week")
    return Bar(code, _clause(limit, own=True), f"already done {word}, at {iso(own[-1].at)}", again)


def _taken(law: Law, limit: Limit, others: Sequence[Use], name_of: NameOf) -> Bar | None:
    """Taken already in this day or week by another player, where only one may."""
    if not others or not limit.is_communal:
        return None
    code, word = ("ALREADY_TODAY", "today") if limit.is_daily else ("ALREADY_THIS_WEEK", "this week")
    text = f"already done {word} by {name_of(others[0].holder)}"
    return Bar(code, _clause(limit, own=False), text, _period_end(limit, law.when))


def _gap(law: Law, limit: Limit, own: Sequence[Use]) -> Bar | None:
    """Too soon after the same player's last time; exactly the gap later it is allowed."""
    if not own:
        return None
    name = "daily_gap_hours" if limit.is_daily else "weekly_gap_hours"
    again = own[-1].at + law.span(name)
    if law.when >= again:
        return None
    code, clause = ("LESS_THAN_TEN_HOURS", "BN-193") if limit.is_daily else ("LESS_THAN_A_DAY", "BN-210")
    text = f"less than {law.number(name)} hours after the last time; next at {iso(again)}"
    return Bar(code, clause, text, again)


def _clause(limit: Limit, *, own: bool) -> str:
    if limit.is_daily:
        return "BN-193" if own else "BN-194"
    return "BN-210" if own else "BN-211"


def _period_end(limit: Limit, when: datetime) -> datetime:
    """When the next UTC day or week begins."""
    if limit.is_daily:
        return _midnight(day_of(when) + timedelta(days=1))
    return _midnight(week_of(when) + timedelta(weeks=1))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


# --- actions of several steps -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken:
    """A dynastic action as logged: by whom, which, from when to when (UTC), in which update; ``ended`` is None while it is open."""

    holder: str
    action: str
    began: datetime
    ended: datetime | None
    update: str


@rule("BN-253")
def at_the_same_time(law: Law, action: Taken, others: Iterable[Taken]) -> Taken | None:
    """Of a player's other dynastic actions the one at the same time as which this one was begun; None where there is none.

    That is one in the same second, or one still open that has been going on for no more than the hours of the rule. What one
    update lists in order is taken one after the other.
    """
    longest = law.span("ongoing_hours")
    for other in others:
        is_listed = other.update == action.update
        is_open = other.began <= action.began and (other.ended is None or action.began <= other.ended)
        if other.holder == action.holder and not is_listed and is_open and action.began - other.began <= longest:
            return other
    return None


@rule("BN-174", "BN-175")
def use_of(verdict: Verdict, holder: str, action: str) -> Use | None:
    """The use that an atomic action spends: at its completion; none where it is not complete."""
    return Use(holder, action, verdict.at) if verdict.counts and verdict.at else None


@rule("BN-107", "BN-171", "BN-172", "BN-173", "BN-174")
def atomic_findings(law: Law, verdict: Verdict, name: str, action: str, others: Iterable[Taken] = ()) -> list[Finding]:
    """What people should know of an atomic action by ``name`` at the law's instant.

    Steps to redo, how long it has been open, and the other dynastic actions taken meanwhile.
    """
    rows = tuple(dict.fromkeys(entry.source for entry in verdict.kept if entry.source))
    found = []
    if verdict.redo:
        text = f"{action} by {name}: to be done again: {', '.join(verdict.redo)}; the other steps stand"
        found.append(Finding("ATOMIC_INCOMPLETE", "BN-173", text, rows, verdict.began))
    if verdict.missing and verdict.began is not None:
        found.append(_unfinished(law, verdict, name, action, rows))
    for other in verdict.during((other.began, other) for other in others):
        text = f"{name} took {other.action} at {iso(other.began)} while {action} was not complete"
        found.append(Finding("DURING_ATOMIC", "BN-171", text, (other.update,), other.began))
    return found


def _unfinished(law: Law, verdict: Verdict, name: str, action: str, rows: tuple[str, ...]) -> Finding:
    hours = verdict.age(law.when) // timedelta(hours=1)
    total = len(verdict.kept) + len(verdict.redo) + len(verdict.missing)
    text = f"{action} by {name} has been open for {hours} h with {len(verdict.kept)} of {total} steps done"
    return Finding("ATOMIC_INCOMPLETE", "BN-107", text, rows, verdict.began, True)
