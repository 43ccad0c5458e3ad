"""What people do by hand: plan and apply, approve, make pages, import; each under the lock where it writes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tracker.app.asking.folding import fold_supposing, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people.accounts import APPROVER, check_person
from tracker.app.publish.pages import desired, layouts
from tracker.app.publish.publish import ActOutcome
from tracker.app.tick.looking import lock, publisher
from tracker.app.tick.pause import refuse_if_paused
from tracker.app.tick.setting_log import setting_batch
from tracker.app.tick.tick_report import WAITING
from tracker.app.wired import Wired
from tracker.core.gamestate import Gamestate
from tracker.core.plan import Plan
from tracker.errors import PlanStaleError, UsageError

SHORTEST_CHECKSUM = 12
"""How many characters of a checksum must at least be given."""


# --- pages ------------------------------------------------------------------------------------------------------------


def plan_now(wired: Wired) -> Plan:
    """What would be done now from what is archived and the config says; nothing is observed and nothing written."""
    return publisher(wired).plan_pages(desired(wired, _gamestate_of_config(wired)))


def plan_creation_now(wired: Wired) -> Plan:
    """What would make the pages and markers that are missing; nothing is written."""
    return publisher(wired).plan_new_pages(layouts(wired, _gamestate_of_config(wired)))


def _gamestate_of_config(wired: Wired) -> Gamestate:
    """What holds now, with what the config says that the next tick will archive; raises ConfigError."""
    now = wired.clock.now()
    batch = setting_batch(wired.settings, wired.game, wired.archive, now)
    if batch is None:
        return gamestate_at(wired)
    return gamestate_of(wired.game, fold_supposing(wired.game, wired.archive, now, batch.observations))


def apply_now(wired: Wired, plan: Plan, checksum: str) -> list[ActOutcome]:
    """Carry out a plan that was just made, if it is the one of that checksum (law 12).

    Raises PlanStaleError where it is another, PlanHeldError where it waits for an admin or the tracker is paused, LockedError.
    """
    if len(checksum) < SHORTEST_CHECKSUM or not plan.checksum.startswith(checksum):
        fault = f"the plan is now {plan.checksum[:SHORTEST_CHECKSUM]}, not {checksum[:SHORTEST_CHECKSUM]}"
        raise PlanStaleError(fault, remedy="look at it with tracker plan, then apply that checksum")
    refuse_if_paused(wired)
    with lock(wired):
        publishing = publisher(wired)
        settled = publishing.settle_open_intents()
        return [*settled, *publishing.apply_plan(plan, plan.checksum)]


def waits(plan: Plan) -> bool:
    """Whether something of a plan is only done once a person did something: approved, made a page, mended markers."""
    is_stopped = bool(plan.held or plan.too_large or plan.switched_off)
    return is_stopped or any(finding.code in WAITING for finding in plan.findings)


def approve(wired: Wired, checksums: Sequence[str], by: str) -> None:
    """Note that an admin approved exactly these held changes or plans.

    Raises UsageError for what is no checksum, and for somebody who is no admin.
    """
    check_person(wired, gamestate_at(wired), APPROVER, by, "approve")
    for checksum in checksums:
        if len(checksum) != len(_SAMPLE) or set(checksum) - set(_SAMPLE):
            raise UsageError(f"{checksum!r} is no checksum", remedy="copy the 64 characters that tracker plan shows")
    with lock(wired):
        for checksum in checksums:
            wired.ledger.approve(checksum, by, wired.clock.now())


def held_checksum(wired: Wired, begins: str) -> str:
    """The checksum beginning so under which something is held at present; raises UsageError where nothing is, or several things are."""
    told = " ".join(finding.text for finding in plan_now(wired).findings)
    found: set[str] = {each for each in _CHECKSUM.findall(told) if each.startswith(begins)}
    if len(found) != 1:
        remedy = "copy the checksum that the tick or tracker plan shows for it"
        raise UsageError(f"{len(found) or 'no'} changes are held under {begins!r}", remedy=remedy)
    (checksum,) = found
    return checksum


_CHECKSUM = re.compile(r"\b[0-9a-f]{64}\b")
_SAMPLE = "0123456789abcdef" * 4


# --- the archive ------------------------------------------------------------------------------------------------------


def import_records(wired: Wired, records: Sequence[Mapping[str, Any]]) -> int:
    """Append checked records in one transaction; how many were new."""
    from tracker.app.keeping.interchange import batch_of

    with lock(wired):
        return wired.archive.append(batch_of(records, wired.clock.now()), wired.game.read).added
