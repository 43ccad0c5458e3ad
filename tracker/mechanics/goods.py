"""Goods: how many of what somebody holds, and the laws by which goods move: nothing comes from nothing, nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Bag: TypeAlias = dict[str, int]
"""Name of an item -> how many there are, at least 1: what is not there has no entry."""


def shortage(bag: Mapping[str, int], wanted: Mapping[str, int]) -> Bag:
    """How many of what lack in a bag to give what is wanted; empty where it holds enough.

    Raises ValueError where something is wanted in no whole or a negative number, as ``added`` and ``without`` do.
    """
    _check(wanted)
    missing = {item: count - bag.get(item, 0) for item, count in wanted.items()}
    return {item: count for item, count in missing.items() if count > 0}


def added(bag: Mapping[str, int], items: Mapping[str, int]) -> Bag:
    """A new bag with the items added."""
    _check(items)
    names = dict.fromkeys([*bag, *items])
    return _without_zeros({item: bag.get(item, 0) + items.get(item, 0) for item in names})


def without(bag: Mapping[str, int], items: Mapping[str, int]) -> Bag:
    """A new bag with the items taken out; raises ValueError where it does not hold them: nothing comes from nothing."""
    if missing := shortage(bag, items):
        raise ValueError(f"{missing} cannot be taken out of what is not there")
    return _without_zeros({item: count - items.get(item, 0) for item, count in bag.items()})


def claimed_among(held: int, claimed: int, moved: int, *, claimed_first: bool = False) -> int:
    """How many of the copies that move are claimed ones, where equal copies cannot be told apart.

    Of ``held`` copies, ``claimed`` are bound to something (shown in a hand, pledged); the others move first unless
    ``claimed_first``. Raises ValueError where the counts cannot be.
    """
    if not 0 <= claimed <= held or not 0 <= moved <= held:
        raise ValueError(f"of {held} copies, {claimed} cannot be claimed and {moved} move")
    return min(claimed, moved) if claimed_first else max(0, moved - (held - claimed))


def _check(items: Mapping[str, int]) -> None:
    for item, count in items.items():
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise ValueError(f"{count!r} of {item} is no number of things")


def _without_zeros(bag: Mapping[str, int]) -> Bag:
    return {item: count for item, count in bag.items() if count}
