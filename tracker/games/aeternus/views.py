"""What the pages of Aeternus show of each thing, as plain frozen values with people and factions under the names they bear.

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

from .hexes import Hex
from .world import Cell


def is_known(place: Hex | str) -> bool:
    """Whether it is known where something is: where worlds differ it is a word, or any of its numbers is."""
    return isinstance(place, tuple) and all(isinstance(each, int) for each in place)


@dataclass(frozen=True, slots=True)
class PhaseView:
    """The phase of an instant and its bounds (UTC), the Phase Number, and the first instant of the next week."""

    name: str
    number: int
    start: datetime
    end: datetime
    next_week: datetime


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A person: since when they play or play no more, where they are, their action points and what they hold.

    ``ap_next`` are the points that they would have if a phase began now. ``reputable_from`` is when their time alone makes them
    reputable; None where they are, or play no more.
    """

    id: str
    name: str
    is_playing: bool
    since: datetime | None
    at: Hex
    place: str
    ap: int
    ap_next: int
    is_barred: bool
    items: str
    quality_score: int
    faction: str
    is_reputable: bool | str
    reputable_from: datetime | None
    declared_by: tuple[str, ...]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class FactionView:
    """A faction: its members, the hexes that it occupies, its influence, and how far it is from winning.

    ``rival`` is the other faction with the most influence, "" where none has any.
    """

    id: str
    name: str
    members: tuple[str, ...]
    hexes: int
    where: str
    influence: str
    hexes_missing: int
    rival: str
    influence_missing: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class MergeView:
    """A request to merge two factions under a new name, with its votes as they stand or as they were."""

    id: str
    by: str
    factions: tuple[str, str]
    name: str
    message: str
    start: datetime
    end: datetime
    status: str
    pro: int | str
    contra: int | str
    voters_for: Mapping[str, VoterView]
    voters_against: Mapping[str, VoterView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class MatterView:
    """Dice that have not fallen: for what, by whose message, since when; at ``end`` they lapse (UTC; None: nothing comes)."""

    player: str
    message: str
    purposes: tuple[str, ...]
    at: datetime
    end: datetime | None
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class UnusedRollView:
    """Dice that somebody rolled and no action used."""

    player: str
    dice: str
    at: datetime
    message: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class QualityView:
    """A quality of medallion fish with its name; ``due`` is who must name it, "" where it has one."""

    number: int
    name: str
    due: str
    is_certain: bool = True


# --- what somebody can do here and now --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StepView:
    """A step in a direction: to where and what is there, or how likely each biome is, what it costs, and what may befall."""

    direction: str
    to: str
    there: str
    is_known: bool
    cost: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RewardView:
    """A reward of one die and its chance."""

    items: str
    chance: str


@dataclass(frozen=True, slots=True)
class RodView:
    """A rod, or none, with the chance in percent to catch something, and of a catch to be a medallion fish."""

    name: str
    catch: int
    medallion: int
    eligible: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConditionView:
    """A type of medallion fish: whether somebody is eligible, fishing there without a rod, and why."""

    type: str
    holds: bool
    why: str


@dataclass(frozen=True, slots=True)
class LakeView:
    """A Lake that somebody can fish in: with each rod of theirs, and for which medallion fish."""

    at: str
    rods: tuple[RodView, ...]
    conditions: tuple[ConditionView, ...]


@dataclass(frozen=True, slots=True)
class HereView:
    """What the hex that somebody stands on offers them: the six steps, foraging ("" where nothing hinders it), and Lakes."""

    id: str
    name: str
    place: str
    what: str
    steps: tuple[StepView, ...]
    no_foraging: str
    forage_biome: str
    forage_dice: int
    rewards: tuple[RewardView, ...]
    lakes: tuple[LakeView, ...]
    is_certain: bool = True


# --- the Judge, and all that holds ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfficeView:
    """The Judge ("" for nobody), since when, and who assented to the removal of how many that it takes."""

    judge: str
    since: datetime | None
    assents: Mapping[str, datetime]
    needed: int


@dataclass(frozen=True, slots=True)
class CandidacyView:
    """A candidacy for Judge with its reactions so far."""

    message: str
    author: str
    at: datetime
    pro: int | str
    contra: int | str
    voters: Mapping[str, VoterView]
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that holds; ``winner`` is the faction that won the cycle ("": it goes on), and then there is no phase."""

    winner: str
    won_at: datetime | None
    phase: PhaseView | None
    started: datetime | None
    hexes: Mapping[Hex, Cell | str]
    directions: tuple[str, ...]
    is_mirrored: bool
    players: Mapping[str, PlayerView]
    factions: Mapping[str, FactionView]
    merges: Mapping[str, MergeView]
    matters: Mapping[str, MatterView]
    unused_rolls: Mapping[str, UnusedRollView]
    qualities: Mapping[int, QualityView]
    here: Mapping[str, HereView]
    offers: Mapping[str, OfferView]
    proposals: Mapping[str, ProposalView]
    office: OfficeView
    candidacies: Mapping[str, CandidacyView]
    requests: Mapping[str, RequestView]
    rulings: Mapping[str, RulingView]
    confidence: Mapping[str, ConfidenceView]
    abilities: Mapping[str, AbilitiesView]
    victory_hexes: int
    victory_factor: int
    actions_channel: str
    proposals_channel: str
    trades_channel: str
    elections_channel: str
