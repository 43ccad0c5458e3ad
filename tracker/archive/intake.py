"""Which observations of a batch are new to the archive (laws 1 and 2), the same for every kind of store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.archive.redaction import Redaction, is_old_news, without_redacted
from tracker.core.observation import Observation
from tracker.core.ports import Readings

ThingKey = tuple[str, str]
"""(source, id): what makes two observations sights of one thing."""


@dataclass(slots=True)
class KnownThing:
    """What is archived of one thing: the digests of its rows and, where content was redacted, its payloads as redaction left them."""

    digests: set[str] = field(default_factory=set)
    newest: Observation | None = None
    payloads: tuple[Mapping[str, Any], ...] = ()
    redaction: Redaction | None = None


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row about to be stored; ``digest`` is that of the content as seen, also where it is stored emptied."""

    observation: Observation
    digest: str
    readings: Any = None
    redaction: Redaction | None = None


def new_rows(
    observations: Iterable[Observation], known: Mapping[ThingKey, KnownThing], readings: Readings | None
) -> Iterator[NewRow]:
    """The rows to add, in the order seen; ``known`` holds an entry for every thing among the observations."""
    for observation in observations:
        _refuse_naive_instants(observation)
        thing = known[observation.source, observation.id]
        digest = observation.digest
        if digest in thing.digests:
            continue
        thing.digests.add(digest)
        row = _admitted(observation, digest, thing, readings)
        if row is not None:
            yield row


def _refuse_naive_instants(observation: Observation) -> None:
    for instant in (observation.at, observation.not_before, observation.not_after, observation.seen_at):
        if instant is not None and instant.tzinfo is None:
            raise ValueError(f"observation {observation.id}: {instant} names no time zone")


def _admitted(observation: Observation, digest: str, thing: KnownThing, readings: Readings | None) -> NewRow | None:
    if thing.redaction is None:
        return NewRow(observation, digest, readings(observation) if readings else None)
    safe = without_redacted(observation, thing.payloads)
    if thing.newest is not None and is_old_news(safe, thing.newest):
        return None
    thing.newest = safe
    reading = readings(safe) if readings else None
    return NewRow(safe, digest, reading, thing.redaction if safe.payload != observation.payload else None)
