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
        shown = self._names.get(id, id)
        return shown if shown == id or _has_id(shown, id) else f"{shown} ({id})"

    def text(self, text: str) -> str:
        """A text with names in place of the ids in it; a name that stands with its id there already stays as it is."""
        if not self._names:
            return text
        for id, shown in self._names.items():
            if _has_id(shown, id):
                text = text.replace(shown, id)
        return readable(text, lambda id: self._names.get(id, id))


def _has_id(shown: str, id: str) -> bool:
    """Whether somebody is shown by a name with the id behind it, as another goes by the same."""
    return shown.endswith(f" ({id})")
