"""Dice and drawn names: what fell and is not used yet, and what a step of the rules still waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from .carrying import Needed, clause_now
from .world import World


@dataclass(slots=True)
class Fallen:
    """A die that fell and is not used: by name where the tracker drew it for something, else in the order of a file.

    ``label`` is the row, or the purpose, that a file says it is for ("": anything).
    """

    sides: int
    face: int
    row: str
    at: datetime
    label: str = ""


@dataclass(slots=True)
class Dice:
    """All that fell: ``named`` are dice by their names, ``loose`` those that a file tells in order, ``names`` drawn names in order.

    ``used`` are the named dice that some step used.
    """

    named: dict[str, Fallen] = field(default_factory=dict)
    loose: list[Fallen] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


class Table:
    """The dice as one step uses them: nothing is used up until the step is done."""

    def __init__(self, dice: Dice, row: str, part: int) -> None:
        """``row`` and ``part`` are the message and the number of what is carried out: they name its dice."""
        self._dice, self.row, self._part = dice, row, part
        self._asked = Counter[str]()
        self._loose = list(dice.loose)
        self._used: dict[str, str] = {}
        self._named = 0
        self.instead = set[str]()
        """The names of dice in whose place others were taken."""

    def roll(self, purpose: str, word: str, sides: list[int], apart: str = "") -> list[int]:
        """The faces of dice that fell for this; raises Needed with all that have not fallen yet.

        ``word`` names them, ``apart`` tells them from others of that word in several steps of one message (by a hex, by their
        sides), ``purpose`` says what they are for.
        """
        found, missing = list[int](), dict[str, int]()
        called = f"{word.replace(' ', '-')}{apart}"
        for each in sides:
            self._asked[called] += 1
            name = f"{called}:{self.row}:{self._part}:{self._asked[called]}"
            face = self._face(name, word, each, purpose)
            if face is None:
                missing[name] = each
            else:
                found.append(face)
        if missing:
            raise Needed(missing, purpose, clause_now())
        return found

    def _face(self, name: str, word: str, sides: int, purpose: str) -> int | None:
        fallen = self._dice.named.get(name)
        if fallen is not None:
            self._used[name] = purpose
            return fallen.face
        labels = ("", self.row, word, name, name.rpartition(":")[0])
        fits = (place for place, each in enumerate(self._loose) if each.sides == sides and each.label in labels)
        place = next(fits, None)
        if place is None:
            return None
        self.instead.add(name)
        return self._loose.pop(place).face

    @property
    def has_name(self) -> bool:
        """Whether a drawn name is left."""
        return self._named < len(self._dice.names)

    def draw_name(self, purpose: str) -> str:
        """The next drawn name; raises Needed where none is left."""
        if self._named >= len(self._dice.names):
            raise Needed({}, purpose, clause_now())
        self._named += 1
        return self._dice.names[self._named - 1]

    def done(self) -> Mapping[str, str]:
        """Use up what the step took, now that it is done; the dice that it took by name, each with what it was for."""
        self._dice.used.update(self._used)
        self._dice.loose = self._loose
        del self._dice.names[: self._named]
        return self._used


def roll(world: World, word: str, sides: int, purpose: str = "") -> int:
    """One die: its face. ``word`` names what it is for (``lot``), ``purpose`` says it in words. Raises Needed."""
    return rolls(world, word, [sides], purpose)[0]


def rolls(world: World, word: str, sides: list[int], purpose: str = "", apart: str = "") -> list[int]:
    """Several dice at once: their faces, in order. Raises Needed with all that have not fallen: ask for all that you can name at once."""
    return _table(world).roll(purpose or word, word, sides, apart)


def draw_name(world: World, purpose: str = "a name") -> str:
    """The next drawn name. Raises Needed."""
    return _table(world).draw_name(purpose)


def name_of(world: World, word: str, names: Sequence[str], purpose: str = "a name") -> str:
    """A drawn name that a file tells, else one of some names, by a die. Raises Needed."""
    table = _table(world)
    return table.draw_name(purpose) if table.has_name else names[roll(world, word, len(names), purpose) - 1]


def _table(world: World) -> Table:
    table = world.table
    if not isinstance(table, Table):
        raise ValueError("dice are only rolled while something is carried out")
    return table
