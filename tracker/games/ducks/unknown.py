"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tracker.games.chat_unfollowed import SOMEBODY, decided_before, more, other_bench, other_people, told_before
from tracker.mechanics.chat_play import Moment

from .state import EGG, GOD_EGG, Disciple, Duck, Mission, World


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays, what anybody holds, ducks, ponds, trades, votes, and what is divine."""
    world = moment.world
    is_lost_before = world.lost is not None and world.lost.at < since
    people = other_people(world.players, moment.law.words("items"))
    return replace(
        world,
        **told_before(world, since),
        players={id: replace(each, eggs=[*each.eggs, 0]) for id, each in people.items()},
        ducks={number: _other(each, since) for number, each in world.ducks.items()},
        gone={number: each for number, each in world.gone.items() if each.at < since},
        highest_duck=world.highest_duck + 1,
        ponds=world.ponds + 1,
        pond_rolls=[],
        pond_rolled={},
        offers={},
        proposals=decided_before(world.proposals, since),
        auctions={},
        duck_god=more(world.duck_god, [GOD_EGG]),
        disciple=None if world.disciple else Disciple(SOMEBODY, 1),
        disciple_names=more(world.disciple_names),
        old_one_eggs=world.old_one_eggs + 1,
        old_one_week=None if world.old_one_week else since,
        bench=other_bench(world.bench, since),
        appointments={},
        strands=[],
        unused_rolls=[],
        newest_rolls=[],
        lost=world.lost if is_lost_before else None,
    )


def _other(duck: Duck, since: datetime) -> Duck:
    return replace(
        duck,
        owner="" if duck.owner else SOMEBODY,
        name="" if duck.name else SOMEBODY,
        quacks=duck.quacks + 1,
        colour="" if duck.colour else SOMEBODY,
        pond=0 if duck.pond else 1,
        goods=more(duck.goods),
        eggs=[*duck.eggs, 0] if EGG in duck.goods else [],
        mission=None if duck.mission else Mission(since, 1),
        attempted_in=None if duck.attempted_in else since,
        iced_until=None,
        loot=[] if duck.loot else [SOMEBODY],
    )
