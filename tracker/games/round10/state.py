"""What Round 10 keeps: its players and their goods, lots, secret actions, trades, contracts, proposals and judges."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tracker.games.chat_worlds import PlayState
from tracker.mechanics.chat_play import ChatWorld
from tracker.mechanics.contracts import Contract
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Bench
from tracker.mechanics.secret_actions import SecretAction
from tracker.mechanics.trades import Offer
from tracker.mechanics.voting_periods import Proposal
from tracker.mechanics.weekly_calendar import KeptCalendar

CHIPS, TRUNGS, GOLD_STARS, MAKERS = "chips", "trungs", "gold_stars", "standard_proposal_makers"
"""The items that are no cards, by their names in the gamestate; a card is its name, ``King of Hearts``."""


@dataclass(slots=True)
class Player:
    """A person: when they were a player (the last span may be open), and what they hold.

    ``granted`` is the beginning of the Auction Phase for which they were last given chips (R10-015).
    """

    id: str
    spans: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    goods: Bag = field(default_factory=dict)
    granted: datetime | None = None

    @property
    def is_playing(self) -> bool:
        """Whether they are a player now; who stopped keeps what they hold, frozen (R10-006)."""
        return bool(self.spans) and self.spans[-1][1] is None


@dataclass(slots=True)
class Lot:
    """Three cards that can be bid on, under a number."""

    id: int
    cards: list[str]
    made_at: datetime
    by: str = ""
    row: str = ""
    """The message by which it was generated."""


@dataclass(slots=True)
class Bid:
    """One bid out of a revealed set: ``amount`` None where it is no natural number. ``status`` is as section 3 has it."""

    lot: int
    amount: int | None
    status: str = "standing"
    reason: str = ""


@dataclass(slots=True)
class Presented:
    """Copies of a card that were presented in hands, and who holds them now (R10-057).

    ``hands`` maps the hands, by the keys of their secret actions, to who presented them, in that order: a card that went to
    somebody else after it was presented may be presented again.
    """

    card: str
    holder: str
    hands: dict[str, str]
    count: int = 1


@dataclass(slots=True)
class Placement:
    """A hand that was placed: whose, which cards, the parts of its score and its place in the week."""

    player: str
    cards: Bag
    rank: int
    parts: dict[str, int]
    multipliers: dict[str, int]
    score: int
    at: datetime
    message: str = ""


@dataclass(slots=True)
class Claim:
    """What somebody says that a contract gives, while nobody has decided whether it does; ``question`` is what people are asked."""

    question: str
    contract: str
    to: str
    items: Bag
    text: str
    rows: tuple[str, ...]


@dataclass(slots=True)
class Auction:
    """One auction: when its Auction Phase began and ended, and when it is over (UTC)."""

    start: datetime
    bidding_ends: datetime
    over: datetime


@dataclass(slots=True)
class Kept(KeptCalendar):
    """Of weeks and phases, and the auctions that were not over, or the newest."""

    auctions: list[Auction] = field(default_factory=list)


@dataclass(slots=True)
class World(ChatWorld):
    """What holds in one world."""

    players: dict[str, Player] = field(default_factory=dict)
    lots: dict[int, Lot] = field(default_factory=dict)
    secrets: dict[str, SecretAction] = field(default_factory=dict)
    """By the message that holds the hash, in the order of posting."""
    hashes_over: dict[datetime, list[str]] = field(default_factory=dict)
    """The hashes of secret actions that left the live state, by their revelation dates."""
    bids: dict[str, list[Bid]] = field(default_factory=dict)
    """The bids of each secret bid that was revealed, by the message that holds its hash."""
    hands: dict[str, Bag] = field(default_factory=dict)
    """The cards of each hand that was revealed, by the message that holds its hash."""
    placements: list[Placement] = field(default_factory=list)
    """The hands placed at the newest revelation date."""
    bidders_previous_auction: list[str] = field(default_factory=list)
    waiting_lots: dict[str, str] = field(default_factory=dict)
    """The keys of dice for lots that have been asked for and not fallen, in order -> who generates the lot."""
    offers: dict[str, Offer] = field(default_factory=dict)
    contracts: dict[str, Contract] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    """What is claimed of contracts at this very instant."""
    proposals: dict[str, Proposal] = field(default_factory=dict)
    bench: Bench = field(default_factory=Bench)
    candidacies: dict[str, Candidacy] = field(default_factory=dict)
    cards_when_posted: dict[str, Bag] = field(default_factory=dict)
    """The cards that the submitter of each hand held when posting its hash (R10-041)."""
    presented: list[Presented] = field(default_factory=list)
    players_at_conclusion: int = 0
    """How many players there were when the last auction concluded."""
    highest_lot: int = 0
    """The highest number that a lot ever bore."""
    done: dict[str, datetime] = field(default_factory=dict)
    """What belongs to a boundary, such as the election, by name -> the newest instant at which it was done."""
    kept: Kept | None = None
    """Of the newest change of the calendar; None where it never changed."""
    winner: str = ""
    won_at: datetime | None = None
    """When there came to be a winner."""


@dataclass(slots=True)
class State(PlayState[World]):
    """What the fold keeps."""

    worlds: list[World] = field(default_factory=lambda: [World()])
