"""6.2 Traverse: a step to an adjacent hex with what hinders it, the corruption that it spreads, and the winds of the Dunes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from . import action_points, places, randomness
from .chances import CERTAIN, Draw, chance, uniform
from .general import author, told
from .hexes import Hex, distance, neighbours, shown, step
from .law import Law, of_aeternus
from .state import World
from .world import BOARDWALK, CORRUPTED, DUNES, LAKE, PASS, SWAMP, WorldMap

REACH, ENTER, WIND = "reach", "enter", "wind"


# --- what a step meets ------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A step that a player could take: its direction, where it leads, its cost in action points, the biome there ("": indeterminate).

    ``is_closed`` says that it is a Lake that cannot be entered; ``leaving_percent`` is the chance to get away from the own hex,
    ``wind_percent`` that to be blown on from the next; ``corrupts`` says that the own hex is corrupted by it. Of an indeterminate
    hex only what is known is told.
    """

    direction: str
    to: Hex
    cost: int
    biome: str
    is_closed: bool
    leaving_percent: int
    wind_percent: int
    corrupts: bool


def steps(world: World, law: Law, user: str) -> list[Step]:
    """The six steps from a player's hex, in the order of the directions."""
    here, around = world.players[user].at, world.map
    return [
        Step(
            direction,
            to,
            cost(around, law, here, to),
            around.biome(to),
            is_closed(around, law, here, to),
            law.number("swamp_percent") if _holds(around, law, here, to) else CERTAIN,
            law.number("wind_percent") if _is_windy(around, law, to, here) else 0,
            _spreads(around, law, to) and not around.is_corrupt(here) and not around.is_protected(here),
        )
        for direction, to in zip(law.directions, neighbours(here), strict=True)
    ]


@rule("AET-123")
def _is_lifted(world: WorldMap, law: AnyLaw, at: Hex, other: Hex) -> bool:
    """Whether what a hex does to movement does not occur, for a Boardwalk on it; by another reading also for one at the other end."""
    lifts_both = law.chooses("boardwalk_on_the_other_hex", "lifts its impacts, too")
    return world.has(at, BOARDWALK) or (lifts_both and world.has(other, BOARDWALK))


@rule("AET-096", "AET-123", "AET-130")
def cost(world: WorldMap, law: AnyLaw, at: Hex, to: Hex) -> int:
    """The action points that traversing costs, more for who starts on a Perilous Pass."""
    is_hard = world.biome(at) == PASS and not _is_lifted(world, law, at, to)
    return law.number("traverse_cost") + (law.number("pass_additional_cost") if is_hard else 0)


@rule("AET-102", "AET-123")
def is_closed(world: WorldMap, law: AnyLaw, at: Hex, to: Hex) -> bool:
    """Whether the hex ahead is a Lake that cannot be entered from there."""
    return world.biome(to) == LAKE and not _is_lifted(world, law, to, at)


@rule("AET-099", "AET-123")
def _holds(world: WorldMap, law: AnyLaw, at: Hex, to: Hex) -> bool:
    """Whether a swamp holds back who would leave it for another mass."""
    return world.biome(at) == SWAMP and not world.same_mass(at, to) and not _is_lifted(world, law, at, to)


@rule("AET-093", "AET-123")
def _is_windy(world: WorldMap, law: AnyLaw, at: Hex, left: Hex) -> bool:
    """Whether who comes to a hex may be blown on."""
    return world.biome(at) == DUNES and not _is_lifted(world, law, at, left)


@rule("AET-107", "AET-110", "AET-123")
def _spreads(world: WorldMap, law: AnyLaw, to: Hex) -> bool:
    """Whether corruption spreads from a hex to the one that somebody leaves for it: a Boardwalk does not hinder it."""
    is_bridged = world.has(to, BOARDWALK) and law.chooses("boardwalk_and_corruption", "it does not spread")
    return world.has(to, CORRUPTED) and not is_bridged


# --- traversing -------------------------------------------------------------------------------------------------------


@rule("AET-128", "AET-130")
def traverse(moment: Moment[World], said: Announced) -> bool:
    """Pay for a step to an adjacent hex."""
    user, law, world = author(moment), moment.law, moment.world
    here = world.players[user].at
    to = places.hex_of(said.fields["hex"], here)
    if distance(here, to) != 1:
        text = f"{shown(to)} is {distance(here, to)} steps away: a step leads to an adjacent hex"
        moment.refuse("OUT_OF_RANGE", "AET-130", text, said.n)
        return False
    price = cost(world.map, law, here, to)
    clause = "AET-130" if price == law.number("traverse_cost") else "AET-096"
    if action_points.lacks(moment, user, price, clause, said.n):
        return False
    randomness.spend(moment, said.n, user, price)
    then(moment, Task(REACH, said.n, {"player": user, "to": list(to), "winds": 0}))
    return True


@rule("AET-093", "AET-099", "AET-130")
def _reach(moment: Moment[World], task: Task) -> bool:
    """Generate the hex ahead, if it is not."""
    if not places.is_generated(moment, task.n, _ahead(task)):
        return False
    then(moment, Task(ENTER, task.n, task.data))
    return True


def _ahead(task: Task) -> Hex:
    x, y, z = task.data["to"]
    return (x, y, z)


@rule("AET-099", "AET-102", "AET-130")
def _enter(moment: Moment[World], task: Task) -> bool:
    """Move to the hex ahead, unless it is a Lake that is closed, or the swamp holds who leaves it; the wind asks no swamp."""
    world, law, to = moment.world, moment.law, _ahead(task)
    here = world.players[task.data["player"]].at
    closed = is_closed(world.map, law, here, to)
    asks_swamp = not closed or law.chooses("swamp_roll_towards_a_closed_lake", "is made")
    if not task.data["winds"] and asks_swamp and _holds(world.map, law, here, to):
        gets_away = _gets_away(moment, task, here)
        if not gets_away:
            return gets_away is not None and _stays(moment, task, here, "swamp", "AET-099")
    if closed:
        return _stays(moment, task, here, "lake", "AET-102")
    _move(moment, task, here, to)
    return True


def _gets_away(moment: Moment[World], task: Task, here: Hex) -> bool | None:
    """Whether somebody gets out of a swamp; None while the die has not fallen."""
    draw = Draw("swamp", "AET-099", f"whether {task.data['player']} leaves the swamp at {shown(here)}")
    return chance(moment.law, randomness.roller(moment, task.n), draw, moment.law.number("swamp_percent"))


def _stays(moment: Moment[World], task: Task, here: Hex, reason: str, clause: str) -> bool:
    """Tell that somebody stays where they are; what was spent is spent."""
    user = task.data["player"]
    text = f"{user} stays at {shown(here)}: the way to {shown(_ahead(task))} is barred by the {reason}"
    moment.tell("stays", clause, text, player=user, reason=reason)
    return True


@rule("AET-093", "AET-109", "AET-110", "AET-130")
def _move(moment: Moment[World], task: Task, left: Hex, to: Hex) -> None:
    """Let somebody be on another hex; the one that they left may fall to corruption, and then the wind may blow."""
    world, law, user = moment.world, moment.law, task.data["player"]
    world.players[user].at = to
    text = f"{user} moves from {shown(left)} to {shown(to)}"
    places_told = {"from": list(left), "to": list(to)}
    moment.tell("moved", "AET-093" if task.data["winds"] else "AET-130", text, player=user, **places_told)
    if task.data["winds"] and law.chooses("wind_is_moving", "no"):
        return
    if _spreads(world.map, law, to):
        told(moment, world.map.corrupt(left))
    if _is_windy(world.map, law, to, left):
        then(moment, Task(WIND, task.n, {**task.data, "winds": task.data["winds"] + 1}))


@rule("AET-093")
def _blow(moment: Moment[World], task: Task) -> bool:
    """Whether the wind of the Dunes moves somebody on to a hex around, and to which; without further points."""
    law, data = of_aeternus(moment.law), task.data
    user, here = data["player"], moment.world.players[data["player"]].at
    roll = randomness.roller(moment, task.n, data["winds"])
    wind = Draw("wind", "AET-093", f"whether the wind moves {user} on from {shown(here)}")
    is_blown = chance(law, roll, wind, law.number("wind_percent"))
    if not is_blown:
        return is_blown is not None
    whither = uniform(law, roll, Draw("wind direction", "AET-093", f"where the wind moves {user}"), law.directions)
    if whither is None:
        return False
    ahead: dict[str, Any] = {**data, "to": list(step(here, law.directions.index(whither)))}
    then(moment, Task(REACH, task.n, ahead))
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"traverse": traverse}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {REACH: _reach, ENTER: _enter, WIND: _blow}
