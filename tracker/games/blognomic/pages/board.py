"""The board: everything that BlogNomic's pages show, worked out for one instant, as plain frozen values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core.change import SpanAmendment
from tracker.core.fold import NothingSettled, SettledMatters
from tracker.core.gamestate import Finding, Outcome, Question
from tracker.core.leaning import Reason
from tracker.games.base import PageAnswers
from tracker.games.blognomic.appendix.precedence import OrderOfPrecedence
from tracker.games.blognomic.enacting.reset import ResetCase
from tracker.mechanics.dice.dice_page import DiceView
from tracker.mechanics.ruleset.rule_doubts import RuleView

from .abilities_page import AbilitiesView
from .audit_view import AuditView
from .dynasty_page import DynastyView
from .gndt_board import TableView
from .gndt_notes import NotesView
from .rule_history_view import RuleHistoryView


@dataclass(frozen=True, slots=True)
class BallotView:
    """One comment that holds voting icons, and whether and why it counts.

    ``vote`` is the vote the comment casts (FOR, AGAINST, DEFERENTIAL, VETO or "" for none); ``resolves_as`` what a DEFERENTIAL
    counts as; ``why`` the sentence that explains it, under ``clause``.
    """

    comment: str
    voter: str
    at: datetime
    vote: str
    counts: bool
    why: str
    clause: str
    resolves_as: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about a matter that an admin should look at before acting."""

    code: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class ResolutionView:
    """What an admin did to a matter, beside our own tally of that instant.

    ``status`` is the word shown on the blog; ``note_tally`` what the admin's note says (FOR, AGAINST) or None; ``problems`` are the
    codes and sentences of what was out of order.
    """

    status: str
    at: datetime
    by: str
    note: str
    our_for: int
    our_against: int
    our_deferential: int
    quorum: int
    note_tally: tuple[int, int] | None
    note_reason: str
    problems: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class MatterView:
    """One votable matter, judged at one instant.

    ``verdict`` is one word: popular, unpopular, pending, undetermined, self-killed, vetoed, enacted, failed, not official.
    ``next_change`` says in words what it becomes at ``next_change_at`` if nobody acts, ``missing`` what is still needed.
    """

    slug: str
    url: str
    title: str
    kind: str
    tags: tuple[str, ...]
    author: str
    author_is_player: bool
    posted_at: datetime
    opened_at: datetime
    official: bool
    state: str
    queue_place: int | None
    votes_for: int
    votes_against: int
    deferential_unresolved: int
    valid: int
    quorum: int
    popular: Outcome
    unpopular: Outcome
    verdict: str
    reasons: tuple[Reason, ...]
    allowed: tuple[str, ...]
    next_change_at: datetime | None
    next_change: str
    missing: tuple[str, ...]
    not_voted: tuple[str, ...]
    flags: tuple[Flag, ...]
    ballots: tuple[BallotView, ...]
    self_killed_at: datetime | None = None
    vetoed_at: datetime | None = None
    resolution: ResolutionView | None = None
    body: str = ""
    """Its text in plain words, as it holds."""
    barred: tuple[Reason, ...] = ()
    """Why it may not be enacted now; empty where it may, and where people must decide something first."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One person on the roster; ``may_be_idled_from`` is the first instant at which an admin may idle them for inactivity."""

    name: str
    status: str
    admin: bool
    emperor: bool
    status_since: datetime | None
    idle_since: datetime | None
    last_post_or_comment: datetime | None
    may_be_idled_from: datetime | None


@dataclass(frozen=True, slots=True)
class RequestView:
    """An open request to join, leave, idle or unidle: who, where, when, until when an admin may act on it, and its question's id."""

    kind: str
    who: str
    source: str
    at: datetime
    until: datetime | None
    question: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class BarView:
    """Somebody may not post a Declaration of Victory up to and including an instant."""

    who: str
    until: datetime
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A rule in doubt: since when, what differs, the clauses that this touches, and the figures that lean on them.

    ``rule`` and ``mark`` are what ``tracker confirm --rule ... --wording ...`` takes.
    """

    place: str
    since: datetime
    text: str
    clauses: tuple[str, ...]
    leaning: str
    rule: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the chain of resolutions that is possible now (BN-071): the first is lawful at its instant, the others follow "then"."""

    slug: str
    act: str
    from_instant: datetime | None


def _nothing() -> None:
    """What a board without a dynasty's values works out of them."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the pages show at ``as_of``."""

    as_of: datetime
    player_word: str
    emperor_word: str
    emperor: str
    dynasty_since: datetime | None
    players: int
    quorum: int
    quorum_reason: Reason
    hiatus: tuple[Reason, ...]
    dormant: bool
    dormancy_reason: Reason
    roster: tuple[PlayerView, ...]
    requests: tuple[RequestView, ...]
    bars: tuple[BarView, ...]
    queue: tuple[str, ...]
    chain: tuple[StepView, ...]
    resolvers: tuple[str, ...]
    matters: tuple[MatterView, ...]
    """Open matters: the queue in lawful order, then calls for judgement and declarations, then what is not official."""
    resolved: tuple[MatterView, ...]
    """Resolved matters that are still in the live state, newest first."""
    resolved_by_month: tuple[tuple[str, tuple[MatterView, ...]], ...]
    """Month ``2019-10`` -> every matter resolved in it, for months that hold a live resolved matter."""
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
    next_instant: datetime | None
    months: tuple[str, ...] = ()
    """Every month that has a page of resolved matters, oldest first."""
    ruleset_row: str = ""
    """The observation of the newest revision of the ruleset page; empty where none was seen."""
    tags_hold: bool = True
    """Whether a matter needs a tag to change certain sections: the rule Tags is active (BN-169)."""
    duties: tuple[Reason, ...] = ()
    """What dynastic rules leave to the admin who resolves a matter (BN-248)."""
    reset: ResetCase | None = None
    """The reset of the ruleset that an Ascension Address calls for and the page does not show yet."""
    settled: SettledMatters = field(default_factory=NothingSettled, compare=False, repr=False)
    """What was resolved long ago, asked only where something on the pages hangs on it."""
    precedence: OrderOfPrecedence = field(default_factory=OrderOfPrecedence)
    """The rules by section, as far as two that contradict each other are put in order (BN-261 to BN-265)."""
    keyword_conflicts: tuple[Reason, ...] = ()
    """The rules that define a keyword of the glossary, whose entry counts (BN-188)."""
    table: TableView | None = None
    """The table of players' values; None where the dynasty keeps none."""
    notes: Callable[[], NotesView | None] = field(default=_nothing, compare=False, repr=False)
    """Works out what players should look at below the table (None where there is none), once a page shows it."""
    abilities: Callable[[], AbilitiesView | None] = field(default=_nothing, compare=False, repr=False)
    """Works out what each player may do now (None where the dynasty keeps no values): dear, so only once a page shows it."""
    dynasty: Callable[[], DynastyView | None] = field(default=_nothing, compare=False, repr=False)
    """Works out what the dynasty's rules keep beside players' values (None where it keeps none), once a page shows it."""
    audit: Callable[[], AuditView | None] = field(default=_nothing, compare=False, repr=False)
    """Works out what the page of the audit shows (None where the dynasty keeps no table), once it is asked for."""
    answers: Mapping[str, PageAnswers] = field(default_factory=dict)
    """What to answer below players' lines, by page."""
    dice: DiceView | None = None
    """The dice with what they can be checked by; None where none are in use."""
    amendments: Mapping[str, tuple[SpanAmendment, ...]] = field(default_factory=dict)
    """What makes the ruleset page tell the values that stand in its rules, by page."""
    rule_history: RuleHistoryView | None = None
    """What became of each rule on the ruleset page; None before it was seen."""
    roster_unread: Reason | None = None
    """That the list of players cannot be read at present, and from when it is what stands on the pages."""
    unverified: Mapping[str, datetime] = field(default_factory=dict)
    """Name of a fact (``quorum``, ``matters.p1.for``) -> since when a rule that it leans on is in doubt."""
    clauses_in_doubt: Mapping[str, datetime] = field(default_factory=dict)
    doubts: tuple[DoubtView, ...] = ()
    groundless: tuple[str, ...] = ()
    """Changes of the page, but for dynastic rules, that have no known ground: nothing is written unasked while there are any."""
    new_rules: tuple[RuleView, ...] = ()
    repealed_rules: tuple[RuleView, ...] = ()
