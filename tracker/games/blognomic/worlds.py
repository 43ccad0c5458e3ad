"""Possible worlds: the states that the evidence leaves open, so that a verdict on which they disagree is undetermined (law 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import combinations

from .moment import Moment
from .players import depart
from .state import Possibility, State

Apply = Callable[[Moment, Possibility], None]

MOST = 5
"""With more open possibilities than this only none, each alone and all together are tried."""


def possibilities(moment: Moment) -> list[Possibility]:
    """Rows seen only between two looks, and leaving posts that nobody has confirmed."""
    found = list(moment.state.possible.values())
    for ask in moment.state.asks.values():
        if (
            ask.topic == "leave"
            and ask.closed_at is None
            and moment.answer(ask.question) is None
            and moment.state.counts(ask.who)
        ):
            found.append(Possibility("leave", ask.question, {"key": ask.who, "row": ask.observation}, ask.at, None))
    return found


def other_worlds(moment: Moment, apply: Apply) -> Iterator[Moment]:
    """The moment in every other state that the evidence allows: each with some of the possibilities come true."""
    open_ones = possibilities(moment)
    for chosen in _choices(open_ones):
        state: State = copy.deepcopy(moment.state)
        world = Moment(state, state.law(moment.when), moment.decisions)
        for possibility in chosen:
            state.possible.pop(possibility.id, None)
            _realise(world, possibility, apply)
        yield world


def _choices(open_ones: list[Possibility]) -> Iterator[tuple[Possibility, ...]]:
    sizes = range(1, len(open_ones) + 1) if len(open_ones) <= MOST else (1, len(open_ones))
    for size in sizes:
        yield from combinations(open_ones, size)


def _realise(world: Moment, possibility: Possibility, apply: Apply) -> None:
    if possibility.kind == "leave":
        person = world.state.people[possibility.payload["key"]]
        depart(world, person, possibility.payload["row"], asked=True)
    else:
        apply(world, possibility)
