"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tracker.core.instants import FAR_FUTURE
from tracker.games.chat_unfollowed import SOMEBODY, decided_before, more, other_bench, other_people, told_before
from tracker.mechanics.chat_play import Moment

from . import periods
from .state import GOD_EGG, Disciple, Duck, Lost, Mission, Player, World


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays, what anybody holds, ducks, ponds, trades, votes, and what is divine."""
    world = moment.world
    is_lost_before = world.lost is not None and world.lost.at < since
    items, start = moment.law.words("items"), periods.start(moment)
    people = other_people(world.players, items)
    return replace(
        world,
        **told_before(world, since),
        players={id: _other_player(each, start) for id, each in people.items()},
        ducks={number: _other_duck(moment, each, since) for number, each in world.ducks.items()},
        gone={number: each for number, each in world.gone.items() if each.at < since},
        highest_duck=world.highest_duck + 1,
        ponds=world.ponds + 1,
        pond_rolls=[number for number in world.ducks if number not in world.pond_rolls],
        pond_rolled={},
        offers={},
        proposals=decided_before(world.proposals, since),
        auctions={},
        duck_god={**more(world.duck_god), GOD_EGG: 0 if world.duck_god.get(GOD_EGG) else 1},
        disciple=None if world.disciple else Disciple(SOMEBODY, 1),
        disciple_names=more(world.disciple_names),
        old_one_eggs=0 if world.old_one_eggs else 1,
        old_one_week=None if world.old_one_week else since,
        bench=other_bench(world.bench, since),
        appointments={},
        strands=[],
        unused_rolls=[],
        newest_rolls=[],
        lost=world.lost if is_lost_before else _other_end(moment),
        is_unknown=True,
    )


def _other_end(moment: Moment[World]) -> Lost | None:
    """The round's end, where it was not lost before: lost where it goes on, and going on where it is lost since."""
    if moment.world.lost is not None:
        return None
    return Lost("nobody knows", "DUCK-145", moment.when)


def _other_player(player: Player, start: datetime) -> Player:
    return replace(
        player,
        eggs=[*player.eggs, 0],
        fed_in=None if player.fed_in == start and player.feedings else start,
        feedings=1,
        disciple_in=None if player.disciple_in == start and player.disciple_acts else start,
        disciple_acts=1,
    )


def _other_duck(moment: Moment[World], duck: Duck, since: datetime) -> Duck:
    is_iced = duck.iced_until is not None and duck.iced_until > moment.when
    return replace(
        duck,
        owner="" if duck.owner else SOMEBODY,
        name="" if duck.name else SOMEBODY,
        named_at=None if duck.named_at else since,
        quacks=duck.quacks + 1,
        colour="" if duck.colour else SOMEBODY,
        pond=0 if duck.pond else 1,
        parent=0 if duck.parent else moment.world.highest_duck + 1,
        goods=more(duck.goods, moment.law.words("items")),
        eggs=[*duck.eggs, 0],
        mission=None if duck.mission else Mission(since, 1),
        attempted_in=None if duck.attempted_in else since,
        sliced_in=periods.start(moment),
        slices=duck.slices + 1,
        iced_until=None if is_iced else FAR_FUTURE,
        loot=[] if duck.loot else [SOMEBODY],
    )
