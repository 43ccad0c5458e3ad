"""What every gamestate of a chat game has: the law of its instant, and the numbers that proposals changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import Field, JsonValue, PrivateAttr

from tracker.mechanics.law import Law
from tracker.mechanics.state.described import Root

from .names import Names


class World(Root):
    """A gamestate on its way through what happened. A game's own has the fields of the chapters that it uses, and its own."""

    numbers: dict[str, JsonValue] = Field(
        default={}, description="numbers, words and tables of the rules that people changed"
    )
    _law: Law | None = PrivateAttr(None)
    _names: Names = PrivateAttr(default_factory=Names)
    _table: Any = PrivateAttr(None)

    @property
    def law(self) -> Law:
        """The numbers, words and switches that hold at this instant."""
        law: Law | None = (self.__pydantic_private__ or {})[
            "_law"
        ]  # far quicker than by name, and asked for all the time
        if law is None:
            raise ValueError("a gamestate has no law before it is looked at in an instant")
        return law

    @property
    def now(self) -> datetime:
        """The instant (UTC)."""
        return self.law.when

    @property
    def table(self) -> Any:
        """The dice of the step that is being carried out (``chat.dice.Table``); None at any other time."""
        return self._table

    @property
    def row(self) -> str:
        """The message or other row that is being carried out; of what happens by itself a name with its instant."""
        return "" if self._table is None else str(self._table.row)

    @property
    def called(self) -> Names:
        """Who goes by which names."""
        return self._names

    def look(self, names: Names, law: Law, table: Any = None) -> None:
        """Let it be looked at, or changed, in an instant."""
        self._names, self._law, self._table = names, law, table
