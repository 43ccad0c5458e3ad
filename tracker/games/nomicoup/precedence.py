"""Which of two conflicting rules prevails: what they say of it themselves, and which was edited later; people decide."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tracker.core.rule import rule as clause

from .rule_paths import Rule

_SENTENCE = re.compile(r"[^.;\n]+(?:[.;]|$)")
_PREVAILS = re.compile(r"\btakes?\s+precedence\b", re.IGNORECASE)
_DEFERS = re.compile(r"\bdefers?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Provisions:
    """The sentences of a rule by which it takes precedence over others, and those by which it defers to others."""

    prevails: tuple[str, ...] = ()
    defers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Precedence:
    """What speaks for which of two rules: the key of the one that prevails (0: neither is said to), and why, in words."""

    prevails: int
    why: str


@lru_cache(maxsize=4096)
def provisions_in(content: str) -> Provisions:
    """What a rule's content says of precedence."""
    sentences = [" ".join(each.split()) for each in _SENTENCE.findall(content)]
    prevails, defers = (tuple(each for each in sentences if form.search(each)) for form in (_PREVAILS, _DEFERS))
    return Provisions(prevails, defers)


@clause("COUP-098")
def precedence(one: Rule, other: Rule) -> Precedence:
    """Explicit provisions go first; where there are none, or both rules have the same, the one edited later prevails."""
    rank_one, rank_other = _rank(one), _rank(other)
    if rank_one != rank_other:
        first = one if rank_one > rank_other else other
        said = provisions_in(first.content).prevails or provisions_in((other if first is one else one).content).defers
        return Precedence(first.key, f"it says so: “{said[0]}”")
    if one.edited_at == other.edited_at:
        return Precedence(0, "neither was edited later, and neither says so")
    later = one if other.edited_at is None or (one.edited_at is not None and one.edited_at > other.edited_at) else other
    return Precedence(later.key, f"it was edited later, at {later.edited_at:%Y-%m-%d %H:%M:%S} UTC")


def _rank(rule: Rule) -> int:
    """1 for a rule that takes precedence, -1 for one that defers, 0 for one that says neither or both."""
    said = provisions_in(rule.content)
    return bool(said.prevails) - bool(said.defers)
