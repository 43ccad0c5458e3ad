"""6.2 Traverse: a step with what hinders it, the corruption that it spreads, the winds of the Dunes; and 5.3.3.4 stagways."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.rows import Message

from .actions import must_afford, must_be_free, spend
from .features import biome, corrupt, has, is_protected
from .hexes import Hex, distance, place_meant, shown, step
from .randomness import chance, must_not_hang_on_dice, then, uniform
from .state import BOARDWALK, CORRUPTED, DUNES, LAKE, PASS, STATION, SWAMP, Aeternus

# --- what a step meets ------------------------------------------------------------------------------------------------


@rule("AET-123")
def is_lifted(world: Aeternus, at: Hex) -> bool:
    """Whether what a hex does to movement does not occur, for a Boardwalk on it; it does not hinder corruption."""
    return has(world, at, BOARDWALK)


@rule("AET-096")
def cost(world: Aeternus, at: Hex) -> int:
    """The action points that traversing costs, more for who starts on a Perilous Pass."""
    is_hard = biome(world, at) == PASS and not is_lifted(world, at)
    return world.law.number("traverse_cost") + (world.law.number("pass_additional_cost") if is_hard else 0)


@rule("AET-102")
def is_closed(world: Aeternus, to: Hex) -> bool:
    """Whether a hex is a Lake that cannot be entered."""
    return biome(world, to) == LAKE and not is_lifted(world, to)


@rule("AET-099")
def holds(world: Aeternus, at: Hex, to: Hex) -> bool:
    """Whether a swamp holds back who would leave it for another mass, into which they could go."""
    is_swamp = biome(world, at) == SWAMP and not is_lifted(world, at)
    is_left = world.cell(to) is None or not world.terrain.same_mass(at, to)
    return is_swamp and is_left and not is_closed(world, to)


@rule("AET-093")
def is_windy(world: Aeternus, at: Hex) -> bool:
    """Whether who comes to a hex may be blown on."""
    return biome(world, at) == DUNES and not is_lifted(world, at)


def corrupts(world: Aeternus, here: Hex, to: Hex) -> bool:
    """Whether a step would corrupt the hex that is left."""
    return has(world, to, CORRUPTED) and not has(world, here, CORRUPTED) and not is_protected(world, here)


# --- traversing -------------------------------------------------------------------------------------------------------


@rule("AET-130", NO_MORE_ACTIONS="AET-121")
def traverse(world: Aeternus, message: Message, hex: Sequence[int] | int | str) -> None:
    """Pay for a step to an adjacent hex; then that is generated, and entered."""
    player = world.players[message.author]
    to = place_meant(hex, player.at)
    must_not_hang_on_dice(world, message, [to])
    steps = distance(to, player.at)
    require(steps == 1, "OUT_OF_RANGE", f"{shown(to)} is {steps} steps away: a step leads to an adjacent hex")
    _pay(world, message, cost(world, player.at))
    then(world, message, "generate", hex=list(to))
    then(world, message, "enter", hex=list(to))


def _pay(world: Aeternus, message: Message, price: int) -> None:
    player = world.players[message.author]
    if price > world.law.number("traverse_cost"):
        _must_afford_a_pass(world, message, price)
    must_afford(player, price)
    spend(player, price)


@rule("AET-096", NO_MORE_ACTIONS="AET-121")
def _must_afford_a_pass(world: Aeternus, message: Message, price: int) -> None:
    """Leaving a Perilous Pass costs more."""
    must_afford(world.players[message.author], price)


@rule("AET-130")
def enter(world: Aeternus, message: Message, hex: Sequence[int], winds: int = 0) -> None:
    """Move to the hex ahead, unless it is a Lake that is closed, or the swamp holds who leaves it; the wind asks no swamp."""
    x, y, z = hex
    to: Hex = (x, y, z)
    here = world.players[message.author].at
    if not winds and holds(world, here, to) and not _gets_away(world, message, here, to):
        return
    if is_closed(world, to):
        _stays_before_a_lake(world, message, here, to)
    elif winds:
        _is_blown(world, message, here, to, winds)
    else:
        _move(world, message, here, to)
        _arrive(world, message, here, to, winds)


@rule("AET-099")
def _gets_away(world: Aeternus, message: Message, here: Hex, to: Hex) -> bool:
    """Whether somebody gets out of a swamp; what was spent is spent either way."""
    user = message.author
    gets_away = chance(
        world, "swamp", world.law.number("swamp_percent"), f"whether {user} leaves the swamp at {shown(here)}"
    )
    if not gets_away:
        text = f"{user} stays at {shown(here)}: the way to {shown(to)} is barred by the swamp"
        happens("stays", text, player=user, reason="swamp")
    return gets_away


@rule("AET-102")
def _stays_before_a_lake(world: Aeternus, message: Message, here: Hex, to: Hex) -> None:
    """Who would move or be moved onto a Lake stays."""
    text = f"{message.author} stays at {shown(here)}: the way to {shown(to)} is barred by the lake"
    happens("stays", text, player=message.author, reason="lake")


def _move(world: Aeternus, message: Message, left: Hex, to: Hex) -> None:
    user = message.author
    world.players[user].at = to
    happens(
        "moved", f"{user} moves from {shown(left)} to {shown(to)}", player=user, **{"from": list(left), "to": list(to)}
    )


@rule("AET-093")
def _is_blown(world: Aeternus, message: Message, left: Hex, to: Hex, winds: int) -> None:
    """Being blown is moving into a hex, so that corruption and further wind follow it, unless it is ruled otherwise."""
    _move(world, message, left, to)
    if world.law.chooses("wind_is_moving", "yes"):
        _arrive(world, message, left, to, winds)


def _arrive(world: Aeternus, message: Message, left: Hex, to: Hex, winds: int) -> None:
    _spread(world, left, to)
    if is_windy(world, to):
        then(world, message, "wind", winds=winds + 1)


@rule("AET-110")
def _spread(world: Aeternus, left: Hex, to: Hex) -> None:
    """Who moves to a corrupted hex corrupts the one that they left."""
    if has(world, to, CORRUPTED):
        corrupt(world, left)


@rule("AET-093")
def wind(world: Aeternus, message: Message, winds: int) -> None:
    """The wind of the Dunes may move somebody on to a hex around, which is generated if need be, without further points."""
    user, law = message.author, world.law
    here = world.players[user].at
    purpose = f"whether the wind moves {user} on from {shown(here)}"
    if chance(world, "wind", law.number("wind_percent"), purpose, turn=winds):
        ways = range(len(law.words("directions")))
        to = step(here, uniform(world, "wind direction", ways, f"where the wind moves {user}", turn=winds))
        then(world, message, "generate", hex=list(to))
        then(world, message, "enter", hex=list(to), winds=winds)


# --- stagways ---------------------------------------------------------------------------------------------------------


@rule("AET-119", "AET-120", "AET-121", NO_MORE_ACTIONS="AET-121")
def travel(world: Aeternus, message: Message, hex: Sequence[int] | int | str) -> None:
    """Take somebody from one station to another: no move into it, and nothing of it follows; they act no more in the phase."""
    player = world.players[message.author]
    must_not_hang_on_dice(world, message)
    must_be_free(player)
    to = place_meant(hex, player.at)
    for each in (player.at, to):
        require(has(world, each, STATION), "NO_STAG_STATION", f"{shown(each)} has no Stag Station")
    player.at, player.barred = to, True
    happens("travelled", f"{message.author} travels the stagways to {shown(to)}", player=message.author, to=list(to))
