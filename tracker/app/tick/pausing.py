"""What a pause lets through, and the pause by which the tracker stops itself after failures.

Either is a decision in the archive, so that who and since when are known to every process; the failures are counted there
as well, so that the ticks of cron count.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.app.publish.pages import titles
from tracker.app.tick.pause import Pause, set_pause
from tracker.app.wired import Wired
from tracker.core.draft import RegionDraft
from tracker.core.instants import iso
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.core.planning import Desired, DesiredPage

if TYPE_CHECKING:
    from tracker.app.publish.publish import ActOutcome

ITSELF = "the tracker itself"
"""Who paused it where nobody did."""
FAILURES = "failures"
"""The source under which the archive keeps, as a cursor, how many ticks in a row could not write, and which pages."""
STATUS_PAGE = "state_of_play"
"""The key of the page that says that the tracker is paused."""
_WORD = '<div class="tracker-paused"'
_OF_THE_ACCOUNT = frozenset({"blocked", "login"})
"""The statuses of acts that say that we may write nothing at all."""
_REFUSED = frozenset({"protected", "failed", "lost", "not done"})
"""The statuses of acts that may concern that page alone; conflicts and a busy wiki go by by themselves."""


# --- stopping by itself -----------------------------------------------------------------------------------------------


def count_failures(wired: Wired, acts: Sequence[ActOutcome]) -> None:
    """Count a tick in which nothing could be written, and pause when there were too many in a row.

    That is one in which our account was refused, or most of our pages, or several of which one was not before: the same few
    that are refused again and again are stuck, and no reason to leave the others. A tick that wrote ends the row; one that had
    nothing else to write does not.
    """
    before, known = _row(wired)
    refused = [act for act in acts if act.status in _REFUSED]
    has_written = any(act.succeeded for act in acts)
    failed = [act for act in acts if act.status in _OF_THE_ACCOUNT]
    if not (failed or has_written) and _is_general(wired, {act.target for act in refused}, known):
        failed = refused
    count = before + 1 if failed else 0 if has_written else before
    stuck = sorted((known | {act.target for act in refused}) - {act.target for act in acts if act.succeeded})
    if failed and count >= wired.settings.publish.stop_after_failures:
        last = failed[-1]
        why = f"writing failed in {count} ticks in a row; the last time on {last.target}: {last.note or last.status}"
        set_pause(wired, "on", by=ITSELF, why=why)
        count = 0
    if (count, stuck) != (before, sorted(known)):
        cursor = canonical_json({"count": count, "refused": stuck})
        wired.archive.append(ObservationBatch(FAILURES, (), cursor, wired.clock.now()))


def _row(wired: Wired) -> tuple[int, set[str]]:
    """How many ticks in a row could not write, and the pages that were refused and not written since."""
    told = json.loads(wired.archive.cursor(FAILURES) or "0")
    if isinstance(told, int):
        # As it was kept before the pages were.
        return told, set()
    return int(told["count"]), set(told["refused"])


def _is_general(wired: Wired, refused: set[str], known: set[str]) -> bool:
    """Whether a tick's refusals say something of more than pages that are known to be stuck."""
    ours = [title for title in titles(wired).values() if wired.ledger.last_revision(title)]
    return len(refused) > 1 and (not refused <= known or 2 * len(refused) > len(ours))


# --- the word on the status page --------------------------------------------------------------------------------------


def while_paused(wired: Wired, pause: Pause, wanted: Desired) -> Desired:
    """What is still written during a pause: the word on the status page, above what stands there, and answers to requests."""
    status = titles(wired).get(STATUS_PAGE)
    pages = [_with_word(wired, page, pause) for page in wanted.pages if page.title == status]
    asked = [page for page in wanted.pages if page.title == wired.settings.requests.page]
    return Desired((*pages, *asked))


def _with_word(wired: Wired, page: DesiredPage, pause: Pause) -> DesiredPage:
    """The status page as we left it, with the word above."""
    told = {"since": iso(pause.since), "by": pause.by, "why": pause.why}
    word = wired.render([RegionDraft(page.title, "", "_paused.wikitext.j2", told)])[0].text
    first, *_ = page.regions
    left = (wired.ledger.region_text(page.title, first.name) or "").split("\n")
    kept = left[1:] if left[0].startswith(_WORD) else left
    return replace(page, regions=(replace(first, text="\n".join([word, *kept])),), summary="")
