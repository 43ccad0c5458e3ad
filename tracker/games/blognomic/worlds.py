"""Possible worlds: the states that the evidence leaves open, so that a verdict on which they disagree is undetermined (law 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import combinations
from typing import Any

from tracker.core.gamestate import Reason
from tracker.core.instants import TICKLE, iso

from .moment import Moment
from .players import depart
from .state import Ask, Ballot, Kind, Person, Possibility, Post, Resolution, Shown, State

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


_ABOUT_PEOPLE = frozenset({"leave", "roster", "roster_change"})


def may_change_votes(possibility: Possibility, post: Post) -> bool:
    """Whether a possibility is about that matter itself or about who may vote."""
    return possibility.kind in _ABOUT_PEOPLE or _subject(possibility) == post.slug


def may_change_effect(possibility: Possibility, subject: Post | None, state: State, author: str) -> bool:
    """Whether a possibility may decide what a new post or comment of that author brings about: is it lawful, does it kill or veto?

    ``subject`` is the post commented on, None for a new post.
    """
    about = state.posts.get(_subject(possibility))
    if possibility.kind == "post_status":
        own = subject is None and about is not None and about.author == author
        return own or (about is not None and about.kind is Kind.DECLARATION)
    if possibility.kind in ("post", "post_edited"):
        return subject is None or about is subject
    return possibility.kind in _ABOUT_PEOPLE


def _subject(possibility: Possibility) -> str:
    return str(possibility.payload.get("post") or possibility.payload.get("slug") or "")


def in_words(possibility: Possibility) -> str:
    """What may have happened, naming both looks."""
    until = f" and {iso(possibility.until)}" if possibility.until else ", if a person confirms it"
    what = "a change of the list of players" if possibility.kind == "roster" else f"{possibility.kind} {possibility.id}"
    return f"{what} happened between {iso(possibility.since)}{until}"


def doubts(moment: Moment) -> tuple[Reason, ...]:
    """What may or may not have happened yet, naming both looks."""
    return tuple(
        Reason("BN-250", in_words(item), (str(item.payload.get("row", item.id)),)) for item in possibilities(moment)
    )


# --- what may have happened by now -----------------------------------------------------------------------------------


def other_worlds(
    moment: Moment, apply: Apply, open_ones: Sequence[Possibility], also: Sequence[str] = ()
) -> Iterator[Moment]:
    """The moment in every other state that the evidence allows: each with some of the possibilities come true.

    In each of them the open matters, what the possibilities are about and the posts of the slugs ``also`` may be changed.
    """
    for chosen in _choices(open_ones):
        state = _twin(moment.state, [*also, *(_subject(possibility) for possibility in chosen)])
        world = Moment.at(state, moment.when, moment.decisions)
        for possibility in chosen:
            state.possible.pop(possibility.id, None)
            _realise(world, possibility, apply)
        yield world


def _choices(open_ones: Sequence[Possibility]) -> Iterator[tuple[Possibility, ...]]:
    sizes = range(1, len(open_ones) + 1) if len(open_ones) <= MOST else (1, len(open_ones))
    for size in sizes:
        yield from combinations(open_ones, size)


def _realise(world: Moment, possibility: Possibility, apply: Apply) -> None:
    if possibility.kind == "leave":
        person = world.state.people[possibility.payload["key"]]
        depart(world, person, possibility.payload["row"], asked=True)
    else:
        apply(world, possibility)


# --- what was so a little earlier ------------------------------------------------------------------------------------


def earlier_worlds(moment: Moment, post: Post, since: datetime) -> Iterator[Moment]:
    """The moments after ``since`` and before this one at which the matter's votes stood differently."""
    written = {ballot.at for ballot in post.ballots.values() if since < ballot.at <= moment.when}
    for when in sorted({since, *(at - TICKLE for at in written)} if since < moment.when else ()):
        state = _twin(moment.state, [post.slug])
        _cut(state.posts[post.slug], when)
        yield Moment.at(state, max(when, since + TICKLE), moment.decisions)


def _cut(post: Post, when: datetime) -> None:
    """Take away what comments brought after an instant."""
    post.ballots = {id: ballot for id, ballot in post.ballots.items() if ballot.at <= when}
    post.self_killed = post.self_killed if post.self_killed and post.self_killed[0] <= when else None
    post.vetoed = post.vetoed if post.vetoed and post.vetoed[0] <= when else None


# --- copies ----------------------------------------------------------------------------------------------------------

_CHANGING = {kind: tuple(each.name for each in fields(kind)) for kind in (Person, Shown, Ask, Post, Ballot, Resolution)}
"""What a world may change, with the names of its fields."""


def _twin(state: State, subjects: Sequence[str]) -> State:
    """A copy of the state, with copies of only those posts that the world may change: the open matters and those named."""
    twin: State = copy.copy(state)
    for each in fields(state):
        if each.name != "posts":
            setattr(twin, each.name, _copied(getattr(state, each.name)))
    touched = {*state.open_slugs, *subjects} & state.posts.keys()
    twin.posts = {**state.posts, **{slug: _copied(state.posts[slug]) for slug in touched}}
    return twin


def _copied(value: Any) -> Any:
    """A copy all the way down to what never changes."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_copied(each) for each in value]
    names = _CHANGING.get(type(value))
    if names is None:
        return value
    twin = copy.copy(value)
    for name in names:
        inner = getattr(value, name)
        if isinstance(inner, dict | list) or type(inner) in _CHANGING:
            setattr(twin, name, _copied(inner))
    return twin
