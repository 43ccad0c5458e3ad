"""References between rules: the paths that a rule's content names, and those that mean no rule or another than when it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tracker.mechanics.chat.carrying import rule

from ..law import first_rules
from .rule_paths import Rules, in_order, label, path_of, title_key

_REFERENCE = re.compile(
    r"(?<![\w.])(?:rules?\s+([0-9]+(?:\.[0-9]+)*)|([0-9]+(?:\.[0-9]+)+))(?![\w]|\.[0-9])(?:\s+-\s+(\S[^.,;:()\n]*))?",
    re.IGNORECASE,
)


class StaleReference(NamedTuple):
    """A reference that misleads: in whose content it stands, how it is written, what it meant ("": no rule), and what it means now."""

    rule: str
    written: str
    meant: str
    means: str


@lru_cache(maxsize=4096)
def references_in(content: str) -> dict[str, str]:
    """The ID paths that a content names, as in ``4.6``, ``rule 3.1`` and ``4.6 - Characters``, with the titles behind them."""
    return {match[1] or match[2]: match[3] or "" for match in reversed([*_REFERENCE.finditer(content)])}


def bind(rules: Rules, path: str) -> None:
    """Note which rules the references in a rule's content mean now."""
    rules[path].refers = {each: rules[each].key if each in rules else 0 for each in references_in(rules[path].content)}


@lru_cache(maxsize=1)
def _at_the_start() -> dict[str, int]:
    """The keys of the rules with which a game begins, by their ID paths then."""
    return {path: key for key, (path, _, _) in enumerate(first_rules(), 1)}


@rule("COUP-077")
def stale_references(rules: Rules) -> Iterator[StaleReference]:
    """The references that name no rule, or another than when they were written; nothing is rewritten by itself."""
    for path in in_order(rules):
        for written, title in references_in(rules[path].content).items():
            key = rules[path].refers.get(written, _at_the_start().get(written, 0))
            now = rules.get(written)
            if (
                now is not None
                and now.key == key
                and title_key(title).startswith(title_key(now.title) if title else "")
            ):
                continue
            meant = path_of(rules, key)
            yield StaleReference(
                label(rules, path), written, label(rules, meant) if meant else "", label(rules, written) if now else ""
            )
