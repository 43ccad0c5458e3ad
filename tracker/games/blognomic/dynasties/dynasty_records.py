"""What the code of a dynasty tells the pages: what somebody may do, what Date Actions cost, and the parts of its own page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tracker.core.clause_pattern import PutBack

from .limits import Limit

# --- what rules' texts hold -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A stretch of a rule's words that is a value of the dynasty, no wording; ``names`` are those of people that it lists."""

    place: PutBack
    names: tuple[str, ...] = ()


# --- what may be done -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Why:
    """Why an action may not be taken: code, clause and one sentence."""

    code: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class Ability:
    """One action of somebody as it stands: how it is written, whether it may be taken now, and what comes of it.

    ``why`` is what bars it now (None: nothing does), ``still`` what bars it even when that is over, and ``since`` the first
    instant (UTC) at which it may be taken if nobody acts before (None: no instant by itself). ``effect`` is what happens
    whatever the dice show, ``chances`` what they decide, ``needs`` what the writer is free to choose.
    """

    action: str
    line: str
    limit: Limit = Limit.NONE
    needs: str = ""
    why: Why | None = None
    still: Why | None = None
    since: datetime | None = None
    effect: str = ""
    chances: tuple[str, ...] = ()
    is_awaited: bool = False
    """Whether dice that have not fallen decide whether it may be taken."""

    @property
    def is_open(self) -> bool:
        """Whether it may be taken now."""
        return self.why is None and not self.is_awaited


@dataclass(frozen=True, slots=True)
class DateRule:
    """What Date Actions cost: the variable that must be below today, by how much it may lag, and the clauses."""

    variable: str
    exhausted_after: int | None = None
    clause: str = ""
    exhausted_clause: str = ""


# --- the dynasty's page -----------------------------------------------------------------------------------------------

Tone = Literal["good", "bad", "dead", "calm", "loud", "faint"]
"""The colour of a mark, which is a word besides."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell: a mark (a word in a colour), a text, a clause in brackets; any may be empty. ``sort`` is its sorting key."""

    text: str = ""
    clause: str = ""
    mark: str = ""
    tone: Tone = "calm"
    sort: int | None = None

    @property
    def sorts_by(self) -> int | None:
        """The sorting key that must be said, as the cell shows something else besides; None where it does not."""
        is_plain = self.text == str(self.sort) and not self.clause and not self.mark
        return None if is_plain else self.sort


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page: its title, the clauses that it follows, and a table or, without rows, what is said instead."""

    title: str
    clauses: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    empty: str = ""
