"""What was written by rules whose clauses were in doubt at that time: whatever is computed from it later leans on them, too (law 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tracker.core.leaning import collecting, lean_on


@dataclass(slots=True)
class WrittenInDoubt:
    """The clauses in doubt now, and by subject (a matter, the roster, a table, a row) those in doubt by which it was written."""

    doubted: list[str] = field(default_factory=list)
    clauses: dict[str, list[str]] = field(default_factory=dict)

    def remember(self, doubted: Collection[str]) -> None:
        """Take note of the clauses that are in doubt from now on; what people confirmed since marks nothing any more."""
        self.doubted = sorted(doubted)
        kept = {subject: [each for each in on if each in doubted] for subject, on in self.clauses.items()}
        self.clauses = {subject: on for subject, on in kept.items() if on}

    @contextmanager
    def writing(self, subject: str) -> Iterator[None]:
        """Mark a subject that is written inside by the clauses in doubt that are asked meanwhile."""
        if not self.doubted:
            yield
            return
        with collecting() as found:
            yield
        self.mark((subject,), found.clauses)

    def mark(self, subjects: Collection[str], clauses: Collection[str]) -> None:
        """Mark what was written by rules of these clauses by those that are in doubt, and by what was in doubt of any of it before."""
        touched = self.of(subjects).union(set(self.doubted).intersection(clauses)) if self.doubted else ()
        for subject in subjects if touched else ():
            self.clauses[subject] = sorted(touched)

    def of(self, subjects: Iterable[str]) -> set[str]:
        """The clauses in doubt by which these subjects were written."""
        return {clause for subject in subjects for clause in self.clauses.get(subject, ())}

    def lean_on(self, *subjects: str) -> None:
        """Let what is being computed lean on what these subjects were written by."""
        lean_on(self.of(subjects) if self.clauses else ())
