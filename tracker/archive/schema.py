"""The tables of the archive and of the ledger; instants are whole microseconds since 1970 (UTC)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

REVISION = "0002"
"""The migration that makes exactly these tables."""

metadata = MetaData()

observations = Table(
    "observations",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("at", BigInteger),
    Column("not_before", BigInteger),
    Column("not_after", BigInteger),
    Column("happened_at", BigInteger, nullable=False),
    Column("changes_from", BigInteger, nullable=False),
    Column("seen_at", BigInteger),
    Column("audience", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("readings", Text),
    Column("digest", Text, nullable=False),
    # Ids and subjects come from outside and may be too long for an index: numbers stand for them there.
    Column("id_key", BigInteger, nullable=False),
    Column("subject_key", BigInteger, nullable=False),
    Column("fingerprint", Text, nullable=False, unique=True),
    Index("observations_id", "id_key"),
    Index("observations_subject", "subject_key"),
    Index("observations_happened", "happened_at", "changes_from"),
    Index("observations_changes", "seq", "changes_from"),
)
"""What was seen; ``fingerprint`` makes (source, id, digest) unique, ``digest`` outlives redaction."""

redactions = Table(
    "redactions",
    metadata,
    Column("seq", ForeignKey("observations.seq"), primary_key=True),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Whose rows' content was emptied, by whom and why."""

cursors = Table(
    "cursors",
    metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("source", Text, nullable=False),
    Column("cursor", Text, nullable=False),
    Column("looked_at", BigInteger, nullable=False),
    Column("read_wholly_at", BigInteger),
)
"""How far each source was read, and when it was last read at all and wholly."""

warnings = Table(
    "warnings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("fingerprint", Text, nullable=False, unique=True),
    Column("source", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)
"""What sources could not read, each warning once, with its first and last look."""

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("as_of", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("decisions", LargeBinary, nullable=False),
    Index("checkpoints_place", "digest", "as_of", unique=True),
)
"""Folded states; a newer one of the same instant replaces the older."""

settled = Table(
    "settled",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("as_of", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("group_key", BigInteger, nullable=False),
    Column("group", Text, nullable=False),
    Column("settled_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Index("settled_group", "digest", "group_key"),
    Index("settled_as_of", "as_of"),
)
"""Matters that the fold to ``as_of`` took out of the live state; one reopened and settled again has several rows."""

locks = Table(
    "locks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("taken_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)
"""Who writes at present."""

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("next_instant", BigInteger),
    Column("digest", Text, nullable=False),
    Column("note", Text, nullable=False),
)
"""One row a tick."""

intents = Table(
    "intents",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("base_revision", BigInteger),
    Column("text_hash", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("target_key", BigInteger, nullable=False),
    Index("intents_target", "target_key"),
)
"""What we were about to do."""

intent_regions = Table(
    "intent_regions",
    metadata,
    Column("intent", ForeignKey("intents.number"), primary_key=True),
    Column("region", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
"""The texts of open intents; a receipt moves them to ``region_texts`` or drops them."""

receipts = Table(
    "receipts",
    metadata,
    Column("intent", ForeignKey("intents.number"), primary_key=True),
    Column("outcome", Text, nullable=False),
    Column("revision", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""What became of each intent."""

region_texts = Table(
    "region_texts",
    metadata,
    Column("page", Text, primary_key=True),
    Column("region", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("intent", ForeignKey("intents.number"), nullable=False),
)
"""The text that we last put into each region."""

approvals = Table(
    "approvals",
    metadata,
    Column("checksum", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Held changes and plans that an admin approved, by checksum."""
