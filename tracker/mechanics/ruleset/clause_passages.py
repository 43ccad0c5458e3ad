"""Where clauses stand on a ruleset page whose rules bear their titles: the rule of each, and the hash of that rule's text."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.clause import Clause, text_hash
from tracker.errors import RuleError
from tracker.mechanics.ruleset.ruletree import RuleNode, parse_rules


def rule_of(rules: RuleNode, clause: Clause) -> RuleNode | None:
    """The rule that a clause's title path leads to on a page; None where the page has no such rule, or several."""
    try:
        return rules.at(clause.path)
    except RuleError:
        return None


def clause_hashes(page: str, clauses: Mapping[str, Clause]) -> dict[str, str]:
    """Clause -> the hash of its rule's own text without subrules, "" where the page lacks it: its ``text_hash``."""
    rules = parse_rules(page)
    found = {id: rule_of(rules, clause) for id, clause in clauses.items()}
    return {id: text_hash(rule.own_text) if rule is not None else "" for id, rule in found.items()}
