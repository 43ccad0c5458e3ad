"""Checkpoints and settled matters in the database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select

from tracker.archive import ladder
from tracker.archive.database import Database
from tracker.archive.encoding import fingerprint, from_text, instant, micros, text_key, to_text
from tracker.archive.schema import checkpoints as checkpoint_table
from tracker.archive.schema import settled as settled_table
from tracker.core.ports import Checkpoint, SettledRecord

FEW_LOOKUPS = 10
"""A tick looks up a few settled matters; a long fold asks for thousands of keys, nearly all new: then all are read once."""


def save(connection: Connection, checkpoint: Checkpoint, settled: Iterable[SettledRecord]) -> None:
    """Write a checkpoint over an earlier one of its instant, its settled matters, and thin out what is old."""
    table = checkpoint_table.c
    as_of = micros(checkpoint.as_of)
    earlier = select(table.as_of).where(table.digest == checkpoint.digest, table.as_of <= as_of).limit(1)
    if connection.execute(earlier).first() is None:
        _drop_settled_before(connection, checkpoint.digest, as_of)
    connection.execute(delete(checkpoint_table).where(table.digest == checkpoint.digest, table.as_of == as_of))
    values = {"digest": checkpoint.digest, "as_of": as_of, "seq": checkpoint.seq}
    content = {"state": checkpoint.state, "decisions": checkpoint.decisions}
    connection.execute(insert(checkpoint_table).values({**values, **content}))
    _save_settled(connection, checkpoint, settled)
    _thin_out(connection, checkpoint.digest)
    _drop_old_digests(connection)


def _drop_settled_before(connection: Connection, digest: str, as_of: int) -> None:
    # A fold from the start settles everything anew: what earlier folds settled serves no checkpoint any more.
    table = settled_table.c
    connection.execute(delete(settled_table).where(table.digest == digest, table.as_of < as_of))


def _save_settled(connection: Connection, checkpoint: Checkpoint, settled: Iterable[SettledRecord]) -> None:
    rows = {record.key: _settled_row(checkpoint, record) for record in settled}
    if not rows:
        return
    table = settled_table.c
    same = (table.digest == checkpoint.digest) & (table.as_of == micros(checkpoint.as_of))
    known = set(connection.execute(select(table.fingerprint).where(same)).scalars())
    again = known & {row["fingerprint"] for row in rows.values()}
    for mark in again:
        connection.execute(delete(settled_table).where(same, table.fingerprint == mark))
    connection.execute(insert(settled_table), list(rows.values()))


def _settled_row(checkpoint: Checkpoint, record: SettledRecord) -> dict[str, Any]:
    return {
        "digest": checkpoint.digest,
        "fingerprint": fingerprint(record.key),
        "as_of": micros(checkpoint.as_of),
        "name": to_text(record.key),
        "group_key": text_key(record.group),
        "group": to_text(record.group),
        "settled_at": micros(record.settled_at),
        "record": record.content,
    }


def _thin_out(connection: Connection, digest: str) -> None:
    table = checkpoint_table.c
    own = connection.execute(select(table.as_of).where(table.digest == digest)).scalars().all()
    stay = {micros(as_of) for as_of in ladder.kept(instant(number) for number in own)}
    spare = [number for number in own if number not in stay]
    if spare:
        connection.execute(delete(checkpoint_table).where(table.digest == digest, table.as_of.in_(spare)))


def _drop_old_digests(connection: Connection) -> None:
    table = checkpoint_table.c
    newest_first = select(table.digest).group_by(table.digest).order_by(func.max(table.number).desc())
    spare = list(connection.execute(newest_first).scalars())[ladder.DIGESTS :]
    if spare:
        connection.execute(delete(checkpoint_table).where(table.digest.in_(spare)))
        connection.execute(delete(settled_table).where(settled_table.c.digest.in_(spare)))


def checkpoint_numbers(connection: Connection, digest: str, as_of: datetime) -> Sequence[int]:
    """The row numbers of a digest's checkpoints at or before an instant, newest ``as_of`` first."""
    table = checkpoint_table.c
    own = select(table.number).where(table.digest == digest, table.as_of <= micros(as_of))
    return connection.execute(own.order_by(table.as_of.desc())).scalars().all()


def checkpoint(connection: Connection, number: int) -> Checkpoint | None:
    """The checkpoint of that row number; None where it was dropped meanwhile."""
    row = connection.execute(select(checkpoint_table).where(checkpoint_table.c.number == number)).one_or_none()
    if row is None:
        return None
    return Checkpoint(row.seq, instant(row.as_of), row.digest, row.state, row.decisions)


def drop_from(connection: Connection, changes: Sequence[datetime]) -> None:
    """Drop the checkpoints and settled matters that rows changing folds from these instants on could change."""
    if not changes:
        return
    earliest = micros(min(changes))
    connection.execute(delete(checkpoint_table).where(checkpoint_table.c.as_of >= earliest))
    connection.execute(delete(settled_table).where(settled_table.c.as_of >= earliest))


def drop_all(connection: Connection) -> None:
    """Drop every checkpoint and settled matter; the next fold makes them again."""
    connection.execute(delete(checkpoint_table))
    connection.execute(delete(settled_table))


class SqlSettledMatters:
    """The settled matters as the checkpoint of one digest and instant left them (port ``SettledMatters``)."""

    def __init__(self, database: Database, digest: str, as_of: datetime) -> None:
        """Only look at records that folds up to that instant stored."""
        self._database = database
        self._lookups = 0
        self._known = (settled_table.c.digest == digest) & (settled_table.c.as_of <= micros(as_of))
        later = settled_table.alias()
        same = (later.c.digest == settled_table.c.digest) & (later.c.fingerprint == settled_table.c.fingerprint)
        newer = (later.c.as_of > settled_table.c.as_of) & (later.c.as_of <= micros(as_of))
        self._is_newest = ~exists().where(same & newer)

    def settled(self, key: str) -> Any | None:
        """The settled record of that key, or None."""
        self._lookups += 1
        if self._lookups > FEW_LOOKUPS and key not in self._names:
            return None
        return self._find(settled_table.c.fingerprint == fingerprint(key)).get(key)

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """All settled records of one group (a month such as ``2019-10``)."""
        own = (settled_table.c.group_key == text_key(group)) & (settled_table.c.group == to_text(group))
        return self._find(own)

    @cached_property
    def _names(self) -> frozenset[str]:
        with self._database.reading() as connection:
            found = connection.execute(select(settled_table.c.name).where(self._known)).scalars().all()
        return frozenset(map(from_text, found))

    def _find(self, condition: Any) -> dict[str, Any]:
        columns = select(settled_table.c.name, settled_table.c.record)
        statement = columns.where(self._known, condition, self._is_newest)
        with self._database.reading() as connection:
            rows = connection.execute(statement).all()
        return {name: json.loads(record) for name, record in sorted((from_text(row.name), row.record) for row in rows)}
