"""Figures of ticks for Prometheus: as a text file for node_exporter, and on a port of their own."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Gauge, start_http_server, write_to_textfile

from tracker.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.app.tick.telling import Figures

_NOMIC = "nomic"
GAUGES: Mapping[str, str] = {
    "last_tick": "tracker_last_tick_timestamp_seconds",
    "next_instant": "tracker_next_instant_timestamp_seconds",
    "seconds": "tracker_tick_duration_seconds",
    "requests": "tracker_tick_requests",
    "rows": "tracker_tick_rows",
    "questions": "tracker_questions",
    "open_intents": "tracker_open_intents",
}
"""What a figure without further labels is called."""
_TOLD: Mapping[str, str] = {
    "last_tick": "When the last tick ended (UTC).",
    "next_instant": "When the nomic is looked at next although nothing new is seen; 0 where it is not.",
    "seconds": "How long the last tick took.",
    "requests": "How often the last tick asked the blog.",
    "rows": "How many rows the last tick archived.",
    "questions": "How many questions wait for people.",
    "open_intents": "How many acts were begun and not ended.",
}


class Meters:
    """The figures of one or several nomics, each with its name as a label."""

    def __init__(self) -> None:
        """None yet."""
        self.registry = CollectorRegistry()
        self._plain = {
            name: Gauge(title, _TOLD[name], [_NOMIC], registry=self.registry) for name, title in GAUGES.items()
        }
        self._outcome = self._gauge("tracker_tick_outcome", "How the last tick ended: 1 at its word.", "outcome")
        self._findings = self._gauge("tracker_findings", "How many findings stand, by code.", "code")
        self._stuck = self._gauge("tracker_stuck", "How many things need a person, by what they are.", "what")
        self._lock = threading.Lock()

    def _gauge(self, title: str, text: str, label: str) -> Gauge:
        return Gauge(title, text, [_NOMIC, label], registry=self.registry)

    def note(self, figures: Figures) -> None:
        """Take in the figures of one nomic's tick, in the place of those of its last one."""
        when = figures.next_instant
        plain = {
            "last_tick": figures.at.timestamp(),
            "next_instant": when.timestamp() if when else 0.0,
            "seconds": figures.seconds,
            "requests": figures.requests,
            "rows": figures.rows,
            "questions": figures.questions,
            "open_intents": figures.open_intents,
        }
        with self._lock:
            for name, value in plain.items():
                self._plain[name].labels(figures.nomic).set(value)
            self._replace(self._outcome, figures.nomic, {figures.outcome: 1})
            self._replace(self._findings, figures.nomic, figures.findings)
            self._replace(self._stuck, figures.nomic, figures.stuck)

    def _replace(self, gauge: Gauge, nomic: str, values: Mapping[str, int]) -> None:
        """Values by label, those of labels that are gone removed."""
        gauge.remove_by_labels({_NOMIC: nomic})
        for label, value in values.items():
            gauge.labels(nomic, label).set(value)


def write_file(path: Path, figures: Figures) -> None:
    """Write one nomic's figures as a whole new file in the old one's place; raises OSError."""
    meters = Meters()
    meters.note(figures)
    write_to_textfile(str(path), meters.registry)
    # The collector runs under another account.
    path.chmod(0o644)


SHARED = Meters()
"""The figures that this process shows on its port."""


def meter(path: Path | None, *, is_shown: bool) -> Callable[[Figures], None]:
    """What takes a tick's figures: into a file, to be shown on the port, or both."""

    def take(figures: Figures) -> None:
        if is_shown:
            SHARED.note(figures)
        if path is not None:
            write_file(path, figures)

    return take


def serve(address: str, port: int, place: str) -> Callable[[], None]:
    """Show the shared figures on a port until what is given back is called; raises ConfigError where the port is taken."""
    try:
        server, thread = start_http_server(port, address, SHARED.registry)
    except OSError as error:
        problem = f"{address}:{port}: {error.strerror or error}"
        raise ConfigError(problem, place=place, remedy="name another port, or leave it out") from error

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop
