"""Servers as child processes: started in a group of their own, waited for, and always stopped with it."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, Protocol

LOG_TAIL = 3000
PATIENCE = 120


class ServiceError(Exception):
    """A service of the tests is missing, does not start or refused what it was asked."""


def missing(what: str, package: str) -> NoReturn:
    """Fail with the remedy; a test is never skipped because a service is missing."""
    raise ServiceError(f"{what} is missing. Install it: apt-get install --no-install-recommends {package}")


def program(name: str, package: str) -> str:
    """The full path of a program, which Debian has in that package."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin") or missing(f"The program {name}", package)


def run(command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """Run a command to its end and give what it printed."""
    process = subprocess.Popen(
        command,
        env=_environment(env),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except BaseException as error:
            _signal_group(process, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                raise ServiceError(f"{' '.join(command)} took longer than {PATIENCE} s") from error
            raise
    if process.returncode:
        printed = (output + errors)[-LOG_TAIL:]
        raise ServiceError(f"{' '.join(command)} ended with {process.returncode}:\n{printed}")
    return output


def _signal_group(process: subprocess.Popen[Any], number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _environment(extra: Mapping[str, str] | None) -> dict[str, str]:
    return {**os.environ, **(extra or {})}


def setpriv(account: str | None, *options: str) -> list[str]:
    """The beginning of a command that makes it run as that account, where one is given, and with these options."""
    change = ["--reuid", account, "--regid", account, "--init-groups"] if account else []
    return [program("setpriv", "util-linux"), *change, *options]


class Stoppable(Protocol):
    """Whatever can be stopped."""

    def stop(self) -> None: ...


@contextmanager
def stopped_on_error(service: Stoppable) -> Iterator[None]:
    """Leave nothing running when a start fails half-way, also by Ctrl-C."""
    try:
        yield
    except BaseException:
        service.stop()
        raise


class Server:
    """One running server; it also ends when the thread that started it ends, however that happens."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        *,
        env: Mapping[str, str] | None = None,
        account: str | None = None,
        stop_signal: signal.Signals = signal.SIGKILL,
    ) -> None:
        self.log = log
        self.stop_signal = stop_signal
        # One call for both: a change of account unties a process from its parent.
        tied_to_us = setpriv(account, "--pdeathsig", stop_signal.name.removeprefix("SIG"))
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [*tied_to_us, *command],
                env=_environment(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_until(self, ready: Callable[[], bool], seconds: float = 30) -> None:
        """Return as soon as it is ready; stop it and fail when it ends or takes longer than that."""
        deadline = time.monotonic() + seconds
        while not ready():
            ended = self._process.poll()
            if ended is not None or time.monotonic() > deadline:
                self.stop()
                why = "did not answer in time" if ended is None else f"ended with {ended}"
                raise ServiceError(f"The server {why}. End of its log {self.log}:\n{self._log_tail()}")
            time.sleep(0.01)

    def _log_tail(self) -> str:
        return self.log.read_text(errors="replace")[-LOG_TAIL:]

    def stop(self, patience: float = 10) -> None:
        """End the whole process group; harmless when it has ended already."""
        if self._process.poll() is not None:
            return
        _signal_group(self._process, self.stop_signal)
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            _signal_group(self._process, signal.SIGKILL)
            self._process.wait()
