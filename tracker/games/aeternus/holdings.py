"""Who holds what: the one place at which items come into an inventory and go out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.mechanics.chat_play import GoodsChange, Moment
from tracker.mechanics.goods import Bag, shortage

from .state import World


def goods_of(world: World, user: str) -> Bag:
    """The inventory of somebody; nothing where they never played."""
    player = world.players.get(user)
    return player.goods if player else {}


@rule("AET-143", "AET-146", "AET-147", "AET-149")
def change(moment: Moment[World], user: str, item: str, delta: int, clause: str, text: str) -> None:
    """Create so many of an item in a player's inventory, or destroy them there; raises ValueError where there are fewer."""
    goods = moment.world.players[user].goods
    old = goods.get(item, 0)
    new = old + delta
    if new < 0:
        raise ValueError(f"{user} holds {old} {item}, not {-delta}")
    if new:
        goods[item] = new
    else:
        goods.pop(item, None)
    if delta:
        moment.world.changes.append(GoodsChange(user, item, old, new, moment.now, clause, text, moment.row))


def gain(moment: Moment[World], user: str, items: Mapping[str, int], clause: str, text: str) -> None:
    """Create items in a player's inventory."""
    for item, count in items.items():
        change(moment, user, item, count, clause, text)


def lose(moment: Moment[World], user: str, items: Mapping[str, int], clause: str, text: str) -> None:
    """Destroy items in a player's inventory; raises ValueError where they are not there: whoever calls must have looked."""
    for item, count in items.items():
        change(moment, user, item, -count, clause, text)


@rule("AET-143")
def lacks(moment: Moment[World], user: str, items: Mapping[str, int], clause: str, n: int | None, what: str) -> bool:
    """Whether somebody has not all of some items: then that is refused, with what is missing; ``what`` is what needs them."""
    missing = shortage(goods_of(moment.world, user), items)
    if missing:
        moment.refuse("INSUFFICIENT_ITEMS", clause, f"{what} needs {said(missing)} more than {user} has", n)
    return bool(missing)


def said(items: Mapping[str, int]) -> str:
    """Items in words: ``5 Wood and 2 Thread``."""
    words = [f"{count} {item}" for item, count in items.items()]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "nothing"


@rule("AET-152", "AET-153", "AET-154")
def use_up(moment: Moment[World], user: str, item: str, n: int, effect: Callable[[], None]) -> bool:
    """Use an item that one owns: its effect comes first, then it is destroyed; whether it was there."""
    if lacks(moment, user, {item: 1}, "AET-152", n, f"using {item}"):
        return False
    effect()
    change(moment, user, item, -1, "AET-153", f"{user} uses {item}")
    return True


@rule("AET-144")
def destroy_all(moment: Moment[World], user: str, text: str) -> None:
    """What would belong to somebody who is no player is destroyed."""
    for item, count in list(goods_of(moment.world, user).items()):
        change(moment, user, item, -count, "AET-144", text)
