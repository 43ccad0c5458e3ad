"""Seeds of dice are kept no more: they follow from a key that lies beside the config, outside the archive."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table of seeds: no roll that was archived is drawn again, and no seed in it was ever committed to."""
    op.drop_table("seeds")
