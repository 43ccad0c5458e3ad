"""Core Rules, Enacting and Failing: what an admin may do to a matter, and what they did, against our own tally."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tracker.core.gamestate import Finding, Reason
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.rule import rule

from . import calls, proposals, tags, victory
from .moment import Moment
from .notes import read_note, resolver_in
from .state import ENACTED, FAILED, PENDING, Kind, Post, Resolution, Tally
from .votes import age_of, hours, popularity, tally_at, unpopularity
from .worlds import Apply, earlier_worlds, in_words, may_change_votes, other_worlds, possibilities

ACTS = {ENACTED: "enact", FAILED: "fail"}
UNDETERMINED = "RESOLUTION_UNDETERMINED"


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
        first = oldest or proposals.oldest_pending(moment)
        allowed = proposals.allowed_on_proposal(moment, post, count, popular, unpopular, first)
    elif post.kind is Kind.CALL:
        allowed = calls.allowed_on_call(moment, post, popular, unpopular)
    else:
        allowed = victory.allowed_on_declaration(moment, count, age, popular, unpopular)
    if "enact" in allowed and tags.bars_enactment(moment, post):
        allowed.remove("enact")
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
def take_status(moment: Moment, post: Post, said: Observation, apply: Apply | None = None) -> None:
    """An admin's status: taken over where the rules allow it at that instant, else reported, the matter staying as it was.

    With ``apply``, which makes a possibility come true, it is judged in every world that the evidence allows.
    """
    status, row = said.text("status"), said.id
    meaning = meaning_of(status, moment)
    post.shown_status = status
    if not (post.kind.is_votable and post.is_official):
        return
    if post.state != PENDING:
        _take_second_status(moment, post, status, meaning, row)
        return
    if meaning == PENDING:
        if said.text("note").strip():
            text = f"{post.title} bears an admin's note, but its status is {status or 'open'}"
            moment.state.note("NOTE_WITHOUT_STATUS", "BN-218", text, row, at=moment.when, subject=post.slug)
        return
    resolution = _resolution(moment, post, said, meaning, apply)
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


def _resolution(moment: Moment, post: Post, said: Observation, meaning: str, apply: Apply | None) -> Resolution:
    """Judge what an admin did: in order, out of order, or out of order in some of the possible worlds only."""
    verdict, note = judge(moment, post), said.text("note")
    by = said.text("by") or named_in_note(moment, note)
    resolution = Resolution(meaning, said.text("status"), moment.when, by, note, said.id, verdict.count)
    elsewhere = [] if apply is None else _elsewhere(moment, post, verdict, ACTS[meaning], said.possible_from, apply)
    if _hangs(moment, post, ACTS[meaning], [verdict, *elsewhere]):
        resolution.problems.append(_report_doubt(moment, post, said, verdict, meaning))
    else:
        for code, clause, text in why_not(moment, post, verdict, ACTS[meaning]):
            resolution.problems.append(_report(moment, post, code, clause, text, said.id))
        resolution.is_grounded = not resolution.problems
    if by and not _is_admin(moment, by):
        resolution.is_grounded = False
        text = f"{post.title} was {meaning.lower()} by {by}, who is no admin"
        resolution.problems.append(_report(moment, post, "NOT_AN_ADMIN", "BN-011", text, said.id))
    if not resolution.is_grounded:
        why = "; ".join(problem.text for problem in resolution.problems)
        text = f"{resolution.shown} without a ground: {why} ({tally_text(verdict.count)})"
        resolution.problems.append(_report(moment, post, "STATUS_WITHOUT_GROUND", "BN-220", text, said.id))
    _compare_note(moment, post, resolution, [verdict.count, *(other.count for other in elsewhere)])
    return resolution


def _hangs(moment: Moment, post: Post, act: str, verdicts: list[Verdict]) -> bool:
    """Whether the act is lawful in some possible worlds only, the first verdict being that of ours."""
    is_lawful = [act in verdict.allowed for verdict in verdicts]
    doubted = [topic for topic in moment.undecided(post.doubts) if is_lawful[0] or topic.startswith("mark:")]
    return bool(doubted) or len(set(is_lawful)) > 1


def _elsewhere(moment: Moment, post: Post, verdict: Verdict, act: str, since: datetime, apply: Apply) -> list[Verdict]:
    """The verdicts in the other worlds; a lawful act is doubted only for what is about the matter or about who may vote."""
    open_ones = possibilities(moment)
    if act in verdict.allowed:
        open_ones = [possibility for possibility in open_ones if may_change_votes(possibility, post)]
    worlds = (*earlier_worlds(moment, post, since), *other_worlds(moment, apply, open_ones))
    return [judge(world, world.state.posts[post.slug]) for world in worlds]


@rule("BN-220", "BN-250")
def _report_doubt(moment: Moment, post: Post, said: Observation, verdict: Verdict, meaning: str) -> Finding:
    """Say of a resolution that only some of the possible worlds allow what it hangs on; it stands until a person decides."""
    doubts = [*moment.undecided(post.doubts).values(), *(in_words(item) for item in possibilities(moment))]
    if said.possible_from < moment.when:
        doubts.append(f"the status was set between {iso(said.possible_from)} and {iso(moment.when)}")
    refused = "; ".join(text for _, _, text in why_not(moment, post, verdict, ACTS[meaning]))
    at_stake = f"as we count it was not allowed ({refused})" if refused else "as we count it was allowed"
    text = (
        f"{post.title}: whether it could be {meaning.lower()} is undetermined: {at_stake}, but {', and '.join(doubts)}"
    )
    rows = (said.id, *moment.state.possible)
    return moment.state.note(UNDETERMINED, "BN-220", text, *rows, at=moment.when, subject=post.slug)


def _report(
    moment: Moment, post: Post, code: str, clause: str, text: str, row: str, *, is_note: bool = False
) -> Finding:
    return moment.state.note(code, clause, text, row, at=moment.when, subject=post.slug, is_note=is_note)


@rule("BN-066", "BN-067", "BN-069", "BN-075", "BN-076", "BN-084", "BN-086")
def why_not(moment: Moment, post: Post, verdict: Verdict, act: str) -> list[victory.Refusal]:
    """Every reason why an admin may not do that act now; empty where they may."""
    if act in verdict.allowed:
        return []
    if act == "enact" and tags.bars_enactment(moment, post):
        return [("TAG_MISSING", "BN-169", "a tag that it needs is missing")]
    if post.kind is Kind.PROPOSAL:
        oldest = proposals.oldest_pending(moment)
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


def _is_admin(moment: Moment, name: str) -> bool:
    actor = moment.state.person(moment.state.key_of(name))
    return actor is not None and actor.admin and actor.is_on_roster


@rule("BN-052")
def named_in_note(moment: Moment, note: str) -> str:
    """The admin by whom a note is signed, under the present name, an alias or a short name that fits no other admin; or nobody."""
    names = {person.name: person.name for person in moment.state.admins()}
    for alias in (*moment.state.aliases, *moment.state.identified):
        known = {moment.state.name_of(key) for key in moment.state.find(alias)} & names.keys()
        names |= dict.fromkeys([alias], known.pop()) if len(known) == 1 else {}
    return resolver_in(note, names)


def is_undetermined(resolution: Resolution) -> bool:
    """Whether only some of the possible worlds allow it."""
    return any(problem.code == UNDETERMINED for problem in resolution.problems)


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
def _compare_note(moment: Moment, post: Post, resolution: Resolution, counts: list[Tally]) -> None:
    """Compare the note with our own tally, the first of ``counts``, and what it may have been besides.

    Notes are recommended only, so nothing here makes a resolution unlawful.
    """
    row, reading = resolution.observation, read_note(resolution.note)
    resolution.note_reason = reading.reason
    if not resolution.by:
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
        if not any(_agree(reading.tallies, resolution.status, count) for count in counts):
            said = " or ".join(f"{a}-{b}" for a, b in reading.tallies)
            text = f"the note says {said}, we count {tally_text(counts[0])}"
            resolution.problems.append(_report(moment, post, "TALLY_DIFFERS", "BN-052", text, row, is_note=True))


def _agree(tallies: tuple[tuple[int, int], ...], status: str, count: Tally) -> bool:
    """Whether a tally of the note is ours; for a failure admins also write the larger (AGAINST) number first."""
    ours = {(count.votes_for, count.votes_against)}
    if status == FAILED:
        ours.add((count.votes_against, count.votes_for))
    return bool(ours & set(tallies))


@rule("BN-052")
def draft_note(
    post: Post, verdict: Verdict, act: str, admin: str, *, by_quorum: bool, self_kill: str = "self-killed"
) -> str:
    """The line that the resolving admin may paste: reason, tally, name; ``self_kill`` is what a self-kill is called."""
    done = "Enacted" if act == "enact" else "Failed"
    if post.self_killed and act == "fail":
        return f"{self_kill.capitalize()}. {done} by {admin}"
    if post.vetoed and act == "fail":
        return f"Vetoed. {done} by {admin}"
    count = verdict.count
    tally = f"{count.votes_for}-{count.votes_against}"
    deferential = f" with {count.deferential} DEF" if count.deferential else ""
    if act == "enact" and by_quorum:
        return f"{done} {tally}{deferential}, quorum {count.quorum}, by {admin}"
    head = "Timed out" if verdict.why_unpopular.clause == "BN-049" or act == "enact" else "Unpopular"
    return f"{head} {tally}{deferential}. {done} by {admin}"
