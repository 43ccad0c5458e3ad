"""What the pages of Round 10 show of each thing, as plain frozen values with people under the names they bear.

Where worlds differ any field may be ``UNDETERMINED`` instead; ``is_certain`` is False of what only some worlds have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tracker.games.chat_views import (
    AbilitiesView,
    ConfidenceView,
    OfferView,
    ProposalView,
    RequestView,
    RulingView,
    VoterView,
)


@dataclass(frozen=True, slots=True)
class CardView:
    """Copies of one card, and how many of them were presented in a hand that waits for its prize (R10-057)."""

    name: str
    count: int
    presented: int = 0
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A person with what they hold: since when they play, or since when they do not and their holding is frozen (R10-006)."""

    id: str
    name: str
    is_playing: bool
    since: datetime | None
    chips: int
    trungs: int
    gold_stars: int
    makers: int
    cards: Mapping[str, CardView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot on offer: its number, its cards, and who generated it by which message when."""

    id: int
    cards: tuple[str, ...]
    by: str
    message: str
    made_at: datetime
    is_certain: bool = True

    @property
    def number(self) -> str:
        """Its number as a text."""
        return str(self.id)


@dataclass(frozen=True, slots=True)
class NeedView:
    """How many lots the next auction has, how many there are, how many wait for dice, and how many may be generated (R10-035)."""

    required: int
    existing: int
    waiting: int
    missing: int
    why: str
    barred: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class BidView:
    """One bid of a revealed text: ``amount`` None where it is no number; ``why`` and ``clause`` where it failed."""

    player: str
    lot: int
    amount: int | None
    status: str
    why: str
    clause: str
    message: str
    posted_at: datetime
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class SecretView:
    """A secret action of this week: whose, its hash and dates, and what became of it; ``state`` is one word or two.

    ``how`` is the reading of the revealed text that has the hash.
    """

    key: str
    kind: str
    player: str
    message: str
    channel: str
    posted_at: datetime
    hash: str
    maturation: datetime
    revelation: datetime
    state: str
    why: str
    clause: str
    revealed_at: datetime | None
    how: str
    bids: tuple[BidView, ...]
    cards: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PhaseView:
    """The phase of an instant and its bounds, the week's first instant, and when the running or next auction is over (UTC).

    ``changed_at`` is when the calendar was changed, while anything is open that had begun before (None otherwise).
    """

    name: str
    start: datetime
    end: datetime
    week: datetime
    next_week: datetime
    next_auction: datetime
    conclusion: datetime
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ConclusionView:
    """The newest end of an auction (None: there was none): every bid of it, lot by lot and the highest first."""

    at: datetime | None
    bids: Mapping[str, BidView]
    bidders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of working something out, with its clause; ``applies`` is False of a multiplier that the hand has not."""

    text: str
    clause: str
    applies: bool = True


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand that was revealed: its cards and its score step by step; ``rank`` and ``prize`` once it is placed."""

    player: str
    message: str
    cards: str
    score: int
    steps: tuple[StepView, ...]
    at: datetime
    rank: int | None = None
    prize: str = ""
    prize_clause: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class ContractView:
    """A contract: parties, terms as written, who consented when, who has not, who consented to its end, and what it holds."""

    name: str
    parties: tuple[str, ...]
    terms: str
    message: str
    offered_at: datetime
    consents: Mapping[str, datetime]
    missing: tuple[str, ...]
    end_consents: Mapping[str, datetime]
    status: str
    since: datetime | None
    holding: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class OfficeView:
    """The Judge ("" for nobody), since when, until when, and who assented to the removal of how many that it takes."""

    judge: str
    since: datetime | None
    term_end: datetime | None
    assents: Mapping[str, datetime]
    needed: int


@dataclass(frozen=True, slots=True)
class CandidacyView:
    """A candidacy for the election at the week's end, with its reactions as they stand."""

    message: str
    author: str
    at: datetime
    week: datetime
    pro: int | str
    voters: Mapping[str, VoterView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that holds; the phase and the need of lots are None once the round is won."""

    winner: str
    won_at: datetime | None
    stars_to_win: int
    phase: PhaseView | None
    players: Mapping[str, PlayerView]
    lots: Mapping[int, LotView]
    need: NeedView | None
    secrets: Mapping[str, SecretView]
    conclusion: ConclusionView
    hands: Mapping[str, HandView]
    placements: Mapping[str, HandView]
    offers: Mapping[str, OfferView]
    contracts: Mapping[str, ContractView]
    proposals: Mapping[str, ProposalView]
    office: OfficeView
    candidacies: Mapping[str, CandidacyView]
    requests: Mapping[str, RequestView]
    rulings: Mapping[str, RulingView]
    confidence: Mapping[str, ConfidenceView]
    abilities: Mapping[str, AbilitiesView]
    actions_channel: str
    proposals_channel: str
    elections_channel: str
