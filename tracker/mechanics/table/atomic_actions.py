"""Atomic actions: actions of several steps that count as one, judged from what was logged of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeVar

How = Literal["done", "skipped"]
"""How a step went: it was taken, or left out because the action itself said so."""
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an atomic action; ``needs`` names earlier steps whose result it uses, ``steps`` are those of a nested one."""

    name: str
    needs: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """A step as logged: which, when (UTC), how it went, and where that is told."""

    step: str
    at: datetime
    how: How = "done"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one performance of an atomic action.

    ``began`` is when its first step was done, ``at`` when it was completed (None: it is not): for order and legality this
    is its time (BN-175). ``redo`` are the steps to do again and ``missing`` those never done, in the action's order;
    ``kept`` are the legal steps that are reused.
    """

    began: datetime | None = None
    at: datetime | None = None
    kept: tuple[Logged, ...] = ()
    redo: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it was performed: only then is a daily or weekly use spent (BN-174)."""
        return self.at is not None

    def age(self, when: datetime) -> timedelta:
        """How long it has been going on at an instant (BN-107); no time where nothing is open."""
        if self.began is None or self.counts:
            return timedelta()
        return max(when - self.began, timedelta())

    def during(self, others: Iterable[tuple[datetime, Action]]) -> list[Action]:
        """Those of other actions, each with its instant, that fall between its first and last step, where none may (BN-171)."""
        if self.began is None:
            return []
        return [other for at, other in others if self.began < at and (self.at is None or at < self.at)]


def flattened(steps: Sequence[Step], prefix: str = "") -> Iterator[Step]:
    """The steps in order, those of nested atomic actions in their place, named ``outer: inner`` (BN-171)."""
    for step in steps:
        if not step.steps:
            yield Step(prefix + step.name, tuple(prefix + need for need in step.needs))
            continue
        inner = list(flattened(step.steps, f"{prefix}{step.name}: "))
        # What the nested action uses, its first step uses already.
        yield Step(inner[0].name, inner[0].needs + tuple(prefix + need for need in step.needs))
        yield from inner[1:]


@dataclass(slots=True)
class _Attempt:
    """What stands of an attempt so far, by step: the legal entries, and those that were done incorrectly."""

    good: dict[str, Logged] = field(default_factory=dict)
    bad: dict[str, Logged] = field(default_factory=dict)

    def was_tried(self, step: str) -> bool:
        return step in self.good or step in self.bad


def judge(steps: Sequence[Step], logged: Iterable[Logged]) -> Verdict:
    """What became of an atomic action, from its steps as the rule lists them and what was logged in order of time.

    A step out of its order, and one that used the result of such a step, is incorrect (BN-171, BN-173). Raises ValueError
    for a step that the action does not have.
    """
    plan = {step.name: step for step in flattened(steps)}
    attempt = _Attempt()
    for entry in logged:
        if entry.step not in plan:
            raise ValueError(f"the action has no step {entry.step!r}")
        if entry.step not in attempt.good:
            _take(plan, attempt, entry)
    return _verdict(list(plan), attempt)


def _take(plan: Mapping[str, Step], attempt: _Attempt, entry: Logged) -> None:
    """Take in one step; one done again stands in the place of the incorrect one."""
    names = list(plan)
    in_order = all(attempt.was_tried(name) for name in names[: names.index(entry.step)])
    needs = plan[entry.step].needs
    is_founded = not any(bad == need or bad.startswith(f"{need}: ") for bad in attempt.bad for need in needs)
    is_good = entry.how == "skipped" or (in_order and is_founded)
    attempt.bad.pop(entry.step, None)
    (attempt.good if is_good else attempt.bad)[entry.step] = entry


def _verdict(names: list[str], attempt: _Attempt) -> Verdict:
    kept = tuple(attempt.good[name] for name in names if name in attempt.good)
    redo = tuple(name for name in names if name in attempt.bad)
    missing = tuple(name for name in names if not attempt.was_tried(name))
    began = min((entry.at for entry in (*attempt.good.values(), *attempt.bad.values())), default=None)
    at = max(entry.at for entry in kept) if len(kept) == len(names) else None
    return Verdict(began, at, kept, redo, missing)
