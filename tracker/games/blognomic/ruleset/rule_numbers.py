"""Numbers and words of the law as the ruleset page tells them: read out of each rule's text from revision to revision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.core.clause_pattern import PatternReading, PutBack
from tracker.core.gamestate import Finding
from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties.played import values_in_rule
from tracker.games.blognomic.law import BOOK, CLAUSES, PARAMETERS, VERSIONED, WORDED
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset import page_numbers
from tracker.mechanics.ruleset.known_rules import KnownRules
from tracker.mechanics.ruleset.page_numbers import NumberChange, PageNumbers
from tracker.mechanics.ruleset.ruleset_codes import NUMBER_CHANGED
from tracker.mechanics.ruleset.ruleset_passages import Moves, PassageShown

from .rule_records import Withheld
from .ruleset_page import DYNASTIC, TERMS, PageReading, RulesetShown, clause_keys


@remembered(maxsize=1)
def known_rules() -> KnownRules:
    """What the code knows of the ruleset page; the terms of the day stand in every passage, and are part of none."""
    return KnownRules(WORDED, BOOK, clause_keys(), TERMS)


@rule("BN-001", "BN-003")
def follow_numbers(moment: Moment, row: str, shown: RulesetShown, reading: PageReading, moves: Moves) -> None:
    """Read the numbers of every passage that reads otherwise than before, and note those that changed.

    What the page tells of the core, the special cases or the appendix holds once its change has a ground, the rest from the
    revision on (``State.page_values``); what cannot be read any more stays as it was, with its fault, and its clause is in doubt.
    """

    def note(change: NumberChange) -> None:
        state, known = moment.state, known_rules()
        told = (each for each in state.findings if not change.is_told_by(each.code, each.observations, each.text))
        state.findings[:] = list(told)
        state.note(NUMBER_CHANGED, change.clause(known), change.text(known, shown), row, at=moment.when, is_note=True)

    def values(key: str, passage: PassageShown) -> Iterator[PutBack]:
        if passage.path[0] == DYNASTIC:
            yield from (value.place for value in values_in_rule(moment, key, passage.path, passage.words))

    numbers = PageNumbers(known_rules(), moment.state.ruleset, shown, moment.when, note, more_places=values)
    for name in TERMS:
        if name in reading.terms:
            numbers.take(name, PatternReading(reading.terms[name], ()))
    _take_values(moment, row, shown, numbers.follow(moves))


def _take_values(moment: Moment, row: str, shown: RulesetShown, told: Mapping[str, Any]) -> None:
    state = moment.state
    held, state.page_values = state.page_values, dict(told)
    for name, value in told.items():
        parameter = PARAMETERS[name]
        is_free = name in TERMS or CLAUSES[parameter.clause].path[0] == DYNASTIC
        if state.ruleset is None or is_free:
            continue
        before = held.get(name, parameter.at(moment.when))
        state.following.take_told(name, Withheld(value, shown.revision, moment.when, row), before)
        state.page_values[name] = before


@rule("BN-001")
def follow_versions(moment: Moment, shown: RulesetShown) -> None:
    """Let each rule that changed since be as the page has it: ruleset 170's where that text stands there, else as of the page's date."""
    for name in VERSIONED - moment.state.page_values.keys():
        parameter = PARAMETERS[name]
        keys, known = clause_keys().get(parameter.clause, ()), {CLAUSES[parameter.clause].text_hash}
        reads = {wording.hash for key in keys if shown.stands(key) and (wording := shown.wording_of(key))}
        is_old = bool(reads) and reads <= known
        moment.state.page_values[name] = parameter.values[0].value if is_old else parameter.at(moment.when)


@rule("BN-029", "BN-255")
def differing(moment: Moment, shown: RulesetShown) -> list[Finding]:
    """Values that the page tells otherwise than the operator's settings, which are what counts."""

    def code(name: str) -> str:
        return "TERM_DIFFERS" if name in TERMS else "NUMBER_DIFFERS"

    return page_numbers.differing(known_rules(), shown, moment.state.settings, code)
