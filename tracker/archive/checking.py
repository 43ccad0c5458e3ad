"""Checks an archive: the database is whole, no row is missing, and each row still says what was seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, select, text

from tracker.archive import schema
from tracker.archive.database import Database
from tracker.archive.encoding import fingerprint, from_text, instant_or_none
from tracker.core.observation import Observation

CHUNK = 1000


def faults(database: Database) -> Iterator[str]:
    """What is wrong with an archive, a sentence each; nothing is changed.

    A row's digest covers all that was seen and when; of a redacted row only its name among the others can be checked.
    Raises ArchiveCorruptError where the database cannot even be read.
    """
    with database.reading() as connection:
        if database.is_sqlite:
            yield from _damage(connection)
        yield from _gaps(connection)
        yield from _changed_rows(connection)


def _damage(connection: Connection) -> Iterator[str]:
    """What SQLite itself finds: pages, indexes, and references that lead nowhere."""
    for (told,) in connection.execute(text("PRAGMA integrity_check")):
        if told != "ok":
            yield f"the database is damaged: {' '.join(str(told).split())}"
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"row {row[1]} of {row[0]} refers to a row of {row[2]} that is not there"


def _gaps(connection: Connection) -> Iterator[str]:
    """Whether the rows are numbered without a gap, up to what the last tick saw."""
    seq = schema.observations.c.seq
    count, last = connection.execute(select(func.count(seq), func.coalesce(func.max(seq), 0))).one()
    if count != last:
        yield f"{last - count} of {last} observations are missing"
    seen = connection.execute(select(func.coalesce(func.max(schema.heartbeats.c.seq), 0))).scalar() or 0
    if seen > last:
        yield f"a tick saw {seen} observations, and there are {last}: the newest are missing"


def _changed_rows(connection: Connection) -> Iterator[str]:
    redacted = {seq for (seq,) in connection.execute(select(schema.redactions.c.seq))}
    statement = select(schema.observations).order_by(schema.observations.c.seq)
    with connection.execute(statement.execution_options(stream_results=True)) as result:
        for rows in result.partitions(CHUNK):
            for row in rows:
                told = _changed(row, is_redacted=row.seq in redacted)
                if told:
                    yield f"observation {row.seq} ({row.id}) {told}"


def _changed(row: Any, *, is_redacted: bool) -> str:
    """How a row differs from what was seen; empty where it does not."""
    try:
        if fingerprint(from_text(row.source), from_text(row.id), row.digest) != row.fingerprint:
            return "bears the name of another"
        json.loads(row.readings or "null")
        if not is_redacted and _stored(row).digest != row.digest:
            return "does not say any more what was seen"
    except (ValueError, TypeError) as error:
        return f"cannot be read: {error}"
    return ""


def _stored(row: Any) -> Observation:
    """The observation in the shape in which it was stored, not lifted to the present one."""
    times = (instant_or_none(row.at), instant_or_none(row.not_before), instant_or_none(row.not_after))
    named = (from_text(row.kind), from_text(row.id))
    return Observation(*named, json.loads(row.payload), *times, audience=from_text(row.audience), version=row.version)
