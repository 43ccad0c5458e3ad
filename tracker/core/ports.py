"""The ports: what the tracker asks of the outside world, each with one or few methods and a contract suite in the tests.

They stand in one module although it is long, so that whoever writes an adapter sees them together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Message, RollRequest
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch, ReadingWarning

NOTHING_READ: Mapping[int, Mapping[str, Any]] = {}
"""Of no row a game had read anything that redaction must leave."""
Readings = Callable[[Observation], Any]
"""A game's expensive reading of one observation, stored beside it; plain JSON values or None."""


class Clock(Protocol):
    """The only place where now comes from (law 15)."""

    def now(self) -> datetime:
        """The present instant, aware, UTC."""
        ...


class DiceRoller(Protocol):
    """Draws dice; the faces follow from the day's seed and the request's key alone."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """As many faces 1..sides as the request asks for; the same key and day give the same faces.

        Raises DiceError where no dice can be drawn for it, now or ever.
        """
        ...


# --- sources ------------------------------------------------------------------------------------------------------------------------


class Known(Protocol):
    """What is archived already, as a source may consult it to tell new from edited from gone."""

    def cursor(self, source: str) -> str | None:
        """The cursor stored with the source's last batch."""
        ...

    def newest(self, source: str, ids: Iterable[str]) -> Mapping[str, ArchivedObservation]:
        """The newest row of each id that exists."""
        ...

    def newest_about(self, source: str, subject: str) -> Sequence[ArchivedObservation]:
        """The newest row of every id whose subject is this, in order of happening."""
        ...

    def versions(self, observation_id: str) -> Sequence[ArchivedObservation]:
        """Every row of one id, oldest first (law 2: the old ones stay)."""
        ...

    def told_by(
        self, source: str, kinds: Iterable[str], since: datetime | None = None, before: datetime | None = None
    ) -> Iterable[Told]:
        """What the rows of these kinds from one source say, by seq, lifted to the present shape: for checks of very many.

        ``since`` and ``before`` keep those that happened from the one instant on and before the other.
        """
        ...


class Source(Protocol):
    """A place where things are seen: a blog, a wiki's pages, chat channels."""

    name: str

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterable[ObservationBatch]:
        """Look, and yield what is new as batches, each complete in itself; interrupted, the next call goes on from the cursor.

        Reading never raises on bad content: what could be read comes with warnings. Raises SourceError where nothing could be read.
        """
        ...


class MendedRows(Protocol):
    """What a source makes of archived fragments now: rows in the place of others, by number, and rows that there were none of."""

    @property
    def replaced(self) -> Mapping[int, Observation]:
        """The rows that read otherwise now, by the numbers of those that they replace."""
        ...

    @property
    def added(self) -> Sequence[Observation]:
        """Rows that the settings of old did not give at all."""
        ...


@runtime_checkable
class ReadsAgain(Protocol):
    """A source that keeps what it was shown, and can read it again by other settings."""

    @property
    def settings(self) -> str:
        """The settings by which what was read is understood, as text."""
        ...

    def read_again(self, known: Known) -> MendedRows:
        """Read everything that the source ever showed once more by today's settings; returns the rows that come out otherwise."""
        ...

    def look_again_cursor(self, cursor: str | None) -> str:
        """The cursor from which the next look reads all that is open in full, given the present one."""
        ...


@dataclass(frozen=True, slots=True)
class UnreadPart:
    """A part of a source that cannot be read wholly: its name, since when, and when it last was (ISO 8601; empty: never).

    ``why`` says what is wrong and what helps, where that is known; ``account`` whose private messages they are ("": they are none).
    """

    name: str
    since: str
    last: str
    why: str = ""
    account: str = ""


class Progress(Protocol):
    """How far a long reading is."""

    def step(self, text: str, done: int, total: int | None) -> None:
        """Say what is being read, how many are done and of how many (None: unknown)."""
        ...


# --- the archive --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did: how many rows were new, and the last row's number."""

    added: int
    last_seq: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A folded state as bytes, keyed by what it was folded from: rows up to ``seq``, ``as_of``, and digests of code and settings."""

    seq: int
    as_of: datetime
    digest: str
    state: bytes
    decisions: bytes = b"[]"


@dataclass(frozen=True, slots=True)
class SettledRecord:
    """One settled matter, stored singly; ``group`` is what its pages are kept by (a month)."""

    key: str
    group: str
    settled_at: datetime
    content: str
    """The record as JSON: thousands are settled in a long fold, and hardly one of them is looked at."""

    @property
    def record(self) -> Mapping[str, Any]:
        """What is settled."""
        record: Mapping[str, Any] = json.loads(self.content)
        return record


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """One line a tick: when, how it ended, and the next instant at which something happens by itself."""

    at: datetime
    outcome: str
    seq: int
    next_instant: datetime | None
    digest: str
    note: str = ""


class Told(NamedTuple):
    """What a row says without how it was seen: its kind and id, when it happened (UTC), and its payload."""

    kind: str
    id: str
    happened_at: datetime
    payload: Mapping[str, Any]


class Archive(Known, Protocol):
    """The append-only store of observations, with checkpoints, settled matters, the lock and heartbeats."""

    def append(self, batch: ObservationBatch, readings: Readings | None = None) -> Appended:
        """Add the batch's new rows, its warnings and its cursor in one transaction; what is known already adds nothing (law 1).

        Checkpoints and settled matters that a new row could change are dropped with it.
        """
        ...

    def warnings(self, since: datetime) -> Sequence[ReadingWarning]:
        """What the looks at or after an instant could not read, each once, oldest first."""
        ...

    def last_seq(self) -> int:
        """The number of the newest row; 0 in an empty archive."""
        ...

    def rows(
        self,
        *,
        up_to: int | None = None,
        after_seq: int = 0,
        happened_after: datetime | None = None,
        changing: datetime | None = None,
    ) -> Iterable[ArchivedObservation]:
        """Rows by seq, lifted to the present shape.

        ``happened_after`` keeps those with ``happened_at`` later than it, ``changing`` those that can change a fold to it.
        """
        ...

    def earliest_since(self, seq: int, up_to: int | None = None, after: datetime | None = None) -> datetime | None:
        """The first instant, later than ``after``, from which any row after ``seq`` can change a fold; None: no such row."""
        ...

    def redact(
        self,
        observation_id: str,
        *,
        by: str,
        why: str,
        at: datetime,
        read: Mapping[int, Mapping[str, Any]] = NOTHING_READ,
    ) -> int:
        """Empty the content of every row of an id, keeping its hash; how many rows that were.

        ``read`` is what a game had read in a row, by its number: it stays (``observation.READ``).
        """
        ...

    def reread(self, rows: Mapping[int, Observation], readings: Readings | None = None) -> None:
        """Put what a reader makes of archived fragments now in the place of what it made before, by the rows' numbers.

        The fragments stay. Checkpoints and settled matters go.
        """
        ...

    def save_checkpoint(self, checkpoint: Checkpoint, settled: Iterable[SettledRecord] = ()) -> None:
        """Keep a checkpoint with the matters that were settled on the way to it; an older ladder of them stays, thinned out."""
        ...

    def checkpoints(self, digest: str, as_of: datetime) -> Iterable[Checkpoint]:
        """The checkpoints of that digest at or before an instant, newest ``as_of`` first, read one at a time."""
        ...

    def settled_matters(self, digest: str, as_of: datetime) -> SettledMatters:
        """What the checkpoint of that digest and instant had taken out of its live state; of each key the newest record.

        A matter that was reopened since may still be among them: the live state goes before.
        """
        ...

    def acquire(self, owner: str, now: datetime, until: datetime) -> None:
        """Take the single-writer lock until it expires; raises LockedError that says who holds it since when.

        One that another took at an instant that is yet to come falls at ``until`` at the latest: that clock was ahead.
        """
        ...

    def release(self, owner: str) -> None:
        """Give the lock back; harmless where it is another's."""
        ...

    def beat(self, heartbeat: Heartbeat) -> None:
        """Add one heartbeat."""
        ...

    def last_beat(self) -> Heartbeat | None:
        """The newest heartbeat."""
        ...

    def close(self) -> None:
        """Let go of the file or connection."""
        ...


# --- the wiki and the ledger ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page as read: ``revision`` None and ``text`` empty where there is no such page; a redirect is not followed.

    ``editor``, ``edited_at``, ``summary``, ``parent`` (the revision before, 0 for none) and ``restores`` are those of that
    revision.
    """

    title: str
    text: str
    revision: int | None
    editor: str = ""
    edited_at: datetime | None = None
    redirect: bool = False
    summary: str = ""
    parent: int = 0
    restores: bool = False

    @property
    def exists(self) -> bool:
        """Whether there is such a page; an existing page may be empty."""
        return self.revision is not None


@dataclass(frozen=True, slots=True)
class PageEdit:
    """One edit of one whole page; ``base_revision`` None means: create, never overwrite."""

    title: str
    text: str
    summary: str
    base_revision: int | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the wiki did: the new revision, or none where the text was the same; ``merged`` when another edit was mixed in."""

    title: str
    revision: int
    changed: bool
    merged: bool = False
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A picture to be uploaded under a file name, with the text of its description page.

    ``is_approved`` says that an admin lets it go over what others uploaded under that name, or where they deleted it.
    """

    filename: str
    content: bytes
    comment: str
    description: str = ""
    is_approved: bool = False

    @property
    def title(self) -> str:
        """The title of the file's page."""
        return f"File:{self.filename}"

    @property
    def sha1(self) -> str:
        """The SHA-1 of the bytes in hexadecimal digits, by which wikis know versions of a file."""
        return hashlib.sha1(self.content, usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class WikiPicture:
    """The newest version of a file: the SHA-1 of its bytes ("" where there is none), who uploaded it, and its page's revision.

    ``is_ours`` tells that the tracker's account uploaded it, ``is_put_back`` that somebody else put back one of its earlier versions.
    ``refusal`` says why the wiki takes no file of that name's ending; "" where it does.
    """

    sha1: str = ""
    uploader: str = ""
    is_ours: bool = False
    is_put_back: bool = False
    revision: int = 0
    refusal: str = ""

    @property
    def is_somebodys(self) -> bool:
        """Whether there is a file that is none of ours."""
        return bool(self.sha1) and not (self.is_ours or self.is_put_back)


@dataclass(frozen=True, slots=True)
class WikiRevision:
    """One version of a page; ``restores`` says that the wiki knows the edit as an undo, a rollback or the like."""

    title: str
    revision: int
    parent: int
    editor: str
    at: datetime
    summary: str
    text: str
    restores: bool = False


@dataclass(frozen=True, slots=True)
class WikiAccount:
    """Who the wiki thinks we are: name, groups, rights, and the reason of a block."""

    name: str
    groups: tuple[str, ...]
    rights: tuple[str, ...]
    blocked: str = ""


@runtime_checkable
class KeepsTime(Protocol):
    """A wiki that has a clock of its own."""

    def time(self) -> datetime | None:
        """What that says now (UTC), or None where the wiki does not tell; raises WikiError."""
        ...


class WikiReader(Protocol):
    """What of a wiki a source reads."""

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        """The newest revision id of each page (None: no such page), in as few requests as can be and without logging in."""
        ...

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        """The pages with text, in as few requests as can be."""
        ...

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        """Versions of a page later than revision ``after``, oldest first."""
        ...


class WikiBackend(WikiReader, Protocol):
    """A wiki: a real MediaWiki, or a folder of pages with revisions."""

    def save(self, edit: PageEdit) -> Receipt:
        """Save a whole page on top of its base revision; raises a WikiError that tells the kinds of failure apart."""
        ...

    def upload(self, upload: Upload) -> Receipt:
        """Upload a picture; ``changed`` is False where the same bytes are there already.

        Raises PageExistsError where the newest version is somebody else's.
        """
        ...

    def pictures(self, titles: Sequence[str]) -> Mapping[str, WikiPicture]:
        """The newest version of each of some files, by the titles of their pages (``File:...``), in one request and without logging in."""
        ...

    def account(self) -> WikiAccount:
        """Who we are there, after logging in."""
        ...

    def refused(self, titles: Sequence[str]) -> Mapping[str, str]:
        """The pages that our account may not edit, or make where they are not there, each with why; nothing is written."""
        ...


class Outbox(Protocol):
    """Sends messages to people: replies, private messages, webhook notices."""

    def send(self, message: Message) -> str:
        """Send once per key; the receipt is whatever names the message at the other end."""
        ...


class ChatOutbox(Outbox, Protocol):
    """An outbox whose messages stand in a chat, where they can be found and changed.

    A message is ``to`` a channel by its name, or to a message of it as ``CHANNEL/MESSAGE``: then it answers that one. Receipts
    are ids of messages: decimal numbers.
    """

    def edit(self, message: Message, receipt: str) -> None:
        """Let the message that was sent say something else; raises MessageGoneError where somebody deleted it."""
        ...

    def find(self, message: Message, since: datetime) -> str | None:
        """Whether a message of ours to that channel, or that answers that message, came there since; its receipt, or None.

        ``since`` is allowed for clocks that differ by some minutes. Raises OutboxError where that cannot be told for sure.
        """
        ...


class PrivateOutbox(ChatOutbox, Protocol):
    """A chat outbox that also writes privately: such a message is ``to`` an ``@`` and what ``open_private`` gave."""

    def open_private(self, account: str) -> str:
        """Where private messages with an account stand; raises UndeliverableError where it takes none, and OutboxError."""
        ...

    def written(self, to: str, since: datetime) -> Mapping[str, str]:
        """What our messages to that place say since an instant, by their first lines; ``since`` and errors as of ``find``."""
        ...

    def as_written(self, message: Message) -> str:
        """What a message says once it is sent."""
        ...


ActKind = Literal["edit", "create", "upload", "message"]

IN_CHAT = "chat:"
"""With what the targets of messages begin that stand in a chat: what became of one is found out there, by ``ChatOutbox.find``."""
IN_CHAT_STATUS = f"{IN_CHAT}status:"
"""The same of messages that say how things stand, each with its channel's name behind it."""

EDITS = frozenset({"edit", "create"})
"""The acts that leave a page with a new text."""

SUCCESSES = frozenset({"done", "same", "merged"})
"""The outcomes of an act after which the page says what we meant it to."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What we are about to do, written down before we do it."""

    kind: ActKind
    target: str
    base_revision: int | None
    text_hash: str
    summary: str
    plan: str
    at: datetime
    regions: Mapping[str, str]
    """Region name -> the text that will stand between its markers."""


@dataclass(frozen=True, slots=True)
class OpenIntent:
    """An intent without a receipt: it must be settled by reading back, never by acting again."""

    id: int
    intent: Intent


class PastAct(NamedTuple):
    """An act that went through: the digest of what was written, and the number that it left (None: it left none)."""

    text_hash: str
    revision: int | None


class Ledger(Protocol):
    """The append-only record of our own acts: an intent before each, a receipt after."""

    def intend(self, intent: Intent) -> int:
        """Write an intent down; its id is for the receipt."""
        ...

    def receive(self, intent: int, outcome: str, revision: int | None, at: datetime, note: str = "") -> None:
        """Close an intent: ``done``, ``same``, ``merged``, ``failed`` or ``not done``."""
        ...

    def open_intents(self) -> Sequence[OpenIntent]:
        """Every intent that has no receipt, oldest first."""
        ...

    def region_text(self, page: str, region: str) -> str | None:
        """The text that we last put (with a receipt) between a region's markers; None where we never did."""
        ...

    def texts(self, page: str, prefix: str) -> Mapping[str, str]:
        """Every such text of a page whose name begins so, by name: what ``region_text`` gives for each."""
        ...

    def last_revision(self, page: str) -> int | None:
        """The revision that our last successful act on the page left."""
        ...

    def last_success(self, kind: ActKind, target: str) -> str | None:
        """The ``text_hash`` of our last act of that kind on a target that went through; None where none did."""
        ...

    def last_act(self, kind: ActKind, target: str) -> PastAct | None:
        """Our last act of that kind on a target that went through; None where none did."""
        ...

    def approve(self, checksum: str, by: str, at: datetime) -> None:
        """Note that an admin approved exactly this held change or plan."""
        ...

    def approved(self, checksum: str) -> bool:
        """Whether exactly this was approved."""
        ...
