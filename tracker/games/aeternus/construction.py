"""5.3.4 Construction: features that players build on their own or an adjacent hex, for what each costs."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from . import action_points, holdings, places
from .general import author, told
from .hexes import Hex, shown
from .law import of_aeternus
from .state import World
from .world import BOARDWALK, FLAG, LAKE

BUILDING = "building"


@rule("AET-079", "AET-107", "AET-112", "AET-122", "AET-124", "AET-125")
def why_not(world: World, law: AnyLaw, feature: str, at: Hex) -> tuple[str, str, str] | None:
    """Why a feature cannot be built on a hex, whoever builds it: the code, the clause and a sentence; None where it can be."""
    cell = world.map.cell(at)
    if cell is None:
        return "INDETERMINATE_HEX", "AET-124", f"{shown(at)} is not generated"
    if world.map.is_corrupt(at):
        return "CANNOT_BUILD_HERE", "AET-125", f"{shown(at)} is corrupted"
    if cell.biome == LAKE and feature != BOARDWALK:
        return "CANNOT_BUILD_HERE", "AET-125", f"{shown(at)} is a {LAKE}: there only a {BOARDWALK} is built"
    if feature in cell.features and law.chooses("feature_already_there", "is refused"):
        whose = f", {cell.flag_owner}'s" if feature == FLAG else ""
        return "ALREADY_THERE", "AET-112" if feature == FLAG else "AET-124", f"{shown(at)} has a {feature}{whose}"
    return None


@rule("AET-124")
def build(moment: Moment[World], said: Announced) -> bool:
    """Build a feature on a hex in reach, if it may stand there and is paid for."""
    user, feature = author(moment), str(said.fields["feature"])
    at = places.hex_of(said.fields["hex"], moment.world.players[user].at)
    if places.is_out_of_range(moment, user, at, said.n, "AET-124"):
        return False
    task = Task(BUILDING, said.n, {"player": user, "feature": feature, "at": list(at)})
    is_open = at not in moment.world.map and moment.law.chooses("construction_on_indeterminate_hexes", "generates them")
    if _is_refused(moment, task, at, looks_at_place=not is_open):
        return False
    then(moment, task)
    return True


@rule("AET-111", "AET-115", "AET-118", "AET-122", "AET-124")
def _is_refused(moment: Moment[World], task: Task, at: Hex, *, looks_at_place: bool = True) -> bool:
    """Refuse what may not stand there, cannot be paid for, or is barred after a journey, where that bars everything."""
    user, feature = task.data["player"], task.data["feature"]
    amiss = why_not(moment.world, moment.law, feature, at) if looks_at_place else None
    if amiss is not None:
        code, clause, text = amiss
        moment.refuse(code, clause, text, task.n)
        return True
    price = of_aeternus(moment.law).construction[feature]
    if holdings.lacks(moment, user, price, "AET-124", task.n, f"a {feature}"):
        return True
    return action_points.is_idle(moment, user, task.n)


@rule("AET-113", "AET-114", "AET-117", "AET-124", "AET-147")
def _built(moment: Moment[World], task: Task) -> bool:
    """Pay and build at once; a flag is the builder's faction's, and around a pylon corruption ends."""
    world, user, feature = moment.world, task.data["player"], task.data["feature"]
    x, y, z = task.data["at"]
    at: Hex = (x, y, z)
    if not places.is_generated(moment, task.n, at):
        return False
    if _is_refused(moment, task, at):
        return True
    text = f"{user} builds a {feature} at {shown(at)}"
    holdings.lose(moment, user, of_aeternus(moment.law).construction[feature], "AET-147", text)
    if world.map.has(at, feature):
        return True
    purified = world.map.construct(at, feature, world.players[user].faction)
    moment.tell("constructed", "AET-124", text, player=user, feature=feature, at=list(at))
    told(moment, purified)
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"build": build}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {BUILDING: _built}
