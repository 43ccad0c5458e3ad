"""Observations to rows of the database and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, select

from tracker.archive.encoding import (
    fingerprint,
    from_text,
    instant,
    micros,
    micros_or_none,
    text_key,
    to_json,
    to_text,
)
from tracker.archive.intake import NewRow
from tracker.archive.redaction import Redaction
from tracker.archive.schema import observations, redactions
from tracker.archive.upcast import Upcast, lift, lifted
from tracker.core.observation import SCHEMA_VERSION, ArchivedObservation, Observation
from tracker.core.ports import Told

CHUNK = 1000
"""How many rows are fetched and decoded at a time."""

COLUMNS = (
    observations.c.seq,
    observations.c.source,
    observations.c.id,
    observations.c.kind,
    observations.c.at,
    observations.c.not_before,
    observations.c.not_after,
    observations.c.seen_at,
    observations.c.audience,
    observations.c.version,
    observations.c.payload,
    observations.c.readings,
    observations.c.digest,
)
"""What it takes to give an observation back, in the order in which ``archived`` takes it apart."""

TOLD_COLUMNS = (
    observations.c.kind,
    observations.c.id,
    observations.c.happened_at,
    observations.c.version,
    observations.c.payload,
)
"""What it takes to give back what a row says."""


def to_row(new: NewRow, seq: int) -> dict[str, Any]:
    """The columns of one new row."""
    seen = new.observation
    return {
        "seq": seq,
        "source": to_text(seen.source),
        "id": to_text(seen.id),
        "kind": to_text(seen.kind),
        "subject": to_text(seen.subject),
        "at": micros_or_none(seen.at),
        "not_before": micros_or_none(seen.not_before),
        "not_after": micros_or_none(seen.not_after),
        "happened_at": micros(seen.happened_at),
        "changes_from": micros(seen.changes_from),
        "seen_at": micros_or_none(seen.seen_at),
        "audience": to_text(seen.audience),
        "version": seen.version,
        "payload": to_json(dict(seen.payload)),
        "readings": None if new.readings is None else to_json(new.readings),
        "digest": new.digest,
        "id_key": text_key(seen.id),
        "subject_key": text_key(seen.subject),
        "fingerprint": fingerprint(seen.source, seen.id, new.digest),
    }


def redaction_row(redaction: Redaction, seq: int) -> dict[str, Any]:
    """The columns that say by whom and why a row's content was emptied."""
    return {"seq": seq, "by": to_text(redaction.by), "why": to_text(redaction.why), "at": micros(redaction.at)}


def redactions_by_seq(connection: Connection) -> dict[int, Redaction]:
    """Every redaction by its row's number; there are few."""
    found = connection.execute(select(redactions))
    return {row.seq: Redaction(from_text(row.by), from_text(row.why), instant(row.at)) for row in found}


def fetch(
    connection: Connection, statement: Select[Any], upcasts: Mapping[int, Upcast]
) -> Iterator[list[ArchivedObservation]]:
    """The observations that a selection of ``COLUMNS`` finds, chunk by chunk, lifted to the present shape."""
    emptied = {seq: str(redaction) for seq, redaction in redactions_by_seq(connection).items()}
    with connection.execute(statement.execution_options(stream_results=True)) as result:
        for rows in result.partitions(CHUNK):
            yield _archived(rows, emptied, upcasts)


@lru_cache(maxsize=1024)
def _label(column: str) -> str:
    """A text that thousands of rows have in common, as one object."""
    return from_text(column)


def _archived(
    rows: Sequence[Any], emptied: Mapping[int, str], upcasts: Mapping[int, Upcast]
) -> list[ArchivedObservation]:
    # One call of the decoder for a whole chunk: half the time, and equal keys become one object.
    payloads = json.loads(f"[{','.join([row[10] for row in rows])}]")
    readings = json.loads(f"[{','.join([row[11] or 'null' for row in rows])}]")
    found = []
    for row, payload, reading in zip(rows, payloads, readings, strict=True):
        seq, source, id_, kind, at, not_before, not_after, seen_at, audience, version, _, _, digest = row
        seen = Observation(
            _label(kind),
            from_text(id_),
            payload,
            None if at is None else instant(at),
            None if not_before is None else instant(not_before),
            None if not_after is None else instant(not_after),
            None if seen_at is None else instant(seen_at),
            _label(audience),
            _label(source),
            version,
        )
        if version != SCHEMA_VERSION:
            seen = lifted(seen, upcasts)
        found.append(ArchivedObservation(seq, seen, reading, emptied.get(seq, ""), digest))
    return found


def fetch_told(connection: Connection, statement: Select[Any], upcasts: Mapping[int, Upcast]) -> Iterator[list[Told]]:
    """What the rows say that a selection of ``TOLD_COLUMNS`` finds, chunk by chunk, lifted to the present shape."""
    with connection.execute(statement.execution_options(stream_results=True)) as result:
        for rows in result.partitions(CHUNK):
            payloads = json.loads(f"[{','.join([row[4] for row in rows])}]")
            yield [
                Told(
                    _label(kind),
                    from_text(id_),
                    instant(happened_at),
                    payload if version == SCHEMA_VERSION else lift(_label(kind), payload, version, upcasts),
                )
                for (kind, id_, happened_at, version, _), payload in zip(rows, payloads, strict=True)
            ]
