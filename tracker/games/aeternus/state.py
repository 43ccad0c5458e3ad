"""What Aeternus keeps: players and what they hold, their factions, the map, merge requests, trades, proposals and the Judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.games.chat_worlds import PlayState
from tracker.games.chat_strands import StrandedWorld
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Bench
from tracker.mechanics.shown_dice import Rolled
from tracker.mechanics.trades import Offer
from tracker.mechanics.voting_periods import Proposal
from tracker.mechanics.weekly_calendar import KeptCalendar

from .hexes import ORIGIN, Hex
from .world import WorldMap

MergeStatus: TypeAlias = Literal["open", "accepted", "rejected", "void"]


@dataclass(slots=True)
class Player:
    """A person: when they were a player (the last span may be open), where they are and what they have.

    ``faction`` is the name of the faction that they are in. Between a stagway journey and the start of the next phase they are
    ``barred`` (AET-121). ``declarers`` are those who declared them reputable, and when (UTC); ``is_declared`` says that it took
    effect. ``told_reputable`` is the first instant of the span in which it was told that they are.
    """

    id: str
    spans: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    at: Hex = ORIGIN
    ap: int = 0
    faction: str = ""
    goods: Bag = field(default_factory=dict)
    barred: bool = False
    is_declared: bool = False
    declarers: dict[str, datetime] = field(default_factory=dict)
    told_reputable: datetime | None = None

    @property
    def is_playing(self) -> bool:
        """Whether they are a player now."""
        return bool(self.spans) and self.spans[-1][1] is None


@dataclass(slots=True)
class MergeRequest:
    """A request to merge two factions under a new name, voted on by reactions from ``start`` on and strictly before ``end`` (UTC).

    The counts are None before the end, or where they are not known for certain. It is void where its message was deleted, or where
    one of the factions ceased before the end.
    """

    id: str
    message: str
    by: str
    factions: tuple[str, str]
    name: str
    start: datetime
    end: datetime
    status: MergeStatus = "open"
    for_: int | None = None
    against: int | None = None


@dataclass(slots=True)
class Spent:
    """Action points and items that somebody spent on an action whose dice are open."""

    player: str
    ap: int
    items: Bag = field(default_factory=dict)


@dataclass(slots=True)
class Won:
    """Which faction won the cycle, when, and by which message ("" where by none)."""

    faction: str
    at: datetime
    row: str = ""


@dataclass(slots=True)
class World(StrandedWorld):
    """What holds in one world."""

    players: dict[str, Player] = field(default_factory=dict)
    map: WorldMap = field(default_factory=WorldMap.plain)
    """All generated hexes, with their features and whose flags stand on them."""
    cycle_started: datetime | None = None
    """When the cycle began (UTC); None before anybody joined."""
    phase_number: int = 0
    offers: dict[str, Offer] = field(default_factory=dict)
    next_lapse: datetime | None = None
    """When the next open offer lapses, or one lapsed that was closed since; None where none is open."""
    merges: dict[str, MergeRequest] = field(default_factory=dict)
    """Merge requests by the keys of their actions, in the order of posting."""
    proposals: dict[str, Proposal] = field(default_factory=dict)
    bench: Bench = field(default_factory=Bench)
    candidacies: dict[str, Candidacy] = field(default_factory=dict)
    quality_names: list[str] = field(default_factory=list)
    """The names of qualities beyond those of the rules, in the order of the qualities: names that players gave (AET-178)."""
    highest_quality: int = 0
    """The highest quality of a medallion fish that there ever was."""
    naming_due: dict[int, str] = field(default_factory=dict)
    """The qualities that must be named -> the player who must (AET-178), lowest first."""
    lapsed: dict[str, Awaited] = field(default_factory=dict)
    """Dice of random matters that lapsed at the end of their phase: if the tracker's own fell after all, they fell in time."""
    spent: dict[str, Spent] = field(default_factory=dict)
    """What was spent on actions whose dice are open, by ``MESSAGE:N``."""
    paid: list[str] = field(default_factory=list)
    """The announced actions, as ``MESSAGE:N``, that were paid for before the gamestate was stated in which their dice are open."""
    unused_rolls: list[Rolled] = field(default_factory=list)
    newest_rolls: list[str] = field(default_factory=list)
    """The keys of dice that were told, of messages that still wait for others: none is told twice."""
    done: dict[str, datetime] = field(default_factory=dict)
    """What belongs to a boundary, such as the election, by name -> the newest instant at which it was done."""
    kept: KeptCalendar | None = None
    """Of the newest change of the calendar; None where it never changed."""
    won: Won | None = None
    is_unknown: bool = False
    """Whether nothing is known of it but what cannot have changed: it is only shown beside others."""

    @property
    def winner(self) -> str:
        """The faction that won, "" while none did."""
        return self.won.faction if self.won else ""


@dataclass(slots=True)
class State(PlayState[World]):
    """What the fold keeps."""

    worlds: list[World] = field(default_factory=lambda: [World()])
