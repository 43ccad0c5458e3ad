"""Politeness towards a wiki: a pause between edits, and patience that heeds the server's wish before our own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tracker.errors import WikiError

Answer = TypeVar("Answer")


class Pause:
    """At least so many seconds between the end of one edit and the next."""

    def __init__(
        self,
        seconds: float,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Take the clock and the sleep from outside, so that tests need not wait."""
        self._seconds = seconds
        self._monotonic = monotonic
        self._sleep = sleep
        self._ready_at: float | None = None

    def wait(self) -> None:
        """Wait until the next edit may begin; the first one may at once."""
        left = 0.0 if self._ready_at is None else self._ready_at - self._monotonic()
        if left > 0:
            self._sleep(left)

    def begin(self) -> None:
        """Note that an edit ended."""
        self._ready_at = self._monotonic() + self._seconds


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long (in seconds) we try again; a wish of the server beyond ``longest_wait`` ends it."""

    attempts: int = 4
    first_wait: float = 2.0
    longest_wait: float = 60.0


DEFAULT_PATIENCE = Patience()


class TryLaterError(Exception):
    """A refusal after which the same request may be sent again: the error it becomes in the end, and the server's wish.

    ``wait`` is in seconds; None where the server named none.
    """

    def __init__(self, error: WikiError, wait: float | None = None) -> None:
        """Keep both."""
        super().__init__(str(error))
        self.error = error
        self.wait = wait


def patiently(act: Callable[[], Answer], patience: Patience) -> Answer:
    """Do something, again after each TryLaterError while patience lasts; each call has a count of its own.

    Raises the WikiError inside the last TryLaterError; every other error at once.
    """
    import stamina

    retrying = stamina.RetryingCaller(
        attempts=patience.attempts,
        timeout=None,
        wait_initial=patience.first_wait,
        wait_max=patience.longest_wait,
        wait_jitter=patience.first_wait / 2,
    )
    try:
        return retrying(lambda error: wish(error, patience), act)
    except TryLaterError as last:
        raise last.error from last


def wish(error: Exception, patience: Patience) -> bool | float:
    """How long to wait before the next try: the server's wish, True for a time of our own, False for not at all."""
    if not isinstance(error, TryLaterError):
        return False
    if error.wait is None:
        return True
    return error.wait if error.wait <= patience.longest_wait else False


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a ``Retry-After`` header asks for, whether it gives a number or a date; None without one."""
    value = headers.get("Retry-After", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        until, now = parsedate_to_datetime(value), parsedate_to_datetime(headers.get("Date", ""))
        return max(0.0, (until - now).total_seconds())
    except (TypeError, ValueError):
        return None
