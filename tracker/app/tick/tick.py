"""One tick: observe, fold, settle the dice, render, plan, and apply what the config permits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.app.tick.looking import (
    Silence,
    at_work,
    observe,
    publisher,
    what_was_left,
)
from tracker.app.tick.telling import Telling
from tracker.app.tick.tick_report import RESTING, Observed, TickReport
from tracker.app.wired import Wired
from tracker.core.ports import Heartbeat, Progress
from tracker.errors import (
    WikiError,
)

if TYPE_CHECKING:
    from tracker.app.publish.publish import ActOutcome


def tick(wired: Wired, progress: Progress | None = None) -> TickReport:
    """One pass under the single-writer lock.

    Errors of a source or of the wiki are in the report. Raises LockedError, ConfigError or ArchiveError where there can
    be no tick at all.
    """
    with at_work(wired) as told:
        return tick_locked(told, progress or Silence())


def tick_locked(told: Telling, progress: Progress, observed: Observed | None = None) -> TickReport:
    """One pass where the lock is held, on what was just observed if anything was."""
    wired = told.wired
    settled = _settle_intents(wired)
    wired.look.begin([*what_was_left(wired).get("revisions", ()), *wired.settings.heard_pages])
    observed = observed or observe(wired, progress)
    report, work = _rest(wired, observed, settled), None
    if report is None:
        from tracker.app.tick.passing import Pass  # late: an idle tick neither folds nor writes

        work = Pass(wired, observed, settled)
        report = work.run()
    # Before the heartbeat: a tick that is killed in between is done again, and no news of it are lost.
    told.keep(report)
    wired.archive.beat(_beat(wired, report))
    wired.step("beaten")
    # After the heartbeat: a tick that is killed in between is done again, and does not rest on what it never told.
    if work is not None:
        work.note_revisions()
    told.ended(report)
    return report


def _beat(wired: Wired, report: TickReport) -> Heartbeat:
    seq = wired.archive.last_seq()
    return Heartbeat(report.at, report.outcome, seq, report.next_instant, wired.code, report.words)


def _rest(wired: Wired, observed: Observed, settled: Sequence[ActOutcome]) -> TickReport | None:
    """The report of an idle tick; None where there is something to do.

    Idle is: nothing new, no instant passed, a clock that went on, the same code and config, our pages' revisions as we left them.
    """
    now, last = wired.clock.now(), wired.archive.last_beat()
    if last is None or last.outcome not in RESTING or observed.errors or settled:
        return None
    is_due = last.next_instant is not None and last.next_instant <= now
    # A clock that ran ahead may have shown what was not due: that is looked into.
    is_due = is_due or last.at > now
    if is_due or last.digest != wired.code or last.seq != wired.archive.last_seq():
        return None
    left = what_was_left(wired)
    if not left or left["settings"] != wired.settings.digest:
        return None
    try:
        is_as_left = dict(wired.look.revision_ids(list(left["revisions"]))) == left["revisions"]
    except WikiError:
        return None
    return TickReport(now, "idle", observed, next_instant=last.next_instant) if is_as_left else None


def _settle_intents(wired: Wired) -> tuple[ActOutcome, ...]:
    """Find out what became of acts that were begun and never ended: by reading back, never by acting again."""
    if not wired.ledger.open_intents():
        return ()
    return tuple(publisher(wired).settle_open_intents())
