"""What a tick tells of itself: lines of the journal, what stands after it, figures, and notices; nothing of it fails a tick."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tracker.app.tick.health import stuck_counts
from tracker.app.tick.pause import paused
from tracker.app.tick.standing import Kept, broken, finding_digests, read_kept, renewed
from tracker.app.wired import Wired
from tracker.core.instants import iso_or_none
from tracker.errors import LockedError, StoppedError, TrackerError

if TYPE_CHECKING:
    from tracker.app.tick.tick_report import TickReport

_log = logging.getLogger("tracker.tick")
# Where nobody keeps a journal nothing is printed: commands tell by themselves what they did.
_log.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Figures:
    """What a tick was like in figures: when it ended (UTC), how, what it took, and what stands after it."""

    nomic: str
    at: datetime
    outcome: str
    seconds: float
    requests: int
    rows: int
    questions: int
    open_intents: int
    next_instant: datetime | None
    findings: Mapping[str, int] = field(default_factory=dict)
    stuck: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Telling:
    """The telling of one tick, whose lines bear one run id."""

    wired: Wired
    run: str = field(default_factory=lambda: uuid4().hex[:12])
    begun: float = field(default_factory=time.monotonic)
    asked: int = 0
    before: Kept | None = None
    after: Kept | None = None

    def event(self, level: int, event: str, **fields: Any) -> None:
        """One line of the journal."""
        extra = {"event": event, "nomic": self.wired.settings.nomic, "run": self.run, "fields": fields}
        _log.log(level, "%s", event, extra=extra)

    def keep(self, report: TickReport) -> None:
        """Keep what stands after a tick, and what is news of it; to be called before the tick counts as done."""
        self.before = read_kept(self.wired.archive)
        pause = paused(self.wired) if report.outcome == "paused" else None
        self.after = renewed(self.before, report, str(pause or ""))
        self._keep(self.before, self.after)

    def ended(self, report: TickReport) -> None:
        """Tell of a tick that came to its end, and send what is to be sent."""
        if self.before is not None and self.after is not None:
            self._events(report, self.before)
        if self.wired.settings.notices.is_on:
            from tracker.app.tick.notices import send

            send(self.wired)
        self._figures(report)

    def keep_broken(self, error: Exception) -> None:
        """Keep that an error broke the tick off; what prevents that is not told besides."""
        # Whatever goes wrong here, the error that broke the tick off is what counts.
        with suppress(Exception):
            before = read_kept(self.wired.archive)
            self._keep(before, broken(before, error, self.wired.clock.now()))

    def _keep(self, before: Kept, after: Kept) -> None:
        """Keep what stands, with notices of it where a way for them is configured."""
        if self.wired.settings.notices.is_on:
            from tracker.app.tick.notices import note

            note(self.wired, before, after)
        else:
            from tracker.app.tick.standing import keep

            keep(self.wired.archive, before, after, self.wired.clock.now())

    def _seconds(self) -> float:
        return round(time.monotonic() - self.begun, 3)

    def _events(self, report: TickReport, before: Kept) -> None:
        for act in (*report.settled, *report.acts):
            level = logging.INFO if act.succeeded else logging.ERROR
            self.event(level, "act done", **act.record())
        for error in report.errors or report.observed.errors:
            self.event(logging.ERROR, "error", kind=type(error).__name__, error=str(error))
        for finding in (*_new_findings(report, before), *_new_on_pages(before, self.after or before)):
            self.event(logging.INFO, "finding new", **finding)
        rows = sum(report.observed.added.values())
        self.event(
            logging.INFO,
            "tick ended",
            outcome=report.outcome,
            exit_code=report.exit_code,
            seconds=self._seconds(),
            requests=self._requests(),
            rows=rows,
            next_instant=iso_or_none(report.next_instant),
        )

    def _requests(self) -> int:
        return self.wired.requests() - self.asked

    def _figures(self, report: TickReport) -> None:
        """Hand the tick's figures to whoever keeps them; a file that cannot be written is an error in the journal."""
        if self.wired.meter is None:
            return

        kept = read_kept(self.wired.archive)
        figures = Figures(
            nomic=self.wired.settings.nomic or self.wired.game.slug,
            at=report.at,
            outcome=report.outcome,
            seconds=self._seconds(),
            requests=self._requests(),
            rows=sum(report.observed.added.values()),
            questions=kept.questions,
            open_intents=len(self.wired.ledger.open_intents()),
            next_instant=report.next_instant,
            findings=kept.counts,
            stuck=stuck_counts(self.wired, kept),
        )
        try:
            self.wired.meter(figures)
        except OSError as error:
            self.event(logging.ERROR, "error", kind=type(error).__name__, error=f"the figures: {error}")


def _new_findings(report: TickReport, before: Kept) -> Iterator[dict[str, Any]]:
    """The findings that the tick before did not have."""
    if report.gamestate is None:
        return

    known = set(before.findings)
    for digest, number in finding_digests(report.gamestate).items():
        if digest not in known:
            found = report.gamestate.findings[number]
            yield {"code": found.code, "clause": found.clause, "text": found.text}


def _new_on_pages(before: Kept, after: Kept) -> Iterator[dict[str, Any]]:
    """What planning found that the tick before did not have: what waits for a person, what people undid, what is done without."""
    for group in ("pages", "undone", "without"):
        for key, thing in after.of(group).items():
            code, is_finding, _ = key.partition(":")
            if is_finding and key not in before.of(group):
                yield {"code": code, "clause": "", "text": thing.text}


@contextmanager
def telling(wired: Wired) -> Iterator[Telling]:
    """Tell the journal that a tick begins, and what ends it before its end."""
    told = Telling(wired, asked=wired.requests())
    told.event(logging.INFO, "tick begun")
    try:
        yield told
    except (LockedError, StoppedError) as error:
        told.event(logging.WARNING, "tick stopped", kind=type(error).__name__, error=str(error))
        raise
    except Exception as error:
        text = str(error) if isinstance(error, TrackerError) else ""
        told.event(logging.ERROR, "tick broken off", kind=type(error).__name__, error=text)
        raise


@contextmanager
def noting(told: Telling) -> Iterator[None]:
    """Keep what breaks the tick off, while the lock is held."""
    try:
        yield
    except (LockedError, StoppedError):
        raise
    except Exception as error:
        told.keep_broken(error)
        raise
