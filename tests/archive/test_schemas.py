"""Several nomics in one PostgreSQL: a schema each, with rows, ledger and lock of its own, over shared connections."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.app.wiring import small_game
from tests.archive.writers import append_at_once
from tests.cli.commands import write_records
from tests.observing import at, batch, comment
from tracker.archive.schema import REVISION, metadata
from tracker.archive.shared_engines import ENGINES
from tracker.archive.sql import SqlArchive, open_archive
from tracker.cli import main
from tracker.errors import ArchiveCorruptError, ArchiveError, LockedError

Open = Callable[[str], SqlArchive]


@pytest.fixture
def opened(postgres_url: str) -> Iterator[Open]:
    """Opens the schema of that name in the one database."""
    archives: list[SqlArchive] = []

    def make(schema: str) -> SqlArchive:
        archives.append(open_archive(postgres_url, schema=schema))
        return archives[-1]

    yield make
    for archive in archives:
        archive.close()


def tables(archive: SqlArchive) -> set[tuple[str, str]]:
    """Schema and name of every table of the database that is not PostgreSQL's own."""
    ours = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
    with archive.database.reading() as connection:
        return {(row[0], row[1]) for row in connection.execute(text(ours))}


def test_each_schema_has_all_tables_and_nothing_stands_elsewhere(opened: Open) -> None:
    names = {*metadata.tables, "alembic_version"}
    opened("ducks")
    assert tables(opened("Geese-2")) == {(schema, name) for schema in ("ducks", "Geese-2") for name in names}


def test_migrations_in_a_schema_make_exactly_our_tables(opened: Open) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    opened("ducks")
    with opened("geese").database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, metadata) == []


def test_rows_cursors_heartbeats_and_acts_are_each_ones_own(opened: Open) -> None:
    ducks, geese = opened("ducks"), opened("geese")
    assert ducks.append(batch(comment("c1", 1))).added == 1
    assert geese.last_seq() == 0
    assert geese.cursor("blog") is None
    assert geese.append(batch(comment("c1", 1))).added == 1
    ducks.redact("c1", by="Ada", why="asked", at=at(3))
    assert [row.redacted for row in geese.rows()] == [""]


def test_one_connection_serves_one_nomic_after_the_other(opened: Open) -> None:
    # PostgreSQL's driver prepares a statement at its fifth use: the plan must not remember the first one's tables.
    both = [opened("ducks"), opened("geese")]
    for number in range(1, 13):
        for archive in both[: 1 + number % 2]:
            archive.append(batch(comment(f"c{number}", number)))
    assert [archive.last_seq() for archive in both] == [12, 6]
    assert len({id(archive.database.engine) for archive in both}) == 1


def test_the_lock_of_one_holds_nobody_else_up(opened: Open) -> None:
    ducks, geese = opened("ducks"), opened("geese")
    ducks.acquire("one", at(1), at(9))
    geese.acquire("two", at(1), at(9))
    with pytest.raises(LockedError, match="schema ducks: one holds the lock"):
        ducks.acquire("two", at(2), at(9))


def test_without_a_schema_the_connections_own_is_used(opened: Open, postgres_url: str) -> None:
    opened("ducks").append(batch(comment("c1", 1)))
    plain = open_archive(postgres_url)
    assert plain.last_seq() == 0
    plain.close()
    assert opened("public").last_seq() == 0
    assert ("public", "observations") in tables(opened("public"))


def test_a_schema_of_others_is_refused(opened: Open, postgres_url: str) -> None:
    plain = open_archive(postgres_url)
    with plain.database.writing() as connection:
        connection.execute(text("CREATE SCHEMA theirs"))
        connection.execute(text("CREATE TABLE theirs.things (id integer)"))
    plain.close()
    with pytest.raises(ArchiveCorruptError, match="schema theirs: holds tables that are not the tracker's"):
        open_archive(postgres_url, schema="theirs")


def test_a_role_that_may_make_no_schema_uses_one_made_for_it(opened: Open, postgres_url: str) -> None:
    plain = open_archive(postgres_url)
    with plain.database.writing() as connection:
        for statement in (
            "DROP ROLE IF EXISTS pond",
            "CREATE ROLE pond LOGIN",
            "CREATE SCHEMA pond AUTHORIZATION pond",
        ):
            connection.execute(text(statement))
    plain.close()
    as_pond = postgres_url.replace("postgres@", "pond@")
    archive = open_archive(as_pond, schema="pond")
    assert archive.append(batch(comment("c1", 1))).added == 1
    archive.close()
    with pytest.raises(ArchiveError, match="permission denied"):
        open_archive(as_pond, schema="lake")


# --- connections ------------------------------------------------------------------------------------------------------


def connections(url: str) -> int:
    """How many connections the database has besides the one that asks."""
    archive = open_archive(url)
    with archive.database.reading() as connection:
        count: int = connection.execute(
            text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        ).scalar_one()
    archive.close()
    return count - 1


def test_many_nomics_share_few_connections_and_close_them(opened: Open, postgres_url: str) -> None:
    archives = [open_archive(postgres_url, schema=f"n{number}") for number in range(12)]
    for archive in archives:
        archive.last_seq()
    assert connections(postgres_url) <= 1
    for archive in archives:
        archive.close()
        archive.close()
    with ENGINES.kept():
        open_archive(postgres_url, schema="n1").close()
        first = open_archive(postgres_url, schema="n2")
        first.close()
        again = open_archive(postgres_url, schema="n3")
        again.close()
        assert first.database.engine is again.database.engine
    after = open_archive(postgres_url, schema="n3")
    assert after.database.engine is not again.database.engine
    after.close()


# --- processes --------------------------------------------------------------------------------------------------------


def test_processes_make_one_schema_once(postgres_url: str, opened: Open) -> None:
    assert append_at_once(postgres_url, 3, schema="ducks") == ["appended"] * 3
    ducks = opened("ducks")
    assert [row.seq for row in ducks.rows()] == list(range(1, 91))


def test_processes_that_tick_the_same_nomics_do_each_once(postgres_url: str, tmp_path: Path, opened: Open) -> None:
    names, config = ("ducks", "geese"), tmp_path / "tracker.ini"
    sections = "".join(f"[nomic:{name}]\n" for name in names)
    config.write_text(f"[archive]\nurl = {postgres_url}\n[publish]\npermission = apply\n{sections}")
    game = write_records(tmp_path / "game.jsonl", small_game())
    for name in names:
        of = ["--config", str(config), "--nomic", name]
        assert main(["archive", "import", str(game), *of]) == 0
        assert main(["pages", "--create", "--yes", *of]) == 0
    command = [sys.executable, "-m", "tracker", "tick", "--json", "--config", str(config)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(2)]
    told = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    assert {process.returncode for process in running} <= {0, 7}
    for name in names:
        outcomes = sorted(found[name].get("outcome", f"exit {found[name]['exit_code']}") for found in told)
        assert outcomes.count("applied") == 1, outcomes
        assert set(outcomes) <= {"applied", "idle", "exit 7"}
        archive = opened(name)
        assert archive.ledger().open_intents() == []
        with archive.database.reading() as connection:
            beats = connection.execute(text("SELECT outcome FROM heartbeats")).scalars().all()
        assert sorted(beats) == [word for word in outcomes if word != "exit 7"]
