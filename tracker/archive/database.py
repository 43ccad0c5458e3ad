"""A database for the archive: opening SQLite or PostgreSQL, beginning transactions, and what their errors mean."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from tracker.archive.kept_copies import copies_of, last_good
from tracker.archive.shared_engines import ENGINES
from tracker.errors import ArchiveCorruptError, ArchiveError, ArchiveFullError, ConfigError
from tracker.masking import secret_options

BUSY_SECONDS = 30
"""How long a writer waits for another's transaction to end."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    # What was redacted shall not be found in the file's free pages.
    "PRAGMA secure_delete = ON",
)


class Database:
    """An engine with explicit transactions and errors of ours; ``place`` names the database without its password."""

    def __init__(self, url_or_path: str | Path, schema: str = "") -> None:
        """Make the engine; nothing is opened yet, but a new SQLite file is made, readable by its owner only.

        ``schema`` is where the tables stand in PostgreSQL; empty: wherever the connection itself would look.
        """
        self._url = url = _url(url_or_path)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.schema = "" if self.is_sqlite else schema
        self._is_closed = False
        self.place = str(url.database) if self.is_sqlite else _without_secrets(url)
        if self.is_sqlite:
            _make_private_file(self.place)
            self.engine = _sqlite_engine(url)
        else:
            self.engine = ENGINES.take(url, partial(_postgres_engine, url, self.place))
            self.place += f" schema {schema}" if schema else ""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database and changes nothing."""
        with self._translated(), self.engine.connect() as plain:
            connection = plain.execution_options(schema=self.schema)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that wins or waits before it reads, so that what it read is still so when it writes."""
        with self._translated(), self.engine.connect() as plain:
            connection = plain.execution_options(schema=self.schema, immediate=True)
            with connection.begin():
                yield connection

    def lock_table(self, connection: Connection, table: str) -> None:
        """Keep other writers off a table until the transaction ends; SQLite's writers are alone as it is."""
        if not self.is_sqlite:
            connection.execute(text(f"LOCK TABLE {table} IN EXCLUSIVE MODE"))

    def forget_old_pages(self) -> None:
        """Fold SQLite's log into the file and empty it, as it may still hold what a transaction has just removed."""
        if self.is_sqlite:
            with self._translated(), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let go of every connection that no other archive of this process uses."""
        if self.is_sqlite:
            self.engine.dispose()
        elif not self._is_closed:
            ENGINES.give_back(self._url)
        self._is_closed = True

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise _ours(error, self.place) from error


def _url(url_or_path: str | Path) -> URL:
    given = str(url_or_path)
    if "://" not in given:
        return URL.create("sqlite", database=given)
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise ConfigError("the archive's address cannot be read", remedy="give a path or postgresql://...") from error
    if url.get_backend_name() == "sqlite":
        return URL.create("sqlite", database=url.database or "")
    return url.set(drivername="postgresql+psycopg") if url.drivername in {"postgresql", "postgres"} else url


def _without_secrets(url: URL) -> str:
    """An address as it may be shown."""
    shown = url.render_as_string(hide_password=True)
    return make_url(shown).difference_update_query(secret_options(shown)).render_as_string(hide_password=True)


def _make_private_file(path: str) -> None:
    """Make a new archive's file; raises ArchiveCorruptError where one is gone of which copies are kept."""
    file = Path(path)
    if not file.exists() or file.stat().st_size == 0:
        _refuse_lost(file)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise ArchiveError(
            f"cannot be opened: {error.strerror}", place=path, remedy="check the folder and its rights"
        ) from error


def _refuse_lost(file: Path) -> None:
    # A database that was ever opened has at least one page: an empty file has lost all.
    kept = copies_of(file)
    if kept:
        what = "is empty" if file.exists() else "is not there"
        remedy = f"{_remedy(str(file))}; to begin anew, move {kept[0].parent} away"
        raise ArchiveCorruptError(f"{what}, but copies of it are kept", place=str(file), remedy=remedy)


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # Python's own transactions would begin too late and leave table changes outside.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _postgres_engine(url: URL, place: str) -> Engine:
    try:
        # Without a bound of its own the pool has as many connections as there are threads at work on its archives.
        engine = create_engine(url, pool_pre_ping=True, max_overflow=-1)
    except (ImportError, NoSuchModuleError) as error:
        remedy = "install nomic-tracker[postgres], or give a path for SQLite"
        raise ConfigError(f"no driver for this database: {error}", place=place, remedy=remedy) from error
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _begin_postgres(connection: Connection) -> None:
    # For the transaction only: the next one on the same connection may be another nomic's.
    schema = connection.get_execution_options().get("schema")
    if schema:
        quoted = connection.dialect.identifier_preparer.quote_identifier(schema)
        connection.exec_driver_sql(f"SET LOCAL search_path TO {quoted}")


def _ours(error: DBAPIError, place: str) -> ArchiveError:
    """What a database's error means to us."""
    code = _code(error.orig)
    if code in {"SQLITE_FULL", "53100"}:
        return ArchiveFullError(
            "no space is left; nothing was changed", place=place, remedy="free some disk space and try again"
        )
    if code.startswith("SQLITE_IOERR"):
        return ArchiveError(
            f"the disk refused: {error.orig}", place=place, remedy="check the disk's space, quota and health"
        )
    if code in {"SQLITE_NOTADB", "SQLITE_CORRUPT"} or code.startswith("SQLITE_CORRUPT_"):
        return ArchiveCorruptError(f"is no archive or is damaged: {error.orig}", place=place, remedy=_remedy(place))
    if code.startswith("SQLITE_BUSY"):
        return ArchiveError(
            f"another program has been writing for {BUSY_SECONDS} s", place=place, remedy="try again later"
        )
    return ArchiveError(f"the database refused: {error.orig}", place=place)


def _remedy(place: str) -> str:
    """What to do about a damaged archive: its last good copy is named where one is kept."""
    copy = last_good(place)
    return f"put a backup in its place: tracker archive restore takes {copy}" if copy else "put a backup in its place"


def _code(error: Any) -> str:
    """SQLite's name of the error, or PostgreSQL's SQLSTATE."""
    return str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")
