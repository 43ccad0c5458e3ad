"""What a chat game keeps while it folds: its gamestate, what was told of it, who goes by which names, dice and settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from tracker.core.gamestate import RollRequest
from tracker.core.instants import iso
from tracker.mechanics.chat.dice import Dice
from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Act
from tracker.mechanics.chat.world import World
from tracker.mechanics.dice.dice_log import DiceLog
from tracker.mechanics.ruleset.gutted_page import Gutted
from tracker.mechanics.ruleset.ruleset_passages import RulesetShown
from tracker.mechanics.ruleset.written_in_doubt import WrittenInDoubt

W = TypeVar("W", bound=World)


@dataclass(slots=True)
class Event:
    """One thing that is told: its name and fields as the checklist has them, its clause, and the row that caused it.

    ``by`` and ``channel`` are those of the message that caused it. ``below`` is another message below which the chat is told of it,
    where what caused it was not said publicly.
    """

    name: str
    at: datetime
    clause: str
    row: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    by: str = ""
    channel: str = ""
    below: str = ""

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` prints it."""
        return {"event": self.name, "at": iso(self.at), "clause": self.clause, "text": self.text, **self.fields}


@dataclass(slots=True)
class Refusal(Event):
    """An announced action without effect, by its code; ``n`` is its number within its message (None: it is no action of a message).

    ``suggestions`` are the canonical lines of which its author may confirm one, and ``is_confirmed`` says that they did.
    """

    n: int | None = None
    suggestions: list[str] = field(default_factory=list)
    is_confirmed: bool = False


@dataclass(slots=True)
class ValueChange:
    """How one value of the gamestate changed: its place (names with slashes between), and by which row, rule and words of whom it did.

    Of what is more than a number, a word or yes and no, both values are None: it only changed.
    """

    place: str
    old: str | int | bool | None
    new: str | int | bool | None
    at: datetime
    clause: str
    text: str
    row: str = ""
    by: str = ""


@dataclass(slots=True)
class Waiting:
    """A step that was undone since it lacks chance: the dice that it asks for by their names, and what it does once they fell.

    ``is_open`` where it stands open in the gamestate. Of what ``is_told`` the game itself tells why it waits.
    """

    act: Act
    row: str
    part: int | None
    at: datetime
    dice: dict[str, int]
    purpose: str
    clause: str
    is_open: bool = False
    is_told: bool = False

    @property
    def key(self) -> str:
        """What names it: the first of its dice."""
        return next(iter(self.dice), "")


@dataclass(slots=True)
class Effect:
    """A value that people said holds once a proposal is decided: its correction's row, and where it is put."""

    row: str
    value: dict[str, Any]


@dataclass(slots=True)
class BotAnswer:
    """What the tracker answered to a message that it could not read: the lines of which the author may confirm one by a reaction."""

    of: str
    suggestions: list[str]


@dataclass(slots=True)
class Told:
    """What was told, in the order of happening, since it was last stored by day."""

    events: list[Event] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    changes: list[ValueChange] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    """Where the messages stand that it cites, by the ids of server and channel."""


@dataclass(slots=True)
class Said:
    """A message of which something came: who wrote it where, what it said, the ids of where it stands, and what it was read as.

    ``read`` is what stays of it when its words are redacted (``redacting``).
    """

    author: str
    channel: str
    at: datetime
    text: str
    place: str = ""
    reply_to: str = ""
    read: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class Setting:
    """A value that the operator gives a parameter, and the row that tells it."""

    value: Any
    row: str
    at: datetime


@dataclass(slots=True)
class ChatState(Generic[W]):
    """All that is kept between two rows; a game's own state names the type of its ``world``.

    ``clock`` is the instant up to which everything that happens by itself has happened or waits; None before the first row. ``upcoming`` is
    the next such instant, as long as ``is_stale`` does not say that something changed since it was looked for.
    """

    world: W
    told: Told = field(default_factory=Told)
    notes: list[Note] = field(default_factory=list)
    said: dict[str, Said] = field(default_factory=dict)
    newest: dict[str, datetime] = field(default_factory=dict)
    """The messages of the newest instant: they may be told twice."""
    names: Names = field(default_factory=Names)
    settings: dict[str, Any] = field(default_factory=dict)
    """The values that hold; one that cannot, as it names what there is not (a suit, an item), does as soon as it can."""
    given: dict[str, Setting] = field(default_factory=dict)
    page_values: dict[str, Any] = field(default_factory=dict)
    dice: Dice = field(default_factory=Dice)
    dice_log: DiceLog = field(default_factory=DiceLog)
    requests: dict[str, RollRequest] = field(default_factory=dict)
    """Dice by their names that were asked for and did not fall yet, each as of when it first was."""
    lost: dict[str, str] = field(default_factory=dict)
    """Dice that can never be drawn -> why."""
    drawn_after_all: list[str] = field(default_factory=list)
    """The first of the dice each that people said are drawn although they were lost."""
    waiting: list[Waiting] = field(default_factory=list)
    effects: dict[str, list[Effect]] = field(default_factory=dict)
    answers: dict[str, BotAnswer] = field(default_factory=dict)
    read_up_to: dict[str, datetime] = field(default_factory=dict)
    """Up to when each source is wholly read, of those that say so."""
    clock: datetime | None = None
    upcoming: datetime | None = None
    is_stale: bool = True
    is_opened: bool = False
    told_marks: dict[str, str] = field(default_factory=dict)
    """Month -> what stands for all that came about on those of its days that have left the live state; "" where nothing did."""
    told_to: datetime | None = None
    ruleset: RulesetShown | None = None
    """The ruleset page as its newest sound revision shows it; None before the first."""
    gutted: Gutted | None = None
    """The newest revision, where it is no ruleset."""
    in_doubt: WrittenInDoubt = field(default_factory=WrittenInDoubt)

    def __post_init__(self) -> None:
        """Let everything in the gamestate know where it stands."""
        self.world.rooted()

    def is_read_to(self, when: datetime) -> bool:
        """Whether all that was said before an instant is here; rows of which no source says so, as in a file, are taken to be whole."""
        return not self.read_up_to or max(self.read_up_to.values()) >= when

    def place_of(self, message: str) -> str:
        """Where a message stands, by ids; "" where that is not told, or nothing cites it any more."""
        said = self.said.get(message)
        return said.place if said else self.told.places.get(message, "")
