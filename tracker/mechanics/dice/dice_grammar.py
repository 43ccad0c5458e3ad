"""Dice commands in what people write: ``DICE20``, ``3DICE6``, ``FRUIT``, ``COLOUR``, ``2d6``, ``5d6 4+``, read line by line.

One command is a word of its own; whatever else stands in its line is its purpose. A command that cannot be carried out is still
read, with the reason why, so that its writer can be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

MOST_DIGITS = 21
"""The longest number of sides: one with 22 digits or more cannot be rolled (BN-244)."""

Tables: TypeAlias = Mapping[str, Sequence[str]]
"""Word in capitals -> its outcomes, each as likely as the next: ``FRUIT`` -> Lemon, Orange, ..."""
Fault: TypeAlias = Literal["", "TOO_MANY_DICE", "DIE_TOO_LARGE", "UNCLEAR"]

_DICE = r"(?P<number>[0-9]*)(?i:DICE)(?P<sides>-?[0-9]+)"
_NDK = r"(?P<n>[0-9]*)[dD](?P<k>-?[0-9]+)(?:(?:\s*,\s*|\s+)(?P<target>[0-9]+)\+(?![\w+]))?"
_STARTS, _ENDS = r"(?<![\w.+\-])", r"(?P<rest>[\w+*/]*(?:[.\-][\w+]+)*)"
_LOOSE = " \t*#:;,.-–—()"


@dataclass(frozen=True, slots=True)
class DiceCommand:
    """One command: ``count`` dice of ``sides``, or one outcome of ``table``; ``target`` counts the faces at or above it.

    ``token`` is the command as written, ``purpose`` the rest of its line, ``line`` that line's number from 0. ``fault`` says why
    it cannot be carried out ("" where it can), ``why`` the same as a sentence.
    """

    token: str
    count: int
    sides: int
    purpose: str = ""
    table: tuple[str, ...] = ()
    target: int | None = None
    line: int = 0
    fault: Fault = ""
    why: str = ""

    @property
    def is_rolled(self) -> bool:
        """Whether dice must fall: no dice, or dice without a side, give 0 by themselves (BN-237)."""
        return not self.fault and self.count > 0 and self.sides > 0

    def value(self, faces: Sequence[int]) -> int | str:
        """What the command gives: the outcome, how many faces reach the target, or their sum; 0 where nothing is rolled."""
        if not self.is_rolled:
            return 0
        if self.table:
            return self.table[faces[0] - 1]
        return sum(faces) if self.target is None else sum(face >= self.target for face in faces)

    def shown(self, faces: Sequence[int]) -> str:
        """Command and result as people read them: ``DICE4: 3``, ``3DICE6: 2, 6, 1 (9)``, ``FRUIT: Kiwi``."""
        value = self.value(faces)
        if not self.is_rolled or (len(faces) == 1 and self.target is None):
            return f"{self.token}: {value}"
        return f"{self.token}: {', '.join(map(str, faces))} ({value})"


def read_dice(text: str, tables: Tables, most: int) -> list[DiceCommand]:
    """Every command of a text in order, at most ``most`` dice a line; what is beyond that is one refused command.

    Never raises, whatever stands there. Tables are asked for by their exact name, dice in any case of letters (BN-196,
    BN-230 to BN-232).
    """
    form = _form(tuple(sorted(tables, key=len, reverse=True)))
    return [
        command
        for number, line in enumerate(text.splitlines())
        for command in _limited(_commands(line, number, form, tables), most)
    ]


@lru_cache(maxsize=16)
def _form(names: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(map(re.escape, names)) or r"(?!)"
    return re.compile(rf"{_STARTS}(?:{_DICE}|{_NDK}|(?P<table>{named})){_ENDS}")


def _commands(line: str, number: int, form: re.Pattern[str], tables: Tables) -> Iterator[DiceCommand]:
    matches = form.finditer(line)
    first = next(matches, None)
    if first is None:
        return
    purpose = _purpose(line, form)
    yield _command(first, purpose, number, tables)
    for found in matches:
        yield _command(found, purpose, number, tables)


def _purpose(line: str, form: re.Pattern[str]) -> str:
    return " ".join(form.sub(" ", line).split()).strip(_LOOSE)


def _command(found: re.Match[str], purpose: str, line: int, tables: Tables) -> DiceCommand:
    token = found[0]
    if found["rest"]:
        why = f"{_short(token)} is no dice command: write what follows after a blank"
        return _refused(token, purpose, line, "UNCLEAR", why)
    if found["table"]:
        outcomes = tuple(tables[found["table"]])
        return DiceCommand(token, 1, len(outcomes), purpose, outcomes, line=line)
    if found["sides"]:
        return _dice(token, found["number"], found["sides"], None, purpose, line)
    return _ndk(found, purpose, line)


def _ndk(found: re.Match[str], purpose: str, line: int) -> DiceCommand:
    """A command NdK, whose dice have at least one side."""
    made = _dice(found[0], found["n"], found["k"], found["target"], purpose, line)
    if not made.fault and made.sides < 1:
        return _refused(found[0], purpose, line, "UNCLEAR", f"{_short(found[0])}: a die has at least one side")
    return made


def _dice(token: str, count: str, sides: str, target: str | None, purpose: str, line: int) -> DiceCommand:
    # Numbers are measured before they are read: one of ten thousand digits is no work worth doing.
    if _digits(sides) > MOST_DIGITS:
        why = f"{_short(token)}: a die with {MOST_DIGITS + 1} digits or more cannot be rolled"
        return _refused(token, purpose, line, "DIE_TOO_LARGE", why)
    if _digits(count) > MOST_DIGITS:
        return _refused(token, purpose, line, "TOO_MANY_DICE", f"{_short(token)}: that many dice cannot be rolled")
    reached = None if target is None else int(target) if _digits(target) <= MOST_DIGITS else 10**MOST_DIGITS
    return DiceCommand(token, int(count or 1), max(int(sides), 0), purpose, target=reached, line=line)


def _digits(number: str) -> int:
    return len(number.lstrip("-0"))


def _refused(token: str, purpose: str, line: int, fault: Fault, why: str) -> DiceCommand:
    return DiceCommand(_short(token), 0, 0, purpose, line=line, fault=fault, why=why)


def _short(token: str) -> str:
    return token if len(token) <= 40 else f"{token[:39]}…"


def _limited(commands: Iterator[DiceCommand], most: int) -> Iterator[DiceCommand]:
    """The commands of one line up to its last die; the first that goes beyond is refused, and reading stops there."""
    left = most
    for command in commands:
        left -= max(command.count, 1)
        if left < 0:
            why = f"{_short(command.token)}: more than {most} dice in one line are not rolled"
            yield _refused(command.token, command.purpose, command.line, "TOO_MANY_DICE", why)
            return
        yield command
