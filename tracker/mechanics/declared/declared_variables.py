"""Reads the variables that a file declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast, get_args

from tracker.mechanics.declared.checked_tables import At, CheckedTables, Table, is_whole, said
from tracker.mechanics.declared.declared_actions import BETWEEN_ITEMS, DEFAULT_SCOPE, GAME
from tracker.mechanics.declared.declared_keys import MAX_CHOICES, MAX_NAME, MAX_VARIABLES, VARIABLE_KEYS
from tracker.mechanics.declared.expressions import RESERVED, ExpressionError, Kind, Name, nearest, read_expression
from tracker.mechanics.holdings import MAX_DIGITS, Value, Variable, VariableType

_FORBIDDEN_IN_NAMES = "[]{}|<>#'\"=;:,\n\t\r"


@dataclass(slots=True)
class VariableReader(CheckedTables):
    """Reads ``[[variable]]``; ``day_zero`` is None where the file counts no days."""

    day_zero: date | None = field(default=None, kw_only=True)
    variables: list[Variable] = field(default_factory=list, kw_only=True)

    def read_variables(self) -> None:
        """Read them all; those that clash with an earlier one are left out."""
        seen: dict[str, str] = {}
        for at, table in self.tables("variable", MAX_VARIABLES):
            variable = self._variable(table, at)
            if variable is None:
                continue
            if other := seen.get(folded(variable.name)):
                self.fault(
                    (*at, "name"), f"there is a variable {other} already", "players' and the game's must differ too"
                )
                continue
            seen[folded(variable.name)] = variable.name
            self.variables.append(variable)

    def _variable(self, table: Table, at: At) -> Variable | None:
        self.check_keys(table, at, VARIABLE_KEYS)
        name = self.name(table, at)
        kinds = get_args(VariableType)
        kind = self.word(table, at, "type", kinds, "integer") if "type" in table else "integer"
        default = table.get("default")
        is_expression = isinstance(default, str) and (kind == "integer" or (kind == "date" and not _is_date(default)))
        minimum, maximum = self._range(table, at, kind)
        variable = Variable(
            name=name,
            type=cast(VariableType, kind),
            of="game" if self.word(table, at, "of", ("player", GAME), "player") == GAME else "player",
            minimum=minimum,
            maximum=maximum,
            allowed=self._allowed(table, at, kind),
            choices=self._choices(table, at, kind),
            default=None if is_expression else _as_value(default),
            default_expression=str(default) if is_expression else "",
            has_default="default" in table,
            may_be_blank=self._may_be_blank(table, at, kind),
            tracked=self.text(table, at, "tracked", "table"),
            by_hand="free" if self.word(table, at, "by_hand", ("audited", "free"), "audited") == "free" else "audited",
            clause=self.text(table, at, "clause"),
            line=self.places.line(*at),
        )
        if "default" in table:
            self._check_default(variable, default, (*at, "default"))
        elif not (kind == "enumeration" and not variable.choices) and variable.problem(variable.fallback()):
            self.fault(at, f"{name or 'this'} may not be blank and has no start", f"write {_EXAMPLES[variable.type]}")
        return variable if name else None

    def name(self, table: Table, at: At) -> str:
        """A name that can stand in a column, a line and an expression."""
        name = self.text(table, at, "name", longest=MAX_NAME)
        wrong = next((sign for sign in name if sign in _FORBIDDEN_IN_NAMES), "")
        if "name" in table and not name and table["name"] == "":
            self.fault((*at, "name"), "a name is empty")
        elif wrong:
            self.fault(
                (*at, "name"), f"{name!r} cannot be a name: it holds {wrong!r}", "use letters, digits and blanks"
            )
        elif name.casefold() in RESERVED:
            self.fault((*at, "name"), f"{name!r} is a word of the expressions", "choose another name")
        else:
            return name
        return ""

    def _range(self, table: Table, at: At, kind: str) -> tuple[int | None, int | None]:
        low, high = self.number(table, at, "minimum"), self.number(table, at, "maximum")
        if low is not None and kind != "integer":
            self.fault((*at, "minimum"), f"minimum is for integers, and this is of type {kind}")
        if high is not None and kind not in ("integer", "list"):
            self.fault((*at, "maximum"), f"maximum is for integers and lists, and this is of type {kind}")
        if kind == "list" and high is not None and high < 1:
            self.fault(
                (*at, "maximum"), "a list that may have no entry at all is of no use", "write maximum = 1 or more"
            )
        if kind == "integer" and low is not None and high is not None and low > high:
            self.fault((*at, "minimum"), f"minimum {low} is above maximum {high}")
            return None, None
        return low, high

    def _allowed(self, table: Table, at: At, kind: str) -> tuple[int, ...]:
        if "allowed" not in table:
            return ()
        if kind != "integer":
            self.fault(
                (*at, "allowed"), f"allowed is for integers, and this is of type {kind}", "write choices = [...]"
            )
        if "minimum" in table or "maximum" in table:
            self.fault((*at, "allowed"), "allowed stands beside a range", "give the one or the other")
        found = []
        for place, entry in self.entries(table, at, "allowed", MAX_CHOICES):
            if is_whole(entry) and abs(entry) < 10**MAX_DIGITS:
                found.append(entry)
            else:
                self.fault(place, f"an entry of allowed is {said(entry)}, and a whole number is needed")
        if table["allowed"] == []:
            self.fault((*at, "allowed"), "allowed has no entry: nothing would be legal")
        return tuple(found)

    def _choices(self, table: Table, at: At, kind: str) -> tuple[str, ...]:
        if kind == "enumeration" and not table.get("choices"):
            self.fault(at, "an enumeration needs its choices", 'write choices = ["...", "..."]')
        if "choices" in table and kind in ("integer", "date"):
            self.fault((*at, "choices"), f"choices are for texts, and this is of type {kind}", "write allowed = [...]")
        found: dict[str, str] = {}
        for place, choice in self.texts(table, at, "choices", MAX_CHOICES, MAX_NAME):
            if folded(choice) in found:
                self.fault(place, f"the choice {choice!r} is there already")
            elif (
                choice != " ".join(choice.split())
                or not choice.isprintable()
                or (kind == "list" and BETWEEN_ITEMS.search(choice))
            ):
                self.fault(
                    place, f"{choice!r} cannot stand in a cell", "use single blanks, and in lists neither , nor ;"
                )
            found[folded(choice)] = choice
        return tuple(found.values())

    def _may_be_blank(self, table: Table, at: At, kind: str) -> bool:
        if "may_be_blank" in table and kind in ("integer", "enumeration"):
            self.fault((*at, "may_be_blank"), f"of type {kind} nothing is blank", "leave it out")
        return self.flag(table, at, "may_be_blank", default=True)

    def _check_default(self, variable: Variable, default: Any, at: At) -> None:
        """A default must be of the type and legal; of an expression what can be told now."""
        if variable.default_expression:
            self._check_default_expression(variable, at)
        elif variable.default is None and default is not None:
            self.fault(at, f"default is {said(default)}", f"write {_EXAMPLES[variable.type]}")
        elif problem := variable.problem(variable.default):
            remedy = nearest(str(default), variable.choices) if variable.choices and isinstance(default, str) else ""
            self.fault(at, f"the default of {variable.name or 'this'} is not legal: {problem}", remedy)

    def _check_default_expression(self, variable: Variable, at: At) -> None:
        try:
            expression = read_expression(variable.default_expression, DEFAULT_SCOPE, Kind.NUMBER)
        except ExpressionError as error:
            remedy = error.remedy or "a default is a value, or reckoned from today"
            self.fault(at, f"default, column {error.column}: {error.text}", remedy)
            return
        if expression.references or variable.type == "date":
            self.needs_days(at, f"the default of {variable.name}")
        constant = expression.constant
        if variable.type == "integer" and isinstance(constant, int) and (problem := variable.problem(constant)):
            self.fault(at, f"the default of {variable.name} is not legal: {problem}")

    def needs_days(self, at: At, what: str) -> None:
        """Note what counts days where the file does not say since when."""
        if self.day_zero is None:
            self.fault(
                at,
                f"{what} counts days, and the file does not say since when",
                "write day_zero = 2024-01-01 at its head",
            )


def name_of(variable: Variable) -> Name:
    """What a variable's name stands for in an expression; a date is the number of its day."""
    kinds = {"integer": Kind.NUMBER, "date": Kind.NUMBER, "list": Kind.LIST}
    may_be_blank = variable.may_be_blank and variable.type in ("text", "list", "date")
    return Name(kinds.get(variable.type, Kind.TEXT), variable.choices, may_be_blank)


def folded(name: str) -> str:
    """A name as names are compared within a file."""
    return " ".join(name.replace("_", " ").split()).casefold()


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _as_value(default: Any) -> Value:
    """A value of the file as a holding; None where it can be none."""
    if isinstance(default, date) and not isinstance(default, datetime):
        return default.isoformat()
    if isinstance(default, list) and all(isinstance(entry, str) for entry in default):
        return default
    return default if isinstance(default, str) or is_whole(default) else None


_EXAMPLES: Mapping[str, str] = {
    "integer": 'default = 3, or an expression: default = "today - 1"',
    "text": 'default = "..."',
    "enumeration": 'default = "...", one of the choices',
    "list": 'default = ["..."]',
    "date": 'default = 2024-01-01, or an expression: default = "today"',
}
