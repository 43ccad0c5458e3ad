"""Numbers and words of the law as a ruleset page tells them: read out of each passage from revision to revision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.clause import words_hash
from tracker.core.clause_pattern import PatternFault, PatternReading, PutBack, with_known_words
from tracker.core.gamestate import Finding
from tracker.mechanics.ruleset.known_rules import KnownRules
from tracker.mechanics.ruleset.ruleset_codes import NUMBER_CHANGED
from tracker.mechanics.ruleset.ruleset_passages import Moves, NumberShown, PassageShown, RulesetShown, WordingShown


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A value that a revision changed; ``undone`` is the change that it takes back, if it does."""

    name: str
    old: Any
    new: Any
    undone: NumberShown | None = None

    def clause(self, known: KnownRules) -> str:
        """The clause that it stands in."""
        return known.book.parameters[self.name].clause

    def text(self, known: KnownRules, shown: RulesetShown) -> str:
        """What is told of it."""
        again = f" again, as before revision {self.undone.revision}," if self.undone else ""
        old, new = known.in_words(self.name, self.old), known.in_words(self.name, self.new)
        return (
            f"{self.name} was {old} and is {new}{again} "
            f"by revision {shown.revision} of the ruleset page ({shown.editor}), in {_place(known, self.name)}; "
            f"where that is wrong, a value of {self.name} in the config goes before the page's"
        )

    def is_told_by(self, code: str, rows: Sequence[str], text: str) -> bool:
        """Whether a note tells of the change that this one takes back: the note of the taking back tells of both."""
        if self.undone is None or code != NUMBER_CHANGED or list(rows) != [self.undone.row]:
            return False
        return text.startswith(f"{self.name} ")


def _place(known: KnownRules, name: str) -> str:
    return known.clauses[known.book.parameters[name].clause].place


class PageNumbers:
    """The values of one revision, ``shown``, beside the one before it, ``before``.

    What the page tells holds from the revision on; what cannot be read any more stays as it was, with its fault, and its
    clause is in doubt.
    """

    def __init__(
        self,
        known: KnownRules,
        before: RulesetShown | None,
        shown: RulesetShown,
        when: datetime,
        note: Callable[[NumberChange], None],
        *,
        more_places: Callable[[str, PassageShown], Iterable[PutBack]] = lambda *_: (),
        problem: Callable[[str, Any], str] = lambda *_: "",
    ) -> None:
        """``note`` is told each change; ``more_places`` are stretches of a passage, by the key of its clauses, that are values too.

        ``problem`` says why a value of the right sort is of no use to the game; "" where it is.
        """
        self._known, self._before, self._shown, self._when, self._note = known, before, shown, when, note
        self._more_places, self._problem = more_places, problem
        shown.wording, shown.numbers = {}, dict(before.numbers) if before else {}

    def follow(self, moves: Moves) -> dict[str, Any]:
        """Read every passage that reads otherwise than before; the values that hold now, by parameter."""
        before, shown = self._before, self._shown
        for key, passage in shown.passages.items():
            source = moves.source(key)
            was = before.passages.get(source) if before else None
            known = before.wording.get(source) if before else None
            if known is not None and was is not None and was.hash == passage.hash:
                shown.wording[key] = known
            else:
                shown.wording[key] = self._wording(key, passage, known, was)
        return {name: number.value for name, number in shown.numbers.items() if number.is_read}

    def _wording(
        self, key: str, passage: PassageShown, known: WordingShown | None, was: PassageShown | None
    ) -> WordingShown:
        """How a passage reads with the known values put back; since when, is told by the words around the values alone."""
        row = self._shown.row
        if not passage.hash:
            return WordingShown("", "", self._when, row, self._base(key, known, was))
        clause_key = self._shown.clause_key(key)
        places = [*self._places(clause_key, passage.words), *self._more_places(clause_key or key, passage)]
        words = with_known_words(passage.words, places)
        hash = words_hash(words)
        own = "" if words == passage.words else words
        if known is not None and known.hash == hash:
            return WordingShown(hash, own, known.since, known.row, known.before)
        return WordingShown(hash, own, self._when, row, self._base(key, known, was))

    def _base(self, key: str, known: WordingShown | None, was: PassageShown | None) -> str:
        """What a change is compared with: the words last known to the code, else those first seen."""
        if known is None or was is None:
            return ""
        words = known.words or was.words
        is_known = known.hash in self._known.hashes.get(self._shown.clause_key(key), ())
        return words if is_known else known.before or words

    def _places(self, clause_key: str, words: str) -> list[PutBack]:
        """Where the values of a passage stand, those that can be read; each is taken in."""
        found: list[PutBack] = []
        for name in self._known.numbers.get(clause_key, ()):
            try:
                reading = self._known.read(name, words)
                if problem := self._problem(name, reading.value):
                    raise PatternFault(f"{reading.value!r} cannot be its value: {problem}")
            except PatternFault as fault:
                self._lose(name, str(fault))
            else:
                self.take(name, reading)
                found += reading.places
        return found

    def take(self, name: str, reading: PatternReading) -> None:
        """Take a value in; one that differs from what held before is noted, and holds from this revision on."""
        shown, known = self._shown, self._shown.numbers.get(name)
        before = known.value if known is not None and known.is_read else self._usual(name)
        if known is not None and known.is_read and reading.value == before:
            shown.numbers[name] = NumberShown(before, known.since, known.row, known.revision, was=known.was)
            return
        is_other = reading.value != before
        was = before if is_other else None
        shown.numbers[name] = NumberShown(reading.value, self._when, shown.row, shown.revision, was=was)
        if is_other:
            is_back = known is not None and known.was == reading.value
            self._note(NumberChange(name, before, reading.value, known if is_back else None))

    def _usual(self, name: str) -> Any:
        return self._known.book.parameters[name].at(self._when)

    def _lose(self, name: str, fault: str) -> None:
        """Remember that a value can no longer be read; what held before holds on, unverified."""
        shown, known = self._shown, self._shown.numbers.get(name)
        if known is not None and known.fault == fault:
            return
        is_read = known is not None and known.is_read
        value = known.value if known is not None and is_read else None
        shown.numbers[name] = NumberShown(value, self._when, shown.row, shown.revision, fault, is_read)


def differing(
    known: KnownRules, shown: RulesetShown, settings: Mapping[str, Any], code: Callable[[str], str]
) -> list[Finding]:
    """Values that the page tells otherwise than the operator's settings, which are what counts; ``code`` is a parameter's."""
    found = []
    for name, number in shown.numbers.items():
        ours = settings.get(name)
        if ours is not None and number.is_read and ours != number.value:
            told, set_to = known.in_words(name, number.value), known.in_words(name, ours)
            text = (
                f"the ruleset says {told} in {_place(known, name)} (revision {number.revision}), the setting {name} says "
                f"{set_to}; the setting counts: for the page's to hold, take {name} out of the config"
            )
            clause = known.book.parameters[name].clause
            found.append(Finding(code(name), clause, text, (number.row,), number.since))
    return found
