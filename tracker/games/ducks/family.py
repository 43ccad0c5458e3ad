"""The family tree of ducks: who descends from whom, as lines of a nested list, whatever circles adoptions made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.core.rule import rule
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from .board_ducks import called, owner_shown
from .flock import shown
from .state import World
from .views import KinView

DEEPEST = 20
"""So deep are lists nested; later generations stand in the deepest level with the number of theirs."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One duck in the order of the tree: its generation from 0, and its children; ``closes`` a circle where a parent of it is below it.

    What a branch is drawn or listed by is its place among the others: parents stand before their children.
    """

    kin: KinView
    generation: int
    closes: str = ""


@rule("DUCK-050", "DUCK-075", "DUCK-083")
def views(moment: Moment[World], people: People) -> dict[int, KinView]:
    """Every duck that is there, and those that are gone from which one of them descends, by number."""
    world = moment.world
    found = {number: _there(world, number, people) for number in world.ducks}
    found |= {number: _gone(world, number, people) for number in _forebears(world)}
    return dict(sorted(found.items()))


def _there(world: World, number: int, people: People) -> KinView:
    duck = world.ducks[number]
    return KinView(number, shown(duck), owner_shown(duck.owner, world, people), duck.colour, duck.parent, "")


def _gone(world: World, number: int, people: People) -> KinView:
    duck = world.gone[number]
    owner = owner_shown(duck.owner, world, people)
    return KinView(number, called(world, number), owner, "", duck.parent, people.readable(duck.how))


def _forebears(world: World) -> set[int]:
    """The ducks that are gone from which one that is there descends, however long ago."""
    found = set[int]()
    ahead = [duck.parent for duck in world.ducks.values()]
    while ahead:
        number = ahead.pop()
        if number in world.gone and number not in found:
            found.add(number)
            ahead.append(world.gone[number].parent)
    return found


# --- the order of the tree --------------------------------------------------------------------------------------------


def branches(kin: Mapping[int, KinView]) -> list[Branch]:
    """All ducks in the order of the tree: each family from its oldest duck on, children by number below their parent.

    In a circle, which adoptions can make, the duck with the least number comes first. A duck whose parent is not certain, or
    not there, begins a family of its own.
    """
    children: dict[int, list[int]] = {}
    for number, each in kin.items():
        children.setdefault(_parent(kin, each), []).append(number)
    found = dict[int, Branch]()
    for number in (*children.get(0, ()), *kin):
        if number not in found:
            found |= {each.kin.number: each for each in _below(number, kin, children, found)}
    return list(found.values())


def _parent(kin: Mapping[int, KinView], each: KinView) -> int:
    return each.parent if each.parent in kin else 0


def _below(
    first: int, kin: Mapping[int, KinView], children: Mapping[int, Iterable[int]], known: Mapping[int, Branch]
) -> Iterator[Branch]:
    """A duck and all that descend from it, each once and none that stands elsewhere; without recursion, for lines may be long."""
    seen, ahead = set(known), [(first, 0)]
    while ahead:
        number, generation = ahead.pop()
        if number in seen:
            continue
        seen.add(number)
        closes = _closing(number, first, kin) if number == first else ""
        yield Branch(kin[number], generation, closes)
        ahead += [(child, generation + 1) for child in sorted(children.get(number, ()), reverse=True)]


def _closing(number: int, first: int, kin: Mapping[int, KinView]) -> str:
    """The parent of a family's first duck, where that is its own descendant: then the family is a circle."""
    parent = _parent(kin, kin[number])
    return kin[parent].called if parent else ""
