"""Values that people put right in a chat game: whatever is printed and an opening can state, and nothing beside it changes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

from tracker.core.corrections import places
from tracker.core.gamestate import Gamestate
from tracker.games.chat_stated import NOT_UNDERSTOOD
from tracker.mechanics.chat_play import ChatWorld
from tracker.mechanics.chat_readings import Unusable

World = TypeVar("World", bound=ChatWorld)
_TOLD = frozenset({each.name for each in fields(ChatWorld)} - {"asks", "requests"})
"""What a world keeps of what was said and told: none of it is a value."""
_NONE: Any = object()
"""Stands for a value where there is none."""


@dataclass(frozen=True)
class Setter(Generic[World]):
    """How a value is set in a world.

    The gamestate is stated as it is ``printed`` and as it would be, and both are ``opened``, each as a copy of the world: of what
    differs between these the world takes the one. ``worked_out`` is never stated, as it follows from the rest.
    """

    printed: Callable[[World], Gamestate]
    opened: Callable[[Mapping[str, Any]], World]
    worked_out: Sequence[str]

    def carried_out(self, world: World, value: Mapping[str, Any]) -> World | Unusable:
        """The world in which a value holds, and all else as it did; or why that cannot be."""
        now, parts = self.printed(world), places(str(value["pointer"]))
        if parts and _is_hidden(now.secrets, parts):
            return Unusable(f"{value['pointer']} is hidden, or holds what is hidden")
        shown = now.values_for(secrets=True)
        stated = {name: each for name, each in shown.items() if name not in self.worked_out}
        wanted = _put(stated, parts, _NONE if value.get("remove") else value.get("value"))
        if wanted is None:
            return Unusable(f"there is no value {value['pointer']} that can be set; there are {', '.join(stated)}")
        before, after = self.opened(stated), self.opened(wanted)
        known = _amiss(before)
        if faults := [fault for fault in _amiss(after) if fault not in known]:
            return Unusable("; ".join(faults))
        found = replace(world, **_differing(world, before, after))
        fault = self._fault(parts, wanted, now.values, *(self.printed(each).values for each in (found, before, after)))
        return Unusable(fault) if fault else found

    def _fault(self, parts: Sequence[str], wanted: Any, now: Any, found: Any, before: Any, after: Any) -> str:
        """Why what is set did not come about as it would in a stated gamestate, or what it does not bear on is otherwise."""
        while isinstance(_at(wanted, parts[:-1]), list):
            parts = parts[:-1]
        if not _is_as(_at(after, parts), _at(wanted, parts)):
            return "it follows from the rest, or cannot be stated so"
        same = {name: now[name] for name in now if before[name] == after[name]} | {parts[0]: after[parts[0]]}
        is_apart = all(found[name] == same[name] for name in same)
        return (
            "" if is_apart else "it cannot be otherwise by itself: an opening states it anew with all that hangs on it"
        )


def _amiss(world: ChatWorld) -> list[str]:
    """What could not be read of what was stated, or cannot be."""
    return [note.text for note in world.notes if note.code == NOT_UNDERSTOOD]


# --- what differs -----------------------------------------------------------------------------------------------------


def _differing(world: ChatWorld, before: ChatWorld, after: ChatWorld) -> dict[str, Any]:
    """What a world takes over of the difference between two that were stated, with all that came about by that alone."""
    told = [each for each in after.events if each not in before.events]
    names = [each.name for each in fields(world) if each.name not in _TOLD]
    return {**_fields_taken(names, world, before, after), "events": [*world.events, *told]}


def _fields_taken(names: Sequence[str], *worlds: Any) -> dict[str, Any]:
    return {name: _taken(*(getattr(each, name) for each in worlds)) for name in names}


def _taken(own: Any, before: Any, after: Any) -> Any:
    """A part of a world with what differs; what an opening always makes anew stays the world's own."""
    if before == after or own == before:
        return own if before == after else after
    if isinstance(own, dict) and isinstance(before, dict) and isinstance(after, dict):
        kept = {name: each for name, each in own.items() if name in after or name not in before}
        taken = {name: _taken(*(each.get(name, _NONE) for each in (own, before, after))) for name in after}
        return kept | {name: each for name, each in taken.items() if each is not _NONE}
    if isinstance(own, list) and isinstance(before, list) and isinstance(after, list):
        return [*own, *after[len(before) :]] if after[: len(before)] == before else own
    if is_dataclass(own) and type(own) is type(before) is type(after):
        return replace(own, **_fields_taken([each.name for each in fields(own)], own, before, after))  # type: ignore[type-var]
    return own


# --- pointers ---------------------------------------------------------------------------------------------------------


def _is_hidden(secrets: Any, parts: Sequence[str]) -> bool:
    """Whether a pointer leads to something hidden, into it, or to what holds it."""
    for part in parts:
        if not isinstance(secrets, Mapping) or part not in secrets:
            return not isinstance(secrets, Mapping)
        secrets = secrets[part]
    return True


def _at(values: Any, parts: Sequence[str]) -> Any:
    """The value at a pointer; what stands for none where there is none."""
    for part in parts:
        if isinstance(values, list) and part.isdecimal() and int(part) < len(values):
            values = values[int(part)]
        else:
            values = values.get(part, _NONE) if isinstance(values, Mapping) else _NONE
    return values


def _is_as(there: Any, wanted: Any) -> bool:
    """Whether there is what was wanted: of a map each of its fields, and nothing, or none of it, where that was none."""
    if wanted is _NONE or wanted is None:
        return there is _NONE or not there
    if isinstance(wanted, Mapping):
        return isinstance(there, Mapping) and all(_is_as(there.get(name, _NONE), wanted[name]) for name in wanted)
    return type(there) is type(wanted) and bool(there == wanted)


def _put(values: Mapping[str, Any], parts: Sequence[str], value: Any) -> dict[str, Any] | None:
    """The values with another at a pointer, or with none; None where nothing can stand there."""
    found = copy.deepcopy(dict(values))
    place = _at(found, parts[:-1])
    is_new = isinstance(place, dict) and len(parts) > 1 and value is not _NONE
    if not parts or not (is_new or _at(found, parts) is not _NONE):
        return None
    key: Any = int(parts[-1]) if isinstance(place, list) else parts[-1]
    if value is _NONE:
        del place[key]
    else:
        place[key] = value
    return found
