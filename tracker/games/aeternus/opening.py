"""What people state of a gamestate, in the forms in which they may, and what leaves it once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import rule

from .features import purify_around
from .generation import look_for_pockets
from .hexes import ORIGIN, key, reduced
from .players import complete
from .state import PYLON, Aeternus


@rule("AET-074")
def described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """An opening as the gamestate is described: hexes also as a list, and the origin is always there."""
    found = dict(stated)
    if isinstance(stated.get("world"), list):
        found["world"] = {_name_of(each): {name: each[name] for name in each if name != "at"} for each in stated["world"]}
    if isinstance(found.get("world"), dict):
        found["world"] = {key(ORIGIN): {}, **found["world"]}
    return found


def _name_of(cell: Any) -> str:
    at = cell.get("at") if isinstance(cell, dict) else None
    if not (isinstance(at, list | tuple) and len(at) == 3 and all(isinstance(each, int) for each in at)):
        raise ValueError(f"world: {cell!r} says in `at` no hex such as [0, 1, 0]")
    return key(reduced(*at))


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
    for id, merge in list(world.merges.items()):
        if merge.status != "open" and merge.end < limit:
            del world.merges[id]
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
