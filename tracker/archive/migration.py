"""Brings a database to the present revision of our tables; alembic is only imported when there is something to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text
from sqlalchemy.schema import CreateSchema

from tracker.archive.database import Database
from tracker.archive.schema import REVISION
from tracker.errors import ArchiveCorruptError, ArchiveTooNewError

if TYPE_CHECKING:
    from alembic.config import Config

# Any number of ours: PostgreSQL's writers of tables wait for each other on it.
_MIGRATION_LOCK = 4_803_221


def migrate(database: Database) -> None:
    """Make or change the tables, in one transaction, where the database is new or older than this tracker.

    Raises ArchiveTooNewError where a newer tracker wrote it, ArchiveCorruptError where it is somebody else's database.
    """
    with database.reading() as connection:
        # Whose the tables are is judged under the lock: another process may be making ours between two looks.
        if _written_revision(connection) == REVISION:
            return
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
            _make_schema(connection, database.schema)
        revision = _revision(connection, database.place)
        if revision != REVISION:
            _upgrade(connection, revision, database.place)


def _make_schema(connection: Connection, name: str) -> None:
    """Make a schema that is not there; one that somebody made for us takes no right to make any."""
    is_there = text("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = :name")
    if name and connection.execute(is_there, {"name": name}).scalar() is None:
        connection.execute(CreateSchema(name))


def _revision(connection: Connection, place: str) -> str | None:
    """The revision written in the database; None where it is empty."""
    written = _written_revision(connection)
    if written is None and set(connection.dialect.get_table_names(connection)) - {"alembic_version"}:
        raise ArchiveCorruptError(
            "holds tables that are not the tracker's", place=place, remedy="name a database of its own"
        )
    return written


def _written_revision(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection, revision: str | None, place: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise ArchiveTooNewError(
            f"is of revision {revision}, which this tracker does not know", place=place, remedy="upgrade the tracker"
        )
    command.upgrade(config, REVISION)


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
