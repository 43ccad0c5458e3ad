"""Every open matter judged at one moment, in all worlds that the evidence allows, and when that next changes by itself."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from tracker.core.gamestate import Outcome

from . import proposals
from .law import SECOND, Law
from .moment import Moment
from .resolving import Verdict, judge
from .special_case import downtime_edges
from .state import Kind, Post, Tally
from .votes import tally_at
from .worlds import Apply, other_worlds, possibilities

MINIMUM_AGES = {
    Kind.PROPOSAL: ("proposal_minimum_hours", "timeout_hours"),
    Kind.CALL: ("timeout_hours",),
    Kind.DECLARATION: ("dov_minimum_hours", "dov_any_hours", "timeout_hours"),
}
"""The ages (parameter names) from which on something else may become lawful, by kind."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A matter judged: the count as it stands, and what all possible worlds agree on."""

    post: Post
    verdict: Verdict
    popular: Outcome
    unpopular: Outcome
    allowed: tuple[str, ...]
    next_change_at: datetime | None

    @property
    def is_certain(self) -> bool:
        """Whether all worlds agree."""
        return Outcome.UNDETERMINED not in (self.popular, self.unpopular)


def judge_all(moment: Moment, apply: Apply) -> dict[str, Judged]:
    """Slug -> verdict of every open matter, in the order in which they were opened."""
    posts = moment.state.open_matters()
    here = _verdicts(moment)
    elsewhere = [_verdicts(world) for world in other_worlds(moment, apply, possibilities(moment))]
    counts = {slug: verdict.count for slug, verdict in here.items()}
    return {
        post.slug: _agreed(
            post,
            here[post.slug],
            [world[post.slug] for world in elsewhere if post.slug in world],
            next_change(moment, post, counts),
        )
        for post in posts
    }


def _verdicts(moment: Moment) -> dict[str, Verdict]:
    oldest = next(iter(proposals.queue(moment)), None)
    return {post.slug: judge(moment, post, oldest=oldest) for post in moment.state.open_matters()}


def _agreed(post: Post, verdict: Verdict, others: list[Verdict], change: datetime | None) -> Judged:
    every = [verdict, *others]
    return Judged(
        post,
        verdict,
        Outcome.agreed(frozenset(each.popular for each in every)),
        Outcome.agreed(frozenset(each.unpopular for each in every)),
        tuple(act for act in verdict.allowed if all(act in each.allowed for each in others)),
        change,
    )


# --- what changes by itself ------------------------------------------------------------------------------------------


def thresholds(post: Post, law: Law) -> list[datetime]:
    """The instants at which an open matter's age alone may change what is lawful."""
    found = [post.opened_at + law.span(name) for name in MINIMUM_AGES[post.kind]]
    if post.kind is Kind.PROPOSAL:
        found.append(post.opened_at + law.span("proposal_stale_hours") + SECOND)
    return found


def next_change(moment: Moment, post: Post, counts: Mapping[str, Tally]) -> datetime | None:
    """The first later instant at which its popularity or what an admin may do changes if nobody acts; None if it never does."""
    now = _standing(moment, post, counts[post.slug])
    for when in _candidates(moment, post):
        if _standing(moment.later(when), post, counts[post.slug]) != now:
            return when
    return None


def _standing(moment: Moment, post: Post, count: Tally) -> tuple[bool, tuple[str, ...]]:
    verdict = judge(moment, post, count)
    return verdict.popular, verdict.allowed


def _candidates(moment: Moment, post: Post) -> list[datetime]:
    """Its own thresholds, the downtime's edges, and for proposals the instants at which older ones leave the queue."""
    found = [*thresholds(post, moment.law), *downtime_edges(moment.law)]
    if post.kind is Kind.PROPOSAL:
        for older in moment.state.open_matters(Kind.PROPOSAL):
            if older is post:
                break
            found.append(older.opened_at + moment.law.span("proposal_stale_hours") + SECOND)
    return sorted({when for when in found if when > moment.when})


def as_if_lawful(moment: Moment, post: Post) -> Judged:
    """An unlawful matter judged as if it had been lawful, so that people see what its votes would say; nobody may resolve it."""
    shadow = replace(post, refusals=[])
    state = copy.copy(moment.state)
    state.posts = {**moment.state.posts, post.slug: shadow}
    state.open_slugs = [*moment.state.open_slugs, post.slug]
    there = Moment(state, moment.law, moment.decisions)
    verdict = judge(there, shadow)
    return _agreed(shadow, verdict, [], next_change(there, shadow, {post.slug: verdict.count}))


def quick_tally(moment: Moment, post: Post) -> Tally:
    """The count of a resolved matter is that of its resolution; of any other, the present one."""
    if post.resolution is not None and post.resolution.tally is not None:
        return post.resolution.tally
    return tally_at(moment, post)
