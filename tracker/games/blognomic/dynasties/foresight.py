"""What an action may come to whose dice have not fallen: it is tried at every face, on values that are watched, and thrown away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from tracker.core.gamestate import RollRequest
from tracker.games.blognomic.gndt.gndt_records import Gndt, Use
from tracker.mechanics.declared_actions import Action
from tracker.mechanics.holdings import EVERY, THE_GAME, Holdings, Value
from tracker.mechanics.turns import RefusedError, Turn, WaitingError

from . import acting
from .played import Table

MOST_TRIALS = 120
"""So many ways in which the dice of one action may fall are tried; of more, everything is unknown that it could touch."""
MOST_VALUES = 24
"""So many values of one variable are told apart; where there are more it may be anything."""

Cell: TypeAlias = tuple[str, str]
"""A holder and a variable."""
Faces: TypeAlias = tuple[int, ...] | None
MakeTurn: TypeAlias = Callable[[Table, Callable[[str, int, int], Faces]], Turn]
"""Makes the turn on a table with these dice."""


@dataclass(slots=True)
class Foreseen:
    """What an action may come to.

    ``looked`` are the cells that it looks at, ``values`` what each cell that it may change may be then (nothing: anything),
    ``uses`` the limited actions that it may use up. ``certain`` are the dice that it asks for in any case, ``possible`` the
    keys of all that it may ask for; ``is_whole`` tells that it could not be followed to its end.
    """

    looked: set[Cell] = field(default_factory=set)
    values: dict[Cell, list[Value]] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)
    looks_at_uses: bool = False
    certain: list[RollRequest] = field(default_factory=list)
    possible: set[str] = field(default_factory=set)
    is_whole: bool = False


# --- watching ---------------------------------------------------------------------------------------------------------


class _Row(dict[str, Value]):
    """One holder's values, each of which is noted when it is looked at."""

    def __init__(self, held: Mapping[str, Value], look: Callable[[str, Value], Value]) -> None:
        super().__init__(held)
        self._look = look

    def __getitem__(self, name: str) -> Value:
        return self._look(name, super().__getitem__(name))

    def get(self, name: str, default: Any = None) -> Any:
        """The value as it is looked at."""
        return self._look(name, super().get(name, default))


class _Uses(list[Use]):
    """The uses of limited actions, with a note whether they were looked at."""

    is_seen = False

    def __iter__(self) -> Iterator[Use]:
        self.is_seen = True
        return super().__iter__()


class _Seen(Holdings):
    """Holdings of which each cell is guarded by itself, so that no holder is unknown as a whole."""

    def is_known(self, holder: str) -> bool:
        """What is not known is told cell by cell."""
        return True

    def is_settled(self, holder: str, variable: str) -> bool:
        """The rows tell that themselves."""
        return True


@dataclass(slots=True)
class Watch:
    """One try of an action on watched values: which cells it looked at.

    ``pick`` gives the value of a cell that hangs on dice; without one such a cell makes the action wait.
    """

    gndt: Gndt
    pick: Callable[[Cell, Sequence[Value]], Value] | None = None
    more_uses: Sequence[Use] = ()
    looked: set[Cell] = field(default_factory=set)
    uses: _Uses = field(default_factory=_Uses)

    def table(self, table: Table) -> Table:
        """The table with watched values."""
        held = self.gndt.holdings
        rows: dict[str, dict[str, Value]] = {
            holder: _Row(values, self._looker(holder)) for holder, values in held.values.items()
        }
        self.uses = _Uses([*self.gndt.uses, *self.more_uses])
        return Table(table.moment, replace(self.gndt, holdings=_Seen(rows), uses=self.uses))

    def _looker(self, holder: str) -> Callable[[str, Value], Value]:
        open_cells = self.gndt.holdings.maybe.get(holder, {})
        picked: dict[str, Value] = {}

        def look(name: str, value: Value) -> Value:
            self.looked.add((holder, name))
            if name not in open_cells and EVERY not in open_cells:
                return value
            if name not in picked:
                values = open_cells.get(name)
                if self.pick is None or not values:
                    raise WaitingError
                picked[name] = self.pick((holder, name), values)
            return picked[name]

        return look


# --- trying -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Paths:
    """Every way through some choices, one after the other; ``path`` holds what was chosen of how many."""

    path: list[tuple[int, int]] = field(default_factory=list)
    at: int = 0

    def choose(self, of: int) -> int:
        """One of so many, from 0."""
        if self.at == len(self.path):
            self.path.append((0, of))
        self.at += 1
        return self.path[self.at - 1][0]

    def turn_back(self) -> bool:
        """Whether there is another way; the next choices are those of it."""
        self.at = 0
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if self.path:
            self.path[-1] = (self.path[-1][0] + 1, self.path[-1][1])
        return bool(self.path)


class _TooManyError(Exception):
    """More ways than are tried."""


@dataclass(slots=True)
class _Trial:
    """All tries of one action."""

    table: Table
    make: MakeTurn
    words: str
    fallen: Callable[[str, int, int], Faces]
    found: Foreseen = field(default_factory=Foreseen)
    asked: dict[str, RollRequest] | None = None
    """The dice that every try so far asked for."""
    ends: list[dict[Cell, Value]] = field(default_factory=list)
    paths: _Paths = field(default_factory=_Paths)

    def run(self) -> Foreseen | None:
        """What all of them come to; None where the words are no action."""
        tries = 0
        while True:
            tries += 1
            if not self._once():
                return None
            if not self.paths.turn_back():
                break
            if tries == MOST_TRIALS:
                self.found.is_whole, self.asked = True, {}
                break
        self.found.certain = list((self.asked or {}).values())
        self._gather()
        return self.found

    def _once(self) -> bool:
        """One try; False where the words are no action."""
        asked: set[str] = set()
        watch = Watch(self.table.gndt, self._pick, self._more_uses())
        table = watch.table(self.table)
        turn = self.make(table, lambda key, count, sides: self._fall(asked, key, count, sides))
        try:
            if not acting.is_performed(table, turn, self.words):
                return False
            changes = turn.net_changes
        except RefusedError:
            changes, turn.uses = [], []
        except (WaitingError, _TooManyError):
            changes, self.found.is_whole = [], True
        self.ends.append({(change.holder, change.variable): change.new for change in changes})
        self.found.looked |= watch.looked
        self.found.looks_at_uses |= watch.uses.is_seen
        self.found.uses.update(turn.uses)
        self.found.possible |= asked
        wanted = {request.key: request for request in turn.wanted if request.key in asked}
        self.asked = wanted if self.asked is None else {key: self.asked[key] for key in self.asked if key in wanted}
        return True

    def _fall(self, asked: set[str], key: str, count: int, sides: int) -> Faces:
        known = self.fallen(key, count, sides)
        if known is not None:
            return known
        asked.add(key)
        if sides**count > MOST_TRIALS:
            raise _TooManyError
        return tuple(self.paths.choose(sides) + 1 for _ in range(count))

    def _pick(self, _: Cell, values: Sequence[Value]) -> Value:
        return values[self.paths.choose(len(values))]

    def _more_uses(self) -> Sequence[Use]:
        """None of the uses that hang on dice, each of them alone, or all."""
        uses = self.table.gndt.awaited.uses
        if not uses:
            return ()
        ways = [(), *((use,) for use in uses), uses]
        return ways[self.paths.choose(len(ways))]

    def _gather(self) -> None:
        """What each cell that any end changes may be, over all of them."""
        held = self.table.gndt.holdings
        for cell in {cell for end in self.ends for cell in end}:
            before = held.maybe.get(cell[0], {}).get(cell[1])
            now = [held.values.get(cell[0], {}).get(cell[1])] if before is None else before
            possible = [value for end in self.ends for value in ([end[cell]] if cell in end else now)]
            distinct = [value for nth, value in enumerate(possible) if value not in possible[:nth]]
            is_any = before == [] or len(distinct) > MOST_VALUES
            self.found.values[cell] = [] if is_any else distinct


def foresee(
    table: Table, make: MakeTurn, words: str, actor: str, fallen: Callable[[str, int, int], Faces]
) -> Foreseen | None:
    """What an action of somebody's may come to; None where the words are none.

    ``fallen`` gives the dice that fell for it already.
    """
    found = _Trial(table, make, words, fallen).run()
    if found is not None and found.is_whole:
        found.values |= {cell: [] for cell in _touched(table, words, actor, found)}
    return found


def _touched(table: Table, words: str, actor: str, found: Foreseen) -> set[Cell]:
    """Every cell that an action could change which could not be followed to its end.

    Of a declared action those are written in its steps; of others, whatever those have at whose values it looked.
    """
    declared = table.dynasty.match(words, table.names)
    if declared is None or (table.code is not None and table.code.actions):
        return {(holder, EVERY) for holder in {actor, *(holder for holder, _ in found.looked)}}
    action, arguments = declared
    cells = set(_targets(action, actor, arguments))
    found.looked |= cells
    found.uses |= {action.name} if action.limit not in ("none", "date") else set()
    return cells


def _targets(action: Action, actor: str, arguments: Mapping[str, Any]) -> Iterator[Cell]:
    owners = {"": actor, "game": THE_GAME, **arguments}
    if action.date is not None:
        yield actor, action.date.variable
    for step in action.steps:
        if step.target is not None:
            yield str(owners[step.target.owner]), step.target.variable.name
            if step.to:
                yield str(owners[step.to]), step.target.variable.name


# --- what waits -------------------------------------------------------------------------------------------------------


def mark(gndt: Gndt, actor: str, line: str, found: Foreseen, at: Use) -> None:
    """What an action may change is unknown from now on, and what it looks at is not to be changed by others before it."""
    for (holder, variable), values in found.values.items():
        gndt.holdings.maybe.setdefault(holder, {})[variable] = values
        lines = gndt.holdings.open_rolls.setdefault(holder, [])
        if line not in lines:
            lines.append(line)
    for holder, variable in found.looked:
        looked = gndt.awaited.looked.setdefault(holder, [])
        if variable not in looked:
            looked.append(variable)
    gndt.awaited.uses += [replace(at, action=action) for action in sorted(found.uses)]
    if found.looks_at_uses and actor not in gndt.awaited.users:
        gndt.awaited.users.append(actor)


def hinders(table: Table, turn: Turn, lasting: Callable[[str], bool]) -> bool:
    """Whether what a turn changes is looked at or may be changed by an action that waits for dice."""
    gndt = table.gndt
    for change in turn.net_changes:
        looked = gndt.awaited.looked.get(change.holder, ())
        if change.variable in looked or not gndt.holdings.is_settled(change.holder, change.variable):
            return True
    return bool(gndt.awaited.users) and any(lasting(use) or turn.actor in gndt.awaited.users for use in turn.uses)
