"""The gamestate of Round 10: what people may state as an opening is what is printed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tracker.mechanics.chat.contracts import Contracts
from tracker.mechanics.chat.judges import Elections
from tracker.mechanics.chat.people import People, Person
from tracker.mechanics.chat.proposals import Chamber
from tracker.mechanics.chat.rulings import Court
from tracker.mechanics.chat.secrets import Vault
from tracker.mechanics.chat.trades import Holding, Offer
from tracker.mechanics.state.described import Count, Instant, Names, Part
from tracker.mechanics.state.described import Person as Who

CHIPS, TRUNGS, GOLD_STARS, MAKERS = ITEMS = ("chips", "trungs", "gold_stars", "standard_proposal_makers")
"""The items that are no cards; a card is its name, ``King of Hearts``."""


class Player(Person, Holding):
    """Somebody who plays or has played, with what they hold.

    ``granted`` is the beginning of the Auction Phase for which they were last given chips.
    """

    counted: ClassVar = ITEMS
    loose: ClassVar[str] = "cards"
    chips: Annotated[Count, Field(title="Chips")] = 0
    trungs: Annotated[Count, Field(title="Trungs")] = 0
    gold_stars: Annotated[Count, Field(title="Gold Stars")] = 0
    standard_proposal_makers: Annotated[Count, Field(title="Standard Proposal Makers")] = 0
    cards: dict[str, Annotated[int, Field(ge=1)]] = Field(default={}, title="Cards")
    granted: Instant | None = None


BidStatus = Literal["standing", "failed", "withdrawn", "won", "lost"]


class Bid(Part):
    """One bid of a revealed text; it has no amount where that is no natural number, no lot where nobody can tell which is meant."""

    lot: int | None
    player: Who
    amount: Annotated[int, Field(ge=1)] | None
    status: BidStatus = "standing"
    reason: str = ""


class Presented(Part):
    """A card that was presented, and who holds it now; ``hands`` has who presented it in which hand, by the hash's message."""

    card: str
    holder: Who
    hands: dict[str, Who]


class Placement(Part):
    """A hand that was placed, with the parts of its score."""

    player: Who
    cards: dict[str, Count]
    rank: Count
    c: Count
    r: Count
    m: Count
    h: Count
    score: Count
    multipliers: dict[str, Count]
    message: str


class Lot(Part):
    """A lot as tables show it."""

    cards: list[str]


class Round10(People[Player], Elections, Court, Chamber, Contracts[Offer], Vault):
    """The whole gamestate. ``auctions`` are the ends of those that have begun, ``week_ends`` that of the week."""

    lots: dict[int, list[str]] = Field(default={}, description="lot number -> its cards")
    auctions: list[Instant] = Field(default=[])
    week_ends: Instant | None = None
    bidders_previous_auction: Names = Field(default=set())
    bids: dict[str, list[Bid]] = Field(default={}, description="the bids of each revealed text, by its hash's message")
    hands: dict[str, dict[str, Count]] = Field(
        default={}, description="the cards of each revealed hand, by its hash's message"
    )
    presented: list[Presented] = Field(default=[])
    placements: list[Placement] = Field(default=[], description="the hands placed last")
    concluded: Instant | None = Field(default=None, description="when the last auction was over")
    winner: Who | None = None
    won_at: Instant | None = None

    def holder(self, name: str) -> Holding:
        """A player, or a contract, which holds things like one."""
        return self.players[name] if name in self.players else self.contracts[name]
