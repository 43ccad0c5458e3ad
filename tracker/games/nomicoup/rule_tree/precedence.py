"""Which of two conflicting rules prevails: what they say of it themselves, and which was edited later; people decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tracker.core.instants import parse_instant
from tracker.errors import UsageError
from tracker.mechanics.chat.carrying import rule

from ..law import CLAUSES
from ..state import Rule
from .rule_paths import title_key

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


@rule("COUP-098")
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


# --- as a command shows it --------------------------------------------------------------------------------------------


def put_in_order(rules: Mapping[str, Any], first: str, second: str) -> dict[str, Any]:
    """Two rules of a printed gamestate side by side, each by ID path, title path, title or a clause in it; raises UsageError for an unknown one."""
    found = {side: _found(rules, name) for side, name in (("first", first), ("second", second))}
    one, other = (_rule(key, each) for key, each in enumerate(found.values(), start=1))
    outcome = precedence(one, other)
    prevails = dict(enumerate(found, start=1)).get(outcome.prevails, "")
    sides = {side: _side(each) for side, each in found.items()}
    step = {"clause": "COUP-098", "text": outcome.why, "prevails": prevails}
    return {**sides, "steps": [step], "prevails": prevails, "to_decide": ["whether they conflict at all"]}


def _found(rules: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    known = [each for each in rules.values() if isinstance(each, Mapping)]
    name = _rule_of_clause(known, name.strip().upper()) or name
    key = title_key(name)
    by_path = [each for each in known if name.strip() == each["id"] or key == title_key(each["title_path"] or "")]
    named = by_path or [each for each in known if key == title_key(each["title"])]
    if len(named) != 1:
        problem = "several rules are called so" if named else "there is no such rule"
        raise UsageError(f"{name}: {problem}", remedy="give its ID path, as 4.4.3, or its title path")
    return named[0]


def _rule_of_clause(known: Iterable[Mapping[str, Any]], clause: str) -> str:
    """The ID path of the rule in which a clause stands: where that was at the start if it bears its title there, else by its title alone."""
    if clause not in set(CLAUSES):
        return ""
    first, _, title = CLAUSES[clause].path[-1].partition(" - ")
    found = [str(each["id"]) for each in known if title_key(each["title"]) == title_key(title)]
    return first if first in found else found[0] if len(found) == 1 else ""


def _rule(key: int, each: Mapping[str, Any]) -> Rule:
    edited_at = parse_instant(each["edited_at"]) if each["edited_at"] else None
    return Rule(title=each["title"], content=each["content"], key=key, edited_at=edited_at)


def _side(each: Mapping[str, Any]) -> dict[str, str]:
    name = f"{each['id']} - {each['title']}" if each["title"] else str(each["id"])
    return {"name": name, "section": each["title_path"] or ""}
