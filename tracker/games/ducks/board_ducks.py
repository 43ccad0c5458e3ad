"""What the pages show of players, ducks and ponds in one world."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

from . import periods
from .flock import shown
from .ponds import next_upkeep
from .scouting import is_paused, loot_due
from .state import DUCK, EGG, Duck, Player, World
from .views import DuckView, MissionView, PlayerView, PondDuckView, PondView

_GONE_SHOWN = 100
"""Of the ducks that left the game so many of the last are remembered by the pages."""


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    return {
        "players": {each.id: _player(moment, each, people) for each in ordered(world)},
        "ducks": {number: _duck(moment, each, people) for number, each in world.ducks.items()},
        "ponds": {each.number: each for each in _ponds(moment, people)},
        "gone": {number: each.at for number, each in list(world.gone.items())[-_GONE_SHOWN:]},
    }


def ordered(world: World) -> list[Player]:
    """Players first, then those who play no more, each in the order in which they first joined."""
    return sorted(world.players.values(), key=lambda player: not player.is_playing)


def called(world: World, number: int) -> str:
    """How a duck is told of, there or gone: by its name, with its number where another bears or bore the same, or by its number."""
    duck = world.ducks.get(number)
    name = duck.name if duck else world.gone[number].name if number in world.gone else ""
    return name or f"duck #{number}"


def owner_shown(owner: str, world: World, people: People) -> str:
    """Whose a duck is: a player's or a duck's; "" for nobody's."""
    if owner.startswith(DUCK):
        return called(world, int(owner.removeprefix(DUCK)))
    return people.name(owner) if owner else ""


def items_shown(world: World, order: tuple[str, ...], goods: Bag, eggs: list[int]) -> str:
    """Items in words, in the order of the rules' list and then of their names; of Eggs those that laid them (DUCK-075)."""
    names = [*(item for item in order if goods.get(item)), *sorted(item for item in goods if item not in order)]
    return ", ".join(f"{goods[item]} {item}{_layers(world, eggs) if item == EGG else ''}" for item in names)


def _layers(world: World, eggs: list[int]) -> str:
    known = ", ".join(called(world, parent) if parent else "unknown" for parent in eggs)
    return f" (laid by: {known})" if any(eggs) else ""


# --- players ----------------------------------------------------------------------------------------------------------


def _player(moment: Moment[World], player: Player, people: People) -> PlayerView:
    world = moment.world
    own = [duck for duck in world.ducks.values() if duck.owner == player.id]
    complete = [duck for duck in own if duck.is_complete]
    return PlayerView(
        id=player.id,
        name=people.name(player.id),
        is_playing=player.is_playing,
        since=_since(player),
        is_bot=player.is_bot,
        items=items_shown(world, moment.law.words("items"), player.goods, player.eggs),
        ducks=len(own),
        complete_ducks=len(complete),
        quacks=sum(duck.quacks for duck in complete),
    )


def _since(player: Player) -> datetime | None:
    return player.spans[-1][0 if player.is_playing else 1] if player.spans else None


# --- ducks ------------------------------------------------------------------------------------------------------------


def _duck(moment: Moment[World], duck: Duck, people: People) -> DuckView:
    world = moment.world
    return DuckView(
        number=duck.number,
        called=shown(duck),
        owner=duck.owner,
        owner_name=owner_shown(duck.owner, world, people),
        quacks=duck.quacks,
        colour=duck.colour,
        pond=duck.pond,
        parent=called(world, duck.parent) if duck.parent else "",
        items=items_shown(world, moment.law.words("items"), duck.goods, duck.eggs),
        mission=MissionView(duck.mission.sent_at, duck.mission.potential) if duck.mission else None,
        lacks=lacking(duck),
        marks=tuple(_marks(moment, duck, people)),
    )


def lacking(duck: Duck) -> str:
    """What a duck lacks to be complete; "" where it is."""
    lacks = [what for what, is_set in (("a name", duck.name), ("a pond", duck.pond)) if not is_set]
    return " and ".join(lacks)


def _marks(moment: Moment[World], duck: Duck, people: People) -> Iterator[str]:
    start = periods.start(moment)
    if duck.attempted_in == start:
        yield "its retrieval was attempted in this voting period"
    if duck.sliced_in == start and duck.slices:
        yield f"fed with {duck.slices} Watermelon Slice in this voting period"
    if duck.iced_until is not None and duck.iced_until > moment.when:
        yield f"too cold to scout or return until {duck.iced_until:%Y-%m-%d %H:%M} UTC"
    for player in dict.fromkeys(loot_due(moment, duck)):
        count = loot_due(moment, duck).count(player)
        yield f"{people.name(player)} may roll for its loot{f' {count} times' if count > 1 else ''}"
    if duck.number in moment.world.pond_rolls:
        yield "nobody has rolled for a new pond for its creation"


# --- ponds ------------------------------------------------------------------------------------------------------------


def _ponds(moment: Moment[World], people: People) -> Iterator[PondView]:
    """Every pond there is, and whatever other duck lives in."""
    world, ahead = moment.world, next_upkeep(moment.world, moment.law)
    by_pond: dict[int, list[Duck]] = {number: [] for number in range(1, world.ponds + 1)}
    for duck in world.ducks.values():
        if duck.pond:
            by_pond.setdefault(duck.pond, []).append(duck)
    for number, ducks in sorted(by_pond.items()):
        yield PondView(number, {each.number: _in_pond(moment, each, ahead.get(each.number), people) for each in ducks})


def _in_pond(moment: Moment[World], duck: Duck, ahead: tuple[int, int] | None, people: People) -> PondDuckView:
    loss, gain = ahead or (0, 0)
    return PondDuckView(
        number=duck.number,
        called=shown(duck),
        owner_name=owner_shown(duck.owner, moment.world, people),
        colour=duck.colour,
        quacks=duck.quacks,
        upkeep=f"-{loss} +{gain}" if ahead else "",
        change=gain - loss,
        spared="" if ahead else _spared(moment, duck),
    )


def _spared(moment: Moment[World], duck: Duck) -> str:
    """Why the upkeep leaves a duck alone."""
    if not duck.is_complete:
        return f"lacks {lacking(duck)}"
    return "on a mission" if is_paused(moment.law, duck) else "uncoloured"
