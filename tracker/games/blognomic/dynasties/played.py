"""The dynasty being played: its declared variables and actions, and the code that some dynasties bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from tracker.core.change import SpanAmendment
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.leaning import remembered
from tracker.errors import InputError
from tracker.games.blognomic.gndt.gndt_records import Entry, Gndt
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.holdings import Change, Holdings, Variable
from tracker.mechanics.turns import Rolls, Turn, TurnClauses

from .dynasty_files import BUILT_IN, built_in_names, text_of

if TYPE_CHECKING:
    from tracker.mechanics.declared.file import Dynasty

    from .dynasty_records import Ability, DateRule, Part, RuleValue
    from .limits import Limit

TURN_CLAUSES = TurnClauses(illegal="BN-240", amounts="BN-239", dice="BN-234", die_size="BN-244")


class DynastyCode(Protocol):
    """What the code of a dynasty adds to what its file declares."""

    opening: frozenset[str]
    """The names of what an opening may state of this dynasty."""
    clauses: Mapping[str, str]
    """The clause of each variable by its name."""
    limits: Mapping[str, Limit]
    """Its actions whose uses are limited, each with its limit; by the names that uses have."""

    def begin(self, table: Table) -> None:
        """Give the game's own values that the file does not declare their start."""
        ...

    def perform(self, table: Table, turn: Turn, words: str) -> bool:
        """Carry out an action line (in plain words); False where the code does not know it.

        Raises RefusedError and WaitingError.
        """
        ...

    def after(self, table: Table) -> list[Entry]:
        """What happens by itself after anything changed; it holds already."""
        ...

    def returned(self, table: Table, holder: str) -> list[Change]:
        """What else changes when somebody is a player again."""
        ...

    def candidates(self, table: Table, holder: str, amounts: Sequence[int]) -> list[str]:
        """The lines that could explain what was changed by hand in somebody's row, numbers among them being such amounts."""
        ...

    @property
    def actions(self) -> frozenset[str]:
        """The names of its actions, and the lines by which they are taken, with ``{name}`` for what a line leaves open."""
        ...

    def open(self, table: Table, row: str, stated: Mapping[str, Any]) -> None:
        """Take over what an opening states of this dynasty; what cannot be read is reported and left at its default."""
        ...

    def shown(self, table: Table) -> dict[str, Any]:
        """Whatever the gamestate prints of it beside players' values."""
        ...

    def facts(self, table: Table) -> list[Fact]:
        """What it prints beside players' values, each with its clause and the rows it rests on."""
        ...

    def findings(self, table: Table) -> list[Finding]:
        """What people should look at, beside refused actions and hand edits."""
        ...

    def questions(self, table: Table) -> list[Question]:
        """What people must judge."""
        ...

    def abilities(self, table: Table, holder: str) -> list[Ability]:
        """What somebody may and may not do now by the actions of the code."""
        ...

    def date_rule(self, table: Table) -> DateRule | None:
        """How Dates bound the Date Actions of the code; None where there are none."""
        ...

    def parts(self, table: Table) -> list[Part]:
        """What the dynasty's page shows beside players' values, part by part."""
        ...

    def page_changes(self, table: Table, before: str, after: str) -> list[Change]:
        """What a revision of the ruleset page changed of values in the text of its rules; all of them where ``before`` is empty."""
        ...

    def page_amendments(self, table: Table, page: str) -> list[SpanAmendment]:
        """What makes the ruleset page tell the values that stand in the text of its rules."""
        ...

    def rule_values(self, moment: Moment, key: str, path: Sequence[str], words: str) -> Iterator[RuleValue]:
        """The values in the words of a dynastic passage (law 7): who changes those changes no wording.

        ``key`` is the passage's as clauses know it, ``path`` its titles on the page, ``words`` as ``words_of`` gives them.
        """
        ...


@remembered(maxsize=8)
def dynasty_of(source: str) -> Dynasty:
    """The dynasty of a file's text, or of a built-in's name; raises InputError with the faults by line."""
    from tracker.mechanics.declared.file import read_dynasty

    try:
        reading = read_dynasty(text_of(source), frozenset(built_in_names()))
    except OSError as error:
        raise InputError(f"there is no dynasty {source!r}", remedy=f"known: {', '.join(built_in_names())}") from error
    if reading.dynasty is None:
        raise InputError("; ".join(map(str, reading.faults)), remedy="tracker dynasty check FILE explains each")
    return reading.dynasty


@remembered(maxsize=8)
def code_of(name: str) -> DynastyCode | None:
    """The code of a built-in dynasty; None where a dynasty has none."""
    if not name:
        return None
    code: DynastyCode = import_module(f"{__package__}.{name}").CODE
    return code


@remembered(maxsize=1)
def _codes() -> tuple[DynastyCode, ...]:
    codes = (code_of(dynasty_of(name).code) for name in built_in_names())
    return tuple(code for code in codes if code is not None)


def values_in_rule(moment: Moment, key: str, path: Sequence[str], words: str) -> list[RuleValue]:
    """The values that a dynasty keeps in the words of one of its rules.

    Every dynasty that the tracker brings along is asked: the hashes of their rules are known whichever one the config names.
    """
    return [value for code in _codes() for value in code.rule_values(moment, key, path, words)]


def dynasty_modules() -> tuple[ModuleType, ...]:
    """The modules of every dynasty that the tracker brings along: their rules carry out clauses like any chapter's."""
    names = (
        f"{__package__}.{name}.{path.stem}"
        for name in built_in_names()
        for path in sorted((BUILT_IN / name).glob("*.py"))
        if path.stem != "__init__"
    )
    return tuple(import_module(name) for name in names)


@remembered(maxsize=8)
def variables_of(source: str) -> Mapping[str, Variable]:
    """A dynasty's variables by name."""
    return dynasty_of(source).by_name


@dataclass(frozen=True, slots=True)
class Table:
    """The table of values at a moment, as rules look at it and change it."""

    moment: Moment
    gndt: Gndt

    @property
    def dynasty(self) -> Dynasty:
        """What its file declares."""
        return dynasty_of(self.gndt.source)

    @property
    def code(self) -> DynastyCode | None:
        """The code that it brings, if any."""
        return code_of(self.dynasty.code)

    @property
    def variables(self) -> Mapping[str, Variable]:
        """Its variables by name."""
        return variables_of(self.gndt.source)

    def clause_of(self, variable: str) -> str:
        """The clause by which a variable stands: the code's, else the rule that the file names; empty where neither does."""
        known = self.code.clauses if self.code is not None else {}
        return known.get(variable) or self.variables[variable].clause

    @property
    def holdings(self) -> Holdings:
        """Everybody's values."""
        return self.gndt.holdings

    @property
    def players(self) -> list[str]:
        """The keys of those who have values now: players who count, without the head of the dynasty (BN-184)."""
        return self.gndt.playing

    @property
    def dice_tables(self) -> Mapping[str, Sequence[str]]:
        """The words that draw one outcome of a list, each with its list (BN-231, BN-232)."""
        return dice_tables(self.moment.law)

    @property
    def names(self) -> dict[str, str]:
        """The names by which those who have values may be called, each with the key."""
        return {self.moment.state.name_of(key): key for key in self.players}

    @property
    def today(self) -> int:
        """The number of the day (UTC) in the dynasty's own count."""
        return self.today_at(self.moment.when)

    def today_at(self, when: datetime) -> int:
        """The number of the day of an instant."""
        return self.dynasty.day_number(when)

    def turn(self, who: str, at: datetime, source: str, rolls: Rolls, n: int = 0) -> Turn:
        """A turn of somebody's."""
        today, lists = self.today_at(at), self.dice_tables
        return Turn(self.holdings, self.variables, who, at, today, source, rolls, TURN_CLAUSES, n, lists=lists)


def dice_tables(law: Law) -> dict[str, Sequence[str]]:
    """The words that draw one outcome of a list, each with its list (BN-231, BN-232)."""
    fruit, colours = law.words("fruit"), law.words("colours")
    return {"FRUIT": fruit, "COLOUR": colours, "COLOR": colours}
