"""The rule tree, propositions, clarifications and candidates as they are printed, by the checklist's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from tracker.core.gamestate import Finding
from tracker.core.instants import iso, iso_or_none
from tracker.mechanics.chat_play import Moment

from . import propositions
from . import turn_order_rule as order_rule
from .law import of_nomicoup
from .references import stale_references
from .rule_changes import Change
from .rule_paths import Rule, RuleTree, shown_path, title_path, walk
from .state import Clarification, Proposition, Suggestion, World
from .votes import Counts, Standing, newest


def ruleset_values(moment: Moment[World]) -> dict[str, Any]:
    """Everything of the rules and of what is voted on that holds in one world."""
    world = moment.world
    return {
        "rules": rules(moment),
        "stale_references": [f"{each.rule}: {each.written}" for each in stale_references(world.rules)],
        "propositions": {str(number): _proposition(moment, each) for number, each in world.propositions.items()},
        "clarifications": {str(number): _clarification(moment, each) for number, each in world.clarifications.items()},
        "candidates": list(world.candidates),
        "last_judge": world.last_judge or None,
        "upcoming_order": propositions.upcoming_order(moment) or None,
    }


def reference_findings(moment: Moment[World]) -> list[Finding]:
    """The references between rules that mislead, for people to mend by propositions (COUP-077)."""
    found = []
    for each in stale_references(moment.world.rules):
        was = f"meant {each.meant}" if each.meant else "means no rule that there is"
        now = f"; {each.written} is {each.means} now" if each.means else ""
        text = f"{each.rule} refers to {each.written}, which {was}{now}"
        found.append(Finding("STALE_REFERENCE", "COUP-077", text, is_note=True, subject=each.rule))
    return found


# --- rules ------------------------------------------------------------------------------------------------------------


def rules(moment: Moment[World]) -> dict[str, dict[str, Any]]:
    """Every rule by its ID path, in the order of the tree."""
    tree, separator = moment.world.rules, of_nomicoup(moment.law).separator
    at = order_rule.rule_at(tree, moment.law.word("order_rule"))
    order = {at.key: order_rule.content_now(at, moment.world.order)} if at else {}
    return {shown_path(tree, each): _rule(tree, each, separator, order) for each in walk(tree)}


def _rule(tree: RuleTree, rule: Rule, separator: str, contents: Mapping[int, str]) -> dict[str, Any]:
    return {
        "id": shown_path(tree, rule),
        "title": rule.title,
        "title_path": title_path(tree, rule, separator) or None,
        "content": contents.get(rule.key, rule.content),
        "edited_at": iso_or_none(rule.edited_at),
        "edited_by": rule.edited_by or None,
    }


# --- propositions -----------------------------------------------------------------------------------------------------


def _proposition(moment: Moment[World], each: Proposition) -> dict[str, Any]:
    possible = each.tally[3] if each.tally else len(propositions.eligible(moment, each))
    ends = each.made_at + moment.law.span("proposition_hours")
    return {
        "number": each.number,
        "message": each.message,
        "proponent": each.proponent,
        "title": each.title or None,
        "made_at": iso(each.made_at),
        "status": each.status,
        "changes": [_change(moment.world.rules, change) for change in each.changes],
        "results": list(each.results),
        **_votes(each.votes, each.tally, possible),
        "locked": each.is_locked,
        "text": each.text,
        "playing": list(each.playing),
        "ends_at": iso(ends) if each.status == "active" else None,
        "closed_at": iso_or_none(each.closed_at),
    }


def _change(tree: RuleTree, change: Change) -> dict[str, Any]:
    rule = tree.rules.get(change.rule)
    told = {"rule": shown_path(tree, rule) if rule else None, "new_id": change.place, "title": change.title}
    rest = {"under": change.under_path, "replace": change.old, "text": change.text, "code": change.code}
    return {"type": change.kind, **{name: value for name, value in {**told, **rest}.items() if value}}


def _votes(standing: Mapping[str, Sequence[Standing]], tally: Sequence[int], possible: int) -> dict[str, Any]:
    counted = Counts.of(newest(standing).values(), possible)
    counts = Counts(*tally) if tally else counted
    return {
        "votes": {voter: [{"vote": one.vote, "at": iso(one.at)} for one in each] for voter, each in standing.items()},
        "up": counts.up,
        "right": counts.right,
        "down": counts.down,
        "possible": counts.possible,
        "majority": counts.needed,
    }


# --- clarifications ---------------------------------------------------------------------------------------------------


def _clarification(moment: Moment[World], each: Clarification) -> dict[str, Any]:
    is_judged = each.chosen_at is not None
    due = each.chosen_at + _due(moment) if each.chosen_at and not each.suggestion and not each.resolved_at else None
    return {
        "number": each.number,
        "raiser": each.raiser,
        "text": each.text,
        "at": iso(each.at),
        "message": each.message,
        "judge": each.judge if is_judged else None,
        "chosen_at": iso_or_none(each.chosen_at),
        "suggestion_due": iso_or_none(due),
        "suggestions": [_suggestion(moment, suggestion) for suggestion in each.suggestions],
        "resolved_at": iso_or_none(each.resolved_at),
    }


def _due(moment: Moment[World]) -> timedelta:
    return moment.law.span("suggestion_due_hours")


def _suggestion(moment: Moment[World], each: Suggestion) -> dict[str, Any]:
    votes = _votes(each.votes, each.tally, len(moment.world.playing))
    ends = each.at + moment.law.span("suggestion_vote_hours")
    return {
        "by": each.by,
        "text": each.text,
        "at": iso(each.at),
        "message": each.message,
        "status": each.status,
        "ends_at": iso(ends) if each.status == "open" else None,
        **votes,
    }
