"""Appendix, Gamestate Tracking: the statuses that admins set. They stand; one without a ground is reported until it is set back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from tracker.core.gamestate import Finding
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.rule import rule
from tracker.games.blognomic.core import resolving, victory
from tracker.games.blognomic.core.resolving import ACTS, judge, meaning_of, tally_text
from tracker.games.blognomic.core.victory import Refusal
from tracker.games.blognomic.core.votes import tally_at, unread_votes
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import PENDING, Kind, Post, Resolution, Watch


@rule("BN-051", "BN-052", "BN-068", "BN-218", "BN-220")
def take_status(moment: Moment, post: Post, said: Observation) -> None:
    """A status that an admin set: it stands from its instant on, with one report where no rule allowed it."""
    meaning, watch = meaning_of(said.text("status"), moment), _stop_watching(moment, said)
    post.shown_status = said.text("status")
    if take_history(moment, post, said) or not (post.kind.is_votable and post.is_official):
        return
    if meaning == post.state or (meaning == PENDING and _was_forced(post)):
        _same_again(moment, post, said, meaning)
        return
    if post.unfounded is not None:
        _take_back(moment, post)
    if meaning != post.state:
        _set(moment, post, _told(moment, said, meaning), has_ground=watch is not None and watch.has_ground)
    _judge_again(moment, post)


def _was_forced(post: Post) -> bool:
    """Whether no admin failed it, but the enactment of another declaration (BN-088)."""
    return post.resolution is not None and not post.resolution.shown


def _same_again(moment: Moment, post: Post, said: Observation, meaning: str) -> None:
    """A status that changes nothing: one that follows what was so already, or the open one, perhaps with a note."""
    if _was_forced(post) and post.resolution is not None and meaning != PENDING:
        post.resolution.shown = said.text("status")
    if post.state == PENDING and said.text("note").strip():
        text = f"{post.title} bears an admin's note, but its status is {said.text('status') or 'open'}"
        moment.state.note("NOTE_WITHOUT_STATUS", "BN-218", text, said.id, at=moment.when, subject=post.slug)


def _told(moment: Moment, said: Observation, meaning: str) -> Resolution:
    note = said.text("note")
    by = said.text("by") or resolving.named_in_note(moment, note)
    return Resolution(meaning, said.text("status"), moment.when, by, note, said.id, since=said.possible_from)


def _set(moment: Moment, post: Post, resolution: Resolution, *, has_ground: bool = False) -> None:
    """Let a status stand from now on, judged by what was so until now."""
    resolution.tally = tally_at(moment, post)
    refusals = [] if has_ground else _why_not(moment, post, resolution)
    resolution.is_grounded = not refusals
    if refusals:
        why = "; ".join(text for _, _, text in refusals)
        text = (
            f"{resolution.shown or 'open'} without a ground{_looks(resolution)}: {why} ({tally_text(resolution.tally)}); "
            "it stands and the queue goes on from it until it is set back on the blog, or taken out: "
            f"* correct {resolution.observation} void: REASON, or tracker correct {resolution.observation} --void --by NAME --why TEXT"
        )
        refusals.append(("STATUS_WITHOUT_GROUND", "BN-220", text))
    resolution.problems = [
        resolving.report(moment, post, code, clause, text, resolution.observation)
        for code, clause, text in refusals
        if code
    ]
    if resolution.status != PENDING:
        resolving.compare_note(moment, post, resolution, resolution.tally)
    apply(moment, post, resolution)


def _looks(resolution: Resolution) -> str:
    """Between which looks it was set, where that is all that is known."""
    if resolution.since is None or resolution.since >= resolution.at:
        return ""
    return f" at any instant from {iso(resolution.since)} to {iso(resolution.at)}"


_BY_VOTES = frozenset({"NOT_POPULAR", "NOT_UNPOPULAR"})


@rule("BN-051", "BN-220")
def _why_not(moment: Moment, post: Post, resolution: Resolution) -> list[Refusal]:
    """Every reason why no admin could set that status now, or why whoever set it could not; some have no code of their own.

    Where not all votes could be read nothing is held against it that hangs on them.
    """
    if post.state == PENDING:
        there = _going_on(moment, post)
        found = resolving.why_not(there, post, judge(there, post), ACTS[resolution.status])
        if unread_votes(moment, post):
            found = [refusal for refusal in found if refusal[0] not in _BY_VOTES]
    else:
        found = [("", "BN-220", f"it was {post.state} already, and a resolved matter stays resolved")]
    if resolution.by and not resolving.is_admin(moment, resolution.by):
        done = resolution.status.lower()
        found.append(("NOT_AN_ADMIN", "BN-011", f"{post.title} was {done} by {resolution.by}, who is no admin"))
    return found


def _going_on(moment: Moment, post: Post, resolved: Iterable[str] = ()) -> Moment:
    """The moment by which a status is judged: what was opened again without a ground is reported once and hinders no other.

    Nor does what may be resolved, and nobody can tell.
    """
    others = map(moment.state.posts.__getitem__, moment.state.open_slugs)
    unfounded = (each.slug for each in others if each.unfounded is not None)
    return moment.without({*resolved, *resolving.perhaps_resolved(moment), *unfounded} - {post.slug})


def apply(moment: Moment, post: Post, resolution: Resolution) -> None:
    """Let a matter be enacted, failed or open again, with what follows at once for the dynasty."""
    post.resolutions.append(resolution)
    post.state = resolution.status
    moment.state.relist(post)
    if post.kind is Kind.DECLARATION:
        victory.follow_status(moment, post, resolution)


def _take_back(moment: Moment, post: Post) -> None:
    """The newest status is set back: its report ends, and what was before it holds again."""
    gone = post.resolutions.pop()
    post.findings = [each for each in post.findings if each.at != gone.at or gone.observation not in each.observations]
    post.state = post.resolutions[-1].status if post.resolutions else PENDING
    moment.state.relist(post)
    if post.kind is Kind.DECLARATION:
        victory.take_back_status(moment, post, gone)


def _judge_again(moment: Moment, newest: Post) -> None:
    """Of statuses of one instant the order of the queue holds: one that was told before its turn may have a ground now."""
    posts = (post for post in moment.state.posts.values() if post is not newest)
    early = [post for post in posts if post.unfounded is not None and post.unfounded.at == moment.when]
    for post in sorted(early, key=lambda post: (post.posted_at, post.entry)):
        status = post.resolutions[-1]
        _take_back(moment, post)
        _set(moment, post, status)


# --- set between two looks -------------------------------------------------------------------------------------------


def watch(moment: Moment, post: Post, said: Observation) -> None:
    """From now on, until a look shows it, an admin may have set a status: whether that was lawful at any instant is noted."""
    if take_history(moment, post, said):
        return
    told = _told(moment, said, meaning_of(said.text("status"), moment))
    if told.status != PENDING:
        moment.state.watched.append(Watch(post.slug, said.id, told.status, told.by, said.happened_at, moment.when))


def _stop_watching(moment: Moment, said: Observation) -> Watch | None:
    watched = moment.state.watched
    found = next((each for each in watched if (each.observation, each.until) == (said.id, said.happened_at)), None)
    if found is not None:
        watched.remove(found)
    return found


@rule("BN-220", "BN-250")
def seek_grounds(moment: Moment) -> None:
    """Note which statuses that are set about now could be set lawfully, at some instant since the last row, as things stand."""
    open_ones = [each for each in moment.state.watched if not each.has_ground and each.slug in moment.state.open_slugs]
    instants = {moment.when, *(when for each in open_ones for when in _instants(moment, each))}
    for when in sorted(instants) if open_ones else ():
        _seek_at(moment.later(when), [each for each in open_ones if each.since <= when])
    for each in open_ones:
        each.since = moment.when


def _instants(moment: Moment, watched: Watch) -> Iterator[datetime]:
    post = moment.state.posts[watched.slug]
    since = (watched.since, *resolving.turning_points(moment.later(watched.since), post))
    return (when for when in since if when <= moment.when)


def _seek_at(moment: Moment, waiting: list[Watch]) -> None:
    """Matters whose own status has a ground by now count as resolved for the others."""
    while found := next((each for each in waiting if not each.has_ground and _is_lawful(moment, each)), None):
        found.has_ground = True


def _is_lawful(moment: Moment, watched: Watch) -> bool:
    post = moment.state.posts[watched.slug]
    resolved = (each.slug for each in moment.state.watched if each.has_ground)
    is_allowed = ACTS[watched.status] in judge(_going_on(moment, post, resolved), post).allowed
    return is_allowed and (not watched.by or resolving.is_admin(moment, watched.by))


# --- before the first look -------------------------------------------------------------------------------------------


@rule("BN-212", "BN-220")
def take_history(moment: Moment, post: Post, said: Observation) -> bool:
    """What was resolved before the blog was first looked at stands as it was found: nobody knows by which votes."""
    meaning = meaning_of(said.text("status"), moment)
    if not _is_of_before(moment, post, said) or meaning == PENDING or not post.kind.is_votable:
        return False
    if not post.is_history:
        moment.state.history += 1
        post.refusals, post.findings, post.shown_status = [], [], said.text("status")
        resolution = _told(moment, said, meaning)
        resolution.is_history = True
        apply(moment, post, resolution)
    post.resolutions[-1].at = moment.when
    return True


def _is_of_before(moment: Moment, post: Post, said: Observation) -> bool:
    """Whether the very look that first saw the post, or may have, was the first at the blog, and saw it resolved."""
    first = moment.state.first_look
    is_seen_together = said.seen_at is not None and said.seen_at == post.seen_at
    return is_seen_together and first is not None and said.possible_from < first


def findings(moment: Moment) -> list[Finding]:
    """How many matters were resolved before the first look."""
    count, first = moment.state.history, moment.state.first_look
    if not count or first is None:
        return []
    matters = "one matter was" if count == 1 else f"{count} matters were"
    text = f"{matters} resolved before the first look at the blog at {iso(first)}: shown as found, and not judged"
    return [Finding("RESOLVED_BEFORE_FIRST_LOOK", "BN-220", text, at=first, is_note=True)]
