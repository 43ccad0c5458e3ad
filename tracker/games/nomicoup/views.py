"""What the pages of Nomicoup show of each thing, as plain frozen values with people under the names they bear.

Where worlds differ any field may be ``UNDETERMINED`` instead; ``is_certain`` is False of what only some worlds have. No field is of a
hidden card: of cards face down there are only counts (COUP-034).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tracker.games.chat_views import AbilitiesView, UncountedView, VoterView

# --- the game of Coup -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is since when they were notified, when its time has passed, and whether they may only Coup or pass.

    ``people`` are the ids of the people who are the player.
    """

    id: str
    people: tuple[str, ...]
    player: str
    started_at: datetime
    ends_at: datetime
    must_coup: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player: ``place`` in the turn order from 1 (0: none yet), credits, influence face down and revealed, what they owe.

    ``undealt`` of the cards face down wait for a shuffle.
    """

    id: str
    name: str
    members: tuple[str, ...]
    place: int
    credits: int
    face_down: int
    undealt: int
    revealed: tuple[str, ...]
    exiles: int
    losses_owed: int
    returns_owed: int
    since: datetime | None
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class FormerView:
    """Somebody who left: their exiles stay on record."""

    name: str
    exiles: int
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class EnteringView:
    """A group that asked to enter, who has confirmed it, and for whom it waits."""

    name: str
    confirmed: tuple[str, ...]
    waits_for: tuple[str, ...]
    message: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with its standing, who challenged it ("": nobody), and who still may."""

    player: str
    character: str
    status: str
    challenger: str
    challenged_in: str
    may_challenge: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CounteractionView:
    """A counteraction that was stated."""

    player: str
    kind: str
    at: datetime
    message: str
    claim: ClaimView
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class WindowView:
    """An action whose window is open: what it is, who may still counter it with what, and what comes of it if it closes now.

    ``target`` is "" where it is aimed at nobody; ``may_counter`` maps each counteraction to who may state it.
    """

    actor: str
    kind: str
    target: str
    amount: int
    cost_paid: int
    at: datetime
    message: str
    claim: ClaimView | None
    counteractions: Mapping[str, CounteractionView]
    may_counter: Mapping[str, tuple[str, ...]]
    outcome: str
    outcome_clause: str
    closes: str
    is_certain: bool = True


# --- the deck ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommitmentView:
    """The hash C_k of a shuffle ("": none was told), and when it was carried out; ``key`` is ``GAME|k``."""

    key: str
    hash: str
    at: datetime | None
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class WordView:
    """A player's word: the hash that was pledged first ("": none), the word and its salt once they are shown ("").

    The keys are what stands in front of both, so that a page that somebody saved can be compared with the record.
    """

    player: str
    pledge_key: str
    word_key: str
    pledge: str
    word: str
    salt: str
    at: datetime
    message: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class DeckView:
    """What everybody may know of the Court Deck: how many cards, what was committed to and when, the words, the shuffle awaited.

    ``kinds`` is by which order cards are sorted at the first shuffle, and "" once there is one: the record tells it then.
    """

    game: str
    count: int
    secret_key: str
    secret_hash: str
    secret_at: datetime | None
    commitments: Mapping[str, CommitmentView]
    words: Mapping[str, WordView]
    pledges_closed_at: datetime | None
    are_pledged: bool
    used: tuple[str, ...]
    kinds_key: str
    kinds: str
    awaited: str


# --- rules and what is voted on ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule: its paths as they are shown, content, and its last edit with the proposition that did it (0: none).

    ``began_as`` is the ID path at which the game began with it ("": it did not), under which clauses know it for good.
    ``provisions`` are what it says of its own precedence, ``stale`` its references that mislead.
    """

    anchor: str
    path: str
    title_path: str
    content: str
    edited_at: datetime | None
    edited_by: int
    message: str
    provisions: tuple[str, ...]
    stale: tuple[str, ...]
    began_as: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of a proposition: its type, what it is on, and what came of it or what keeps it from being made ("": nothing yet)."""

    kind: str
    on: str
    result: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class PropositionView:
    """A proposition with its votes: those of its end or as they stand, what a majority needs, and how it would end now.

    ``closed_by`` is the clause by which it was closed ("": it is not); ``perhaps`` are those of whom it is not certain which of their
    votes is the newest, with what it may be.
    """

    number: int
    title: str
    proponent: str
    message: str
    made_at: datetime
    ends_at: datetime
    status: str
    text: str
    changes: tuple[ChangeView, ...]
    up: int
    right: int
    down: int
    possible: int
    majority: int
    voters_up: Mapping[str, VoterView]
    voters_right: Mapping[str, VoterView]
    voters_down: Mapping[str, VoterView]
    uncounted: tuple[UncountedView, ...]
    verdict: str
    is_locked: bool | str
    code: str
    warnings: tuple[tuple[str, str], ...]
    closed_at: datetime | None
    closed_by: str
    is_awaited: bool | str = False
    perhaps: tuple[str, ...] = ()
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A Judge's suggestion with its votes (``perhaps`` as with propositions), what adopts it, and until when it is voted on."""

    by: str
    text: str
    at: datetime
    ends_at: datetime
    message: str
    status: str
    up: int
    down: int
    majority: int
    voters_up: Mapping[str, VoterView]
    voters_down: Mapping[str, VoterView]
    closed_at: datetime | None
    perhaps: tuple[str, ...] = ()
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class ClarificationView:
    """A disagreement: who raised it, its Judge ("": none is chosen) and until when they may suggest, and all suggestions."""

    number: int
    raiser: str
    text: str
    at: datetime
    message: str
    judge: str
    chosen_at: datetime | None
    due_at: datetime | None
    waits_for: str
    suggestions: tuple[SuggestionView, ...]
    resolved_at: datetime | None
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class UpcomingView:
    """A turn order that waits for the round to end, by which proposition (0: none).

    ``order`` is what will hold by who plays now (nobody: it is not understood, and nothing changes), ``listed`` who stands in its rule.
    """

    order: tuple[str, ...]
    listed: tuple[str, ...]
    proposition: int


# --- all of it --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnreachedView:
    """Somebody (``person``, shown as ``name``) whom a private message did not reach, by its key, which holds nothing secret."""

    person: str
    name: str
    letter: str
    since: datetime


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that holds, everything as it was then once the game is over; mappings are in the order in which they are shown.

    ``deck_opens_at`` is when the cards of a game that is over are published, None once they are, and as long as it is not told that they
    will be: that many ``deck_hours`` after it is (0 once they are published). Until then ``objection`` is the command
    that takes the win back. ``vote_signs`` are the reactions up, right and down. It is not certain where more is undecided than can be
    followed: then there may be more of everything.
    """

    status: str
    winners: tuple[str, ...]
    over_at: datetime | None
    deck_opens_at: datetime | None
    deck_hours: int
    objection: str
    round: int
    turn: TurnView | None
    order: tuple[str, ...]
    upcoming: UpcomingView | None
    unplaced: tuple[str, ...]
    treasury: int
    credits_total: int
    players: Mapping[str, PlayerView]
    former: Mapping[str, FormerView]
    entering: Mapping[str, EnteringView]
    windows: Mapping[str, WindowView]
    waiting: int
    deck: DeckView
    rules: Mapping[str, RuleView]
    propositions: Mapping[int, PropositionView]
    clarifications: Mapping[int, ClarificationView]
    candidates: tuple[str, ...]
    last_judge: str
    abilities: Mapping[str, AbilitiesView]
    general_channel: str
    propositions_channel: str
    vote_signs: tuple[str, str, str]
    unreached: tuple[UnreachedView, ...] = ()
    is_certain: bool = True
