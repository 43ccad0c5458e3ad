"""Forked worlds: what holds in each way in which doubtful things may have been, so that only what all agree on is said."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from tracker.core.gamestate import UNDETERMINED

MOST_WORLDS = 64
"""Up to so many worlds every way is followed in which answers go together; more than this there never are."""

NOT_ALL_FOLLOWED = "NOT_ALL_FOLLOWED"
"""The code of the finding that not every way is followed."""


class World(Protocol):
    """What holds in one way in which things may have been: a dataclass with these fields beside its own.

    ``assumed`` is the answer to each question that this world rests on. ``overflowed`` are the questions with answers that may go
    on in a way which no world follows: what a world says from the first of them on is only one of more ways.
    """

    assumed: dict[str, str]
    overflowed: list[str]


W = TypeVar("W", bound=World)
_HOW_KNOWN = ("assumed", "overflowed")
"""The fields that tell why there is a world, not what holds in it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A doubt that matters: the question's id, its text and clause, from when an answer holds, the answers that are possible."""

    question: str
    text: str
    clause: str
    about: datetime
    answers: tuple[str, ...]
    observations: tuple[str, ...] = ()


def forked(worlds: list[W], choice: Choice, decided: str | None, apply: Callable[[W, str], None]) -> list[W]:
    """Each world once for each answer that is possible in it, with what follows applied and the answer among its assumptions.

    ``decided`` is a person's answer; one that is not possible settles nothing. A world that assumed an answer before keeps to
    it.
    """
    found: list[W] = []
    for world in merged(worlds):
        answers = _answers(world, choice, decided)
        twins = [copy.deepcopy(world) for _ in answers[1:]]
        for each, answer in zip([world, *twins], answers, strict=True):
            each.assumed[choice.question] = answer
            apply(each, answer)
            found.append(each)
    return merged(found)


def limited(world: World, choice: Choice, ways: int) -> Choice:
    """A choice that nobody decided; with its first answer only, and the question marked, where with all there were too many worlds.

    ``ways`` is how many worlds there are. What no world follows might turn anything: several answers may do together what none
    of them does alone.
    """
    more = len(choice.answers) - 1
    if world.assumed.get(choice.question) in choice.answers or ways + more <= MOST_WORLDS:
        return choice
    overflow(world, [choice.question])
    return replace(choice, answers=choice.answers[:1])


def overflow(world: World, questions: Iterable[str]) -> None:
    """Mark questions as some of whose answers may go on in ways that no world follows."""
    world.overflowed = list(dict.fromkeys([*world.overflowed, *questions]))


def _answers(world: World, choice: Choice, decided: str | None) -> tuple[str, ...]:
    if decided in choice.answers:
        return (decided,)
    assumed = world.assumed.get(choice.question)
    return (assumed,) if assumed in choice.answers else choice.answers


def merged(worlds: Sequence[W]) -> list[W]:
    """The worlds, those that are equal but for their assumptions as one: it keeps the assumptions on which they agree.

    Of more than ``MOST_WORLDS`` only the first are kept, all marked as overflowed by the questions that tell them apart.
    """
    if len(worlds) < 2:
        return list(worlds)
    found: list[W] = []
    parts = _compared(worlds[0])
    names = tuple(part.name for part in parts if not part.is_keys)
    alike: dict[tuple[int, ...], list[W]] = {}
    for world in worlds:
        others = alike.setdefault(_sizes(world, names), [])
        twin = next((other for other in others if _is_equal(other, world, parts)), None)
        if twin is None:
            found.append(world)
            others.append(world)
            continue
        twin.assumed = {q: answer for q, answer in twin.assumed.items() if world.assumed.get(q) == answer}
        overflow(twin, world.overflowed)
    if len(found) > MOST_WORLDS and (asked := undecided(found)):
        found = found[:MOST_WORLDS]
        for world in found:
            overflow(world, asked)
    return found


def _sizes(world: Any, names: Sequence[str]) -> tuple[int, ...]:
    """How many things there are of every kind: worlds of other sizes are not equal."""
    values = (getattr(world, name) for name in names)
    return tuple(len(value) for value in values if isinstance(value, (list, dict)))


def _is_equal(one: Any, other: Any, parts: list[_Part]) -> bool:
    """Whether two worlds are equal; the part in which they are not is the first to be compared next time."""
    if type(one) is not type(other):
        return False
    for place, part in enumerate(parts):
        if part.of(one) != part.of(other):
            parts.insert(0, parts.pop(place))
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Part:
    """A field in which worlds may differ, or only the keys of a map, which are compared sooner than what they stand for."""

    name: str
    is_keys: bool

    def of(self, world: Any) -> Any:
        """This part of a world."""
        value = getattr(world, self.name)
        return value.keys() if self.is_keys else value


def _compared(world: Any) -> list[_Part]:
    """The parts in which worlds may differ: those of the game's own world first, for what was told is long and mostly alike."""
    names = [each.name for each in reversed(fields(world)) if each.name not in _HOW_KNOWN]
    maps = [_Part(name, is_keys=True) for name in names if isinstance(getattr(world, name), dict)]
    return [*maps, *(_Part(name, is_keys=False) for name in names)]


def undecided(worlds: Sequence[World]) -> tuple[str, ...]:
    """The questions on which the worlds differ or which they could not follow, in the order in which they came up."""
    asked = list(dict.fromkeys(question for world in worlds for question in world.assumed))
    open_ones = [question for question in asked if len({world.assumed.get(question) for world in worlds}) > 1]
    return tuple(dict.fromkeys([*open_ones, *(question for world in worlds for question in world.overflowed)]))


def is_overflowed(worlds: Sequence[World]) -> bool:
    """Whether so much is open that the worlds are not all the ways in which things may have been."""
    return any(world.overflowed for world in worlds)


def agreed(values: Sequence[Any]) -> Any:
    """The value on which all agree, else ``UNDETERMINED``; of maps entry by entry, of lists of one length item by item.

    An entry that some maps do not have is undetermined. Raises ValueError where there is no value at all.
    """
    if not values:
        raise ValueError("nothing can be agreed on without a value")
    first, *others = values
    if not others:
        return first
    if all(isinstance(value, Mapping) for value in values):
        return {key: _agreed_entry(values, key) for key in dict.fromkeys(key for value in values for key in value)}
    if all(isinstance(value, list) for value in values):
        if any(len(value) != len(first) for value in others):
            return UNDETERMINED
        return [agreed(items) for items in zip(*values, strict=True)]
    return first if all(type(value) is type(first) and value == first for value in others) else UNDETERMINED


def _agreed_entry(values: Sequence[Mapping[Any, Any]], key: Any) -> Any:
    if any(key not in value for value in values):
        return UNDETERMINED
    return agreed([value[key] for value in values])
