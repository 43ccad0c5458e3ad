"""What events tell of ducks besides what they hold, for trails: their names, owners, ponds and colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tracker.games.chat_trail import Mark
from tracker.mechanics.chat_play import Event

from .holdings import duck_called
from .state import DUCK, World


@dataclass(frozen=True, slots=True)
class _Told:
    """Of which mark an event tells, and the fields with what it is then and was before ("": it is none, or the event does not tell)."""

    mark: str
    new: str = ""
    old: str = ""


_TOLD: Mapping[str, _Told] = {
    "duck_created": _Told("owner", "owner"),
    "duck_changed_hands": _Told("owner", "owner"),
    "duck_named": _Told("name", "called", "before"),
    "duck_name_lost": _Told("name", "", "called"),
    "pond_assigned": _Told("pond", "pond"),
    "pond_moved": _Told("pond", "pond", "from_pond"),
    "duck_coloured": _Told("colour", "colour"),
    "duck_uncoloured": _Told("colour"),
}
_NOT_TOLD = "?"


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """How the marks of ducks came about, of the duck and, of its owner, of whoever had it and has it; oldest first as the events are.

    What a stated gamestate set and no event tells was "?".
    """
    known = dict[tuple[int, str], Any]()
    for event in events:
        if (told := _TOLD.get(event.name)) is None:
            continue
        number, new = event.fields["duck"], _owner_said(event.fields.get(told.new))
        if event.name == "duck_created":
            known |= {(number, each.mark): None for each in _TOLD.values()}
        old = event.fields.get(told.old) if told.old else known.get((number, told.mark), _NOT_TOLD)
        known[number, told.mark] = new
        if old != new:
            holders = {f"{DUCK}{number}": told.mark}
            if told.mark == "owner":
                holders |= {each: f"owner of duck #{number}" for each in (old, new) if each not in (None, _NOT_TOLD)}
            for holder, what in holders.items():
                yield Mark(holder, what, old, new, event.at, event.clause, event.text, event.row)


def marks_of(world: World, holder: str) -> dict[str, Any]:
    """The marks that a duck has now; nothing where there is none of that name."""
    duck = duck_called(world, holder)
    if duck is None:
        return {}
    owner = _owner_said(duck.owner or None)
    return {"name": duck.name or None, "owner": owner, "pond": duck.pond or None, "colour": duck.colour or None}


def _owner_said(value: Any) -> Any:
    """An owner as people read it: a duck by its number; anything else as it is."""
    is_duck = isinstance(value, str) and value.startswith(DUCK) and value.removeprefix(DUCK).isdecimal()
    return f"duck #{value.removeprefix(DUCK)}" if is_duck else value
