"""Core Rules, Ruleset and Gamestate: a number or a status that the page tells otherwise holds once its change has a ground."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.games.blognomic.law import CLAUSES, PARAMETERS
from tracker.games.blognomic.moment import Moment, decided_by

from .rule_history import is_grounded
from .rule_numbers import known_rules
from .rule_records import STATUS, Edit, RuleChange, Withheld
from .ruleset_page import clause_keys

STATUS_CLAUSE = "BN-165"


@rule("BN-003", "BN-165")
def release(moment: Moment) -> None:
    """Let hold from now on what was withheld and has a ground by now; what came to hold otherwise meanwhile is settled, too."""
    state = moment.state
    for name, told in list(state.following.withheld.items()):
        values, key = (
            (state.special_cases, name.removeprefix(STATUS)) if name.startswith(STATUS) else (state.page_values, name)
        )
        if values.get(key) == told.value or _has_ground(moment, name, told):
            del state.following.withheld[name]
            values[key] = told.value


def _has_ground(moment: Moment, name: str, told: Withheld) -> bool:
    edit = moment.state.following.edits.get(str(told.revision))
    if edit is None:
        return False
    return all(is_grounded(moment, edit, change) for change in _changes(moment, edit, name))


def _changes(moment: Moment, edit: Edit, name: str) -> list[RuleChange]:
    """What an edit did to the rule that a value stands in; to all rules where it is not seen to have changed that one."""
    shown = moment.state.ruleset
    keys = {shown.page_key(key) for key in _keys(name)} if shown else set()
    return [change for change in edit.changes if change.key in keys] or edit.changes


def _keys(name: str) -> tuple[str, ...]:
    if not name.startswith(STATUS):
        return clause_keys()[PARAMETERS[name].clause]
    title = name.removeprefix(STATUS)
    return tuple(key for id, keys in clause_keys().items() if CLAUSES[id].path[-1:] == (title,) for key in keys)


def clauses(moment: Moment) -> dict[str, datetime]:
    """Clause -> since when what leans on it is unverified, as the page tells a value that has no known ground."""
    found: dict[str, datetime] = {}
    for name, told in moment.state.following.withheld.items():
        clause = _clause(name)
        found[clause] = min(found.get(clause, told.at), told.at)
    return found


def _clause(name: str) -> str:
    return STATUS_CLAUSE if name.startswith(STATUS) else PARAMETERS[name].clause


@rule("BN-003", "BN-165")
def findings(moment: Moment) -> Iterator[Finding]:
    """What the page tells and what holds instead, until people find a ground for the change or put the page back."""
    for name, told in moment.state.following.withheld.items():
        said, holds = _in_words(moment, name, told)
        text = (
            f"the ruleset page says {said} since revision {told.revision}, and no ground is known for that change: {holds} "
            f"goes on, unverified; {_remedy(moment, f'change-ground:{told.revision}')}"
        )
        yield Finding("VALUE_WITHHELD", _clause(name), text, (told.row,), told.at, subject=f"revision:{told.revision}")


def _remedy(moment: Moment, question: str) -> str:
    if moment.answer(question) == "no":
        return "a person says that it has none: put the page back"
    return f"if it has a ground: {decided_by(question)}"


def _in_words(moment: Moment, name: str, told: Withheld) -> tuple[str, str]:
    """What the page says of a number or status, and what holds."""
    if name.startswith(STATUS):
        title = name.removeprefix(STATUS)
        words = {True: "active", False: "inactive"}
        return f"that {title} is {words[told.value]}", f"{title} {words[moment.state.is_active(title)]}"
    known, held = known_rules(), moment.state.page_values[name]
    return f"{name} {known.in_words(name, told.value)}", f"{name} {known.in_words(name, held)}"
