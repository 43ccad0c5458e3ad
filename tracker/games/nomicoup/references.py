"""References between rules: the paths that a rule's content names, and those that mean no rule or another than when it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tracker.core.rule import rule as clause

from .rule_paths import Rule, RuleTree, at_path, id_path_of, label, title_key, walk

_REFERENCE = re.compile(
    r"(?<![\w.])(?:rules?\s+([0-9]+(?:\.[0-9]+)*)|([0-9]+(?:\.[0-9]+)+))(?![\w]|\.[0-9])", re.IGNORECASE
)
_TITLE_BEHIND = re.compile(r"\s+-\s+(\S[^.,;:()\n]*)")


@dataclass(frozen=True, slots=True)
class StaleReference:
    """A reference that misleads: the rule in whose content it stands, how it is written, what it meant, and what it means now.

    ``meant`` and ``means`` are rules as they are called, "" for none; ``meant`` is "" too where that rule is gone.
    """

    rule: str
    written: str
    meant: str
    means: str


@lru_cache(maxsize=4096)
def references_in(content: str) -> tuple[str, ...]:
    """The ID paths that a content names, each once, as in ``4.6``, ``rule 3.1`` and ``4.6 - Characters``."""
    found = (match[1] or match[2] for match in _REFERENCE.finditer(content))
    return tuple(dict.fromkeys(path for path in found if id_path_of(path)))


@lru_cache(maxsize=4096)
def titles_behind(content: str) -> dict[str, str]:
    """The titles that stand behind ID paths in a content (``4.6 - Characters``), up to the next stop, by the path."""
    found: dict[str, str] = {}
    for match in _REFERENCE.finditer(content):
        title = _TITLE_BEHIND.match(content, match.end())
        if title:
            found.setdefault(match[1] or match[2], title[1])
    return found


def bind(tree: RuleTree, rule: Rule) -> None:
    """Note which rules the references in a rule's content mean now."""
    rule.refers = {path: _key_at(tree, path) for path in references_in(rule.content)}


def bind_all(tree: RuleTree) -> None:
    """The same for every rule."""
    for rule in tree.rules.values():
        bind(tree, rule)


def strays(tree: RuleTree, rule: Rule) -> dict[str, int]:
    """The references in a rule's content that meant another rule, by its key, than stands on their path now (0: none, or one that is gone)."""
    return {path: key if key in tree.rules else 0 for path, key in rule.refers.items() if key != _key_at(tree, path)}


def _key_at(tree: RuleTree, path: str) -> int:
    found = at_path(tree, id_path_of(path) or ())
    return found.key if found else 0


@clause("COUP-077")
def stale_references(tree: RuleTree) -> Iterator[StaleReference]:
    """The references that name no rule, or another than when they were written; nothing is rewritten by itself."""
    for rule in walk(tree):
        for path, key in rule.refers.items():
            now = at_path(tree, id_path_of(path) or ())
            if now is not None and now.key == key and _is_called_so(rule, path, now):
                continue
            meant = tree.rules.get(key)
            yield StaleReference(
                label(tree, rule), path, label(tree, meant) if meant else "", label(tree, now) if now else ""
            )


def _is_called_so(rule: Rule, path: str, meant: Rule) -> bool:
    """Whether what stands behind a path in a content, if anything, begins with the title of the rule there."""
    said = titles_behind(rule.content).get(path)
    return said is None or title_key(said).startswith(title_key(meant.title))
