"""How values came about: the steps of one holder's trail, as a game tells them and ``tracker explain`` prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.instants import iso


@dataclass(frozen=True, slots=True)
class Die:
    """Dice that fell for a step: how many sides, the faces, what for, and the key by which they can be checked."""

    sides: int
    faces: tuple[int, ...]
    purpose: str = ""
    key: str = ""

    @property
    def text(self) -> str:
        """As people read it."""
        return f"DICE{self.sides}: {', '.join(map(str, self.faces))}"


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One thing that changed a value, or was to: ``variable`` is empty where it changed none (dice alone, a refusal).

    ``kind`` is action, dice, hand edit, rule, start, refused, or unseen (the value changed in a way that nothing tells).
    ``text`` is the line or sentence ("" of a message that only the archive knows still), ``by`` the account that wrote it,
    ``who`` whose action it is; ``row`` the observation.
    ``hangs_on`` are the questions whose answers decide whether it came about so; none where that is certain.
    """

    at: datetime
    kind: str
    text: str
    variable: str = ""
    old: Any = None
    new: Any = None
    by: str = ""
    who: str = ""
    dice: tuple[Die, ...] = ()
    clause: str = ""
    row: str = ""
    note: str = ""
    code: str = ""
    hangs_on: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As ``tracker explain --json`` prints it."""
        return {
            "at": iso(self.at),
            "kind": self.kind,
            "variable": self.variable,
            "old": self.old,
            "new": self.new,
            "text": self.text,
            "by": self.by,
            "who": self.who,
            "dice": [
                {"sides": die.sides, "faces": list(die.faces), "purpose": die.purpose, "key": die.key}
                for die in self.dice
            ],
            "clause": self.clause,
            "note": self.note,
            "code": self.code,
            "because": self.row,
            "hangs_on": list(self.hangs_on),
        }


@dataclass(frozen=True, slots=True)
class Trail:
    """A holder's values now, and every step by which they came about, oldest first.

    ``hangs_on`` are, of each value that is undetermined, the questions that people must decide before it is known.
    """

    holder: str
    values: Mapping[str, Any]
    steps: tuple[TrailStep, ...]
    hangs_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[str, ...]:
        """Everything on which a value or a step hangs, each once."""
        told = (*self.hangs_on.values(), *(step.hangs_on for step in self.steps))
        return tuple(dict.fromkeys(question for asked in told for question in asked))
