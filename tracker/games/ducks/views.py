"""What the pages of Ducks show of each thing, as plain frozen values with people and ducks under the names they bear.

Where worlds differ any field may be ``UNDETERMINED`` instead; ``is_certain`` is False of what only some worlds have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tracker.games.chat_views import AbilitiesView, ConfidenceView, OfferView, ProposalView, RequestView, RulingView


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A person: since when they play or play no more, what they hold, their ducks, and the Quacks of the complete ones."""

    id: str
    name: str
    is_playing: bool
    since: datetime | None
    is_bot: bool
    items: str
    ducks: int
    complete_ducks: int
    quacks: int
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class MissionView:
    """A scouting mission: since when, and its potential Quacks."""

    sent_at: datetime
    potential: int


@dataclass(frozen=True, slots=True)
class DuckView:
    """A duck as it is shown: ``called`` is its name or its number, ``owner`` "" for nobody, ``pond`` 0 and ``colour`` "" for none.

    ``lacks`` says what makes it incomplete, ``marks`` what was done with it in this period and what may still be rolled for it.
    """

    number: int
    called: str
    owner: str
    owner_name: str
    quacks: int
    colour: str
    pond: int
    parent: str
    items: str
    mission: MissionView | None
    lacks: str
    marks: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PondDuckView:
    """A duck in a pond: what the next upkeep takes from it and gives it ("-2 +1"), or why it leaves it alone."""

    number: int
    called: str
    owner_name: str
    colour: str
    quacks: int
    upkeep: str
    change: int
    spared: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PondView:
    """A pond with the ducks in it."""

    number: int
    ducks: Mapping[int, PondDuckView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PeriodView:
    """The voting period of an instant and its bounds (UTC), and the next instants of a new week and of Duck God's God Egg."""

    name: str
    start: datetime
    end: datetime
    next_week: datetime
    next_god_egg: datetime


@dataclass(frozen=True, slots=True)
class StandingView:
    """Somebody in the race for a title: how many they have, how many fewer than the first, and how many more would win it alone."""

    called: str
    count: int
    behind: int
    wanting: int
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class TitleView:
    """A title, what it goes by, who bears it ("" where it is vacant), and who comes next."""

    name: str
    clause: str
    goes_by: str
    holder: str
    standings: Mapping[str, StandingView]


@dataclass(frozen=True, slots=True)
class LosingView:
    """An entity whose God Eggs lose the round for all: how many it has, of how many, and what else is to be said."""

    called: str
    clause: str
    god_eggs: int
    limit: int
    left: int
    note: str


@dataclass(frozen=True, slots=True)
class DiscipleView:
    """The Duck Disciple: its name, its Quacks, what it holds, and who hurt it, in the order of the first hits."""

    name: str
    quacks: int
    items: str
    damaged_by: tuple[str, ...]
    acted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BidView:
    """A bid at an auction."""

    player: str
    amount: int
    at: datetime
    message: str
    status: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction: of what, its bids, the highest first, who leads, and which ducks each bidder wants to pay."""

    number: int
    called: str
    temporary_name: str
    first_valid_at: datetime
    ends_at: datetime
    leading: str
    amount: int | None
    bids: Mapping[str, BidView]
    payments: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class OfficeView:
    """The Judge ("" for nobody), since when, and who assented to the removal of how many that it takes."""

    judge: str
    since: datetime | None
    assents: Mapping[str, datetime]
    needed: int
    assents_to_appoint: int


@dataclass(frozen=True, slots=True)
class CandidateView:
    """Somebody who appointed themself Judge, and who has assented."""

    player: str
    at: datetime
    message: str
    assents: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class KinView:
    """A duck in the family tree: its parent's number (0: none); ``gone`` says how it left the game, "" of one that is there."""

    number: int
    called: str
    owner_name: str
    colour: str
    parent: int
    gone: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that holds; ``lost`` says how the round was lost ("": it goes on), and then there is no period.

    ``gone`` are the ducks that left the game last, and when.
    """

    lost: str
    lost_clause: str
    lost_at: datetime | None
    period: PeriodView | None
    players: Mapping[str, PlayerView]
    ducks: Mapping[int, DuckView]
    ponds: Mapping[int, PondView]
    titles: Mapping[str, TitleView]
    losing: Mapping[str, LosingView]
    disciple: DiscipleView | None
    disciple_names: str
    auctions: Mapping[int, AuctionView]
    ownerless: Mapping[int, str]
    offers: Mapping[str, OfferView]
    proposals: Mapping[str, ProposalView]
    office: OfficeView
    candidates: Mapping[str, CandidateView]
    requests: Mapping[str, RequestView]
    rulings: Mapping[str, RulingView]
    confidence: Mapping[str, ConfidenceView]
    kin: Mapping[int, KinView]
    gone: Mapping[int, datetime]
    abilities: Mapping[str, AbilitiesView]
    actions_channel: str
    proposals_channel: str
    vote_for: str
    vote_against: str
