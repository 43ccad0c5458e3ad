"""The law of an instant: the numbers, words and switches in force, dated parameters overlaid by what settings changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tracker.core.clause import Parameters, load_clauses, load_parameters
from tracker.core.instants import iso

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS: Parameters = load_parameters(FOLDER / "parameters.toml")
SECOND = timedelta(seconds=1)
"""Times of the blog are to the second: the first instant after a closed window is one second later."""


class Law:
    """What holds at ``when``; asked for something outside its dates it raises NotInForceError (law 6)."""

    __slots__ = ("_settings", "when")

    def __init__(self, when: datetime, settings: Mapping[str, Any]) -> None:
        """``settings`` are the dated settings that hold at ``when``: parameter name -> value."""
        self.when = when
        self._settings = settings

    def value(self, name: str) -> Any:
        """The value in force of a parameter."""
        parameter = PARAMETERS[name]
        return self._settings[name] if name in self._settings else parameter.at(self.when)

    def number(self, name: str) -> int:
        """A whole number of the rules, in the parameter's own unit."""
        return int(self.value(name))

    def word(self, name: str) -> str:
        """A word of the rules."""
        return str(self.value(name))

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words."""
        return tuple(self.value(name))

    def span(self, name: str) -> timedelta:
        """A span of time, by the parameter's unit (hours or minutes)."""
        unit = PARAMETERS[name].unit
        return timedelta(**{unit: self.number(name)})

    def chooses(self, name: str, reading: str) -> bool:
        """Whether the switch (a reading marked RULING) stands at this reading."""
        choices = PARAMETERS[name].choices
        if reading not in choices:
            raise ValueError(f"switch {name} has no reading {reading!r}: {choices}")
        return bool(self.value(name) == reading)

    def __repr__(self) -> str:
        """For test failures."""
        return f"Law({iso(self.when)}, {dict(self._settings)!r})"
