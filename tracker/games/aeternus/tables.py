"""What is amiss in tables and lists of Aeternus' parameters that are well shaped: names that nobody knows, doubled ones, no rewards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .hexes import STEPS
from .law import CONSTRUCTION, PARAMETERS, Law, reward_of

_LISTS = (
    "directions",
    "biomes",
    "landmarks",
    "resources",
    "standard_fish",
    "medallion_fish",
    "quality_names",
    "burnable_features",
)
"""Lists in which nothing may stand twice."""


def problem(name: str, value: Any, resources: Iterable[str] = ()) -> str:
    """Why a parameter's value that is well formed is of no use all the same; "" where it is.

    ``resources`` are those that the list of resources is given beside the game's own: costs and rewards may name them.
    """
    if name in _LISTS and len({word.casefold() for word in value}) < len(value):
        return "something stands in it twice"
    if name in _CHECKS:
        return _CHECKS[name](value)
    known = [*Law.book.lasting_words["resources"], *resources]
    if name == "forage_rewards":
        return _rewards_problem(value, known)
    return _unknown("item", value, known) if PARAMETERS[name].unit == "items" else ""


def _unknown(what: str, names: Iterable[str], known: Sequence[str]) -> str:
    strange = [name for name in names if name not in known]
    if not strange:
        return ""
    near = get_close_matches(strange[0], known, n=1)
    also = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no {what} {strange[0]!r}{also}; there are {', '.join(known)}"


def _rewards_problem(tables: Mapping[str, Sequence[str]], items: Sequence[str]) -> str:
    for biome, rewards in tables.items():
        try:
            found = [item for reward in rewards for item in reward_of(reward)]
        except ValueError as error:
            return f"{biome}: {error}"
        if not rewards:
            return f"{biome} has no rewards: leave it out, and it has those of the usual biome"
        if fault := _unknown("item", found, items):
            return fault
    return ""


def _directions_problem(names: Sequence[str]) -> str:
    return "" if len(names) == len(STEPS) else f"there are {len(STEPS)} directions, not {len(names)}"


def _known(what: str, parameter: str) -> Callable[[Iterable[str]], str]:
    known = [*(Law.book.lasting[parameter] or ())]
    return lambda names: _unknown(what, names, known)


def _of_table(check: Callable[[Iterable[str]], str]) -> Callable[[Mapping[str, str]], str]:
    return lambda table: check([*table, *table.values()])


def _of_one(check: Callable[[Iterable[str]], str]) -> Callable[[str], str]:
    return lambda name: check([name])


_BIOMES = _known("biome", "biomes")
_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "directions": _directions_problem,
    "biomes": _BIOMES,
    "usual_biome": _of_one(_BIOMES),
    "forage_biome": _of_one(_known("biome with rewards", "forage_rewards")),
    "suppressed_beside": _of_table(_BIOMES),
    "landmarks": _known("landmark", "landmarks"),
    "medallion_fish": _known("medallion fish", "medallion_fish"),
    "burnable_features": lambda names: _unknown("feature that can be built", names, CONSTRUCTION),
}
"""Parameters whose values have a check of their own: what the code tells by name cannot be called otherwise."""
