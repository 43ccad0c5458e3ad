"""What a game's code knows of its ruleset page: which clauses stand where, by which hashes, and which values in their texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tracker.core.clause import ClauseIndex, normalise, words_hash
from tracker.core.clause_pattern import PatternFault, PatternReading
from tracker.mechanics.law import LawBook
from tracker.mechanics.ruleset.ruleset_passages import NumberShown, RulesetShown
from tracker.mechanics.ruleset.ruletree import bare_title


@dataclass(frozen=True, slots=True)
class Place:
    """Where clauses stand together: a rule, or some entries of a list; ``keys`` are those of the passages.

    ``id`` is section and title (``Core Rules/Votes``), where that is one place only.
    """

    id: str
    name: str
    keys: tuple[str, ...]
    clauses: tuple[str, ...]


class KnownRules:
    """The clauses and parameters of one game by the passages of its ruleset page that they stand in."""

    def __init__(
        self,
        clauses: ClauseIndex,
        book: LawBook,
        keys: Mapping[str, tuple[str, ...]],
        apart: Collection[str] = (),
        frames: Iterable[str] = (),
    ) -> None:
        """``keys`` are those of each clause's passages; ``apart`` the parameters whose values are no part of a passage's own.

        ``frames`` are the texts of rules that only hold others together, in which no clause stands.
        """
        self.clauses = clauses
        self.book = book
        self.keys = keys
        self._apart = frozenset(apart)
        self.frames = frozenset(words_hash(normalise(text)) for text in frames)
        """The hashes of the texts of rules that only hold others together."""

    @cached_property
    def numbers(self) -> Mapping[str, tuple[str, ...]]:
        """Key of a passage -> the parameters whose value stands in it."""
        found: dict[str, list[str]] = {}
        for name, parameter in self.book.parameters.items():
            if parameter.pattern is not None and name not in self._apart:
                for key in self.keys[parameter.clause]:
                    found.setdefault(key, []).append(name)
        return {key: tuple(names) for key, names in found.items()}

    @cached_property
    def hashes(self) -> Mapping[str, frozenset[str]]:
        """Key of a passage that clauses stand in -> the hashes by which those standing in it alone know it."""
        found: dict[str, set[str]] = {}
        for clause, keys in self.keys.items():
            for key in keys:
                found.setdefault(key, set()).update(self.clauses[clause].known_hashes if len(keys) == 1 else ())
        return {key: frozenset(hashes) for key, hashes in found.items()}

    @cached_property
    def first_clauses(self) -> Mapping[str, str]:
        """Key of a passage -> the first of the clauses that stand in it."""
        found: dict[str, str] = {}
        for clause, keys in self.keys.items():
            for key in keys:
                found.setdefault(key, clause)
        return found

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place that clauses stand in, in the order of the ruleset."""
        found: dict[tuple[str, ...], list[str]] = {}
        for clause, keys in self.keys.items():
            found.setdefault(keys, []).append(clause)
        shared = Counter(self._id(clauses) for clauses in found.values())
        return tuple(self._place(keys, clauses, shared) for keys, clauses in found.items())

    def _id(self, clauses: Sequence[str]) -> str:
        path = self.clauses[clauses[0]].path
        section = path[0].partition(" (")[0]
        return f"{section}/{bare_title(path[-1])}" if len(path) > 1 else section

    def _place(self, keys: tuple[str, ...], clauses: Sequence[str], shared: Mapping[str, int]) -> Place:
        first, id = self.clauses[clauses[0]], self._id(clauses)
        return Place(id if shared[id] == 1 else "/".join(first.path), first.place, keys, tuple(clauses))

    # --- values -------------------------------------------------------------------------------------------------------

    def read(self, name: str, words: str) -> PatternReading:
        """A parameter's value out of the words of its clause's passage; raises PatternFault where it is not plainly there."""
        pattern = self.book.parameters[name].pattern
        if pattern is None:
            raise PatternFault("it has no pattern")
        reading = pattern.read(words)
        if not self.book.fits(name, reading.value):
            why = self.book.parameters[name].out_of_bounds(reading.value)
            raise PatternFault(f"{reading.value!r} cannot be its value{': ' if why else ''}{why}")
        return reading

    def in_words(self, name: str, value: Any) -> str:
        """A value with its unit: ``48 hours``; tables entry by entry."""
        if isinstance(value, Mapping):
            return "; ".join(f"{key} = {_plain(each)}" for key, each in value.items())
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(str, value))
        unit = self.book.parameters[name].unit
        return f"{value} {unit}" if isinstance(value, int) and unit in _SPANS else str(value)

    def faults(self, shown: RulesetShown, key: str) -> Iterator[tuple[str, NumberShown]]:
        """The parameters of a passage, by the key that clauses know it by, whose value cannot be read, with what is amiss."""
        for name in self.numbers.get(key, ()):
            number = shown.numbers.get(name)
            if number is not None and number.fault:
                yield name, number


_SPANS = ("hours", "minutes", "days", "months")


def _plain(value: Any) -> str:
    """What stands in a table under a name: a table within it with its names, lists with commas."""
    if isinstance(value, Mapping):
        return f"({', '.join(f'{key} {each}' for key, each in value.items())})"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
