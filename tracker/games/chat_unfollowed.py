"""What is shown where so much is undecided that not every way is followed: nothing that may have changed since is told as a fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from tracker.core.gamestate import Finding
from tracker.core.instants import EPOCH
from tracker.mechanics.chat_play import Ask, ChatState, ChatWorld
from tracker.mechanics.forked_worlds import NOT_ALL_FOLLOWED
from tracker.mechanics.judges import Bench
from tracker.mechanics.voting_periods import Proposal

World = TypeVar("World", bound=ChatWorld)
SOMEBODY = "?"
"""Whoever it may be: nobody has this id."""


class _Person(Protocol):
    """A player of whichever game."""

    spans: list[tuple[datetime, datetime | None]]
    goods: dict[str, int]


Person = TypeVar("Person", bound=_Person)


def unfollowed_since(state: ChatState, worlds: Iterable[ChatWorld]) -> datetime | None:
    """From when on there are ways in which things may be that no world follows (UTC); None where there are none."""
    asked = _asked(state, worlds := list(worlds))
    lost = dict.fromkeys(question for world in worlds for question in world.overflowed)
    return min((asked[each].about if each in asked else EPOCH for each in lost), default=None)


def findings(state: ChatState, worlds: Sequence[ChatWorld]) -> Iterator[Finding]:
    """The first doubt of which not every answer is followed."""
    lost = {question for world in worlds for question in world.overflowed}
    doubts = (doubt for id, doubt in _asked(state, worlds).items() if id in lost)
    first = min(doubts, key=lambda doubt: doubt.about, default=None)
    if first is not None:
        text = (
            f"more is undecided than can be followed: from {first.id} on nothing is told as a fact that may have changed since, "
            "until enough of the questions are answered"
        )
        yield Finding(NOT_ALL_FOLLOWED, first.clause, text, tuple(first.rows), first.about)


def _asked(state: ChatState, worlds: Iterable[ChatWorld]) -> Mapping[str, Ask]:
    return {**state.doubts, **{id: ask for world in worlds for id, ask in world.asks.items()}}


# --- a world of which nothing is known --------------------------------------------------------------------------------


def told_before(world: ChatWorld, since: datetime) -> dict[str, Any]:
    """The fields of a chat's world, of which nothing is known that was told since an instant."""
    return {
        "events": [each for each in world.events if each.at < since],
        "refused": [each for each in world.refused if each.at < since],
        "changes": [],
        "requests": {},
    }


def other_people(people: Mapping[str, Person], items: Iterable[str]) -> dict[str, Person]:
    """Players of whom everything is otherwise: whether they play, and how many they have of anything."""
    usual = list(items)
    return {
        id: replace(each, spans=_turned(each.spans), goods=more(each.goods, usual))  # type: ignore[type-var]
        for id, each in people.items()
    }


def more(goods: Mapping[str, int], items: Iterable[str] = ()) -> dict[str, int]:
    """One more of everything."""
    return {item: goods.get(item, 0) + 1 for item in dict.fromkeys((*goods, *items))}


def _turned(spans: Sequence[tuple[datetime, datetime | None]]) -> list[tuple[datetime, datetime | None]]:
    if spans and spans[-1][1] is None:
        return [*spans[:-1], (spans[-1][0], spans[-1][0])]
    return [*spans, (spans[-1][0] if spans else EPOCH, None)]


def other_bench(bench: Bench, since: datetime) -> Bench:
    """A bench of which only what was over at an instant is the same: votes of confidence, with the rulings that they were about."""
    votes = {id: each for id, each in bench.votes.items() if each.status != "open" and each.end < since}
    return replace(
        bench,
        judge="" if bench.judge else SOMEBODY,
        assents={} if bench.assents else {SOMEBODY: since},
        requests={},
        rulings={each.ruling: bench.rulings[each.ruling] for each in votes.values()},
        votes=votes,
    )


def decided_before(proposals: Mapping[str, Proposal], since: datetime) -> dict[str, Proposal]:
    """The proposals that were closed at an instant."""
    return {id: each for id, each in proposals.items() if each.closed_at is not None and each.closed_at < since}
