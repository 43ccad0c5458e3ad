"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tracker.core.instants import TICKLE
from tracker.games.chat_unfollowed import SOMEBODY, decided_before, other_bench, other_people, told_before
from tracker.mechanics.chat_play import Moment

from .action_points import medallion
from .hexes import ORIGIN, Hex, neighbours
from .law import of_aeternus
from .state import Player, Won, World
from .world import BARREN, FLAG, LAKE, MEADOW, STATION, TOWN, Cell, WorldMap

_ELSEWHERE = neighbours(ORIGIN)[0]
"""Where whoever is at the origin may be."""


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays, where and in which faction, what anybody has, the map, votes, the winner."""
    world = moment.world
    has_begun_before = world.cycle_started is not None and world.cycle_started < since
    is_won_before = world.won is not None and world.won.at < since
    law = of_aeternus(moment.law)
    fish = [medallion(type, 1) for type in law.words("medallion_fish")]
    people = other_people(world.players, (*law.items, *fish))
    return replace(
        world,
        **told_before(world, since),
        players={id: _other_player(each, since) for id, each in people.items()},
        map=_other_map(world.map),
        cycle_started=world.cycle_started if has_begun_before else None if world.cycle_started else since,
        phase_number=world.phase_number if has_begun_before else world.phase_number + 1,
        offers={},
        next_lapse=None,
        merges={id: each for id, each in world.merges.items() if each.status != "open" and each.end < since},
        proposals=decided_before(world.proposals, since),
        bench=other_bench(world.bench, since),
        candidacies={},
        quality_names=[*world.quality_names, SOMEBODY],
        highest_quality=world.highest_quality + 1,
        naming_due={},
        lapsed={},
        spent={},
        strands=[],
        unused_rolls=[],
        newest_rolls=[],
        won=world.won if is_won_before else None if world.won else Won(SOMEBODY, moment.when),
        is_unknown=True,
    )


def _other_player(player: Player, since: datetime) -> Player:
    """Somebody elsewhere, in another faction, with more to act with, who joined at another instant."""
    *before, (joined, left) = player.spans
    return replace(
        player,
        spans=[*before, (joined + TICKLE, left)],
        at=_ELSEWHERE if player.at == ORIGIN else ORIGIN,
        ap=player.ap + 1,
        faction="" if player.faction else SOMEBODY,
        barred=not player.barred,
        is_declared=not player.is_declared,
        declarers={} if player.declarers else {SOMEBODY: since},
    )


def _other_map(known: WorldMap) -> WorldMap:
    """A map of the origin and a hex beside it, both otherwise: of all other hexes nobody knows whether they are generated."""
    found = WorldMap.plain()
    for at in (ORIGIN, _ELSEWHERE):
        found.put(at, _other_cell(known, at))
    return found


def _other_cell(known: WorldMap, at: Hex) -> Cell:
    """A hex of which everything is otherwise, also how many features it has."""
    cell = known.cell(at) or Cell()
    biome, landmark = MEADOW if cell.biome == LAKE else LAKE, TOWN if cell.landmark == BARREN else BARREN
    if cell.flag_owner:
        return Cell(biome, landmark)
    features = {FLAG, STATION} if len(cell.features) == 1 else {FLAG}
    return Cell(biome, landmark, frozenset(features), SOMEBODY)
