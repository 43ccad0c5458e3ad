"""Every open matter judged at one moment, in all worlds that the evidence allows, and when that next changes by itself."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tracker.core.gamestate import Outcome, Reason

from . import proposals
from .law import SECOND
from .moment import Moment
from .resolving import Verdict, judge
from .special_case import downtime_edges
from .state import Kind, Post, Tally
from .votes import tally_at, thresholds, unread_votes
from .worlds import Apply, doubts, other_worlds, possibilities


@dataclass(frozen=True, slots=True)
class Judged:
    """A matter judged: the count as it stands, and what all possible worlds agree on.

    ``unread`` says that its page cannot be read wholly, and since when; nothing else is determined then.
    """

    post: Post
    verdict: Verdict
    popular: Outcome
    unpopular: Outcome
    allowed: tuple[str, ...]
    next_change_at: datetime | None
    unread: Reason | None = None

    @property
    def is_certain(self) -> bool:
        """Whether all worlds agree."""
        return Outcome.UNDETERMINED not in (self.popular, self.unpopular)

    def doubts(self, moment: Moment) -> tuple[Reason, ...]:
        """Why it is undetermined: votes that nobody could read, else what may or may not have happened; none where it is not."""
        if self.unread is not None:
            return (self.unread,)
        return () if self.is_certain else doubts(moment)


_Standing = tuple[Outcome, Outcome, tuple[str, ...]]
"""Popular, unpopular and what is allowed, where all worlds agree."""


@dataclass(frozen=True, slots=True)
class World:
    """A possible moment with the verdicts on every matter that is open in it."""

    moment: Moment
    verdicts: Mapping[str, Verdict]

    def verdict_at(self, when: datetime, slug: str) -> Verdict:
        """The verdict at a later instant, if nobody acts."""
        return judge(self.moment.later(when), self.moment.state.posts[slug], self.verdicts[slug].count)


def judge_all(moment: Moment, apply: Apply) -> dict[str, Judged]:
    """Slug -> verdict of every open matter, in the order in which they were opened."""
    elsewhere = other_worlds(moment, apply, possibilities(moment))
    worlds = [World(each, _verdicts(each)) for each in (moment, *elsewhere)]
    return {post.slug: _judged(post, worlds) for post in moment.state.open_matters()}


def _verdicts(moment: Moment) -> dict[str, Verdict]:
    oldest = next(iter(proposals.queue(moment)), None)
    return {post.slug: judge(moment, post, oldest=oldest) for post in moment.state.open_matters()}


def _judged(post: Post, worlds: Sequence[World]) -> Judged:
    """What all worlds in which the matter is open say of it; the first world is the one that we count with."""
    open_in = [world for world in worlds if post.slug in world.verdicts]
    verdicts = [world.verdicts[post.slug] for world in open_in]
    unread = unread_votes(worlds[0].moment, post)
    if unread is not None:
        return Judged(post, verdicts[0], Outcome.UNDETERMINED, Outcome.UNDETERMINED, (), None, unread)
    if worlds[0].moment.undecided(post.doubts):
        # Whether it is official, or marked, is undetermined until a person decides: nothing may be done.
        popular, unpopular, _ = _agreed(verdicts)
        return Judged(post, verdicts[0], popular, unpopular, (), _next_change(post, open_in, acts=False))
    return Judged(post, verdicts[0], *_agreed(verdicts), _next_change(post, open_in))


def _agreed(verdicts: Sequence[Verdict]) -> _Standing:
    return (
        Outcome.agreed(frozenset(each.popular for each in verdicts)),
        Outcome.agreed(frozenset(each.unpopular for each in verdicts)),
        tuple(act for act in verdicts[0].allowed if all(act in each.allowed for each in verdicts)),
    )


# --- what changes by itself ------------------------------------------------------------------------------------------


def _next_change(post: Post, worlds: Sequence[World], *, acts: bool = True) -> datetime | None:
    """The first later instant at which its popularity or (``acts``) what an admin may do changes if nobody acts; None for never."""
    popular, _, allowed = _agreed([world.verdicts[post.slug] for world in worlds])
    for when in _candidates(worlds[0].moment, post):
        later = _agreed([world.verdict_at(when, post.slug) for world in worlds])
        if later[0] is not popular or (acts and later[-1] != allowed):
            return when
    return None


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
    shadow, state = replace(post, refusals=[]), copy.copy(moment.state)
    state.posts = {**moment.state.posts, post.slug: shadow}
    state.open_slugs = [*moment.state.open_slugs, post.slug]
    there = Moment(state, moment.law, moment.decisions)
    return _judged(shadow, [World(there, {post.slug: judge(there, shadow)})])


def quick_tally(moment: Moment, post: Post) -> Tally:
    """The count of a resolved matter is that of its resolution; of any other, the present one."""
    if post.resolution is not None and post.resolution.tally is not None:
        return post.resolution.tally
    return tally_at(moment, post)
