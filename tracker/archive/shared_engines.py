"""Engines that several archives of one process share: nomics in one PostgreSQL share its connections and compiled statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import Engine
from sqlalchemy.engine import URL


class SharedEngines:
    """Engines by address, each made at its first use and disposed of when its last user gave it back."""

    def __init__(self) -> None:
        """No engine is made yet."""
        self._lock = Lock()
        self._engines: dict[URL, Engine] = {}
        self._users: dict[URL, int] = {}
        self._keepers = 0

    def take(self, url: URL, make: Callable[[], Engine]) -> Engine:
        """The engine of an address, for one user more."""
        with self._lock:
            if url not in self._engines:
                self._engines[url] = make()
            self._users[url] = self._users.get(url, 0) + 1
            return self._engines[url]

    def give_back(self, url: URL) -> None:
        """One user fewer; the last one ends the engine's connections, unless somebody keeps them."""
        with self._lock:
            self._users[url] -= 1
        self._tidy()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """While it lasts no engine is disposed of: for whoever opens many archives one after the other."""
        with self._lock:
            self._keepers += 1
        try:
            yield
        finally:
            with self._lock:
                self._keepers -= 1
            self._tidy()

    def _tidy(self) -> None:
        with self._lock:
            unused = [] if self._keepers else [url for url, users in self._users.items() if users == 0]
            engines = [self._engines.pop(url) for url in unused]
            for url in unused:
                del self._users[url]
        for engine in engines:
            engine.dispose()


ENGINES = SharedEngines()
"""The engines of this process."""
