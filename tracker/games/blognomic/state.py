"""BlogNomic's state inside the fold: people, posts with their comments, the dynasty, the table of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from tracker.core.gamestate import Finding
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.mechanics.dice.dice_log import DiceLog
from tracker.mechanics.differences import EXCERPT
from tracker.mechanics.ruleset.written_in_doubt import WrittenInDoubt

from .gndt.gndt_records import DiceWords, Gndt
from .law import Law
from .ruleset.rule_records import Following
from .ruleset.ruleset_page import RulesetShown


class Icon(StrEnum):
    """A voting icon (BN-208)."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    DEFERENTIAL = "DEFERENTIAL"
    VETO = "VETO"


class Kind(StrEnum):
    """The official sorts of posts (BN-213); PLAIN is any other."""

    PROPOSAL = "Proposal"
    CALL = "Call for Judgement"
    DECLARATION = "Declaration of Victory"
    ADDRESS = "Ascension Address"
    STORY = "Story Post"
    PLAIN = ""

    @property
    def is_votable(self) -> bool:
        """Whether votes are cast on it (BN-031)."""
        return self in (Kind.PROPOSAL, Kind.CALL, Kind.DECLARATION)


class Status(StrEnum):
    """What somebody on the roster is."""

    PLAYER = "player"
    IDLE = "idle"
    AWAITED = "awaited"
    """On the roster, but the row in the table of values that admission needs is not there yet."""
    LEFT = "left"


PENDING, ENACTED, FAILED = "Pending", "Enacted", "Failed"
NOT_OFFICIAL = "not official"


PUT_RIGHT = "PUT_RIGHT"
"""The code of the note that people put a row or a value right."""
BUILT_IN_DYNASTY = "island"
"""The dynasty of this ruleset; it holds unless a setting says otherwise."""
DID = "did"
"""The field of a row, as it is folded, that says what a redacted post did beyond what stands for its words (``redacting``)."""


def folded(name: str) -> str:
    """A name as names are compared: without case and outer blanks."""
    return " ".join(name.split()).casefold()


def cell_key(player: str, variable: str) -> str:
    """The key of one cell of the table of values."""
    return f"{folded(player)}|{folded(variable)}"


@dataclass(slots=True)
class Person:
    """Somebody who is or was on the roster; ``key`` stays when the name changes (BN-010)."""

    key: str
    name: str
    status: Status
    since: datetime
    admin: bool = False
    member_id: str = ""
    because: str = ""
    last_activity: datetime | None = None
    last_activity_id: str = ""
    asked_idle: list[tuple[datetime, str]] = field(default_factory=list)
    """When and where they wrote what may be a request to be idled, newest last."""
    asked_unidle: list[tuple[datetime, str]] = field(default_factory=list)
    idled_self_at: datetime | None = None
    idle_before: datetime | None = None
    """When the idleness began from which they were last unidled."""
    joined_at: datetime | None = None
    unidled_at: datetime | None = None
    left_at: datetime | None = None
    left_by: str = ""

    @property
    def counts(self) -> bool:
        """Whether they are one of N: a player who is not idle (BN-016)."""
        return self.status is Status.PLAYER

    @property
    def is_on_roster(self) -> bool:
        """Player or idle: bound by the rules that idle players are counted for."""
        return self.status in (Status.PLAYER, Status.IDLE)


@dataclass(frozen=True, slots=True)
class Stray:
    """An image in a comment that is no voting icon: the address of its folder, its file, and the vote that either's name tells.

    The folder is "" where it lies beside the voting icons, the vote where no name tells any. ``is_alone``: its comment has
    neither words nor a voting icon.
    """

    folder: str
    file: str
    vote: str
    is_alone: bool = False

    @property
    def is_named(self) -> bool:
        """Whether its name or place is that of a voting icon."""
        return bool(self.vote) or not self.folder

    @property
    def is_like_a_vote(self) -> bool:
        """Whether it may well be a voting icon that the settings do not know."""
        return self.is_named or self.is_alone


@dataclass(slots=True)
class Ballot:
    """One comment: who wrote it when, the icons it was first seen with, and what became of them.

    ``newest`` are the icons it holds now, where it was edited or is gone; ``by_player`` tells what its author was when writing.
    ``strays`` are its other images, now or before.
    """

    id: str
    author: str
    name: str
    at: datetime
    icons: tuple[Icon, ...] = ()
    newest: tuple[Icon, ...] | None = None
    edited_at: datetime | None = None
    is_gone: bool = False
    by_player: bool = True
    by_emperor: bool = False
    quoted: bool = False
    url: str = ""
    strays: list[Stray] = field(default_factory=list)


@dataclass(slots=True)
class Tally:
    """A count at one instant with everything it rests on; keys of ``votes`` are people's keys.

    ``resolves_as`` holds what each DEFERENTIAL that resolved counts as, ``evc`` the comment that holds the vote.
    """

    players: int
    quorum: int
    votes_for: int = 0
    votes_against: int = 0
    deferential: int = 0
    votes: dict[str, Icon] = field(default_factory=dict)
    evc: dict[str, str] = field(default_factory=dict)
    resolves_as: dict[str, Icon] = field(default_factory=dict)
    uncounted: list[tuple[str, str, str]] = field(default_factory=list)
    """(comment, why, clause) of each comment with an icon that does not hold a vote."""
    not_voted: list[str] = field(default_factory=list)
    emperor_vote: Icon | None = None
    emperor_deferential_counts: Icon | None = None
    by_quorum_only: bool = False
    """Whether it can become popular by a quorum alone, not by timeout."""
    counted: dict[str, str] = field(default_factory=dict)
    """Of whom the quorum is made, each with why; ``players`` is their number."""

    @property
    def valid(self) -> int:
        """How many valid votes: FOR and AGAINST (BN-034)."""
        return self.votes_for + self.votes_against


@dataclass(slots=True)
class Resolution:
    """A status that an admin set: what it says, our tally of that instant, and what was out of order.

    ``since`` is the last look without it, ``at`` the instant from which it counts. Without a ground (``is_grounded``) it is
    reported until it is set back; what was set before the first look (``is_history``) is not judged.
    """

    status: str
    shown: str
    at: datetime
    by: str
    note: str
    observation: str
    tally: Tally | None = None
    problems: list[Finding] = field(default_factory=list)
    note_tally: tuple[int, int] | None = None
    note_reason: str = ""
    is_grounded: bool = True
    is_history: bool = False
    since: datetime | None = None


@dataclass(slots=True)
class Watch:
    """A status that will be first seen at ``until``: whether it could be set lawfully at any instant, looked at until ``since``."""

    slug: str
    observation: str
    status: str
    by: str
    until: datetime
    since: datetime
    has_ground: bool = False


@dataclass(slots=True)
class Post:
    """A post of the blog; for votable matters with its comments, marks and resolution.

    ``refusals`` say why it is not official, as (code, clause, sentence).
    """

    slug: str
    observation: str
    title: str
    author: str
    author_name: str
    posted_at: datetime
    opened_at: datetime
    categories: tuple[str, ...]
    kind: Kind
    url: str = ""
    body: str = ""
    flavour: str = ""
    refusals: list[tuple[str, str, str]] = field(default_factory=list)
    state: str = PENDING
    ballots: dict[str, Ballot] = field(default_factory=dict)
    void: list[Ballot] = field(default_factory=list)
    """The votes that people say count for nothing, as they were seen."""
    self_killed: tuple[datetime, str] | None = None
    vetoed: tuple[datetime, str] | None = None
    shown_status: str = ""
    resolutions: list[Resolution] = field(default_factory=list)
    """The statuses that admins set and did not set back, newest last."""
    findings: list[Finding] = field(default_factory=list)
    is_gone: bool = False
    seen_at: datetime | None = None
    """When it was first seen, where the row tells."""
    adopted_by: str = ""
    """Who made a plain post an official one."""
    was_of_new_player: bool = False
    entry: int = 0
    """Which post it was in order of entry."""
    page_updated_at: datetime | None = None
    """When a revision of the ruleset page first named it (BN-068)."""
    late_edits: dict[str, str] = field(default_factory=dict)
    """Edit's row -> what it changed, where only its being a typing fix would make it lawful."""
    html: str = ""
    """The body as the blog gave it, quotations and all; ``body`` are its own words alone."""
    filed: tuple[str, ...] = ()
    """The words by which the blog files it, as its page has them."""
    did: dict[str, Any] = field(default_factory=dict)
    """Of a post whose words were redacted, what it did beyond what stands for them (``redacting``)."""

    @property
    def is_official(self) -> bool:
        """Whether the rules let this author make this post then (BN-213)."""
        return self.kind is not Kind.PLAIN and not self.refusals

    @property
    def is_open(self) -> bool:
        """A lawful votable matter that is neither enacted nor failed."""
        return self.kind.is_votable and self.is_official and self.state == PENDING

    @property
    def resolution(self) -> Resolution | None:
        """What resolved it; None while it is pending."""
        return self.resolutions[-1] if self.resolutions and self.state != PENDING else None

    @property
    def unfounded(self) -> Resolution | None:
        """The status that it bears without a ground, if so: a report is open on it."""
        return self.resolutions[-1] if self.resolutions and not self.resolutions[-1].is_grounded else None

    @property
    def is_history(self) -> bool:
        """Whether it was resolved before the blog was first looked at."""
        return bool(self.resolutions) and self.resolutions[-1].is_history

    def put_right(self, row: str = "") -> list[Reason]:
        """What people put right about the post, or about one row of its, in the order in which they did."""
        found = (each for each in self.findings if each.code == PUT_RIGHT and (not row or row in each.observations))
        return [Reason(each.clause, each.text, each.observations) for each in found]

    def noted(self, code: str, clause: str, text: str) -> Finding:
        """A note on what its own text says, from when it was opened."""
        return Finding(code, clause, text[:EXCERPT], (self.observation,), self.opened_at, True, self.slug)


@dataclass(slots=True)
class Ask:
    """A text that may be a request or an act which only a person can recognise; ``topic`` is the question's first word."""

    topic: str
    subject: str
    who: str
    at: datetime
    observation: str
    text: str = ""
    closed_at: datetime | None = None
    name: str = ""
    """How the author wrote themself, who may be on no roster yet."""

    @property
    def question(self) -> str:
        """The id of its question."""
        return f"{self.topic}:{self.subject}"


@dataclass(slots=True)
class PastDynasty:
    """The dynasty that ended when a declaration was enacted; ``emperor`` and ``winner`` are keys of people."""

    emperor: str
    since: datetime | None
    ended_at: datetime
    winner: str
    declaration: str
    emperor_since: datetime | None = None


@dataclass(slots=True)
class Address:
    """The newest lawful Ascension Address with what held when it was posted: the terms and the topmost dynastic rules.

    ``words`` are the terms by parameter; ``done_at`` is when the ruleset page first showed the reset, ``missing`` the steps that it lacks
    until then, and ``before`` the SHA-256 of the page until then. What a person confirmed before ``edited_at`` was another text.
    """

    slug: str
    title: str
    author: str
    at: datetime
    observation: str
    text: str
    words: dict[str, str]
    rules: list[str] = field(default_factory=list)
    done_at: datetime | None = None
    missing: list[str] = field(default_factory=list)
    before: str = ""
    edited_at: datetime | None = None
    did: dict[str, Any] = field(default_factory=dict)
    """As of its post."""


@dataclass(slots=True)
class FailedDeclaration:
    """A declaration of victory that was failed, with our tally of that instant (BN-104)."""

    title: str
    url: str
    at: datetime
    votes_for: int
    votes_against: int


@dataclass(slots=True)
class Shown:
    """How the newest roster shows somebody: only differences from it are news."""

    status: Status
    admin: bool
    emperor: bool
    name: str = ""


_UTC = "%Y-%m-%d %H:%M:%S UTC"


@dataclass(frozen=True, slots=True)
class Unread:
    """Since when a part of the blog cannot be read wholly, and when it last was (None: never)."""

    at: datetime
    last: datetime | None

    @property
    def words(self) -> str:
        """What that means for the figures that stand on a page."""
        known = f"as of the look at {self.last:{_UTC}}" if self.last else "what could be read so far"
        return f"could not be read wholly at {self.at:{_UTC}}; what stands here is {known}"

    @property
    def what_is_unknown(self) -> str:
        """Why nothing is determined that votes decide."""
        if self.last is None:
            return "not read wholly yet: votes written on it are not known"
        return f"not read since {self.last:{_UTC}}: votes written since then are not known"


@dataclass(slots=True)
class State:
    """Everything the fold has to remember about BlogNomic."""

    people: dict[str, Person] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    """Folded name -> keys of the people that bear or bore it."""
    members: dict[str, str] = field(default_factory=dict)
    shown: dict[str, Shown] = field(default_factory=dict)
    has_roster: bool = False
    marks_wait_until: datetime | None = None
    """When the downtime ends after which marks that a whole roster shows are taken (BN-015, BN-177)."""
    settings: dict[str, Any] = field(default_factory=dict)
    page_values: dict[str, Any] = field(default_factory=dict)
    """Parameter -> its value as the ruleset page tells it; the operator's settings go before."""
    aliases: dict[str, str] = field(default_factory=dict)
    identified: dict[str, str] = field(default_factory=dict)
    """Folded name on the blog -> the name of the person whose it is, as the identities have it."""
    posts: dict[str, Post] = field(default_factory=dict)
    entries: int = 0
    """How many posts were entered so far."""
    open_slugs: list[str] = field(default_factory=list)
    """Slugs of the open matters: of the thousands of posts only these are looked at row by row."""
    homeless: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Slug of a post not seen yet -> the rows about it, as records, that wait for it."""
    emperor: str = ""
    emperor_since: datetime | None = None
    shown_emperor: str = ""
    shown_emperor_at: datetime | None = None
    dynasty_since: datetime | None = None
    awaiting_address: datetime | None = None
    address_since: datetime | None = None
    enacted_declaration: str = ""
    """Whether the game is in hiatus while the Ascension Address is awaited."""
    address: Address | None = None
    past_dynasty: PastDynasty | None = None
    failed_declarations: dict[str, list[FailedDeclaration]] = field(default_factory=dict)
    """Key -> the declarations of that person that were failed, oldest first."""
    page_revisions: dict[str, list[tuple[datetime, int]]] = field(default_factory=dict)
    """Title of a page other than the ruleset -> when each of its later revisions was made, oldest first (BN-246)."""
    dov_bars: dict[str, datetime] = field(default_factory=dict)
    """Key -> the last instant at which that person may not declare victory (BN-096)."""
    special_cases: dict[str, bool] = field(default_factory=dict)
    ruleset: RulesetShown | None = None
    """How the ruleset page reads; None until a revision of it was seen."""
    in_doubt: WrittenInDoubt = field(default_factory=WrittenInDoubt)
    """What was written by rules in doubt: matters (``post:SLUG``), ``roster`` or ``table``."""
    following: Following = field(default_factory=Following)
    """What became of its rules revision by revision, and what caused it."""
    gndt: Gndt = field(default_factory=lambda: Gndt(BUILT_IN_DYNASTY))
    """The table of players' values, with all that follows from it."""
    parked: Gndt | None = None
    """The table of a dynasty whose file was taken out of the config; it goes on where that was a slip."""
    dice: DiceLog = field(default_factory=DiceLog)
    dice_words: DiceWords = field(default_factory=DiceWords)
    accounts: dict[str, str] = field(default_factory=dict)
    """Folded account of the wiki -> the name of the person whose it is."""
    cells: dict[str, str] = field(default_factory=dict)
    """What the table of values shows, by ``cell_key``."""
    proposals_made: dict[str, list[datetime]] = field(default_factory=dict)
    """Key -> instants of the proposals made on the newest UTC day seen (BN-058)."""
    awaited_values: dict[str, list[tuple[str, dict[str, Any]]]] = field(default_factory=dict)
    """Slug of a matter -> the corrections that set a value once it is enacted, each with its row."""
    asks: dict[str, Ask] = field(default_factory=dict)
    unannounced: list[str] = field(default_factory=list)
    """Questions of the idlings that nothing has announced yet."""
    watched: list[Watch] = field(default_factory=list)
    """The statuses that are set about now."""
    first_look: datetime | None = None
    """When the blog was first looked at, where its posts tell."""
    history: int = 0
    """How many matters were resolved before that."""
    unread: dict[str, Unread] = field(default_factory=dict)
    """What cannot be read wholly at present: ``roster``, ``post:SLUG``, or ``site`` where nothing gives an answer."""
    settled_months: list[str] = field(default_factory=list)
    """The months (``2019-10``) whose pages keep the evidence of settled matters."""
    findings: list[Finding] = field(default_factory=list)
    seq: int = 0

    # --- people ---

    def law(self, when: datetime) -> Law:
        """The law at an instant."""
        return Law(when, self.settings, self.page_values)

    def find(self, name: str, member_id: str = "") -> list[str]:
        """The keys of everybody that a name may mean: by member id, else without case and by the alias table."""
        if member_id and member_id in self.members:
            return [self.members[member_id]]
        wanted = folded(name)
        found = self.names.get(wanted, [])
        if len(found) > 1:
            found = [key for key in found if self.people[key].name == name] or found
        alias = self.aliases.get(wanted) or self.identified.get(wanted)
        if alias is None:
            return found
        return list(dict.fromkeys([*found, *self.names.get(folded(alias), [])]))

    def key_of(self, name: str, member_id: str = "") -> str:
        """The one key a name means; an unknown name is its own folded form, an ambiguous one a key nobody has."""
        found = self.find(name, member_id)
        if len(found) > 1:
            return f"?{folded(name)}"
        return found[0] if found else folded(name)

    def account_key(self, account: str) -> str:
        """The key of whoever has that account of the wiki: by the settings, else whoever bears that very name."""
        return self.key_of(self.accounts.get(folded(account), account))

    def person(self, key: str) -> Person | None:
        """Who that is, if they are or were on the roster."""
        return self.people.get(key)

    def name_of(self, key: str) -> str:
        """The present name, or the key of an unknown one."""
        person = self.people.get(key)
        return person.name if person else key

    def asker(self, ask: Ask) -> str:
        """The name of whoever asks: the present one, or that of somebody who is on no roster yet."""
        return self.people[ask.who].name if ask.who in self.people else ask.name or ask.who

    @rule("BN-016", "BN-039")
    def counts(self, key: str) -> bool:
        """Whether that person counts as a player now (BN-016, BN-039)."""
        person = self.people.get(key)
        return person is not None and person.counts

    @rule("BN-015", "BN-016")
    def players(self) -> list[Person]:
        """Everybody who counts, in roster order."""
        self.in_doubt.lean_on("roster")
        wanted = Status.PLAYER  # looked up once: the people of twenty years are walked for every tally
        return [person for person in self.people.values() if person.status is wanted]

    def player_count(self) -> int:
        """N: how many players count."""
        return len(self.players())

    def admins(self) -> Iterator[Person]:
        """All admins still in the game, idle ones too (BN-028)."""
        return (person for person in self.people.values() if person.admin and person.is_on_roster)

    # --- posts ---

    @property
    def matters_in_doubt(self) -> list[str]:
        """The matters that were written by rules in doubt: whether one is open, and which is the oldest, leans on that."""
        return [subject for subject in self.in_doubt.clauses if subject.startswith("post:")]

    def open_matters(self, *kinds: Kind) -> list[Post]:
        """Lawful pending matters of these kinds (all kinds where none is named), by posting time, then in order of entry (BN-066)."""
        self.in_doubt.lean_on(*self.matters_in_doubt)
        wanted: Iterable[Kind] = kinds or (Kind.PROPOSAL, Kind.CALL, Kind.DECLARATION)
        found = [post for post in map(self.posts.__getitem__, self.open_slugs) if post.kind in wanted]
        return sorted(found, key=lambda post: (post.posted_at, post.entry))

    def unread_of(self, post: Post) -> Unread | None:
        """Since when its page cannot be read wholly, or does not tell its status, if so."""
        parts = (f"post:{post.slug}", f"status:{post.slug}", "site")
        return next((self.unread[part] for part in parts if part in self.unread), None)

    def enter(self, post: Post) -> None:
        """Put a new post on the books."""
        self.entries += 1
        post.entry = self.entries
        self.posts[post.slug] = post

    def relist(self, post: Post) -> None:
        """Keep the list of open matters, after what may have opened or closed that one."""
        if post.is_open != (post.slug in self.open_slugs):
            (self.open_slugs.append if post.is_open else self.open_slugs.remove)(post.slug)

    @rule("BN-165", "BN-167")
    def is_active(self, special_case: str) -> bool:
        """Whether a Special Case rule is active; the default is active (BN-165)."""
        return self.special_cases.get(special_case, True)

    def note(
        self,
        code: str,
        clause: str,
        text: str,
        *observations: str,
        at: datetime,
        subject: str = "",
        is_note: bool = False,
    ) -> Finding:
        """Record a finding; one about a post that is live is kept with the post."""
        finding = Finding(code, clause, text, observations, at, is_note, subject)
        post = self.posts.get(subject)
        (post.findings if post else self.findings).append(finding)
        return finding
