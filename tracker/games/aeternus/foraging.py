"""6.4 Forage: what a player finds on a bare hex, by the die and the table of its biome."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import action_points, holdings, randomness
from .general import author
from .hexes import shown
from .law import of_aeternus
from .state import World

FORAGING = "foraging"
POUCH = "Foraging Pouch"


@rule("AET-128", "AET-135")
def forage(moment: Moment[World], said: Announced) -> bool:
    """Pay for foraging on the own hex, which must be barren and bear nothing."""
    user, law = author(moment), moment.law
    player, cost = moment.world.players[user], law.number("forage_cost")
    cell = moment.world.map.cell(player.at)
    if cell is None or not cell.is_plain:
        bears = (
            ", ".join([*([cell.landmark] if cell and cell.landmark != "Barren" else []), *sorted(cell.features)])
            if cell
            else ""
        )
        text = f"{shown(player.at)} is not bare: there is {bears or 'nothing known'}"
        moment.refuse("CANNOT_FORAGE_HERE", "AET-135", text, said.n)
        return False
    if action_points.lacks(moment, user, cost, "AET-135", said.n):
        return False
    randomness.spend(moment, said.n, user, cost)
    then(moment, Task(FORAGING, said.n, {"player": user, "biome": cell.biome}))
    return True


@rule("AET-136", "AET-137", "AET-182")
def _found(moment: Moment[World], task: Task) -> bool:
    """Roll, each die for itself, and gain what the biome's table has for it."""
    law, user, biome = of_aeternus(moment.law), str(task.data["player"]), str(task.data["biome"])
    count = law.number("pouch_dice") if holdings.goods_of(moment.world, user).get(POUCH) else 1
    dice = [law.number("forage_die")] * count
    faces = randomness.roll(moment, "forage", task.n, dice, f"foraging on {biome}", "AET-136")
    if faces is None:
        return False
    gained: dict[str, int] = {}
    for reward in _rewards(moment, biome, faces):
        for item, number in reward.items():
            gained[item] = gained.get(item, 0) + number
    text = f"{user} forages on {biome} with {', '.join(map(str, faces))} and gains {holdings.said(gained)}"
    holdings.gain(moment, user, gained, "AET-136", text)
    moment.tell("foraged", "AET-136", text, player=user, rolls=list(faces), gained=gained)
    return True


@rule("AET-138", "AET-139", "AET-140", "AET-141", "AET-142", "AET-182")
def _rewards(moment: Moment[World], biome: str, faces: list[int]) -> list[dict[str, int]]:
    """The reward of each die; by another reading that of their sum, at most the table's last."""
    law = of_aeternus(moment.law)
    if law.chooses("pouch_dice_are_read", "each by itself"):
        return [law.foraged(biome, face) for face in faces]
    return [law.foraged(biome, sum(faces))]


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"forage": forage}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {FORAGING: _found}
