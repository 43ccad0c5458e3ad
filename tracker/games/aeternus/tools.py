"""7.4.4 and 7.4.5: what the owner of a Torch burns, and what explosives destroy."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from . import action_points, holdings, places
from .general import author, told, unclear
from .hexes import Hex, neighbours, shown
from .law import EXPLOSIVES, TORCH
from .state import World


@rule("AET-191")
def torch_reach(law: AnyLaw) -> int:
    """How many steps away the features are that a Torch destroys."""
    return 1 if law.chooses("torch_reach", "own and adjacent hexes") else 0


@rule("AET-191")
def burnable(world: World, law: AnyLaw, user: str) -> list[tuple[Hex, str]]:
    """The features in reach of a player that the owner of a Torch may destroy, the own hex first."""
    here = world.players[user].at
    reached = [here, *(neighbours(here) if torch_reach(law) else ())]
    return [(at, each) for at in reached for each in law.words("burnable_features") if world.map.has(at, each)]


@rule("AET-191")
def burn(moment: Moment[World], said: Announced) -> bool:
    """Destroy a feature, anyone's, with a Torch, which stays."""
    user, law, feature = author(moment), moment.law, str(said.fields["feature"])
    at = places.hex_of(said.fields["hex"], moment.world.players[user].at)
    if feature not in law.words("burnable_features"):
        unclear(moment, said, "AET-191", f"a {TORCH} does not destroy a {feature}")
        return False
    if places.is_out_of_range(moment, user, at, said.n, "AET-191", reach=torch_reach(law)):
        return False
    if not moment.world.map.has(at, feature):
        moment.refuse("NOTHING_THERE", "AET-191", f"{shown(at)} has no {feature}", said.n)
        return False
    if holdings.lacks(moment, user, {TORCH: 1}, "AET-191", said.n, f"burning a {feature}"):
        return False
    if action_points.is_idle(moment, user, said.n):
        return False
    told(moment, moment.world.map.destroy(at, feature))
    return True


@rule("AET-152", "AET-155")
def use(moment: Moment[World], said: Announced) -> bool:
    """Use an item that has a use of its own, one at a time."""
    item, count = said.fields["item"], said.fields["count"]
    if item == EXPLOSIVES and count == 1:
        return explode(moment, author(moment), said.n)
    why = f"{item} has no use of its own" if item != EXPLOSIVES else "explosives are used one at a time"
    unclear(moment, said, "AET-155" if item != EXPLOSIVES else "AET-193", why)
    return False


@rule("AET-109", "AET-193")
def explode(moment: Moment[World], user: str, n: int) -> bool:
    """Destroy every landmark and feature on and around a player's hex, and then the explosives."""
    at = moment.world.players[user].at

    def effect() -> None:
        moment.tell(
            "exploded", "AET-193", f"{user} explodes everything at and around {shown(at)}", player=user, at=list(at)
        )
        told(moment, moment.world.map.explode(at))

    if holdings.lacks(moment, user, {EXPLOSIVES: 1}, "AET-152", n, f"using {EXPLOSIVES}"):
        return False
    return not action_points.is_idle(moment, user, n) and holdings.use_up(moment, user, EXPLOSIVES, n, effect)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"burn": burn, "use": use}
