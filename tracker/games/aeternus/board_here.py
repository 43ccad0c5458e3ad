"""What the hex that each player stands on offers them, with its odds: the six steps, foraging, and the Lakes in reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import fishing, foraging, medallions
from .generation import biome_odds
from .hexes import Hex, shown
from .holdings import said
from .law import NO_ROD, Law, of_aeternus
from .players import playing
from .state import Player, World
from .traversing import Step, steps
from .views import ConditionView, HereView, LakeView, RewardView, RodView, StepView
from .world import BARREN, Cell


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """Of every player, by the name of the board's field; of nobody once the cycle was won."""
    found = () if moment.world.won else playing(moment.world)
    return {"here": {each.id: _here(moment, each, people) for each in found}}


def odds_shown(odds: Mapping[str, Fraction]) -> str:
    """How likely each outcome is, in words."""
    return ", ".join(f"{name} {percent(chance)}" for name, chance in odds.items())


def percent(chance: Fraction) -> str:
    """A chance in percent, to the tenth."""
    tenths = round(chance * 1000)
    return f"{tenths // 10}{f'.{tenths % 10}' if tenths % 10 else ''} %"


def cell_shown(cell: Cell | None) -> str:
    """What a generated hex is, in words."""
    if cell is None:
        return "indeterminate"
    landmark = [] if cell.landmark == BARREN else [cell.landmark]
    return ", ".join([cell.biome, *landmark, *sorted(cell.features)])


def _here(moment: Moment[World], player: Player, people: People) -> HereView:
    world, law = moment.world, of_aeternus(moment.law)
    cell = world.map.cell(player.at)
    biome = cell.biome if cell else ""
    return HereView(
        id=player.id,
        name=people.name(player.id),
        place=shown(player.at),
        what=cell_shown(cell),
        steps=tuple(_step(world, law, player.at, each) for each in steps(world, law, player.id)),
        no_foraging=foraging.why_not(cell),
        forage_biome=biome,
        forage_dice=foraging.dice_of(law, player.goods),
        rewards=tuple(
            RewardView(said(items) if items else "nothing", percent(chance))
            for items, chance in foraging.rewards_of(law, biome)
        ),
        lakes=tuple(_lake(world, law, player, at, people) for at in fishing.lakes(world, player.id)),
    )


def _step(world: World, law: Law, here: Hex, step: Step) -> StepView:
    cell = world.map.cell(step.to)
    there = cell_shown(cell) if cell else odds_shown(biome_odds(world.map, law, step.to))
    return StepView(step.direction, shown(step.to), there, cell is not None, step.cost, tuple(_notes(step)))


def _notes(step: Step) -> Iterator[str]:
    """What may befall somebody on the way."""
    if step.is_closed:
        yield "the Lake cannot be entered: they would stay"
        return
    if step.leaving_percent < 100:
        yield f"{step.leaving_percent} % to get out of the swamp"
    if step.wind_percent:
        yield f"{step.wind_percent} % to be blown on by the wind"
    if step.corrupts:
        yield "their own hex would be corrupted"


def _lake(world: World, law: Law, player: Player, at: Hex, people: People) -> LakeView:
    found = medallions.conditions(world, law, player.id, at, NO_ROD)
    rods = (_rod(world, law, player, at, rod) for rod in fishing.rods_of(law, player.goods))
    return LakeView(
        at=shown(at),
        rods=tuple(rods),
        conditions=tuple(ConditionView(each.type, each.holds, people.readable(each.why)) for each in found),
    )


def _rod(world: World, law: Law, player: Player, lake: Hex, rod: str) -> RodView:
    eligible = medallions.eligible(world, law, player.id, lake, rod)
    chance = fishing.medallion_percent(law, rod, len(eligible))
    return RodView("no rod" if rod == NO_ROD else rod, fishing.catch_percent(law, rod), chance, eligible)
