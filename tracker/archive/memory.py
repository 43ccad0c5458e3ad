"""The archive and the ledger in memory: for tests, replays and anything else that is gone when the process ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.archive import ladder
from tracker.archive.holder import has_ended, told
from tracker.archive.intake import KnownThing, NewRow, ThingKey, new_rows
from tracker.archive.redaction import Redaction
from tracker.archive.upcast import UPCASTS, Upcast, lifted
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
from tracker.core.ports import (
    EDITS,
    NOTHING_READ,
    SUCCESSES,
    ActKind,
    Appended,
    Checkpoint,
    Heartbeat,
    Intent,
    OpenIntent,
    PastAct,
    Readings,
    SettledRecord,
    Told,
)
from tracker.errors import ArchiveError, LockedError, ReceiptGivenError


class MemoryArchive:
    """The append-only store of observations in memory (port ``Archive``)."""

    def __init__(self, upcasts: Mapping[int, Upcast] = UPCASTS) -> None:
        """Begin empty."""
        self._upcasts = upcasts
        self._rows: list[ArchivedObservation] = []
        self._things: dict[ThingKey, KnownThing] = {}
        self._of_id: dict[str, list[int]] = defaultdict(list)
        self._about: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._cursors: dict[str, str] = {}
        self._warnings: dict[tuple[str, ReadingWarning], datetime] = {}
        self._checkpoints: dict[str, dict[datetime, Checkpoint]] = {}
        self._settled: dict[str, dict[datetime, dict[str, SettledRecord]]] = {}
        self._lock: tuple[str, datetime, datetime] | None = None
        self._beats: list[Heartbeat] = []
        self._ledger = MemoryLedger()

    def ledger(self) -> MemoryLedger:
        """The record of our own acts, beside the observations."""
        return self._ledger

    # --- what is known ------------------------------------------------------------------------------------------------

    def cursor(self, source: str) -> str | None:
        """The cursor stored with the source's last batch."""
        return self._cursors.get(source)

    def newest(self, source: str, ids: Iterable[str]) -> Mapping[str, ArchivedObservation]:
        """The newest row of each id that exists."""
        wanted = (row for id_ in dict.fromkeys(ids) for row in self.versions(id_))
        return {row.id: row for row in wanted if row.observation.source == source}

    def newest_about(self, source: str, subject: str) -> Sequence[ArchivedObservation]:
        """The newest row of every id whose subject is this, in order of happening."""
        newest = {row.id: row for row in map(self._row, self._about.get((source, subject), ()))}
        return sorted(newest.values(), key=lambda row: (row.observation.happened_at, row.id))

    def versions(self, observation_id: str) -> Sequence[ArchivedObservation]:
        """Every row of one id, oldest first (law 2: the old ones stay)."""
        return [self._row(seq) for seq in self._of_id.get(observation_id, ())]

    def last_seq(self) -> int:
        """The number of the newest row; 0 in an empty archive."""
        return len(self._rows)

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
        end = len(self._rows) if up_to is None else up_to
        for row in self._rows[after_seq:end]:
            is_late = happened_after is None or row.observation.happened_at > happened_after
            if is_late and (changing is None or row.observation.changes_from <= changing):
                yield self._row(row.seq)

    def told_by(
        self, source: str, kinds: Iterable[str], since: datetime | None = None, before: datetime | None = None
    ) -> Iterator[Told]:
        """What the rows of these kinds from one source say that happened within a time, by seq, lifted to the present shape."""
        wanted = frozenset(kinds)
        for row in self.rows():
            seen = row.observation
            is_within = (since is None or since <= seen.happened_at) and (before is None or seen.happened_at < before)
            if seen.source == source and seen.kind in wanted and is_within:
                yield Told(seen.kind, seen.id, seen.happened_at, seen.payload)

    def earliest_since(self, seq: int, up_to: int | None = None, after: datetime | None = None) -> datetime | None:
        """The first instant, later than ``after``, from which any row after ``seq`` can change a fold; None: no such row."""
        end = len(self._rows) if up_to is None else up_to
        changing = (row.observation.changes_from for row in self._rows[seq:end])
        return min((instant for instant in changing if after is None or instant > after), default=None)

    def warnings(self, since: datetime) -> Sequence[ReadingWarning]:
        """What the looks at or after an instant could not read, each once, oldest first."""
        return [warning for (_, warning), last in self._warnings.items() if last >= since]

    def _row(self, seq: int) -> ArchivedObservation:
        row = self._rows[seq - 1]
        if row.observation.version == SCHEMA_VERSION:
            return row
        return row._replace(observation=lifted(row.observation, self._upcasts))

    # --- appending ----------------------------------------------------------------------------------------------------

    def append(self, batch: ObservationBatch, readings: Readings | None = None) -> Appended:
        """Add the batch's new rows, its warnings and its cursor all together; what is known adds nothing (law 1).

        Checkpoints and settled matters that a new row could change are dropped with it.
        """
        known = {(seen.source, seen.id): self._known_thing(seen.source, seen.id) for seen in batch.observations}
        rows = list(new_rows(batch.observations, known, readings))
        changes = [row.observation.changes_from for row in rows]
        for row in rows:
            self._add(row)
        self._things.update(known)
        self._drop_from(changes)
        self._cursors[batch.source] = batch.cursor
        for warning in batch.warnings:
            self._warnings[batch.source, warning] = batch.looked_at
        return Appended(len(rows), len(self._rows))

    def _known_thing(self, source: str, observation_id: str) -> KnownThing:
        """A copy, so that a batch which fails leaves nothing behind."""
        thing = self._things.get((source, observation_id), KnownThing())
        return replace(thing, digests=set(thing.digests))

    def _add(self, new: NewRow) -> None:
        seen, seq = new.observation, len(self._rows) + 1
        note = str(new.redaction) if new.redaction else ""
        self._rows.append(ArchivedObservation(seq, seen, new.readings, note, new.digest))
        self._of_id[seen.id].append(seq)
        self._about[seen.source, seen.subject].append(seq)

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
        redaction = Redaction(by, why, at)
        rows = [row for row in self.versions(observation_id) if not row.redacted]
        for row in rows:
            emptied = redacted(row.observation, read.get(row.seq))
            readings = None if row.seq in read else row.readings
            self._rows[row.seq - 1] = row._replace(observation=emptied, readings=readings, redacted=str(redaction))
        for source in {row.observation.source for row in rows}:
            self._note_redaction(source, observation_id, redaction)
        if rows:
            self._checkpoints.clear()
            self._settled.clear()
        return len(rows)

    def _note_redaction(self, source: str, observation_id: str, redaction: Redaction) -> None:
        seen = [row.observation for row in self.versions(observation_id) if row.observation.source == source]
        thing = self._things[source, observation_id]
        thing.newest, thing.redaction = seen[-1], redaction
        thing.payloads = tuple(observation.payload for observation in seen)

    def reread(self, rows: Mapping[int, Observation], readings: Readings | None = None) -> None:
        """Put what a reader makes of archived fragments now in the place of what it made before, by the rows' numbers."""
        for seq, seen in rows.items():
            before = self._rows[seq - 1]
            self._things[before.observation.source, before.id].digests.discard(before.digest)
            self._things.setdefault((seen.source, seen.id), KnownThing()).digests.add(seen.digest)
            self._of_id[before.id].remove(seq)
            self._of_id[seen.id].append(seq)
            self._of_id[seen.id].sort()
            self._rows[seq - 1] = ArchivedObservation(seq, seen, readings(seen) if readings else None, "", seen.digest)
        if rows:
            self._checkpoints.clear()
            self._settled.clear()

    # --- folds --------------------------------------------------------------------------------------------------------

    def save_checkpoint(self, checkpoint: Checkpoint, settled: Iterable[SettledRecord] = ()) -> None:
        """Keep a checkpoint with the matters settled on the way to it; an older ladder of them stays, thinned out."""
        own = self._checkpoints.pop(checkpoint.digest, {})
        own[checkpoint.as_of] = checkpoint
        stay = ladder.kept(own)
        self._checkpoints[checkpoint.digest] = {as_of: kept for as_of, kept in own.items() if as_of in stay}
        of_digest = self._settled.setdefault(checkpoint.digest, {})
        of_digest.setdefault(checkpoint.as_of, {}).update({record.key: record for record in settled})
        for digest in list(self._checkpoints)[: -ladder.DIGESTS]:
            del self._checkpoints[digest], self._settled[digest]

    def checkpoints(self, digest: str, as_of: datetime) -> Iterator[Checkpoint]:
        """The checkpoints of that digest at or before an instant, newest ``as_of`` first."""
        own = self._checkpoints.get(digest, {})
        return (own[instant] for instant in sorted(own, reverse=True) if instant <= as_of)

    def settled_matters(self, digest: str, as_of: datetime) -> SettledMatters:
        """What the checkpoint of that digest and instant had taken out of its live state."""
        newest: dict[str, SettledRecord] = {}
        for settled_as_of, records in sorted(self._settled.get(digest, {}).items()):
            if settled_as_of <= as_of:
                newest.update(records)
        return _MemorySettledMatters(newest)

    def _drop_from(self, changes: Sequence[datetime]) -> None:
        earliest = min(changes, default=None)
        if earliest is None:
            return
        for checkpoints in self._checkpoints.values():
            _drop_from(checkpoints, earliest)
        for settled in self._settled.values():
            _drop_from(settled, earliest)

    # --- the running of ticks -----------------------------------------------------------------------------------------

    def acquire(self, owner: str, now: datetime, until: datetime) -> None:
        """Take the single-writer lock until it expires; the owner may take it again, which moves the expiry.

        The lock of a process of this system that has ended falls at once; one taken by a clock that was ahead, at ``until``.
        Raises LockedError that says who holds it, since when and until when.
        """
        taken_at = now
        if self._lock is not None:
            holder, since, end = self._lock
            if holder == owner:
                taken_at = since
            elif end > now and not has_ended(holder):
                end = min(end, until) if since > now else end
                self._lock = (holder, since, end)
                raise LockedError(f"{told(holder)} holds the lock since {iso(since)}, until {iso(end)} at the latest")
        self._lock = (owner, taken_at, until)

    def release(self, owner: str) -> None:
        """Give the lock back; harmless where it is another's."""
        if self._lock is not None and self._lock[0] == owner:
            self._lock = None

    def beat(self, heartbeat: Heartbeat) -> None:
        """Add one heartbeat."""
        self._beats.append(heartbeat)

    def last_beat(self) -> Heartbeat | None:
        """The newest heartbeat."""
        return self._beats[-1] if self._beats else None

    def close(self) -> None:
        """Nothing to let go of: what was stored stays until the archive itself is gone."""


def _drop_from(by_instant: dict[datetime, Any], earliest: datetime) -> None:
    for as_of in [as_of for as_of in by_instant if as_of >= earliest]:
        del by_instant[as_of]


class _MemorySettledMatters:
    """The settled matters as one checkpoint left them (port ``SettledMatters``)."""

    def __init__(self, records: Mapping[str, SettledRecord]) -> None:
        """Take the newest record of each key."""
        self._records = records

    def settled(self, key: str) -> Any | None:
        """The settled record of that key, or None."""
        found = self._records.get(key)
        return None if found is None else found.record

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """All settled records of one group."""
        return {key: record.record for key, record in sorted(self._records.items()) if record.group == group}


class MemoryLedger:
    """The append-only record of our own acts in memory (port ``Ledger``)."""

    def __init__(self) -> None:
        """Begin empty."""
        self._intents: list[Intent] = []
        self._receipts: dict[int, tuple[str, int | None]] = {}
        self._approved: set[str] = set()

    def intend(self, intent: Intent) -> int:
        """Write an intent down; its id is for the receipt."""
        self._intents.append(intent)
        return len(self._intents)

    def receive(self, intent: int, outcome: str, revision: int | None, at: datetime, note: str = "") -> None:
        """Close an intent: ``done``, ``same``, ``merged``, ``failed`` or ``not done``.

        Raises ArchiveError for an intent that does not exist, ReceiptGivenError for one that has its receipt.
        """
        if not 0 < intent <= len(self._intents):
            raise ArchiveError(f"intent {intent} is unknown")
        if intent in self._receipts:
            raise ReceiptGivenError(f"intent {intent} has its receipt already: {self._receipts[intent][0]}")
        self._receipts[intent] = (outcome, revision)

    def open_intents(self) -> Sequence[OpenIntent]:
        """Every intent that has no receipt, oldest first."""
        numbered = enumerate(self._intents, start=1)
        return [OpenIntent(number, intent) for number, intent in numbered if number not in self._receipts]

    def region_text(self, page: str, region: str) -> str | None:
        """The text that we last put (with a receipt) between a region's markers; None where we never did."""
        found = (intent.regions.get(region) for intent, _ in self._successes(page))
        return next((text for text in found if text is not None), None)

    def texts(self, page: str, prefix: str) -> Mapping[str, str]:
        """Every such text of a page whose name begins so, by name: what ``region_text`` gives for each."""
        found: dict[str, str] = {}
        for intent, _ in self._successes(page):
            found = {**intent.regions, **found}
        return {name: text for name, text in sorted(found.items()) if name.startswith(prefix)}

    def last_revision(self, page: str) -> int | None:
        """The revision that our last successful act on the page left."""
        return next((revision for _, revision in self._successes(page) if revision is not None), None)

    def last_success(self, kind: ActKind, target: str) -> str | None:
        """The ``text_hash`` of our last act of that kind on a target that went through; None where none did."""
        found = self.last_act(kind, target)
        return found.text_hash if found else None

    def last_act(self, kind: ActKind, target: str) -> PastAct | None:
        """That act itself; None where none went through."""
        acts = (
            PastAct(intent.text_hash, self._receipts[number][1])
            for number, intent in reversed(list(enumerate(self._intents, start=1)))
            if (intent.kind, intent.target) == (kind, target) and self._receipts.get(number, ("",))[0] in SUCCESSES
        )
        return next(acts, None)

    def approve(self, checksum: str, by: str, at: datetime) -> None:
        """Note that an admin approved exactly this held change or plan; a second approval changes nothing."""
        self._approved.add(checksum)

    def approved(self, checksum: str) -> bool:
        """Whether exactly this was approved."""
        return checksum in self._approved

    def _successes(self, page: str) -> Iterator[tuple[Intent, int | None]]:
        """The edits of a page that went through, newest first."""
        for number in range(len(self._intents), 0, -1):
            intent, receipt = self._intents[number - 1], self._receipts.get(number, ("open", None))
            if intent.target == page and intent.kind in EDITS and receipt[0] in SUCCESSES:
                yield intent, receipt[1]
