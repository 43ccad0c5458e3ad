"""What Ducks keeps: players and their ducks, ponds, missions, trades, auctions, proposals, the Judge, and what is divine."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.games.chat_worlds import PlayState
from tracker.games.chat_strands import StrandedWorld
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Bench
from tracker.mechanics.shown_dice import Rolled
from tracker.mechanics.trades import Offer
from tracker.mechanics.voting_periods import Proposal
from tracker.mechanics.weekly_calendar import KeptCalendar

from .register import Register

EGG, GOD_EGG, NOTHING = "Egg", "God Egg", "Abundant Nothing"
"""The items that are no fruit, by their names in the gamestate; a fruit is its name, a Smoothie its default name."""
SEEDS = "Seeds"
QUACKS = "quacks"
"""What of a duck or of the Disciple changes, among the changes of holdings."""
DUCK = "duck:"
"""How the name of a duck as a holder, or as an item of a trade, begins: ``duck:12``."""
DUCK_GOD, DISCIPLE = "Duck God", "Duck Disciple"
"""The entities besides players and ducks, by their names as holders and as targets."""
DEITY, KING, LORD, DUKE = "Deity", "King", "Lord", "DUKE"
"""The titles (DUCK-102 to DUCK-106), by their names in the gamestate."""


@dataclass(slots=True)
class Player:
    """A person: when they were a player (the last span may be open), and what they hold.

    ``eggs`` are the parents of the Eggs among ``goods``, longest held first (0: none). ``fed_in`` is the first instant of the
    newest voting period (UTC) in which they used feedings, and ``feedings`` how many; likewise the acts against the Disciple.
    """

    id: str
    spans: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    goods: Bag = field(default_factory=dict)
    eggs: list[int] = field(default_factory=list)
    fed_in: datetime | None = None
    feedings: int = 0
    disciple_in: datetime | None = None
    disciple_acts: int = 0
    is_bot: bool = False

    @property
    def is_playing(self) -> bool:
        """Whether they are a player now; who stopped keeps what they hold and cannot use it (DUCK-009)."""
        return bool(self.spans) and self.spans[-1][1] is None


@dataclass(slots=True)
class Mission:
    """A scouting mission: when it began (UTC), its potential Quacks, and how many adjustments were made to them."""

    sent_at: datetime
    potential: int
    adjustments: int = 0


@dataclass(slots=True)
class Duck:
    """A duck: an unset name or colour, and no owner, is ""; an unset pond, and no parent, is 0.

    ``attempted_in`` is the first instant of the newest voting period in which its retrieval was attempted, so many times,
    ``sliced_in`` likewise of that in which it was fed ``slices`` Watermelon Slices. It can neither scout nor be retrieved before ``iced_until``.
    ``loot`` are those who may roll for loot, once for each time that they are in it. It ``was_coloured`` if a feeding gave it a colour.
    """

    number: int
    owner: str = ""
    created_at: datetime | None = None
    name: str = ""
    named_at: datetime | None = None
    quacks: int = 0
    colour: str = ""
    was_coloured: bool = False
    pond: int = 0
    parent: int = 0
    goods: Bag = field(default_factory=dict)
    eggs: list[int] = field(default_factory=list)
    mission: Mission | None = None
    attempted_in: datetime | None = None
    attempts: int = 0
    sliced_in: datetime | None = None
    slices: int = 0
    iced_until: datetime | None = None
    loot: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether all its essential attributes are set (DUCK-125)."""
        return bool(self.name) and self.pond > 0

    @property
    def holder(self) -> str:
        """Its name as a holder and as an item."""
        return f"{DUCK}{self.number}"


@dataclass(slots=True)
class GoneDuck:
    """A duck that was removed: its last name, its parent, its last owner, when and how.

    ``loot`` and ``attempted_in`` are as of a duck: who may roll for loot of its returns still may.
    """

    number: int
    name: str
    parent: int
    owner: str
    at: datetime
    how: str
    loot: list[str] = field(default_factory=list)
    attempted_in: datetime | None = None


@dataclass(slots=True)
class Bid:
    """A bid at an auction; once invalid it stays so (DUCK-137)."""

    player: str
    amount: int
    at: datetime
    message: str = ""
    is_valid: bool = True


@dataclass(slots=True)
class Auction:
    """An auction of an ownerless duck: its bids in order, when the first valid one was placed, and when it concludes (UTC).

    ``payments`` is what each bidder wants each duck to pay: player -> number of the duck -> Quacks.
    """

    duck: int
    first_valid_at: datetime
    ends_at: datetime
    temporary_name: str = ""
    bids: list[Bid] = field(default_factory=list)
    payments: dict[str, dict[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Disciple:
    """The Duck Disciple: its whole name, its Quacks, and the ducks that hurt it, in the order of their first hit."""

    name: str
    quacks: int
    damaged_by: list[int] = field(default_factory=list)
    goods: Bag = field(default_factory=dict)
    eggs: list[int] = field(default_factory=list)


@dataclass(slots=True)
class SelfAppointment:
    """Somebody who appointed themself Judge and waits for assents: of whom, in order."""

    player: str
    at: datetime
    message: str
    assents: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Lost:
    """How all players lost the round."""

    cause: str
    clause: str
    at: datetime


Status: TypeAlias = Literal["running", "lost"]


class _Registering(StrandedWorld):
    """A world that remembers the register of its ducks; what is remembered is neither stored nor compared."""

    __slots__ = ("_register",)
    _register: Register | None
    ducks: dict[int, Duck]

    @property
    def register(self) -> Register:
        """The ducks by what they are called and whose they are now."""
        found: Register | None = getattr(self, "_register", None)
        if found is None:
            found = Register((each.number, each.name, each.owner, each.is_complete) for each in self.ducks.values())
            self._register = found
        return found

    def register_anew(self) -> None:
        """Note that there is another duck or one less, or that a name, an owner, or whether one is complete changed."""
        self._register = None


@dataclass(slots=True)
class World(_Registering):
    """What holds in one world."""

    players: dict[str, Player] = field(default_factory=dict)
    ducks: dict[int, Duck] = field(default_factory=dict)
    """By their numbers, in the order of creation."""
    gone: dict[int, GoneDuck] = field(default_factory=dict)
    highest_duck: int = 0
    ponds: int = 0
    pond_rolls: list[int] = field(default_factory=list)
    """The ducks for whose creation nobody has rolled for a new pond, in order (DUCK-163)."""
    pond_rolled: dict[int, list[str]] = field(default_factory=dict)
    """Who rolled for a new pond for which creation, where it is ruled that each player may."""
    offers: dict[str, Offer] = field(default_factory=dict)
    """Ducks among their items are ``duck:12``, one each."""
    proposals: dict[str, Proposal] = field(default_factory=dict)
    auctions: dict[int, Auction] = field(default_factory=dict)
    """By the duck's number, in the order of their first valid bids."""
    duck_god: Bag = field(default_factory=dict)
    disciple: Disciple | None = None
    disciple_names: dict[str, int] = field(default_factory=dict)
    """How many Disciples bore each name, without the number behind it."""
    smoothie_names: dict[str, str] = field(default_factory=dict)
    """The names that players gave Smoothies, case-folded -> the usual name of what they are (DUCK-118)."""
    old_one_eggs: int = 0
    old_one_week: datetime | None = None
    """The first instant of the newest week in which the Duck Old One acted."""
    bench: Bench = field(default_factory=Bench)
    appointments: dict[str, SelfAppointment] = field(default_factory=dict)
    """The open self-appointments, by player."""
    voting_since: datetime | None = None
    """The first instant of the newest period in which proposals are voted on, where only such count (DUCK-035)."""
    unused_rolls: list[Rolled] = field(default_factory=list)
    newest_rolls: list[str] = field(default_factory=list)
    """The keys of the newest dice that were told, so that none is told twice."""
    done: dict[str, datetime] = field(default_factory=dict)
    """What belongs to a boundary, by name -> the newest instant at which it was done."""
    kept: KeptCalendar | None = None
    """Of the newest change of the calendar; None where it never changed."""
    lost: Lost | None = None
    is_unknown: bool = False
    """Whether nothing is known of it but what cannot have changed: it is only shown beside others."""

    @property
    def status(self) -> Status:
        """Whether the round goes on."""
        return "lost" if self.lost else "running"


@dataclass(slots=True)
class State(PlayState[World]):
    """What the fold keeps."""

    worlds: list[World] = field(default_factory=lambda: [World()])
