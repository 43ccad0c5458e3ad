"""The ledger in an SQL database: an intent before each act, a receipt after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Row, delete, insert, select

from tracker.archive.database import Database
from tracker.archive.encoding import from_text, instant, micros, text_key, to_text
from tracker.archive.schema import approvals, intent_regions, intents, receipts, region_texts
from tracker.core.ports import EDITS, SUCCESSES, ActKind, Intent, OpenIntent, PastAct
from tracker.errors import ArchiveError, ReceiptGivenError


class SqlLedger:
    """The append-only record of our own acts in a database (port ``Ledger``)."""

    def __init__(self, database: Database) -> None:
        """Take a database that ``migrate`` has brought up."""
        self._database = database

    def intend(self, intent: Intent) -> int:
        """Write an intent down; its id is for the receipt."""
        values = {
            "kind": intent.kind,
            "target": to_text(intent.target),
            "base_revision": intent.base_revision,
            "text_hash": intent.text_hash,
            "summary": to_text(intent.summary),
            "plan": to_text(intent.plan),
            "at": micros(intent.at),
            "target_key": text_key(intent.target),
        }
        with self._database.writing() as connection:
            number: int = connection.execute(insert(intents).values(values).returning(intents.c.number)).scalar_one()
            for region, text in intent.regions.items():
                own = {"intent": number, "region": to_text(region), "text": to_text(text)}
                connection.execute(insert(intent_regions).values(own))
        return number

    def receive(self, intent: int, outcome: str, revision: int | None, at: datetime, note: str = "") -> None:
        """Close an intent: ``done``, ``same``, ``merged``, ``failed`` or ``not done``.

        Raises ArchiveError for an intent that does not exist, ReceiptGivenError for one that has its receipt.
        """
        values = {"intent": intent, "outcome": outcome, "revision": revision, "at": micros(at), "note": to_text(note)}
        with self._database.writing() as connection:
            self._database.lock_table(connection, receipts.name)
            act = _open_act(connection, intent, self._database.place)
            connection.execute(insert(receipts).values(values))
            if outcome in SUCCESSES and act.kind in EDITS:
                for region, text in _texts(connection, intent).items():
                    _keep_newest(connection, act.target, region, text, intent)
            connection.execute(delete(intent_regions).where(intent_regions.c.intent == intent))

    def open_intents(self) -> Sequence[OpenIntent]:
        """Every intent that has no receipt, oldest first."""
        without = select(intents).outerjoin(receipts).where(receipts.c.intent.is_(None)).order_by(intents.c.number)
        with self._database.reading() as connection:
            rows = connection.execute(without).all()
            return [OpenIntent(row.number, _intent(row, _texts(connection, row.number))) for row in rows]

    def region_text(self, page: str, region: str) -> str | None:
        """The text that we last put (with a receipt) between a region's markers; None where we never did."""
        place = (region_texts.c.page == to_text(page)) & (region_texts.c.region == to_text(region))
        with self._database.reading() as connection:
            found = connection.execute(select(region_texts.c.text).where(place)).scalar()
        return None if found is None else from_text(found)

    def texts(self, page: str, prefix: str) -> Mapping[str, str]:
        """Every such text of a page whose name begins so, by name: what ``region_text`` gives for each."""
        of_page = select(region_texts).where(region_texts.c.page == to_text(page)).order_by(region_texts.c.region)
        with self._database.reading() as connection:
            found = {from_text(row.region): from_text(row.text) for row in connection.execute(of_page)}
        return {name: text for name, text in found.items() if name.startswith(prefix)}

    def last_revision(self, page: str) -> int | None:
        """The revision that our last successful act on the page left."""
        about = (intents.c.target_key == text_key(page)) & (intents.c.target == to_text(page))
        is_edit = intents.c.kind.in_(EDITS) & receipts.c.outcome.in_(SUCCESSES)
        acts = select(receipts.c.revision).join(intents).where(about, is_edit, receipts.c.revision.is_not(None))
        with self._database.reading() as connection:
            return connection.execute(acts.order_by(intents.c.number.desc()).limit(1)).scalar()

    def last_success(self, kind: ActKind, target: str) -> str | None:
        """The ``text_hash`` of our last act of that kind on a target that went through; None where none did."""
        found = self.last_act(kind, target)
        return found.text_hash if found else None

    def last_act(self, kind: ActKind, target: str) -> PastAct | None:
        """That act itself; None where none went through."""
        about = (intents.c.target_key == text_key(target)) & (intents.c.target == to_text(target))
        went_through = (intents.c.kind == kind) & receipts.c.outcome.in_(SUCCESSES)
        acts = select(intents.c.text_hash, receipts.c.revision).join(receipts).where(about, went_through)
        with self._database.reading() as connection:
            found = connection.execute(acts.order_by(intents.c.number.desc()).limit(1)).first()
        return PastAct(found.text_hash, found.revision) if found else None

    def approve(self, checksum: str, by: str, at: datetime) -> None:
        """Note that an admin approved exactly this held change or plan; a second approval changes nothing."""
        with self._database.writing() as connection:
            self._database.lock_table(connection, approvals.name)
            known = select(approvals.c.checksum).where(approvals.c.checksum == checksum)
            if connection.execute(known).first() is None:
                connection.execute(insert(approvals).values(checksum=checksum, by=to_text(by), at=micros(at)))

    def approved(self, checksum: str) -> bool:
        """Whether exactly this was approved."""
        known = select(approvals.c.checksum).where(approvals.c.checksum == checksum)
        with self._database.reading() as connection:
            return connection.execute(known).first() is not None


def _open_act(connection: Connection, intent: int, place: str) -> Any:
    """The kind and target of an intent without receipt."""
    columns = select(intents.c.kind, intents.c.target, receipts.c.outcome)
    found = connection.execute(columns.outerjoin(receipts).where(intents.c.number == intent)).one_or_none()
    if found is None:
        raise ArchiveError(f"intent {intent} is unknown", place=place)
    if found.outcome is not None:
        raise ReceiptGivenError(f"intent {intent} has its receipt already: {found.outcome}", place=place)
    return found


def _texts(connection: Connection, intent: int) -> Mapping[str, str]:
    own = select(intent_regions).where(intent_regions.c.intent == intent).order_by(intent_regions.c.region)
    return {from_text(row.region): from_text(row.text) for row in connection.execute(own)}


def _keep_newest(connection: Connection, page: str, region: str, text: str, intent: int) -> None:
    """Keep the text as the region's own, unless a later intent has put another there."""
    place = (region_texts.c.page == page) & (region_texts.c.region == to_text(region))
    newest = connection.execute(select(region_texts.c.intent).where(place)).scalar()
    if newest is not None and newest > intent:
        return
    connection.execute(delete(region_texts).where(place))
    values = {"page": page, "region": to_text(region), "text": to_text(text), "intent": intent}
    connection.execute(insert(region_texts).values(values))


def _intent(row: Row[Any], regions: Mapping[str, str]) -> Intent:
    return Intent(
        kind=cast(ActKind, row.kind),
        target=from_text(row.target),
        base_revision=row.base_revision,
        text_hash=row.text_hash,
        summary=from_text(row.summary),
        plan=from_text(row.plan),
        at=instant(row.at),
        regions=regions,
    )
