"""Which of two conflicting rules prevails: what they say of it themselves, and which was edited later; people decide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tracker.errors import UsageError
from tracker.mechanics.chat.carrying import rule

from ..law import CLAUSES
from .rule_paths import SEPARATOR, title_key

_SENTENCE = re.compile(r"[^.;\n]+(?:[.;]|$)")
_PREVAILS = re.compile(r"\btakes?\s+precedence\b", re.IGNORECASE)
_DEFERS = re.compile(r"\bdefers?\b", re.IGNORECASE)


class Provisions(NamedTuple):
    """The sentences of a rule by which it takes precedence over others, and those by which it defers to others."""

    prevails: list[str]
    defers: list[str]


@lru_cache(maxsize=4096)
def provisions_in(content: str) -> Provisions:
    """What a rule's content says of precedence."""
    sentences = [" ".join(each.split()) for each in _SENTENCE.findall(content)]
    return Provisions(*([each for each in sentences if form.search(each)] for form in (_PREVAILS, _DEFERS)))


@rule("COUP-098")
def precedence(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, str]:
    """Which of two printed rules prevails ("first", "second", or "": neither is said to), and what speaks for it.

    Explicit provisions go first; where there are none, or both rules have the same, the one edited later prevails.
    """
    said = [provisions_in(each["content"]) for each in (one, other)]
    ranks = [bool(each.prevails) - bool(each.defers) for each in said]
    if ranks[0] != ranks[1]:
        first = ranks.index(max(ranks))
        sentences = said[first].prevails or said[1 - first].defers
        return ("first", "second")[first], f"it says so: “{sentences[0]}”"
    edited = [each["edited_at"] or "" for each in (one, other)]
    if edited[0] == edited[1]:
        return "", "neither was edited later, and neither says so"
    at = max(edited)
    return ("first", "second")[edited.index(at)], f"it was edited later, at {at[:19].replace('T', ' ')} UTC"


# --- as a command shows it --------------------------------------------------------------------------------------------


def put_in_order(rules: Mapping[str, Any], first: str, second: str) -> dict[str, Any]:
    """Two rules of a printed gamestate side by side, each by ID path, title path, title or a clause in it; raises UsageError for an unknown one."""
    one, other = _found(rules, first), _found(rules, second)
    prevails, why = precedence(one, other)
    return {
        "first": _side(one),
        "second": _side(other),
        "steps": [{"clause": "COUP-098", "text": why, "prevails": prevails}],
        "prevails": prevails,
        "to_decide": ["whether they conflict at all"],
    }


def _found(rules: Mapping[str, Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    key = title_key(_titles_of_clause(name) or name)
    by_path = [each for each in rules.values() if key in (each["id"], title_key(each["title_path"] or ""))]
    named = by_path or [each for each in rules.values() if key == title_key(each["title"])]
    if len(named) != 1:
        problem = "several rules are called so" if named else "there is no such rule"
        raise UsageError(f"{name}: {problem}", remedy="give its ID path, as 4.4.3, or its title path")
    return named[0]


def _titles_of_clause(name: str) -> str:
    """The title path of the rule in which a clause stood at the start; "" for what is no clause."""
    clause = name.strip().upper()
    path = CLAUSES[clause].path if clause in set(CLAUSES) else ()
    return SEPARATOR.join(each.partition(" - ")[2] for each in path)


def _side(each: Mapping[str, Any]) -> dict[str, str]:
    name = f"{each['id']} - {each['title']}" if each["title"] else str(each["id"])
    return {"name": name, "section": each["title_path"] or ""}
