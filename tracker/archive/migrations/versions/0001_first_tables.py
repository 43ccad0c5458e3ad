"""The first tables: observations with what is drawn from them, checkpoints, lock, seeds, heartbeats, and the ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    _observations()
    _sources()
    _folds()
    _running()
    _ledger()


def _observations() -> None:
    op.create_table(
        "observations",
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger()),
        sa.Column("not_before", sa.BigInteger()),
        sa.Column("not_after", sa.BigInteger()),
        sa.Column("happened_at", sa.BigInteger(), nullable=False),
        sa.Column("changes_from", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger()),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("readings", sa.Text()),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("id_key", sa.BigInteger(), nullable=False),
        sa.Column("subject_key", sa.BigInteger(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False, unique=True),
    )
    op.create_index("observations_id", "observations", ["id_key"])
    op.create_index("observations_subject", "observations", ["subject_key"])
    op.create_index("observations_happened", "observations", ["happened_at", "changes_from"])
    op.create_index("observations_changes", "observations", ["seq", "changes_from"])
    op.create_table(
        "redactions",
        sa.Column("seq", sa.Integer(), sa.ForeignKey("observations.seq"), primary_key=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def _sources() -> None:
    op.create_table(
        "cursors",
        sa.Column("fingerprint", sa.Text(), primary_key=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.Column("looked_at", sa.BigInteger(), nullable=False),
        sa.Column("read_wholly_at", sa.BigInteger()),
    )
    op.create_table(
        "warnings",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("fingerprint", sa.Text(), nullable=False, unique=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("first_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
    )


def _folds() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("as_of", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("decisions", sa.LargeBinary(), nullable=False),
    )
    op.create_index("checkpoints_place", "checkpoints", ["digest", "as_of"], unique=True)
    op.create_table(
        "settled",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("fingerprint", sa.Text(), primary_key=True),
        sa.Column("as_of", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("group_key", sa.BigInteger(), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
    )
    op.create_index("settled_group", "settled", ["digest", "group_key"])
    op.create_index("settled_as_of", "settled", ["as_of"])


def _running() -> None:
    op.create_table(
        "locks",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "seeds",
        sa.Column("day", sa.Text(), primary_key=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "heartbeats",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("next_instant", sa.BigInteger()),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
    )


def _ledger() -> None:
    op.create_table(
        "intents",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("base_revision", sa.BigInteger()),
        sa.Column("text_hash", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("target_key", sa.BigInteger(), nullable=False),
    )
    op.create_index("intents_target", "intents", ["target_key"])
    op.create_table(
        "intent_regions",
        sa.Column("intent", sa.Integer(), sa.ForeignKey("intents.number"), primary_key=True),
        sa.Column("region", sa.Text(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_table(
        "receipts",
        sa.Column("intent", sa.Integer(), sa.ForeignKey("intents.number"), primary_key=True),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
    )
    op.create_table(
        "region_texts",
        sa.Column("page", sa.Text(), primary_key=True),
        sa.Column("region", sa.Text(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("intent", sa.Integer(), sa.ForeignKey("intents.number"), nullable=False),
    )
    op.create_table(
        "approvals",
        sa.Column("checksum", sa.Text(), primary_key=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
