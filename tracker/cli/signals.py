"""What a command does when the system asks it to end: it ends after the running step, and the exit code says so."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from tracker.app.tick.stopping import Stopping


@contextmanager
def stopped_by_signal() -> Iterator[Stopping]:
    """Let SIGTERM end a tick after its running step; a second one changes nothing. Only the main thread may ask for it."""
    stopping = Stopping()
    before = signal.signal(signal.SIGTERM, lambda *_: stopping.ask())
    try:
        yield stopping
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def queued_signals(*numbers: signal.Signals) -> Iterator[SimpleQueue[int]]:
    """A queue into which these signals go one by one instead of interrupting anything."""
    queue: SimpleQueue[int] = SimpleQueue()
    # The one thing that may safely be done at any instant, and wakes whoever waits for the queue.
    before = {number: signal.signal(number, lambda number, _: queue.put(number)) for number in numbers}
    try:
        yield queue
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
