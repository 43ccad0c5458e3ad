"""The moment judged: the state, the law of that instant, and what people decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tracker.core.fold import Decision

from .law import Law
from .state import State


@dataclass(frozen=True, slots=True)
class Moment:
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

    def answer(self, question: str) -> str | None:
        """What a person decided, or None."""
        decision = self.decisions.get(question)
        return decision.answer if decision else None

    def later(self, when: datetime) -> Moment:
        """The same state, judged at another instant."""
        return Moment(self.state, self.state.law(when), self.decisions)
