"""Observations: one thing seen, as it was seen, and the batches in which sources hand them over."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from tracker.core.instants import EPOCH, TICKLE, iso, parse_instant

SCHEMA_VERSION = 1
"""Version of the stored payloads' shapes; older rows are lifted on reading."""

PUBLIC = "public"
OPERATOR = "operator"
TIMELESS = frozenset(
    {
        "identities",
        "bot_account",
        "vote_icon_bases",
        "vote_icons",
        "vote_alt_texts",
        "open_words",
        "enacted_words",
        "failed_words",
    }
)
"""Settings that say what always was so, whenever they were written: who somebody is, and how what a blog shows is to be read."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of observation must carry: required fields, optional fields, and which one is its subject."""

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    subject: str = ""


def _kinds(*kinds: Kind) -> dict[str, Kind]:
    return {kind.name: kind for kind in kinds}


_MESSAGE_DETAILS = ("reply_to", "name", "also", "bot", "thread", "seen_edited", "read")

KINDS: Mapping[str, Kind] = _kinds(
    Kind("opening", ("game", "state")),
    Kind("setting", ("name", "value"), subject="name"),
    Kind("roster", ("players",)),
    Kind("roster_change", ("name", "change"), ("by", "reason", "to", "member_id"), subject="name"),
    Kind(
        "post",
        ("slug", "category", "title", "author", "body"),
        ("url", "flavour", "filed", "member_id", "read", "sticky", "first_revision_at", "visible_at"),
        subject="slug",
    ),
    Kind("post_edited", ("slug", "by"), ("title", "body", "category", "read"), subject="slug"),
    Kind("post_gone", ("slug",), subject="slug"),
    Kind("post_status", ("slug", "status"), ("by", "note", "read"), subject="slug"),
    Kind("comment", ("post", "author", "body"), ("member_id", "url", "read"), subject="post"),
    Kind("comment_edited", ("post", "author", "body"), ("member_id", "url", "read"), subject="post"),
    Kind("comment_gone", ("post", "author"), ("body", "member_id"), subject="post"),
    Kind("page_revision", ("page", "revision", "parent", "editor", "summary", "text"), ("restores",), subject="page"),
    Kind("log_line", ("page", "editor", "text"), subject="page"),
    Kind("cell_change", ("page", "editor", "player", "variable", "old", "new"), ("line",), subject="page"),
    Kind("message", ("channel", "author", "text"), (*_MESSAGE_DETAILS, "place"), subject="channel"),
    Kind("message_edited", ("channel", "author", "text"), ("message", *_MESSAGE_DETAILS), subject="channel"),
    Kind("message_deleted", ("channel",), ("message", "author", "text", *_MESSAGE_DETAILS), subject="channel"),
    Kind("reaction", ("message", "emoji", "user"), ("name", "bot"), subject="message"),
    Kind("reaction_removed", ("message", "emoji", "user"), ("name", "bot"), subject="message"),
    Kind("member_left", ("user",), ("name", "bot"), subject="user"),
    Kind("member_named", ("user",), ("name", "also", "bot"), subject="user"),
    Kind("roll", ("sides",), ("for", "face", "faces", "words"), subject="for"),
    Kind("roll_lost", ("for", "why"), subject="for"),
    Kind("commitment", ("for", "hash"), subject="for"),
    Kind("reveal", ("for", "secret"), ("words",), subject="for"),
    Kind("shuffle", ("deck",), ("for", "nonce", "words", "words_are_used", "kinds"), subject="for"),
    Kind("dealt", ("for", "player"), ("cards", "shuffle", "accounts"), subject="for"),
    Kind("ending", ("for",), ("win", "opened"), subject="for"),
    Kind("letter", ("for", "to", "delivered"), subject="for"),
    Kind("name_drawn", ("name",), ("for",), subject="for"),
    Kind("decision", ("question", "answer", "by", "why"), ("since", "wording", "revoked", "read"), subject="question"),
    Kind("correction", ("by", "why"), ("of", "reads", "happened", "void", "set", "since", "message"), subject="of"),
    Kind("answer", ("of", "message", "suggestions"), subject="of"),
    Kind("fragment", ("of",), ("since", "words", "title", "note", "content", "mark"), subject="of"),
    Kind("look", ("source", "complete"), ("since", "reactions"), subject="source"),
)
"""Every kind of observation that the interchange format knows (docs/formats.md)."""
_SUBJECTS = {name: kind.subject for name, kind in KINDS.items() if kind.subject}


def fragment_id(of: str) -> str:
    """The id of what pages showed of a subject (a post's slug), out of which settings make the rows about it."""
    return f"fragment:{of}"


DELETED_ACCOUNT = "456226577798135808"
"""The account that Discord names as the author of whatever accounts wrote that were deleted."""
UNKNOWN_AUTHORS = frozenset({DELETED_ACCOUNT, "unknown"})
"""The authors of messages of which nobody knows who wrote them."""


_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spare blanks: equal values give equal text."""
    return _CANONICAL.encode(value)


FILE = "file"
"""The source of what a file tells."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing seen at a source.

    ``id`` is stable at the source: a later sight of the same thing has the same id. ``at`` is when it happened; what could only be
    seen between two looks has ``not_before`` (it had surely not happened yet) and ``not_after`` (it surely had) instead.
    """

    kind: str
    id: str
    payload: Mapping[str, Any]
    at: datetime | None = None
    not_before: datetime | None = None
    not_after: datetime | None = None
    seen_at: datetime | None = None
    audience: str = PUBLIC
    source: str = FILE
    version: int = SCHEMA_VERSION

    @property
    def happened_at(self) -> datetime:
        """When it had surely happened (UTC): ``at``, or the look that first saw it."""
        instant = self.at or self.not_after
        if instant is None:
            raise ValueError(f"observation {self.id} has neither at nor not_after")
        return instant

    @property
    def possible_from(self) -> datetime:
        """The instant after which it may have happened: ``at`` itself, or the last look that did not see it."""
        return self.at or self.not_before or self.happened_at

    @property
    def is_interval(self) -> bool:
        """Whether the true instant is only known to lie between two looks."""
        return self.at is None and self.possible_from < self.happened_at

    @property
    def subject(self) -> str:
        """What it is about: the post's slug, the page, the channel, the player, or nothing."""
        name = _SUBJECTS.get(self.kind)
        return str(self.payload.get(name, "")) if name else ""

    def text(self, name: str) -> str:
        """A field of the payload as text; absent is empty."""
        return str(self.payload.get(name) or "")

    @property
    def digest(self) -> str:
        """SHA-256 of what was seen and when it happened, not of when or how often we looked (law 1)."""
        content = [self.kind, self.id, dict(self.payload), *self._times(), self.audience]
        return _sha256(canonical_json(content))

    @property
    def changes_from(self) -> datetime:
        """The first instant whose fold it can change.

        What may have happened between two looks counts from just after the first of them, a decision or correction from what it is
        about.
        """
        earliest = self.possible_from + TICKLE if self.is_interval else self.happened_at
        return min(earliest, _decided_from(self.payload)) if self.reaches_back else earliest

    @property
    def reaches_back(self) -> bool:
        """Whether it changes what happened before it: a decision, and a correction of something else than the present."""
        return self.kind == "decision" or (self.kind == "correction" and bool(self.payload.get("of")))

    def _times(self) -> list[str | None]:
        return [None if instant is None else iso(instant) for instant in (self.at, self.not_before, self.not_after)]


def _sha256(text: str) -> str:
    # JSON from outside may hold half a surrogate pair, which plain UTF-8 cannot write.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _decided_from(payload: Mapping[str, Any]) -> datetime:
    try:
        return parse_instant(str(payload["since"]))
    except (KeyError, ValueError):
        return EPOCH


class ArchivedObservation(NamedTuple):
    """An observation as the archive keeps it: ``seq`` tells when we learned it; ``readings`` what a game read out of it.

    ``redacted`` says by whom, when and why its content was emptied; ``digest`` is that of the content as it was first seen.
    """

    seq: int
    observation: Observation
    readings: Any = None
    redacted: str = ""
    digest: str = ""

    @property
    def id(self) -> str:
        """The observation's stable id."""
        return self.observation.id


@dataclass(frozen=True, slots=True)
class ReadingWarning:
    """Something that a source could not read or did not expect: a word for its kind, the place and a sentence."""

    code: str
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class ObservationBatch:
    """What one look at a source brought: appended in one transaction together with its cursor.

    ``complete`` says that the source was read wholly; only then may tombstones be among the observations (law 3).
    """

    source: str
    observations: tuple[Observation, ...]
    cursor: str
    looked_at: datetime
    complete: bool = False
    warnings: tuple[ReadingWarning, ...] = field(default=())


_RECORD_FIELDS = frozenset({"kind", "id", "at", "not_before", "not_after", "seen_at", "audience", "source"})


def observation_from_record(record: Mapping[str, Any]) -> Observation:
    """Make an observation from one line of the interchange format, already checked for its kind's fields."""

    def instant(name: str) -> datetime | None:
        return parse_instant(str(record[name])) if record.get(name) else None

    at, seen_at = instant("at"), instant("seen_at")
    if record["kind"] == "setting" and str(record.get("name")) in TIMELESS:
        at, seen_at = EPOCH, seen_at or at
    own_source = record["kind"] != "look"
    payload = {
        key: value for key, value in record.items() if key not in _RECORD_FIELDS or (key == "source" and not own_source)
    }
    return Observation(
        kind=record["kind"],
        id=str(record["id"]),
        payload=payload,
        at=at,
        not_before=instant("not_before"),
        not_after=instant("not_after"),
        seen_at=seen_at,
        audience=record.get("audience", PUBLIC),
        source=str(record.get("source", FILE)) if own_source else FILE,
    )


def record_from_observation(observation: Observation) -> dict[str, Any]:
    """Write an observation as one line of the interchange format (the inverse of ``observation_from_record``)."""
    record: dict[str, Any] = {"kind": observation.kind, "id": observation.id}
    times = {"at": observation.at, "not_before": observation.not_before, "not_after": observation.not_after}
    times["seen_at"] = observation.seen_at
    record.update({name: iso(instant) for name, instant in times.items() if instant is not None})
    if observation.audience != PUBLIC:
        record["audience"] = observation.audience
    if observation.kind != "look" and observation.source != FILE:
        record["source"] = observation.source
    record.update(observation.payload)
    return record


CONTENT_FIELDS = frozenset(
    {"body", "content", "text", "title", "flavour", "note", "reason", "why", "summary", "reads", "suggestions"}
)
"""The fields that redaction empties; who, where and when stay, so that folds still run (law 9)."""


_REDACTED = "[redacted "
"""With what begins whatever stands for redacted words."""


def is_redacted(text: object) -> bool:
    """Whether a text only stands for words that were redacted."""
    return isinstance(text, str) and text.startswith(_REDACTED)


READ = "read"
"""The field of a redacted row that says what the game had read in it: what it does, without anybody's own words."""


def redacted(observation: Observation, read: Mapping[str, Any] | None = None) -> Observation:
    """The observation without its content: each content field is replaced by the hash of what stood there.

    ``read`` is what a game had read in it and must not be lost with the words; of a decision, that its answer holds such words.
    """
    emptied = CONTENT_FIELDS | {"answer"} if observation.kind == "decision" and read else CONTENT_FIELDS

    def mask(name: str, value: Any) -> Any:
        if name not in emptied or not value:
            return value
        return f"{_REDACTED}{_sha256(str(value))}]"

    masked = {name: mask(name, value) for name, value in observation.payload.items()}
    return replace(observation, payload=masked if read is None else {**masked, READ: read})
