"""Rules: functions that carry out a clause between two dates, and the book of those in force at an instant."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar, cast

from tracker.core.clause import ClauseIndex
from tracker.core.instants import EPOCH, FAR_FUTURE, parse_instant
from tracker.core.leaning import lean_on
from tracker.errors import NotInForceError, RuleError

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "__rule__"
_CHAPTERS = "tracker.mechanics."
"""Where functions stand of which games make rules of their own."""


@dataclass(frozen=True, slots=True)
class RuleMark:
    """What the decorator notes about a rule: its name, its clauses and the dates between which it is in force."""

    name: str
    clauses: tuple[str, ...]
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Rule:
    """One version of a rule."""

    mark: RuleMark
    function: Callable[..., Any]

    def holds_at(self, when: datetime) -> bool:
        """Whether this version is in force: from ``since`` up to, not including, ``until``."""
        return self.mark.since <= when < self.mark.until


def rule(*clauses: str, name: str = "", since: str = "", until: str = "") -> Callable[[Function], Function]:
    """Mark a function as the rule that carries out ``clauses``: whatever is computed by it leans on them.

    Versions of one rule share a ``name`` (default: chapter.function). ``since`` and ``until`` are ISO 8601 instants; left out, the
    rule holds always. Raises RuleError without a clause or where the dates do not rise (law 6).
    """
    start = parse_instant(since) if since else EPOCH
    end = parse_instant(until) if until else FAR_FUTURE

    def mark(function: Function) -> Function:
        own_name = name or f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        if not clauses:
            raise RuleError(f"rule {own_name} names no clause")
        if start >= end:
            raise RuleError(f"rule {own_name} ends before it begins")

        @wraps(function)
        def carried_out(*args: Any, **kwargs: Any) -> Any:
            lean_on(clauses)
            return function(*args, **kwargs)

        setattr(carried_out, _MARK, RuleMark(own_name, clauses, start, end))
        return cast("Function", carried_out)

    return mark


def mark_of(function: Callable[..., Any]) -> RuleMark | None:
    """The mark that ``rule`` set, if any."""
    mark = getattr(function, _MARK, None)
    return mark if isinstance(mark, RuleMark) else None


class RuleBook:
    """All rules of a game, every version of each; unknown clauses and overlapping versions do not load (law 6)."""

    def __init__(self, clauses: ClauseIndex, rules: Iterable[Rule]) -> None:
        """Check each rule against the clause index and against its other versions."""
        self.clauses = clauses
        self._versions: dict[str, list[Rule]] = {}
        for item in rules:
            for clause in item.mark.clauses:
                clauses[clause]
            self._add(item)
        marks = (item.mark for versions in self._versions.values() for item in versions)
        self._carried_out = frozenset(clause for mark in marks for clause in mark.clauses)

    @classmethod
    def of_modules(cls, clauses: ClauseIndex, modules: Iterable[ModuleType]) -> RuleBook:
        """Collect the marked functions of modules, each once, whoever imports it besides.

        A rule that a module makes of another function, its own or a chapter's, goes by the name that it has there.
        """
        found: dict[int, Rule] = {}
        for module in modules:
            for name, function in inspect.getmembers(module, inspect.isfunction):
                mark = mark_of(function)
                if mark is None or id(function) in found:
                    continue
                if function.__module__.startswith(_CHAPTERS) or name != function.__name__:
                    mark = replace(mark, name=f"{module.__name__.rpartition('.')[2]}.{name}")
                found[id(function)] = Rule(mark, function)
        return cls(clauses, found.values())

    def _add(self, item: Rule) -> None:
        versions = self._versions.setdefault(item.mark.name, [])
        for other in versions:
            if item.mark.since < other.mark.until and other.mark.since < item.mark.until:
                raise RuleError(
                    f"two versions of rule {item.mark.name} overlap from {max(item.mark.since, other.mark.since)}"
                )
        versions.append(item)

    def at(self, name: str, when: datetime) -> Rule:
        """The version of a rule in force; raises NotInForceError where none is."""
        for version in self._versions.get(name, ()):
            if version.holds_at(when):
                return version
        raise NotInForceError(f"no version of rule {name} is in force at {when.isoformat()}")

    def in_force(self, when: datetime) -> tuple[Rule, ...]:
        """Every rule in force at an instant, by name."""
        found = (version for name in sorted(self._versions) for version in self._versions[name])
        return tuple(version for version in found if version.holds_at(when))

    def carried_out(self) -> frozenset[str]:
        """Ids of all clauses that some rule carries out."""
        return self._carried_out
