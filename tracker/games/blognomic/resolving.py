"""Core Rules, Enacting and Failing: what an admin may do to a matter, and what they did, against our own tally."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.core.gamestate import Finding, Reason
from tracker.core.rule import rule

from . import calls, proposals, victory
from .moment import Moment
from .notes import read_note, resolver_in
from .state import ENACTED, FAILED, PENDING, Kind, Post, Resolution, Tally
from .votes import age_of, hours, popularity, tally_at, unpopularity

ACTS = {ENACTED: "enact", FAILED: "fail"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A matter judged at one instant: the count, popularity both ways with reasons, and what an admin may do."""

    count: Tally
    popular: bool
    unpopular: bool
    why_popular: Reason
    why_unpopular: Reason
    allowed: tuple[str, ...]


@rule("BN-051", "BN-072")
def judge(moment: Moment, post: Post, count: Tally | None = None, oldest: Post | None = None) -> Verdict:
    """Judge a pending matter; ``oldest`` is the oldest pending proposal where the caller knows it already."""
    count = count or tally_at(moment, post)
    age = age_of(post, moment.when)
    popular, why_popular = popularity(count, age, moment.law)
    unpopular, why_unpopular = unpopularity(count, age, moment.law)
    if not post.is_open:
        allowed = []
    elif post.kind is Kind.PROPOSAL:
        first = oldest or next(iter(proposals.queue(moment)), None)
        allowed = proposals.allowed_on_proposal(moment, post, count, popular, unpopular, first)
    elif post.kind is Kind.CALL:
        allowed = calls.allowed_on_call(moment, post, popular, unpopular)
    else:
        allowed = victory.allowed_on_declaration(moment, count, age, popular, unpopular)
    return Verdict(count, popular, unpopular, why_popular, why_unpopular, tuple(allowed))


# --- what admins did -------------------------------------------------------------------------------------------------


@rule("BN-051")
def meaning_of(status: str, moment: Moment) -> str:
    """What a status word of the blog means: Enacted, Failed or Pending."""
    word = status.strip().casefold()
    if word in moment.law.words("enacted_words"):
        return ENACTED
    return FAILED if word in moment.law.words("failed_words") else PENDING


@rule("BN-051", "BN-052", "BN-068", "BN-218", "BN-220")
def take_status(moment: Moment, post: Post, status: str, by: str, note: str, row: str) -> None:
    """An admin's status: taken over where the rules allow it at that instant, else reported, the matter staying as it was."""
    meaning = meaning_of(status, moment)
    post.shown_status = status
    if not (post.kind.is_votable and post.is_official):
        return
    if post.state != PENDING:
        _take_second_status(moment, post, status, meaning, row)
        return
    if meaning == PENDING:
        if note.strip():
            text = f"{post.title} bears an admin's note, but its status is {status or 'open'}"
            moment.state.note("NOTE_WITHOUT_STATUS", "BN-218", text, row, at=moment.when, subject=post.slug)
        return
    resolution = _resolution(moment, post, status, meaning, by, note, row)
    post.resolutions.append(resolution)
    answer = moment.answer(f"status:{post.slug}")
    if answer == "stands" or (resolution.is_grounded and answer != "void"):
        _resolve(moment, post, resolution)


def _take_second_status(moment: Moment, post: Post, status: str, meaning: str, row: str) -> None:
    was_forced = post.resolution is not None and not post.resolution.shown
    if meaning != post.state and not was_forced:
        text = f"{post.title} was {post.state} and is now shown as {status or 'open'}; a resolved matter stays resolved"
        moment.state.note("STATUS_WITHOUT_GROUND", "BN-220", text, row, at=moment.when, subject=post.slug)
    elif was_forced and post.resolution is not None:
        post.resolution.shown = status


def _resolution(moment: Moment, post: Post, status: str, meaning: str, by: str, note: str, row: str) -> Resolution:
    verdict = judge(moment, post)
    resolution = Resolution(meaning, status, moment.when, by, note, row, verdict.count)
    act = ACTS[meaning]
    for code, clause, text in why_not(moment, post, verdict, act):
        resolution.problems.append(_report(moment, post, code, clause, text, row))
    if not _is_by_admin(moment, by, note):
        text = f"{post.title} was {meaning.lower()} by {by or 'somebody'}, who is no admin"
        resolution.problems.append(_report(moment, post, "NOT_AN_ADMIN", "BN-011", text, row))
    resolution.is_grounded = not resolution.problems
    if resolution.problems:
        text = f"{status} without a ground: {'; '.join(problem.text for problem in resolution.problems)} ({tally_text(verdict.count)})"
        resolution.problems.append(_report(moment, post, "STATUS_WITHOUT_GROUND", "BN-220", text, row))
    _compare_note(moment, post, resolution, verdict)
    return resolution


def _report(
    moment: Moment, post: Post, code: str, clause: str, text: str, row: str, *, is_note: bool = False
) -> Finding:
    return moment.state.note(code, clause, text, row, at=moment.when, subject=post.slug, is_note=is_note)


@rule("BN-066", "BN-067", "BN-069", "BN-075", "BN-076", "BN-084", "BN-086")
def why_not(moment: Moment, post: Post, verdict: Verdict, act: str) -> list[victory.Refusal]:
    """Every reason why an admin may not do that act now; empty where they may."""
    if act in verdict.allowed:
        return []
    if post.kind is Kind.PROPOSAL:
        oldest = next(iter(proposals.queue(moment)), None)
        found = proposals.why_not(moment, post, act, verdict.popular, verdict.unpopular, oldest)
        return [(code, clause, _detailed(code, text, verdict)) for code, clause, text in found]
    return _why_not_other(moment, post, verdict, act)


def _detailed(code: str, text: str, verdict: Verdict) -> str:
    reason = {"NOT_POPULAR": verdict.why_popular, "NOT_UNPOPULAR": verdict.why_unpopular}.get(code)
    return f"{text}: {reason.text}" if reason else text


_CLAUSES = {
    (Kind.CALL, "enact"): "BN-075",
    (Kind.CALL, "fail"): "BN-076",
    (Kind.DECLARATION, "enact"): "BN-084",
    (Kind.DECLARATION, "fail"): "BN-086",
}


def _why_not_other(moment: Moment, post: Post, verdict: Verdict, act: str) -> list[victory.Refusal]:
    clause = _CLAUSES[post.kind, act]
    if act == "enact" and not verdict.popular:
        return [("NOT_POPULAR", clause, f"not popular: {verdict.why_popular.text}")]
    if act == "fail" and not verdict.unpopular:
        return [("NOT_UNPOPULAR", clause, f"not unpopular: {verdict.why_unpopular.text}")]
    barred = [refusal for refusal in victory.barring_hiatus(moment) if refusal[0] == "DOWNTIME"]
    return barred or [("TOO_YOUNG", clause, f"too young: open for {hours(age_of(post, moment.when))}")]


def _is_by_admin(moment: Moment, by: str, note: str) -> bool:
    """Whether an admin set the status; where the blog does not say who, the note may name one, and silence accuses nobody."""
    name = by or named_in_note(moment, note)
    if not name:
        return True
    actor = moment.state.person(moment.state.key_of(name))
    return actor is not None and actor.admin and actor.is_on_roster


@rule("BN-052")
def named_in_note(moment: Moment, note: str) -> str:
    """The admin by whom a note is signed, under the present name, an alias or a short name that fits no other admin; or nobody."""
    names = {person.name: person.name for person in moment.state.admins()}
    for alias in moment.state.aliases:
        known = {moment.state.name_of(key) for key in moment.state.find(alias)} & names.keys()
        names |= dict.fromkeys([alias], known.pop()) if len(known) == 1 else {}
    return resolver_in(note, names)


def _resolve(moment: Moment, post: Post, resolution: Resolution) -> None:
    post.state, post.resolution = resolution.status, resolution
    moment.state.relist(post)
    if post.kind is Kind.DECLARATION and post.state == ENACTED:
        victory.enact_declaration(moment, post)
    elif post.kind is Kind.DECLARATION and resolution.tally is not None:
        victory.bar_declarer(moment, post, resolution.tally)


# --- the admin's note ------------------------------------------------------------------------------------------------


def tally_text(count: Tally) -> str:
    """A count as admins write it."""
    unresolved = f" with {count.deferential} DEF" if count.deferential else ""
    return f"{count.votes_for}-{count.votes_against}{unresolved}, quorum {count.quorum}"


@rule("BN-052")
def _compare_note(moment: Moment, post: Post, resolution: Resolution, verdict: Verdict) -> None:
    """Compare the note with our own tally; notes are recommended only, so nothing here makes a resolution unlawful."""
    row, count, reading = resolution.observation, verdict.count, read_note(resolution.note)
    resolution.note_reason = reading.reason
    if not resolution.by and not named_in_note(moment, resolution.note):
        _report(
            moment, post, "NOTE_WITHOUT_NAME", "BN-052", f"the note on {post.title} names no admin", row, is_note=True
        )
    if not resolution.note.strip():
        return
    if not reading.is_understood:
        _report(
            moment,
            post,
            "NOTE_NOT_UNDERSTOOD",
            "BN-052",
            f"the note {resolution.note!r} is not understood",
            row,
            is_note=True,
        )
    if reading.tallies:
        resolution.note_tally = reading.tallies[-1]
        if not _agree(reading.tallies, resolution.status, count):
            said = " or ".join(f"{a}-{b}" for a, b in reading.tallies)
            text = f"the note says {said}, we count {tally_text(count)}"
            resolution.problems.append(_report(moment, post, "TALLY_DIFFERS", "BN-052", text, row, is_note=True))


def _agree(tallies: tuple[tuple[int, int], ...], status: str, count: Tally) -> bool:
    """Whether a tally of the note is ours; for a failure admins also write the larger (AGAINST) number first."""
    ours = {(count.votes_for, count.votes_against)}
    if status == FAILED:
        ours.add((count.votes_against, count.votes_for))
    return bool(ours & set(tallies))


@rule("BN-052")
def draft_note(post: Post, verdict: Verdict, act: str, admin: str, *, by_quorum: bool) -> str:
    """The line that the resolving admin may paste: reason, tally, name."""
    done = "Enacted" if act == "enact" else "Failed"
    if post.self_killed and act == "fail":
        return f"Self-killed. {done} by {admin}"
    if post.vetoed and act == "fail":
        return f"Vetoed. {done} by {admin}"
    count = verdict.count
    tally = f"{count.votes_for}-{count.votes_against}"
    deferential = f" with {count.deferential} DEF" if count.deferential else ""
    if act == "enact" and by_quorum:
        return f"{done} {tally}{deferential}, quorum {count.quorum}, by {admin}"
    head = "Timed out" if verdict.why_unpopular.clause == "BN-049" or act == "enact" else "Unpopular"
    return f"{head} {tally}{deferential}. {done} by {admin}"
