"""Reads dynasty files: what a dynasty declares of terms, variables and actions, or everything that is wrong with the file, by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, cast, get_args

from tracker.core.nesting import TooDeepError, read_toml
from tracker.mechanics.declared.checked_tables import At, Fault, Table, said
from tracker.mechanics.declared.declared_actions import (
    DEFAULT_SCOPE,
    GAME,
    Action,
    DateAction,
    Dynasty,
    Limit,
    Need,
    Step,
    Target,
    Who,
    perform,
    take_date,
)
from tracker.mechanics.declared.declared_atomic import AtomicReader
from tracker.mechanics.declared.declared_keys import (
    ACTION_KEYS,
    DATE_ACTION_KEYS,
    FILE_KEYS,
    MAX_ACTIONS,
    MAX_FILE,
    MAX_LINES,
    MAX_NAME,
    MAX_NEEDS,
    MAX_PARAMETERS,
    MAX_STEPS,
    TABLES,
)
from tracker.mechanics.declared.declared_parameters import EXAMPLES, KINDS, else_of, read_parameter
from tracker.mechanics.declared.declared_steps import StepError, StepReader
from tracker.mechanics.declared.declared_variables import VariableReader, folded, name_of
from tracker.mechanics.declared.expressions import (
    RESERVED,
    ExpressionError,
    Kind,
    Name,
    Reference,
    Scope,
    nearest,
    read_expression,
)
from tracker.mechanics.declared.toml_places import Places
from tracker.mechanics.holdings import MAX_TEXT
from tracker.mechanics.table.action_lines import Form, Parameter, read_form

__all__ = [
    "Action", "DateAction", "Dynasty", "Fault", "Need", "Reading", "Step", "Target", "perform", "read_dynasty", "take_date",
]  # fmt: skip

_PARAMETER_NAME = re.compile(r"[^\W\d]\w{0,39}")
_TOML_PLACE = re.compile(r"\s*\(at line (\d+), column \d+\)")
_TOML_END = re.compile(r"\s*\(at end of document\)")
_TOML_REMEDIES = (
    ("Invalid value", "texts stand in quotes, dates are written 2024-01-01, entries of lists in square brackets"),
    ("Expected '='", "write key = value; other remarks stand behind #"),
    ("Cannot overwrite", "a key stands only once in a table"),
    ("Cannot declare", "a table stands only once; begin each variable with [[variable]], each action with [[action]]"),
    ("Invalid statement", "begin with a key, a table's name in brackets, or # for a remark"),
    ("Illegal character", "signs that cannot be seen stand in no text"),
    ("Unescaped", "write a backslash twice, or the text in single quotes"),
    ("Expected newline", "one thing to a line"),
    ("Unclosed", "write the bracket or comma that is missing"),
)
"""What would be right, by words of what the TOML reader says."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a file: the dynasty, or the faults in the order of their lines."""

    dynasty: Dynasty | None
    faults: tuple[Fault, ...] = ()


@lru_cache(maxsize=16)
def read_dynasty(text: str, known_code: frozenset[str] = frozenset()) -> Reading:
    """Read a dynasty file's text; everything that is wrong is told at once, and nothing is raised.

    ``known_code`` are the names of the built-in dynasties that ``code`` may have.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_FILE:
        return Reading(None, (Fault(1, f"the file has more than {MAX_FILE:,} characters", "declare less"),))
    try:
        table = read_toml(text)
    except TooDeepError:
        return Reading(None, (Fault(1, "brackets are nested too deeply"),))
    except ValueError as error:
        return Reading(None, (_syntax_fault(text, str(error)),))
    reader = _Reader(table, Places(text), known_code)
    dynasty = reader.dynasty()
    faults = tuple(sorted(set(reader.faults)))
    return Reading(None if faults else dynasty, faults)


def _syntax_fault(text: str, message: str) -> Fault:
    """What the TOML reader says, with its line."""
    found = _TOML_PLACE.search(message)
    line = int(found[1]) if found else text.rstrip().count("\n") + 1 if _TOML_END.search(message) else 1
    what = _TOML_END.sub("", _TOML_PLACE.sub("", message))
    remedy = next((remedy for words, remedy in _TOML_REMEDIES if words in what), "something is not closed")
    return Fault(line, f"this is no TOML: {what}", remedy)


@dataclass(slots=True)
class _Reader(VariableReader):
    """Reads a whole file."""

    known_code: frozenset[str]
    date_action: DateAction | None = None

    def dynasty(self) -> Dynasty:
        """The whole; sound only where no fault was noted."""
        self.check_keys(self.table, (), FILE_KEYS, TABLES)
        name = self.text(self.table, (), "name")
        if "name" in self.table and not name and isinstance(self.table["name"], str) and not self.table["name"]:
            self.fault(("name",), "the dynasty has no name")
        self.day_zero = self._day_zero()
        self.read_variables()
        self.date_action = self._date_action()
        actions = self._actions()
        atomic_actions = AtomicReader(self, actions, self._scope({})).read()
        return Dynasty(
            name=name,
            player=self.text(self.table, (), "player", "Player"),
            emperor=self.text(self.table, (), "emperor", "Emperor"),
            page=self._page(),
            day_zero=self.day_zero,
            code=self._code(),
            variables=tuple(self.variables),
            actions=tuple(actions),
            date_action=self.date_action,
            atomic_actions=atomic_actions,
        )

    def _day_zero(self) -> date | None:
        value = self.table.get("day_zero")
        if value is None:
            return None
        if not isinstance(value, date) or isinstance(value, datetime):
            self.fault(("day_zero",), f"day_zero is {said(value)}, and a date is needed", "write day_zero = 2024-01-01")
            return date(2000, 1, 1)
        return value

    def _page(self) -> str:
        page = self.text(self.table, (), "page")
        if any(sign in page for sign in "[]{}|<>#"):
            self.fault(("page",), f"{page!r} cannot be the title of a wiki page", "leave [ ] { } | < > # out")
        in_table = next((variable for variable in self.variables if variable.tracked == "table"), None)
        if in_table is not None and not page:
            what = f"{in_table.name} is tracked in the table, and no page is named that holds it"
            self.faults.append(Fault(1, what, 'write page = "..." above the first table of the file'))
        return page

    def _code(self) -> str:
        code = self.text(self.table, (), "code")
        if code and code not in self.known_code:
            self.fault(("code",), f"there is no built-in dynasty {code!r}", nearest(code, sorted(self.known_code)))
        return code

    # --- actions ---

    def _date_action(self) -> DateAction | None:
        table = self.table.get("date_action")
        at: At = ("date_action",)
        if table is None:
            return None
        if not isinstance(table, dict):
            self.fault(at, f"date_action is {said(table)}", "begin it with [date_action]")
            return None
        self.check_keys(table, at, DATE_ACTION_KEYS)
        self.needs_days(at, "a Date action")
        name, exhausted = self.text(table, at, "variable"), self.number(table, at, "exhausted_after")
        known = [each.name for each in self.variables if (each.of, each.type) == ("player", "integer")]
        if name and name not in known:
            self.fault((*at, "variable"), f"there is no integer of players called {name!r}", nearest(name, known))
        if exhausted is not None and exhausted < 0:
            self.fault((*at, "exhausted_after"), "exhausted_after is below 0")
        return DateAction(name, exhausted)

    def _actions(self) -> list[Action]:
        found, seen, lines = list[Action](), set[str](), dict[tuple[str, ...], int]()
        for at, table in self.tables("action", MAX_ACTIONS):
            action = self._action(table, at)
            if folded(action.name) in seen:
                self.fault((*at, "name"), f"there is an action {action.name!r} already")
            seen.add(folded(action.name))
            for nth, form in enumerate(action.forms):
                skeleton = tuple(each.casefold() if isinstance(each, str) else "{}" for each in form.pieces)
                if skeleton in lines:
                    self.fault((*at, "lines", nth), f"line {lines[skeleton]} says the same: {form.text!r}")
                lines.setdefault(skeleton, self.places.line(*at, "lines", nth))
            found.append(action)
        return found

    def _action(self, table: Table, at: At) -> Action:
        self.check_keys(table, at, ACTION_KEYS)
        parameters = self._parameters(table, at)
        scope = self._scope(parameters)
        limit = self.word(table, at, "limit", get_args(Limit), "none")
        if limit == "date" and self.date_action is None:
            self.fault((*at, "limit"), "the file does not say what a Date action costs", "write a table [date_action]")
        needs = tuple(self._needs(table, at, scope))
        return Action(
            name=self.name(table, at),
            forms=tuple(self._forms(table, at, parameters)),
            who=cast(Who, self.word(table, at, "who", get_args(Who), "player")),
            limit=cast(Limit, limit),
            needs=needs,
            steps=tuple(self._steps(table, at, parameters, scope)),
            parameters=tuple(parameters.values()),
            clause=self.text(table, at, "clause"),
            line=self.places.line(*at),
            date=self.date_action if limit == "date" else None,
        )

    def _parameters(self, table: Table, at: At) -> dict[str, Parameter]:
        given = table.get("parameters", {})
        inside: At = (*at, "parameters")
        if not isinstance(given, dict):
            self.fault(inside, f"parameters is {said(given)}", "begin it with [action.parameters]")
            return {}
        if len(given) > MAX_PARAMETERS:
            self.fault(inside, f"there are more than {MAX_PARAMETERS} parameters")
        found = {}
        taken = {variable.name for variable in self.variables} | set(RESERVED)
        for name, spec in list(given.items())[:MAX_PARAMETERS]:
            if not _PARAMETER_NAME.fullmatch(name) or name in taken:
                what = "is a variable or a word of the expressions" if name in taken else "is no single word"
                self.fault((*inside, name), f"a parameter cannot be called {name!r}: it {what}", "choose another name")
            elif (parameter := self._parameter(name, spec, (*inside, name))) is not None:
                found[name] = parameter
        return found

    def _parameter(self, name: str, spec: Any, at: At) -> Parameter | None:
        try:
            found = read_parameter(name, spec) if isinstance(spec, str) and len(spec) <= MAX_TEXT else None
        except ValueError as error:
            self.fault(at, str(error))
            return None
        if found is None:
            shown = repr(spec)[:MAX_NAME] if isinstance(spec, str) else said(spec)
            self.fault(at, f"{shown} says nothing of a parameter", f"write {name} = {' or '.join(EXAMPLES)}")
        return found

    def _scope(self, parameters: Mapping[str, Parameter]) -> dict[Reference, Name]:
        """What the expressions of an action may name, besides its rolls."""
        scope: dict[Reference, Name] = {("", "me"): Name(Kind.PERSON), **DEFAULT_SCOPE}
        for variable in self.variables:
            scope[GAME if variable.of == GAME else "", variable.name] = name_of(variable)
        for parameter in parameters.values():
            scope["", parameter.name] = Name(KINDS[parameter.type], parameter.choices)
            if parameter.type == "player":
                of_players = [variable for variable in self.variables if variable.of == "player"]
                scope |= {(parameter.name, variable.name): name_of(variable) for variable in of_players}
        return scope

    def _forms(self, table: Table, at: At, parameters: Mapping[str, Parameter]) -> Iterator[Form]:
        lines = self.texts(table, at, "lines", MAX_LINES)
        if "lines" not in table and isinstance(table.get("name"), str) and table["name"]:
            lines = [((*at, "name"), table["name"])]
        elif "lines" in table and table["lines"] == []:
            self.fault((*at, "lines"), "there is no line by which to take this action")
        for place, text in lines:
            try:
                form = read_form(text, parameters)
            except ValueError as error:
                self._form_fault(place, text, str(error), table)
                continue
            said = {parameter.name for parameter in form.parameters}
            for parameter in parameters.values():
                if parameter.name not in said and parameter.default is None:
                    remedy = "write it into the line" + else_of(parameter)
                    self.fault(place, f"{text!r} does not say {{{parameter.name}}}", remedy)
            yield form

    def _form_fault(self, at: At, text: str, error: str, table: Table) -> None:
        """What is wrong with a line; a parameter that is declared wrongly was told of already."""
        given = table.get("parameters")
        declared = [f"{{{name}}}" for name in given] if isinstance(given, dict) else []
        missing = error.removeprefix("there is no parameter ")
        remedy = f"declared are {', '.join(declared)}" if declared else "declare it under [action.parameters]"
        if missing not in declared:
            self.fault(at, f"{text!r}: {error}", remedy if missing != error else "")

    def _needs(self, table: Table, at: At, scope: Scope) -> Iterator[Need]:
        for place, text in self.texts(table, at, "needs", MAX_NEEDS, MAX_TEXT):
            try:
                condition = read_expression(text, scope, Kind.TRUTH)
            except ExpressionError as error:
                self.fault(place, f"needs, column {error.column}: {error.text}", error.remedy)
                continue
            if ("", "today") in condition.references:
                self.needs_days(place, "today")
            yield Need(text, condition, self.places.line(*place))

    def _steps(
        self, table: Table, at: At, parameters: Mapping[str, Parameter], scope: dict[Reference, Name]
    ) -> Iterator[Step]:
        if "steps" in table and table["steps"] == []:
            self.fault((*at, "steps"), "there is no step: the action would do nothing")
        reader = StepReader(self._targets(parameters), parameters, scope)
        for place, text in self.texts(table, at, "steps", MAX_STEPS, MAX_TEXT):
            try:
                step = reader.read(text, self.places.line(*place))
            except StepError as error:
                self.fault(place, f"{text!r}: {error}", error.remedy)
                continue
            read = [each.references for each in (step.amount, step.condition) if each is not None]
            sets_day = step.target is not None and step.target.variable.type == "date" and step.amount is not None
            if sets_day or any(("", "today") in references for references in read):
                self.needs_days(place, "this step")
            yield step

    def _targets(self, parameters: Mapping[str, Parameter]) -> list[Target]:
        """Every value that a step could change."""
        players = [variable for variable in self.variables if variable.of == "player"]
        own = [Target(GAME if variable.of == GAME else "", variable) for variable in self.variables]
        others = [each.name for each in parameters.values() if each.type == "player"]
        return own + [Target(owner, variable) for owner in others for variable in players]
