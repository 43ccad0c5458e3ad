"""Which copies of an archive's file are kept beside it, which of them holds most, and which is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

FOLDER_ENDING = ".backups"
"""With what the name of the folder of an archive's copies ends; it lies beside the archive."""
_EXTENT = """
    SELECT coalesce((SELECT max(seq) FROM observations), 0), (SELECT count(*) FROM redactions),
        coalesce((SELECT max(number) FROM heartbeats), 0), coalesce((SELECT max(number) FROM intents), 0)
"""
"""What of an archive only ever grows, the weightiest first."""


def copies_of(place: str | Path) -> list[Path]:
    """The copies that are kept of the archive at a path, newest first: the one that holds most, unreadable ones last.

    The instant in a name is what a clock said, which may have been wrong: it only parts copies that hold the same.
    """
    archive = Path(place)
    return sorted(folder_of(archive).glob(f"{archive.stem}-*{archive.suffix}"), key=newness, reverse=True)


def last_good(place: str | Path) -> Path | None:
    """The newest copy whose database is whole; None where there is none."""
    return next((copy for copy in copies_of(place) if is_sound(copy)), None)


def is_sound(file: Path) -> bool:
    """Whether a file is a database of ours that SQLite finds whole; it is only read."""
    try:
        with closing(read_only(file)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, OSError):
        return False
    return bool(found == [("ok",)])


def newness(copy: Path) -> tuple[tuple[int, ...], str]:
    """How far an archive had grown when the copy was made, as far as that can be read, and the copy's name."""
    try:
        with closing(read_only(copy)) as connection:
            return tuple(connection.execute(_EXTENT).fetchone()), copy.name
    except (sqlite3.Error, OSError):
        return (), copy.name


def read_only(copy: Path) -> sqlite3.Connection:
    """A connection to a file that nobody writes; nothing is left beside it."""
    return sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def folder_of(archive: Path) -> Path:
    """Where the copies of an archive are kept: beside it."""
    return archive.with_name(archive.name + FOLDER_ENDING)
