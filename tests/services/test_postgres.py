"""The test database server is a real PostgreSQL with as many databases as one likes."""

import pytest
import sqlalchemy

from tests.services.postgres import Postgres


def value(url: str, statement: str) -> object:
    engine = sqlalchemy.create_engine(url)
    try:
        with engine.begin() as connection:
            return connection.execute(sqlalchemy.text(statement)).scalar_one()
    finally:
        engine.dispose()


def test_database_is_new_and_takes_tables(postgres_url: str) -> None:
    assert value(postgres_url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
    engine = sqlalchemy.create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("CREATE TABLE t AS SELECT 7 AS n"))
    engine.dispose()
    assert value(postgres_url, "SELECT n FROM t") == 7


def test_each_call_makes_another_database(postgres_server: Postgres, postgres_url: str) -> None:
    other = postgres_server.create_database()
    assert other != postgres_url
    assert value(other, "SELECT current_database()") == other.rpartition("/")[2]
    postgres_server.drop_database(other)
    with pytest.raises(sqlalchemy.exc.OperationalError, match="does not exist"):
        value(other, "SELECT 1")


def test_text_is_unicode_and_the_server_is_the_supported_one(postgres_url: str) -> None:
    assert value(postgres_url, "SHOW server_encoding") == "UTF8"
    assert int(str(value(postgres_url, "SHOW server_version_num"))) >= 150000


def test_database_in_use_can_be_dropped(postgres_server: Postgres) -> None:
    url = postgres_server.create_database()
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text("SELECT 1"))
        postgres_server.drop_database(url)
        connection.invalidate()
    engine.dispose()
