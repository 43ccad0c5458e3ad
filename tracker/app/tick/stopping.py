"""Ending a tick between two of its steps: a signal only asks, and the tick ends where nothing is half done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tracker.errors import StoppedError

UNBROKEN = ("intent:", "saved:", "beaten", "noted")
"""With what the names of those steps begin at which no tick ends: an act is begun and not noted as done, or nothing is left to do."""


LONGEST_NAP = 0.5
"""For how many seconds at most nobody asks whether to end: the system goes on with a sleep after a signal."""


def go_on(_step: str) -> None:
    """What is called between the steps of a tick that nobody watches."""


def waiting(step: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> Callable[[float], None]:
    """What waits so many seconds between two requests, where nothing is half done: ``step`` may end it by what it raises."""

    def wait(seconds: float) -> None:
        left = seconds
        while left > 0:
            step("waited")
            sleep(min(left, LONGEST_NAP))
            left -= LONGEST_NAP
        step("waited")

    return wait


@dataclass(slots=True)
class Stopping:
    """Whether somebody asked to end; ``step`` is what a tick calls between its steps (``Wired.step``)."""

    is_asked: bool = False
    cut: int = 0
    """How many ticks were ended before their end."""

    def ask(self) -> None:
        """Ask running ticks to end after the running step; may be called by the handler of a signal."""
        self.is_asked = True

    def step(self, name: str) -> None:
        """Raise StoppedError where that was asked for, unless something is half done or all is."""
        if self.is_asked and not name.startswith(UNBROKEN):
            self.cut += 1
            raise StoppedError(f"stopped by a signal after the step {name}", remedy="the next tick goes on from there")
