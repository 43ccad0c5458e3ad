"""How pywikibot comes into this process: with a directory of its own, silent, and never asking anybody anything.

pywikibot reads its config at the import, from a directory that it makes in the home directory where it finds none, speaks
to the terminal, and may ask there for passwords and captchas. All of that is settled here, once for each process.
"""

from __future__ import annotations

import ast
import contextlib
import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tracker.errors import ConfigError, LoginError
from tracker.wiki.politeness import Patience

_USER_CONFIG = "user-config.py"
_OUR_USER_CONFIG = "# Made by the tracker. What it wants of pywikibot it says itself; see [wiki] pywikibot_dir.\n"
_LOG = logging.getLogger("tracker.wiki.pywikibot")
_loading = threading.Lock()
_CHANGED_BY_OTHERS = 0o022


@dataclass(frozen=True, slots=True)
class PywikibotHome:
    """The directory in which pywikibot keeps its state, and whether it is the operator's own, with a user-config."""

    folder: Path
    is_operators: bool = False


class Pywikibot:
    """The library as this process has it, with what the operator's user-config says."""

    def __init__(self, library: ModuleType, home: PywikibotHome, wished: frozenset[str]) -> None:
        """Take the imported library, the directory that it was given, and the options that the user-config there sets."""
        self.library: Any = library
        self.home = home
        self._wished = wished

    def wish(self, name: str) -> Any:
        """What the operator's user-config sets an option to; None where it leaves it as it is."""
        return getattr(self.library.config, name) if name in self._wished else None

    def throttle(self, throttle: Any, seconds: float) -> None:
        """Set a site's throttle: between edits our pause or the user-config's, whichever is longer."""
        throttle.writedelay = max(seconds, self.wish("put_throttle") or 0.0)
        throttle.maxdelay = max(throttle.maxdelay, throttle.writedelay)
        throttle.mindelay = throttle.delay = self.wish("minthrottle") or 0.0

    def timeout(self, seconds: float) -> Any:
        """The time limit of a request, as requests takes it: the user-config's, or else ours."""
        return self.wish("socket_timeout") or seconds

    def patience(self, ours: Patience) -> Patience:
        """How often and how long to try again: as the user-config says, or else as we do."""
        retries, first, longest = (self.wish(name) for name in ("max_retries", "retry_wait", "retry_max"))
        return Patience(
            attempts=ours.attempts if retries is None else retries + 1,
            first_wait=ours.first_wait if first is None else first,
            longest_wait=ours.longest_wait if longest is None else longest,
        )


_loaded: Pywikibot | None = None


def pywikibot_in(home: PywikibotHome) -> Pywikibot:
    """The library, imported at the first call into that directory.

    One process has one such directory: a later private one is left unused, another one of the operator's raises
    ConfigError, and so does a directory that cannot be used, a user-config that only simulates, or either that others can change.
    """
    global _loaded
    with _loading:
        if _loaded is None:
            folder = _checked(home)
            _loaded = Pywikibot(_imported(folder), home, _options_set(folder / _USER_CONFIG))
        theirs = {_loaded.home, home} if home.is_operators else set()
        if len(theirs) > 1:
            fault = f"this process has pywikibot in {_loaded.home.folder} already"
            remedy = "one process reads one user-config: give every nomic that uses pywikibot the same directory"
            raise ConfigError(fault, place=str(home.folder), remedy=remedy)
        return _loaded


def _checked(home: PywikibotHome) -> Path:
    """The directory as pywikibot takes it: a private one made where there is none, an operator's own left as it is."""
    folder = home.folder.absolute()
    if home.is_operators:
        if not (folder / _USER_CONFIG).is_file():
            remedy = f"name the directory that holds your {_USER_CONFIG}, or leave [wiki] pywikibot_dir empty"
            raise ConfigError(f"there is no {_USER_CONFIG}", place=str(folder), remedy=remedy)
        refuse_open_to_others(folder)
        return folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        config = folder / _USER_CONFIG
        config.unlink(missing_ok=True)
        config.touch(mode=0o600)
        config.write_text(_OUR_USER_CONFIG, encoding="utf-8")
    except OSError as error:
        problem = f"no directory can be made for pywikibot: {error.strerror}"
        raise ConfigError(problem, place=str(folder), remedy="name another in [wiki] pywikibot_dir") from error
    return folder


def refuse_open_to_others(folder: Path) -> None:
    """Refuse a directory, or a user-config in it, that another account can change: what stands there is executed.

    Where the user-config is a link, the directory that it leads into counts too. Raises ConfigError. pywikibot itself would
    leave such a user-config out and go on without it.
    """
    config = folder / _USER_CONFIG
    for path in (folder, config, config.resolve().parent):
        found = path.stat()
        if found.st_uid not in {os.geteuid(), 0}:
            problem = f"{path} belongs to another account, which can change it"
            raise ConfigError(problem, place="[wiki] pywikibot_dir", remedy=f"run: chown {os.geteuid()} {path}")
        if found.st_mode & _CHANGED_BY_OTHERS:
            problem = f"{path} can be changed by others (mode {found.st_mode & 0o777:03o})"
            raise ConfigError(problem, place="[wiki] pywikibot_dir", remedy=f"run: chmod go-w {path}")


def _imported(folder: Path) -> ModuleType:
    """Import the library with its config from a folder, and make it silent; warnings are shown as before."""
    with _as_its_only_user(folder), warnings.catch_warnings():
        before = warnings.showwarning
        try:
            import pywikibot
        except (Exception, SystemExit) as error:
            problem = f"pywikibot cannot be loaded: {type(error).__name__}: {error}"
            raise ConfigError(problem, place=str(folder / _USER_CONFIG), remedy="mend that file") from error
        _silence(pywikibot)
        if warnings.showwarning is not before:
            logging.captureWarnings(capture=False)
    if pywikibot.config.simulate:
        remedy = "take simulate out of it; [publish] permission = plan writes nothing either"
        raise ConfigError("pywikibot only simulates edits", place=str(folder / _USER_CONFIG), remedy=remedy)
    return pywikibot  # type: ignore[no-any-return]


def _options_set(path: Path) -> frozenset[str]:
    """The names that a user-config gives values to."""
    nodes = ast.walk(ast.parse(path.read_bytes()))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


@contextlib.contextmanager
def _as_its_only_user(folder: Path) -> Iterator[None]:
    """Show the library its directory and no arguments: it would take ours for its own."""
    arguments, sys.argv = sys.argv, sys.argv[:1]
    before = os.environ.get("PYWIKIBOT_DIR")
    os.environ["PYWIKIBOT_DIR"] = str(folder)
    try:
        yield
    finally:
        sys.argv = arguments
        os.environ.pop("PYWIKIBOT_DIR")
        if before is not None:
            os.environ["PYWIKIBOT_DIR"] = before


def _silence(library: Any) -> None:
    """Let the library speak to our log instead of the terminal, and never ask anything."""
    import pywikibot.bot

    config = library.config
    config.log, config.debug_log, config.verbose_output = [], [], 0
    pywikibot.bot.ui = _Nobody()
    pywikibot.bot.init_handlers()


class _Nobody:
    """The user interface at which nobody sits: passes what the library says on to our log, and answers no question."""

    def flush(self) -> None:
        """Keep nothing back."""

    def init_handlers(self, logger: logging.Logger, **_: object) -> None:
        """Send warnings and errors to our log."""
        logger.addHandler(_Relay(logging.WARNING))

    def input(self, *_: object, **__: object) -> str:
        """Refuse: raises LoginError, whatever was to be asked."""
        raise LoginError("pywikibot wanted to ask on the terminal", remedy="check the account in the config")

    input_choice = input_list_choice = input

    def output(self, *_: object, **__: object) -> None:
        """Say nothing."""


class _Relay(logging.Handler):
    """Passes records on to our own logger."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass one on."""
        _LOG.log(record.levelno, "%s", record.getMessage())
