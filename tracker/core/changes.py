"""What changed at a source: pure comparison of one reading with what is archived about the same subject (laws 1-3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from tracker.core.observation import ArchivedObservation, Observation

CLOCK_TOLERANCE = timedelta(minutes=2)
"""How far a source's clock may differ from ours before its times count as contradicting what we saw."""

EDITED: Mapping[str, str] = {"post": "post_edited", "comment": "comment_edited"}
"""Kind at first sight -> kind of a later, different sight of the same thing."""

GONE: Mapping[str, str] = {"post": "post_gone", "comment": "comment_gone"}
"""Kind at first sight -> kind of its tombstone."""

COMPARED: Mapping[str, tuple[str, ...]] = {
    "post": ("title", "body", "category"),
    "comment": ("body",),
    "post_status": ("status", "note"),
}
"""The fields in which a thing can change; who, where and when are its identity."""

_ALWAYS_TOLD: Mapping[str, tuple[str, ...]] = {
    "post_edited": ("slug",),
    "comment_edited": ("post", "author", "member_id", "url"),
}
_TOMBSTONE: Mapping[str, tuple[str, ...]] = {"post_gone": ("slug",), "comment_gone": ("post", "author", "member_id")}
_FIRST_KIND: Mapping[str, str] = {
    **{later: first for first, later in EDITED.items()},
    **{gone: first for first, gone in GONE.items()},
}


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a subject: when the source was asked, when it had answered, and when it was last asked before.

    ``previous`` is None where it never was; ``begun_at`` is the instant before which there was no such subject.
    ``is_complete`` says that everything there is about the subject was read; only then can anything be gone (law 3).
    ``edited`` is, by id, the instant after which the source itself says that a thing was not edited.
    """

    asked_at: datetime
    answered_at: datetime
    previous: datetime | None = None
    begun_at: datetime | None = None
    is_complete: bool = False
    edited: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one thing stands in the archive: its latest content, whether it is gone, and when that was first seen.

    ``begun_at`` is when the thing came to be, where the rows at hand tell.
    """

    observation: Observation
    is_gone: bool
    seen_at: datetime
    begun_at: datetime | None = None

    @property
    def first_kind(self) -> str:
        """The kind that the thing had at first sight."""
        return _FIRST_KIND.get(self.observation.kind, self.observation.kind)


def standing(versions: Sequence[ArchivedObservation]) -> Standing:
    """How a thing stands, from its archived rows, oldest first: later rows tell only what changed.

    Raises ValueError where there are no rows.
    """
    if not versions:
        raise ValueError("a thing without rows does not stand in the archive")
    payload: dict[str, Any] = {}
    for row in versions:
        payload.update(row.observation.payload)
    newest = versions[-1].observation
    return Standing(
        observation=replace(newest, payload=payload),
        is_gone=newest.kind in GONE.values(),
        seen_at=newest.seen_at or newest.happened_at,
        begun_at=versions[0].observation.at,
    )


def changes(archived: Iterable[Standing], seen: Iterable[Observation], look: Look) -> list[Observation]:
    """The observations to append, given how the subject's things stand and how they look now.

    ``seen`` holds each thing as it would be told at first sight; of two with one id the first counts. A new thing is
    told as it is; a changed one gets a row of the same id whose instant is the interval between the looks; one that is
    not there any more gets a tombstone, if the look was complete; one that is the same gets nothing. A status that
    tells no time of its own is given without one.
    """
    known = {thing.observation.id: thing for thing in archived}
    now_seen: dict[str, Observation] = {}
    for thing in seen:
        now_seen.setdefault(thing.id, thing)
    told = [_change(known.get(id), thing, look) for id, thing in now_seen.items()]
    if look.is_complete:
        told += [gone(thing, look) for id, thing in known.items() if id not in now_seen]
    return [replace(row, seen_at=look.answered_at) for row in told if row is not None]


def gone(thing: Standing, look: Look) -> Observation | None:
    """The tombstone of a thing that a complete look did not see; None where its kind has none or it is gone already."""
    kind = GONE.get(thing.first_kind)
    if kind is None or thing.is_gone:
        return None
    return _between(thing, look, kind, _picked(thing.observation.payload, _TOMBSTONE[kind]))


def same_content(old: Any, new: Any) -> bool:
    """Whether two values of a content field are equal; a redacted one is compared by its hash."""
    if old == new or (not old and not new):
        return True
    return isinstance(old, str) and old == f"[redacted {hashlib.sha256(str(new).encode()).hexdigest()}]"


def _change(known: Standing | None, seen: Observation, look: Look) -> Observation | None:
    changed = _changed_fields(known, seen)
    if not changed:
        return None
    if seen.kind not in EDITED:
        return _retold(known, seen, look)
    if known is None:
        return seen
    kind = EDITED[seen.kind]
    payload = _picked(seen.payload, (*_ALWAYS_TOLD[kind], *changed))
    if kind == "post_edited":
        payload["by"] = ""
    return _between(known, look, kind, payload)


def _changed_fields(known: Standing | None, seen: Observation) -> list[str]:
    """The names of the fields that differ from what is archived; all names where the thing is new or had been gone."""
    fields = COMPARED[seen.kind]
    if known is None or known.is_gone:
        return list(fields)
    old = known.observation.payload
    return [name for name in fields if not same_content(old.get(name), seen.payload.get(name))]


def _retold(known: Standing | None, seen: Observation, look: Look) -> Observation:
    """Another sight of a thing of one kind only (a status); its own time holds unless our last look contradicts it."""
    earliest = look.previous or (known.seen_at if known else look.begun_at) or look.answered_at
    told = seen.at or seen.not_after
    if told is None:
        return _interval(seen, earliest, look.answered_at)
    is_as_before = known is not None and _times(known.observation) == _times(seen)
    return seen if is_as_before or told + CLOCK_TOLERANCE >= earliest else _interval(seen, earliest, look.answered_at)


def _times(row: Observation) -> tuple[datetime | None, ...]:
    return row.at, row.not_before, row.not_after


def _between(known: Standing, look: Look, kind: str, payload: dict[str, Any]) -> Observation:
    """A row about a known thing for what happened after it was last seen and before this look's answer."""
    earliest = look.previous or known.seen_at
    if known.begun_at is not None:
        earliest = max(earliest, known.begun_at)
    edited = look.edited.get(known.observation.id)
    latest = edited if edited is not None and earliest < edited < look.answered_at else look.answered_at
    return _interval(replace(known.observation, kind=kind, payload=payload), earliest, latest)


def _interval(row: Observation, earliest: datetime, latest: datetime) -> Observation:
    return replace(row, at=None, not_before=earliest, not_after=max(earliest, latest))


def _picked(payload: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: payload[name] for name in names if name in payload}
