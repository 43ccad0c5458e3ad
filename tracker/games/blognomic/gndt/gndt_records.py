"""What the fold remembers of the table of values: holdings, lines of the log, what happened, and hand edits that nothing explains."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from tracker.core.gamestate import RollRequest
from tracker.mechanics.dice.dice_words import Pledge, Shown
from tracker.mechanics.holdings import Change, Holdings, Value
from tracker.mechanics.table.atomic_actions import Logged
from tracker.mechanics.turns import Thrown

Standing = Literal["waiting", "done", "refused"]
EntryKind = Literal["action", "dice", "hand edit", "rule", "start"]


@dataclass(slots=True)
class Line:
    """A line of the log: who wrote it when, and what came of it.

    ``id`` names the row that brought it (and its number there), ``index`` which line of the log it is now (None: gone, or
    told by a file). A line that is no item of a list may be talk. ``done`` counts the actions of the line that are settled,
    ``replies`` holds a sentence for each.
    """

    id: str
    row: str
    page: str
    at: datetime
    editor: str
    text: str
    index: int | None = None
    is_listed: bool = True
    standing: Standing = "waiting"
    done: int = 0
    replies: list[str] = field(default_factory=list)
    was_refused: bool = False
    had_effect: bool = False
    """Whether anything was changed or rolled for it: what it says is settled then."""
    is_answered: bool = False
    """Of a line that is gone: whether our answer stood on the page with it."""

    @property
    def answer(self) -> str:
        """What the tracker writes below it; empty while something of it waits, and where it asks for nothing."""
        return "" if self.standing == "waiting" else " ".join(self.replies)


@dataclass(slots=True)
class Entry:
    """One thing that happened to the values: an action, a hand edit, a rule that fired, an action that was refused, or a start.

    ``who`` is the key of whose action it is, ``editor`` the account that wrote it; ``code`` is empty unless it was refused.
    ``told_at`` is when it came about, where that is later than ``at``: a line may wait for dice.
    """

    id: str
    n: int
    at: datetime
    kind: EntryKind
    who: str
    editor: str
    text: str
    changes: list[Change] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    clause: str = ""
    code: str = ""
    note: str = ""
    action: str = ""
    told_at: datetime | None = None

    @property
    def settled_at(self) -> datetime:
        """When it came about (UTC)."""
        return self.told_at or self.at


UNEXPLAINED = "no action of the rules and no roll explains it"
"""Why a hand edit counts for nothing that is legal by itself."""


@dataclass(slots=True)
class HandEdit:
    """A value that somebody changed by hand, which nothing explains so far."""

    row: str
    at: datetime
    editor: str
    holder: str
    variable: str
    old: Value
    new: Value
    shown: str
    problem: str = ""
    """Why the value itself is not legal, or its editor may not edit; empty where only an explanation is missing."""
    code: str = "UNEXPLAINED_CHANGE"
    clause: str = "BN-225"


@dataclass(slots=True)
class FreeRoll:
    """Dice that a replay file gives without saying what for, or that a player rolled and has not used.

    Of a player's dice ``words`` are what they were said to be for; ``purpose`` repeats it where it is told that nothing used them.
    """

    id: str
    at: datetime
    who: str
    sides: int
    faces: tuple[int, ...]
    purpose: str = ""
    words: str = ""

    @property
    def line(self) -> str:
        """The id of the line that a player's dice stand in."""
        return line_of(self.id)


@dataclass(slots=True)
class Ground:
    """Why a value is what it is: the newest row that changed it, one sentence and the clause."""

    row: str
    text: str
    clause: str
    at: datetime


@dataclass(slots=True)
class Use:
    """One use of an action whose uses are limited: by whom (a person's key), which, when (UTC), and the row that told it."""

    holder: str
    action: str
    at: datetime
    row: str = ""


@dataclass(slots=True)
class Performance:
    """An Atomic Action on its way: whose and which, its steps as logged, what they changed, and other actions taken meanwhile.

    ``ended`` is when it was complete; one without other actions is kept no longer then.
    """

    holder: str
    action: str
    logged: list[Logged] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    others: list[Use] = field(default_factory=list)
    ended: datetime | None = None


@dataclass(slots=True)
class DiceWords:
    """What players pledged and showed of their words for the dice, and until when rolls wait for them."""

    pledges: list[Pledge] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    awaited_until: datetime | None = None
    awaited: str = ""


@dataclass(slots=True)
class Gndt:
    """Everything of one dynasty's values; a new dynasty begins with a new one.

    ``source`` is the dynasty file's text, or the name of a built-in one; ``roll_faces`` maps a roll's key, or the id of the
    line it is for, to its faces and sides.
    """

    source: str
    since: datetime | None = None
    row: str = ""
    holdings: Holdings = field(default_factory=Holdings)
    grounds: dict[str, dict[str, Ground]] = field(default_factory=dict)
    playing: list[str] = field(default_factory=list)
    """Keys of those who have values now: players who count, without the head of the dynasty (BN-184)."""
    former: list[str] = field(default_factory=list)
    """Keys of those who had values at some time before now."""
    head: str = ""
    """Key of the head of the dynasty when that was last looked at."""
    lines: dict[str, Line] = field(default_factory=dict)
    open_lines: list[str] = field(default_factory=list)
    """Ids of the lines that wait for dice, in the order in which they were written."""
    entries: list[Entry] = field(default_factory=list)
    """What happened, oldest first; of what is settled only the newest that changed a value."""
    starts: list[Entry] = field(default_factory=list)
    """How values began: defaults, what an opening states, what comes back when somebody is unidled."""
    past: list[Entry] = field(default_factory=list)
    """What happened in earlier dynasties and is not settled yet."""
    settled_to: str = ""
    """The month before which everything that happened is settled, such as ``2019-10``; "" before any was."""
    months: list[str] = field(default_factory=list)
    """The months of which anything is settled, oldest first."""
    uses: list[Use] = field(default_factory=list)
    atomic: list[Performance] = field(default_factory=list)
    """The Atomic Actions that are not complete, and those during which other actions were taken."""
    rolls: dict[str, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    lost_rolls: dict[str, str] = field(default_factory=dict)
    """The keys of dice that can never be drawn, each with the reason."""
    free_rolls: list[FreeRoll] = field(default_factory=list)
    unused_rolls: list[FreeRoll] = field(default_factory=list)
    edits: list[HandEdit] = field(default_factory=list)
    toggles: dict[str, list[tuple[datetime, str]]] = field(default_factory=dict)
    """By cell what was last written into it by hand and when, newest last."""
    is_stated: bool = False
    """Whether an opening stated values, over what the ruleset page first shows."""
    page: str = ""
    revision: int = 0
    reading: dict[str, Any] | None = None
    memory: dict[str, Any] = field(default_factory=lambda: {"gone": {}, "earlier": []})
    requests: list[RollRequest] = field(default_factory=list)
    """The dice that lines wait for."""
    held: str = ""
    """Why the newest revision of the page counts for nothing; empty where it does."""

    def waiting(self) -> list[Line]:
        """The lines that wait for dice, in the order in which they were written."""
        return [self.lines[id] for id in self.open_lines]


_BEHIND_THE_LINE = 3
"""So many parts of a roll's key stand behind its line's id: the action, the roll of that action, and the dice."""


def line_of(key: str) -> str:
    """The id of the line for which a roll of that key is."""
    return key.rsplit(":", _BEHIND_THE_LINE)[0]
