"""What a value leans on: every clause whose rule, number or word was asked while it was computed, and why it came out so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something holds: the clause, one sentence, and the observations it rests on."""

    clause: str
    text: str
    observations: tuple[str, ...] = ()


@dataclass(slots=True)
class Leaning:
    """The clauses that were asked while something was computed, and the reasons that were given meanwhile, in order."""

    clauses: set[str] = field(default_factory=set)
    reasons: dict[Reason, None] = field(default_factory=dict)

    def take(self, other: Leaning) -> None:
        """Lean on everything that another value leans on."""
        self.clauses |= other.clauses
        self.reasons |= other.reasons


_COLLECTED: ContextVar[Leaning | None] = ContextVar("leaning", default=None)


@contextmanager
def collecting() -> Iterator[Leaning]:
    """Collect which clauses are asked inside the ``with`` block; a block around it gets them, too."""
    outer, inner = _COLLECTED.get(), Leaning()
    token = _COLLECTED.set(inner)
    try:
        yield inner
    finally:
        _COLLECTED.reset(token)
        if outer is not None:
            outer.take(inner)


def lean_on(clauses: Iterable[str]) -> None:
    """Note that the value being computed depends on these clauses; without a ``collecting`` block nothing happens."""
    collected = _COLLECTED.get()
    if collected is not None:
        collected.clauses.update(clauses)


def because(reason: Reason) -> Reason:
    """Give a reason of what is being computed, and return it."""
    collected = _COLLECTED.get()
    if collected is not None:
        collected.clauses.add(reason.clause)
        collected.reasons[reason] = None
    return reason


@dataclass(frozen=True, slots=True)
class Leaned(Generic[Value]):
    """A value that was computed once, with what it leans on: whoever uses it leans on that, too."""

    known: Value
    leaning: Leaning

    @classmethod
    def of(cls, compute: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Leaned[Value]:
        """What a function returns, with what was asked meanwhile."""
        with collecting() as found:
            value = compute(*args, **kwargs)
        return cls(value, found)

    def use(self) -> Value:
        """The value; what is being computed leans on what it leans on."""
        collected = _COLLECTED.get()
        if collected is not None:
            collected.take(self.leaning)
        return self.known


def remembered(maxsize: int) -> Callable[[Callable[P, Value]], Callable[P, Value]]:
    """Compute a pure function once for the same arguments, of which the newest ``maxsize`` are kept; whoever asks again leans alike.

    A plain cache would let the second who asks lean on nothing.
    """

    def remember(function: Callable[P, Value]) -> Callable[P, Value]:
        @lru_cache(maxsize=maxsize)
        def leaned(*args: P.args, **kwargs: P.kwargs) -> Leaned[Value]:
            return Leaned.of(function, *args, **kwargs)

        @wraps(function)
        def used(*args: P.args, **kwargs: P.kwargs) -> Value:
            return leaned(*args, **kwargs).use()  # type: ignore[arg-type]

        return used

    return remember
