"""What people state of a gamestate, in the forms in which they may, and what leaves it once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.state.described import by_id

from .announcements import READER
from .features import purify_around
from .generation import look_for_pockets
from .hexes import ORIGIN, key, reduced
from .players import complete
from .state import PYLON, Aeternus


@rule("AET-074")
def described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """An opening as the gamestate is described: hexes and players also as lists, items by any of their names; the origin is there."""
    found = dict(stated)
    if isinstance(stated.get("world"), list):
        found["world"] = {_name_of(each): _without(each, "at") for each in stated["world"]}
    if isinstance(found.get("world"), dict):
        found["world"] = {key(ORIGIN): {}, **found["world"]}
    players = by_id(stated.get("players", {}))
    if isinstance(players, dict):
        names = tuple(stated.get("quality_names", ()))
        found["players"] = {id: _player(each, names) for id, each in players.items()}
    return found


def _name_of(cell: Any) -> str:
    at = cell.get("at") if isinstance(cell, dict) else None
    if not (isinstance(at, list | tuple) and len(at) == 3 and all(isinstance(each, int) for each in at)):
        raise ValueError(f"world: {cell!r} says in `at` no hex such as [0, 1, 0]")
    return key(reduced(*at))


def _without(things: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in things.items() if each != name}


def _player(stated: Any, quality_names: tuple[str, ...]) -> Any:
    if not isinstance(stated, dict) or not isinstance(stated.get("inventory"), dict):
        return stated
    held: dict[str, Any] = {}
    for item, count in stated["inventory"].items():
        named = _item(item, quality_names)
        held[named] = held.get(named, 0) + count if isinstance(count, int) else count
    return {**stated, "inventory": held}


def _item(said: str, quality_names: tuple[str, ...]) -> str:
    """An item by any of its names, a medallion fish also by a name that its quality has there."""
    for number, name in enumerate(quality_names, 1):
        said = f"{said.removeprefix(f'{name} ')} (quality {number})" if said.startswith(f"{name} ") else said
    found = READER.items(said)
    return next(iter(found)) if found and len(found) == 1 else said


def settle(world: Aeternus) -> None:
    """Let be as it follows what people left out of a stated gamestate, or what they stated of a map brings about."""
    complete(world)
    for pylon in world.sites.where(PYLON):
        purify_around(world, pylon)
    look_for_pockets(world)


# --- what is over -----------------------------------------------------------------------------------------------------


def forget(world: Aeternus, limit: datetime) -> None:
    """Let things leave the gamestate that were over before an instant."""
    trades.forget(world, limit)
    for id, proposal in list(world.proposals.items()):
        if proposal.decided is not None and proposal.decided < limit:
            del world.proposals[id]
    for key, merge in list(world.merges.items()):
        if merge.status != "open" and merge.end < limit:
            del world.merges[key]
    for id, poll in list(world.polls.items()):
        if poll.at < limit:
            del world.polls[id]
            world.thumbs.pop(id, None)
    world.unused_rolls = [each for each in world.unused_rolls if each.at >= limit]


def cited(world: Aeternus) -> Iterator[str]:
    """The messages on which something open hangs."""
    yield from (id for id, each in world.proposals.items() if not each.verdict)
    yield from (each.message for each in world.merges.values() if each.status == "open")
    yield from world.offers
    yield from world.requests
    yield from world.rulings
