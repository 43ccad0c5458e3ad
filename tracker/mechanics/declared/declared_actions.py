"""Declared dynasties and their actions, and how an action is carried out: its needs are asked, then its steps taken, all or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Literal

from tracker.mechanics.declared.expressions import (
    MAX_DIGITS,
    Expression,
    Found,
    Kind,
    Name,
    NoValueError,
    Scope,
    read_expression,
    spelt,
)
from tracker.mechanics.holdings import THE_GAME, Value, Variable
from tracker.mechanics.table.action_lines import Argument, Form, Parameter, best
from tracker.mechanics.table.atomic_actions import Step as Plan
from tracker.mechanics.table.atomic_actions import flattened
from tracker.mechanics.turns import Turn

Who = Literal["player", "emperor", "anyone"]
Limit = Literal["none", "date", "daily", "daily communal", "weekly", "weekly communal"]
Verb = Literal["set", "gain", "spend", "transfer", "roll", "add", "remove"]
GAME = "game"
"""The owner of the values that are nobody's own, as expressions write it."""
DEFAULT_SCOPE: Scope = {("", "today"): Name(Kind.NUMBER)}
"""What a default may be reckoned from."""
BETWEEN_ITEMS = re.compile(r"[,;\n]|<br\s*/?>")
"""What stands between the entries of a list in a cell, and so in none of them."""


@dataclass(frozen=True, slots=True)
class Target:
    """A value that a step changes: ``owner`` is "" for one's own, ``game``, or a parameter that names a player."""

    owner: str
    variable: Variable

    @property
    def shown(self) -> str:
        """As steps write it."""
        return spelt(self.owner, self.variable.name)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it does to which value, by how much, and whether only under a condition.

    ``amount`` is None where a value is made blank. Of a roll it is the die's sides, ``count`` how many dice, and ``name`` what
    the sum is called from then on; where ``drawn_from`` names a list, ``name`` is what its outcome is called. ``to`` is the
    parameter that says to whom something is transferred.
    """

    text: str
    verb: Verb
    amount: Expression | None = None
    target: Target | None = None
    condition: Expression | None = None
    name: str = ""
    count: int = 1
    drawn_from: str = ""
    to: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Need:
    """A condition without which an action may not be taken, in the file's own words."""

    text: str
    condition: Expression
    line: int = 0


@dataclass(frozen=True, slots=True)
class DateAction:
    """What a Date action costs: the variable must be below today and rises by 1; no more where it lags too far behind."""

    variable: str
    exhausted_after: int | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """A declared action: how it is written, who may take it how often, what it needs, what it does; ``date`` for Date actions."""

    name: str
    forms: tuple[Form, ...]
    who: Who = "player"
    limit: Limit = "none"
    needs: tuple[Need, ...] = ()
    steps: tuple[Step, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    clause: str = ""
    line: int = 0
    date: DateAction | None = None


@dataclass(frozen=True, slots=True)
class AtomicAction:
    """A declared Atomic Action: its steps, named as the actions by which they are taken, and when a step is left out, by its name.

    The steps of a nested one are named ``outer: inner``. It is used up (``limit``) when it is complete (BN-174).
    """

    name: str
    steps: tuple[Plan, ...] = ()
    skips: Mapping[str, Need] = field(default_factory=dict)
    limit: Limit = "none"
    clause: str = ""
    line: int = 0

    @property
    def plan(self) -> tuple[str, ...]:
        """The names of all its steps in order, nested ones in their place."""
        return tuple(step.name for step in flattened(self.steps))

    def steps_by(self, action: str) -> list[str]:
        """The steps that an action takes."""
        return [step for step in self.plan if step.rpartition(": ")[2] == action]


@dataclass(frozen=True)
class Dynasty:
    """What a dynasty file declares: terms, the table page, the count of days, variables and actions.

    ``code`` names a built-in dynasty whose actions come on top; ``day_zero`` is None where nothing counts days.
    """

    name: str
    player: str = "Player"
    emperor: str = "Emperor"
    page: str = ""
    day_zero: date | None = None
    code: str = ""
    variables: tuple[Variable, ...] = ()
    actions: tuple[Action, ...] = ()
    date_action: DateAction | None = field(default=None)
    atomic_actions: tuple[AtomicAction, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Variable]:
        """Every variable by its name: no two have the same, be they players' or the game's."""
        return {variable.name: variable for variable in self.variables}

    def of(self, holder_kind: Literal["player", "game"]) -> tuple[Variable, ...]:
        """The variables of players, or those of the game, in the order of the file."""
        return tuple(variable for variable in self.variables if variable.of == holder_kind)

    def day_number(self, at: datetime) -> int:
        """The number of the UTC day of an instant: days after day zero, which is 0 itself; 0 where no days are counted."""
        return 0 if self.day_zero is None else (at.astimezone(UTC).date() - self.day_zero).days

    def default(self, variable: Variable, at: datetime) -> Value:
        """What a variable is at first for whoever gets it at an instant (BN-018, BN-019, BN-242).

        Where the declared default is not legal then, or none is declared, it is what the rules say of variables without a start.
        """
        value = self._declared_default(variable, self.day_number(at))
        return variable.fallback() if value is _NONE or variable.problem(value) else value

    def _declared_default(self, variable: Variable, today: int) -> Value:
        if not variable.default_expression:
            return variable.default if variable.has_default else _NONE
        try:
            number = _default_expression(variable.default_expression).number(lambda owner, name: today)
            return number if variable.type == "integer" else _iso_day(self.day_zero, number)
        except (NoValueError, OverflowError):
            return _NONE

    def match(self, words: str, names: Mapping[str, str]) -> tuple[Action, dict[str, Argument]] | None:
        """The action that words name, with its arguments; None where they name none.

        ``names`` maps the names of players, as they may be written, to their keys. Where several actions fit, that whose line
        has most words of its own is meant, and of those the first in the file.
        """
        forms = [(action, form) for action in self.actions for form in action.forms]
        found = best(forms, words, names)
        return None if found is None else (found[0], found[1])


_NONE: Value = "\0none"
"""No default: a text that no file can hold."""


@lru_cache(maxsize=256)
def _default_expression(text: str) -> Expression:
    """A default's expression, read once: it is reckoned for everybody who joins."""
    return read_expression(text, DEFAULT_SCOPE, Kind.NUMBER)


def _iso_day(day_zero: date | None, number: int) -> str:
    """A day's date; raises OverflowError for a day that no calendar has."""
    if day_zero is None:
        raise OverflowError("no days are counted")
    return (day_zero + timedelta(days=number)).isoformat()


def legal_words(variable: Variable) -> str:
    """What is legal of a variable, in words."""
    if variable.type == "integer":
        return _legal_numbers(variable)
    words = f"of {', '.join(variable.choices)}" if variable.choices else "any"
    if variable.type == "list" and variable.maximum is not None:
        words = f"at most {variable.maximum} entries, {words}"
    is_never_blank = variable.type != "enumeration" and not variable.may_be_blank
    return f"{words}, never blank" if is_never_blank else words


def _legal_numbers(variable: Variable) -> str:
    low, high = variable.lowest, variable.maximum
    if variable.allowed:
        return f"of {', '.join(map(str, variable.allowed))}"
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


# --- carrying out -------------------------------------------------------------------------------------------------------------------


def perform(action: Action, turn: Turn, arguments: Mapping[str, Argument]) -> None:
    """Carry a declared action out on a turn: its needs, what a Date action costs, then its steps in order.

    ``arguments`` are those of the line (players by key); what the line left out has its declared value. Raises RefusedError
    (``NEED_NOT_MET`` with the need's own words, ``NO_DATE_LEFT``, ``EXHAUSTED``, ``ILLEGAL_VALUE``) and WaitingError; the turn's
    changes must then not be carried out.
    """
    given = {parameter.name: parameter.default for parameter in action.parameters if parameter.default is not None}
    run = _Run(action, turn, {**given, **arguments})
    for need in action.needs:
        run.ask(need)
    if action.date is not None:
        take_date(action.date, turn, action.clause)
    for step in action.steps:
        if step.condition is None or run.holds(step.condition):
            _CARRY_OUT[step.verb](run, step)


def is_met(need: Need, turn: Turn) -> bool:
    """Whether a condition over somebody's own values and the game's holds; where it cannot be told it does not.

    Raises WaitingError where a value hangs on dice that have not fallen.
    """
    try:
        return need.condition.holds(_Run(Action("", ()), turn, {}).lookup)
    except NoValueError:
        return False


def take_date(cost: DateAction, turn: Turn, clause: str = "") -> None:
    """Pay for a Date action; raises RefusedError where no day is left, or the player lags too far behind."""
    current = turn.number(cost.variable)
    if current >= turn.today:
        turn.bar("NO_DATE_LEFT", clause, f"{cost.variable} is {current}, and today is {turn.today}")
    if cost.exhausted_after is not None and turn.today - current > cost.exhausted_after:
        text = f"{cost.variable} is {current}, more than {cost.exhausted_after} behind today, {turn.today}"
        turn.bar("EXHAUSTED", clause, text)
    turn.put(cost.variable, current + 1, clause=clause)


@dataclass(slots=True)
class _Run:
    """An action while it is carried out, with what its rolls gave so far."""

    action: Action
    turn: Turn
    arguments: Mapping[str, Argument]
    rolled: dict[str, int | str] = field(default_factory=dict)

    def lookup(self, owner: str, name: str) -> Found:
        """What a name of an expression is worth; a date is the number of its day."""
        if owner == "":
            own: Mapping[str, Found] = {"today": self.turn.today, "me": self.turn.actor, **self.rolled}
            if name in own:
                return own[name]
            if name in self.arguments:
                return self.arguments[name]
        variable, value = self.turn.variables[name], self.turn.value(name, self.holder(owner))
        if variable.type == "date":
            return (date.fromisoformat(str(value)) - self.day_zero).days if value else None
        if value is None:
            value = variable.fallback()
        return value if isinstance(value, int | str | list) else ""

    def holder(self, owner: str) -> str | None:
        """Whose values an owner's are; None for the actor's."""
        if owner == "":
            return None
        return THE_GAME if owner == GAME else str(self.arguments[owner])

    @property
    def day_zero(self) -> date:
        """The day that is counted 0."""
        return self.turn.at.astimezone(UTC).date() - timedelta(days=self.turn.today)

    def ask(self, need: Need) -> None:
        """Refuse the action where a need is not met, in the need's own words and with the values that it looked at."""
        if not self.holds(need.condition):
            persons = {"me", *(each.name for each in self.action.parameters if each.type == "player")}
            looked = [name for name in sorted(need.condition.references) if name[0] or name[1] not in persons]
            shown = ", ".join(f"{spelt(*name)} is {self._shown(*name)}" for name in looked)
            values = f" ({shown})" if shown else ""
            self.turn.bar("NEED_NOT_MET", self.action.clause, f"{self.action.name} needs {need.text}{values}")

    def _shown(self, owner: str, name: str) -> str:
        variable = self.turn.variables.get(name)
        if variable is None:
            return str(self.lookup(owner, name))
        return variable.shown(self.turn.value(name, self.holder(owner))) or "blank"

    def holds(self, condition: Expression) -> bool:
        """Whether a condition holds; where it cannot be told the action is refused."""
        try:
            return condition.holds(self.lookup)
        except NoValueError as error:
            self.turn.refuse("NEED_NOT_MET", self.action.clause, f"{condition.text} cannot be told: {error}")

    def number(self, step: Step) -> int:
        """How much a step is about; where that is no number the action is refused."""
        try:
            return step.amount.number(self.lookup) if step.amount is not None else 0
        except NoValueError as error:
            self.turn.refuse("ILLEGAL_VALUE", self.action.clause, f"{step.text}: {error}")

    def words(self, step: Step) -> str:
        """The text that a step is about."""
        return step.amount.words(self.lookup) if step.amount is not None else ""

    def put(self, target: Target, value: Value) -> None:
        """Set a value; numbers beyond any game's are refused."""
        if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            self.turn.refuse(
                "ILLEGAL_VALUE", self.action.clause, f"{target.shown} would have more than {MAX_DIGITS} digits"
            )
        self.turn.put(target.variable.name, value, self.holder(target.owner), self.action.clause)


def _target(step: Step) -> Target:
    if step.target is None:
        raise ValueError(f"the step {step.text!r} changes no value")
    return step.target


def _set(run: _Run, step: Step) -> None:
    target = _target(step)
    variable = target.variable
    if step.amount is None:
        value: Value = [] if variable.type == "list" else None
    elif variable.type == "integer":
        value = run.number(step)
    elif variable.type == "date":
        try:
            value = _iso_day(run.day_zero, run.number(step))
        except OverflowError:
            run.turn.refuse("ILLEGAL_VALUE", run.action.clause, f"{step.text}: no calendar has that day")
    else:
        value = run.words(step)
    run.put(target, value)


def _gain(run: _Run, step: Step) -> None:
    target = _target(step)
    amount, holder = run.number(step), run.holder(target.owner)
    run.turn.gain(target.variable.name, amount, holder, run.action.clause)
    run.put(target, run.turn.number(target.variable.name, holder))


def _spend(run: _Run, step: Step) -> None:
    run.turn.spend(_target(step).variable.name, run.number(step), run.action.clause)


def _transfer(run: _Run, step: Step) -> None:
    name, to = _target(step).variable.name, str(run.arguments[step.to])
    run.turn.transfer(name, run.number(step), to, run.action.clause)


def _roll(run: _Run, step: Step) -> None:
    purpose = f"{run.action.name}: {step.name}"
    if step.drawn_from:
        run.rolled[step.name] = run.turn.draw(step.drawn_from, purpose, run.action.clause)
        return
    run.rolled[step.name] = sum(run.turn.roll_many(step.count, run.number(step), purpose, run.action.clause))


def _add(run: _Run, step: Step) -> None:
    target, entry = _target(step), run.words(step)
    if not entry or BETWEEN_ITEMS.search(entry):
        run.turn.refuse("ILLEGAL_VALUE", run.action.clause, f"{entry[:40]!r} cannot be an entry of {target.shown}")
    run.put(target, [*_entries(run, target), entry])


def _remove(run: _Run, step: Step) -> None:
    target, entry = _target(step), run.words(step)
    entries = _entries(run, target)
    if entry not in entries:
        run.turn.refuse("NEED_NOT_MET", run.action.clause, f"{entry[:40]!r} is not in {target.shown}")
    entries.remove(entry)
    run.put(target, entries)


def _entries(run: _Run, target: Target) -> list[str]:
    value = run.lookup(target.owner, target.variable.name)
    return list(value) if isinstance(value, list) else []


_CARRY_OUT: Mapping[Verb, Callable[[_Run, Step], None]] = {
    "set": _set,
    "gain": _gain,
    "spend": _spend,
    "transfer": _transfer,
    "roll": _roll,
    "add": _add,
    "remove": _remove,
}
