"""Core Rules, Enacting and Failing: what an admin may do to a matter, and what their notes say against our own tally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tracker.core.gamestate import Finding
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.law import VERSION_DAYS
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import tags
from tracker.games.blognomic.special_case.special_case import downtime_edges
from tracker.games.blognomic.state import ENACTED, FAILED, PENDING, Kind, Post, Resolution, Tally

from . import calls, proposals, victory
from .notes import NoteReading, read_note, resolver_in
from .votes import age_of, popularity, tally_at, thresholds, unpopularity, unread_votes, vouched_until

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
        first = oldest or proposals.oldest_pending(moment)
        allowed = proposals.allowed_on_proposal(moment, post, count, popular, unpopular, first)
    elif post.kind is Kind.CALL:
        allowed = calls.allowed_on_call(moment, post, popular, unpopular)
    else:
        allowed = victory.allowed_on_declaration(moment, count, age, popular, unpopular)
    if "enact" in allowed and tags.bars_enactment(moment, post):
        allowed.remove("enact")
    return Verdict(count, popular, unpopular, why_popular, why_unpopular, tuple(allowed))


# --- what admins do --------------------------------------------------------------------------------------------------


@rule("BN-051")
def meaning_of(status: str, moment: Moment) -> str:
    """What a status word of the blog means: Enacted, Failed or Pending."""
    word = status.strip().casefold()
    if word in moment.law.words("enacted_words"):
        return ENACTED
    return FAILED if word in moment.law.words("failed_words") else PENDING


_STATUS_WORDS = ("open_words", "enacted_words", "failed_words")


@rule("BN-051")
def unknown_statuses(moment: Moment) -> dict[str, Reason]:
    """The matters that count as open although they bear a status, by a word that no setting knows: they may be resolved."""
    known = {"", *(word for name in _STATUS_WORDS for word in moment.law.words(name))}
    posts = (post for post in moment.state.open_matters() if post.shown_status.strip().casefold() not in known)
    text = "{0.title} bears the status {0.shown_status}, which is no known word"
    return {post.slug: Reason("BN-051", text.format(post), (post.observation,)) for post in posts}


def perhaps_resolved(moment: Moment) -> dict[str, Reason]:
    """The matters that count as open and may be resolved: since their page, or their status, cannot be read."""
    unread = {
        post.slug: unread_votes(moment, post) for post in moment.state.open_matters() if moment.state.unread_of(post)
    }
    return {**{slug: why for slug, why in unread.items() if why}, **unknown_statuses(moment)}


def report(
    moment: Moment, post: Post, code: str, clause: str, text: str, row: str, *, is_note: bool = False
) -> Finding:
    """Report something of what an admin did to a matter."""
    return moment.state.note(code, clause, text, row, at=moment.when, subject=post.slug, is_note=is_note)


def called_for(post: Post, verdict: Verdict) -> str:
    """What its votes and marks call for, whether or not an admin may do it now: ``enact``, ``fail`` or nothing."""
    if post.self_killed or post.vetoed or verdict.unpopular:
        return "fail"
    return "enact" if verdict.popular else ""


def why_not_yet(moment: Moment, post: Post, verdict: Verdict) -> list[Reason]:
    """Why an admin may not do now what its votes and marks call for; empty where they may, and where that is nothing."""
    act = called_for(post, verdict)
    found = why_not(moment, post, verdict, act) if act else []
    return [Reason(clause, text, (post.observation,)) for _, clause, text in found]


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


@rule("BN-075", "BN-076", "BN-084", "BN-086")
def _why_not_other(moment: Moment, post: Post, verdict: Verdict, act: str) -> list[victory.Refusal]:
    clause = _CLAUSES[post.kind, act]
    if act == "enact" and not verdict.popular:
        return [("NOT_POPULAR", clause, f"not popular: {verdict.why_popular.text}")]
    if act == "fail" and not verdict.unpopular:
        return [("NOT_UNPOPULAR", clause, f"not unpopular: {verdict.why_unpopular.text}")]
    barred = [refusal for refusal in victory.barring_hiatus(moment) if refusal[0] == "DOWNTIME"]
    return barred or [("TOO_YOUNG", clause, f"too young: open since {iso(post.opened_at)}")]


def is_admin(moment: Moment, name: str) -> bool:
    """Whether that name is an admin's, who may be idle."""
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


def turning_points(moment: Moment, post: Post) -> Iterator[datetime]:
    """The later instants at which a matter may become popular, unpopular or resolvable, or cease to be, though nobody acts."""
    found = [*thresholds(post, moment.law), *downtime_edges(moment.law)]
    vouched = vouched_until(moment, post)
    found += [vouched] if vouched else []
    if post.kind is Kind.PROPOSAL:
        older = moment.state.open_matters(Kind.PROPOSAL)
        found += [thresholds(other, moment.law)[-1] for other in older if other is not post]
    found += [day for day in VERSION_DAYS if day < max(found)]
    return (when for when in found if when > moment.when)


# --- the admin's note ------------------------------------------------------------------------------------------------


def tally_text(count: Tally) -> str:
    """A count as admins write it."""
    unresolved = f" with {count.deferential} DEF" if count.deferential else ""
    return f"{count.votes_for}-{count.votes_against}{unresolved}, quorum {count.quorum}"


@rule("BN-052")
def compare_note(moment: Moment, post: Post, resolution: Resolution, count: Tally) -> None:
    """Compare the note with our own tally; notes are recommended only, so nothing here makes a resolution unlawful."""
    row, reading = resolution.observation, read_note(resolution.note)
    resolution.note_reason = reading.reason
    if not resolution.by:
        report(
            moment, post, "NOTE_WITHOUT_NAME", "BN-052", f"the note on {post.title} names no admin", row, is_note=True
        )
    if not resolution.note.strip():
        return
    if not reading.is_understood:
        report(
            moment,
            post,
            "NOTE_NOT_UNDERSTOOD",
            "BN-052",
            f"the note {resolution.note!r} is not understood",
            row,
            is_note=True,
        )
    resolution.note_tally = reading.tallies[-1] if reading.tallies else None
    if (text := "; ".join(_differences(reading, post, resolution.status, count))) and not unread_votes(moment, post):
        resolution.problems.append(report(moment, post, "TALLY_DIFFERS", "BN-052", text, row, is_note=True))


def _differences(reading: NoteReading, post: Post, status: str, count: Tally) -> Iterator[str]:
    """What a note says otherwise than it is: the tally, the quorum, that the matter was vetoed or self-killed."""
    if not _agree(reading, status, count):
        said = " or ".join(f"{a}-{b}" for a, b in reading.tallies) or f"{reading.votes_for} FOR"
        yield f"the note says {said}, we count {tally_text(count)}"
    if reading.quorums and count.quorum not in reading.quorums:
        yield f"the note says quorum {' or '.join(map(str, reading.quorums))}, it was {count.quorum}"
    if {"vetoed": post.vetoed, "self-killed": post.self_killed}.get(reading.reason, ()) is None:
        yield f"the note says {reading.reason}, which it was not"


def _agree(reading: NoteReading, status: str, count: Tally) -> bool:
    """Whether a tally of the note is ours, or it gives none; for a failure admins also write the larger (AGAINST) number first."""
    if not reading.tallies:
        return reading.votes_for in (None, count.votes_for)
    ours = {(count.votes_for, count.votes_against)}
    if status == FAILED:
        ours.add((count.votes_against, count.votes_for))
    return bool(ours & set(reading.tallies))
