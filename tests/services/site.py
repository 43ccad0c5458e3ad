"""What the two PHP sites have in common: the server before them, its log of requests and its faults."""

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import requests

from tests.services.ports import LOOPBACK, free_port
from tests.services.processes import Server, ServiceError, missing, program, run

PHP_FILES = Path(__file__).resolve().parent / "php"
# The router neither logs nor disturbs the requests of this client.
HELPER = "tests.services"
TIMEOUT = 60
EXTENSIONS = {
    "apcu": "php-apcu",
    "curl": "php-curl",
    "gd": "php-gd",
    "intl": "php-intl",
    "mbstring": "php-mbstring",
    "mysqli": "php-mysql",
    "pdo_sqlite": "php-sqlite3",
    "xml": "php-xml",
}


def php(*extensions: str) -> str:
    """PHP's program, once it is known to have these extensions."""
    found = program("php", "php-cli")
    for extension in extensions:
        if extension not in _loaded_extensions(found):
            missing(f"PHP's extension {extension}", EXTENSIONS[extension])
    return found


@functools.cache
def _loaded_extensions(php_program: str) -> frozenset[str]:
    return frozenset(run([php_program, "-m"]).lower().split())


def helper_session() -> requests.Session:
    """A client of the tests themselves; proxies and password files of the machine do not concern it."""
    session = requests.Session()
    session.trust_env = False
    session.headers["User-Agent"] = HELPER
    return session


class Site:
    """A site of PHP's built-in server: one process, which takes one request after another."""

    #: Faults only meet requests whose URL contains this, unless the test says otherwise.
    fault_path = ""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self._http = helper_session()
        self._server: Server | None = None

    def serve(self, document_root: Path, router: str, settings: Sequence[str], env: Mapping[str, str]) -> None:
        """Start the server and wait until it answers."""
        options = [part for setting in settings for part in ("-d", setting)]
        command = [program("php", "php-cli"), *options, "-S", f"{LOOPBACK}:{self.port}", "-t", str(document_root)]
        # Several workers and SQLite lock each other out for a minute; one process cannot.
        alone = {"PHP_CLI_SERVER_WORKERS": ""}
        self._server = Server([*command, str(PHP_FILES / router)], self.directory / "server.log", env={**env, **alone})
        self._server.wait_until(self._answers)

    def _answers(self) -> bool:
        try:
            return bool(self._http.get(f"{self.url}/__ready", timeout=TIMEOUT).ok)
        except requests.ConnectionError:
            return False

    def tell(self, route: str) -> None:
        """Ask for one of the router's own routes; all requests before it have then ended."""
        answer = self._http.get(f"{self.url}/{route}", timeout=TIMEOUT)
        if answer.text != "done":
            raise ServiceError(f"{route} answered {answer.status_code}: {answer.text[:500]}")

    def stop(self) -> None:
        """End the server."""
        self._http.close()
        if self._server is not None:
            self._server.stop()

    def reset(self) -> None:
        """Make the site as it was at the start: contents, faults and the log of requests."""
        self.tell("__reset")
        self.clear_faults()
        self._log.unlink(missing_ok=True)

    # What the software under test asked for

    @property
    def _log(self) -> Path:
        return self.directory / "requests.jsonl"

    def requests(self) -> list[dict[str, Any]]:
        """The requests since the last `forget_requests`, oldest first, without the helpers' own.

        Keys: time, method, url, path, status, query, post (values cut at 1,000 bytes), headers (names in lower case).
        """
        self.tell("__ready")
        if not self._log.exists():
            return []
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    @property
    def request_count(self) -> int:
        """How many requests came since the last `forget_requests`."""
        return len(self.requests())

    def forget_requests(self) -> None:
        """Begin the log of requests anew."""
        self.tell("__ready")
        self._log.unlink(missing_ok=True)

    # Faults

    def inject_fault(
        self,
        status: int | None = None,
        *,
        count: int = 1,
        action: str | None = None,
        path: str | None = None,
        retry_after: int | None = None,
        body: str = "<html><body>The test made this fault.</body></html>",
        lose: bool = False,
        delay: float = 0,
    ) -> None:
        """Let the next `count` requests fail; several faults wait side by side, the oldest that fits is met first.

        `status` is answered with `body` instead of the site's answer. With `lose` the site does the work and then the
        answer is lost (status 504 unless given). `delay` waits that many seconds before. `action` and `path` choose the
        requests: the parameter of that name, and a part of the URL.
        """
        if status is None and not lose and not delay:
            raise ValueError("a fault needs a status, lose=True or a delay")
        fault: dict[str, object] = {"status": status, "count": count, "action": action, "retry_after": retry_after}
        fault |= {"body": body, "lose": lose, "delay": delay, "path": self.fault_path if path is None else path}
        self.tell("__ready")
        waiting = json.loads(self._faults.read_text()) if self._faults.exists() else []
        self._faults.write_text(json.dumps([*waiting, fault]))

    def clear_faults(self) -> None:
        """No more faults."""
        self._faults.unlink(missing_ok=True)

    @property
    def _faults(self) -> Path:
        return self.directory / "faults.json"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()
