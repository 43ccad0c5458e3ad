"""The moment judged: the state, the law of that instant, and what people decided."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from tracker.core.fold import Decision

from .law import PARAMETERS, Law
from .state import State

YES_NO = ("yes", "no")
ANSWERS: Mapping[str, tuple[str, ...] | None] = {
    "comment-edit": ("first", "newest"),
    "status": ("stands", "void"),
    "two-types": None,
    "pass-role": None,
    "official": ("official", "not official"),
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
        return cls(state, state.law(when, _amendments(state, decisions)), decisions)

    @property
    def when(self) -> datetime:
        """The instant judged (UTC)."""
        return self.law.when

    def answer(self, question: str) -> str | None:
        """What a person decided, or None; an answer that the question does not allow is none."""
        decision = self.decisions.get(question)
        if decision is None:
            return None
        allowed = ANSWERS.get(question.partition(":")[0], YES_NO)
        return decision.answer if allowed is None or decision.answer in allowed else None

    def undecided(self, questions: Mapping[str, str]) -> dict[str, str]:
        """Those of the questions that no person has answered, with what is said of them."""
        return {question: text for question, text in questions.items() if self.answer(question) is None}

    def later(self, when: datetime) -> Moment:
        """The same state, judged at another instant."""
        return Moment.at(self.state, when, self.decisions)


AMENDMENT = "amendment:"
"""How the question begins whether a reading that the page's text suggests is what counts."""


def _amendments(state: State, decisions: Mapping[str, Decision]) -> dict[str, str]:
    """The readings of switches that the page suggests and a person confirmed since it does; they hold from then on."""
    if state.ruleset is None or not state.ruleset.offers:
        return {}
    found = {}
    for name, offer in state.ruleset.offers.items():
        decision, offered = decisions.get(f"{AMENDMENT}{name}"), PARAMETERS[name].offer
        is_yes = decision is not None and decision.answer == "yes" and decision.at >= offer.since
        if offered and decision and is_yes and decision.is_about(offer.wording):
            found[name] = offered.reading
    return found


def decided_by(question: str, answer: str = "yes") -> str:
    """The command by which a person answers a question."""
    return f"tracker decide {question} {answer} --by NAME --why TEXT"
