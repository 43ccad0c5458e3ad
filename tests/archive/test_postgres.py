"""The archive and the ledger in PostgreSQL keep their contracts."""

from collections.abc import Callable, Iterator, Mapping

import pytest
from sqlalchemy import text

from tests.archive.writers import append_at_once, lock_at_once
from tests.contracts.archive_contract import ArchiveContract
from tests.contracts.ledger_contract import LedgerContract
from tests.observing import batch, comment
from tracker.archive.migration import migrate
from tracker.archive.schema import REVISION, metadata
from tracker.archive.sql import SqlArchive, open_archive
from tracker.archive.sql_ledger import SqlLedger
from tracker.archive.upcast import UPCASTS, Upcast
from tracker.errors import ArchiveCorruptError, ArchiveError, ArchiveTooNewError

MakeSqlArchive = Callable[..., SqlArchive]


@pytest.fixture
def make_archive(postgres_url: str) -> Iterator[MakeSqlArchive]:
    """Opens the one database; a second call finds it emptied."""
    archives: list[SqlArchive] = []

    def make(upcasts: Mapping[int, Upcast] = UPCASTS) -> SqlArchive:
        for archive in archives:
            empty(archive)
        archives.append(open_archive(postgres_url, upcasts))
        return archives[-1]

    yield make
    for archive in archives:
        archive.close()


def empty(archive: SqlArchive) -> None:
    with archive.database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())


class TestPostgresArchive(ArchiveContract):
    pass


class TestPostgresLedger(LedgerContract):
    @pytest.fixture
    def ledger(self, make_archive: MakeSqlArchive) -> SqlLedger:
        return make_archive().ledger()


def test_migrations_make_exactly_our_tables(make_archive: MakeSqlArchive) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with make_archive().database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, metadata) == []


def test_address_without_a_driver_names_ours(postgres_url: str) -> None:
    archive = open_archive(postgres_url.replace("postgresql+psycopg", "postgresql"))
    assert archive.append(batch(comment("c1", 1))).added == 1
    migrate(archive.database)
    archive.close()


def test_archive_of_a_newer_tracker_is_refused(postgres_url: str, make_archive: MakeSqlArchive) -> None:
    with make_archive().database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'f00d'"))
    with pytest.raises(ArchiveTooNewError, match="f00d"):
        open_archive(postgres_url)


def test_database_of_others_is_refused(postgres_url: str, make_archive: MakeSqlArchive) -> None:
    with make_archive().database.writing() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(ArchiveCorruptError, match="not the tracker's"):
        open_archive(postgres_url)


@pytest.mark.parametrize("url", ["ada:sesame@127.0.0.1:1/archive", "ada@127.0.0.1:1/archive?password=sesame"])
def test_server_that_does_not_answer_is_named_without_the_password(url: str) -> None:
    with pytest.raises(ArchiveError, match="refused") as refused:
        open_archive(f"postgresql://{url}")
    assert "127.0.0.1:1/archive" in str(refused.value)
    assert "sesame" not in str(refused.value)


def test_one_of_two_processes_gets_the_lock(postgres_url: str, make_archive: MakeSqlArchive) -> None:
    make_archive()
    assert lock_at_once(postgres_url, 2) == ["locked", "taken"]


def test_several_processes_make_the_tables_once_and_lose_no_row(
    postgres_url: str, make_archive: MakeSqlArchive
) -> None:
    assert append_at_once(postgres_url, 3) == ["appended"] * 3
    rows = list(make_archive().rows())
    assert [row.seq for row in rows] == list(range(1, 91))
    assert len({row.id for row in rows}) == 90
