"""The moment judged: the state, the law of that instant, and what people decided."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from tracker.core.fold import Decision
from tracker.core.gamestate import Finding

from .law import PARAMETERS, Law
from .state import State

YES_NO = ("yes", "no")
READING = "reading"
"""The topic of the questions how a rule is read whose words nobody has seen."""
ANSWERS: Mapping[str, tuple[str, ...] | None] = {
    "comment-edit": ("first", "newest"),
    "two-types": None,
    "pass-role": None,
    "which-matter": None,
    "dice-line": ("void", "draw"),
    "downtime-declarations": ("Seasonal Downtime", "Victory and Ascension"),
}
"""Topic of a question -> the answers it allows, or None where a name is among them; other topics are answered yes or no."""


class Moment(NamedTuple):
    """Everything a rule may look at: nothing else decides."""

    state: State
    law: Law
    decisions: Mapping[str, Decision]

    @classmethod
    def at(cls, state: State, when: datetime, decisions: Mapping[str, Decision]) -> Moment:
        """The moment at an instant."""
        return cls(state, state.law(when), decisions)

    @property
    def when(self) -> datetime:
        """The instant judged (UTC)."""
        return self.law.when

    def is_settled(self, finding: Finding) -> bool:
        """Whether somebody has decided about what a note tells; what is more than a note stays."""
        decided = (id for id in self.decisions if id.partition(":")[2] in finding.observations)
        return finding.is_note and any(self.answer(id) is not None for id in decided)

    def answer(self, question: str) -> str | None:
        """What a person decided, or None; an answer that the question does not allow is none."""
        decision = self.decisions.get(question)
        if decision is None:
            return None
        topic, _, about = question.partition(":")
        is_reading = topic == READING and about in PARAMETERS
        allowed = PARAMETERS[about].choices if is_reading else ANSWERS.get(topic, YES_NO)
        return decision.answer if allowed is None or decision.answer in allowed else None

    def reading(self, switch: str) -> str:
        """How a switch stands: as people answered ``reading:SWITCH``, where the settings say nothing."""
        answer = None if self.law.is_set(switch) else self.answer(f"{READING}:{switch}")
        return answer or self.law.word(switch)

    def supposing(self, question: str, answer: str) -> Moment:
        """The moment in which somebody had given that answer."""
        supposed = Decision(question, answer, "", "", self.when, "")
        return self._replace(decisions={**self.decisions, question: supposed})

    def without(self, slugs: Collection[str]) -> Moment:
        """The moment in which those matters are open no longer."""
        state = copy.copy(self.state)
        state.open_slugs = [slug for slug in state.open_slugs if slug not in slugs]
        return self._replace(state=state)

    def later(self, when: datetime) -> Moment:
        """The same state, judged at another instant."""
        return Moment.at(self.state, when, self.decisions)


def decided_by(question: str, answer: str = "yes") -> str:
    """The command by which a person answers a question."""
    return f"tracker decide {question} {answer} --by NAME --why TEXT"
