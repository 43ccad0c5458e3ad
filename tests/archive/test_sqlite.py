"""The archive and the ledger in an SQLite file keep their contracts, and the file behaves as an operator expects."""

import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from sqlalchemy import event, text

from tests.archive.writers import append_at_once, lock_at_once
from tests.contracts.archive_contract import ArchiveContract, checkpoint, settled
from tests.contracts.ledger_contract import LedgerContract, intent
from tests.observing import at, batch, comment, warning
from tracker.archive.migration import migrate
from tracker.archive.schema import REVISION, metadata
from tracker.archive.sql import SqlArchive, open_archive
from tracker.archive.sql_ledger import SqlLedger
from tracker.archive.upcast import UPCASTS, Upcast
from tracker.core.instants import EPOCH
from tracker.errors import ArchiveCorruptError, ArchiveError, ArchiveFullError, ArchiveTooNewError, ConfigError

Opener = Callable[[Path], SqlArchive]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens archives, and closes them after the test."""
    archives: list[SqlArchive] = []

    def open_and_remember(path: Path) -> SqlArchive:
        archives.append(open_archive(path))
        return archives[-1]

    yield open_and_remember
    for archive in archives:
        archive.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


class TestSqliteArchive(ArchiveContract):
    @pytest.fixture
    def make_archive(self, tmp_path: Path) -> Iterator[Callable[..., SqlArchive]]:
        archives: list[SqlArchive] = []

        def make(upcasts: Mapping[int, Upcast] = UPCASTS) -> SqlArchive:
            archives.append(open_archive(tmp_path / f"{len(archives)}.db", upcasts))
            return archives[-1]

        yield make
        for archive in archives:
            archive.close()


class TestSqliteLedger(LedgerContract):
    @pytest.fixture
    def ledger(self, path: Path, opened: Opener) -> SqlLedger:
        return opened(path).ledger()


def fill_up(archive: SqlArchive) -> None:
    """Let the file grow no more, as if the disk were full."""

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(archive.database.engine, "connect", limit)
    archive.database.engine.dispose()


def run_python(*lines: str) -> str:
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    return done.stdout


# --- opening


def test_what_was_stored_is_there_after_reopening(path: Path, opened: Opener) -> None:
    first = opened(path)
    first.append(batch(comment("c1", 1), warnings=(warning(),)))
    first.save_checkpoint(checkpoint(1), [settled("a", n=1)])
    number = first.ledger().intend(intent())
    first.close()
    again = opened(path)
    assert [row.observation for row in again.rows()] == [comment("c1", 1)]
    assert (again.cursor("blog"), again.warnings(EPOCH)) == ("1", [warning()])
    assert list(again.checkpoints("d", at(1))) == [checkpoint(1)]
    assert [open_intent.id for open_intent in again.ledger().open_intents()] == [number]


def test_only_the_owner_may_read_the_file(path: Path, opened: Opener) -> None:
    opened(path).append(batch(comment("c1", 1)))
    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {0o600}


def test_file_of_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("my diary, " * 500)
    with pytest.raises(ArchiveCorruptError, match=r"archive\.db: .*not a database.*put a backup"):
        open_archive(path)
    assert path.read_text() == "my diary, " * 500


def test_database_of_others_is_refused_and_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(ArchiveCorruptError, match="not the tracker's"):
        open_archive(path)
    assert sqlite3.connect(path).execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_damaged_file_is_told_from_a_whole_one(path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(*(comment(f"c{number}", number) for number in range(2_000))))
    archive.close()
    content = bytearray(path.read_bytes())
    content[40_000:-40_000] = b"\xff" * (len(content) - 80_000)
    path.write_bytes(content)
    with pytest.raises(ArchiveCorruptError, match="damaged"):
        list(opened(path).rows())


def test_archive_of_a_newer_tracker_is_refused_and_left_alone(path: Path, opened: Opener) -> None:
    archive = opened(path)
    with archive.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'f00d'"))
    archive.close()
    with pytest.raises(ArchiveTooNewError, match=r"revision f00d.*upgrade the tracker"):
        open_archive(path)
    assert sqlite3.connect(path).execute("SELECT version_num FROM alembic_version").fetchall() == [("f00d",)]


def test_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"nowhere.*No such file or directory"):
        open_archive(tmp_path / "nowhere" / "archive.db")


def test_address_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="give a path"):
        open_archive("://x")
    with pytest.raises(ConfigError, match="no driver"):
        open_archive("nosuchdb://localhost/x")


def test_sqlite_address_is_a_path(path: Path) -> None:
    archive = open_archive(f"sqlite:///{path}")
    archive.close()
    assert path.exists()


def test_left_over_log_is_taken_in(path: Path, tmp_path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(comment("c1", 1)))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("archive.db", "archive.db-wal"):
        shutil.copy(tmp_path / name, crashed / name)
    assert (crashed / "archive.db-wal").stat().st_size > 0
    assert [row.id for row in opened(crashed / "archive.db").rows()] == ["c1"]


# --- migrations


def test_migrations_make_exactly_our_tables(path: Path, opened: Opener) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with opened(path).database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, metadata) == []


def test_archive_of_the_first_revision_loses_its_table_of_seeds_and_nothing_else(path: Path, opened: Opener) -> None:
    opened(path).append(batch(comment("c1", 1)))
    older = sqlite3.connect(path)
    older.execute("CREATE TABLE seeds (day TEXT PRIMARY KEY, seed BLOB NOT NULL)")
    older.execute("INSERT INTO seeds VALUES ('2019-10-01', 'secret')")
    older.execute("UPDATE alembic_version SET version_num = '0001'")
    older.commit()
    assert [row.id for row in opened(path).rows()] == ["c1"]
    tables = {name for (name,) in older.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "observations" in tables
    assert "seeds" not in tables
    assert older.execute("SELECT version_num FROM alembic_version").fetchone() == (REVISION,)
    older.close()


def test_opening_again_changes_nothing(path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(comment("c1", 1)))
    migrate(archive.database)
    assert archive.last_seq() == 1


def test_migration_that_fails_leaves_an_empty_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.archive.database._PRAGMAS", ("PRAGMA max_page_count = 20",))
    with pytest.raises(ArchiveFullError, match="no space is left"):
        open_archive(path)
    assert sqlite3.connect(path).execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    monkeypatch.undo()
    archive = open_archive(path)
    assert archive.append(batch(comment("c1", 1))).added == 1
    archive.close()


def test_alembic_and_psycopg_are_not_loaded_without_need(path: Path, opened: Opener) -> None:
    opened(path).close()
    loaded = run_python(
        "import sys",
        "from tracker.archive.sql import open_archive",
        f"open_archive({str(path)!r}).last_seq()",
        "print(sorted({'alembic', 'psycopg', 'sqlalchemy'} & set(sys.modules)))",
    )
    assert loaded == "['sqlalchemy']\n"


# --- the full disk


def test_full_disk_leaves_nothing_half_written(path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(comment("c1", 1), cursor="old"))
    fill_up(archive)
    many = [comment(f"c{number}", number, body="x" * 1_000) for number in range(2, 400)]
    with pytest.raises(ArchiveFullError, match=r"no space is left; nothing was changed.*free some disk space"):
        archive.append(batch(*many, cursor="new", warnings=(warning(),)))
    with pytest.raises(ArchiveFullError):
        archive.save_checkpoint(checkpoint(9, state=b"x" * 500_000))
    assert [row.id for row in archive.rows()] == ["c1"]
    assert (archive.cursor("blog"), archive.warnings(EPOCH)) == ("old", [])
    again = opened(path)
    assert again.append(batch(*many, cursor="new")).added == 398


# --- what else the file is asked for


def test_foreign_keys_are_kept(path: Path, opened: Opener) -> None:
    with (
        pytest.raises(ArchiveError, match="FOREIGN KEY constraint failed"),
        opened(path).database.writing() as connection,
    ):
        connection.execute(text("INSERT INTO receipts VALUES (99, 'done', NULL, 0, '')"))


def test_redacted_content_is_not_in_the_file_either(path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(comment("c1", 1, body="Elm Street 13 " * 1_000)))
    archive.save_checkpoint(checkpoint(2, state=b"Elm Street 13"), [settled("a", text="Elm Street 13")])
    stored = [file for file in path.parent.iterdir() if b"Elm Street" in file.read_bytes()]
    assert stored
    archive.redact("c1", by="Bo", why="private", at=at(9))
    assert [file for file in path.parent.iterdir() if b"Elm Street" in file.read_bytes()] == []


def test_rows_are_read_while_others_are_written(path: Path, opened: Opener) -> None:
    archive = opened(path)
    archive.append(batch(*(comment(f"c{number}", number) for number in range(1_500))))
    rows = archive.rows()
    next(iter(rows))
    archive.append(batch(comment("later", 1)))
    assert len(list(rows)) == 1_499
    assert archive.last_seq() == 1_501


def test_one_of_two_processes_gets_the_lock(path: Path, opened: Opener) -> None:
    opened(path)
    assert lock_at_once(str(path), 2) == ["locked", "taken"]


def test_two_processes_append_without_losing_a_row(path: Path, opened: Opener) -> None:
    archive = opened(path)
    append_at_once(str(path), 3)
    assert [row.seq for row in archive.rows()] == list(range(1, 91))
    assert len({row.id for row in archive.rows()}) == 90


def test_another_writer_is_waited_for_and_then_named(
    path: Path, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.archive.database.BUSY_SECONDS", 0)
    archive, other = opened(path), opened(path)
    with (
        other.database.writing(),
        pytest.raises(ArchiveError, match="another program has been writing"),
    ):
        archive.append(batch(comment("c1", 1)))
    assert archive.append(batch(comment("c1", 1))).added == 1


def test_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=f"{tmp_path.name}.*Is a directory"):
        open_archive(tmp_path)


def test_relative_path_is_taken_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_archive("archive.db").close()
    assert [file.name for file in tmp_path.iterdir()] == ["archive.db"]
