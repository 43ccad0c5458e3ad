"""6.1 Scout: hexes near a player are generated, one after the other; Binoculars reach farther."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from . import action_points, places, randomness
from .general import author, unclear
from .hexes import Hex, distance, shown
from .law import BINOCULARS
from .state import World

SCOUTING = "scouting"


@rule("AET-129", "AET-184")
def reach(law: Law, goods: Mapping[str, int]) -> int:
    """How many steps away somebody who has these goods scouts."""
    return law.number("binoculars_reach") if goods.get(BINOCULARS) else 1


@rule("AET-128", "AET-129")
def scout(moment: Moment[World], said: Announced) -> bool:
    """Pay for scouting as many hexes as the rules say, all different and none too far away."""
    user, law = author(moment), moment.law
    here = moment.world.players[user].at
    chosen = [places.hex_of(each, here) for each in said.fields["hexes"]]
    if len(chosen) != law.number("scouted_hexes"):
        unclear(moment, said, "AET-129", f"{law.number('scouted_hexes')} hexes are scouted, and it names {len(chosen)}")
        return False
    if amiss := _out_of_range(moment, user, chosen):
        moment.refuse("OUT_OF_RANGE", "AET-129", amiss, said.n)
        return False
    if action_points.lacks(moment, user, law.number("scout_cost"), "AET-129", said.n):
        return False
    randomness.spend(moment, said.n, user, law.number("scout_cost"))
    then(moment, Task(SCOUTING, said.n, {"player": user, "at": [list(each) for each in chosen], "done": 0}))
    return True


@rule("AET-129", "AET-184")
def _out_of_range(moment: Moment[World], user: str, chosen: list[Hex]) -> str:
    """Why a choice of hexes cannot be scouted; "" where it can."""
    player, law = moment.world.players[user], moment.law
    steps, most = [distance(player.at, each) for each in chosen], reach(law, player.goods)
    if 0 in steps:
        return "the own hex is not scouted"
    if len(set(chosen)) < len(chosen):
        return "a hex is named twice"
    if max(steps) > most:
        return f"{shown(chosen[steps.index(max(steps))])} is {max(steps)} steps away, and {most} is the most"
    if sum(each > 1 for each in steps) > 1 and law.chooses("binoculars_targets", "one"):
        return "only one of the hexes may be farther away than adjacent"
    return ""


@rule("AET-129")
def _explore(moment: Moment[World], task: Task) -> bool:
    """Generate the hexes in the order in which they were named; one that is there already stays what it is."""
    data: Mapping[str, Any] = task.data
    chosen: list[Hex] = [(x, y, z) for x, y, z in data["at"]]
    if not places.is_generated(moment, task.n, chosen[data["done"]]):
        return False
    if data["done"] + 1 < len(chosen):
        then(moment, Task(SCOUTING, task.n, {**data, "done": data["done"] + 1}))
    else:
        text = f"{data['player']} scouts {' and '.join(map(shown, chosen))}"
        moment.tell("scouted", "AET-129", text, player=data["player"], at=[list(each) for each in chosen])
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"scout": scout}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {SCOUTING: _explore}
