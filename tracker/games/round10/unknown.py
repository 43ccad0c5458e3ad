"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tracker.games.chat_unfollowed import SOMEBODY, decided_before, other_bench, other_people, told_before
from tracker.mechanics.chat_play import Moment

from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, World

_ITEMS = (CHIPS, TRUNGS, GOLD_STARS, MAKERS)


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays and what anybody holds, lots, agreements, votes, judge and winner."""
    world = moment.world
    is_won_before = world.won_at is not None and world.won_at < since
    other_winner = "" if world.winner else next(iter(world.players), "")
    return replace(
        world,
        **told_before(world, since),
        players=other_people(world.players, _ITEMS),
        lots={},
        secrets={},
        bids={},
        hands={},
        placements=[],
        bidders_previous_auction=[] if world.bidders_previous_auction else [SOMEBODY],
        waiting_lots={**world.waiting_lots, SOMEBODY: SOMEBODY},
        offers={},
        contracts={},
        claims=[],
        proposals=decided_before(world.proposals, since),
        bench=other_bench(world.bench, since),
        candidacies={},
        presented=[],
        winner=world.winner if is_won_before else other_winner,
        won_at=world.won_at if is_won_before else None,
    )
