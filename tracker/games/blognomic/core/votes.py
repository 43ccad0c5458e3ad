"""Core Rules, Votable Matters, Votes: whose icon counts, what a DEFERENTIAL resolves to, and when a matter is popular or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from tracker.core.gamestate import Question
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import quorum_of
from tracker.games.blognomic.law import SECOND, Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.special_case import downtime_edges, imperial_deferential
from tracker.games.blognomic.special_case.tags import changes_blocks, changes_standing_rules, is_recusant_matter
from tracker.games.blognomic.state import Ballot, Icon, Kind, Post, Status, Tally

MINIMUM_AGES = {
    Kind.PROPOSAL: ("proposal_minimum_hours", "timeout_hours"),
    Kind.CALL: ("timeout_hours",),
    Kind.DECLARATION: ("dov_minimum_hours", "dov_any_hours", "timeout_hours"),
}
"""The ages (parameter names) from which on something else may become lawful, by kind."""

PLAYER, RECUSANT = "player", "Recusant"
"""Why somebody is counted."""
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
    """The icons that an edited comment counts with: as first seen unless a person decides otherwise."""
    if ballot.newest is None or moment.answer(f"comment-edit:{ballot.id}") != "newest":
        return ballot.icons
    return ballot.newest


@rule("BN-032", "BN-035", "BN-037", "BN-038", "BN-039", "BN-040", "BN-198")
def tally_at(moment: Moment, post: Post) -> Tally:
    """Count the votes with the roster and the comments as of the moment."""
    players = moment.state.players()
    count = Tally(len(players), 0, counted=dict.fromkeys((person.key for person in players), PLAYER))
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
    _make_quorum(moment, post, count)
    return count


@rule("BN26-003", "BN26-011", "BN26-012", "BN26-020", "BN26-021", "BN-202")
def _make_quorum(moment: Moment, post: Post, count: Tally) -> None:
    """The quorum is made of the players without those who left the count of this matter, and of its Recusants who voted."""
    left = _who_leave(moment, post, count)
    for key in left & count.counted.keys():
        del count.counted[key]
    if moment.reading("recusants_in_quorum") == "counted":
        voted = {key for key in count.votes if count.resolves_as.get(key, count.votes[key]) is not Icon.DEFERENTIAL}
        recusants = (key for key in count.votes if key in voted and not moment.state.counts(key))
        count.counted |= dict.fromkeys(recusants, RECUSANT)
    count.players = len(count.counted)
    count.quorum = quorum_of(count.players, moment.law)


@rule("BN26-003")
def has_own_quorum(law: Law) -> bool:
    """Whether by the rules of the day each matter has a quorum of its own."""
    return not law.chooses("emperor_deferential", "is as most voted") or law.chooses(
        "recusants", "vote outside the dynasty"
    )


@rule("BN26-003")
def why_quorum(moment: Moment, count: Tally) -> Reason:
    """Of whom a matter's own quorum is made, and who of the players is not among them."""
    state = moment.state
    left = [state.name_of(person.key) for person in state.players() if person.key not in count.counted]
    added = [f"{state.name_of(key)} ({why})" for key, why in count.counted.items() if why != PLAYER]
    without = f", without {', '.join(left)} (DEFERENTIAL)" if left else ""
    besides = f", with {', '.join(added)}" if added else ""
    return Reason("BN26-003", f"quorum {count.quorum} of the {count.players} who count here{without}{besides}")


@rule("BN26-020", "BN26-021")
def _who_leave(moment: Moment, post: Post, count: Tally) -> set[str]:
    """Who is not counted for a proposal since the emperor's DEFERENTIAL stands on it: the emperor, or all who cast one."""
    leaves = moment.law.chooses("emperor_deferential", "leaves the count")
    if not leaves or post.kind is not Kind.PROPOSAL or count.emperor_vote is not Icon.DEFERENTIAL:
        return set()
    if moment.reading("deferentials_leave") == "emperor alone":
        return {moment.state.emperor}
    return {key for key, icon in count.votes.items() if icon is Icon.DEFERENTIAL}


@rule("BN-032")
def unread_votes(moment: Moment, post: Post) -> Reason | None:
    """Why votes may have been written that nobody knows, None where all of them are.

    Any number may have been at any instant since: a quorum reached or lost, or somebody has resolved the matter. A person
    who looked at the page may say that what was read is all there is, which vouches for what was written until then.
    """
    unread, until = moment.state.unread_of(post), vouched_until(moment, post)
    if unread is not None and (until is None or until <= moment.when):
        return Reason("BN-032", unread.what_is_unknown, (post.observation,))
    unseen, decision = unseen_ballots(moment, post), moment.decisions.get(_all_read(post))
    is_vouched = decision is not None and decision.answer == "yes" and decision.at >= _last_of(unseen, decision.at)
    if not unseen or is_vouched:
        return None
    names = ", ".join(dict.fromkeys(ballot.name for ballot in unseen))
    is_of_images = all(ballot.strays for ballot in unseen)
    why = (
        "images that may be voting icons are at no address that counts"
        if is_of_images
        else "a name may mean two people"
    )
    return Reason("BN-208" if is_of_images else "BN-039", f"{why}: by {names}", tuple(ballot.id for ballot in unseen))


def _last_of(ballots: Iterable[Ballot], default: datetime) -> datetime:
    return max((ballot.edited_at or ballot.at for ballot in ballots), default=default)


@rule("BN-032", "BN-208")
def unseen_ballots(moment: Moment, post: Post) -> list[Ballot]:
    """The comments by which players may have voted last, with images that are no voting icons by the settings.

    So of votes under a name that may mean two people.
    """
    last: dict[str, Ballot] = {}
    is_any = is_silent(moment, post)
    for ballot in post.ballots.values():
        voter, cast = _voter(moment, ballot), cast_by(ballot, post, icons_of(ballot, moment))
        is_like = any(is_any or stray.is_like_a_vote for stray in ballot.strays)
        if (is_like and moment.state.counts(voter)) or (cast is not None and voter.startswith("?")):
            last[voter] = ballot
        elif cast is not None:
            last.pop(voter, None)
    return list(last.values())


@rule("BN-032")
def is_silent(moment: Moment, post: Post) -> bool:
    """Whether several players but the author commented on a matter, and nobody used anything like a voting icon."""
    ballots = post.ballots.values()
    voters = {voter for ballot in ballots if moment.state.counts(voter := _voter(moment, ballot))} - {post.author}
    return len(voters) >= moment.law.number("silent_commenters") and not any(
        ballot.icons or ballot.newest or any(stray.is_like_a_vote for stray in ballot.strays) for ballot in ballots
    )


def vouched_until(moment: Moment, post: Post) -> datetime | None:
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
    ends = [vouched_until(moment, post) for post in moment.state.open_matters()]
    return [end for end in ends if end is not None]


def _all_read(post: Post) -> str:
    return f"all-read:{post.slug}"


def questions(moment: Moment) -> list[Question]:
    """Whether what was read of a page that cannot be read wholly is all that was voted there (BN-032)."""
    unread = ((post, unread_votes(moment, post)) for post in moment.state.open_matters())
    return [_question(moment, post, why) for post, why in unread if why is not None]


def _question(moment: Moment, post: Post, why: Reason) -> Question:
    unread = moment.state.unread_of(post)
    words = unread.words if unread else f"has votes that may not be seen ({why.text})"
    return Question(
        id=_all_read(post),
        text=f"{post.title} {words}: are the votes read so far all that stand there?",
        clause=why.clause,
        answers=("yes", "no"),
        about=unread.at if unread else _last_of(unseen_ballots(moment, post), post.opened_at),
        needs=("look at the post in a browser, and compare its votes with those that the evidence lists",),
        observations=why.observations,
    )


@rule("BN-046", "BN26-025")
def _needs_quorum(moment: Moment, post: Post) -> bool:
    """Whether timeout does not make it popular: by an amendment after ruleset 170, a proposal that changes standing rules."""
    is_amended = moment.law.chooses("core_change_popular_by", "quorum only")
    if not is_amended or post.kind is not Kind.PROPOSAL:
        return False
    of_blocks = moment.reading("timeout_of_building_blocks") == "quorum only" and changes_blocks(moment, post)
    return of_blocks or changes_standing_rules(moment, post)


@rule("BN-039", "BN26-010", "BN26-012")
def may_act_as_recusant(moment: Moment, post: Post, key: str) -> bool:
    """Whether an idle player has a vote on a matter, or may make it: by the rules of after 170, where it is no dynasty's."""
    is_amended = moment.law.chooses("recusants", "vote outside the dynasty") and post.kind is not Kind.DECLARATION
    person = moment.state.person(key) if is_amended else None
    return person is not None and person.status is Status.IDLE and is_recusant_matter(moment, post)


def may_act(moment: Moment, post: Post, key: str) -> bool:
    """Whether somebody has a vote on a matter, or may make it: as a player, or as a Recusant."""
    return moment.state.counts(key) or may_act_as_recusant(moment, post, key)


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
        if not may_act(moment, post, voter):
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


@rule("BN-029", "BN-030")
def _vote_of_head(moment: Moment, count: Tally) -> Icon | None:
    """What the head of the dynasty votes, by which others' DEFERENTIALs go; an idle one is no head there."""
    head = moment.state.emperor
    return count.votes.get(head) if moment.state.counts(head) else None


@rule("BN-034", "BN-041", "BN-042", "BN-043", "BN-044")
def _count(moment: Moment, post: Post, count: Tally) -> None:
    """Resolve the DEFERENTIALs by the emperor's vote and add everything up."""
    lead = count.emperor_vote = _vote_of_head(moment, count)
    is_alone = False
    if lead is Icon.DEFERENTIAL:
        lead = count.emperor_deferential_counts = imperial_deferential(moment, post, count)
        is_alone = not moment.law.chooses("emperor_deferential", "is as most voted")
    for voter, icon in count.votes.items():
        follows = not is_alone or voter == moment.state.emperor
        if icon is Icon.DEFERENTIAL and follows and lead in (Icon.FOR, Icon.AGAINST):
            count.resolves_as[voter] = icon = lead
        count.votes_for += icon is Icon.FOR
        count.votes_against += icon is Icon.AGAINST
        count.deferential += icon is Icon.DEFERENTIAL


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
