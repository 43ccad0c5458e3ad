"""The archive in an SQL database: one SQLite file by default, or PostgreSQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from tracker.archive import schema, sql_folds
from tracker.archive.database import Database
from tracker.archive.encoding import (
    fingerprint,
    from_text,
    instant,
    instant_or_none,
    micros,
    micros_or_none,
    text_key,
    to_json,
    to_text,
)
from tracker.archive.holder import has_ended, told
from tracker.archive.intake import KnownThing, NewRow, ThingKey, new_rows
from tracker.archive.migration import migrate
from tracker.archive.redaction import Redaction
from tracker.archive.sql_ledger import SqlLedger
from tracker.archive.sql_rows import COLUMNS, TOLD_COLUMNS, fetch, fetch_told, redaction_row, redactions_by_seq, to_row
from tracker.archive.upcast import UPCASTS, Upcast
from tracker.core.fold import SettledMatters
from tracker.core.instants import iso
from tracker.core.observation import (
    SCHEMA_VERSION,
    ArchivedObservation,
    Observation,
    ObservationBatch,
    ReadingWarning,
    redacted,
)
from tracker.core.ports import NOTHING_READ, Appended, Checkpoint, Heartbeat, Readings, SettledRecord, Told
from tracker.errors import LockedError

_LOCK = "tick"
_IDS_AT_ONCE = 500

# The sign keeps SQLite from walking all rows by number where another index finds the few wanted.
_UNINDEXED_SEQ = literal_column("+observations.seq", Integer)


def open_archive(url_or_path: str | Path, upcasts: Mapping[int, Upcast] = UPCASTS, *, schema: str = "") -> SqlArchive:
    """Open the archive at a path (SQLite) or an address (``postgresql://...``); make a new one, bring up an older one.

    ``schema`` is where its tables stand in PostgreSQL, made where it is not there. Raises ArchiveTooNewError,
    ArchiveCorruptError, ArchiveFullError, or ArchiveError where it cannot be reached.
    """
    database = Database(url_or_path, schema)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return SqlArchive(database, upcasts)


class SqlArchive:
    """The append-only store of observations in a database (port ``Archive``)."""

    def __init__(self, database: Database, upcasts: Mapping[int, Upcast] = UPCASTS) -> None:
        """Take a database that ``migrate`` has brought up."""
        self.database = database
        self._upcasts = upcasts

    def ledger(self) -> SqlLedger:
        """The record of our own acts, in the same database."""
        return SqlLedger(self.database)

    # --- what is known ------------------------------------------------------------------------------------------------

    def cursor(self, source: str) -> str | None:
        """The cursor stored with the source's last batch."""
        statement = select(schema.cursors.c.cursor).where(schema.cursors.c.fingerprint == fingerprint(source))
        with self.database.reading() as connection:
            found = connection.execute(statement).scalar()
        return None if found is None else from_text(found)

    def newest(self, source: str, ids: Iterable[str]) -> Mapping[str, ArchivedObservation]:
        """The newest row of each id that exists."""
        wanted = list(dict.fromkeys(ids))
        with self.database.reading() as connection:
            return {row.id: row for row in self._of_ids(connection, wanted) if row.observation.source == source}

    def newest_about(self, source: str, subject: str) -> Sequence[ArchivedObservation]:
        """The newest row of every id whose subject is this, in order of happening."""
        table = schema.observations
        about = (table.c.subject_key == text_key(subject)) & (table.c.subject == to_text(subject))
        newest = {row.id: row for row in self._all(_lookup(about, table.c.source == to_text(source)))}
        return sorted(newest.values(), key=lambda row: (row.observation.happened_at, row.id))

    def versions(self, observation_id: str) -> Sequence[ArchivedObservation]:
        """Every row of one id, oldest first (law 2: the old ones stay)."""
        with self.database.reading() as connection:
            return self._of_ids(connection, [observation_id])

    def last_seq(self) -> int:
        """The number of the newest row; 0 in an empty archive."""
        with self.database.reading() as connection:
            return _last_seq(connection)

    def rows(
        self,
        *,
        up_to: int | None = None,
        after_seq: int = 0,
        happened_after: datetime | None = None,
        changing: datetime | None = None,
    ) -> Iterator[ArchivedObservation]:
        """Rows by seq, lifted to the present shape.

        ``happened_after`` keeps those that happened later than it, ``changing`` those that can change a fold to it.
        """
        table = schema.observations.c
        seq: ColumnElement[int] = table.seq if happened_after is None else _UNINDEXED_SEQ
        conditions = [seq > after_seq]
        if up_to is not None:
            conditions.append(seq <= up_to)
        if changing is not None:
            conditions.append(table.changes_from <= micros(changing))
        if happened_after is not None:
            conditions.append(table.happened_at > micros(happened_after))
        statement = select(*COLUMNS).where(*conditions).order_by(seq)
        with self.database.reading() as connection:
            for chunk in fetch(connection, statement, self._upcasts):
                yield from chunk

    def told_by(
        self, source: str, kinds: Iterable[str], since: datetime | None = None, before: datetime | None = None
    ) -> Iterator[Told]:
        """What the rows of these kinds from one source say that happened within a time, by seq, lifted to the present shape."""
        table = schema.observations.c
        wanted = [table.source == to_text(source), table.kind.in_([to_text(kind) for kind in kinds])]
        wanted += [table.happened_at >= micros(since)] if since else []
        wanted += [table.happened_at < micros(before)] if before else []
        statement = select(*TOLD_COLUMNS).where(*wanted).order_by(table.seq)
        with self.database.reading() as connection:
            for chunk in fetch_told(connection, statement, self._upcasts):
                yield from chunk

    def earliest_since(self, seq: int, up_to: int | None = None, after: datetime | None = None) -> datetime | None:
        """The first instant, later than ``after``, from which any row after ``seq`` can change a fold; None: no such row."""
        table = schema.observations.c
        statement = select(func.min(table.changes_from)).where(table.seq > seq)
        if up_to is not None:
            statement = statement.where(table.seq <= up_to)
        if after is not None:
            statement = statement.where(table.changes_from > micros(after))
        with self.database.reading() as connection:
            return instant_or_none(connection.execute(statement).scalar())

    def warnings(self, since: datetime) -> Sequence[ReadingWarning]:
        """What the looks at or after an instant could not read, each once, oldest first."""
        table = schema.warnings
        statement = select(table).where(table.c.last_at >= micros(since)).order_by(table.c.number)
        with self.database.reading() as connection:
            found = connection.execute(statement)
            return [ReadingWarning(from_text(row.code), from_text(row.place), from_text(row.text)) for row in found]

    def _all(self, statement: Select[Any]) -> list[ArchivedObservation]:
        with self.database.reading() as connection:
            return [row for chunk in fetch(connection, statement, self._upcasts) for row in chunk]

    def _of_ids(self, connection: Connection, ids: Sequence[str]) -> list[ArchivedObservation]:
        """Every row of these ids, oldest first for each."""
        found = []
        for some in _portions(ids):
            statement = _lookup(schema.observations.c.id_key.in_([text_key(id_) for id_ in some]))
            rows = (row for chunk in fetch(connection, statement, self._upcasts) for row in chunk)
            found += [row for row in rows if row.id in set(some)]
        return found

    # --- appending ----------------------------------------------------------------------------------------------------

    def append(self, batch: ObservationBatch, readings: Readings | None = None) -> Appended:
        """Add the batch's new rows, its warnings and its cursor in one transaction; what is known adds nothing (law 1).

        Checkpoints and settled matters that a new row could change are dropped with it.
        """
        with self.database.writing() as connection:
            self.database.lock_table(connection, schema.observations.name)
            known = self._known_things(connection, batch.observations)
            rows = list(new_rows(batch.observations, known, readings))
            last = _last_seq(connection)
            _insert_rows(connection, rows, last + 1)
            sql_folds.drop_from(connection, [row.observation.changes_from for row in rows])
            _note_look(connection, batch)
        return Appended(len(rows), last + len(rows))

    def _known_things(
        self, connection: Connection, observations: Iterable[Observation]
    ) -> Mapping[ThingKey, KnownThing]:
        things: dict[ThingKey, KnownThing] = defaultdict(KnownThing)
        emptied = redactions_by_seq(connection)
        for seq, source, id_, digest in _digests(connection, {seen.id for seen in observations}):
            thing = things[source, id_]
            thing.digests.add(digest)
            thing.redaction = emptied.get(seq, thing.redaction)
        for key, thing in things.items():
            if thing.redaction is not None:
                rows = [row for row in self._of_ids(connection, [key[1]]) if row.observation.source == key[0]]
                thing.newest = rows[-1].observation
                thing.payloads = tuple(row.observation.payload for row in rows)
        return things

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

        ``read``, by the row's number, stays in the place of its readings, which stay where it has none; checkpoints and settled matters go.
        """
        table = schema.observations.c
        with self.database.writing() as connection:
            self.database.lock_table(connection, schema.observations.name)
            rows = [row for row in self._of_ids(connection, [observation_id]) if not row.redacted]
            for row in rows:
                payload = to_json(dict(redacted(row.observation, read.get(row.seq)).payload))
                change = update(schema.observations).where(table.seq == row.seq)
                unread = {"readings": None} if row.seq in read else {}
                connection.execute(change.values(payload=payload, version=SCHEMA_VERSION, **unread))
                connection.execute(insert(schema.redactions).values(redaction_row(Redaction(by, why, at), row.seq)))
            if rows:
                sql_folds.drop_all(connection)
        self.database.forget_old_pages()
        return len(rows)

    def reread(self, rows: Mapping[int, Observation], readings: Readings | None = None) -> None:
        """Put what a reader makes of archived fragments now in the place of what it made before, by the rows' numbers."""
        if not rows:
            return
        with self.database.writing() as connection:
            self.database.lock_table(connection, schema.observations.name)
            for seq, seen in rows.items():
                new = NewRow(seen, seen.digest, readings(seen) if readings else None)
                change = update(schema.observations).where(schema.observations.c.seq == seq)
                connection.execute(change.values(to_row(new, seq)))
            sql_folds.drop_all(connection)

    # --- folds --------------------------------------------------------------------------------------------------------

    def save_checkpoint(self, checkpoint: Checkpoint, settled: Iterable[SettledRecord] = ()) -> None:
        """Keep a checkpoint with the matters settled on the way to it; an older ladder of them stays, thinned out."""
        with self.database.writing() as connection:
            sql_folds.save(connection, checkpoint, settled)

    def checkpoints(self, digest: str, as_of: datetime) -> Iterator[Checkpoint]:
        """The checkpoints of that digest at or before an instant, newest ``as_of`` first, read one at a time."""
        with self.database.reading() as connection:
            numbers = sql_folds.checkpoint_numbers(connection, digest, as_of)
        for number in numbers:
            with self.database.reading() as connection:
                checkpoint = sql_folds.checkpoint(connection, number)
            if checkpoint is not None:
                yield checkpoint

    def settled_matters(self, digest: str, as_of: datetime) -> SettledMatters:
        """What the checkpoint of that digest and instant had taken out of its live state."""
        return sql_folds.SqlSettledMatters(self.database, digest, as_of)

    # --- the running of ticks -----------------------------------------------------------------------------------------

    def acquire(self, owner: str, now: datetime, until: datetime) -> None:
        """Take the single-writer lock until it expires; the owner may take it again, which moves the expiry.

        The lock of a process of this system that has ended falls at once; one taken by a clock that was ahead, at ``until``.
        Raises LockedError that says who holds it, since when and until when.
        """
        table = schema.locks
        with self.database.writing() as connection:
            self.database.lock_table(connection, table.name)
            held = connection.execute(select(table).where(table.c.name == _LOCK)).one_or_none()
            is_ours = held is not None and held.owner == to_text(owner)
            if held is None or is_ours or _has_fallen(held, now):
                taken_at = held.taken_at if held is not None and is_ours else micros(now)
                connection.execute(delete(table).where(table.c.name == _LOCK))
                values = {"name": _LOCK, "owner": to_text(owner), "taken_at": taken_at, "expires_at": micros(until)}
                connection.execute(insert(table).values(values))
                return
            expires_at = min(held.expires_at, micros(until)) if held.taken_at > micros(now) else held.expires_at
            connection.execute(update(table).where(table.c.name == _LOCK).values(expires_at=expires_at))
        # Raised only here: when the other's lock falls is to stay.
        raise _locked(held, instant(expires_at), self.database.place)

    def release(self, owner: str) -> None:
        """Give the lock back; harmless where it is another's."""
        ours = (schema.locks.c.name == _LOCK) & (schema.locks.c.owner == to_text(owner))
        with self.database.writing() as connection:
            connection.execute(delete(schema.locks).where(ours))

    def beat(self, heartbeat: Heartbeat) -> None:
        """Add one heartbeat."""
        values = {
            "at": micros(heartbeat.at),
            "outcome": to_text(heartbeat.outcome),
            "seq": heartbeat.seq,
            "next_instant": micros_or_none(heartbeat.next_instant),
            "digest": heartbeat.digest,
            "note": to_text(heartbeat.note),
        }
        with self.database.writing() as connection:
            connection.execute(insert(schema.heartbeats).values(values))

    def last_beat(self) -> Heartbeat | None:
        """The newest heartbeat."""
        table = schema.heartbeats
        with self.database.reading() as connection:
            row = connection.execute(select(table).order_by(table.c.number.desc()).limit(1)).one_or_none()
        if row is None:
            return None
        next_instant = instant_or_none(row.next_instant)
        return Heartbeat(
            instant(row.at), from_text(row.outcome), row.seq, next_instant, row.digest, from_text(row.note)
        )

    def close(self) -> None:
        """Let go of the file or connection."""
        self.database.close()


def _lookup(*conditions: ColumnElement[bool]) -> Select[Any]:
    """A selection of the few rows that an index finds, by seq."""
    return select(*COLUMNS).where(*conditions).order_by(_UNINDEXED_SEQ)


def _portions(ids: Iterable[str]) -> Iterator[list[str]]:
    wanted = list(ids)
    for start in range(0, len(wanted), _IDS_AT_ONCE):
        yield wanted[start : start + _IDS_AT_ONCE]


def _last_seq(connection: Connection) -> int:
    return connection.execute(select(func.max(schema.observations.c.seq))).scalar() or 0


def _digests(connection: Connection, ids: Iterable[str]) -> Iterator[tuple[int, str, str, str]]:
    table = schema.observations.c
    columns = select(table.seq, table.source, table.id, table.digest)
    for some in _portions(sorted(ids)):
        for row in connection.execute(columns.where(table.id_key.in_([text_key(id_) for id_ in some]))):
            yield row.seq, from_text(row.source), from_text(row.id), row.digest


def _insert_rows(connection: Connection, rows: Sequence[NewRow], first: int) -> None:
    numbered = list(enumerate(rows, first))
    if numbered:
        connection.execute(insert(schema.observations), [to_row(row, seq) for seq, row in numbered])
    for seq, row in numbered:
        if row.redaction is not None:
            connection.execute(insert(schema.redactions).values(redaction_row(row.redaction, seq)))


def _note_look(connection: Connection, batch: ObservationBatch) -> None:
    table = schema.cursors
    key = fingerprint(batch.source)
    earlier = connection.execute(select(table.c.read_wholly_at).where(table.c.fingerprint == key)).scalar()
    connection.execute(delete(table).where(table.c.fingerprint == key))
    values = {
        "fingerprint": key,
        "source": to_text(batch.source),
        "cursor": to_text(batch.cursor),
        "looked_at": micros(batch.looked_at),
        "read_wholly_at": micros(batch.looked_at) if batch.complete else earlier,
    }
    connection.execute(insert(table).values(values))
    for warning in batch.warnings:
        _note_warning(connection, batch, warning)


def _note_warning(connection: Connection, batch: ObservationBatch, warning: ReadingWarning) -> None:
    table = schema.warnings
    key = fingerprint(batch.source, warning.code, warning.place, warning.text)
    again = update(table).where(table.c.fingerprint == key).values(last_at=micros(batch.looked_at))
    if connection.execute(again).rowcount:
        return
    values = {
        "fingerprint": key,
        "source": to_text(batch.source),
        "code": to_text(warning.code),
        "place": to_text(warning.place),
        "text": to_text(warning.text),
        "first_at": micros(batch.looked_at),
        "last_at": micros(batch.looked_at),
    }
    connection.execute(insert(table).values(values))


def _has_fallen(held: Any, now: datetime) -> bool:
    return held.expires_at <= micros(now) or has_ended(from_text(held.owner))


def _locked(held: Any, until: datetime, place: str) -> LockedError:
    return LockedError(
        f"{told(from_text(held.owner))} holds the lock since {iso(instant(held.taken_at))}, until {iso(until)} at the latest",
        place=place,
        remedy="wait for it to end; where it was killed on another machine, the lock falls at that instant",
    )
