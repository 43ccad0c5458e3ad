"""5.3.3.4 Stag Station: journeys from one station to another, after which nobody acts before the next phase."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import action_points, places
from .general import author
from .hexes import Hex, shown
from .state import World
from .world import STATION


@rule("AET-119")
def destinations(world: World, user: str) -> list[Hex]:
    """Where the stagways take a player on who has not travelled in this phase: every other hex with a station, if they are on one."""
    player = world.players[user]
    if player.barred or not world.map.has(player.at, STATION):
        return []
    return [each for each in world.map.stations if each != player.at]


@rule("AET-119", "AET-120", "AET-121")
def travel(moment: Moment[World], said: Announced) -> bool:
    """Take somebody to a station, also that of their own hex: no move into it, and nothing of it follows; they act no more in the phase."""
    user, world = author(moment), moment.world
    player = world.players[user]
    if action_points.lacks(moment, user, 0, "AET-119", said.n):
        return False
    to = places.hex_of(said.fields["hex"], player.at)
    missing = [each for each in (player.at, to) if not world.map.has(each, STATION)]
    if missing:
        moment.refuse("NO_STAG_STATION", "AET-119", f"{shown(missing[0])} has no Stag Station", said.n)
        return False
    player.at, player.barred = to, True
    moment.tell("travelled", "AET-119", f"{user} travels the stagways to {shown(to)}", player=user, to=list(to))
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"stagway": travel}
