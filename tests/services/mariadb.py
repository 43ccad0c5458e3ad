"""A real MariaDB on loopback, for the blog only."""

import os
import shutil
import socket
from pathlib import Path
from typing import Self

from tests.services.ports import LOOPBACK, free_port
from tests.services.processes import Server, program, run, stopped_on_error

SMALL = ("--innodb-log-file-size=4M", "--innodb-buffer-pool-size=64M")
FIRST_COMMANDS = """\
CREATE DATABASE blog DEFAULT CHARACTER SET utf8mb4;
CREATE DATABASE clean DEFAULT CHARACTER SET utf8mb4;
CREATE USER blog@127.0.0.1 IDENTIFIED BY 'blog';
GRANT ALL ON *.* TO blog@127.0.0.1;
"""


class MariaDB:
    """The server; its databases `blog` and `clean` belong to the user `blog`."""

    def __init__(self, directory: Path) -> None:
        self.port = free_port()
        self._data = directory / "mariadb"
        self._server: Server | None = None

    @classmethod
    def start(cls, directory: Path) -> Self:
        """Make a new database server in that directory and run it."""
        database = cls(directory)
        with stopped_on_error(database):
            database._install()
            database._serve(directory / "mariadb.log")
        return database

    def _install(self) -> None:
        options = [f"--datadir={self._data}", "--auth-root-authentication-method=normal", "--skip-test-db", *SMALL]
        run([program("mariadb-install-db", "mariadb-server"), "--no-defaults", *options, *_allowed_as_root()])
        (self._data / "first.sql").write_text(FIRST_COMMANDS)

    def _serve(self, log: Path) -> None:
        # The socket's name is relative to the data directory: a full path may be too long for a socket.
        options = [f"--datadir={self._data}", "--socket=mariadb.sock", "--pid-file=mariadb.pid", *SMALL]
        options += [f"--bind-address={LOOPBACK}", f"--port={self.port}", f"--init-file={self._data / 'first.sql'}"]
        options += ["--innodb-flush-log-at-trx-commit=0", "--performance-schema=OFF", "--skip-name-resolve"]
        command = [program("mariadbd", "mariadb-server"), "--no-defaults", *options, "--skip-log-bin"]
        self._server = Server([*command, *_allowed_as_root()], log)
        self._server.wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            socket.create_connection((LOOPBACK, self.port), timeout=5).close()
        except ConnectionRefusedError:
            return False
        return True

    def stop(self) -> None:
        """End the server and throw its data away."""
        if self._server is not None:
            self._server.stop()
        shutil.rmtree(self._data, ignore_errors=True)


def _allowed_as_root() -> list[str]:
    return ["--user=root"] if os.geteuid() == 0 else []
