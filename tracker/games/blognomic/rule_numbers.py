"""Numbers and words of the law as the ruleset page tells them: read out of each rule's text from revision to revision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tracker.core.clause import words_hash
from tracker.core.clause_pattern import PatternFault, PatternReading, with_known_words
from tracker.core.gamestate import Finding
from tracker.core.rule import rule

from .law import BOOK, CLAUSES, PARAMETERS
from .moment import Moment
from .played import values_in_rule
from .ruleset_page import (
    DYNASTIC,
    TERMS,
    Moves,
    NumberShown,
    PageReading,
    PassageShown,
    RulesetShown,
    WordingShown,
    clause_keys,
)


@lru_cache(maxsize=1)
def numbers_by_passage() -> Mapping[str, tuple[str, ...]]:
    """Key of a passage -> the parameters whose value stands in it."""
    found: dict[str, list[str]] = {}
    for name, parameter in PARAMETERS.items():
        if parameter.pattern is not None and name not in TERMS:
            for key in clause_keys()[parameter.clause]:
                found.setdefault(key, []).append(name)
    return {key: tuple(names) for key, names in found.items()}


@lru_cache(maxsize=1)
def known_hashes() -> Mapping[str, frozenset[str]]:
    """Key of a passage that clauses stand in -> the hashes by which those standing in it alone know it."""
    found: dict[str, set[str]] = {}
    for clause, keys in clause_keys().items():
        for key in keys:
            found.setdefault(key, set()).update(CLAUSES[clause].known_hashes if len(keys) == 1 else ())
    return {key: frozenset(hashes) for key, hashes in found.items()}


# --- from revision to revision ----------------------------------------------------------------------------------------


def follow_numbers(moment: Moment, row: str, shown: RulesetShown, reading: PageReading, moves: Moves) -> None:
    """Read the numbers of every passage that reads otherwise than before, and note those that changed.

    What the page tells holds from the revision on (``State.page_values``); what cannot be read any more stays as it was,
    with its fault, and its clause is in doubt.
    """
    before = moment.state.ruleset
    shown.wording, shown.numbers = {}, dict(before.numbers) if before else {}
    for name, word in reading.terms.items():
        _take(moment, row, shown, name, PatternReading(word, ()))
    for key, passage in shown.passages.items():
        source = moves.source(key)
        was = before.passages.get(source) if before else None
        known = before.wording.get(source) if before else None
        if known is not None and was is not None and was.hash == passage.hash:
            shown.wording[key] = known
        else:
            shown.wording[key] = _wording(moment, row, shown, key, passage, known, was)
    moment.state.page_values = {name: number.value for name, number in shown.numbers.items() if number.is_read}


def _wording(
    moment: Moment,
    row: str,
    shown: RulesetShown,
    key: str,
    passage: PassageShown,
    known: WordingShown | None,
    was: PassageShown | None,
) -> WordingShown:
    """How a passage reads with the known values put back; since when, is told by the words around the values alone."""
    if not passage.hash:
        return WordingShown("", "", moment.when, row, _base(shown, key, known, was))
    places = _places(moment, row, shown, key, passage.words)
    if passage.path[0] == DYNASTIC:
        known_as = shown.clause_key(key) or key
        places += [value.place for value in values_in_rule(moment, known_as, passage.path, passage.words)]
    words = with_known_words(passage.words, places)
    hash = words_hash(words)
    own = "" if words == passage.words else words
    if known is not None and known.hash == hash:
        return WordingShown(hash, own, known.since, known.row, known.before)
    return WordingShown(hash, own, moment.when, row, _base(shown, key, known, was))


def _base(shown: RulesetShown, key: str, known: WordingShown | None, was: PassageShown | None) -> str:
    """What a change is compared with: the words last known to the code, else those first seen."""
    if known is None or was is None:
        return ""
    words = known.words or was.words
    return words if known.hash in known_hashes().get(shown.clause_key(key), ()) else known.before or words


def _places(moment: Moment, row: str, shown: RulesetShown, key: str, words: str) -> list[Any]:
    """Where the values of a passage stand, those that can be read; each is taken in."""
    found: list[Any] = []
    for name in numbers_by_passage().get(shown.clause_key(key), ()):
        try:
            reading = read_value(name, words)
        except PatternFault as fault:
            _doubt(moment, row, shown, name, str(fault))
        else:
            _take(moment, row, shown, name, reading)
            found += reading.places
    return found


def read_value(name: str, words: str) -> PatternReading:
    """A parameter's value out of the words of its clause's passage; raises PatternFault where it is not plainly there."""
    pattern = PARAMETERS[name].pattern
    if pattern is None:
        raise PatternFault("it has no pattern")
    reading = pattern.read(words)
    if not BOOK.fits(name, reading.value):
        raise PatternFault(f"{reading.value!r} cannot be its value")
    return reading


# --- what is read -----------------------------------------------------------------------------------------------------


@rule("BN-001", "BN-003")
def _take(moment: Moment, row: str, shown: RulesetShown, name: str, reading: PatternReading) -> None:
    """Take a value in; one that differs from what held before is noted, and holds from this revision on."""
    known = shown.numbers.get(name)
    before = known.value if known is not None and known.is_read else PARAMETERS[name].at(moment.when)
    if known is not None and known.is_read and reading.value == before:
        shown.numbers[name] = NumberShown(before, known.since, known.row, known.revision, was=known.was)
        return
    is_other = reading.value != before
    shown.numbers[name] = NumberShown(reading.value, moment.when, row, shown.revision, was=before if is_other else None)
    if is_other:
        clause = PARAMETERS[name].clause
        is_back = known is not None and known.was == reading.value
        again = f" again, as before revision {known.revision}," if known is not None and is_back else ""
        text = (
            f"{name} was {in_words(name, before)} and is {in_words(name, reading.value)}{again} "
            f"by revision {shown.revision} of the ruleset page ({shown.editor}), in {CLAUSES[clause].place}; "
            f"it holds from then on, and where that is wrong a value of {name} in the config goes before it"
        )
        if known is not None and is_back:
            _forget_note(moment, name, known)
        moment.state.note("NUMBER_CHANGED", clause, text, row, at=moment.when, is_note=True)


def _forget_note(moment: Moment, name: str, undone: NumberShown) -> None:
    """Forget the note of a change that was put back: that of the putting back tells of both."""
    moment.state.findings[:] = [
        found
        for found in moment.state.findings
        if not (
            found.code == "NUMBER_CHANGED" and found.observations == (undone.row,) and found.text.startswith(f"{name} ")
        )
    ]


def _doubt(moment: Moment, row: str, shown: RulesetShown, name: str, fault: str) -> None:
    """Remember that a value can no longer be read; what held before holds on, unverified."""
    known = shown.numbers.get(name)
    if known is not None and known.fault == fault:
        return
    is_read = known is not None and known.is_read
    value = known.value if known is not None and is_read else None
    shown.numbers[name] = NumberShown(value, moment.when, row, shown.revision, fault, is_read)


def in_words(name: str, value: Any) -> str:
    """A value with its unit: ``48 hours``; tables entry by entry."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key} = {each}" for key, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    unit = PARAMETERS[name].unit
    return (
        f"{value} {unit}" if isinstance(value, int) and unit in ("hours", "minutes", "days", "months") else str(value)
    )


def faults(shown: RulesetShown, key: str) -> Iterator[tuple[str, NumberShown]]:
    """The parameters of a passage, by the key that clauses know it by, whose value cannot be read; each with what is amiss."""
    for name in numbers_by_passage().get(key, ()):
        number = shown.numbers.get(name)
        if number is not None and number.fault:
            yield name, number


@rule("BN-029", "BN-255")
def differing(moment: Moment, shown: RulesetShown) -> list[Finding]:
    """Values that the page tells otherwise than the operator's settings, which are what counts."""
    found = []
    for name, number in shown.numbers.items():
        ours = moment.state.settings.get(name)
        if ours is not None and number.is_read and ours != number.value:
            code = "TERM_DIFFERS" if name in TERMS else "NUMBER_DIFFERS"
            told, set_to = in_words(name, number.value), in_words(name, ours)
            clause = PARAMETERS[name].clause
            text = (
                f"the ruleset says {told} in {CLAUSES[clause].place} (revision {number.revision}), the setting {name} says "
                f"{set_to}; the setting counts: for the page's to hold, take {name} out of the config"
            )
            found.append(Finding(code, clause, text, (number.row,), number.since))
    return found
