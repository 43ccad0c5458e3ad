"""Core Rules, Votable Matters, Votes: whose icon counts, what a DEFERENTIAL resolves to, and when a matter is popular or not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from tracker.core.gamestate import Question, Reason
from tracker.core.rule import rule

from .keywords import quorum_of
from .law import SECOND, Law
from .moment import Moment
from .special_case import downtime_edges, imperial_deferential
from .state import Ballot, Icon, Kind, Post, Status, Tally
from .tags import changes_standing_rules

MINIMUM_AGES = {
    Kind.PROPOSAL: ("proposal_minimum_hours", "timeout_hours"),
    Kind.CALL: ("timeout_hours",),
    Kind.DECLARATION: ("dov_minimum_hours", "dov_any_hours", "timeout_hours"),
}
"""The ages (parameter names) from which on something else may become lawful, by kind."""

NOT_A_PLAYER, SUPERSEDED, NO_VALID_ICON = "NOT_A_PLAYER", "SUPERSEDED", "NO_VALID_ICON"


@rule("BN-033", "BN-034", "BN-065")
def may_use(icon: Icon, ballot: Ballot, post: Post) -> bool:
    """Whether an icon is a valid voting icon there: VETO is the emperor's alone, and only on a proposal."""
    return icon is not Icon.VETO or (post.kind is Kind.PROPOSAL and ballot.by_emperor)


@rule("BN-036")
def cast_by(ballot: Ballot, post: Post, icons: tuple[Icon, ...]) -> Icon | None:
    """The vote that one comment casts: its last valid icon in reading order, or none."""
    for icon in reversed(icons):
        if may_use(icon, ballot, post):
            return icon
    return None


@rule("BN-102")
def icons_of(ballot: Ballot, moment: Moment) -> tuple[Icon, ...]:
    """The icons that an edited comment counts with: as first seen until a person decides (switch ``edited_comment_counts``)."""
    if ballot.newest is None:
        return ballot.icons
    reading = moment.answer(f"comment-edit:{ballot.id}") or moment.law.word("edited_comment_counts").removesuffix(
        "_seen"
    )
    return ballot.newest if reading == "newest" else ballot.icons


@rule("BN-032", "BN-035", "BN-037", "BN-038", "BN-039", "BN-040", "BN-198")
def tally_at(moment: Moment, post: Post) -> Tally:
    """Count the votes with the roster and the comments as of the moment."""
    players = moment.state.players()
    count = Tally(len(players), quorum_of(len(players), moment.law))
    last = _last_ballots(moment, post, count)
    for person in players:
        if person.key in last:
            ballot, icon = last[person.key]
            count.votes[person.key], count.evc[person.key] = icon, ballot.id
        elif person.key == post.author:
            count.votes[person.key] = Icon.FOR
        else:
            count.not_voted.append(person.key)
    _add_recusants(moment, post, last, count)
    count.by_quorum_only = _needs_quorum(moment, post)
    _count(moment, post, count)
    return count


@rule("BN-032")
def unread_votes(moment: Moment, post: Post) -> Reason | None:
    """Why votes may have been written that nobody knows, None where all of them are.

    Any number may have been at any instant since: a quorum reached or lost, or somebody has resolved the matter. A person
    who looked at the page may say that what was read is all there is, which vouches for what was written until then.
    """
    unread = moment.state.unread_of(post)
    if unread is None:
        return None
    until = _vouched_until(moment, post)
    if until is not None and moment.when < until:
        return None
    return Reason("BN-032", unread.what_is_unknown, (post.observation,))


def _vouched_until(moment: Moment, post: Post) -> datetime | None:
    """Until when what a person said of its votes may be gone by; None where nobody said since that they are all read.

    That ends with the hours of the ruling, and before them where its verdict may change: by its age, by an edge of the downtime,
    or as an older proposal leaves the queue.
    """
    unread, decision = moment.state.unread_of(post), moment.decisions.get(_all_read(post))
    if unread is None or decision is None or decision.answer != "yes" or decision.at < unread.at:
        return None
    told_at = moment.later(decision.at).law
    older = _older_proposals(moment, post) if post.kind is Kind.PROPOSAL else []
    ends = [decision.at + told_at.span("vouched_hours"), *thresholds(post, told_at), *downtime_edges(told_at)]
    ends += [each.opened_at + told_at.span("proposal_stale_hours") + SECOND for each in older]
    ends += [each.resolution.at for each in older if each.resolution is not None]
    return min(end for end in ends if end > decision.at)


def _older_proposals(moment: Moment, post: Post) -> list[Post]:
    posts = moment.state.posts.values()
    return [other for other in posts if other.kind is Kind.PROPOSAL and other.entry < post.entry]


def instants(moment: Moment) -> list[datetime]:
    """When what people said of the votes on pages that cannot be read stops to hold."""
    if not moment.state.unread:
        return []
    ends = [_vouched_until(moment, post) for post in moment.state.open_matters()]
    return [end for end in ends if end is not None]


def _all_read(post: Post) -> str:
    return f"all-read:{post.slug}"


def questions(moment: Moment) -> list[Question]:
    """Whether what was read of a page that cannot be read wholly is all that was voted there (BN-032)."""
    unread = ((post, moment.state.unread_of(post)) for post in moment.state.open_matters())
    return [
        Question(
            id=_all_read(post),
            text=f"{post.title} {found.words}: are the votes read so far all that stand there?",
            clause="BN-032",
            answers=("yes", "no"),
            about=found.at,
            needs=("look at the post in a browser, and compare its votes with those that the evidence lists",),
            observations=(post.observation,),
        )
        for post, found in unread
        if found is not None and unread_votes(moment, post) is not None
    ]


@rule("BN-046")
def _needs_quorum(moment: Moment, post: Post) -> bool:
    """Whether timeout does not make it popular: by an amendment after ruleset 170, a proposal that changes standing rules."""
    is_amended = moment.law.chooses("core_change_popular_by", "quorum only")
    return is_amended and post.kind is Kind.PROPOSAL and changes_standing_rules(moment, post)


@rule("BN-039")
def may_act_as_recusant(moment: Moment, post: Post, key: str) -> bool:
    """Whether an idle player has a vote on a matter, or may make it: by an amendment after ruleset 170, where it is no dynasty's."""
    is_amended = moment.law.chooses("recusants", "vote outside the dynasty")
    person = moment.state.person(key) if is_amended else None
    return person is not None and person.status is Status.IDLE and changes_standing_rules(moment, post)


def _add_recusants(moment: Moment, post: Post, last: Mapping[str, tuple[Ballot, Icon]], count: Tally) -> None:
    """The votes of idle players, who are none of those of whom the quorum is made."""
    for key, (ballot, icon) in last.items():
        if key not in count.votes:
            count.votes[key], count.evc[key] = icon, ballot.id
    if post.author not in count.votes and may_act_as_recusant(moment, post, post.author):
        count.votes[post.author] = Icon.FOR


def _last_ballots(moment: Moment, post: Post, count: Tally) -> dict[str, tuple[Ballot, Icon]]:
    """Each counting player's last ballot with a valid icon; the others are listed with why they do not count."""
    last: dict[str, tuple[Ballot, Icon]] = {}
    for ballot in post.ballots.values():
        icons = icons_of(ballot, moment)
        if not icons:
            continue
        voter = _voter(moment, ballot)
        cast = cast_by(ballot, post, icons)
        if not (_may_vote(moment, voter, ballot) or may_act_as_recusant(moment, post, voter)):
            count.uncounted.append((ballot.id, NOT_A_PLAYER, "BN-039"))
        elif cast is None:
            count.uncounted.append((ballot.id, NO_VALID_ICON, "BN-033"))
        else:
            if voter in last:
                count.uncounted.append((last[voter][0].id, SUPERSEDED, "BN-035"))
            last[voter] = (ballot, cast)
    return last


def _voter(moment: Moment, ballot: Ballot) -> str:
    """The person who wrote it, as names are understood now."""
    return ballot.author if ballot.author in moment.state.people else moment.state.key_of(ballot.name)


def _may_vote(moment: Moment, voter: str, ballot: Ballot) -> bool:
    revived = ballot.by_player or moment.law.chooses("return_revives_votes", "yes")
    return moment.state.counts(voter) and revived


@rule("BN-034", "BN-041", "BN-042", "BN-043", "BN-044")
def _count(moment: Moment, post: Post, count: Tally) -> None:
    """Resolve the DEFERENTIALs by the emperor's vote and add everything up."""
    count.emperor_vote = count.votes.get(moment.state.emperor) if moment.state.emperor else None
    lead = count.emperor_vote
    if lead is Icon.DEFERENTIAL:
        lead = count.emperor_deferential_counts = imperial_deferential(moment, post, count)
    for voter, icon in count.votes.items():
        if icon is Icon.DEFERENTIAL and lead in (Icon.FOR, Icon.AGAINST):
            count.resolves_as[voter] = icon = lead
        count.votes_for += icon is Icon.FOR
        count.votes_against += icon is Icon.AGAINST
        count.deferential += icon is Icon.DEFERENTIAL
        count.valid_vetoes += icon is Icon.VETO and moment.law.chooses("standing_veto_is_valid", "yes")


@rule("BN-047")
def age_of(post: Post, when: datetime) -> timedelta:
    """How long it has been open for voting; nothing stops or restarts that clock."""
    return when - post.opened_at


def thresholds(post: Post, law: Law) -> list[datetime]:
    """The instants at which an open matter's age alone may change what is lawful."""
    found = [post.opened_at + law.span(name) for name in MINIMUM_AGES[post.kind]]
    if post.kind is Kind.PROPOSAL:
        found.append(post.opened_at + law.span("proposal_stale_hours") + SECOND)
    return found


@rule("BN-045", "BN-046")
def popularity(count: Tally, age: timedelta, law: Law) -> tuple[bool, Reason]:
    """Whether it is popular, and by which of the two ways or for want of what."""
    if count.votes_for >= count.quorum:
        return True, Reason("BN-045", f"{count.votes_for} FOR reach quorum {count.quorum} of {count.players}")
    if count.by_quorum_only:
        text = f"{count.votes_for} FOR are fewer than quorum {count.quorum}, and timeout makes no change of standing rules popular"
        return False, Reason("BN-046", text)
    timeout, needed = law.span("timeout_hours"), law.number("timeout_valid_votes")
    if age < timeout:
        return False, Reason(
            "BN-045",
            f"{count.votes_for} FOR are fewer than quorum {count.quorum}, and it is younger than {hours(timeout)}",
        )
    if count.valid < needed:
        return False, Reason(
            "BN-046", f"timed out with {count.valid} valid vote{'' if count.valid == 1 else 's'}, fewer than {needed}"
        )
    if count.votes_for <= count.votes_against:
        return False, Reason(
            "BN-046", f"timed out with {count.votes_for} FOR, not more than {count.votes_against} AGAINST"
        )
    return True, Reason("BN-046", f"timed out with {count.votes_for} FOR and {count.votes_against} AGAINST")


@rule("BN-048", "BN-049", "BN-050")
def unpopularity(count: Tally, age: timedelta, law: Law) -> tuple[bool, Reason]:
    """Whether it is unpopular: too many AGAINST at any age, or not popular once it timed out."""
    not_against = count.players - count.votes_against
    if not_against < count.quorum:
        return True, Reason(
            "BN-048", f"{not_against} of {count.players} do not vote AGAINST, fewer than quorum {count.quorum}"
        )
    is_popular, why = popularity(count, age, law)
    if age >= law.span("timeout_hours") and not is_popular:
        return True, Reason("BN-049", why.text)
    return False, Reason(
        "BN-048", f"{not_against} of {count.players} do not vote AGAINST, at least quorum {count.quorum}"
    )


def hours(span: timedelta) -> str:
    """A span in whole hours, as the rules write it."""
    return f"{span // timedelta(hours=1)} h"
