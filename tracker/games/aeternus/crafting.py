"""7.4 Crafting: items made of others, at any time and without action points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag, shortage

from . import action_points, holdings
from .general import author, unclear
from .law import Law, of_aeternus
from .state import World


@rule(
    *("AET-181", "AET-183", "AET-185", "AET-186", "AET-187", "AET-188", "AET-189", "AET-190", "AET-192"),
)
def cost(law: Law, items: Mapping[str, int]) -> Bag:
    """What crafting so many of some items takes. Raises KeyError for one that cannot be crafted."""
    found = Counter[str]()
    for item, count in items.items():
        found.update({part: number * count for part, number in law.crafting[item].items()})
    return dict(found)


def missing(law: Law, item: str, goods: Mapping[str, int]) -> Bag:
    """What somebody with these goods still needs to craft one of an item; {} where nothing."""
    return shortage(goods, cost(law, {item: 1}))


def craftable(law: Law, goods: Mapping[str, int]) -> Bag:
    """How many of each item somebody with these goods could craft, of those of which it is any, in the order of the rules."""
    most = {
        item: min((goods.get(part, 0) // number for part, number in parts.items() if number), default=0)
        for item, parts in law.crafting.items()
    }
    return {item: count for item, count in most.items() if count}


@rule("AET-147", "AET-180")
def craft(moment: Moment[World], said: Announced) -> bool:
    """Make items of others: all that are named, or none."""
    user, law = author(moment), of_aeternus(moment.law)
    items: Mapping[str, int] = said.fields["items"]
    strange = [item for item in items if item not in law.crafting]
    if strange:
        unclear(moment, said, "AET-180", f"{strange[0]} cannot be crafted")
        return False
    price = cost(law, items)
    if holdings.lacks(moment, user, price, "AET-180", said.n, f"crafting {holdings.said(items)}"):
        return False
    if action_points.is_idle(moment, user, said.n):
        return False
    text = f"{user} crafts {holdings.said(items)} of {holdings.said(price)}"
    holdings.lose(moment, user, price, "AET-180", text)
    holdings.gain(moment, user, items, "AET-180", text)
    for item, count in items.items():
        moment.tell("crafted", "AET-180", text, player=user, item=item, count=count)
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"craft": craft}
