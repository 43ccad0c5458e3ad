"""Reads the Atomic Actions that a file declares: their steps are actions of the same file, each taken by a line of its own (BN-171)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast, get_args

from tracker.mechanics.declared.checked_tables import At, Table, said
from tracker.mechanics.declared.declared_actions import Action, AtomicAction, Limit, Need
from tracker.mechanics.declared.declared_keys import ATOMIC_KEYS, MAX_ATOMIC, MAX_NEEDS, MAX_STEPS
from tracker.mechanics.declared.declared_variables import VariableReader, folded
from tracker.mechanics.declared.expressions import ExpressionError, Kind, Scope, nearest, read_expression
from tracker.mechanics.table.atomic_actions import Step

_LIMITS = tuple(limit for limit in get_args(Limit) if limit != "date")


@dataclass(slots=True)
class AtomicReader:
    """Reads ``[[atomic]]``; ``scope`` is what the conditions may name under which a step is skipped."""

    file: VariableReader
    actions: Sequence[Action]
    scope: Scope
    found: dict[str, AtomicAction] = field(default_factory=dict)
    """Those read so far, by name: they may be steps of later ones."""

    def read(self) -> tuple[AtomicAction, ...]:
        """All of them; what is wrong is noted with the file."""
        taken = {folded(action.name) for action in self.actions}
        for at, table in self.file.tables("atomic", MAX_ATOMIC):
            self.file.check_keys(table, at, ATOMIC_KEYS)
            name = self.file.name(table, at)
            if folded(name) in taken:
                self.file.fault((*at, "name"), f"there is an action {name!r} already")
            taken.add(folded(name))
            self.found[name] = self._atomic(name, table, at)
        return tuple(self.found.values())

    def _atomic(self, name: str, table: Table, at: At) -> AtomicAction:
        steps = self._steps(table, at)
        uses, skips = self._uses(table, at, steps), self._skips(table, at, steps)
        nested = ((step, self.found[step]) for step in steps if step in self.found)
        inner = {f"{step}: {part}": need for step, atomic in nested for part, need in atomic.skips.items()}
        plan = (Step(step, uses.get(step, ()), self.found[step].steps if step in self.found else ()) for step in steps)
        limit = cast(Limit, self.file.word(table, at, "limit", _LIMITS, "none"))
        clause = self.file.text(table, at, "clause")
        return AtomicAction(name, tuple(plan), {**skips, **inner}, limit, clause, self.file.places.line(*at))

    def _steps(self, table: Table, at: At) -> list[str]:
        """The names of the steps, each an action or an Atomic Action further up."""
        known = [*(action.name for action in self.actions), *self.found]
        steps: list[str] = []
        if table.get("steps") == []:
            self.file.fault((*at, "steps"), "there is no step: nothing would be done")
        for place, text in self.file.texts(table, at, "steps", MAX_STEPS):
            if text not in known:
                self.file.fault(place, f"there is no action {text!r} above", nearest(text, known))
            elif text in steps:
                self.file.fault(place, f"the step {text!r} stands there twice", "declare a second action for it")
            else:
                steps.append(text)
        return steps

    def _uses(self, table: Table, at: At, steps: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Which earlier steps' results a step uses: where those were done wrongly, it is done again as well (BN-173)."""
        found = {}
        for place, step, inner in self._by_step(table, at, "uses", steps):
            before = steps[: steps.index(step)]
            named = self.file.texts(inner, place[:-1], step, MAX_STEPS)
            for there, text in named:
                if text not in before:
                    self.file.fault(there, f"{text!r} is no step before {step!r}", nearest(text, before))
            found[step] = tuple(text for _, text in named)
        return found

    def _skips(self, table: Table, at: At, steps: Sequence[str]) -> dict[str, Need]:
        """The conditions under which the action itself tells to leave a step out (BN-172)."""
        found = {}
        for place, step, inner in self._by_step(table, at, "skip", steps):
            text = self.file.text(inner, place[:-1], step)
            try:
                condition = read_expression(text, self.scope, Kind.TRUTH)
            except ExpressionError as error:
                self.file.fault(place, f"skip, column {error.column}: {error.text}", error.remedy)
                continue
            if ("", "today") in condition.references:
                self.file.needs_days(place, "today")
            found[step] = Need(text, condition, self.file.places.line(*place))
        return found

    def _by_step(self, table: Table, at: At, key: str, steps: Sequence[str]) -> Iterator[tuple[At, str, Table]]:
        """The entries of ``[atomic.KEY]`` that name a step."""
        inner = table.get(key, {})
        if not isinstance(inner, dict):
            self.file.fault((*at, key), f"{key} is {said(inner)}", f"begin it with [atomic.{key}]")
            return
        for step in list(inner)[:MAX_NEEDS]:
            if step in steps:
                yield (*at, key, step), step, inner
            else:
                self.file.fault((*at, key, step), f"there is no step {step!r}", nearest(step, steps))
