"""A real ruleset page beside what the code carries out, rule by rule, for whoever goes through it once and says what means the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE
from tracker.core.gamestate import Question
from tracker.mechanics.differences import difference
from tracker.mechanics.ruleset.known_rules import KnownRules, Place
from tracker.mechanics.ruleset.ruleset_passages import RulesetShown


@dataclass(frozen=True, slots=True)
class Compared:
    """A rule of the page that reads otherwise than the code knows it, or a whole list of entries that do.

    ``sentences`` are what the code carries out, by clause. ``words`` are the page's own without layout noise, ``changed`` what differs
    from how it read before, where that is known. Of a rule that is not found ``words`` are empty, and ``likeliest`` names the passage whose
    words are most like it.
    """

    rule: str
    sentences: tuple[tuple[str, str], ...]
    words: str
    changed: str
    likeliest: str
    questions: tuple[Question, ...]

    def record(self) -> dict[str, Any]:
        """As ``tracker adopt --json`` prints it."""
        return {
            "rule": self.rule,
            "clauses": dict(self.sentences),
            "words": self.words,
            "changed": self.changed,
            "likeliest": self.likeliest,
            "questions": {question.id: question.mark for question in self.questions},
        }


def to_compare(known: KnownRules, shown: RulesetShown, questions: Iterable[Question]) -> list[Compared]:
    """All that waits to be compared, in the order of the ruleset; the entries of one list together, so that one answer does."""
    asked = {question.id: question for question in questions}
    waiting: dict[str, list[Place]] = {}
    for place in known.places:
        if f"{CONFIRM_RULE}:{place.id}" in asked:
            waiting.setdefault(place.id.partition(" (")[0], []).append(place)
    return [
        _compared(known, shown, rule, places, [asked[f"{CONFIRM_RULE}:{place.id}"] for place in places])
        for rule, places in waiting.items()
    ]


def _compared(
    known: KnownRules, shown: RulesetShown, rule: str, places: Sequence[Place], questions: Sequence[Question]
) -> Compared:
    passages = {key: shown.passage(key) for place in places for key in place.keys}
    words = " ".join(passage.words for passage in passages.values() if passage is not None and passage.hash)
    clauses = [id.removeprefix(f"{CONFIRM_CLAUSE}:") for question in questions for id in question.also]
    before = {key: wording.before for key in passages if (wording := shown.wording_of(key)) is not None}
    changed = [
        difference(before[key], passage.words)
        for key, passage in passages.items()
        if passage is not None and passage.hash and before.get(key)
    ]
    sentences = tuple((clause, known.clauses[clause].title) for clause in clauses)
    likeliest = "" if words else _likeliest(known, shown, f"{rule} {' '.join(text for _, text in sentences)}")
    return Compared(rule, sentences, words, "; ".join(filter(None, changed)), likeliest, tuple(questions))


def _likeliest(known: KnownRules, shown: RulesetShown, told: str) -> str:
    """The place of the passage in which no known clause stands that has most of the rarer words of what is told; "" where none has any."""
    texts = {
        key: _words(f"{passage.path[-1]} {passage.words}") for key, passage in shown.passages.items() if passage.hash
    }
    wanted, found = _words(told), {"": 0.0}
    spread = Counter(word for words in texts.values() for word in words)
    for key, words in texts.items():
        if shown.clause_key(key) not in known.hashes and words:
            # Each word weighs the more the fewer passages have it; long passages are not likelier for their length.
            shared = sum(1 / spread[word] for word in words & wanted)
            found[" › ".join(shown.passages[key].path)] = shared / sqrt(len(words))
    return max(found, key=lambda place: found[place])


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w{4,}", text.casefold()))
