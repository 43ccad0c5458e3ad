"""A real PostgreSQL on loopback, without sockets in the file system and without care for the disk."""

import itertools
import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Self

import psycopg
from psycopg import sql

from tests.services.ports import LOOPBACK, free_port
from tests.services.processes import Server, missing, run, setpriv, stopped_on_error

ACCOUNT = "postgres"
SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "50",
}


class Postgres:
    """The server; its only user is `postgres`, who needs no password."""

    def __init__(self) -> None:
        self.port = free_port()
        # PostgreSQL refuses root, and the account it then runs as cannot enter the directories of root's tests.
        self._data = Path(tempfile.mkdtemp(prefix="postgres-of-tests-", dir="/tmp"))
        self._numbers = itertools.count(1)
        self._server: Server | None = None

    @classmethod
    def start(cls, directory: Path) -> Self:
        """Make a new cluster and run it; its log stands in that directory."""
        directory.mkdir(parents=True, exist_ok=True)
        postgres = cls()
        with stopped_on_error(postgres):
            postgres._initialise()
            postgres._serve(directory / "postgres.log")
        return postgres

    def _initialise(self) -> None:
        if account := _account():
            shutil.chown(self._data, account, account)
        options = ["-D", str(self._data), "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        run([*setpriv(_account()), _binary("initdb"), *options], cwd=self._data)

    def _serve(self, log: Path) -> None:
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [_binary("postgres"), "-D", str(self._data), "-p", str(self.port), *settings]
        # SIGQUIT: an immediate end that still gives the shared memory back.
        self._server = Server(command, log, account=_account(), stop_signal=signal.SIGQUIT)
        self._server.wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(host=LOOPBACK, port=self.port, user=ACCOUNT, dbname="postgres", autocommit=True)

    def url(self, database: str) -> str:
        """A database's address for SQLAlchemy."""
        return f"postgresql+psycopg://{ACCOUNT}@{LOOPBACK}:{self.port}/{database}"

    def create_database(self) -> str:
        """A new, empty database; answers its address."""
        name = f"test_{next(self._numbers)}"
        self._execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        name = url.rpartition("/")[2]
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _execute(self, statement: sql.Composed) -> None:
        with self._connect() as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """End the server and throw its data away."""
        if self._server is not None:
            self._server.stop()
        shutil.rmtree(self._data, ignore_errors=True)


def _account() -> str | None:
    return ACCOUNT if os.geteuid() == 0 else None


def _binary(name: str) -> str:
    """A server program of the newest PostgreSQL here; Debian keeps them off the PATH."""
    found = list(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not found:
        missing(f"PostgreSQL's program {name}", "postgresql")
    return str(max(found, key=lambda path: float(path.parts[-3])))
