"""Ducks' clauses and parameters, the law of an instant made of them, and what dice and tables of the rules say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law
from tracker.mechanics.chat.calendar import WEEKDAYS
from tracker.mechanics.ruleset import ruleset_codes

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
_CODES = tomllib.loads((FOLDER / "codes.toml").read_text(encoding="utf-8"))
CODES: Mapping[str, tuple[str, str]] = {**_CODES["codes"], **ruleset_codes.codes("DUCK-045")}
"""Every code: its clause and one sentence."""
OWN_CODES: Mapping[str, str] = _CODES["own"]
"""What the checklist calls a chapter's code."""
ITEMS: tuple[str, ...] = law.LawBook(PARAMETERS).lasting_words["items"]
"""The items that there are from the beginning."""
CLASSES = ("normal", "urgent")
_DICE = re.compile(r"([1-9]\d{0,2})d([1-9]\d{0,3})")
_ROW = re.compile(r"(?:([1-9]\d{0,3})|([1-9]\d*d[1-9]\d*)) (.+)")


@dataclass(frozen=True, slots=True)
class Loot:
    """A row of a loot table: so many of an item, or as many as the dice show that are named instead."""

    item: str
    count: int
    dice: list[int]


class Law(law.Law):
    """What holds in Ducks at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()

    @property
    def fruits(self) -> list[str]:
        """The Fruits besides Smoothies, in the order of the rule's table (DUCK-109)."""
        described = self.value("fruits")
        return [item for item in self.words("items") if item in described]

    def dice(self, name: str) -> list[int]:
        """The sides of each of some dice of the rules."""
        return dice_of(self.word(name))

    def looted(self, name: str, face: int) -> Loot | None:
        """What a roll gains by a loot table; None where no row has it."""
        rows: Mapping[str, str] = self.value(name)
        return next((row_of(gain, self.words("items")) for span, gain in rows.items() if face in rolls_of(span)), None)

    def colour(self, number: int) -> str | None:
        """The colour that a number gives an uncoloured duck; None where it gives none (DUCK-088)."""
        bounds: Mapping[str, Mapping[str, int]] = self.value("colours")
        return next((colour for colour, each in bounds.items() if number in _numbers(each, number)), None)

    def costs(self, quacktion: str) -> Mapping[str, int]:
        """What a Quacktion costs, Quacks among the items; nothing for those whose cost is announced (DUCK-068)."""
        found: Mapping[str, int] = self.value("quacktion_costs").get(quacktion, {})
        return found


def dice_of(words: str) -> list[int]:
    """The sides of each die of dice as the rules write them, ``3d20``. Raises ValueError for anything else."""
    found = _DICE.fullmatch(words.strip().lower())
    if found is None:
        raise ValueError(f"{words!r} are no dice such as 3d20")
    return [int(found[2])] * int(found[1])


def rolls_of(span: str) -> range:
    """The rolls of a row of a loot table, ``11-20``. Raises ValueError for anything else."""
    least, _, most = span.partition("-")
    rolls = range(int(least), int(most or least) + 1)
    if not rolls:
        raise ValueError(f"the rolls {span} go backwards")
    return rolls


def row_of(gain: str, items: tuple[str, ...]) -> Loot:
    """What a row of a loot table gains, ``2d6 seeds``, by items in singular or plural. Raises ValueError for anything else."""
    found, known = _ROW.fullmatch(gain.strip()), {item.lower().rstrip("s"): item for item in items}
    if found is None or found[3].lower().rstrip("s") not in known:
        raise ValueError(f"{gain!r} is no gain such as 2d6 Seeds of a known item")
    return Loot(known[found[3].lower().rstrip("s")], int(found[1] or 0), dice_of(found[2]) if found[2] else [])


def _numbers(bounds: Mapping[str, int], number: int) -> range:
    """The numbers of a colour; without a bound on one side as far as a number."""
    return range(bounds.get("least", number), bounds.get("most", number) + 1)


# --- values that are of no use ----------------------------------------------------------------------------------------


def setting_problem(name: str, value: Any, items: tuple[str, ...] = ITEMS) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can, and for names that the game does not know."""
    if name not in PARAMETERS:
        return ""
    unit = PARAMETERS[name].unit
    if unit == "dice":
        return _fault(lambda: dice_of(value))
    if unit == "loot":
        return _fault(lambda: [(rolls_of(span), row_of(gain, items)) for span, gain in value.items()])
    if name == "fruits":
        return "".join([f"there is no item {fruit}" for fruit in value if fruit not in items][:1])
    return _CHECKS[name](value) if name in _CHECKS else ""


def _fault(read: Callable[[], object]) -> str:
    try:
        read()
    except ValueError as error:
        return str(error)
    return ""


def _fault_in_colours(colours: Mapping[str, Mapping[str, int]]) -> str:
    for colour, each in colours.items():
        if not each or not each.keys() <= {"least", "most"}:
            return f"{colour} must have least, most or both, and nothing else"
        if each.get("least", 0) > each.get("most", each.get("least", 0)):
            return f"{colour} has a least above its most"
    return ""


def _fault_in_periods(periods: Mapping[str, Sequence[str]]) -> str:
    strange = [day for days in periods.values() for day in days if day not in WEEKDAYS]
    first = [days[0] for days in periods.values() if days]
    if strange or not first or len(set(first)) < len(periods):
        return f"{strange[0]!r} is no weekday" if strange else "each period has weekdays, and another first one"
    return ""


_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "colours": _fault_in_colours,
    "periods": _fault_in_periods,
    "duck_god_weekday": lambda day: "" if day in WEEKDAYS else f"{day!r} is no weekday",
    "default_proposal_class": lambda word: "" if word in CLASSES else f"a proposal's class is {' or '.join(CLASSES)}",
}
