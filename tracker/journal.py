"""The journal: a line for each event of a tick, as text or as JSON, on the error stream or in a file that may be rotated away."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from tracker.config import Settings
from tracker.core.instants import iso
from tracker.core.plan import shown
from tracker.errors import ConfigError
from tracker.masking import MASK, forms, masked

ROOT = "tracker"
"""The logger below which all of ours are."""
LEVELS: Mapping[str, int] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_LOGIN = re.compile(r"(?<=://)[^/\s@]+:[^/\s@]+(?=@)")


class Place(NamedTuple):
    """Where and how lines are written: the file (None: the error stream), the format, the least level."""

    file: Path | None
    format: str
    level: str


class Masked:
    """Takes secrets out of what is written."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """The texts that must not be seen; the longest go first, as one may hold another."""
        known = {form for secret in secrets for form in forms(secret)}
        self._secrets = sorted(known, key=len, reverse=True)

    def __call__(self, value: Any) -> Any:
        """The value with every secret in its texts masked."""
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, MASK)
            return _LOGIN.sub(MASK, masked(value))
        if isinstance(value, Mapping):
            return {self(name): self(item) for name, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self(item) for item in value]
        return value if isinstance(value, int | float | type(None)) else self(str(value))


class JournalFormatter(logging.Formatter):
    """One line for each event: its instant (UTC), level, nomic, run, what happened, and its fields."""

    def __init__(self, masked: Masked, *, as_json: bool) -> None:
        super().__init__()
        self._masked, self._as_json = masked, as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        told = {
            "at": iso(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "nomic": getattr(record, "nomic", ""),
            "run": getattr(record, "run", ""),
            "event": self._masked(record.getMessage()),
        }
        fields = self._masked({**getattr(record, "fields", {}), **self._fault(record)})
        # What an event says of itself never takes the place of when and where it happened.
        whole = {**told, **{f"{name}_" if name in told else name: value for name, value in fields.items()}}
        return json.dumps(whole, default=str) if self._as_json else _text(told, fields)

    def _fault(self, record: logging.LogRecord) -> dict[str, str]:
        return {"traceback": self.formatException(record.exc_info)} if record.exc_info else {}


def _text(told: Mapping[str, str], fields: Mapping[str, Any]) -> str:
    """A line for people: what is empty is left out."""
    head = [told["at"], told["level"].upper(), told["nomic"], told["event"]]
    run = {"run": told["run"]} if told["run"] else {}
    rest = [f"{name}={_word(value)}" for name, value in {**fields, **run}.items() if value not in (None, "", [], {})]
    return shown(" ".join([*filter(None, head), *rest]))


def _word(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return json.dumps(text, ensure_ascii=False) if re.search(r"[\s\"=]", text) and isinstance(value, str) else text


class JournalFile(logging.Handler):
    """Appends lines to a file that only its owner may read; a file that was moved away is made anew.

    Where the file cannot be written lines go to the error stream, which is told once each time that it begins.
    """

    def __init__(self, path: Path) -> None:
        """Open the file; raises OSError where it cannot be."""
        super().__init__()
        self._path = path
        self._file: int | None = _opened(path)
        self._is_failing = False
        self._is_torn = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; one for which there is no room, or that comes after the end, goes to the error stream."""
        line = f"{self.format(record)}\n"
        if self._file is None:
            sys.stderr.write(line)
            return
        try:
            self._append(self._file, line)
            self._is_failing = False
        except OSError as error:
            if not self._is_failing:
                self._tell(error)
            self._is_failing = True
            sys.stderr.write(line)

    def _append(self, file: int, line: str) -> None:
        """Write all of a line; what a full disk left of an earlier one is not run together with it."""
        left = f"\n{line}" if self._is_torn else line
        content = left.encode("utf-8", "backslashreplace")
        while content:
            done = os.write(file, content)
            content = content[done:]
            self._is_torn = bool(content)

    def _tell(self, error: OSError) -> None:
        print(f"error: {self._path}: {error.strerror}; the journal goes on here", file=sys.stderr)

    def reopen(self) -> None:
        """Open the file anew, as after it was rotated; where that fails, go on with the error stream."""
        self.acquire()
        try:
            self._close_file()
            self._file = _opened(self._path)
        except OSError as error:
            self._tell(error)
        finally:
            self.release()

    def _close_file(self) -> None:
        file, self._file, self._is_torn = self._file, None, False
        if file is not None:
            # Nothing is left to be written: what a disk says of it now changes nothing.
            with suppress(OSError):
                os.close(file)

    def close(self) -> None:
        """Let go of the file, for good."""
        self._close_file()
        super().close()


def _opened(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


class _ErrorStream(logging.StreamHandler[Any]):
    """Writes to the error stream, whichever it is at the moment."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        self.stream = sys.stderr
        super().emit(record)


class _OfNomics(logging.Filter):
    """Lets through what is told of these nomics, and what is told of none."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self._names = frozenset(names) | {""}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        return getattr(record, "nomic", "") in self._names


class Journal:
    """The journal of one process: opened for the nomics of a config, opened anew when that changes, closed at the end."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._handlers: list[logging.Handler] = []
        self._level = logging.NOTSET
        self._known: Mapping[str, Settings] = {}

    def open(self, nomics: Iterable[Settings], *, as_before: Iterable[str] = ()) -> None:
        """Write from now on what these settings want; the nomics named by ``as_before`` as they had it until now.

        Files are opened anew. Raises ConfigError where one cannot be written; what was written until now then goes on.
        """
        known = {name: self._known[name] for name in as_before if name in self._known}
        known |= {one.nomic: one for one in nomics}
        masked = Masked(secret.reveal() for one in known.values() for secret in (one.password, one.webhook))
        places: dict[Place, list[Settings]] = {}
        for one in known.values():
            if one.log.is_on:
                places.setdefault(_place(one), []).append(one)
        made = [_handler(place, users, masked) for place, users in places.items()]
        self.close()
        self._known = known
        self._attach(made)

    def _attach(self, handlers: list[logging.Handler]) -> None:
        logger = logging.getLogger(ROOT)
        self._handlers, self._level = handlers, logger.level
        for handler in handlers:
            logger.addHandler(handler)
        if handlers:
            wanted = [handler.level for handler in handlers] + ([self._level] if self._level else [])
            logger.setLevel(min(wanted))

    def covers(self, nomic: str) -> bool:
        """Whether what is told of a nomic is written; of none: whether anything is."""
        return any(one.log.is_on for one in self._known.values() if nomic in ("", one.nomic))

    def reopen(self) -> None:
        """Open every file anew, after it was moved away (SIGHUP)."""
        for handler in self._handlers:
            if isinstance(handler, JournalFile):
                handler.reopen()

    def close(self) -> None:
        """Write nothing any more."""
        logger = logging.getLogger(ROOT)
        for handler in self._handlers:
            logger.removeHandler(handler)
            handler.close()
        if self._handlers:
            logger.setLevel(self._level)
        self._handlers, self._known = [], {}


def _place(settings: Settings) -> Place:
    log = settings.log
    return Place(settings.log_place, "json" if log.format == "json" else "text", log.level)


def _handler(place: Place, users: list[Settings], masked: Masked) -> logging.Handler:
    try:
        handler = JournalFile(place.file) if place.file else _ErrorStream()
    except OSError as error:
        where = users[0].place("log", "file")
        problem = f"{place.file}: {error.strerror}"
        raise ConfigError(problem, place=where, remedy="name a file that can be written") from error
    handler.setFormatter(JournalFormatter(masked, as_json=place.format == "json"))
    handler.setLevel(LEVELS[place.level])
    handler.addFilter(_OfNomics(one.nomic for one in users))
    return handler


JOURNAL = Journal()
"""This process's journal."""
