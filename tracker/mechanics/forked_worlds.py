"""Forked worlds: what holds in each way in which doubtful things may have been, so that only what all agree on is said."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Protocol, TypeVar

from tracker.core.gamestate import UNDETERMINED

MOST_WORLDS = 32
"""More worlds than this are not followed."""


class World(Protocol):
    """What holds in one way in which things may have been: a dataclass with these fields beside its own.

    ``assumed`` is the answer to each question that this world rests on; ``overflowed`` the first question that was not
    followed because there were too many worlds ("" while all are): what a world says from then on is only one of more ways.
    """

    assumed: dict[str, str]
    overflowed: str


W = TypeVar("W", bound=World)


@dataclass(frozen=True, slots=True)
class Choice:
    """A doubt that matters: the question's id, its text and clause, from when an answer holds, the answers that are possible."""

    question: str
    text: str
    clause: str
    about: datetime
    answers: tuple[str, ...]
    observations: tuple[str, ...] = ()


def forked(
    worlds: list[W], choice: Choice, decided: str | None, apply: Callable[[W, str], None], beside: int = 0
) -> list[W]:
    """Each world once for each answer that is possible in it, with what follows applied and the answer among its assumptions.

    ``decided`` is a person's answer; one that is not possible settles nothing. A world that assumed an answer before keeps to
    it. Where there would be more than ``MOST_WORLDS``, with the ``beside`` others that there are already, each world takes only
    the first answer and is marked as overflowed.
    """
    ways = [(world, _answers(world, choice, decided)) for world in merged(worlds)]
    if beside + sum(len(answers) for _, answers in ways) > MOST_WORLDS:
        for world, answers in ways:
            world.overflowed = world.overflowed or (choice.question if len(answers) > 1 else "")
        ways = [(world, answers[:1]) for world, answers in ways]
    found: list[W] = []
    for world, answers in ways:
        twins = [copy.deepcopy(world) for _ in answers[1:]]
        for each, answer in zip([world, *twins], answers, strict=True):
            each.assumed[choice.question] = answer
            apply(each, answer)
            found.append(each)
    return merged(found)


def _answers(world: World, choice: Choice, decided: str | None) -> tuple[str, ...]:
    if decided in choice.answers:
        return (decided,)
    assumed = world.assumed.get(choice.question)
    return (assumed,) if assumed in choice.answers else choice.answers


def merged(worlds: Sequence[W]) -> list[W]:
    """The worlds, those that are equal but for their assumptions as one: it keeps the assumptions on which they agree.

    Of more than ``MOST_WORLDS`` only the first are kept, all marked as overflowed by the newest question that tells them apart.
    """
    found: list[W] = []
    names = _compared(worlds[0]) if worlds else ()
    for world in worlds:
        twin = next((other for other in found if _is_equal(other, world, names)), None)
        if twin is None:
            found.append(world)
            continue
        twin.assumed = {q: answer for q, answer in twin.assumed.items() if world.assumed.get(q) == answer}
        twin.overflowed = twin.overflowed or world.overflowed
    if len(found) > MOST_WORLDS and (asked := undecided(found)):
        found = found[:MOST_WORLDS]
        for world in found:
            world.overflowed = world.overflowed or asked[-1]
    return found


def _is_equal(one: Any, other: Any, names: Sequence[str]) -> bool:
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in names)


def _compared(world: Any) -> tuple[str, ...]:
    """The fields in which worlds may differ: those of the game's own world first, for what was told is long and mostly alike."""
    return tuple(each.name for each in reversed(fields(world)) if each.name not in ("assumed", "overflowed"))


def undecided(worlds: Sequence[World]) -> tuple[str, ...]:
    """The questions on which the worlds differ or which they could not follow, in the order in which they came up."""
    asked = list(dict.fromkeys(question for world in worlds for question in world.assumed))
    open_ones = [question for question in asked if len({world.assumed.get(question) for world in worlds}) > 1]
    return tuple(dict.fromkeys([*open_ones, *(world.overflowed for world in worlds if world.overflowed)]))


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
