"""Names in place of ids: how printed lines and tables show people and messages that a record names by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.mechanics.chat_people import readable


class Named:
    """The names of a record, as its field ``names`` has them; without that everything is shown as it is."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """``names`` are by id."""
        self._names: Mapping[str, str] = record.get("names", {})

    def name(self, value: Any) -> Any:
        """How the person or message of an id is shown; anything else as it is."""
        return self._names.get(value, value) if isinstance(value, str) else value

    def both(self, id: str) -> str:
        """A name with the id by which commands know it."""
        return f"{self._names[id]} ({id})" if id in self._names else id

    def text(self, text: str) -> str:
        """A text with names in place of the ids in it."""
        return readable(text, lambda id: self._names.get(id, id)) if self._names else text
