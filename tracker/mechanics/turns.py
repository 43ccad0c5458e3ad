"""Turns: one action carried out on players' values, with the dice it asks for; it happens whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NoReturn

from tracker.core.gamestate import RollRequest

from .holdings import Change, Holdings, Value, Variable

MAX_SIDES_DIGITS = 21
"""A die of more digits than this cannot be rolled (BN-244)."""


class RefusedError(Exception):
    """The rules do not let this action happen; nothing of it does."""

    def __init__(self, code: str, clause: str, text: str) -> None:
        """``code`` is a word of the interchange format, ``text`` one sentence for the player."""
        super().__init__(text)
        self.code = code
        self.clause = clause
        self.text = text


class WaitingError(Exception):
    """The action needs dice that have not fallen, or a value that hangs on such dice; it is carried out once they have.

    ``requests`` are the dice to be rolled; empty where only another action's dice are awaited.
    """

    def __init__(self, requests: Sequence[RollRequest] = ()) -> None:
        """Keep what is awaited."""
        super().__init__("awaits dice")
        self.requests = tuple(requests)


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that an action threw: their key, and what they were for; where they drew from a list, its name and the outcome."""

    key: str
    sides: int
    faces: tuple[int, ...]
    purpose: str
    drawn_from: str = ""
    outcome: str = ""

    @property
    def results(self) -> list[int | str]:
        """What fell, as people read it: the outcome of a list by its word."""
        return [self.outcome] if self.outcome else list(self.faces)

    @property
    def shown(self) -> str:
        """Die and result in words: ``DICE6: 3``, ``FRUIT: Kiwi``."""
        return f"{self.drawn_from or f'DICE{self.sides}'}: {', '.join(map(str, self.results))}"


@dataclass(frozen=True, slots=True)
class TurnClauses:
    """The clauses by which a game's turns are refused: an illegal value, a wrong amount, a die, a die too large."""

    illegal: str
    amounts: str
    dice: str
    die_size: str


Rolls = Callable[[str, int, int], tuple[int, ...] | None]
"""What fell for a key, given the number of dice and their sides; None where nothing has. It may raise RefusedError (a wrong die)."""


@dataclass(slots=True)
class Turn:
    """One action of one player at an instant (UTC), the ``n``-th of the line or message ``source``.

    It works on a copy of what it changes: ``changes`` hold only once ``carry_out`` gives them. ``today`` is the number of
    the day in the dynasty's own count.
    """

    holdings: Holdings
    variables: Mapping[str, Variable]
    actor: str
    at: datetime
    today: int
    source: str
    rolls_by_key: Rolls
    clauses: TurnClauses
    n: int = 0
    changes: list[Change] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    """The limited actions that the turn uses up once it is carried out, by name."""
    action: str = ""
    """The declared action that it is, by name."""
    given_up: str = ""
    """The Atomic Action that it takes back, by name."""
    asked: int = 0
    """How many times it asked for dice, fallen or not."""
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The words that draw one outcome of a list, each with its outcomes."""
    bars: list[RefusedError] | None = None
    """What barred the action, where the turn is only to show what it would do; None where it is to be refused then."""

    # --- values ---

    def value(self, name: str, of: str | None = None) -> Value:
        """The value of a variable now, after what this turn changed: the actor's own, or another holder's.

        Raises WaitingError where it hangs on dice that have not fallen.
        """
        holder = self.actor if of is None else of
        for change in reversed(self.changes):
            if (change.holder, change.variable) == (holder, name):
                return change.new
        if not self.holdings.is_known(holder):
            raise WaitingError
        return self.holdings.values.get(holder, {}).get(name)

    def number(self, name: str, of: str | None = None) -> int:
        """The same for an integer; what is blank is 0."""
        value = self.value(name, of)
        return value if isinstance(value, int) else 0

    def put(self, name: str, value: Value, of: str | None = None, clause: str = "") -> None:
        """Set a value; raises RefusedError where it would not be legal (BN-240)."""
        holder = self.actor if of is None else of
        variable = self.variables.get(name)
        old = self.value(name, of)
        if variable is not None and (problem := variable.problem(value)):
            self.refuse(
                "ILLEGAL_VALUE",
                clause or self.clauses.illegal,
                f"{name} would become {variable.shown(value)}: {problem}",
            )
        if value != old:
            self.changes.append(Change(holder, name, old, value, clause))

    def gain(self, name: str, amount: int, of: str | None = None, clause: str = "") -> None:
        """Add a positive amount (BN-239)."""
        self._check_positive(amount, name)
        self.put(name, self.number(name, of) + amount, of, clause)

    def spend(self, name: str, amount: int, clause: str = "") -> None:
        """Take a positive amount off the actor's own value (BN-239)."""
        self._check_positive(amount, name)
        self.put(name, self.number(name) - amount, None, clause)

    def transfer(self, name: str, amount: int, to: str, clause: str = "") -> None:
        """Give somebody else a positive amount of one's own (BN-239)."""
        if to == self.actor:
            self.refuse("ILLEGAL_VALUE", self.clauses.amounts, f"{name} can only be transferred to somebody else")
        self.spend(name, amount, clause)
        self.gain(name, amount, to, clause)

    def _check_positive(self, amount: int, name: str) -> None:
        if amount <= 0:
            self.refuse(
                "ILLEGAL_VALUE", self.clauses.amounts, f"only a positive amount of {name} can be gained, spent or given"
            )

    # --- dice ---

    def roll(self, sides: int, purpose: str, clause: str = "") -> int:
        """One face of a die; 0 without a roll where the die has no sides (BN-237)."""
        return self.roll_many(1, sides, purpose, clause)[0]

    def roll_many(self, count: int, sides: int, purpose: str, clause: str = "") -> tuple[int, ...]:
        """The faces of several dice; raises WaitingError with the request where they have not fallen yet.

        Raises RefusedError for a die that cannot be rolled (BN-244).
        """
        if sides <= 0:
            return (0,) * count
        if len(str(sides)) > MAX_SIDES_DIGITS:
            self.refuse("WRONG_DIE", self.clauses.die_size, "a die of so many sides cannot be rolled")
        key = f"{self.source}:{self.n}:{self.asked}:{count}d{sides}"
        self.asked += 1
        faces = self.rolls_by_key(key, count, sides)
        if faces is None:
            raise WaitingError([RollRequest(key, sides, count, purpose, clause or self.clauses.dice, self.at)])
        self.thrown.append(Thrown(key, sides, faces, purpose))
        return faces

    def draw(self, name: str, purpose: str, clause: str = "") -> str:
        """One outcome of a list, each as likely as the next (BN-231, BN-232); raises as ``roll_many`` does."""
        outcomes = self.lists[name]
        face = self.roll(len(outcomes), purpose, clause)
        self.thrown[-1] = replace(self.thrown[-1], drawn_from=name, outcome=outcomes[face - 1])
        return outcomes[face - 1]

    # --- words ---

    def refuse(self, code: str, clause: str, text: str) -> NoReturn:
        """End the turn: the rules do not let it happen."""
        raise RefusedError(code, clause, text)

    def bar(self, code: str, clause: str, text: str) -> None:
        """End the turn as ``refuse`` does, or note why it should end and go on, where that is what the turn is for."""
        if self.bars is None:
            self.refuse(code, clause, text)
        self.bars.append(RefusedError(code, clause, text))

    def say(self, text: str) -> None:
        """Add a sentence to the answer."""
        self.sentences.append(text)

    # --- the end ---

    @property
    def net_changes(self) -> list[Change]:
        """What changed from before the turn to after it, a value once; what came back to what it was is none."""
        net: dict[tuple[str, str], Change] = {}
        for change in self.changes:
            first = net.get((change.holder, change.variable))
            old = first.old if first else change.old
            net[change.holder, change.variable] = Change(change.holder, change.variable, old, change.new, change.clause)
        return [change for change in net.values() if change.old != change.new]

    def carry_out(self, on: Holdings | None = None) -> list[Change]:
        """Let everything that the turn changed hold, here or on other holdings; what did."""
        made = self.net_changes
        for change in made:
            (self.holdings if on is None else on).put(change)
        return made
