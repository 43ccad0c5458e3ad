"""What a tick says of itself: how it ended, what it brought and did, and its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.instants import iso, iso_or_none
from tracker.core.observation import ReadingWarning
from tracker.errors import PlanHeldError, TrackerError, WikiError, WikiUnreadError

if TYPE_CHECKING:
    from tracker.app.publish.publish import ActOutcome
    from tracker.core.gamestate import Finding, Gamestate
    from tracker.core.plan import Plan
    from tracker.core.ports import UnreadPart

OUTCOMES: Mapping[str, str] = {
    "idle": "nothing new was seen and nothing fell due",
    "in step": "the wiki says what it should",
    "applied": "the wiki was brought into step",
    "planned": "the wiki is not in step, and the config permits only to plan",
    "upgraded": "the code, its parameters or its templates changed since the last tick, so this one only planned",
    "paused": "it is paused: nothing was written but word of that, and answers to requests",
    "withheld": "a source could not be read, so nothing was written",
    "held": "something waits for a person",
    "failed": "something could not be done",
}
"""How a tick can end, each with a sentence."""

RESTING = frozenset({"idle", "in step", "applied", "planned", "paused"})
"""The outcomes after which a tick that sees nothing new need not fold again."""

WAITING = frozenset(
    {
        *("PAGE_MISSING", "PAGE_MOVED", "PAGE_IN_THE_WAY", "MARKERS_FAULTY", "BOT_EXCLUDED", "CHANGE_IMPOSSIBLE"),
        *("HAND_EDIT_BLOCKED", "CHANGE_HELD", "PLAN_HELD", "SWITCHED_OFF", "ENACTMENT_UNTOLD", "PICTURE_BLOCKED"),
    }
)
"""The plan's findings that keep a page from being written until a person does something."""

LEFT = frozenset({"UNDONE_BY_HAND", "HAND_EDIT_KEPT"})
"""The plan's findings of what people undid or corrected on our pages, which is left so: nobody need do anything."""


def is_wiki_unread(errors: Iterable[TrackerError]) -> bool:
    """Whether the wiki could not be read as a source."""
    return any(isinstance(error, WikiUnreadError) for error in errors)


@dataclass(frozen=True, slots=True)
class Observed:
    """What the sources brought: rows added by source, the errors of those that failed, and warnings of this look.

    ``began`` is when the first of them was asked, ``failed`` names those that failed, as ``errors`` do in the same order.
    ``unread`` are, by source, the parts of those that answered that cannot be read wholly, whether this look asked for them or not.
    """

    added: Mapping[str, int]
    errors: tuple[TrackerError, ...] = ()
    warnings: tuple[ReadingWarning, ...] = ()
    began: datetime | None = None
    failed: tuple[str, ...] = ()
    unread: Mapping[str, tuple[UnreadPart, ...]] = field(default_factory=dict)

    @property
    def read_since(self) -> datetime | None:
        """The instant up to which everything is read; None where something could not be."""
        return None if self.errors else self.began


@dataclass(frozen=True, slots=True)
class TickReport:
    """What one tick did; ``outcome`` is a word of ``OUTCOMES``, ``settled`` the old intents whose end was found out.

    ``gamestate`` is what held at its end; None where the tick did not fold.
    """

    at: datetime
    outcome: str
    observed: Observed
    errors: tuple[TrackerError, ...] = ()
    plan: Plan | None = None
    acts: tuple[ActOutcome, ...] = ()
    settled: tuple[ActOutcome, ...] = ()
    questions: int = 0
    findings: int = 0
    next_instant: datetime | None = None
    gamestate: Gamestate | None = None

    @property
    def exit_code(self) -> int:
        """0, or that of the first error: the one place where a tick's exit code is decided."""
        if self.errors:
            return self.errors[0].exit_code
        if self.outcome == "held":
            return PlanHeldError.exit_code
        return WikiError.exit_code if self.outcome == "failed" else 0

    @property
    def words(self) -> str:
        """One line for people and for the heartbeat."""
        parts = [OUTCOMES[self.outcome]]
        rows = sum(self.observed.added.values())
        parts += [f"{rows} new rows"] if rows else []
        done = [act.target for act in self.acts if act.succeeded]
        parts += [f"written: {', '.join(done)}"] if done else []
        left = dict.fromkeys(f"{finding.subject} ({finding.code})" for finding in self.left)
        parts += [f"but left as people put it: {', '.join(left)}"] if left else []
        parts += [str(error) for error in self.errors]
        return "; ".join(parts)

    @property
    def left(self) -> tuple[Finding, ...]:
        """What is not on the wiki as it should be, and is left so for people put it there."""
        return tuple(each for each in self.plan.findings if each.code in LEFT) if self.plan else ()

    def record(self) -> dict[str, Any]:
        """As ``tracker tick --json`` prints it."""
        return {
            "at": iso(self.at),
            "outcome": self.outcome,
            "exit_code": self.exit_code,
            "added": dict(self.observed.added),
            "warnings": [
                {"code": item.code, "place": item.place, "text": item.text} for item in self.observed.warnings
            ],
            "errors": [str(error) for error in self.errors],
            "plan": self.plan.record() if self.plan else None,
            "acts": [act.record() for act in self.acts],
            "settled": [act.record() for act in self.settled],
            "questions": self.questions,
            "findings": self.findings,
            "next_instant": iso_or_none(self.next_instant),
        }
