"""The codes of what is found on a ruleset page that is followed, each with one sentence."""

from __future__ import annotations

CLAUSE_CHANGED, NUMBER_CHANGED, NUMBER_DIFFERS = "CLAUSE_CHANGED", "NUMBER_CHANGED", "NUMBER_DIFFERS"
RULESET_GUTTED, NEW_RULE, RULE_RENAMED = "RULESET_GUTTED", "NEW_RULE", "RULE_RENAMED"


def codes(clause: str) -> dict[str, tuple[str, str]]:
    """Every code with the clause that stands for the ruleset as a whole and its sentence."""
    said = {
        CLAUSE_CHANGED: "A rule reads otherwise than this tracker carries it out, or is gone; a person compares them.",
        NUMBER_CHANGED: "A number or word of the rules is another on the ruleset page.",
        NUMBER_DIFFERS: "The ruleset page tells a value otherwise than the config, whose value counts.",
        RULESET_GUTTED: "The newest revision of the ruleset page is no ruleset; nothing of it is taken.",
        NEW_RULE: "A rule on the page that this tracker does not know; nothing of it is carried out.",
        RULE_RENAMED: "A rule bears another title on the page; it is read there.",
    }
    return {code: (clause, sentence) for code, sentence in said.items()}
