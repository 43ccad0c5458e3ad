"""The migrations of the archive's tables, run by alembic."""
