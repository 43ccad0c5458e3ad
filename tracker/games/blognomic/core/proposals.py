"""Core Rules, Proposals: who may make one, self-kills and vetoes, the queue, and when the oldest may be enacted or failed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import day_of
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.special_case import dormancy
from tracker.games.blognomic.special_case.tags import is_recusant_matter
from tracker.games.blognomic.state import Ballot, Icon, Kind, Post, Tally

from .victory import INTERREGNUM, Refusal, barring_hiatus, hiatus
from .votes import age_of, cast_by, may_act

# --- making ----------------------------------------------------------------------------------------------------------


@rule("BN-055", "BN-057", "BN-058", "BN-178", "BN-082")
def may_propose(moment: Moment, post: Post) -> list[Refusal]:
    """Why its author may not submit a proposal now (an empty list: they may)."""
    found: list[Refusal] = []
    if not may_act(moment, post, post.author):
        found.append(("NOT_A_PLAYER", "BN-055", f"{post.author_name} is no player"))
    found += _over_limits(moment, post)
    if moment.law.chooses("dormancy_means", "no proposals"):
        is_dormant, why = dormancy(moment.state, moment.law)
        found += [("DORMANT", "BN-178", why.text)] if is_dormant else []
    return found + _barring(moment, post)


@rule("BN-082", "BN26-031")
def _barring(moment: Moment, post: Post) -> list[Refusal]:
    """What a hiatus says to a proposal; by one reading the Interregnum leaves those alone that touch nothing of the dynasty."""
    is_amended = moment.law.chooses("interregnum_ends", "with the whole reset")
    may_go_on = is_amended and moment.reading("interregnum_proposals") == "non-dynastic"
    is_alone = may_go_on and set(hiatus(moment)) == {INTERREGNUM}
    return [] if is_alone and is_recusant_matter(moment, post) else barring_hiatus(moment)


def _over_limits(moment: Moment, post: Post) -> list[Refusal]:
    law, found = moment.law, []
    pending = [
        other for other in moment.state.open_matters(Kind.PROPOSAL) if other.author == post.author and other is not post
    ]
    if len(pending) >= law.number("pending_limit"):
        found.append(("TWO_PENDING", "BN-057", f"{post.author_name} has {len(pending)} proposals pending already"))
    made = proposals_made_on_day(moment, post.author)
    if made >= law.number("daily_limit"):
        found.append(
            (
                "THREE_THAT_DAY",
                "BN-058",
                f"{post.author_name} has made {made} proposals on {day_of(moment.when)} already",
            )
        )
    return found


@rule("BN-058", "BN-195")
def proposals_made_on_day(moment: Moment, author: str) -> int:
    """How many proposals somebody made on the moment's UTC day, whatever became of them; unlawful ones were none."""
    today = day_of(moment.when)
    return sum(day_of(made) == today for made in moment.state.proposals_made.get(author, ()))


def remember_made(moment: Moment, author: str) -> None:
    """Count a lawful proposal towards its day; earlier days no longer matter."""
    today = day_of(moment.when)
    kept = [made for made in moment.state.proposals_made.get(author, ()) if day_of(made) == today]
    moment.state.proposals_made[author] = [*kept, moment.when]


_MARKING = frozenset({Icon.AGAINST, Icon.VETO})
"""The icons that may mark a proposal for good."""

# --- self-kill and veto ----------------------------------------------------------------------------------------------


@rule("BN-059", "BN-060", "BN-061", "BN-062", "BN-063", "BN-064", "BN-065")
def mark(moment: Moment, post: Post, ballot: Ballot, icons: tuple[Icon, ...]) -> None:
    """What a comment makes of a proposal for good: self-killed by its author's AGAINST, vetoed by the emperor's VETO."""
    if post.kind is not Kind.PROPOSAL or not (_MARKING & set(icons)):
        return
    cast = cast_by(ballot, post, icons)
    is_own = ballot.author == post.author and may_act(moment, post, ballot.author)
    if cast is Icon.AGAINST and is_own and post.self_killed is None:
        post.self_killed = (ballot.at, ballot.id)
    if Icon.VETO in (cast, icons[-1]) and ballot.by_emperor and post.vetoed is None:
        post.vetoed = (ballot.at, ballot.id)


# --- the queue -------------------------------------------------------------------------------------------------------


@rule("BN-070")
def is_stale(moment: Moment, post: Post) -> bool:
    """Whether a proposal has been pending for more than seven days: left out of the queue, and to be failed by any admin."""
    return age_of(post, moment.when) > moment.law.span("proposal_stale_hours")


@rule("BN-066", "BN-070")
def queue(moment: Moment) -> list[Post]:
    """Lawful pending proposals, oldest first, without the stale ones; the first is the oldest pending proposal."""
    return list(_in_queue(moment))


def oldest_pending(moment: Moment) -> Post | None:
    """The first of the queue, without a look at the others."""
    return next(_in_queue(moment), None)


def _in_queue(moment: Moment) -> Iterator[Post]:
    return (post for post in moment.state.open_matters(Kind.PROPOSAL) if not is_stale(moment, post))


@rule("BN-066", "BN-067", "BN-069", "BN-070", "BN-072", "BN-082", "BN-177")
def allowed_on_proposal(
    moment: Moment, post: Post, count: Tally, popular: bool, unpopular: bool, oldest: Post | None
) -> list[str]:
    """Whether an admin may enact or fail a pending proposal now."""
    if _barring(moment, post):
        return []
    return [act for act in ("enact", "fail") if not _why_not_itself(moment, post, act, popular, unpopular, oldest)]


@rule("BN-066", "BN-067", "BN-069")
def why_not(moment: Moment, post: Post, act: str, popular: bool, unpopular: bool, oldest: Post | None) -> list[Refusal]:
    """Every reason why a pending proposal may not be enacted (or failed) now."""
    return _barring(moment, post) + _why_not_itself(moment, post, act, popular, unpopular, oldest)


def _why_not_itself(
    moment: Moment, post: Post, act: str, popular: bool, unpopular: bool, oldest: Post | None
) -> list[Refusal]:
    stale = is_stale(moment, post)
    found: list[Refusal] = []
    if post is not oldest and not (stale and act == "fail"):
        first = f"{oldest.title} is" if oldest else "this one is left out of the queue"
        found.append(("NOT_OLDEST", "BN-066", f"not the oldest pending proposal: {first}"))
    if act == "enact":
        return found + _why_not_enact(moment, post, popular)
    if not (unpopular or stale or post.vetoed or post.self_killed):
        found.append(("NOT_UNPOPULAR", "BN-069", "neither unpopular nor vetoed nor self-killed"))
    return found


@rule("BN-067")
def _why_not_enact(moment: Moment, post: Post, popular: bool) -> list[Refusal]:
    found: list[Refusal] = []
    if not popular:
        found.append(("NOT_POPULAR", "BN-067", "not popular"))
    if age_of(post, moment.when) < moment.law.span("proposal_minimum_hours"):
        found.append(("TOO_YOUNG", "BN-067", f"open for less than {moment.law.number('proposal_minimum_hours')} hours"))
    if post.vetoed:
        found.append(("VETOED", "BN-067", f"vetoed at {_at(post.vetoed[0])}"))
    if post.self_killed:
        found.append(("SELF_KILLED", "BN-067", f"{moment.law.word('self_kill_is')} at {_at(post.self_killed[0])}"))
    return found


def _at(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"
