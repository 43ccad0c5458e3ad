"""Every open matter judged at one moment, and when that next changes by itself."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from datetime import datetime

from tracker.core.gamestate import UNDETERMINED, Outcome, Question
from tracker.core.leaning import Reason
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Post, Tally

from . import players, proposals, readings
from .resolving import Verdict, judge, perhaps_resolved, turning_points
from .votes import tally_at, unread_votes


@dataclass(frozen=True, slots=True)
class Judged:
    """A matter judged: the count as it stands, and what that makes of it.

    ``unread`` says that its page cannot be read wholly, and since when; nothing is determined then.
    """

    post: Post
    verdict: Verdict
    popular: Outcome
    unpopular: Outcome
    allowed: tuple[str, ...]
    next_change_at: datetime | None = None
    then: Judged | None = None
    """What it is at that instant."""
    unread: Reason | None = None
    is_agreed: bool = True
    """Whether all readings agree on what an admin may do."""
    turns_on: tuple[Question, ...] = ()
    """What people are asked since another answer than the one assumed would turn the verdict."""

    @property
    def allowed_printed(self) -> list[str] | str:
        """What an admin may do, or that it is undetermined, as the interchange format prints it."""
        return list(self.allowed) if self.is_agreed else UNDETERMINED

    @property
    def standing(self) -> tuple[Outcome, Outcome, list[str] | str]:
        """What may change by itself: popular, unpopular, and what an admin may do or that this is undetermined."""
        return self.popular, self.unpopular, self.allowed_printed


def judge_all(moment: Moment) -> dict[str, Judged]:
    """Slug -> verdict of every open matter, in the order in which they were opened."""
    oldest, ahead = proposals.oldest_pending(moment), _ahead(moment)
    found = (_judged(moment, post, judge(moment, post, oldest=oldest)) for post in moment.state.open_matters())
    return {item.post.slug: _with_next_change(moment, ahead, item) for item in found}


def _judged(moment: Moment, post: Post, verdict: Verdict) -> Judged:
    unread = unread_votes(moment, post)
    if unread is not None:
        return Judged(post, verdict, Outcome.UNDETERMINED, Outcome.UNDETERMINED, (), unread=unread)
    return _tried(moment, post, verdict)


def _tried(moment: Moment, post: Post, verdict: Verdict) -> Judged:
    """The verdict as far as every reading that may be meant agrees on it, each tried by itself.

    So of matters that may be resolved, and nobody can tell.
    """
    verdicts, asked = [verdict], []
    if unknown := perhaps_resolved(moment):
        there = judge(moment.without(unknown), post)
        verdicts.append(replace(there, allowed=() if post.slug in unknown else there.allowed))
    for other in readings.others(moment, post):
        found = judge(moment.supposing(*other), post)
        if _figures(found) != _figures(verdict):
            verdicts.append(found)
            asked.append(readings.question(moment, post, other))
    popular = Outcome.agreed(frozenset(each.popular for each in verdicts))
    unpopular = Outcome.agreed(frozenset(each.unpopular for each in verdicts))
    allowed = tuple(act for act in verdict.allowed if all(act in each.allowed for each in verdicts))
    is_agreed = len({each.allowed for each in verdicts}) == 1
    return Judged(post, verdict, popular, unpopular, allowed, is_agreed=is_agreed, turns_on=tuple(asked))


def _figures(verdict: Verdict) -> tuple[bool, bool, tuple[str, ...]]:
    return verdict.popular, verdict.unpopular, verdict.allowed


# --- what changes by itself ------------------------------------------------------------------------------------------


def _ahead(moment: Moment) -> Moment | None:
    """What holds once the downtime is over whose end marks of the roster wait for; None where none do."""
    until = moment.state.marks_wait_until
    if until is None:
        return None
    there = Moment.at(copy.deepcopy(moment.state), until, moment.decisions)
    players.take_waiting_marks(there)
    return there


def _with_next_change(moment: Moment, ahead: Moment | None, item: Judged) -> Judged:
    """With the first later instant at which it is popular, unpopular or to be resolved otherwise than now, if nobody acts."""
    for when in sorted(set(turning_points(moment, item.post))):
        is_past = ahead is not None and when >= ahead.when
        there = ahead.later(when) if ahead is not None and is_past else moment.later(when)
        post = there.state.posts[item.post.slug]
        verdict = judge(there, post, None if is_past else item.verdict.count)
        then = _judged(there, post, verdict)
        if then.standing != item.standing:
            return replace(item, next_change_at=when, then=then)
    return item


def as_if_lawful(moment: Moment, post: Post) -> Judged:
    """An unlawful matter judged as if it had been lawful, so that people see what its votes would say; nobody may resolve it."""
    return _with_next_change(moment, None, replace(_judged(moment, post, judge(moment, post)), allowed=()))


def quick_tally(moment: Moment, post: Post) -> Tally:
    """The count of a resolved matter is that of its resolution; of any other, the present one."""
    if post.resolution is not None and post.resolution.tally is not None:
        return post.resolution.tally
    return tally_at(moment, post)
