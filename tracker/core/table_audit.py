"""What an audit of a table says: where table and log part ways, hand edits and what became of them, and what else people should see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from tracker.core.fold import Context, Step
from tracker.core.instants import iso

State = TypeVar("State", contravariant=True)


@dataclass(slots=True)
class Parting:
    """The first revision at which a cell shows something else than its log makes of it, and why, as far as can be told.

    ``is_behind`` tells a cell that shows what was so before: nobody has brought it up to date yet. ``ended`` names the
    revision with which it came back in step; 0 while it has not.
    """

    page: str
    player: str
    variable: str
    revision: int
    editor: str
    at: datetime
    shown: str
    computed: str
    why: str
    clause: str
    row: str
    is_behind: bool = False
    ended: int = 0


@dataclass(slots=True)
class EditByHand:
    """A value changed by hand that nothing explained, and its standing.

    Standings: flagged (left standing beside the computed value), accepted, explained (by what came later), taken back,
    reverted (by the tracker), overtaken (by another edit of the cell).
    """

    page: str
    player: str
    variable: str
    revision: int
    editor: str
    at: datetime
    old: str
    shown: str
    why: str
    code: str
    clause: str
    row: str
    standing: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Anything else that people should see of a table: reverts, disputes, rows doubled or renamed, unused dice, held revisions."""

    code: str
    clause: str
    text: str
    row: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableAudit:
    """A table compared with its log, revision by revision; empty lists are good news."""

    page: str
    revisions: int
    partings: tuple[Parting, ...]
    edits: tuple[EditByHand, ...]
    remarks: tuple[Remark, ...]
    held: str = ""
    """Why the newest revision counts for nothing; empty where it does."""

    @property
    def is_in_step(self) -> bool:
        """Whether the table shows now what its log makes of it, and nothing of it waits for people."""
        open_ = any(not parting.ended and not parting.is_behind for parting in self.partings)
        return not (open_ or self.held or any(edit.standing == "flagged" for edit in self.edits))

    @property
    def first(self) -> Parting | None:
        """The first step at which table and log part ways and have not come together since."""
        open_ = (parting for parting in self.partings if not parting.ended and not parting.is_behind)
        return min(open_, key=lambda parting: parting.at, default=None)

    def record(self) -> dict[str, Any]:
        """As ``tracker audit --json`` prints it."""
        return {
            "page": self.page,
            "in_step": self.is_in_step,
            "revisions": self.revisions,
            "first": _told(self.first) if self.first else None,
            "partings": [_told(parting) for parting in self.partings],
            "hand_edits": [_told(edit) for edit in self.edits],
            "remarks": [_told(remark) for remark in self.remarks],
            "held": self.held,
        }


def _told(item: Parting | EditByHand | Remark) -> dict[str, Any]:
    told: Mapping[str, Any] = asdict(item)
    return {**told, "at": iso(item.at)}


class TableAuditor(Protocol[State]):
    """What watches a fold row by row, and says at its end where the table and its log parted ways."""

    def since(self, state: State) -> datetime | None:
        """Since when the table is kept; None where that is from the start, or there is none."""
        ...

    def watch(self, state: State, step: Step) -> None:
        """Look at the state after a row."""
        ...

    def report(self, state: State, as_of: datetime, context: Context) -> TableAudit | None:
        """What was found; None where no table is kept."""
        ...
