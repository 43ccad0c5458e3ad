"""Duck Titles: who is Duck Deity, Duck King, Duck Lord and DUCK DUKE, told from what holds, and who is how far behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.games.chat_unfollowed import SOMEBODY
from tracker.mechanics.law import Law

from .state import DEITY, DISCIPLE, DUCK_GOD, DUKE, GOD_EGG, KING, LORD, World

OLD_ONE = "Duck Old One"
"""Its name as a holder of the title, where it is ruled that it can be one."""
ROYAL = (KING, LORD, DUKE)
"""The titles that make Duck Royalty (DUCK-107)."""
_VACANT = ""


@rule("DUCK-105", "DUCK-106", "DUCK-108")
def titles(world: World, law: Law) -> Mapping[str, str]:
    """Each title and its holder as of now, "" where it is vacant; a player by their id, a duck as ``duck:12``."""
    if world.is_unknown:
        return dict.fromkeys((*_STANDINGS, DUKE), SOMEBODY)
    held = {title: _first(standings(world, law, title)) for title in _STANDINGS}
    is_duke = held[KING] != _VACANT and held[KING] == held[LORD]
    return {**held, DUKE: held[KING] if is_duke else _VACANT}


def _first(counts: Mapping[str, int]) -> str:
    """Who has the most; nobody where several have, or where it is none at all."""
    best = max(counts.values(), default=0)
    leaders = [holder for holder, count in counts.items() if count == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else _VACANT


def standings(world: World, law: Law, title: str) -> Mapping[str, int]:
    """How much each entity has of what a title goes by, the most first; who has none of it is left out."""
    counts = _STANDINGS[title](world, law)
    return dict(sorted(counts.items(), key=lambda pair: -pair[1]))


@rule("DUCK-102", "DUCK-157")
def _god_eggs(world: World, law: Law) -> dict[str, int]:
    """God Eggs by entity: each by its own holding, and the Duck Old One, which is none, left out unless it is ruled otherwise."""
    bags = {id: player.goods for id, player in world.players.items()}
    counts = {holder: bag.get(GOD_EGG, 0) for holder, bag in bags.items()}
    for duck in (each for each in world.ducks.values() if GOD_EGG in each.goods):
        is_apart = not duck.owner or law.chooses("god_eggs_of_ones_ducks", "count apart")
        holder = duck.holder if is_apart else duck.owner
        counts[holder] = counts.get(holder, 0) + duck.goods[GOD_EGG]
    counts[DUCK_GOD] = world.duck_god.get(GOD_EGG, 0)
    counts[DISCIPLE] = world.disciple.goods.get(GOD_EGG, 0) if world.disciple else 0
    if law.chooses("old_one_as_deity", "can be"):
        counts[OLD_ONE] = world.old_one_eggs
    return {holder: count for holder, count in counts.items() if count}


@rule("DUCK-103", "DUCK-127")
def _ducks(world: World, _: Law) -> dict[str, int]:
    """Complete ducks by owner, those on missions among them."""
    return {owner: len(ducks) for owner, ducks in world.register.complete.items() if owner}


@rule("DUCK-104", "DUCK-127")
def _quacks(world: World, law: Law) -> dict[str, int]:
    """Quacks by owner of complete ducks: of all together, unless it is ruled that the best duck counts."""
    count = sum if law.chooses("duck_lord_by", "all their Quacks") else max
    every = world.register.complete.items()
    return {owner: count([world.ducks[number].quacks for number in ducks]) for owner, ducks in every if owner}


@rule("DUCK-107")
def is_royalty(world: World, law: Law, player: str) -> bool:
    """Whether somebody is Duck Royalty now; the Duck Deity as such is not."""
    held = titles(world, law)
    return any(held[title] == player for title in ROYAL)


_STANDINGS: Mapping[str, Callable[[World, Law], dict[str, int]]] = {DEITY: _god_eggs, KING: _ducks, LORD: _quacks}
