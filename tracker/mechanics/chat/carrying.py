"""Carrying rules out: each names its clauses, and what it refuses, or lets come about, stands under them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any, NoReturn, ParamSpec, TypeVar

from tracker.core import rule as core_rule
from tracker.core.leaning import lean_on

P = ParamSpec("P")
T = TypeVar("T")
_ANY = ""


class Refused(Exception):  # noqa: N818 - it is no error, but the answer to an attempt
    """An attempt that the rules give no effect: the code, the clause that refuses it, why in words, and lines to write instead.

    ``n`` numbers a part of what was attempted by itself (None: it is what its message announced under a number).
    """

    def __init__(
        self, code: str, clause: str, text: str = "", suggestions: tuple[str, ...] = (), n: int | None = None
    ) -> None:
        super().__init__(code)
        self.code, self.clause, self.text, self.suggestions, self.n = code, clause, text, suggestions, n


class Needed(Exception):  # noqa: N818 - it is no error, but what a step waits for
    """Chance that a step needs and that nobody has seen yet: the step is undone as a whole, and carried out once it is there.

    ``dice`` are the names of the dice and their sides, ``purpose`` what they are for; without dice a name is to be drawn, or where
    ``is_told`` something else is awaited that the game tells of itself.
    """

    def __init__(self, dice: dict[str, int], purpose: str, clause: str = "", *, is_told: bool = False) -> None:
        super().__init__(purpose)
        self.dice, self.purpose, self.clause, self.is_told = dice, purpose, clause, is_told


@dataclass(slots=True)
class Happening:
    """One thing that came about: its name and fields as the game's checklist has them, a sentence, and its clause."""

    name: str
    clause: str
    text: str
    fields: dict[str, Any]
    below: str = ""


@dataclass(slots=True)
class Noted:
    """Something that people should look at; what is mild is only worth knowing."""

    code: str
    clause: str
    text: str
    is_mild: bool = False


@dataclass(slots=True)
class Outcome:
    """What came about, what had no effect, and what is to be looked at, while something was carried out."""

    happened: list[Happening] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    clause: str = ""
    """That of the first rule that was asked: it stands for changes with which nothing came about that is told."""


_OUTCOME: ContextVar[Outcome | None] = ContextVar("outcome", default=None)
_CLAUSES: ContextVar[Mapping[str, str]] = ContextVar("clauses", default=MappingProxyType({_ANY: ""}))


@contextmanager
def carrying_out() -> Iterator[Outcome]:
    """Collect what comes about inside; nobody around it gets it, too."""
    outcome = Outcome()
    token = _OUTCOME.set(outcome)
    try:
        yield outcome
    finally:
        _OUTCOME.reset(token)


def rule(*clauses: str, **named: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function as the rule that carries out clauses: whoever calls it leans on them.

    What it refuses, lets come about or rolls stands under the first, or under the one that is named for that code, event or reason
    (``TOO_LATE="R10-021"``). A chapter's function becomes a game's rule by ``consent = rule("R10-077")(contracts.consent)``.
    """
    mine = MappingProxyType({_ANY: clauses[0], **named})

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def carried_out(*args: P.args, **kwargs: P.kwargs) -> T:
            token = _CLAUSES.set(mine)
            if (outcome := _OUTCOME.get()) is not None:
                outcome.clause = outcome.clause or clauses[0]
            try:
                return function(*args, **kwargs)
            except Needed as missing:
                missing.clause = missing.clause or clauses[0]
                raise
            finally:
                _CLAUSES.reset(token)

        every = tuple(dict.fromkeys((*clauses, *named.values())))
        return core_rule.rule(*every)(carried_out)

    return mark


def happens(name: str, text: str = "", below: str = "", /, **fields: Any) -> None:
    """Tell that something came about, in a word and a sentence: under the clause of the rule that is being carried out.

    What nobody said publicly is told ``below`` a message, if that is given.
    """
    if (outcome := _OUTCOME.get()) is not None:
        outcome.happened.append(Happening(name, _clause_of(fields.get("reason"), name), text, fields, below))


def note(code: str, text: str, *, is_mild: bool = True) -> None:
    """Tell people of something that they should look at, or that is only worth knowing."""
    if (outcome := _OUTCOME.get()) is not None:
        outcome.noted.append(Noted(code, _clause_of(code), text, is_mild))


def refuse(code: str, text: str = "", *, suggestions: tuple[str, ...] = ()) -> NoReturn:
    """Give an attempt no effect. Raises Refused, under the clause of the rule that is being carried out."""
    raise Refused(code, _clause_of(code), text, suggestions)


def pass_over(code: str, text: str = "", n: int | None = None) -> None:
    """Tell that one part of an attempt has no effect, and go on: what was done before it stands."""
    tell_refused(Refused(code, _clause_of(code), text, n=n))


def tell_refused(why: Refused) -> None:
    """Tell that one part of an attempt was refused, and go on: nothing was done of it."""
    if (outcome := _OUTCOME.get()) is not None:
        outcome.refused.append(why)


def require(condition: object, code: str, text: str = "") -> None:
    """Go on only where a condition holds; elsewhere the attempt has no effect (``refuse``)."""
    if not condition:
        refuse(code, text)


def clause_now() -> str:
    """The first clause of the rule that is being carried out."""
    return _clause_of()


def _clause_of(*words: Any) -> str:
    """The clause that the innermost rule names for one of these words, else its first."""
    clauses = _CLAUSES.get()
    clause = next((clauses[word] for word in words if isinstance(word, str) and word in clauses), clauses[_ANY])
    lean_on((clause,) if clause else ())
    return clause
