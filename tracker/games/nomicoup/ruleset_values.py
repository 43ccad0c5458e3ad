"""The rule tree, propositions, clarifications and candidates as they are printed, by the checklist's names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.gamestate import UNDETERMINED, Finding
from tracker.core.instants import FAR_FUTURE, iso, iso_or_none
from tracker.mechanics.chat_play import Moment

from . import clarifications, new_orders, propositions
from . import turn_order_rule as order_rule
from .ballots import VotesShown
from .law import of_nomicoup
from .references import stale_references, strays
from .rule_changes import Change
from .rule_paths import Rule, RuleTree, shown_path, title_path, walk
from .state import Clarification, Proposition, Suggestion, World


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
        "upcoming_order": new_orders.upcoming_order(moment) or None,
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
    tree, separator, started_at = moment.world.rules, of_nomicoup(moment.law).separator, _started_at(moment.world)
    at = order_rule.rule_at(tree, moment.law.word("order_rule"))
    order = {at.key: order_rule.content_now(at, moment.world.order)} if at else {}
    return {shown_path(tree, each): _rule(tree, each, separator, order, started_at) for each in walk(tree)}


def _started_at(world: World) -> datetime | None:
    """Since when the rules with which the game began hold: its start, unless one was edited before (UTC)."""
    edited = [each.edited_at for each in world.rules.rules.values() if each.edited_at is not None]
    return None if world.started_at is None or min(edited, default=FAR_FUTURE) <= world.started_at else world.started_at


def _rule(
    tree: RuleTree, rule: Rule, separator: str, contents: Mapping[int, str], started_at: datetime | None
) -> dict[str, Any]:
    shown = {
        "id": shown_path(tree, rule),
        "title": rule.title,
        "title_path": title_path(tree, rule, separator) or None,
        "content": contents.get(rule.key, rule.content),
        "edited_at": iso_or_none(rule.edited_at or started_at),
        "edited_by": rule.edited_by or None,
    }
    meant = {path: shown_path(tree, tree.rules[key]) if key else None for path, key in strays(tree, rule).items()}
    return {**shown, "refers": meant} if meant else shown


# --- propositions -----------------------------------------------------------------------------------------------------


def _proposition(moment: Moment[World], each: Proposition) -> dict[str, Any]:
    shown = propositions.votes_shown(moment, each)
    since = {"active_since": iso(each.active_since)} if each.active_since != each.made_at else {}
    return {
        "number": each.number,
        "message": each.message,
        "proponent": each.proponent,
        "title": each.title or None,
        "made_at": iso(each.made_at),
        "status": shown.status(each.status),
        "changes": [_change(moment.world.rules, change) for change in each.changes],
        "results": list(each.results),
        **_votes(shown),
        "locked": shown.is_locked(each.is_locked),
        "text": each.text,
        "playing": list(each.playing),
        "ends_at": iso(each.ends_at) if each.status == "active" else None,
        "closed_at": iso_or_none(each.closed_at),
        **since,
    }


def _change(tree: RuleTree, change: Change) -> dict[str, Any]:
    rule = tree.rules.get(change.rule)
    told = {"rule": shown_path(tree, rule) if rule else None, "new_id": change.place, "title": change.title}
    rest = {"under": change.under_path, "replace": change.old, "text": change.text, "code": change.code}
    return {"type": change.kind, **{name: value for name, value in {**told, **rest}.items() if value}}


def _votes(shown: VotesShown) -> dict[str, Any]:
    up, right, down, possible = shown.tally
    standing = {
        voter: UNDETERMINED if voter in shown.may_be else [{"vote": one.vote, "at": iso(one.at)} for one in each]
        for voter, each in shown.votes.items()
        if each or voter in shown.may_be
    }
    counts = {"up": up, "right": right, "down": down, "possible": possible, "majority": shown.majority}
    return {"votes": standing, **counts}


# --- clarifications ---------------------------------------------------------------------------------------------------


def _clarification(moment: Moment[World], each: Clarification) -> dict[str, Any]:
    is_judged = each.chosen_at is not None
    due = each.due_at if each.chosen_at and not each.suggestion and not each.resolved_at else None
    return {
        "number": each.number,
        "raiser": each.raiser,
        "text": each.text,
        "at": iso(each.at),
        "message": each.message,
        "judge": each.judge if is_judged else None,
        "judge_before": None if is_judged else each.judge or None,
        "chosen_at": iso_or_none(each.chosen_at),
        "suggestion_due": iso_or_none(due),
        "suggestions": [_suggestion(moment, each.number, suggestion) for suggestion in each.suggestions],
        "resolved_at": iso_or_none(each.resolved_at),
    }


def _suggestion(moment: Moment[World], number: int, each: Suggestion) -> dict[str, Any]:
    shown = clarifications.votes_shown(moment, number, each)
    return {
        "by": each.by,
        "text": each.text,
        "at": iso(each.at),
        "message": each.message,
        "status": shown.status(each.status),
        "ends_at": iso(each.ends_at) if each.status == "open" else None,
        **_votes(shown),
    }
