"""6 Actions: what acting costs, and 6.1 Scout and 6.4 Forage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import listed

from .generation import law_of
from .hexes import Hex, distance, place_meant, shown
from .law import BINOCULARS, POUCH, Law
from .randomness import must_not_hang_on_dice, roll, then
from .state import BARREN, Aeternus, Cell, Player


def must_afford(player: Player, cost: int) -> None:
    """Refuses whoever has travelled in this phase, or has too few points."""
    must_be_free(player)
    text = f"this costs {cost} action points, and {player.ap} are left"
    require(player.ap >= cost, "NOT_ENOUGH_AP", text)


def must_be_free(player: Player) -> None:
    """Refuses whoever has travelled in this phase."""
    require(
        not player.barred, "NO_MORE_ACTIONS", "after a stagway journey there are no more actions before the next phase"
    )


@rule("AET-121")
def must_not_be_idle(world: Aeternus, player: Player) -> None:
    """Refuses even what is no action of rule 6 after a journey, where that is ruled."""
    if world.law.chooses("stagway_bars", "everything"):
        must_be_free(player)


@rule("AET-128")
def spend(player: Player, cost: int) -> None:
    """Take points when the action is accepted, whatever comes of it."""
    player.ap -= cost


def must_reach(at: Hex, here: Hex, reach: int = 1) -> None:
    """Refuses a hex that is too far away."""
    steps = distance(here, at)
    require(steps <= reach, "OUT_OF_RANGE", f"{shown(at)} is {steps} steps away, and {reach} is the most")


# --- scouting ---------------------------------------------------------------------------------------------------------


@rule("AET-129", NO_MORE_ACTIONS="AET-121")
def scout(world: Aeternus, message: Message, hexes: Sequence[Sequence[int] | int | str]) -> None:
    """Generate as many hexes as the rules say, all different and near, one after the other in the order named."""
    player, cost = world.players[message.author], world.law.number("scout_cost")
    chosen = [place_meant(each, player.at) for each in hexes]
    must_not_hang_on_dice(world, message, chosen)
    wanted = world.law.number("scouted_hexes")
    require(len(chosen) == wanted, "UNCLEAR", f"{wanted} hexes are scouted, and it names {len(chosen)}")
    _must_be_near(world, player, chosen)
    must_afford(player, cost)
    spend(player, cost)
    for at in chosen:
        then(world, message, "generate", hex=list(at))
    then(world, message, "scouted", hexes=[list(at) for at in chosen])


def _must_be_near(world: Aeternus, player: Player, chosen: Sequence[Hex]) -> None:
    require(player.at not in chosen, "OUT_OF_RANGE", "the own hex is not scouted")
    require(len(set(chosen)) == len(chosen), "OUT_OF_RANGE", "a hex is named twice")
    for at in chosen:
        must_reach(at, player.at, scouting_reach(world, player))
    far = sum(distance(at, player.at) > 1 for at in chosen)
    is_one = world.law.chooses("binoculars_targets", "one")
    require(far < 2 or not is_one, "OUT_OF_RANGE", "only one of the hexes may be farther away than adjacent")


@rule("AET-184")
def scouting_reach(world: Aeternus, player: Player) -> int:
    """How many steps away somebody scouts."""
    return world.law.number("binoculars_reach") if player.amount(BINOCULARS) else 1


@rule("AET-129")
def scouted(world: Aeternus, message: Message, hexes: Sequence[Sequence[int]]) -> None:
    """Tell that all hexes of a scouting are generated."""
    names = " and ".join(f"({','.join(map(str, at))})" for at in hexes)
    happens("scouted", f"{message.author} scouts {names}", player=message.author, hexes=list(hexes))


# --- foraging ---------------------------------------------------------------------------------------------------------


@rule("AET-135", "AET-107", NO_MORE_ACTIONS="AET-121")
def forage(world: Aeternus, message: Message) -> None:
    """Forage on the own hex, which must be barren and bear nothing."""
    player, cost = world.players[message.author], world.law.number("forage_cost")
    must_not_hang_on_dice(world, message)
    cell = world.cell(player.at)
    if cell is None or not cell.is_plain:
        refuse("CANNOT_FORAGE_HERE", f"nobody forages at {shown(player.at)}: {why_not_forage(cell)}")
    must_afford(player, cost)
    spend(player, cost)
    then(world, message, "forage_roll", biome=cell.biome)


def why_not_forage(cell: Cell | None) -> str:
    """What keeps anybody from foraging on a hex, in words; "" where nothing does."""
    if cell is None:
        return "it is not generated"
    bears = [*([cell.landmark] if cell.landmark != BARREN else []), *sorted(cell.features)]
    return f"it bears {', '.join(bears)}" if bears else ""


@rule("AET-136", "AET-146")
def forage_roll(world: Aeternus, message: Message, biome: str) -> None:
    """Roll, each die for itself, and gain what the biome's table has for it."""
    law, player = law_of(world), world.players[message.author]
    sides = [law.number("forage_die")] * foraging_dice(world, player)
    faces = roll(world, "forage", sides, f"foraging on {biome}")
    gained = Counter[str]()
    for reward in _rewards(law, biome, faces):
        gained.update(reward)
    player.gain(gained)
    text = f"{message.author} forages on {biome} with {', '.join(map(str, faces))} and gains {listed(gained)}"
    happens("foraged", text, player=message.author, rolls=faces, gained=dict(gained))


@rule("AET-182")
def foraging_dice(world: Aeternus, player: Player) -> int:
    """How many dice somebody forages with: more pouches add nothing."""
    return world.law.number("pouch_dice") if player.amount(POUCH) else 1


@rule("AET-182")
def _rewards(law: Law, biome: str, faces: list[int]) -> list[Mapping[str, int]]:
    """The reward of each die; by another reading that of their sum, at most the table's last."""
    is_each = len(faces) == 1 or law.chooses("pouch_dice_are_read", "each by itself")
    return [reward(law, biome, face) for face in (faces if is_each else [sum(faces)])]


@rule("AET-137", "AET-138", "AET-139", "AET-140", "AET-141", "AET-142")
def reward(law: Law, biome: str, face: int) -> Mapping[str, int]:
    """What a face brings on a biome; one without a table has Meadow's."""
    return law.foraged(biome, face)


def rewards_of(law: Law, biome: str) -> dict[str, Fraction]:
    """What one die brings on a biome, in words, each reward with its chance, in the order of the table."""
    faces, found = law.number("forage_die"), dict[str, Fraction]()
    for face in range(1, faces + 1):
        gained = listed(law.foraged(biome, face))
        found[gained] = found.get(gained, Fraction(0)) + Fraction(1, faces)
    return found
