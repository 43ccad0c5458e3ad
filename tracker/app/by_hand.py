"""What people do by hand: plan and apply, approve, make pages, decide, import, redact; each under the lock where it writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from tracker.app.inquiry import gamestate_at
from tracker.app.pages import desired, layouts
from tracker.app.publish import ActOutcome
from tracker.app.tick import lock, publisher, wake
from tracker.app.wired import Wired
from tracker.core.gamestate import Gamestate, Question
from tracker.core.instants import iso
from tracker.core.observation import Observation, ObservationBatch
from tracker.core.plan import Plan
from tracker.errors import PlanStaleError, UsageError

DECISIONS = "decisions"
"""The source under which decisions are archived."""
SHORTEST_CHECKSUM = 12
"""How many characters of a checksum must at least be given."""


# --- pages ------------------------------------------------------------------------------------------------------------


def plan_now(wired: Wired) -> Plan:
    """What would be done now from what is archived; nothing is observed and nothing written."""
    return publisher(wired).plan_pages(desired(wired, gamestate_at(wired)))


def plan_creation_now(wired: Wired) -> Plan:
    """What would make the pages and markers that are missing; nothing is written."""
    return publisher(wired).plan_new_pages(layouts(wired, gamestate_at(wired)))


def apply_now(wired: Wired, plan: Plan, checksum: str) -> list[ActOutcome]:
    """Carry out a plan that was just made, if it is the one of that checksum (law 12).

    Raises PlanStaleError where it is another, PlanHeldError where it waits for an admin, LockedError.
    """
    if len(checksum) < SHORTEST_CHECKSUM or not plan.checksum.startswith(checksum):
        fault = f"the plan is now {plan.checksum[:SHORTEST_CHECKSUM]}, not {checksum[:SHORTEST_CHECKSUM]}"
        raise PlanStaleError(fault, remedy="look at it with tracker plan, then apply that checksum")
    with lock(wired):
        publishing = publisher(wired)
        settled = publishing.settle_open_intents()
        return [*settled, *publishing.apply_plan(plan, plan.checksum)]


def approve(wired: Wired, checksums: Sequence[str], by: str) -> None:
    """Note that an admin approved exactly these held changes or plans; raises UsageError for what is no checksum."""
    for checksum in checksums:
        if len(checksum) != len(_SAMPLE) or set(checksum) - set(_SAMPLE):
            raise UsageError(f"{checksum!r} is no checksum", remedy="copy the 64 characters that tracker plan shows")
    with lock(wired):
        for checksum in checksums:
            wired.ledger.approve(checksum, by, wired.clock.now())


_SAMPLE = "0123456789abcdef" * 4


# --- questions --------------------------------------------------------------------------------------------------------


def decide(wired: Wired, question: str, answer: str | None, *, by: str, why: str) -> Observation:
    """Archive a person's answer to a question, open or answered before; None takes the last answer back.

    Raises UsageError where there is no such question, the answer is none of those allowed, the person may not answer,
    or there is nothing to take back.
    """
    gamestate, before = gamestate_at(wired), _decision(wired, question)
    asked = next((open_ for open_ in gamestate.questions if open_.id == question), None)
    if answer is None:
        return _revoke(wired, question, before, by, why)
    if asked is None and before is None:
        raise _no_such_question(gamestate, question)
    if asked is not None:
        _check_answer(gamestate, asked, answer, by)
    since = iso(asked.about) if asked else (before or {}).get("since")
    return _archive_decision(wired, question, {"answer": answer, "by": by, "why": why, "since": since})


def _revoke(wired: Wired, question: str, before: Mapping[str, Any] | None, by: str, why: str) -> Observation:
    if before is None or before.get("revoked"):
        raise UsageError(f"nothing was decided on {question}", remedy="tracker questions lists what is open")
    told = {"answer": before["answer"], "by": by, "why": why, "since": before.get("since"), "revoked": True}
    return _archive_decision(wired, question, told)


def _decision(wired: Wired, question: str) -> Mapping[str, Any] | None:
    found = wired.archive.newest_about(DECISIONS, question)
    return found[-1].observation.payload if found else None


def _archive_decision(wired: Wired, question: str, told: Mapping[str, Any]) -> Observation:
    now = wired.clock.now()
    payload = {"question": question, **{name: value for name, value in told.items() if value is not None}}
    made = Observation("decision", f"decision:{question}", payload, at=now, seen_at=now, source=DECISIONS)
    with lock(wired):
        wired.archive.append(ObservationBatch(DECISIONS, (made,), iso(now), now), wired.game.read)
    return made


def _no_such_question(gamestate: Gamestate, question: str) -> UsageError:
    near = get_close_matches(question, [asked.id for asked in gamestate.questions], n=3)
    remedy = f"did you mean {', '.join(near)}?" if near else "tracker questions lists what is open"
    return UsageError(f"there is no question {question!r}", remedy=remedy)


def _check_answer(gamestate: Gamestate, asked: Question, answer: str, by: str) -> None:
    if answer not in asked.answers:
        problem = f"{answer!r} is no answer to {asked.id}"
        raise UsageError(problem, remedy=f"answers: {', '.join(asked.answers)}")
    allowed = who_may_answer(gamestate, asked)
    if allowed and by.casefold() not in {name.casefold() for name in allowed}:
        raise UsageError(f"{by} may not answer {asked.id}", remedy=f"who may: {', '.join(sorted(allowed))}")


def who_may_answer(gamestate: Gamestate, asked: Question) -> frozenset[str]:
    """The names of those who may answer; empty where anybody may, or where the roster names nobody of that role."""
    roster = gamestate.values.get("roster", {})
    return frozenset(name for name, person in roster.items() if person.get(asked.may_answer))


# --- the archive ------------------------------------------------------------------------------------------------------


def import_records(wired: Wired, records: Sequence[Mapping[str, Any]]) -> int:
    """Append checked records in one transaction; how many were new."""
    from tracker.app.interchange import batch_of

    with lock(wired):
        return wired.archive.append(batch_of(records, wired.clock.now()), wired.game.read).added


def redact(wired: Wired, observation_id: str, *, by: str, why: str) -> int:
    """Empty the content of an observation, all its versions; how many rows. Raises UsageError where there is none."""
    with lock(wired):
        rows = wired.archive.redact(observation_id, by=by, why=why, at=wired.clock.now())
        if not rows and not wired.archive.versions(observation_id):
            raise UsageError(f"there is no observation {observation_id!r}", remedy="tracker explain shows the ids")
        wake(wired)
    return rows
