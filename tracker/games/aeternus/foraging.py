"""6.4 Forage: what a player finds on a bare hex, by the die and the table of its biome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import action_points, holdings, randomness
from .general import author
from .hexes import shown
from .law import POUCH, Law, of_aeternus
from .state import World
from .world import BARREN, Cell

FORAGING = "foraging"


@rule("AET-107", "AET-135")
def why_not(cell: Cell | None) -> str:
    """What keeps anybody from foraging on a hex, in words; "" where nothing does."""
    if cell is None:
        return "it is not generated"
    bears = [*([cell.landmark] if cell.landmark != BARREN else []), *sorted(cell.features)]
    return f"it bears {', '.join(bears)}" if bears else ""


@rule("AET-182")
def dice_of(law: Law, goods: Mapping[str, int]) -> int:
    """How many dice somebody with these goods forages with: more pouches add nothing."""
    return law.number("pouch_dice") if goods.get(POUCH) else 1


def rewards_of(law: Law, biome: str) -> list[tuple[dict[str, int], Fraction]]:
    """What one die brings on a biome, each reward with its chance, in the order of the table."""
    faces = law.number("forage_die")
    found: list[tuple[dict[str, int], Fraction]] = []
    for reward in (law.foraged(biome, face) for face in range(1, faces + 1)):
        place = next((place for place, each in enumerate(found) if each[0] == reward), len(found))
        so_far = found.pop(place)[1] if place < len(found) else Fraction(0)
        found.insert(place, (reward, so_far + Fraction(1, faces)))
    return found


@rule("AET-128", "AET-135")
def forage(moment: Moment[World], said: Announced) -> bool:
    """Pay for foraging on the own hex, which must be barren and bear nothing."""
    user, price = author(moment), moment.law.number("forage_cost")
    at = moment.world.players[user].at
    cell = moment.world.map.cell(at)
    amiss = why_not(cell)
    if cell is None or amiss:
        moment.refuse("CANNOT_FORAGE_HERE", "AET-135", f"nobody forages at {shown(at)}: {amiss}", said.n)
        return False
    if action_points.lacks(moment, user, price, "AET-135", said.n):
        return False
    randomness.spend(moment, said.n, user, price)
    then(moment, Task(FORAGING, said.n, {"player": user, "biome": cell.biome}))
    return True


@rule("AET-136", "AET-137", "AET-182")
def _found(moment: Moment[World], task: Task) -> bool:
    """Roll, each die for itself, and gain what the biome's table has for it."""
    law, user, biome = of_aeternus(moment.law), str(task.data["player"]), str(task.data["biome"])
    dice = [law.number("forage_die")] * dice_of(law, holdings.goods_of(moment.world, user))
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
