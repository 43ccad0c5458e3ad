"""Reading a gamestate as people state it: entries with their ids, counts and instants, and in words what is amiss in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

MOST = 1_000_000_000
"""No count that is stated is higher."""
TO_FILL_IN = "?"
"""What stands in a drafted gamestate wherever a person has to write something."""


def left_open(stated: Any, place: str = "") -> Iterator[str]:
    """The places in a stated gamestate that nobody filled in, such as ``players[0].id``."""
    if stated == TO_FILL_IN:
        yield place
    elif isinstance(stated, Mapping):
        for name, value in stated.items():
            yield from left_open(value, f"{place}.{name}" if place else name)
            if name == TO_FILL_IN and value != TO_FILL_IN:
                yield f"{place}.{name}"
    elif isinstance(stated, list):
        for number, value in enumerate(stated):
            yield from left_open(value, f"{place}[{number}]")


class StatedReader:
    """Reads parts of a stated gamestate; what cannot be read is told to ``amiss``, and left out."""

    def __init__(self, amiss: Callable[[str], None]) -> None:
        """``amiss`` is given a sentence."""
        self.amiss = amiss

    def only(self, where: str, table: Mapping[str, Any], known: Collection[str]) -> None:
        """Tell the fields of a table that there are not."""
        for name in table:
            if name not in known:
                near = get_close_matches(str(name), known, n=1)
                also = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
                self.amiss(f"{where} has no field {name!r}; {also}")

    def entries(self, name: str, stated: Any, known: Collection[str]) -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a table by their ids, each with an ``id``, which no two share, as a text."""
        if isinstance(stated, Mapping):
            stated = [
                {"id": id, **entry} if isinstance(entry, Mapping) else {id: entry} for id, entry in stated.items()
            ]
        if stated is not None and not isinstance(stated, list):
            self.amiss(f"{name} is no list: {stated!r}")
            return
        seen = set[str]()
        for entry in stated or ():
            given = entry.get("id") if isinstance(entry, Mapping) else None
            id = "" if given is None else str(given).strip()
            if id in ("", TO_FILL_IN):
                self.amiss(f"an entry of {name} has no id: {entry!r}")
                continue
            if id in seen:
                self.amiss(f"{name}: {id} is stated twice; the later entry counts")
            seen.add(id)
            self.only(f"{name}: {id}", entry, known)
            yield {**entry, "id": id}

    def texts(self, name: str, stated: Any) -> list[str]:
        """A list of texts."""
        if stated is None:
            return []
        if isinstance(stated, list) and all(map(_is_name, stated)):
            return stated
        self.amiss(f"{name} is no list of names: {stated!r}")
        return []

    def text(self, name: str, stated: Any) -> str:
        """A text, or "" where there is none."""
        if stated in (None, "") or _is_name(stated):
            return stated or ""
        self.amiss(f"{name} is no name: {stated!r}")
        return ""

    def count(self, where: str, item: str, stated: Any) -> int:
        """A whole number from 0 on."""
        if isinstance(stated, int) and not isinstance(stated, bool) and 0 <= stated <= MOST:
            return stated
        self.amiss(f"{where} cannot have {stated!r} {item}; it counts as 0")
        return 0

    def flag(self, where: str, name: str, stated: Any) -> bool:
        """True or false; anything else counts as true."""
        if not isinstance(stated, bool):
            self.amiss(f"{where}: {name} is true or false, not {stated!r}")
        return stated is not False


def _is_name(stated: Any) -> bool:
    return isinstance(stated, str) and stated.strip() not in ("", TO_FILL_IN)
