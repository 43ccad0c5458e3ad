"""8 Victory: which faction wins the cycle, and how far each is from it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from . import factions
from .state import Won, World


class Standing(NamedTuple):
    """How a faction stands: its hexes, members and influence, how many hexes it lacks, and how much influence besides.

    ``rival`` is the other faction with the most influence ("": none has any), as a multiple of whose ``influence_missing`` counts.
    """

    hexes: int
    members: int
    influence: Fraction
    hexes_missing: int
    rival: str
    influence_missing: Fraction

    @property
    def wins(self) -> bool:
        """Whether nothing is missing."""
        return not self.hexes_missing and not self.influence_missing


@rule("AET-024", "AET-025", "AET-114", "AET-194")
def standings(world: World, law: AnyLaw) -> dict[str, Standing]:
    """How each faction stands, in the order of their first members."""
    members, strong = factions.members(world), factions.influential(world)
    return {name: _standing(world, law, name, len(users), strong) for name, users in members.items()}


def _standing(world: World, law: AnyLaw, name: str, members: int, strong: dict[str, Fraction]) -> Standing:
    hexes = world.map.occupied(name)
    own = Fraction(hexes, members)
    rival = max((each for each in strong if each != name), key=strong.__getitem__, default="")
    needed = law.number("victory_influence_factor") * strong.get(rival, Fraction(0))
    lacks = max(law.number("victory_hexes") - hexes, 0)
    return Standing(hexes, members, own, lacks, rival, max(needed - own, Fraction(0)))


def winner_now(world: World, law: AnyLaw) -> str:
    """The faction that fulfils what winning takes; "" while none does."""
    if world.map.most_occupied < law.number("victory_hexes"):
        return ""
    return next((name for name, each in standings(world, law).items() if each.wins), "")


@rule("AET-026", "AET-194", "AET-195")
def after_change(moment: Moment[World]) -> None:
    """The first faction to fulfil it wins as soon as it does; the cycle ends, and what was open comes to nothing."""
    world = moment.world
    winner = "" if world.won else winner_now(world, moment.law)
    if winner:
        world.won = Won(winner, moment.when, moment.row)
        world.strands, world.requests = [], {}
        moment.tell("cycle_won", "AET-194", f"the faction {winner} wins the cycle", faction=winner)


def consequence(moment: Moment[World]) -> Due[World] | None:
    """A victory that follows on a change of the rules themselves."""
    is_won = not moment.world.won and winner_now(moment.world, moment.law)
    return Due(lambda then, _: after_change(then)) if is_won else None
