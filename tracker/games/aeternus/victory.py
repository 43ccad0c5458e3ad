"""8 Victory: which faction wins the cycle, and how far each is from it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.mechanics.chat import proposals, rulings, votes
from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.listening import Announced
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from .factions import decided, influence, members, merge_count
from .features import occupied
from .judgement import CONFIDENCE
from .proposals import TERMS
from .state import Aeternus


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


@rule("AET-194")
def standings(world: Aeternus) -> dict[str, Standing]:
    """How each faction stands, in the order of their first members."""
    return {name: _standing(world, name, len(users)) for name, users in members(world).items()}


@rule("AET-025", "AET-194")
def _standing(world: Aeternus, name: str, count: int) -> Standing:
    hexes, strong = occupied(world, name), {each: own for each, own in influence(world).items() if own > 0}
    rival = max((each for each in strong if each != name), key=strong.__getitem__, default="")
    own = Fraction(hexes, count)
    needed = world.law.number("victory_influence_factor") * strong.get(rival, Fraction(0))
    lacks = max(world.law.number("victory_hexes") - hexes, 0)
    return Standing(hexes, count, own, lacks, rival, max(needed - own, Fraction(0)))


@rule("AET-194", "AET-026")
def look_for_winner(world: Aeternus) -> None:
    """The first faction to fulfil what winning takes wins as soon as it does."""
    least = world.law.number("victory_hexes")
    if world.winner is not None or all(occupied(world, name) < least for name in members(world)):
        return
    winner = next((name for name, each in standings(world).items() if each.wins), None)
    if winner is not None:
        world.winner = winner
        happens("cycle_won", f"the faction {winner} wins the cycle", faction=winner)
        end(world)


@rule("AET-195")
def end(world: Aeternus) -> None:
    """The cycle ends: what was open comes to nothing, votes with what they were by then."""
    world.random_matters.clear()
    voters = set(playing(world))
    for id, each in world.proposals.items():
        if proposals.is_open(world, id):
            count = proposals.tally(world, id, TERMS, voters)
            each.up, each.down = count.up, count.down
            each.voters_for, each.voters_against = set(count.of(votes.UP)), set(count.of(votes.DOWN))
            proposals.close(world, id, "lapsed", REASON)
    for key, merge in world.merges.items():
        if merge.status == "open":
            decided(world, key, merge_count(world, key), "lapsed", REASON)
    _let_the_rest_lapse(world, voters)


REASON = "cycle_won"


def _let_the_rest_lapse(world: Aeternus, voters: set[str]) -> None:
    for offer in world.offers.values():
        if offer.status == "open":
            offer.status, offer.ended, offer.reason = "lapsed", world.now, REASON
    for asked in world.requests.values():
        if asked.status == "open":
            asked.status = "lapsed"
    for id in rulings.open_votes(world):
        vote = world.confidence_votes[id]
        affirming, overturning = rulings.confidence_tally(world, id, CONFIDENCE, voters)
        vote.affirming, vote.overturning, vote.status = set(affirming), set(overturning), "lapsed"


@rule("AET-195", "AET-027")
def must_go_on(world: Aeternus, message: Message, announced: Announced) -> None:
    """After the win every attempt is refused."""
    require(world.winner is None, "CYCLE_OVER", f"the faction {world.winner} has won the cycle")
