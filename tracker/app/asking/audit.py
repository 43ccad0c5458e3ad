"""The audit of a table that people keep: all of its revisions folded once more, each compared with what the log makes of it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.app.asking.folding import fold_archive, fold_watched
from tracker.app.wired import Wired
from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.core.fold import Context, Step
    from tracker.core.ports import Progress
    from tracker.core.table_audit import TableAudit

OUT_OF_STEP = 12
"""The exit code where a table and its log part ways."""
_ROWS_PER_STEP = 500
"""After so many rows the progress bar moves."""


def audit(wired: Wired, as_of: datetime | None = None, progress: Progress | None = None) -> TableAudit:
    """Compare the running dynasty's table with its log up to an instant (by default now); no dice are drawn for it.

    Raises UsageError where no table is kept.
    """
    auditor, until = wired.game.auditor(), as_of or wired.clock.now()
    if auditor is None:
        raise UsageError(f"{wired.game.title} keeps no table", remedy="tracker explain MATTER shows other figures")
    now = fold_archive(wired.game, wired.archive, until)
    counted = _Counted(auditor, wired.archive.last_seq(), progress)
    folded = fold_watched(wired.game, wired.archive, until, auditor.since(now.state), counted.watch)
    found = auditor.report(folded.state, until, folded.context)
    if found is None:
        raise UsageError(
            "the running dynasty keeps no table of values", remedy="tracker dynasty new NAME writes a dynasty's file"
        )
    return found


class _Counted:
    """An auditor that tells how far it is."""

    def __init__(self, auditor: Any, total: int, progress: Progress | None) -> None:
        self._auditor = auditor
        self._total = total
        self._progress = progress
        self._done = 0

    def watch(self, state: Any, step: Step, context: Context) -> None:
        """Look at the state after a row."""
        self._done += 1
        if self._progress is not None and self._done % _ROWS_PER_STEP == 0:
            self._progress.step("comparing", min(self._done, self._total), self._total)
        self._auditor.watch(state, step)
