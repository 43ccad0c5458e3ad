"""An action of the dynasty on its way: who takes it in which way, and how it changes what they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from tracker.core.rule import rule
from tracker.games.blognomic.gndt.gndt_records import Use
from tracker.games.blognomic.law import Law
from tracker.mechanics.holdings import Value
from tracker.mechanics.table.action_lines import Argument
from tracker.mechanics.turns import Turn

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

HSR, DATE, WOOD, POINTS, MOTIVATION, LOCATION = "HSR", "Date", "Wood", "SP", "Motivation", "Location"
"""The players' variables."""
FOUND_MAC, TRAITOR, STORY_ROLL, EXERTION, REMOVAL = (
    "found Little Mac",
    "traitor",
    "story roll",
    "exert",
    "remove a condition",
)
"""What is remembered as a use of somebody's, once done."""
PLANTS, CONDITIONS = "Plants", "Ship conditions"
"""The game's own values that stand in rules: Plant -> its effect ("" for an unknown one), and the list of the ship's conditions."""
ISLAND, WORKDAYS, CONSTRUCTION, MOTIVATION_RULE = "The Island", "Workdays", "Construction", "Motivation"
STORY_RULE, SHIP = "Story Points", "A Ship has Arrived!"
"""The titles of the rules that define actions or have subrules, beside the Locations."""

Look = Callable[[str, str], Value]
"""Gives a value by its name and its holder ("" for the game's own)."""


@dataclass(frozen=True, slots=True)
class Action:
    """One sort of action: how players write it, and what it asks for and does.

    ``rules`` are the titles of the rules that define it, whose Complexity bounds it; ``check`` refuses what may not begin;
    ``place`` is the Location where it may be taken (empty: anywhere) and ``place_clause`` says so; ``is_dated`` tells a Date Action.
    """

    name: str
    lines: tuple[str, ...]
    effect: Callable[[Act], None]
    rules: tuple[str, ...] = ()
    check: Callable[[Act], None] | None = None
    place: str = ""
    place_clause: str = ""
    is_dated: bool = False
    is_of_head: bool = False
    may_ignore_rise: bool = False
    """Whether its own rule lets a rise of the HSR be ignored, wherever it is taken."""


@dataclass(slots=True)
class Act:
    """One action being taken: its arguments, and whether it is Exerted, taken as if elsewhere, or ignores increases."""

    table: Table
    turn: Turn
    law: Law
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    is_exerted: bool = False
    as_if_at: str = ""
    is_ignoring: bool = False

    # --- arguments ---

    def text(self, name: str) -> str:
        """An argument that is a text."""
        return str(self.arguments[name])

    def amount(self, name: str) -> int:
        """An argument that is a number."""
        return int(self.arguments[name])

    # --- values ---

    @property
    def location(self) -> str:
        """Where the actor is; empty for nowhere."""
        return str(self.turn.value(LOCATION) or "")

    def uses(self, name: str) -> list[Use]:
        """What the actor has done of that name so far."""
        return [use for use in self.table.gndt.uses if (use.holder, use.action) == (self.turn.actor, name)]

    def refuse(self, code: str, clause: str, text: str) -> NoReturn:
        """End the action: the rules do not let it happen."""
        self.turn.refuse(code, clause, text)

    # --- changes ---

    def put(self, name: str, value: Value, clause: str, of: str | None = None) -> None:
        """Set a value, if that is legal."""
        _put(self, name, value, clause, of)

    def put_hsr(self, value: int, clause: str) -> None:
        """Set the HSR, unless it would rise and the increase is ignored."""
        if not (self.is_ignoring and value > self.turn.number(HSR)):
            self.put(HSR, value, clause)

    def gain(self, name: str, amount: int, clause: str) -> None:
        """Add to a number of one's own; nothing where the amount is 0."""
        value = self.turn.number(name) + amount
        self.put_hsr(value, clause) if name == HSR else self.put(name, value, clause)


@rule("BN-109", "BN-144", "BN-150", "BN-236", "BN-240")
def _put(act: Act, name: str, value: Value, clause: str, of: str | None) -> None:
    """Where a value would become illegal the whole action is void."""
    variable = act.turn.variables.get(name)
    problem = variable.problem(value) if variable else ""
    if not problem:
        act.turn.put(name, value, of, clause)
    else:
        act.refuse("ILLEGAL_VALUE", "BN-240", f"{name} would become {value}: {problem}")
