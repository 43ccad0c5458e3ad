"""Copies of an archive's file: made while others work, checked before they are kept, put in the place of a damaged one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from tracker.archive.checking import faults
from tracker.archive.database import Database
from tracker.archive.kept_copies import copies_of, folder_of, is_sound, last_good, newness, read_only
from tracker.errors import ArchiveCorruptError, ArchiveError, ArchiveFullError

_STAMP = "%Y%m%dT%H%M%SZ"
_COUNT = "SELECT count(*) FROM observations"
_COMPANIONS = ("", "-wal", "-shm")
"""The files that make up one SQLite database."""


def back_up(database: Database, now: datetime, keep: int, to: Path | None = None) -> Path:
    """Copy the archive as it stands, whole and only its owner's to read; where the copy is.

    Without ``to`` it goes among the archive's copies, of which this one and the newest others stay, ``keep`` in all. A copy
    that is not sound takes no other's place: raises ArchiveCorruptError; ArchiveFullError or ArchiveError where it cannot be
    written.
    """
    archive = Path(database.place)
    target = to or folder_of(archive) / f"{archive.stem}-{now.astimezone(UTC).strftime(_STAMP)}{archive.suffix}"
    unfinished = target.with_name(f".{target.name}.part")
    try:
        if to is None:
            target.parent.mkdir(mode=0o700, exist_ok=True)
        _copy(archive, unfinished)
        _refuse_unsound(unfinished, archive)
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise _told(error, archive, target) from error
    except OSError as error:
        raise ArchiveError(
            f"cannot be copied: {error.strerror}", place=str(target), remedy="check folder, rights and space"
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    if to is None:
        for old in [copy for copy in copies_of(archive) if copy != target][keep - 1 :]:
            old.unlink()
    return target


def lost_since_copied(database: Database, place: str | Path) -> Iterator[str]:
    """Where a database has fewer observations than the last good copy of the archive at a path, a sentence that says so.

    An archive is only ever added to: what a copy has and the archive has not is lost.
    """
    copy = last_good(place)
    if copy is None:
        return
    with database.reading() as connection:
        now = connection.execute(text(_COUNT)).scalar_one()
    with closing(read_only(copy)) as kept:
        (then,) = kept.execute(_COUNT).fetchone()
    if now < then:
        yield f"it holds {now} observations, and its copy {copy} {then}: put that back, or else move it away"


def refuse_nothing(place: str | Path) -> None:
    """Raise ArchiveError where no archive was ever begun, so that there is nothing to check or to copy."""
    file = Path(place)
    if not (file.exists() and file.stat().st_size) and not copies_of(file):
        raise ArchiveError("holds nothing: no archive was begun here", place=str(file), remedy="check its address")


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy that was put in an archive's place, where what stood there is now, and the copies that were set aside."""

    copy: Path
    aside: Path
    later: tuple[Path, ...]


def restore(place: str | Path, copy: Path | None = None) -> Restored:
    """Put a copy, by default the last good one, in the archive's place, and what stands there aside.

    So go the copies that hold more than it: they are not what this archive goes on from, and would otherwise be taken for
    better ones. Nobody may be using the archive. Raises ArchiveError where there is no good copy.
    """
    archive, chosen = Path(place), copy or last_good(place)
    if chosen is None:
        raise ArchiveError("no good copy is kept", place=str(folder_of(archive)), remedy="name one from elsewhere")
    if not is_sound(chosen):
        raise ArchiveCorruptError("this copy is damaged too", place=str(chosen), remedy="name another")
    arriving = archive.with_name(f".{archive.name}.part")
    aside = _free(archive.with_name(f"{archive.name}.damaged"))
    try:
        _copy(chosen, arriving, is_still=not _has_log(chosen))
        for ending in _COMPANIONS:
            # A log left over from the damaged file must not be taken for one of the copy's.
            part = archive.with_name(archive.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        arriving.rename(archive)
    except (OSError, sqlite3.Error) as error:
        raise ArchiveError(
            f"cannot be put back: {error}", place=str(archive), remedy="check rights and space"
        ) from error
    finally:
        arriving.unlink(missing_ok=True)
    return Restored(chosen, aside, tuple(_set_aside_later(archive, chosen)))


def _set_aside_later(archive: Path, chosen: Path) -> Iterator[Path]:
    """Take the copies that hold more than one of them out of those that are kept; where they are now."""
    extent, _ = newness(chosen)
    for later in [each for each in copies_of(archive) if newness(each)[0] > extent]:
        yield later.rename(_free(later.with_name(f"{later.name}.later")))


def _free(wanted: Path) -> Path:
    """A name that no file bears yet."""
    number = 1
    while (found := wanted if number == 1 else wanted.with_name(f"{wanted.name}-{number}")).exists():
        number += 1
    return found


def _has_log(file: Path) -> bool:
    """Whether a part of what a database holds may stand in a log beside it."""
    log = file.with_name(f"{file.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _copy(source: Path, target: Path, *, is_still: bool = False) -> None:
    """One state of a database as one file of mode 600, while others may be writing the source, unless it ``is_still``.

    Beside one that is, nothing is left.
    """
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with (
        closing(
            read_only(source) if is_still else sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        ) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        # All in one file, without a log beside it.
        new.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _refuse_unsound(copy: Path, archive: Path) -> None:
    database = Database(copy)
    try:
        found = [*faults(database), *lost_since_copied(database, archive)]
    finally:
        database.close()
        for ending in _COMPANIONS[1:]:
            copy.with_name(copy.name + ending).unlink(missing_ok=True)
    if found:
        remedy = "tracker archive verify names all; tracker archive restore puts the last good copy in its place"
        raise ArchiveCorruptError(f"is damaged, and was not copied: {found[0]}", place=str(archive), remedy=remedy)


def _told(error: sqlite3.Error, archive: Path, target: Path) -> ArchiveError:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        return ArchiveFullError(f"cannot be written: {error}", place=str(target), remedy="free some disk space")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        remedy = "tracker archive restore puts the last good copy in its place"
        return ArchiveCorruptError(f"is damaged, and was not copied: {error}", place=str(archive), remedy=remedy)
    return ArchiveError(f"cannot be copied: {error}", place=str(archive), remedy="try again later")
