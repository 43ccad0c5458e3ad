"""What a connection to Discord's gateway heard and no look took yet, dated by when it was heard."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.ports import Clock
from tracker.sources.chat.hearing import NAMES, Event
from tracker.sources.chat.rest import API
from tracker.sources.chat.rows import Span

MOST_KEPT = 100_000
"""How many events are kept for the next look; more than that are for it to find by reading."""
_NOT_YET = "not connected yet: what happens is seen by reading alone"


@dataclass(frozen=True, slots=True)
class GatewayConfig:
    """Which server is listened to, with whose token, beside which REST address."""

    token: str = field(repr=False)
    guild: str
    api: str = API


class Spool:
    """What was heard and not yet taken, with when; used by two threads.

    After a break everything that comes until the connection has caught up happened some time after the last sign of life.
    """

    def __init__(self, guild: str, clock: Clock) -> None:
        self._guild, self._clock = guild, clock
        self._lock = threading.Lock()
        self._events: deque[Event] = deque(maxlen=MOST_KEPT)
        self._alive_at: datetime | None = None
        self._gap_from: datetime | None = None
        self._problem = _NOT_YET

    @property
    def problem(self) -> str:
        """Why nothing is heard at present; empty where all is well."""
        return self._problem

    def drain(self) -> Sequence[Event]:
        """What was heard since the last time, oldest first."""
        with self._lock:
            taken = tuple(self._events)
            self._events.clear()
        return taken

    def hear(self, payload: Mapping[str, Any]) -> None:
        """Take a payload of the gateway."""
        now, name, told = self._clock.now(), str(payload.get("t")), payload.get("d")
        if name in {"READY", "RESUMED"}:
            self._gap_from, self._problem = None, ""
        if name in NAMES and isinstance(told, Mapping) and str(told.get("guild_id")) == self._guild:
            span = Span.exactly(now) if self._gap_from is None else Span(self._gap_from, now)
            with self._lock:
                self._events.append(Event(name, told, span))
        self._alive_at = now

    def broke(self, problem: str) -> None:
        """The connection is lost."""
        self._gap_from = self._gap_from or self._alive_at
        self._problem = problem
