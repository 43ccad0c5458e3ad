"""What people must decide or look at, as a tree: what is about the same thing as an earlier root stands below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tracker.core.gamestate import Finding, Question
from tracker.core.instants import EPOCH


@dataclass(frozen=True, slots=True)
class Root:
    """A question or finding that follows from no other one shown, and what follows from it, in the same order."""

    item: Question | Finding
    below: list[Question | Finding] = field(default_factory=list)

    @property
    def is_question(self) -> bool:
        """Whether somebody has to answer it."""
        return isinstance(self.item, Question)


def roots_of(questions: Iterable[Question], findings: Iterable[Finding]) -> Sequence[Root]:
    """The roots: questions before findings, and of each sort those first from which most follows.

    What is about the same matter, rule or revision as a root, or rests on the observation that a root is about, follows from it.
    """
    newest: list[Finding] = sorted(findings, key=lambda finding: finding.at or EPOCH, reverse=True)
    items: list[Question | Finding] = [*sorted(questions, key=lambda question: question.about), *newest]
    found: list[tuple[frozenset[str], Root]] = []
    for item in items:
        about = _subjects(item)
        root = next((root for subjects, root in found if subjects & {*about, *item.observations}), None)
        if root is None:
            found.append((about, Root(item)))
        else:
            root.below.append(item)
    return sorted((root for _, root in found), key=lambda root: (not root.is_question, -len(root.below)))


def _subjects(item: Question | Finding) -> frozenset[str]:
    """What it is about; a question names that in its id, and a revision of the ruleset page by its number alone."""
    if isinstance(item, Question):
        subject = item.id.partition(":")[2]
        return frozenset({subject, f"revision:{subject}"})
    return frozenset({item.subject}) - {""}
