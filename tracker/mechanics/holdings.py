"""Holdings: the values that players and the game itself have, each of a declared variable that says what is legal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tracker.mechanics.answer_text import is_hidden

Value = int | str | list[str] | dict[str, str] | None
"""What a variable can hold; a date is ISO text such as ``2019-10-03``, None is blank."""

VariableType = Literal["integer", "text", "enumeration", "list", "date"]
THE_GAME = ""
"""The holder of the values that are nobody's own."""
MAX_DIGITS = 30
"""Longer numbers in a cell are no value of any game."""
MAX_TEXT = 2_000
"""More characters than this are no value of a cell."""
_INTEGER = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)")
"""Commas stand between thousands, and nowhere else: ``1,5`` is no whole number."""
_BETWEEN_ITEMS = re.compile(r"[,;\n]|<br\s*/?>")


@dataclass(frozen=True, slots=True)
class Variable:
    """One declared variable: its type, what is legal, what it is at first, and where it is tracked.

    ``of`` says whose it is. Integers without a stated range are never negative (BN-236). ``default_expression`` is an
    expression over ``today``; where neither it nor ``default`` is given, ``fallback`` holds. ``line`` is where it stands
    in its file (0: nowhere).
    """

    name: str
    type: VariableType
    of: Literal["player", "game"] = "player"
    minimum: int | None = None
    maximum: int | None = None
    allowed: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    default: Value = None
    default_expression: str = ""
    has_default: bool = False
    may_be_blank: bool = True
    tracked: str = "table"
    by_hand: Literal["audited", "free"] = "audited"
    clause: str = ""
    line: int = 0

    @property
    def lowest(self) -> int | None:
        """The lowest legal integer; where no range is stated 0 (BN-236)."""
        is_open = self.minimum is None and self.maximum is None and not self.allowed
        return 0 if is_open else self.minimum

    def read(self, cell: str) -> Value:
        """What a cell's text means, in base ten (BN-238); raises ValueError with the reason where it means nothing legal."""
        text = " ".join(cell.split())
        if self.type == "list":
            parts = _BETWEEN_ITEMS.split(_legible(cell))
            value: Value = [item for part in parts if (item := " ".join(part.split()))]
        elif not text:
            value = None
        elif self.type == "integer":
            value = _whole_number(text)
        elif self.type == "enumeration":
            value = next((choice for choice in self.choices if _spelt(choice) == _spelt(text)), text)
        else:
            value = " ".join(_legible(text).split()) or None
        if problem := self.problem(value):
            raise ValueError(problem)
        return value

    def says(self, cell: str, value: Value) -> bool:
        """Whether a cell's text means a value, or is what is shown of one that is not legal."""
        try:
            return cell == self.shown(value) or self.read(cell) == value
        except ValueError:
            return cell.strip() == self.shown(value)

    def problem(self, value: Value) -> str:
        """Why a value is not legal; empty where it is (BN-236, BN-243)."""
        if value is None or value == "":
            return "" if self.type in {"text", "date"} and self.may_be_blank else "it may not be blank"
        return _PROBLEMS[self.type](self, value)

    def shown(self, value: Value) -> str:
        """A value as a cell shows it."""
        if isinstance(value, list):
            return ", ".join(value)
        return "" if value is None else str(value)

    def fallback(self) -> Value:
        """What it is where no start is declared (BN-242).

        A number nearest to 0, the positive one of two; blank text and lists; else what comes first in the alphabet.
        """
        if self.type == "integer":
            return self._nearest_to_zero()
        if self.type == "list":
            return [] if self.may_be_blank or not self.choices else [_first(self.choices, shortest=True)]
        if self.type in {"text", "date"} and self.may_be_blank:
            return None
        return _first(self.choices) if self.choices else None

    def _nearest_to_zero(self) -> int:
        low, high = self.lowest, self.maximum
        known = self.allowed or tuple(
            number for number in (0, low, high) if number is not None and not _out_of(number, low, high)
        )
        return min(known, key=lambda number: (abs(number), -number))


def _whole_number(text: str) -> int:
    plain = text.replace("\N{MINUS SIGN}", "-")
    if not _INTEGER.fullmatch(plain) or len(plain) > MAX_DIGITS:
        raise ValueError(f"{text[:40]!r} is no whole number")
    return int(plain.replace(",", ""))


def _legible(text: str) -> str:
    """A text as a page can show it: letters with their accents, nothing that hides or turns what stands around it."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", "".join(each for each in text if each.isspace() or not is_hidden(each)))


def _spelt(text: str) -> str:
    """A choice as choices are compared: without case, doubled letters and anything but letters and digits (BN-254)."""
    plain = "".join(letter for letter in text.casefold() if letter.isalnum())
    return re.sub(r"(.)\1", r"\1", plain)


def _first(choices: tuple[str, ...], *, shortest: bool = False) -> str:
    """The earliest in the alphabet, digits before letters, punctuation left out; of lists one of the shortest."""
    return min(choices, key=lambda text: (len(text) if shortest else 0, re.sub(r"[^\w]", "", text).casefold(), text))


def _out_of(number: int, low: int | None, high: int | None) -> bool:
    return (low is not None and number < low) or (high is not None and number > high)


def _integer_problem(variable: Variable, value: Value) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        return "it is a whole number"
    if variable.allowed:
        return "" if value in variable.allowed else f"it is one of {', '.join(map(str, variable.allowed))}"
    low, high = variable.lowest, variable.maximum
    if low is not None and value < low:
        return f"{value} is below {low}"
    return f"{value} is above {high}" if high is not None and value > high else ""


def _text_problem(variable: Variable, value: Value) -> str:
    if not isinstance(value, str):
        return "it is a text"
    if len(value) > MAX_TEXT:
        return f"it has more than {MAX_TEXT:,} characters"
    if _legible(value) != value:
        return "it holds characters that nobody sees, or that turn the text around"
    return _choice_problem(variable, value) if variable.choices else ""


def _choice_problem(variable: Variable, value: Value) -> str:
    return "" if value in variable.choices else f"{str(value)[:40]!r} is none of {', '.join(variable.choices)}"


def _list_problem(variable: Variable, value: Value) -> str:
    if not isinstance(value, list):
        return "it is a list"
    if not value and not variable.may_be_blank:
        return "it may not be blank"
    if variable.maximum is not None and len(value) > variable.maximum:
        return f"it has more than {variable.maximum} entries"
    return next((problem for item in value if (problem := _text_problem(variable, item))), "")


def _date_problem(variable: Variable, value: Value) -> str:
    try:
        date.fromisoformat(str(value))
    except ValueError:
        return f"{str(value)[:40]!r} is no date such as 2019-10-03"
    return ""


_PROBLEMS: Mapping[str, Callable[[Variable, Value], str]] = {
    "integer": _integer_problem,
    "text": _text_problem,
    "enumeration": _choice_problem,
    "list": _list_problem,
    "date": _date_problem,
}


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an action, a hand edit or a rule changed; ``holder`` is a person's key, or ``THE_GAME``."""

    holder: str
    variable: str
    old: Value
    new: Value
    clause: str = ""


@dataclass(slots=True)
class Holdings:
    """Every holder's values by variable, and whose of them hang on rolls that have not fallen yet."""

    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    open_holders: list[str] = field(default_factory=list)

    def of(self, holder: str) -> dict[str, Value]:
        """A holder's values; made where there are none yet."""
        return self.values.setdefault(holder, {})

    def put(self, change: Change) -> None:
        """Let a change hold."""
        self.of(change.holder)[change.variable] = change.new

    def is_known(self, holder: str) -> bool:
        """Whether nothing of that holder hangs on a roll."""
        return holder not in self.open_holders
